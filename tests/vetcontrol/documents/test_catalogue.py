"""A catalogue is whole, has no word to spare, and its blanks can do nothing but be filled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol import resources
from vetcontrol.documents.catalogue import Words, message
from vetcontrol.documents.content import paragraph
from vetcontrol.documents.vocabulary import DECLARED, words_of
from vetcontrol.faults import DataError

GREETING = message("greeting", "name", "day")


def _words(text: Any) -> Words:
    return Words.of({"language": "en", "greeting": text}, [GREETING], file="languages/en.toml")


def test_the_shipped_catalogues_are_whole() -> None:
    files = resources.list_files("languages", ".toml")
    assert "languages/en.toml" in files
    for file in files:
        words_of(resources.read_toml(file), file=file)


def test_declarations_agree_among_the_modules() -> None:
    keys = [item.key for item in DECLARED]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Hello {name}", "its blanks"),
        ("Hello {name}, {day}, {hour}", "its blanks"),
        ("", "has no words"),
        ("  ", "has no words"),
        (7, "has no words"),
        ("{name.__class__} {name} {day}", "brace"),
        ("{name[0]} {name} {day}", "brace"),
        ("{name!r} {name} {day}", "brace"),
        ("{name:>10} {name} {day}", "brace"),
        ("{} {name} {day}", "brace"),
        ("{{name}} {name} {day}", "brace"),
        ("{name} {day} }", "brace"),
    ],
)
def test_a_faulty_sentence_is_refused(text: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        _words(text)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"greeting": "{name} {day}"}, "does not name its language"),
        ({"language": "en"}, "greeting: no words for it"),
        ({"language": "en", "greeting": "{name} {day}", "more": {"of": "x"}}, r"more\.of: nothing"),
    ],
)
def test_a_catalogue_that_is_not_whole_is_refused(data: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        Words.of(data, [GREETING], file="languages/en.toml")


@given(st.text(), st.text())
def test_what_fills_a_blank_is_never_read_again(name: str, day: str) -> None:
    assert _words("Hello {name}, {day}!").say("greeting", name=name, day=day) == (
        f"Hello {name}, {day}!"
    )


def test_a_blank_filled_with_a_blank_stays_as_it_is() -> None:
    said = _words("Hello {name}, {day}!").say("greeting", name="{day}", day="{name}")
    assert said == "Hello {day}, {name}!"


def test_a_key_without_words_is_a_fault() -> None:
    with pytest.raises(DataError, match="no words for it"):
        _words("{name} {day}").say("farewell")


def test_a_message_takes_just_its_blanks() -> None:
    assert GREETING(name="A", day="B") == paragraph("greeting", day="B", name="A")
    with pytest.raises(TypeError, match="greeting has the blanks"):
        GREETING(name="A")
    with pytest.raises(TypeError, match="greeting has the blanks"):
        GREETING(name="A", day="B", hour="C")
