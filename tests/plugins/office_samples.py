"""One specimen of every instrument about an office, a power or a provision."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from vetcontrol.clock import IST
from vetcontrol.documents import instruments as make
from vetcontrol.documents.content import Document, Signatory


def offices(
    day: datetime, government: str, secretary: Signatory, area: Mapping[str, Any], disease: str
) -> dict[str, Document]:
    """Appointments, delegations, commencements and the Schedule, signed a month before `day`."""
    signed: dict[str, Any] = {
        "government": government,
        "signed_at": day - timedelta(days=30),
        "signatory": secretary,
    }
    start = date(2027, 1, 1)
    return {
        "appointment_surgeon": make.appointment_notification(
            number="APP/000002",
            officer_name="Dr M. Pereira",
            office="veterinary_surgeon",
            start=start,
            **signed,
        ),
        "appointment_inspector": make.appointment_notification(
            number="APP/000003",
            officer_name="S. Gaonkar",
            office="inspector",
            start=start,
            until=date(2027, 12, 31),
            area_name="Ponda",
            geometry=area,
            purposes=["infected places", "licences"],
            **signed,
        ),
        "appointment_inspector_all": make.appointment_notification(
            number="APP/000005",
            officer_name="T. Sawant",
            office="inspector",
            start=start,
            area_name="Tiswadi",
            **signed,
        ),
        "delegation": make.delegation_order(
            number="DEL/2027/000001",
            collector="V. Desai",
            district="South Goa",
            powers=["DOA1974-13-1-a", "DOA1974-13-2"],
            conditions=["Areas of at most 50 square kilometres."],
            start=start,
            **signed,
        ),
        "delegation_unconditional": make.delegation_order(
            number="DEL/2027/000002",
            collector="V. Desai",
            district="South Goa",
            powers=["DOA1974-13-3"],
            start=start,
            **signed,
        ),
        "delegation_revocation": make.delegation_revocation(
            number="DEL/2027/000003",
            delegation_number="DEL/2027/000001",
            collector="V. Desai",
            district="South Goa",
            ends_at=day,
            **signed,
        ),
        "commencement": make.commencement_notification(
            number="COM/2027/000001",
            area_name="Ponda taluka",
            disease=disease,
            start=start,
            provisions=["section 11", "section 13"],
            geometry=area,
            **signed,
        ),
        "commencement_all": make.commencement_notification(
            number="COM/2027/000002", area_name="Goa", disease=disease, start=start, **signed
        ),
        "end_of_operation": make.end_of_operation_notification(
            number="COM/2027/000003",
            area_name="Ponda taluka",
            end=date(2028, 1, 1),
            provisions=["section 11"],
            commencement_number="COM/2027/000001",
            **signed,
        ),
        "end_of_operation_all": make.end_of_operation_notification(
            number="COM/2027/000004", area_name="Goa", end=date(2028, 1, 1), **signed
        ),
        "scheduled_disease": make.scheduled_disease_notification(
            number="SCH/2027/000001", disease="Lumpy skin disease", **signed
        ),
        "control": make.control_notification(
            number="NOT/2027/000010",
            disease="Lumpy skin disease",
            area_name="the State of Goa",
            controlled=make.Controlled(
                forbids=True,
                movements=["import"],
                matters=["animal"],
                classes=["cattle", "buffalo"],
                excepted={"buffalo": "a certificate of health"},
            ),
            clauses=("DOA1974-6-1-a",),
            begins=datetime(2027, 3, 20, 12, 0, tzinfo=IST),
            first=date(2027, 3, 20),
            last=date(2027, 5, 9),
            extends=make.Extended("NOT/2027/000008", datetime(2027, 3, 11, 0, 0, tzinfo=IST), 9),
            **signed,
        ),
        "control_of_gatherings": make.control_notification(
            number="NOT/2027/000011",
            disease="Lumpy skin disease",
            area_name="Ponda taluka",
            controlled=make.Controlled(
                forbids=False,
                gatherings=["market", "fair"],
                dealing=True,
                matters=["animal", "fodder"],
                conditions="A veterinary officer is there.",
                excepted={"goat": ""},
            ),
            clauses=("DOA1974-6-1-b", "DOA1974-6-1-c"),
            begins=datetime(2027, 3, 1, 0, 0, tzinfo=IST),
            first=date(2027, 3, 1),
            last=None,
            extends=make.Extended("NOT/2027/000007", datetime(2027, 3, 1, 0, 0, tzinfo=IST)),
            **signed,
        ),
        "control_rescission": make.control_rescission(
            number="NOT/2027/000012",
            rescinded_number="NOT/2027/000010",
            disease="Lumpy skin disease",
            reason="The disease is over.",
            ends=datetime(2027, 4, 1, 9, 0, tzinfo=IST),
            clauses=("DOA1974-6-1-a",),
            **signed,
        ),
        "rules": make.rules_notification(
            number="NOT/2027/000009",
            title="The Diseases of Animals (Cleansing) Rules, 2027",
            text="Vessels and vehicles of common carriers are cleansed as the schedule says.",
            draft_gazette="Series I No. 40 of 7 January 2027",
            fixed=[
                make.Fixed("Periods of cleansing", "", date(2027, 3, 1), "30"),
                make.Fixed("Manner of cleansing", "Goa", date(2027, 3, 1), "Washed with lime."),
            ],
            clauses=("DOA1974-37-2-v",),
            fines=("Rs 50", "Rs 100"),
            **signed,
        ),
    }
