"""One specimen of every instrument, made by its builder from the facts of one invented outbreak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from evidence_samples import record_certificates
from office_samples import offices
from vetcontrol import resources
from vetcontrol.clock import IST
from vetcontrol.documents import instruments as make
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import (
    Addressee,
    Document,
    Personal,
    Place,
    Signatory,
    Word,
    canonical,
    checksum,
)
from vetcontrol.documents.vocabulary import words_of

DAY = datetime(2027, 1, 4, 8, 0, tzinfo=IST)
DISEASE = "Foot and mouth disease"
CASE = "IP/2027/000012"
ORDER, REPORT, EXAMINATION, CONFIRMATION, DECLARATION, TO_GOVERNMENT, DECISION = (
    f"{series}/2027/{number:06d}"
    for number, series in enumerate(("ORD", "REP", "EXA", "CON", "DEC", "RTG", "GOV"), 1)
)
NOTIFICATION, AMENDMENT = "NTF/2027/000008", "NTF/2027/000009"
GOVERNMENT = "Government of Goa"
FARM = Place("Cattle shed of the dairy co-operative", "Curti", "Ponda", "South Goa", "PR/000101")
NEIGHBOUR = Place(Personal("House and yard of A. Naik"), "Khandepar", "Ponda", "", "PR/000102")
OWNER = Addressee(Word("role.owner"), Personal("A. Naik"), Personal("House 12, Khandepar"))
INSPECTOR = Signatory("S. Gaonkar", Word("office.inspector"), "APP/000003")
SURGEON = Signatory("Dr M. Pereira", Word("office.veterinary_surgeon"), "APP/000002")
SECRETARY = Signatory("R. Kamat", "Secretary to the Government", "APP/000001")
COLLECTOR = Signatory("V. Desai", Word("office.collector"), "APP/000004", Word("office.government"))
POINT = {"type": "Point", "coordinates": [74.01, 15.4]}
AREA = {
    "type": "MultiPolygon",
    "coordinates": [
        [
            [[74, 15.4], [74.02, 15.4], [74.02, 15.42], [74, 15.42], [74, 15.4]],
            [[74.01, 15.41], [74.012, 15.41], [74.012, 15.412], [74.01, 15.41]],
        ]
    ],
}
LEFT_OUT = [make.PremisesLeftOut("PR/000103", "Poultry yard", "Usgao", DECLARATION)]


def _story() -> dict[str, Document]:
    order = make.infected_place_order(
        number=ORDER,
        case_number=CASE,
        disease=DISEASE,
        place=FARM,
        geometry=POINT,
        grounds="Blisters on the mouth and feet of four cows; two cannot stand.",
        signed_at=DAY,
        signatory=INSPECTOR,
        animals={"cattle": 24, "buffalo": 6},
    )
    examined_at = DAY + timedelta(hours=5)
    outcome: dict[str, Any] = {
        "case_number": CASE,
        "order_number": ORDER,
        "ordered_at": DAY,
        "examination_number": EXAMINATION,
        "examined_at": examined_at,
        "disease": DISEASE,
        "place": FARM,
        "signed_at": examined_at + timedelta(hours=1),
        "signatory": SURGEON,
    }
    return {
        "order": order,
        "order_by_surgeon": make.infected_place_order(
            number="ORD/2027/000099",
            case_number=CASE,
            disease=DISEASE,
            place=NEIGHBOUR,
            geometry={"type": "Polygon", "coordinates": AREA["coordinates"][0]},
            grounds="A goat died overnight.",
            signed_at=DAY,
            signatory=Signatory(
                SURGEON.name, SURGEON.office, SURGEON.appointment, Word("office.inspector")
            ),
        ),
        "order_copy": make.order_copy(
            number="CPY/2027/000001",
            order=order,
            order_checksum=checksum(canonical(order)),
            addressee=OWNER,
            signed_at=DAY + timedelta(hours=1),
            signatory=INSPECTOR,
        ),
        "order_copy_corrected": make.order_copy(
            number="CPY/2027/000002",
            order=order,
            order_checksum=checksum(canonical(order)),
            addressee=OWNER,
            signed_at=DAY + timedelta(hours=3),
            signatory=INSPECTOR,
            correction="COR/2027/000001",
        ),
        "report": make.report_to_veterinary_surgeon(
            number=REPORT, order=order, signed_at=DAY + timedelta(hours=2), signatory=INSPECTOR
        ),
        "examination": make.examination_record(
            number=EXAMINATION,
            case_number=CASE,
            report_number=REPORT,
            order_number=ORDER,
            disease=DISEASE,
            place=FARM,
            examined_at=examined_at,
            findings="Typical lesions in four cows; samples taken.",
            signed_at=examined_at + timedelta(hours=1),
            signatory=SURGEON,
            animals=[
                make.ExaminedAnimals("cattle", 24, 24, 4, 20),
                make.ExaminedAnimals("emu", 2, 2, 0),
            ],
        ),
        "examination_without_animals": make.examination_record(
            number="EXA/2027/000098",
            case_number=CASE,
            report_number=REPORT,
            order_number=ORDER,
            disease=DISEASE,
            place=FARM,
            examined_at=examined_at,
            findings="The shed is empty and clean.",
            signed_at=examined_at,
            signatory=SURGEON,
            no_animals_kept=True,
        ),
        "confirmation": make.confirmation(
            number=CONFIRMATION, reasons="Lesions typical of the disease.", **outcome
        ),
        "cancellation": make.cancellation(
            number="CAN/2027/000001", reasons="The lesions are injuries.", **outcome
        ),
    }


def _radius() -> dict[str, Document]:
    signed_at = DAY + timedelta(days=1)
    premises = [
        make.PremisesLine("PR/000102", Personal("A. Naik"), "Khandepar", 812.5, 1, {"goat": 9}),
        make.PremisesLine("PR/000104", "Temple yard", "", 1609.344, None, {"elephant": 1}),
    ]
    steps = [
        make.StepLine("order", ORDER, DAY, "S. Gaonkar"),
        make.StepLine("report", REPORT, DAY + timedelta(hours=2), "S. Gaonkar"),
        make.StepLine("declaration", DECLARATION, signed_at, "Dr M. Pereira"),
    ]
    report: dict[str, Any] = {
        "number": TO_GOVERNMENT,
        "case_number": CASE,
        "disease": DISEASE,
        "place": FARM,
        "steps": steps,
        "findings": "Four of twenty-four cows affected.",
        "signed_at": signed_at + timedelta(hours=1),
        "signatory": SURGEON,
    }
    return {
        "declaration": make.radius_declaration(
            number=DECLARATION,
            case_number=CASE,
            order_number=ORDER,
            confirmation_number=CONFIRMATION,
            disease=DISEASE,
            place=FARM,
            radius_m=1609.344,
            limit_m=1609.344,
            premises=premises,
            signed_at=signed_at,
            signatory=SURGEON,
            outline=AREA,
            choice_reason="The slaughter house is empty.",
            left_out=["PR/000107"],
            doubtful=["PR/000104"],
            place_accuracy_m=20.0,
        ),
        "premises_notice": make.premises_notice(
            number="NOT/2027/000001",
            case_number=CASE,
            declaration_number=DECLARATION,
            declared_at=signed_at,
            order_number=ORDER,
            disease=DISEASE,
            place=NEIGHBOUR,
            infected_place=FARM,
            radius_m=1609.344,
            distance_m=812.5,
            addressee=OWNER,
            signed_at=signed_at,
            signatory=SURGEON,
            deciding_part=1,
            animals={"goat": 9},
            geometry=POINT,
        ),
        "report_to_government": make.report_to_government(
            declaration_number=DECLARATION,
            radius_m=1609.344,
            premises_count=2,
            animals={"goat": 9, "elephant": 1},
            geometry=POINT,
            **report,
        ),
        "report_without_radius": make.report_to_government(**report),
    }


def _government() -> dict[str, Document]:
    signed_at = DAY + timedelta(days=2)
    decision: dict[str, Any] = {
        "number": DECISION,
        "case_number": CASE,
        "report_number": TO_GOVERNMENT,
        "declarations": [ORDER, DECLARATION],
        "disease": DISEASE,
        "place": FARM,
        "signed_at": signed_at,
    }
    area: dict[str, Any] = {
        "case_number": CASE,
        "government": GOVERNMENT,
        "disease": DISEASE,
        "area_name": "Curti infected area",
        "regional_language": "Konkani",
        "signed_at": signed_at,
        "signatory": SECRETARY,
    }
    limits: dict[str, Any] = {"geometry": AREA, "area_m2": 4_771_234.5}
    outcomes = make.DecisionOutcome
    return {
        "decision_confirm": make.government_decision(
            outcome=outcomes.CONFIRM, signatory=SECRETARY, geometry=AREA, **decision
        ),
        "decision_modified": make.government_decision(
            outcome=outcomes.CONFIRM_WITH_MODIFICATION,
            signatory=COLLECTOR,
            modifications="Usgao is left out.",
            delegation_number="DEL/2027/000001",
            geometry=AREA,
            limits=make.ModifiedLimits(4_730_234.5, ["Bandora", "Curti"]),
            **decision,
        ),
        "decision_own_boundary": make.government_decision(
            outcome=outcomes.CONFIRM_WITH_MODIFICATION,
            signatory=SECRETARY,
            geometry=AREA,
            limits=make.ModifiedLimits(4_730_234.5),
            **decision,
        ),
        "decision_cancel": make.government_decision(
            outcome=outcomes.CANCEL,
            signatory=SECRETARY,
            reasons="Laboratory results negative.",
            **decision,
        ),
        "notification": make.infected_area_notification(
            number=NOTIFICATION,
            decision_number=DECISION,
            declarations=[ORDER, DECLARATION],
            villages=[
                make.VillageLine("Curti", "Ponda", whole=True, area_m2=4_730_234.5),
                make.VillageLine("Usgao", "Ponda", whole=False, area_m2=41_000.0),
            ],
            left_out=LEFT_OUT,
            effective_at=signed_at + timedelta(days=2),
            **limits,
            **area,
        ),
        "notification_by_villages": make.infected_area_notification(
            number="NTF/2027/000098",
            decision_number=DECISION,
            declarations=[ORDER],
            villages=[make.VillageLine("Curti", "Ponda", whole=True, area_m2=4_771_234.5)],
            **limits,
            **area,
        ),
        "amendment": make.amendment_notification(
            number=AMENDMENT,
            amended_number=NOTIFICATION,
            reason="The outbreak has not reached Usgao.",
            report_number="RTG/2027/000090",
            delegation_number="DEL/2027/000001",
            **limits,
            **{**area, "government": "Collector of South Goa", "signatory": COLLECTOR},
        ),
        "rescission": make.rescission_notification(
            number="NTF/2027/000010",
            rescinded_number=NOTIFICATION,
            reason="No new case in thirty days.",
            places=LEFT_OUT,
            geometry=AREA,
            **area,
        ),
    }


def _cessations() -> dict[str, Document]:
    return {
        f"cessation_{cause}": make.cessation_notice(
            number="CES/2027/000001",
            case_number=CASE,
            cause=cause,
            declared_by=ORDER if "surgeon" in cause else DECLARATION,
            ending_number=DECISION if "government" in cause else NOTIFICATION,
            ended_at=DAY + timedelta(days=3),
            disease=DISEASE,
            place=NEIGHBOUR,
            addressee=OWNER,
            signed_at=DAY + timedelta(days=3, hours=1),
            signatory=INSPECTOR,
            still_under=["DEC/2027/000077"] if "government" in cause else (),
        )
        for cause in make.CessationCause
    }


def _movement() -> dict[str, Document]:
    signed: dict[str, Any] = {"signed_at": DAY, "signatory": INSPECTOR}
    number = "ML/2027/000004"
    removed = make.Removed(
        tags=["100245678901", "100245678902"],
        counts={"cattle": 2},
        items=[("feed", "Paddy straw", "20 bales"), ("thing", "Milk cans", "")],
    )
    terms = make.Terms(
        removed,
        origin=Personal("House and yard of A. Naik"),
        destination="The veterinary hospital, Ponda",
        valid_from=DAY + timedelta(hours=1),
        valid_to=DAY + timedelta(hours=10),
        journeys=2,
        mode="road",
        vehicle="GA-01-T-4321",
        consignment="",
        person_in_charge=Personal("R. Naik"),
        route={"type": "LineString", "coordinates": [[74.01, 15.4], [74.02, 15.41]]},
        route_m=1543.2,
        corridor_m=200.0,
        further=["The vehicle is cleansed before it leaves."],
        met=[
            (f"infected place of premises 102 ({ORDER})", ["leaves"]),
            ("infected area (NTF/2027/000004)", ["passes", "clear"]),
        ],
    )

    def paper(own: str) -> make.LicencePaper:
        return make.LicencePaper(own, number, NEIGHBOUR, OWNER, DAY, INSPECTOR)

    carcasses = replace(
        terms,
        removed=make.Removed(counts={"goat": 1}, dead=True),
        mode="rail",
        vehicle="",
        consignment="KRCL-77",
        person_in_charge=None,
        route=None,
        corridor_m=None,
        further=(),
        met=(),
    )
    return {
        "licence": make.movement_licence(
            paper(number), terms=terms, disease=DISEASE, geometry=POINT
        ),
        "licence_decided": make.movement_licence(
            paper(number),
            terms=carcasses,
            disease=DISEASE,
            geometry=POINT,
            reason="In contact with the affected herd last week",
        ),
        "licence_refusal": make.licence_refusal(
            paper("MLR/2027/000001"),
            asked_at=DAY - timedelta(hours=2),
            reasons="No clean vehicle",
            removed=removed,
            needless=False,
        ),
        "licence_revocation": make.licence_revocation(
            paper("MLV/2027/000001"),
            granted_at=DAY,
            revoked_at=DAY + timedelta(hours=2),
            reasons="A new outbreak on the road",
        ),
        "unloading_record": make.unloading_record(
            number="UNL/2027/000001",
            consignment="KRCL-77",
            unloaded_at=DAY,
            inside=[f"infected area ({NOTIFICATION})"],
            removed=removed,
            place=FARM,
            geometry=POINT,
            **signed,
        ),
        "return_direction": make.return_direction(
            number="RET/2027/000001",
            origin=f"infected area ({NOTIFICATION})",
            breach="Carried by night on a road that the licence does not name",
            within=DAY + timedelta(hours=6),
            removed=removed,
            geometry=POINT,
            related=[number, NOTIFICATION],
            place=NEIGHBOUR,
            addressee=OWNER,
            **signed,
        ),
    }


def all_specimens() -> dict[str, Document]:
    return {
        **_story(),
        **_radius(),
        **_government(),
        **_cessations(),
        **offices(DAY, GOVERNMENT, SECRETARY, AREA, DISEASE),
        **record_certificates(),
        **_movement(),
    }


@pytest.fixture(scope="session")
def specimens() -> dict[str, Document]:
    return all_specimens()


@pytest.fixture(scope="session")
def english() -> Words:
    return words_of(resources.read_toml("languages/en.toml"), file="languages/en.toml")


@pytest.fixture(scope="session")
def cite() -> Callable[[str], str]:
    rows = [*resources.read_csv("law/clauses.csv"), *resources.read_csv("law/cited.csv")]
    sections = {row["id"]: row["section"] for row in rows}
    return lambda clause: f"section {sections[clause]}"
