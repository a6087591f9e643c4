"""What the address of the map asks for: the same for its page and for what its script fetches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Query

from api.pages import given
from vetcontrol.disease.case import State
from vetcontrol.errors import Malformed

MOST_NAMED = 40


@dataclass(frozen=True)
class MapAsked:
    """The query as it came; blank is the usual. Hours are Indian."""

    at: str = ""
    known_at: str = ""
    layers: Sequence[str] = ()
    state: Sequence[str] = ()
    disease: str = ""
    taluka: str = ""
    where: str = ""

    @property
    def values(self) -> Mapping[str, str]:
        """What the form's fields show again."""
        names = ("at", "known_at", "disease", "taluka", "where")
        return {name: getattr(self, name) for name in names}

    @property
    def moment(self) -> datetime | None:
        """The moment of effect; None is now. Raises `Malformed`."""
        return given.moment(self.at, "at")

    @property
    def known(self) -> datetime | None:
        """Until when entries count; None is all. Raises `Malformed`."""
        return given.moment(self.known_at, "known_at")

    @property
    def states(self) -> frozenset[State]:
        """The states of cases wanted; none named is all. Raises `Malformed`."""
        wanted = [one for one in self.state if one]
        if not set(wanted) <= set(State):
            raise Malformed.field("state", f"is none of {', '.join(State)}; tick those wanted")
        return frozenset(State(one) for one in wanted)


def _asked(  # noqa: PLR0917  (one parameter for each of the query's)
    at: str = "",
    known_at: str = "",
    layers: Annotated[list[str] | None, Query(max_length=MOST_NAMED)] = None,
    state: Annotated[list[str] | None, Query(max_length=MOST_NAMED)] = None,
    disease: str = "",
    taluka: str = "",
    where: str = "",
) -> MapAsked:
    return MapAsked(at, known_at, layers or (), state or (), disease, taluka, where)


Asked = Annotated[MapAsked, Depends(_asked)]
