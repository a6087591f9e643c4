"""The menu: which pages are offered to whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vetcontrol.officers.people import Officer


def anyone(_officer: Officer | None) -> bool:
    """Offered to all."""
    return True


def signed_in(officer: Officer | None) -> bool:
    """Offered to officers who are signed in."""
    return officer is not None


def administrators(officer: Officer | None) -> bool:
    """Offered to those who keep sign-ins."""
    return officer is not None and officer.administrator


@dataclass(frozen=True)
class MenuItem:
    """A page in the menu. What it lets an officer do, the services decide."""

    label: str
    address: str
    offered: Callable[[Officer | None], bool] = anyone

    def is_current(self, path: str) -> bool:
        """Whether the page at `path` is this one or stands below it."""
        return path == self.address or (self.address != "/" and path.startswith(f"{self.address}/"))


MENU: tuple[MenuItem, ...] = (MenuItem("Tasks", "/", signed_in),)


def menu_for(officer: Officer | None) -> list[MenuItem]:
    """The menu of an officer, or of the public."""
    return [item for item in MENU if item.offered(officer)]
