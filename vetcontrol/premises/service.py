"""Entering premises: one by one, and a whole file as one entry."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import delete, func, insert, select

from gis import shapes
from gis.errors import GeodesyError
from gis.spatialdb import placed
from vetcontrol.canonical import canonical, instant_text
from vetcontrol.errors import FieldError, Malformed
from vetcontrol.officers.people import printable
from vetcontrol.places.locating import whereabouts_of
from vetcontrol.places.queries import areas, require_near, whereabouts
from vetcontrol.premises import keeping
from vetcontrol.premises.tables import KeeperRow, PremisesRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Actor, Entry, Kind, geometry_from
from vetcontrol.register.register import Reading, Writing, personal_text
from vetcontrol.register.tables import EntryRow

RECORDED = "premises.recorded"
IMPORTED = "premises.imported"
SUBJECT = "premises"

ROLES = keeping.ROLES
MANAGERS = ("private", "local_authority", "railway", "port")
KEEPER_ROLES = ("owner", "occupier", "person_in_charge")
TEMPORARY_USES = ("sale", "exhibition", "transit")
SHAPES = ("Point", "MultiPoint", "Polygon", "MultiPolygon")
PORTION = 2_000


@dataclass(frozen=True)
class Keeper:
    """Who owns, occupies or has charge of premises."""

    role: str
    name: str
    address: str = ""


@dataclass(frozen=True)
class Premises:
    """What is known of a place where animals are kept.

    `geometry` in EPSG:4326 (point, polygon, multi-part), or None where only the `village`
    (feature id) is known. `accuracy_m`: how far the geometry may be off, None if not stated.
    `animals`: head count by species. `temporary_use`: sale, exhibition or transit where animals
    are there only for that (section 11(1), proviso).
    """

    name: str
    kind: str
    geometry: BaseGeometry | None
    manager: str = "private"
    temporary_use: str | None = None
    keepers: Sequence[Keeper] = ()
    animals: Mapping[str, int] = field(default_factory=dict)
    accuracy_m: float | None = None
    village: str | None = None


def faults(premises: Premises) -> list[FieldError]:
    """Why these facts cannot be taken in, by field, without looking at the register."""
    found = []

    def wrong(name: str, message: str) -> None:
        found.append(FieldError(name, message))

    if not _words(premises.name, 200):
        wrong("name", f"is not the name of a place; {_WORDS.format(200)}")
    if not _words(premises.kind, 40):
        wrong("kind", f"does not say what the place is; {_WORDS.format(40)}")
    if premises.manager not in MANAGERS:
        wrong("manager", f"is {premises.manager[:40]!r}; give one of {', '.join(MANAGERS)}")
    if premises.temporary_use not in (None, *TEMPORARY_USES):
        use = str(premises.temporary_use)[:40]
        wrong("temporary_use", f"is {use!r}; give one of {', '.join(TEMPORARY_USES)}")
    found.extend(keeper_faults(premises.keepers))
    for species, count in premises.animals.items():
        if not _words(species, 40):
            wrong("animals", f"a species has no name that can be kept; {_WORDS.format(40)}")
        elif not 0 <= count <= 10_000_000:
            wrong("animals", f"{species}: {count} is no head count; give 0 to 10,000,000")
    accuracy = premises.accuracy_m
    if accuracy is not None and not (math.isfinite(accuracy) and 0 <= accuracy <= 50_000):
        wrong("accuracy_m", f"is {accuracy}; give metres from 0 to 100,000, or leave it out")
    if premises.geometry is None and premises.village is None:
        wrong("geometry", "is missing; give a point or outline, or at least the village")
    return found


def keeper_faults(keepers: Sequence[Keeper]) -> list[FieldError]:
    """Why keepers cannot be taken in: an unknown role, a name or address that cannot be kept."""
    found = []
    for keeper in keepers:
        if keeper.role not in KEEPER_ROLES:
            found.append(
                f"the role {keeper.role[:40]!r} is unknown; give one of {', '.join(KEEPER_ROLES)}"
            )
        if not _words(keeper.name, 200):
            found.append(f"a keeper has no name that can be kept; {_WORDS.format(200)}")
        if keeper.address and not _words(keeper.address, 400):
            found.append(f"an address cannot be kept; {_WORDS.format(400)}")
    return [FieldError("keepers", message) for message in found]


_WORDS = "give words of at most {} characters, none of them a control or invisible one"


def _words(text: str, most: int) -> bool:
    # A line end or a sign that turns the direction of writing would falsify a notice or a list.
    return bool(text.strip()) and len(text) <= most and printable(text)


def place_faults(reading: Reading, geometry: BaseGeometry) -> list[FieldError]:
    """Why a geometry cannot be that of premises of this register."""
    fault = shapes.fault(geometry)
    if fault is not None:
        where = f" at {fault.where[0]:.6f}, {fault.where[1]:.6f}" if fault.where else ""
        return [FieldError("geometry", f"{fault.reason}{where}; correct it there")]
    if geometry.geom_type not in SHAPES:
        return [FieldError("geometry", f"is a {geometry.geom_type}; a point or an outline is due")]
    try:
        require_near(reading.known(), geometry, reading.now)
    except GeodesyError as error:
        return [FieldError("geometry", str(error))]
    return []


def record(writing: Writing, actor: Actor, premises: Premises) -> tuple[int, Entry]:
    """Enter one place. Returns its id and the entry. Raises `Malformed` naming each field."""
    _sound(writing, premises)
    key = _next_id(writing)
    content = _content(writing, key, premises)
    entry = writing.append(RECORDED, actor, content, subjects=(f"{SUBJECT}/{key}",))
    refresh(writing, f"{SUBJECT}/{key}")
    return key, entry


def record_by(writing: Writing, username: str, premises: Premises) -> tuple[int, Entry]:
    """Enter one place as the officer `username`, who must keep the register of premises there.

    Raises `NoAuthority`, `NotFound` for an unknown village, `Malformed` naming each field.
    """
    keeping.keeper(writing, username, ())
    _sound(writing, premises)
    place = premises.geometry
    if place is None:
        assert premises.village is not None
        place = areas(writing.known(), (premises.village,), writing.now)[0].geometry
    return record(writing, keeping.keeper(writing, username, [place]), premises)


def _sound(writing: Writing, premises: Premises) -> None:
    found = faults(premises)
    if not found and premises.geometry is not None:
        found = place_faults(writing, premises.geometry)
    if found:
        raise Malformed(" ".join(f"{e.field}: {e.message}." for e in found), errors=tuple(found))


def _next_id(writing: Writing) -> int:
    """One above every id ever given: that of a place struck from the register stays its own."""
    given = [writing.session.scalar(select(func.max(PremisesRow.id))) or 0]
    for kind in (RECORDED, IMPORTED):
        content = writing.session.scalars(
            select(EntryRow.content)
            .where(EntryRow.kind == kind)
            .order_by(EntryRow.seq.desc())
            .limit(1)
        ).first()
        if content is not None:
            said = json.loads(content)
            given.append(said["id"] if kind == RECORDED else said["first_id"] + said["count"] - 1)
    return max(given) + 1


def _content(writing: Writing, key: int, premises: Premises) -> dict[str, Any]:
    snapshot = writing.known()
    if premises.geometry is None:
        assert premises.village is not None
        (village,) = areas(snapshot, (premises.village,), writing.now)
        shape, placement = village.geometry, "village"
        village_id, village_name = village.feature, str(village.facts["name"])
    else:
        shape, placement = premises.geometry, "located"
        lies = whereabouts(snapshot, shape, writing.now)
        village_id, village_name = lies.village_feature, lies.village
        if premises.village is not None:
            (village,) = areas(snapshot, (premises.village,), writing.now)
            village_id, village_name = village.feature, str(village.facts["name"])
    return {
        "id": key,
        "at": instant_text(writing.now),
        "name": writing.seal(premises.name),
        "kind": premises.kind,
        "manager": premises.manager,
        "temporary_use": premises.temporary_use,
        "keepers": [
            {
                "role": k.role,
                "name": writing.seal(k.name),
                "address": writing.seal(k.address) if k.address else None,
            }
            for k in premises.keepers
        ],
        "animals": dict(premises.animals),
        "accuracy_m": premises.accuracy_m,
        "placement": placement,
        "village": village_id or None,
        "village_name": village_name,
        "geometry": json.loads(shapely.to_geojson(shape)),
    }


def refresh(writing: Writing, subject: str) -> None:
    """Rebuild the rows of one place from its standing entries; none left, none kept."""
    key = int(subject.partition("/")[2])
    session = writing.session
    session.execute(delete(KeeperRow).where(KeeperRow.premises_id == key))
    session.execute(delete(PremisesRow).where(PremisesRow.id == key))
    entries = standing(session, subject)
    if not entries:
        return
    entry = entries[-1]
    content = entry.content
    animals = content["animals"]
    shape = geometry_from(content["geometry"])
    village, village_name = content["village"], content["village_name"]
    if village is None:
        lies = whereabouts(writing.known(), shape, writing.now)
        village, village_name = lies.village_feature or None, lies.village
    session.add(
        PremisesRow(
            id=key,
            entry_seq=entry.seq,
            name=_name(writing, content),
            kind=content["kind"],
            manager=content["manager"],
            temporary_use=content["temporary_use"],
            animals=canonical(animals),
            keeps_animals=_keeps_animals(animals, content["temporary_use"]),
            accuracy_m=content["accuracy_m"],
            placement=content["placement"],
            village=village,
            village_name=village_name,
            **placed(shape),
        )
    )
    session.flush()
    session.add_all(
        KeeperRow(
            premises_id=key,
            role=keeper["role"],
            name=personal_text(session, keeper["name"]),
            address=personal_text(session, keeper["address"]),
        )
        for keeper in content["keepers"]
    )
    session.flush()


def _name(writing: Writing, content: Mapping[str, Any]) -> str:
    """What premises are called; by their number once the name was redacted."""
    name = content["name"]
    # The logs of earlier versions hold the name itself.
    text = name if isinstance(name, str) else writing.personal_text(name)
    return f"Premises {content['id']}" if text is None else text


def _keeps_animals(animals: Mapping[str, int], temporary_use: str | None) -> bool:
    # Nothing counted is not nothing kept; a yard used for sale or transit keeps them in turn.
    return not animals or temporary_use is not None or sum(animals.values()) > 0


def bulk_rows(
    premises: Sequence[Premises], *, first_id: int, entry_seq: int, villages: Sequence[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of the tables `premises` and `keepers`, ready for a bulk insert.

    Every premises has a geometry; `villages` are their village names.
    """
    rows, keepers = [], []
    for offset, (one, village) in enumerate(zip(premises, villages, strict=True)):
        assert one.geometry is not None
        key = first_id + offset
        rows.append(
            {
                "id": key,
                "entry_seq": entry_seq,
                "name": one.name,
                "kind": one.kind,
                "manager": one.manager,
                "temporary_use": one.temporary_use,
                "animals": canonical(dict(one.animals)),
                "keeps_animals": _keeps_animals(one.animals, one.temporary_use),
                "accuracy_m": one.accuracy_m,
                "placement": "located",
                "village": one.village,
                "village_name": village,
                **placed(one.geometry),
            }
        )
        keepers += [
            {"premises_id": key, "role": k.role, "name": k.name, "address": k.address or None}
            for k in one.keepers
        ]
    return rows, keepers


def import_premises(
    writing: Writing,
    actor: Actor,
    premises: Sequence[Premises],
    *,
    file_name: str,
    file_digest: str,
    watch: Callable[[int], None] | None = None,
) -> Entry:
    """Take in many places as one entry that holds the digest of their file.

    Every place was found free of faults before (`faults`, `place_faults`). Those known only by
    village are given the village's outline and marked so; a village that is stated stands, else it
    is that which holds the place. `watch` is told how many rows are written.
    """
    first = _next_id(writing)
    located, names = _located(writing, premises)
    entry = writing.append(
        IMPORTED,
        actor,
        {
            "file": file_name,
            "digest": file_digest,
            "count": len(premises),
            "first_id": first,
            "at": instant_text(writing.now),
        },
        subjects=(f"premises-import/{first}",),
    )
    for start in range(0, len(premises), PORTION):
        portion = slice(start, start + PORTION)
        rows, keepers = bulk_rows(
            located[portion],
            first_id=first + start,
            entry_seq=entry.seq,
            villages=names[portion],
        )
        for row, one in zip(rows, premises[portion], strict=True):
            if one.geometry is None:
                row["placement"] = "village"
        # Without render_nulls rows are parted by which fields are empty: one statement for each.
        whole = {"render_nulls": True}
        writing.session.execute(insert(PremisesRow), rows, execution_options=whole)
        if keepers:
            writing.session.execute(insert(KeeperRow), keepers, execution_options=whole)
        if watch is not None:
            watch(start + len(rows))
    return entry


def _located(writing: Writing, premises: Sequence[Premises]) -> tuple[list[Premises], list[str]]:
    """The premises with the shape and the village that the register keeps, and its name."""
    snapshot, now = writing.known(), writing.now
    stated = sorted({one.village for one in premises if one.village})
    villages = dict(zip(stated, areas(snapshot, stated, now), strict=True))
    shapes_given = [one.geometry for one in premises if one.geometry is not None]
    lies = iter(whereabouts_of(snapshot, shapes_given, now))
    located, names = [], []
    for one in premises:
        around = next(lies) if one.geometry is not None else None
        village = villages[one.village] if one.village else None
        if village is not None:
            names.append(str(village.facts["name"]))
            located.append(one if around else replace(one, geometry=village.geometry))
        else:
            assert around is not None
            names.append(around.village)
            located.append(replace(one, village=around.village_feature or None))
    return located, names


def _restate(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """The content as corrected; a place that is given anew lies where it lies."""
    whole = {**content, **restated}
    if "geometry" in restated:
        whole |= {"placement": "located", "village": None, "village_name": ""}
    return whole


def _still_sound(writing: Writing, _entry: Entry, content: Mapping[str, Any]) -> None:
    """Raises `Malformed` where premises as corrected could not have been entered."""
    animals, accuracy = content["animals"], content["accuracy_m"]
    name = _name(writing, content)
    words = (content["kind"], content["manager"], content["temporary_use"] or "")
    counted = isinstance(animals, Mapping) and all(type(head) is int for head in animals.values())
    measured = accuracy is None or (type(accuracy) in (int, float))
    if not (counted and measured and all(isinstance(word, str) for word in words)):
        raise Malformed.field(
            "restated",
            "is not of the right kind; give name, kind, manager and temporary_use as text, animals"
            " as whole numbers by species, accuracy_m as metres",
        )
    shape = geometry_from(content["geometry"])
    corrected = Premises(
        name,
        content["kind"],
        shape,
        content["manager"],
        content["temporary_use"],
        animals=animals,
        accuracy_m=accuracy,
    )
    found = faults(corrected) or place_faults(writing, shape)
    if found:
        raise Malformed(
            " ".join(f"restated.{e.field}: {e.message}." for e in found),
            errors=tuple(replace(e, field=f"restated.{e.field}") for e in found),
        )


KINDS = (
    Kind(
        RECORDED,
        restate=_restate,
        lawful=_still_sound,
        allowed=keeping.may_correct,
        personal=frozenset({"name"}),
        corrected_by=ROLES,
        restatable=frozenset(
            {"name", "kind", "manager", "temporary_use", "animals", "accuracy_m", "geometry"}
        ),
    ),
    # Rows of a file are put right one by one; undoing a whole file comes with the import desk.
    Kind(IMPORTED, correctable=False),
)
REFRESHERS = {SUBJECT: refresh}
