"""The layers of the land: each edition with its source and accuracy, and the areas in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from starlette.responses import Response

from api.deps import RegisterDep
from api.pages.areas import WORDS, in_force
from api.pages.desk_forms import sought
from api.pages.page import AnyonesPage, pages_router
from api.pages.paging import SIZE, offset_of, steps
from vetcontrol.canonical import instant
from vetcontrol.errors import NotFound
from vetcontrol.places.service import KIND, Level
from vetcontrol.register.corrections import standing
from vetcontrol.register.effects import Action, FeatureKind
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import EntryRow

router = pages_router()


@dataclass(frozen=True)
class Edition:
    """One edition of a layer as it was taken in."""

    seq: int
    level: str
    name: str
    source: str
    licence: str
    accuracy_m: float
    approximate: bool
    since: datetime
    areas: int
    in_force: int


@router.get("/layers")
def editions(page: AnyonesPage, register: RegisterDep) -> Response:
    """Every edition of every layer, the large levels first, the newest edition first."""
    with register.reading() as reading:
        order = [level.value for level in Level]
        found = [_edition(reading, entry) for entry in _entries(reading)]
        found.sort(key=lambda e: (-order.index(e.level), -e.seq))
        return page.show("layers/editions.html", editions=found)


@router.get("/layers/areas")
def areas(
    page: AnyonesPage, register: RegisterDep, q: str = "", level: str = "", offset: str = ""
) -> Response:
    """The areas in force now, by level, name or code."""
    kinds = _kinds(level)
    start, words = offset_of(offset), sought(q).casefold()
    with register.reading() as reading:
        found = [
            version
            for version in in_force(reading, kinds)
            if words in str(version.facts["name"]).casefold() or words in version.feature.casefold()
        ]
        shown = found[start : start + SIZE]
        return page.show(
            "layers/areas.html",
            areas=[(version, WORDS[version.kind].capitalize()) for version in shown],
            levels=[(kind.value, words.capitalize()) for kind, words in WORDS.items()],
            q=q.strip(),
            level=level,
            steps=steps(page.request, start, len(shown), len(found)),
        )


def _kinds(level: str) -> tuple[FeatureKind, ...]:
    if not level:
        return tuple(WORDS)
    if level not in {kind.value for kind in WORDS}:
        raise NotFound(f"No layer is called {level[:40]}. Look in the list at /layers.")
    return (FeatureKind(level),)


def _entries(reading: Reading) -> list[Entry]:
    """Imports of layers that stand, as corrected; officers' own areas are no layer of the land."""
    kinds = reading.session.scalars(select(EntryRow.seq).where(EntryRow.kind == KIND).limit(1))
    if kinds.first() is None:
        return []
    return [
        entry
        for level in Level
        if level is not Level.OFFICER
        for entry in standing(reading.session, f"layer/{level.value}")
        if entry.kind == KIND
    ]


def _edition(reading: Reading, entry: Entry) -> Edition:
    content: Any = entry.content
    live = [
        version
        for version in reading.known().of_kind(Level(content["level"]).kind, reading.now)
        if entry.seq in version.entries[-1:]
    ]
    kept = [area for area in content["areas"] if area["action"] != Action.END.value]
    return Edition(
        entry.seq,
        content["level"],
        content["edition"],
        content["source"],
        content["licence"],
        float(content["accuracy_m"]),
        bool(content["approximate"]),
        instant(content["effective_at"]),
        len(kept),
        len(live),
    )
