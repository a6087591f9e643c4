"""One box for everything: numbers, premises and keepers, land, officers, as far as one may see.

Each provider tells what it found under its heading; an unsigned caller is told of what a gazette
has published, and of the land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from api.opened import open_document
from api.pages.case_words import notification_kind
from api.pages.viewing import PUBLIC_STATES
from api.pages.written import english
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.disease.case import SUBJECT as CASE
from vetcontrol.disease.queries import case as case_of
from vetcontrol.documents.content import from_json
from vetcontrol.errors import NotFound
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.movement import queries as movement
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.officers import queries as office
from vetcontrol.officers.people import Officer
from vetcontrol.officers.roles import WORDS, Role
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.premises import finding as premises
from vetcontrol.register.corrections import find
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.finding import MOST_CANDIDATES, Sought, numbers
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow

MOST_SHOWN: Final = 10
NEAREST_ZOOM: Final = 15
WHOLE_AT_ZOOM_0: Final = 350.0
"""Degrees that a map of 250 pixels shows at zoom 0."""
LAND: Final = {
    FeatureKind.DISTRICT: "District",
    FeatureKind.TALUKA: "Taluka",
    FeatureKind.VILLAGE: "Village",
    FeatureKind.MUNICIPAL_AREA: "Municipal area",
    FeatureKind.PANCHAYAT: "Panchayat",
}


@dataclass(frozen=True)
class Hit:
    """One thing found: its name or number, a line that says what it is, and its page."""

    name: str
    line: str
    address: str


@dataclass(frozen=True)
class Group:
    """What was found of one kind; `more` says that there is more than is shown."""

    key: str
    title: str
    hits: Sequence[Hit]
    more: bool


@dataclass(frozen=True)
class Asking:
    """Who looks for what."""

    reading: Reading
    officer: Officer | None
    sought: Sought


Provider = Callable[[Asking], Iterator[Hit]]


def search(
    reading: Reading, officer: Officer | None, typed: str, most: int = MOST_SHOWN
) -> list[Group]:
    """All that `typed` means, by kind, `most` of each; kinds of which there is nothing left out."""
    asking = Asking(reading, officer, Sought(typed))
    groups = []
    for key, (title, provider) in PROVIDERS.items():
        hits = list(islice(provider(asking), most + 1))
        if hits:
            groups.append(Group(key, title, hits[:most], len(hits) > most))
    return groups


def straight_to(reading: Reading, officer: Officer | None, typed: str) -> str:
    """The page of the one number that was typed in whole; empty where there is none to see."""
    number = Sought(typed).number
    if number is None or not number.whole:
        return ""
    hit = _numbered(Asking(reading, officer, Sought(typed)), number.whole)
    return "" if hit is None else hit.address


def _numbers(asking: Asking) -> Iterator[Hit]:
    number = asking.sought.number
    if number is None:
        return
    for found in numbers(asking.reading.session, number, CASE):
        hit = _numbered(asking, found)
        if hit is not None:
            yield hit


def _numbered(asking: Asking, number: str) -> Hit | None:
    """What bears `number`, where the caller may see it."""
    session, path = asking.reading.session, number_in_path(number)
    if asking.officer is not None and (licence := session.get(LicenceRow, number)) is not None:
        return _licence(licence)
    notification = session.get(NotificationRow, number)
    if notification is not None:
        return _notification(asking, notification)
    document = session.get(DocumentRow, number)
    if document is not None and _opens(asking, document):
        title = english().say(from_json(document.content).title)
        return Hit(number, title, f"/documents/{path}")
    if asking.officer is None:
        return None
    return _of_office(asking.reading, number, path)


def _of_office(reading: Reading, number: str, path: str) -> Hit | None:
    appointment = reading.session.get(AppointmentRow, number)
    if appointment is not None:
        return _appointment(appointment, appointment.officer)
    if reading.session.get(DelegationRow, number) is not None:
        return Hit(number, "Delegation to a Collector", f"/delegations/{path}")
    try:
        if number.startswith(f"{CASE}/"):
            case = case_of(reading.session, number)
            line = f"Infected place: {case.disease_name}, {case.place['village']}"
            return Hit(number, line, f"/infected-places/{path}")
        entry = find(reading.session, seq=None, number=number)
    except NotFound:
        return None
    return Hit(number, "Entry of the log", f"/log/{entry.seq}")


def _opens(asking: Asking, document: DocumentRow) -> bool:
    if asking.officer is not None:
        return True
    try:
        open_document(asking.reading, None, document.number)
    except NotFound:
        return False
    return True


def _notification(asking: Asking, row: NotificationRow) -> Hit | None:
    if asking.officer is None and row.state not in PUBLIC_STATES:
        return None
    kind = notification_kind(row.about, row.kind)
    line = f"{kind}, {row.state}{f' in {row.gazette}' if row.gazette else ''}"
    return Hit(row.number, line, f"/gazette/{number_in_path(row.number)}")


def _areas(asking: Asking) -> Iterator[Hit]:
    """Infected areas by the name that their notification gave them."""
    for version in _newest(asking, (FeatureKind.INFECTED_AREA,)):
        row = asking.reading.session.get(NotificationRow, str(version.facts.get("number", "")))
        if row is not None and (hit := _notification(asking, row)) is not None:
            yield Hit(str(version.facts["name"]), f"Infected area, {hit.name}", hit.address)


def _premises(asking: Asking) -> Iterator[Hit]:
    if asking.officer is None:
        return
    reading, reader = asking.reading, reader_of(asking.reading, asking.officer)
    numbered = premises.by_number(reading.session, asking.sought)
    if numbered is not None:
        line = f"Premises {numbered.id}, {numbered.village_name}".removesuffix(", ")
        yield Hit(reader.name_of(numbered), line, f"/premises/{numbered.id}")
    for found in premises.by_name(reading.session, asking.sought, names=reader.names):
        row = found.row
        if numbered is not None and row.id == numbered.id:
            continue
        parts = (f"Premises {row.id}", row.village_name, found.keeper and f"of {found.keeper}")
        yield Hit(row.name, ", ".join(part for part in parts if part), f"/premises/{row.id}")


def _land(asking: Asking) -> Iterator[Hit]:
    for version in _newest(asking, tuple(LAND)):
        taluka = version.facts.get("taluka") or version.facts.get("district")
        line = f"{LAND[version.kind]}{f', {taluka}' if taluka else ''}"
        yield Hit(str(version.facts["name"]), line, _on_the_map(version))


def _on_the_map(version: Version) -> str:
    """The map at it. No verdict is asked for: that of one point would not be that of a village."""
    if version.kind is FeatureKind.TALUKA:
        return f"/map?taluka={version.feature.replace('/', '%2F')}"
    point = version.geometry.representative_point()
    west, south, east, north = version.geometry.bounds
    zoom = math.floor(math.log2(WHOLE_AT_ZOOM_0 / max(east - west, north - south)))
    return f"/map?view={point.y:.5f},{point.x:.5f},{min(zoom, NEAREST_ZOOM)}"


def _newest(asking: Asking, kinds: Sequence[FeatureKind]) -> list[Version]:
    """The features of `kinds` in force now whose name, here or in the local script, is meant:
    the name itself first."""
    reading, words = asking.reading, asking.sought
    named = [
        version
        for kind in kinds
        for version in reading.known().of_kind(kind, reading.now)
        if words.is_in(
            str(version.facts.get("name", "")), str(version.facts.get("name_local") or "")
        )
    ]
    return sorted(named, key=lambda v: (len(str(v.facts["name"])), str(v.facts["name"]), v.feature))


def _licences(asking: Asking) -> Iterator[Hit]:
    """Licences by a tag or a vehicle; those by number stand among the numbers."""
    if asking.officer is None or not asking.sought.words:
        return
    session, number = asking.reading.session, asking.sought.number
    for found in movement.search(session, asking.sought.typed, limit=MOST_CANDIDATES):
        if number is None or number.closeness(found) is None:
            yield _licence(session.get_one(LicenceRow, found))


def _licence(row: LicenceRow) -> Hit:
    parts = (f"Licence, {row.state}", row.vehicle, row.village_name)
    line = ", ".join(part for part in parts if part)
    return Hit(row.number, line, f"/licences/{number_in_path(row.number)}")


def _officers(asking: Asking) -> Iterator[Hit]:
    if asking.officer is None:
        return
    names = {one.username: one.name for one, _ in office.officers(asking.reading)}
    for row in office.appointments(asking.reading):
        name = names.get(row.officer, row.officer)
        if asking.sought.is_in(name, row.office_title, WORDS[Role(row.role)]):
            yield _appointment(row, name)


def _appointment(row: AppointmentRow, name: str) -> Hit:
    line = f"{row.office_title or WORDS[Role(row.role)]}, appointment {row.number}, {row.state}"
    return Hit(name, line, f"/appointments/{number_in_path(row.number)}")


PROVIDERS: dict[str, tuple[str, Provider]] = {
    "numbers": ("Numbers", _numbers),
    "areas": ("Infected areas", _areas),
    "premises": ("Premises and their keepers", _premises),
    "licences": ("Licences by tag, vehicle or village", _licences),
    "land": ("Villages, talukas and districts", _land),
    "officers": ("Officers and their appointments", _officers),
}
