"""Every language ships every word, says nothing to spare, and keeps to its own script."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from typing import Any, Final

import pytest

from vetcontrol import resources
from vetcontrol.documents.catalogue import Words, flatten
from vetcontrol.documents.content import (
    Clause,
    Count,
    Metres,
    Personal,
    Position,
    SquareMetres,
    Value,
    Word,
)
from vetcontrol.documents.vocabulary import words_of
from vetcontrol.documents.wording import Speaker
from vetcontrol.faults import DataError

FILES: Final = resources.list_files("languages", ".toml")
BLANK: Final = re.compile(r"\{[a-z_]+\}")
# What stays in Latin letters in every script: names of a datum, an algorithm and a kind of file.
LATIN: Final = re.compile(r"\b(?:WGS84|SHA-256|PDF|QR)\b")
# Letters and signs of Devanagari, its joiners, digits, and marks that any script uses.
DEVANAGARI: Final = re.compile(r"[\u0900-\u097F\u200C\u200D0-9\s.,;:?()\[\]°/–—'\"·-]*")


def _sentences(file: str) -> dict[str, str]:
    data = flatten(resources.read_toml(file))
    return {key: text for key, text in data.items() if isinstance(text, str) and key != "language"}


def _konkani() -> Words:
    return words_of(resources.read_toml("languages/kok.toml"), file="languages/kok.toml")


def test_english_and_konkani_are_shipped() -> None:
    assert {"languages/en.toml", "languages/kok.toml"} <= set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_language_is_whole(file: str) -> None:
    words = words_of(resources.read_toml(file), file=file)
    assert file == f"languages/{words.language}.toml"


@pytest.mark.parametrize("file", FILES)
def test_sentences_are_composed_and_neat(file: str) -> None:
    for key, text in _sentences(file).items():
        assert text == unicodedata.normalize("NFC", text), key
        assert (text == text.strip() and "  " not in text) or key == "value.separator", key


@pytest.mark.parametrize("file", FILES)
def test_a_sentence_ends_where_the_english_one_does(file: str) -> None:
    english = _sentences("languages/en.toml")
    for key, text in _sentences(file).items():
        if key.startswith("paragraph."):
            assert (text[-1] == ".") == (english[key][-1] == "."), key


@pytest.mark.parametrize("file", FILES)
def test_a_citation_stays_in_brackets(file: str) -> None:
    english = _sentences("languages/en.toml")
    for key, text in _sentences(file).items():
        if key not in english:
            continue  # proper names, which have no sentence
        assert ("({clause})" in text) == ("({clause})" in english[key]), key


def test_konkani_is_in_devanagari_alone() -> None:
    for key, text in _sentences("languages/kok.toml").items():
        rest = LATIN.sub("", BLANK.sub("", text))
        assert DEVANAGARI.fullmatch(rest), f"{key}: {rest}"


def test_terms_that_differ_in_law_differ_in_konkani() -> None:
    """An infected place is no infected area, a notice no notification, cancelling no rescission."""
    words = _konkani()
    for group in ("title", "term.office", "term.role", "term.species", "month"):
        said = [text for key, text in words.messages.items() if key.rpartition(".")[0] == group]
        assert len(said) == len(set(said)), group
    for key, text in words.messages.items():
        english = _sentences("languages/en.toml")[key]
        if re.search(r"\binfected areas?\b", english):
            assert "बाधीत वाठार" in text, key
        if re.search(r"\binfected places?\b", english):
            assert "बाधीत सुवात" in text, key
        if re.search(r"\bVeterinary Surgeon\b", english):
            assert "पशुवैज" in text, key
        if re.search(r"\bInspector\b", english):
            assert "निरिक्षक" in text, key
        if re.search(r"\bscheduled disease\b", english):
            assert "अनुसुचीबद्द दुयेंस" in text, key
        if re.search(r"\blicence\b", english):
            assert "परवान" in text, key


def test_a_translation_that_nobody_checked_says_so() -> None:
    english = words_of(resources.read_toml("languages/en.toml"), file="languages/en.toml")
    assert english.checked_by_speaker
    assert not _konkani().checked_by_speaker


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "सांगूंक ना"),
        (1234567, "12,34,567"),
        (date(2027, 1, 1), "1 जानेवारी 2027"),
        (
            datetime(2026, 12, 31, 19, 0, tzinfo=UTC),
            "1 जानेवारी 2027, 00:30 वरां (भारतीय प्रमाण वेळ)",
        ),
        (Personal(None, "digest"), "[गुपीत दवरलां]"),
        (Metres(1609.344), "1,609.344 मी."),
        (SquareMetres(8_136_000.0), "813.60 हेक्टर (8.136 चौ. कि.मी.)"),
        (Position(73.8278, 15.4909), "73.8278000° उदेंत, 15.4909000° उत्तर"),
        (Position(-73.5, -15.25), "73.5000000° अस्तंत, 15.2500000° दक्षीण"),
        (Count(Word("species.goat"), 1200), "बोकडां: 1,200"),
    ],
)
def test_values_in_konkani(value: Value, said: str) -> None:
    assert Speaker(_konkani(), lambda clause: clause).value(value) == said


def test_a_clause_is_cited_within_a_konkani_sentence() -> None:
    speaker = Speaker(_konkani(), lambda clause: f"cited {clause}")
    assert speaker.value(Clause("DOA1974-4")) == "cited DOA1974-4"
    said = speaker.words.say("paragraph.appointment.public_servant", clause="section 4")
    assert said == "ह्या अधिकाऱ्याक लोकसेवक मानतात (section 4)."


@pytest.mark.parametrize("checked", ["no", 0, None])
def test_whether_a_speaker_checked_is_yes_or_no(checked: Any) -> None:
    data = {"language": "kok", "checked_by_speaker": checked}
    with pytest.raises(DataError, match="is true or false"):
        Words.of(data, [], file="languages/kok.toml")
