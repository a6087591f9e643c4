"""Each instrument says the words, clauses and tables that were read and approved once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest

from vetcontrol import resources
from vetcontrol.clock import IST
from vetcontrol.documents import instruments as make
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, DocumentKind, Signatory, paragraph
from vetcontrol.documents.vocabulary import DECLARED
from vetcontrol.documents.wording import Speaker
from vetcontrol.errors import Malformed

GOLDEN = Path(__file__).parent / "golden"

CLAUSES = {
    "order": ("DOA1974-11-1a",),
    "order_by_surgeon": ("DOA1974-11-1a", "DOA1974-3-3"),
    "order_copy": ("DOA1974-11-1b", "DOA1974-11-1a"),
    "order_copy_corrected": ("DOA1974-11-1b", "DOA1974-11-1a"),
    "report": ("DOA1974-11-1c",),
    "examination": ("DOA1974-11-2a",),
    "examination_without_animals": ("DOA1974-11-2a",),
    "confirmation": ("DOA1974-11-2b",),
    "cancellation": ("DOA1974-11-2b", "DOA1974-11-4a"),
    "declaration": ("DOA1974-11-3a",),
    "premises_notice": ("DOA1974-11-3b", "DOA1974-11-3a"),
    "report_to_government": ("DOA1974-11-3c",),
    "report_without_radius": ("DOA1974-11-3c",),
    "decision_confirm": ("DOA1974-13-1-a",),
    "decision_modified": ("DOA1974-13-1-a", "DOA1974-13-7"),
    "decision_own_boundary": ("DOA1974-13-1-a",),
    "decision_cancel": ("DOA1974-13-1-b", "DOA1974-13-6a"),
    "notification": ("DOA1974-13-2", "DOA1974-13-4a", "DOA1974-13-5"),
    "notification_by_villages": ("DOA1974-13-2", "DOA1974-13-4a", "DOA1974-13-5"),
    "amendment": ("DOA1974-13-3", "DOA1974-13-4a", "DOA1974-13-5", "DOA1974-13-7"),
    "rescission": ("DOA1974-13-3", "DOA1974-13-4a", "DOA1974-13-5"),
    "cessation_cancelled_by_veterinary_surgeon": ("DOA1974-11-4b", "DOA1974-11-4a"),
    "cessation_cancelled_by_government": ("DOA1974-13-6b", "DOA1974-13-6a"),
    "cessation_left_out_of_area": ("DOA1974-13-4b", "DOA1974-13-4a"),
    "cessation_area_rescinded": ("DOA1974-13-4b", "DOA1974-13-4a", "DOA1974-13-3"),
    "appointment_surgeon": ("DOA1974-3-1", "DOA1974-4"),
    "appointment_inspector": ("DOA1974-3-2a", "DOA1974-3-2b", "DOA1974-4"),
    "appointment_inspector_all": ("DOA1974-3-2a", "DOA1974-3-2b", "DOA1974-4"),
    "delegation": ("DOA1974-13-7",),
    "delegation_unconditional": ("DOA1974-13-7",),
    "delegation_revocation": ("DOA1974-13-7",),
    "commencement": ("DOA1974-1-3b",),
    "commencement_all": ("DOA1974-1-3b",),
    "end_of_operation": ("DOA1974-1-3c",),
    "end_of_operation_all": ("DOA1974-1-3c",),
    "scheduled_disease": ("DOA1974-38",),
    "control": ("DOA1974-6-1-a",),
    "control_of_gatherings": ("DOA1974-6-1-b", "DOA1974-6-1-c"),
    "control_rescission": ("DOA1974-6-1-a",),
    "rules": ("DOA1974-37-1", "DOA1974-37-2-v", "DOA1974-37-3", "DOA1974-37-4"),
    "record_certificate": ("BSA2023-63-4c", "BSA2023-63-2"),
    "record_certificate_of_a_broken_log": ("BSA2023-63-4c", "BSA2023-63-2"),
    "licence": ("DOA1974-14-1b", "DOA1974-14-1a"),
    "licence_decided": ("DOA1974-14-1b", "DOA1974-14-1a"),
    "licence_refusal": ("DOA1974-14-1b", "DOA1974-14-1a"),
    "licence_revocation": ("DOA1974-14-1b", "DOA1974-14-1a"),
    "unloading_record": ("DOA1974-14-2-prov", "DOA1974-14-2"),
    "return_direction": ("DOA1974-15", "DOA1974-14-1a", "DOA1974-15-prov"),
}


def _spoken(document: Document, words: Words, cite: Callable[[str], str]) -> str:
    speaker = Speaker(words, cite)
    lines = [words.say(document.title).upper(), f"under {', '.join(document.clauses)}"]
    if document.addressee:
        to = (document.addressee.name, document.addressee.role, document.addressee.address)
        lines.append(f"to {' / '.join(speaker.value(part) for part in to if part)}")
    lines += [speaker.paragraph(part) for part in document.paragraphs]
    for schedule in document.schedules:
        lines += ["", words.say(schedule.key), " | ".join(map(words.say, schedule.columns))]
        lines += [" | ".join(map(speaker.value, row)) for row in schedule.rows]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        pytest.param(
            name,
            ids,
            # What is only cited is no clause that the project answers for.
            marks=[pytest.mark.clause(id_) for id_ in ids if not id_.startswith("BSA")],
            id=name,
        )
        for name, ids in CLAUSES.items()
    ],
)
def test_says_what_was_approved(
    name: str,
    clauses: tuple[str, ...],
    specimens: dict[str, Document],
    english: Words,
    cite: Callable[[str], str],
) -> None:
    document = specimens[name]
    assert document.clauses == clauses
    approved = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert _spoken(document, english, cite) == approved


def test_every_kind_has_a_specimen(specimens: dict[str, Document]) -> None:
    assert set(CLAUSES) == set(specimens)
    assert {document.kind for document in specimens.values()} == set(DocumentKind)


def test_every_clause_named_is_known(specimens: dict[str, Document]) -> None:
    files = ("law/clauses.csv", "law/cited.csv")
    known = {row["id"] for file in files for row in resources.read_csv(file)}
    assert {clause for document in specimens.values() for clause in document.clauses} <= known


def test_every_sentence_of_the_catalogue_is_said(specimens: dict[str, Document]) -> None:
    said = {part.key for document in specimens.values() for part in document.paragraphs}
    declared = {item.key for item in DECLARED if item.key.startswith("paragraph.")}
    assert said == declared


@pytest.mark.clause("DOA1974-11-3b")
def test_notice_gives_distance_and_deciding_part(specimens: dict[str, Document]) -> None:
    keys = [part.key for part in specimens["premises_notice"].paragraphs]
    assert "paragraph.notice.distance" in keys
    assert paragraph("paragraph.notice.part", part=2) in specimens["premises_notice"].paragraphs


@pytest.mark.clause("DOA1974-11-1b")
def test_copy_repeats_the_whole_order(specimens: dict[str, Document]) -> None:
    order, copy = specimens["order"], specimens["order_copy"]
    assert copy.paragraphs[-len(order.paragraphs) :] == order.paragraphs
    assert (copy.schedules, copy.geometry) == (order.schedules, order.geometry)


@pytest.mark.clause("DOA1974-13-2")
def test_every_corner_of_the_limits_is_listed_once(specimens: dict[str, Document]) -> None:
    boundary = specimens["notification"].schedules[1]
    assert boundary.key == "schedule.boundary"
    assert len(boundary.rows) == 4 + 3


@pytest.mark.clause("DOA1974-3-2b")
def test_an_inspector_without_area_is_refused() -> None:
    with pytest.raises(Malformed, match="name it") as refused:
        make.appointment_notification(
            number="APP/1",
            government="Government of Goa",
            officer_name="S. Gaonkar",
            office="inspector",
            start=date(2027, 1, 1),
            signed_at=datetime(2027, 1, 1, 9, tzinfo=IST),
            signatory=Signatory("R. Kamat", "Secretary", "APP/0"),
        )
    assert refused.value.clauses == ("DOA1974-3-2b",)
