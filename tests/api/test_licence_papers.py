"""The papers of a licence, in print for its owner and certified, by the Inspector of the place."""

from __future__ import annotations

import hashlib
from typing import Any

import pypdfium2
import pytest

from desk import Desk, in_path
from refusals import INSPECTOR, refused
from vetcontrol.errors import NotFound
from vetcontrol.movement import queries

HERE = {"type": "Point", "coordinates": [74.0, 15.42]}
# In Sanguem, which is not the Inspector's.
ACROSS = {"type": "Point", "coordinates": [74.0635, 15.1769]}
WITHHELD = "To\r\n[withheld]\r\n"
COMPUTER = "Server of the Directorate, Panaji"


@pytest.fixture(autouse=True)
def described(desk: Desk) -> None:
    desk.register.settings = desk.register.settings.model_copy(update={"computer": COMPUTER})


def _refused(desk: Desk, by: str = INSPECTOR, origin: Any = HERE) -> tuple[str, str]:
    """A licence that was refused, and its paper."""
    body = {
        "owner": "Anjali Naik",
        "asked_how": "telephone",
        "asked_by": "B. Naik",
        "origin": {"geometry": origin, "words": "The cow shed"},
        "destination": {"geometry": {"type": "Point", "coordinates": [74.03, 15.42]}},
        "valid_from": "2026-12-01T09:30:00+05:30",
        "valid_to": "2026-12-02T08:00:00+05:30",
        "counts": {"cattle": 1},
        "vehicle": "GA-01-T-4321",
        "person_in_charge": "R. Naik",
    }
    number = desk.do(by, "/licences", body)["number"]
    made = desk.do(by, f"/licences/{in_path(number)}/refuse", {"reasons": "It needs none"})
    return number, made["documents"][0]["number"]


def _print(desk: Desk, who: str, number: str) -> tuple[bytes, str]:
    answer = desk.ask(who, f"/documents/{in_path(number)}.pdf")
    assert answer.status_code == 200, answer.text
    pages = pypdfium2.PdfDocument(answer.content)
    return answer.content, "".join(page.get_textpage().get_text_range() for page in pages)


@pytest.mark.clause("DOA1974-14-1b")
def test_a_refusal_is_printed_and_certified_by_who_may_read_the_licence(desk: Desk) -> None:
    _, paper = _refused(desk)
    # Who may not read of the place is given a print without the names, which is not the first.
    assert WITHHELD in _print(desk, "administrator", paper)[1]
    first, words = _print(desk, INSPECTOR, paper)
    assert "Anjali Naik" in words
    assert "withheld" not in words
    sha256 = hashlib.sha256(first).hexdigest()
    told = desk.get(INSPECTOR, f"/documents/{in_path(paper)}.json")
    assert told["prints"] == [{"language": "en", "sha256": sha256}]
    address = f"/documents/{in_path(paper)}/certificate"
    certificate = desk.do(INSPECTOR, address)["number"]
    words = "".join(_print(desk, INSPECTOR, certificate)[1].split())
    assert sha256 in words
    assert "withheld" not in words
    assert "[withheld]" in _print(desk, "administrator", certificate)[1]
    refused(desk.send("administrator", address), 403)


def test_the_inspector_of_another_place_may_not_read_it(desk: Desk) -> None:
    _, paper = _refused(desk, "veterinary_surgeon", ACROSS)
    assert WITHHELD in _print(desk, INSPECTOR, paper)[1]
    refused(desk.send(INSPECTOR, f"/documents/{in_path(paper)}/certificate"), 403)
    assert "Anjali Naik" in _print(desk, "veterinary_surgeon", paper)[1]


def test_the_paper_of_a_licence_that_was_struck_is_read_by_who_reads_everywhere(
    desk: Desk,
) -> None:
    number, paper = _refused(desk)
    with desk.register.reading() as reading:
        steps = queries.licence(reading.session, number).entries
    for seq in reversed(steps):
        desk.do(INSPECTOR, "/corrections", {"seq": seq, "reason": "Of another owner"})
    with desk.register.reading() as reading, pytest.raises(NotFound):
        queries.licence(reading.session, number)
    assert WITHHELD in _print(desk, INSPECTOR, paper)[1]
    assert "Anjali Naik" in _print(desk, "veterinary_surgeon", paper)[1]
