"""The menu: which pages are offered to whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vetcontrol.officers import tenure
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import Role
from vetcontrol.register.register import Reading


@dataclass(frozen=True)
class Viewer:
    """Who looks at a page: the officer, if one is signed in, and the offices he holds now."""

    officer: Officer | None
    roles: frozenset[Role] = frozenset()


def viewer_of(reading: Reading, officer: Officer) -> Viewer:
    """`officer` with the offices of his appointments in force now."""
    rows = tenure.appointments_of(reading.session, officer.username)
    held = (r for r in rows if not tenure.why_not(reading.session, r, reading.now))
    return Viewer(officer, frozenset(Role(row.role) for row in held))


def anyone(_viewer: Viewer) -> bool:
    """Offered to all."""
    return True


def signed_in(viewer: Viewer) -> bool:
    """Offered to officers who are signed in."""
    return viewer.officer is not None


def administrators(viewer: Viewer) -> bool:
    """Offered to those who keep sign-ins."""
    return viewer.officer is not None and viewer.officer.administrator


def holders(*roles: Role) -> Callable[[Viewer], bool]:
    """Offered to officers who hold one of `roles`."""
    return lambda viewer: bool(viewer.roles & set(roles))


@dataclass(frozen=True)
class Room:
    """One page of a room of many, as the office: where it is and what it is for."""

    label: str
    address: str
    words: str
    offered: Callable[[Viewer], bool] = signed_in


@dataclass(frozen=True)
class MenuItem:
    """A page in the menu. What it lets an officer do, the services decide."""

    label: str
    address: str
    offered: Callable[[Viewer], bool] = anyone
    also: tuple[str, ...] = ()
    """Addresses elsewhere whose pages belong to it."""

    def is_current(self, path: str) -> bool:
        """Whether the page at `path` is this one, stands below it or belongs to it."""
        return path == self.address or any(
            path == one or path.startswith(f"{one}/")
            for one in (self.address, *self.also)
            if one != "/"
        )


MENU: tuple[MenuItem, ...] = (
    MenuItem("Tasks", "/", signed_in),
    MenuItem("Map", "/map"),
    MenuItem("Declare", "/declare", holders(Role.INSPECTOR, Role.VETERINARY_SURGEON)),
    MenuItem("Infected places", "/infected-places", signed_in, ("/papers",)),
    MenuItem("Round", "/rounds", holders(Role.INSPECTOR, Role.VETERINARY_SURGEON), ("/serve",)),
    MenuItem("Licences", "/licences", signed_in, ("/checks", "/returns", "/unloadings")),
    MenuItem("Gazette", "/gazette"),
    MenuItem("Registers", "/registers", anyone, ("/controls",)),
    MenuItem("Premises", "/premises", signed_in),
    MenuItem("Law", "/law"),
    MenuItem("Office", "/office"),
)


def menu_for(viewer: Viewer) -> list[MenuItem]:
    """The menu of an officer, or of the public."""
    return [item for item in MENU if item.offered(viewer)]
