"""What is said of a paper: every verdict in every language, with a sign and a sentence."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.languages import catalogues
from api.numbers import read_number
from api.pages.verify import LOOKS, sentence_of, verdict
from api.templating import environment
from vetcontrol.clock import IST
from vetcontrol.disease.effect_now import EffectNow, Force
from vetcontrol.documents.verdicts import VERDICTS

SINCE = datetime(2027, 1, 1, 8, 0, tzinfo=IST).astimezone(UTC)
UNTIL = datetime(2027, 1, 3, tzinfo=IST).astimezone(UTC)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_has_words_in_each_language_and_a_sign(name: str) -> None:
    said = verdict(name, "Why")
    assert [code for code, _ in said.words] == ["en", *sorted(set(catalogues()) - {"en"})]
    assert len({words for _, words in said.words}) == len(catalogues())
    signs = environment().get_template("components/sign.html").module
    assert "<path" in str(signs.sign(said.sign))  # type: ignore[attr-defined]
    assert said.looks in {"good", "care", "bad"}


def test_every_verdict_and_every_force_is_said() -> None:
    assert set(LOOKS) == set(VERDICTS)
    assert set(Force) <= set(VERDICTS)
    assert len({words for name in VERDICTS for words in verdict(name, "").words}) == 2 * len(
        VERDICTS
    )


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (EffectNow(Force.IN_FORCE, SINCE), "In force since 1 January 2027, 08:00 IST."),
        (
            EffectNow(Force.IN_FORCE, SINCE, UNTIL, "COM/2027/000002"),
            "In force since 1 January 2027, 08:00 IST, until 3 January 2027 by COM/2027/000002.",
        ),
        (
            EffectNow(Force.IN_FORCE, UNTIL, partly=True),
            "In force since 3 January 2027. Part of it has ended; the register says which.",
        ),
        (EffectNow(Force.NOT_YET, UNTIL), "It begins at 3 January 2027."),
        (
            EffectNow(Force.ENDED, SINCE, UNTIL, "CAN/2027/000001"),
            "It was in force from 1 January 2027, 08:00 IST and ended at 3 January 2027 by"
            " CAN/2027/000001.",
        ),
        (
            EffectNow(Force.ENDED, None, UNTIL, "MLV/2027/000001"),
            "It was ended before it began by MLV/2027/000001, and never had effect.",
        ),
        (
            EffectNow(Force.SUPERSEDED, SINCE, UNTIL, "NOT/2027/000002"),
            "It was in force from 1 January 2027, 08:00 IST; since 3 January 2027"
            " NOT/2027/000002 stands in its place.",
        ),
        (
            EffectNow(Force.NONE),
            "It is the paper that was issued, and nothing that it begins stands.",
        ),
        (
            EffectNow(Force.ACT),
            "It records what was done on its day; nothing of it begins or ends.",
        ),
    ],
)
def test_why_is_said_in_a_sentence(effect: EffectNow, sentence: str) -> None:
    assert sentence_of(effect) == sentence


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ORD/2027/000012", "ORD/2027/000012"),
        (" ord-2027-12 ", "ORD/2027/000012"),
        ("Ord. 2027 . 12", "ORD/2027/000012"),
        ("ML_2027_1234567", "ML/2027/1234567"),
        ("ORD/27/1", None),
        ("ORD/2027/", None),
        ("1/2027/1", None),
        ("ORD/2027/1x", None),
        ("ORD/2027/1\x00", None),
        ("", None),
    ],
)
def test_a_number_as_people_type_it(typed: str, read: str | None) -> None:
    assert read_number(typed) == read
