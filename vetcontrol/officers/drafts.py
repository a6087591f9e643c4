"""What an officer has begun to write for an act and not yet signed.

A draft is personal to its officer: nobody else is shown it, it is no entry of the log, and it is
dropped in the transaction of the act that signs it. It stands under the act's `purpose` and the
`subject` that it is about; `fields` are those of the form as pairs, a name as often as it was
sent. A form gets drafts by three lines of its page: `api.pages.drafting` says which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import orjson
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from vetcontrol.errors import Malformed, TooLarge
from vetcontrol.officers.tables import DraftRow
from vetcontrol.register.register import Reading, Writing

PURPOSES = ("order", "examination", "radius", "decision", "amendment", "licence")
MOST_BYTES = 2_000_000
"""Of one draft: an outline of 50,000 corners fits."""
MOST_DRAFTS = 200
LONGEST_SUBJECT = 80

Fields = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Draft:
    """A form that was begun: what for, what about, its fields in order, and when it was kept."""

    purpose: str
    subject: str
    fields: tuple[tuple[str, str], ...]
    kept_at: datetime


def keep(writing: Writing, username: str, purpose: str, subject: str, fields: Fields) -> Draft:
    """Keep the form's `fields`, in place of what was kept for the same purpose and subject.

    Also wipes every draft that has grown too old. Raises `TooLarge` for a draft of more than
    `MOST_BYTES` or more than `MOST_DRAFTS` drafts, `Malformed` for a purpose nobody has.
    """
    _require(purpose, subject)
    content = orjson.dumps([[name, value] for name, value in fields])
    if len(content) > MOST_BYTES:
        raise TooLarge(
            f"What you began has {len(content):,} bytes; a draft holds at most {MOST_BYTES:,}."
            " Draw the outline with fewer corners, or send it as a file when you sign."
        )
    session = writing.session
    session.execute(delete(DraftRow).where(DraftRow.kept_at < _oldest(writing)))
    row = session.get(DraftRow, (username, purpose, subject))
    if row is None:
        kept = session.scalar(
            select(func.count()).select_from(DraftRow).where(DraftRow.username == username)
        )
        if (kept or 0) >= MOST_DRAFTS:
            raise TooLarge(
                f"You have {MOST_DRAFTS} drafts, the most that are kept. Finish or throw away some"
                " of them, then keep this one."
            )
        row = DraftRow(username=username, purpose=purpose, subject=subject)
        session.add(row)
    row.content, row.kept_at = content.decode(), writing.now
    session.flush()
    return _draft(row)


def get(reading: Reading, username: str, purpose: str, subject: str) -> Draft | None:
    """The draft of this officer for this purpose and subject, unless it has grown too old."""
    row = reading.session.get(DraftRow, (username, purpose, subject))
    return None if row is None or row.kept_at < _oldest(reading) else _draft(row)


def drop(session: Session, username: str, purpose: str, subject: str) -> bool:
    """Throw the draft away; whether there was one. Of another officer's nothing is touched."""
    row = session.get(DraftRow, (username, purpose, subject))
    if row is None:
        return False
    session.delete(row)
    session.flush()
    return True


def listing(reading: Reading, username: str) -> list[Draft]:
    """What this officer began and neither signed nor threw away, the newest first."""
    rows = reading.session.scalars(
        select(DraftRow)
        .where(DraftRow.username == username, DraftRow.kept_at >= _oldest(reading))
        .order_by(DraftRow.kept_at.desc(), DraftRow.purpose, DraftRow.subject)
    )
    return [_draft(row) for row in rows]


def _oldest(reading: Reading) -> datetime:
    return reading.now - timedelta(days=reading.register.settings.draft_days)


def _require(purpose: str, subject: str) -> None:
    if purpose not in PURPOSES:
        raise Malformed.field("purpose", f"is one of {', '.join(PURPOSES)}")
    if len(subject) > LONGEST_SUBJECT:
        raise Malformed.field("subject", f"has at most {LONGEST_SUBJECT} characters")


def _draft(row: DraftRow) -> Draft:
    fields = tuple((str(name), str(value)) for name, value in orjson.loads(row.content))
    return Draft(row.purpose, row.subject, fields, row.kept_at)
