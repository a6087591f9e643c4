"""A register that demonstrates: sample officers and law, shipped layers, synthetic premises.

Every value that no gazette stands behind says that it is a sample. The sign-ins are made anew for
each register and written to one file that only its owner can read.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from vetcontrol import resources
from vetcontrol.canonical import canonical, digest
from vetcontrol.clock import IST, day_of
from vetcontrol.disease import decision, declaration, examination, order, report
from vetcontrol.disease.radius import around
from vetcontrol.errors import Refused
from vetcontrol.gazette import commencement, issuing, schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.officers import delegations, people, service
from vetcontrol.officers.authority import Officer
from vetcontrol.officers.proposals import DelegationProposal, Proposal
from vetcontrol.officers.roles import Role
from vetcontrol.places.queries import territory
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises import queries as premises_queries
from vetcontrol.premises import synthetic
from vetcontrol.premises.service import Keeper, Premises, import_premises
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Actor
from vetcontrol.register.opening import open_log
from vetcontrol.register.register import Reading, Register, Writing

SEED = 1974
PROFILE = "demo"
COMPUTER = "Sample computer of a demonstration (its records prove nothing)"
PREMISES = 5_000
SINCE = datetime(2020, 1, 1, tzinfo=IST)
GAZETTE = {"series": "Sample series", "number": "0", "date": "2019-12-30"}
DISEASES = {
    "foot_and_mouth_disease": "Foot and mouth disease",
    "haemorrhagic_septicaemia": "Haemorrhagic septicaemia",
    "anthrax": "Anthrax",
    "lumpy_skin_disease": "Lumpy skin disease",
    "classical_swine_fever": "Classical swine fever",
    "avian_influenza": "Highly pathogenic avian influenza",
    "rabies": "Rabies",
}


@dataclass(frozen=True)
class Post:
    """A demonstration sign-in: the office it holds and the area of it, in words."""

    username: str
    name: str
    role: Role | None
    area: str = ""
    administrator: bool = False


POSTS: Mapping[str, Post] = {
    "administrator": Post("administrator", "A. Administrator (sample)", None, administrator=True),
    "second_administrator": Post(
        "administrator2", "B. Administrator (sample)", None, administrator=True
    ),
    "government": Post("government", "G. Government (sample)", Role.GOVERNMENT),
    "government_approver": Post("approver", "H. Approver (sample)", Role.GOVERNMENT),
    "clerk": Post("clerk", "C. Clerk (sample)", Role.CLERK),
    "collector": Post("collector", "K. Collector (sample)", Role.COLLECTOR, "district/South Goa"),
    "veterinary_surgeon": Post("surgeon", "V. Surgeon (sample)", Role.VETERINARY_SURGEON),
    "inspector": Post("inspector", "I. Inspector (sample)", Role.INSPECTOR, "taluka/Ponda"),
    "station_officer": Post("station", "S. Station (sample)", Role.STATION_OFFICER, "taluka/Ponda"),
    "pound_keeper": Post("keeper", "P. Keeper (sample)", Role.POUND_KEEPER, "taluka/Ponda"),
    "chief_officer": Post("chief", "O. Chief (sample)", Role.CHIEF_OFFICER, "taluka/Ponda"),
    "police": Post("police", "L. Police (sample)", Role.POLICE, "taluka/Ponda"),
}


def build(register: Register, *, premises: int = PREMISES, seed: int = SEED) -> dict[str, Any]:
    """Fill an empty register; returns the sign-ins by role.

    Raises `Refused` where the log has begun.
    """
    with register.writing() as writing:
        open_log(writing, demo=True)
    passwords = {key: secrets.token_urlsafe(12) for key in POSTS}
    first = POSTS["administrator"]
    people.bootstrap(register, first.username, first.name, passwords["administrator"])
    with register.writing() as writing:
        layers(writing, Actor(first.username))
    with register.writing() as writing:
        areas = _areas_by_name(writing)
        _sign_ins(writing, passwords)
        _appointments(writing, areas)
    with register.writing() as writing:
        _law(writing)
        _delegation(writing, areas)
    if premises:
        with register.writing() as writing:
            synthetic_premises(writing, premises, seed)
    if premises >= PREMISES:
        outbreaks(register)
    return {
        key: {
            "username": post.username,
            "password": passwords[key],
            "area": post.area.partition("/")[2] or "the whole territory",
        }
        for key, post in POSTS.items()
    }


def write_sign_ins(sign_ins: Mapping[str, Any], path: Path) -> None:
    """Keep the sign-ins in a file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(sign_ins, indent=2) + "\n", encoding="utf-8")


def layers(writing: Writing, actor: Actor) -> None:
    """Take in the reference layers that the project ships: territory, districts, talukas."""
    for level, name in (
        (Level.TERRITORY, "territory"),
        (Level.DISTRICT, "districts"),
        (Level.TALUKA, "talukas"),
    ):
        collection = resources.read_json(f"places/{name}.geojson")
        import_areas(
            writing,
            actor,
            level,
            list(_areas(collection)),
            edition=Edition(
                collection["edition"],
                collection["source"],
                collection["licence"],
                float(collection["accuracy_m"]),
                bool(collection["approximate"]),
                digest(canonical(collection)),
            ),
            effective_at=SINCE,
        )


def _areas(collection: Mapping[str, Any]) -> Iterator[Area]:
    for feature in collection["features"]:
        about = dict(feature["properties"])
        yield Area(
            str(about.pop("code")),
            str(about.pop("name")),
            shapely.from_geojson(json.dumps(feature["geometry"])),
            about,
        )


def _areas_by_name(writing: Writing) -> dict[str, str]:
    """Feature ids by `level/name`."""
    return {
        f"{v.feature.partition('/')[0]}/{v.facts['name']}": v.feature
        for v in writing.register.in_force.known_by_seq(writing.register.database.head()).versions
    }


def _sign_ins(writing: Writing, passwords: Mapping[str, str]) -> None:
    actor = Actor(POSTS["administrator"].username)
    for key, post in POSTS.items():
        if key != "administrator":
            people.add_officer(
                writing,
                actor,
                post.username,
                post.name,
                passwords[key],
                administrator=post.administrator,
            )


def officer(key: str) -> Officer:
    """The officer behind a demonstration sign-in."""
    post = POSTS[key]
    return Officer(post.username, post.name, post.administrator)


def _appointments(writing: Writing, areas: Mapping[str, str]) -> None:
    for post in POSTS.values():
        if post.role is None:
            continue
        row = service.propose_appointment(
            writing,
            officer("administrator"),
            Proposal(
                officer=post.username,
                role=post.role.value,
                from_at=SINCE,
                area_feature=areas[post.area] if post.area else None,
                purposes=("all",),
                gazette=GAZETTE,
            ),
        )
        service.approve_appointment(writing, officer("second_administrator"), row.number)


def _law(writing: Writing) -> None:
    government = officer("government")
    reference = GazetteReference.from_json(GAZETTE)
    for code, name in DISEASES.items():
        schedule.add(
            writing,
            government,
            code=code,
            name=name,
            from_date=date(2020, 1, 1),
            gazette=reference,
        )
    commencement.notify(
        writing,
        government,
        operation="commence",
        provisions=("all",),
        diseases=(),
        area_ids=[
            v.feature
            for v in writing.known().versions
            if v.feature.startswith(f"{Level.TERRITORY.value}/")
        ],
        from_date=date(2020, 1, 1),
        gazette=reference,
    )


def _delegation(writing: Writing, areas: Mapping[str, str]) -> None:
    row = delegations.delegate(
        writing,
        officer("government"),
        DelegationProposal(
            district=areas["district/South Goa"],
            powers=("DOA1974-13-1-a", "DOA1974-13-1-b"),
            from_at=SINCE,
            order_reference={"number": "Sample order 0", "date": "2019-12-30"},
        ),
    )
    delegations.approve_delegation(writing, officer("government_approver"), row.number)


def synthetic_premises(writing: Writing, count: int, seed: int) -> None:
    """Enter `count` premises that the seeded generator makes, named as synthetic."""
    made = [
        Premises(
            name=one.name,
            kind=one.kind,
            geometry=one.geometry,
            manager=one.manager,
            temporary_use="sale" if one.kind == "market" else None,
            keepers=(Keeper("owner", one.keeper),),
            animals=one.animals,
            accuracy_m=one.accuracy_m,
        )
        for one in synthetic.generate(
            count,
            seed,
            territory=_goa(),
            places=resources.read_json("places/places.geojson"),
        )
    ]
    import_premises(
        writing,
        Actor(POSTS["administrator"].username),
        made,
        file_name=f"synthetic premises, seed {seed}",
        file_digest=digest(f"{count}:{seed}"),
    )


def _goa() -> BaseGeometry:
    (goa,) = (
        feature
        for feature in resources.read_json("places/territory.geojson")["features"]
        if feature["properties"]["code"] == "IN-GA"
    )
    return shapely.from_geojson(json.dumps(goa["geometry"]))


def outbreaks(register: Register) -> None:
    """Two sample cases: one taken from the order to the gazette, one that waits for examination."""
    with register.reading() as reading:
        first, second = _two_dairies(reading)
    with register.writing() as writing:
        case = _order(writing, first, "Vesicles on mouth and feet of two cows (sample)")
    with register.writing() as writing:
        examination.examine(
            writing,
            officer("veterinary_surgeon"),
            case,
            findings="Foot and mouth disease in two of the cattle examined (sample)",
            outcome="confirm",
        )
    with register.writing() as writing:
        declaration.declare(writing, officer("veterinary_surgeon"), case, metres=1_000.0)
    with register.writing() as writing:
        report.report(writing, officer("veterinary_surgeon"), case)
    with register.writing() as writing:
        _, draft = decision.decide(writing, officer("government"), case, outcome="confirm")
    assert draft is not None
    with register.writing() as writing:
        issuing.approve(writing, officer("government_approver"), draft)
    with register.writing() as writing:
        issuing.publish(
            writing,
            officer("clerk"),
            draft,
            gazette_series="Sample series",
            gazette_number="1",
            published_on=day_of(writing.now),
        )
    with register.writing() as writing:
        _order(writing, second, "Fever and swelling of the throat in a buffalo (sample)")


def _order(writing: Writing, premises_id: int, grounds: str) -> str:
    entry = order.order(
        writing,
        officer("inspector"),
        disease="foot_and_mouth_disease",
        grounds=grounds,
        premises_id=premises_id,
        position_reason="The holding is known to lie in the taluka (sample)",
    )
    return str(entry.content["case_number"])


def _two_dairies(reading: Reading) -> tuple[int, int]:
    """Two dairies in the Inspector's area, the first with at least ten premises within 1,000 m,
    the second as far from it as the area allows."""
    (area,) = (
        v
        for v in reading.known().of_kind(FeatureKind.TALUKA, reading.now)
        if v.facts["name"] == "Ponda"
    )
    rows = [
        row
        for row in premises_queries.listing(
            reading.session, limit=100_000, offset=0, bounds=area.geometry.bounds
        )[0]
        if row.kind == "dairy"
        and row.manager == "private"
        and shapely.contains(area.geometry, row.shape)
    ]
    land = territory(reading.known(), reading.now)
    for row in rows:
        within, *_ = around(reading, row.shape, 1_000.0, territory=land)
        if len(within) >= 10:
            far = max(rows, key=lambda other: other.shape.distance(row.shape))
            return row.id, far.id
    raise Refused("The synthetic premises are too few for a sample outbreak; make more.")
