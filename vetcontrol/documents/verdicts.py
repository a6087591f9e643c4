"""What is said of a paper that somebody asks after, in the first words that he reads."""

from __future__ import annotations

from typing import Final

from vetcontrol.documents.catalogue import Message, message

VERDICTS: Final = (
    "in_force",
    "partly",
    "not_yet",
    "ended",
    "superseded",
    "none",
    "not_needed",
    "act",
    "corrected",
    "not_known",
    "no_code",
    "too_many",
)
MESSAGES: Final[tuple[Message, ...]] = tuple(message(f"verdict.{name}") for name in VERDICTS)
