"""The kinds of entry of a case: their effects, and what a correction may restate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vetcontrol.canonical import instant
from vetcontrol.disease import (
    case,
    changes,
    decision,
    examination,
    order,
    publication,
    queries,
    radius,
    redrawing,
    serving,
    tables,
)
from vetcontrol.disease.case import clause_of
from vetcontrol.disease.order import restated_place as place
from vetcontrol.disease.present import refresh
from vetcontrol.errors import Refused
from vetcontrol.gazette.grounds import still_lawful
from vetcontrol.gazette.notifications import INFECTED_AREA
from vetcontrol.gazette.power import Power
from vetcontrol.places.queries import require_near
from vetcontrol.premises import queries as premises
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Entry, Kind, geometry_from
from vetcontrol.register.restating import metres, one_of, restating, wording
from vetcontrol.register.tables import Present


def _ordered(writing: Any, entry: Entry, content: Mapping[str, Any]) -> None:
    """An order as corrected. Raises `Refused` where the place moves under a declared radius,
    `Malformed` where it moves off the premises that it is or cannot be measured from, and as
    `require_near`."""
    order.require_accurate("restated.accuracy_m", content["accuracy_m"])
    found = queries.case(writing.session, content["case_number"])
    live = [r.number for r in found.radii if r.cancelled_at is None]
    if content["geometry"] != entry.content["geometry"] and live:
        raise Refused(
            f"The radius of {', '.join(live)} was measured from the place as it stands. Strike"
            " that declaration first, then correct the place and declare anew.",
            clauses=("DOA1974-11-3a",),
        )
    if content["geometry"] != entry.content["geometry"]:
        moved = geometry_from(content["geometry"])
        require_near(writing.known(), moved, instant(content["signed_at"]))
    if content["geometry"] != entry.content["geometry"] and content["premises_id"] is not None:
        order.require_of_premises(
            "restated.geometry",
            premises.get(writing.session, content["premises_id"]),
            geometry_from(content["geometry"]),
            content["accuracy_m"],
        )
    still_lawful(
        writing,
        entry,
        provision="11(1)",
        disease=content["disease"],
        geometry=geometry_from(content["geometry"]),
        at=instant(content["signed_at"]),
    )


def _of_a_case(provision: str) -> Callable[[Any, Entry, Mapping[str, Any]], None]:
    """A later act of a case as corrected."""

    def lawful(writing: Any, entry: Entry, content: Mapping[str, Any]) -> None:
        found = queries.case(writing.session, content["case_number"])
        still_lawful(
            writing,
            entry,
            provision=provision,
            disease=found.disease,
            geometry=geometry_from(found.geometry),
            at=instant(content["signed_at"]),
        )

    return lawful


SURGEON = ("veterinary_surgeon",)
FIELD = ("inspector", "veterinary_surgeon")
KINDS = (
    Kind(
        case.ORDERED,
        effects=order.effects_of,
        restatable=frozenset({"signed_at", "geometry", "accuracy_m", "grounds"}),
        restate=restating(geometry=place, accuracy_m=metres, grounds=wording),
        lawful=_ordered,
        redraw=redrawing.redraw,
        corrected_by=FIELD,
    ),
    Kind(
        case.EXAMINED,
        effects=examination.effects_of,
        restatable=frozenset({"signed_at", "examined_at", "findings"}),
        restate=restating(findings=wording),
        lawful=_of_a_case("11(2)"),
        corrected_by=SURGEON,
    ),
    Kind(
        case.RADIUS_DECLARED,
        effects=radius.effects_of,
        restatable=frozenset({"signed_at", "premises_ids"}),
        restate=radius.restate,
        lawful=_of_a_case("11(3)"),
        corrected_by=SURGEON,
    ),
    Kind(
        case.REPORTED,
        restatable=frozenset({"signed_at", "findings"}),
        restate=restating(findings=wording),
        lawful=_of_a_case("11(3)"),
        corrected_by=SURGEON,
    ),
    Kind(
        case.DECIDED,
        effects=decision.effects_of,
        restatable=frozenset({"signed_at", "reasons"}),
        restate=restating(reasons=wording),
        lawful=_of_a_case("13(1)"),
    ),
    Kind(
        case.SERVED,
        restatable=frozenset({"served_at", "manner", "received_by"}),
        restate=restating(manner=one_of(serving.MANNERS)),
        personal=frozenset({"received_by"}),
        corrected_by=FIELD,
    ),
)
REFRESHERS = {case.SUBJECT: refresh}
PRESENT = (
    Present(tables.InfectedPlaceRow, lambda row: str(row.number)),
    Present(tables.ServiceRow, lambda row: str(row.case_number)),
)
POWERS = {
    INFECTED_AREA: Power(
        FeatureKind.INFECTED_AREA,
        lambda row: clause_of(row.kind),
        publication.publish,
        publication.authority,
        amend=changes.amend,
        rescind=changes.rescind,
    )
}
