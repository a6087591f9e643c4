"""Section 11(2): counts that no examination can find, and whether the animals were examined."""

from __future__ import annotations

import pytest

from vetcontrol.disease.head_counts import were_examined
from vetcontrol.documents.instruments import ExaminedAnimals
from vetcontrol.errors import Malformed

Line = tuple[str, int, int, int, int]


def _lines(lines: list[Line]) -> list[ExaminedAnimals]:
    return [ExaminedAnimals(*line) for line in lines]


@pytest.mark.clause("DOA1974-11-2a")
@pytest.mark.parametrize(
    ("lines", "note", "says"),
    [
        ([("cattle", 3, 3, 0, 0), ("cattle", 1, 1, 0, 0)], "", "cattle is named twice"),
        ([("cattle", -1, -1, -1, 0)], "", "below 0"),
        ([("cattle", 3, 3, 0, -1)], "", "below 0"),
        ([("cattle", 3, 4, 0, 0)], "", "4 examined is more than the 3 kept"),
        ([("cattle", 3, 1, 2, 0)], "", "2 affected is more than the 1 examined"),
        ([("cattle", 3, 3, 2, 2)], "", "4 affected or in contact is more than the 3 kept"),
        ([("goat", 1, 1, 0, 0), ("cattle", 3, 4, 0, 0)], "", "cattle: 4 examined"),
        ([("cattle", 3, 3, 0, 0)], "None are kept", "the note says that none are kept"),
    ],
)
def test_counts_that_cannot_be(lines: list[Line], note: str, says: str) -> None:
    with pytest.raises(Malformed, match=says) as caught:
        were_examined(_lines(lines), note, stated=True)
    assert caught.value.clauses == ("DOA1974-11-2a",)
    assert [e.field for e in caught.value.errors] == ["animals"]


@pytest.mark.clause("DOA1974-11-2a")
@pytest.mark.parametrize(
    ("lines", "stated", "examined"),
    [
        ([("cattle", 3, 3, 3, 0)], False, True),
        ([("cattle", 3, 1, 1, 2), ("goat", 5, 0, 0, 5)], True, True),
        ([("cattle", 3, 0, 0, 0), ("goat", 5, 0, 0, 0)], True, False),
        ([("cattle", 0, 0, 0, 0)], True, True),
        ([("cattle", 0, 0, 0, 0)], False, False),
        ([], True, True),
        ([], False, False),
    ],
)
def test_the_counts_tell_whether_animals_were_examined(
    lines: list[Line], stated: bool, examined: bool
) -> None:
    assert were_examined(_lines(lines), "", stated=stated) is examined
