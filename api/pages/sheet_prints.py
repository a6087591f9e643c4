"""A case or a notification's area as a map on A4: a plate of what was in force, for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.deps import RegisterDep
from api.languages import ENGLISH, words_in
from api.numbers import read_number
from api.pages import given
from api.pages.page import AnyonesPage, pages_router
from api.pages.sheets import limits_of
from api.pages.verify import sentence_of
from api.pages.viewing import for_officers, may_see_notification
from api.papers import answer
from api.plate_ground import ground
from api.plates import Plates
from api.templating import number_in_path
from maps.palette import Kind
from maps.plate import Ground, Shown, Subject, described, draw, frame_of
from maps.plate_sheet import plate_sheet
from vetcontrol.clock import day_of, in_words
from vetcontrol.disease import queries
from vetcontrol.disease.effect_now import Force, of_feature
from vetcontrol.errors import NotFound
from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.people import Officer
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

router = pages_router()
_KINDS: tuple[tuple[FeatureKind, Kind], ...] = (
    (FeatureKind.INFECTED_PLACE, "infected_place"),
    (FeatureKind.DECLARED_PLACE, "declared_place"),
    (FeatureKind.INFECTED_AREA, "infected_area"),
)
NOTE = "The picture is not the law: the order, declaration or gazette decides."


@dataclass(frozen=True)
class Asked:
    """Which map, for whom, of which moment, by which knowledge."""

    reading: Reading
    officer: Officer | None
    number: str
    at: datetime
    snapshot: Snapshot


@dataclass(frozen=True)
class Print:
    """A map before it is drawn: its title, further lines, and what it is about."""

    title: str
    lines: tuple[str, ...]
    subject: Subject
    land: Ground


@router.get("/maps/{sheet}/print")
def printed(  # noqa: PLR0917  (one parameter for each of the query's)
    page: AnyonesPage,
    register: RegisterDep,
    sheet: str,
    number: Annotated[str, Query(max_length=40)],
    at: str = "",
    known_at: str = "",
) -> Response:
    """The map of a case or of a notification's area as one page of PDF."""
    make = PRINTS.get(sheet)
    if make is None:
        raise NotFound(f"There is no print of a map {sheet}; there are {', '.join(PRINTS)}.")
    with register.reading() as reading:
        asked = Asked(
            reading,
            page.officer,
            read_number(number) or number,
            given.moment(at, "at") or reading.now,
            reading.known(known_at=given.moment(known_at, "known_at")),
        )
        found = make(asked)
    words = words_in(ENGLISH)
    plate = draw(found.subject, found.land, words)
    keys = [entry.key for entry in plate.entries]
    data = plate_sheet(
        plate.numbered(asked.number),
        title=found.title,
        lines=(
            *found.lines,
            f"As at {in_words(asked.at)}. Register entry {asked.snapshot.known_seq}.",
        ),
        words=described(plate.subject, plate.frame, keys, asked.number, words),
        note=NOTE,
        author=register.settings.government_name,
        on=day_of(asked.at),
    )
    return answer(data, f"map-{number_in_path(asked.number)}")


def _print(asked: Asked, title: str, lines: tuple[str, ...], *shown: Shown) -> Print:
    subject = Subject(title, asked.at, shown)
    land = ground(asked.snapshot, frame_of(subject).bounds, asked.at, ENGLISH)
    return Print(title, lines, subject, land)


def _case(asked: Asked) -> Print:
    """What is in force of a case at the moment asked for; where nothing is, the place alone."""
    for_officers(asked.officer)
    case = queries.case(asked.reading.session, asked.number)
    shown = [
        Shown(drawn, version.geometry)
        for kind, drawn in _KINDS
        for version in asked.snapshot.of_kind(kind, asked.at)
        if version.facts.get("case") == case.number
    ]
    plates = Plates(asked.reading)
    live = [r for r in case.radii if r.cancelled_at is None and r.signed_at <= asked.at]
    outlines = [plates.declared(radius.number) for radius in live] if shown else []
    shown += [Shown("radius_outline", outline) for outline in outlines if outline is not None]
    lines: tuple[str, ...] = (f"{case.disease_name}.",)
    if not shown:
        shown = [Shown("ceased_place", geometry_from(case.geometry))]
        lines = (*lines, "Nothing of this case is in force at this moment.")
    return _print(asked, f"Case {case.number}", lines, *shown)


def _area(asked: Asked) -> Print:
    """The limits of a notification, and no premises: its print is as open as the gazette.

    They are drawn as an infected area only where they are one at the moment asked for.
    """
    row = notifications.get(asked.reading.session, asked.number)
    may_see_notification(asked.officer, row)
    area = limits_of(row)
    short, said = _standing(asked, row)
    title = f"Notification {row.number}" + (f": {short}" if short else "")
    return _print(
        asked,
        title,
        (said,),
        Shown(
            "infected_area"
            if row.about == notifications.INFECTED_AREA and not short
            else "provision_area",
            area,
        ),
    )


def _standing(asked: Asked, row: NotificationRow) -> tuple[str, str]:
    """What the title says of limits that are not in force at the moment asked for, blank where
    they are; and a sentence on how they stand."""
    if row.state in ("draft", "approved"):
        return "not yet published", "Not yet published: these limits have no effect."
    if row.kind == notifications.RESCISSION:
        return "rescinds these limits", "It ends what had these limits."
    effect = of_feature(asked.snapshot, row.feature, row.number, asked.at)
    since, until = (in_words(at) if at else "" for at in (effect.since, effect.until))
    short = {
        Force.IN_FORCE: "",
        Force.NOT_YET: f"takes effect on {since}",
        Force.ENDED: f"ended on {until}" if since else "never had effect",
        Force.SUPERSEDED: f"superseded by {effect.by} on {until}",
    }.get(effect.force, "has no effect")
    return short, sentence_of(effect)


PRINTS: Mapping[str, Callable[[Asked], Print]] = {"case": _case, "area": _area}
