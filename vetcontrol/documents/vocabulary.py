"""All that instruments and their pages say, which every catalogue must put into words."""

from __future__ import annotations

from typing import Any, Final

from vetcontrol.documents import plate_words, spoken, verdicts, wording
from vetcontrol.documents.catalogue import Message, Words
from vetcontrol.documents.instruments import (
    areas,
    cessation,
    common,
    controls,
    decisions,
    evidence,
    limits,
    movement,
    offices,
    orders,
    provisions,
    radius,
    reports,
    rules,
    surgeon,
)

DECLARED: Final[tuple[Message, ...]] = tuple(
    dict.fromkeys(
        message
        for module in (
            areas,
            cessation,
            common,
            controls,
            decisions,
            evidence,
            limits,
            movement,
            offices,
            orders,
            plate_words,
            provisions,
            radius,
            reports,
            rules,
            spoken,
            surgeon,
            verdicts,
            wording,
        )
        for message in module.MESSAGES
    )
)


def words_of(data: dict[str, Any], *, file: str) -> Words:
    """The catalogue read from `file`, complete and without a word to spare. Raises DataError."""
    return Words.of(data, DECLARED, file=file)
