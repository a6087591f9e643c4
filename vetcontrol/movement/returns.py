"""Section 15: what was removed in breach of section 14 is to be taken back, and is or is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

import shapely
from shapely.geometry import Point

from vetcontrol.canonical import instant_text
from vetcontrol.clock import as_utc, in_words
from vetcontrol.documents.instruments import Removed, return_direction
from vetcontrol.documents.parts import Addressee, Place
from vetcontrol.documents.values import Personal, Word
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.gazette.grounds import moment, remark, require_position, words
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import return_direction as law
from vetcontrol.law.diseases_of_animals.terms import Relation
from vetcontrol.movement import queries
from vetcontrol.movement.checks import checker
from vetcontrol.movement.consignment import LONGEST_NAME, compared
from vetcontrol.movement.journey import known_by_village, named
from vetcontrol.movement.lying import End, held
from vetcontrol.movement.papers import removed_content, require_something
from vetcontrol.movement.present import (
    DIRECTED,
    RETURN_SUBJECT,
    RETURNED,
    refresh_licence,
    refresh_return,
)
from vetcontrol.officers import tenure
from vetcontrol.officers.authority import Authority, Officer, authorise
from vetcontrol.officers.roles import Role
from vetcontrol.places.queries import require_near, whereabouts
from vetcontrol.places.words import unnamed
from vetcontrol.register.doubts import LEGAL
from vetcontrol.register.effects import Version
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing

PERSONS = ("owner", "person_in_charge")
MOST_TIME = timedelta(days=366)


def direct(
    writing: Writing,
    officer: Officer,
    *,
    origin: str,
    breach: str,
    within: datetime,
    point: Point,
    removed: Removed,
    person: str = "person_in_charge",
    name: str = "",
    address: str = "",
    licence: str = "",
    removed_at: datetime | None = None,
    signed_at: datetime | None = None,
    position_reason: str = "",
) -> Entry:
    """Require the owner or person in charge to take it back; returns the entry with its number.

    Any Inspector in whose own area it is found at `point` (EPSG:4326), or any police officer in
    his. `origin` is the feature (`infected_place/IP/2027/000001`) or the number of the declaration
    of the place or area it left, in force at `removed_at` (default now); `within` a reasonable
    time to come. Raises `Malformed`, `Refused`, `NoAuthority`, `NotFound` with clauses.
    """
    at = moment(writing, signed_at, not_before=None)
    left = at if removed_at is None else _left_at(writing, removed_at, at)
    _checked(person, name, address)
    removed, why = require_something(removed), words("breach", breach)
    require_near(writing.known(), point, at)
    place = _place_left(writing, origin, left)
    if licence:
        queries.licence(writing.session, licence)
    authority = _authority(writing, officer, at, point, position_reason)
    by, number = _by(within, at), writing.next_number(RETURN_SUBJECT)
    lawful = law.direction(breach=why, origin=named(place), within=by, at=at).require()
    lawful = lawful.also(_gone(writing, place, point, position_reason))
    geometry = json.loads(shapely.to_geojson(point))
    lies = whereabouts(writing.known(), point, at)
    paper = return_direction(
        number=number,
        origin=named(place),
        breach=why,
        within=by,
        removed=removed,
        place=Place(unnamed(geometry), lies.village, lies.taluka, lies.district),
        geometry=geometry,
        addressee=_addressed(person, name, address),
        signed_at=at,
        signatory=authority.signatory(),
        related=[n for n in (licence, str(place.facts["number"])) if n],
    )
    entry = writing.append(
        DIRECTED,
        authority.actor,
        {
            "number": number,
            "licence": licence,
            "origin": place.feature,
            "origin_name": named(place),
            "breach": why,
            "within": instant_text(by),
            "removed_at": instant_text(left),
            "geometry": geometry,
            "person": person,
            "name": writing.seal(name) if name else None,
            "address": writing.seal(address) if address else None,
            **removed_content(removed),
            "position_reason": position_reason,
            "signed_at": instant_text(at),
            "decision": authority.decision.also(lawful).also(law.isolation(())).as_json(),
        },
        subjects=(number, licence) if licence else (number,),
        number=number,
        signed_at=at,
        documents=(paper,),
    )
    refresh_return(writing, number)
    if licence:
        refresh_licence(writing, licence)
    return entry


def _gone(writing: Writing, place: Version, point: Point, reason: str) -> Decision:
    """That what is found at `point` has left the place. Raises `Refused` where it has not."""
    gone = law.gone(_lies(writing, place, point), named(place))
    require_position(gone, reason)
    return gone.require()


def _left_at(reading: Reading, removed_at: datetime, at: datetime) -> datetime:
    left = moment(reading, removed_at, not_before=None, field="removed_at")
    if left > at:
        raise Malformed.field("removed_at", f"is after {in_words(at)}, when it was directed")
    return left


def _by(within: datetime, at: datetime) -> datetime:
    """The time by which it is to be back, which is no reasonable one beyond `MOST_TIME`."""
    try:
        by = as_utc(within)
    except ValueError as error:
        raise Malformed.field("within", str(error)) from error
    if by > at + MOST_TIME:
        raise Malformed.field(
            "within", f"is more than a year ahead of {in_words(at)}; give a reasonable time"
        )
    return by


def _addressed(person: str, name: str, address: str) -> Addressee:
    return Addressee(
        Word(f"role.{person}"),
        Personal(name) if name else None,
        Personal(address) if address else None,
    )


def _checked(person: str, name: str, address: str) -> None:
    if person not in PERSONS:
        raise Malformed.field("person", f"is one of {', '.join(PERSONS)}")
    for field, text in (("name", name), ("address", address)):
        if len(text) > LONGEST_NAME:
            raise Malformed.field(field, f"is longer than {LONGEST_NAME} characters")


def _place_left(reading: Reading, origin: str, at: datetime) -> Version:
    """The infected place or area left. Raises `Malformed` where none or several are named."""
    found = [
        version
        for kind in LEGAL
        for version in reading.known().of_kind(kind, at)
        if origin in (version.feature, version.facts["number"])
    ]
    if len(found) != 1:
        several = ", ".join(v.feature for v in found[:5])
        raise Malformed.field(
            "origin",
            f"names several: {several}; give one of them"
            if found
            else "names no infected place or area in force when it was removed; give the number of"
            " its declaration",
            clauses=(law.CLAUSE,),
        )
    return found[0]


def _lies(reading: Reading, place: Version, point: Point) -> Relation:
    """How the place where it is found lies to what it left, as well as that is known."""
    by_village = known_by_village(reading, place, reading.known().known_seq)
    found = held(place, End(point), by_village=by_village)
    if len(found) > 1:
        return Relation.WITHIN_ACCURACY
    return Relation.INSIDE if found[0] else Relation.OUTSIDE


def _authority(
    reading: Reading, officer: Officer, at: datetime, point: Point, position_reason: str
) -> Authority:
    """An Inspector's or a police officer's own, at the place where the thing is found."""
    remark("position_reason", position_reason)
    try:
        found = authorise(reading, officer, "inspector", clause=law.CLAUSE, at=at, geometry=point)
    except NoAuthority as error:
        if tenure.held(reading, officer.username, (Role.POLICE,), at) is None:
            raise error
        found = authorise(reading, officer, "police", clause=law.CLAUSE, at=at, geometry=point)
    require_position(found.decision, position_reason)
    return found


def returned(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    returned_at: datetime | None = None,
    remarks: str = "",
) -> Entry:
    """Record that what a direction names was taken back, in time or late."""
    row = queries.direction(writing.session, number)
    if row.returned_at is not None:
        raise Refused(f"{number} is already recorded as returned.", clauses=(law.CLAUSE,))
    at = moment(writing, returned_at, not_before=row.directed_at, field="returned_at")
    actor = checker(writing, officer, at, clause=law.CLAUSE)
    decision = law.returned(within=row.within, at=at)
    entry = writing.append(
        RETURNED,
        actor,
        {
            "number": number,
            "returned_at": instant_text(at),
            "late": at > row.within,
            "remarks": remark("remarks", remarks),
            "signed_at": instant_text(at),
            "decision": decision.as_json(),
        },
        subjects=(number,),
        signed_at=at,
    )
    refresh_return(writing, number)
    return entry


def isolation_beside(reading: Reading, tags: Sequence[str]) -> Decision:
    """The warning for an isolation under section 8 of animals that an open direction names."""
    sought = {compared(tag) for tag in tags}
    clashing = tuple(
        row.number
        for row in queries.open_directions(reading.session)
        if sought & {compared(tag) for tag in queries.content_of(reading.session, row)["tags"]}
    )
    return law.isolation(clashing)
