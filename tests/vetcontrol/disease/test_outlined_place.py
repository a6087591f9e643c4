"""A case by outline: its papers say once, in their own language, which outlined place it is."""

from __future__ import annotations

import pytest

from api.languages import catalogues, cite_in
from casework import Desk, away, square
from vetcontrol.documents.spoken import Spoken, spoken
from vetcontrol.places.words import within_sentence
from vetcontrol.register import documents as stored


def said(desk: Desk, number: str, language: str) -> Spoken:
    words = catalogues()[language]
    with desk.register.reading() as reading:
        return spoken(stored.get(reading.session, number), words, cite=cite_in(words))


@pytest.mark.clause("DOA1974-11-3b")
def test_the_notice_of_premises_says_the_outlined_place_once(desk: Desk) -> None:
    desk.premises(away(300), "Neighbour")
    order = desk.order(geometry=square(0.0005)).content
    case = str(order["case_number"])
    desk.examine(case)
    desk.declare(case)
    (notice,) = [s.document for s in desk.services(case) if s.clause == "DOA1974-11-3b"]
    sentence = (
        f"The declaration is made from this infected place, to which order {order['number']}"
        " applies: the outlined place at 15.420000 N, 74.000000 E, village not stated."
    )
    assert sentence in said(desk, notice, "en").paragraphs
    konkani = " ".join(said(desk, notice, "kok").paragraphs)
    assert "नकाशार काडिल्ली सुवात" in konkani
    assert "outlined" not in konkani
    place = dict(said(desk, str(order["number"]), "en").particulars)["Place"]
    assert place == "The outlined place at 15.420000 N, 74.000000 E"


def test_a_name_keeps_its_letters_within_a_sentence() -> None:
    assert within_sentence("The place at 15.4 N, 74.0 E") == "the place at 15.4 N, 74.0 E"
    assert within_sentence("The Dairy") == "The Dairy"
