"""Whether a paper is genuine and what it declares is in force, for anyone who holds it.

What a gazette published is open to all, without a code. Every other instrument is told of only to
who knows its check code, which stands on the paper, or its checksum. Nothing of persons and places
is told. An unknown number and a wrong code are answered alike, and so is every number without a
code, so that no answer tells of a paper; only of what a gazette published it is told that a code is
not its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from vetcontrol.disease.effect_now import EffectNow, effect_now
from vetcontrol.disease.papers import corrected_since
from vetcontrol.documents.check_code import matches, well_formed
from vetcontrol.documents.content import Document, from_json
from vetcontrol.errors import NotFound, Refused
from vetcontrol.gazette.signature import Signature, gazetted, signed
from vetcontrol.officers import verify_tries
from vetcontrol.register.register import Reading, Register
from vetcontrol.register.tables import DocumentRow

NOT_KNOWN: Final = (
    "No paper of that number and check code is known. Copy both from the paper once more; the code"
    " has ten letters and digits. If they are right, the paper is not genuine: ask the office that"
    " it names."
)
NO_CODE: Final = (
    "Type the check code that is printed on the paper beside its square code: without it nothing"
    " can be said of this number. Only what a gazette published needs none."
)
_NOT_ITS_CODE: Final = (
    "{number} was published, and the check code that you gave is not its code: a paper that carries"
    " that code is no print of it. Copy the code once more; it has ten letters and digits."
)
_NO_CHECKSUM: Final = "0" * 64


@dataclass(frozen=True)
class Genuine:
    """What is told of a genuine paper, as at `at` by what the log held at `known_seq`.

    `corrected_by` is the correction that struck its entry or, of a paper about an order, the
    order's since; empty where both stand. `signature` is the gazette's; where a gazette's paper
    has none `unsigned` says why.
    """

    number: str
    kind: str
    title: str
    statute: str
    clauses: tuple[str, ...]
    issued_on: date
    signed_at: datetime
    checksum: str
    gazetted: bool
    corrected_by: str
    effect: EffectNow
    at: datetime
    known_seq: int
    signature: Signature | None
    unsigned: str

    @property
    def stands(self) -> bool:
        """Whether its entry stands, and the order that it repeats."""
        return not self.corrected_by


def verify(register: Register, number: str, code: str, *, address: str) -> Genuine:
    """The paper `number`, asked after from the network address `address`.

    Raises `NotFound`, in the same words for all that no gazette published, and `TooMany` after
    `verify_tries` of these within the window. A code that no paper can have is no try.
    """
    given = bool(code.strip())
    why = NOT_KNOWN if given else NO_CODE
    with register.reading() as reading:
        verify_tries.require_few(reading, address)
        row = reading.session.get(DocumentRow, number)
        # The code is compared in every case.
        knows = matches(_NO_CHECKSUM if row is None else row.checksum, code)
        published = row is not None and gazetted(row)
        if row is not None and (knows or (published and not given)):
            return _told(reading, row)
        if published:
            why = _NOT_ITS_CODE.format(number=number)
    if not given or well_formed(code):
        verify_tries.count(register, address)
    raise NotFound(why)


def _told(reading: Reading, row: DocumentRow) -> Genuine:
    document = from_json(row.content)
    known = reading.known()
    signature, unsigned = _signature(reading, row)
    return Genuine(
        number=row.number,
        kind=document.kind.value,
        title=document.title,
        statute=document.statute,
        clauses=document.clauses,
        issued_on=_day(document),
        signed_at=document.signed_at,
        checksum=row.checksum,
        gazetted=gazetted(row),
        corrected_by=corrected_since(reading.session, row, known.known_seq),
        effect=effect_now(reading, document),
        at=reading.now,
        known_seq=known.known_seq,
        signature=signature,
        unsigned=unsigned,
    )


def _day(document: Document) -> date:
    assert document.issued_on is not None
    return document.issued_on


def _signature(reading: Reading, row: DocumentRow) -> tuple[Signature | None, str]:
    if not gazetted(row):
        return None, ""
    try:
        return signed(reading, row), ""
    except Refused as refusal:
        return None, refusal.detail
