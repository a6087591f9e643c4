"""Redaction of personal text and attachments: they go, the log and its chain stay whole.

The chain holds only a salted hash of each personal text. Redaction empties the text and its salt,
after which nothing leads from the hash back to the words; of an attachment its bytes are emptied,
and so is every first print on which the text stands. The entry that says so is the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update

from vetcontrol.errors import Malformed, NoAuthority, NotFound
from vetcontrol.register import prints
from vetcontrol.register.entries import Actor, Entry, Kind
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import AttachmentRow, PersonalRow, SubjectRow

REDACTED = "personal.redacted"


def redact(
    writing: Writing, actor: Actor, digests: Sequence[str], *, reason: str, administrator: bool
) -> Entry:
    """Take out the personal texts and attachments of these `digests` for good, in stored
    documents too.

    The rows of present state that showed them are rebuilt without them. Raises `NoAuthority` for
    anyone but an administrator, `NotFound` for a digest that nothing stands behind, `Malformed`.
    """
    if not administrator:
        raise NoAuthority("Personal text is redacted by an administrator.")
    if not reason.strip():
        raise Malformed.field("reason", "say on what ground the text is taken out")
    wanted = list(dict.fromkeys(digests))
    rows = writing.session.scalars(select(PersonalRow).where(PersonalRow.digest.in_(wanted))).all()
    files = writing.session.scalars(
        select(AttachmentRow).where(
            AttachmentRow.sha256.in_(wanted), AttachmentRow.data.isnot(None)
        )
    ).all()
    found = {r.digest for r in rows if r.value is not None} | {f.sha256 for f in files}
    missing = set(wanted) - found
    if missing or not wanted:
        raise NotFound(f"No personal text stands behind {', '.join(sorted(missing)) or 'nothing'}.")
    brought_by = {row.entry_seq for row in rows} | {file.entry_seq for file in files}
    subjects = writing.session.scalars(
        select(SubjectRow.subject)
        .where(SubjectRow.entry_seq.in_(brought_by))
        .distinct()
        .order_by(SubjectRow.subject)
    ).all()
    wanted = list(dict.fromkeys([*wanted, *prints.empty(writing.session, wanted)]))
    writing.session.execute(
        update(PersonalRow).where(PersonalRow.digest.in_(wanted)).values(salt=None, value=None)
    )
    writing.session.execute(
        update(AttachmentRow).where(AttachmentRow.sha256.in_(wanted)).values(data=None)
    )
    entry = writing.append(
        REDACTED,
        actor,
        {"digests": wanted, "reason": reason.strip(), "of": list(subjects)},
        subjects=("personal",),
    )
    for subject in subjects:
        refresh = writing.register.handlers.refreshers.get(subject.partition("/")[0])
        if refresh is not None:
            refresh(writing, subject)
    return entry


def redacted_by(content: dict[str, Any]) -> set[str]:
    """The digests whose text the entry of this `content` took out."""
    return set(content["digests"])


KINDS = (Kind(REDACTED, correctable=False),)
