"""Section 37: rules as the gazette publishes them, with the values that they fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from vetcontrol.documents.catalogue import Message, message
from vetcontrol.documents.content import (
    Clause,
    Document,
    DocumentKind,
    Schedule,
    Signatory,
    Word,
)
from vetcontrol.documents.instruments.common import STATUTE

_TITLE: Final = message("title.rules")
_MAKES: Final = message("paragraph.rules.makes", "government", "title", "clause")
_DRAFT: Final = message("paragraph.rules.draft", "gazette", "clause")
_WORDS: Final = message("paragraph.rules.words", "text")
_PENALTY: Final = message("paragraph.rules.penalty", "first", "repeat", "clause")
_FIXED: Final = message("schedule.prescribed")
_SERIAL: Final = message("column.serial")
_MATTER: Final = message("column.prescribed_matter")
_LOCALITY: Final = message("column.locality")
_FROM: Final = message("column.holds_from")
_VALUE: Final = message("column.prescribed_value")

MESSAGES: Final[tuple[Message, ...]] = (
    _TITLE,
    _MAKES,
    _DRAFT,
    _WORDS,
    _PENALTY,
    _FIXED,
    _SERIAL,
    _MATTER,
    _LOCALITY,
    _FROM,
    _VALUE,
    message("term.everywhere"),
)


@dataclass(frozen=True)
class Fixed:
    """One value that rules fix: what it is about, where (empty: everywhere), from when."""

    matter: str
    locality: str
    since: date
    value: str


def rules_notification(
    *,
    number: str,
    government: str,
    title: str,
    text: str,
    draft_gazette: str,
    fixed: Sequence[Fixed],
    clauses: Sequence[str],
    signed_at: datetime,
    signatory: Signatory,
    fines: tuple[str, str] | None = None,
) -> Document:
    """Rules made under section 37(1), published after their draft (DOA1974-37-4).

    `fines` are those on a first and a later breach, in words, where the rules make one punishable
    (DOA1974-37-3); `clauses` are those of section 37(2) that the values rest on.
    """
    rows = tuple(
        (str(at), one.matter, one.locality or Word("everywhere"), one.since, one.value)
        for at, one in enumerate(fixed, 1)
    )
    columns = (_SERIAL.key, _MATTER.key, _LOCALITY.key, _FROM.key, _VALUE.key)
    penal = (
        (_PENALTY(first=fines[0], repeat=fines[1], clause=Clause("DOA1974-37-3")),) if fines else ()
    )
    return Document(
        number=number,
        kind=DocumentKind.RULES,
        statute=STATUTE,
        clauses=tuple(
            dict.fromkeys(
                (
                    "DOA1974-37-1",
                    *clauses,
                    *(["DOA1974-37-3"] if fines else []),
                    "DOA1974-37-4",
                )
            )
        ),
        title=_TITLE.key,
        signed_at=signed_at,
        signatory=signatory,
        paragraphs=(
            _MAKES(government=government, title=title, clause=Clause("DOA1974-37-1")),
            _DRAFT(gazette=draft_gazette, clause=Clause("DOA1974-37-4")),
            _WORDS(text=text),
            *penal,
        ),
        schedules=(Schedule(_FIXED.key, columns, rows),) if rows else (),
    )
