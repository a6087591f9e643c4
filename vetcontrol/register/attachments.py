"""Attachments: scans, photographs and signatures, kept beside the log, which holds their SHA-256.

A picture is judged by its content and drawn anew in a process of its own (`picture_reader`), so
that nothing of the file that was sent is kept: no hidden position, no second content. A PDF, the
scan of a paper, is kept as it is and never shown in a page.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import AttachmentRow, EntryRow

PICTURES: Final = ("image/jpeg", "image/png")
PDF: Final = "application/pdf"
MOST_BYTES: Final = 15_000_000
SECONDS: Final = 30.0
# How an entry points to an attachment, whatever it calls it; and with its media type.
NAMED: Final = re.compile(r'"attachment":"([0-9a-f]{64})"')
NAMED_AS: Final = re.compile(r'"attachment":"([0-9a-f]{64})"(?:,"media_type":"([^"]*)")?')
_PICTURE_STARTS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_END: Final = b"%%EOF"
_END_WITHIN: Final = 2_048


@dataclass(frozen=True)
class Attachment:
    """A file as it is kept: its media type as judged by content, its bytes, their SHA-256."""

    media_type: str
    data: bytes
    sha256: str

    def as_json(self) -> dict[str, str]:
        """How the content of an entry names it."""
        return {"attachment": self.sha256, "media_type": self.media_type}


def read(field: str, data: bytes, *, pdf: bool = False) -> Attachment:
    """The attachment that the uploaded bytes make: a picture (JPEG, PNG, WebP), or with `pdf`
    also a PDF. Raises `Malformed` naming `field` for anything else."""
    if not data:
        raise Malformed.field(field, "is empty; choose the file again")
    if len(data) > MOST_BYTES:
        raise Malformed.field(
            field,
            f"has {len(data):,} bytes; send at most {MOST_BYTES:,}, a smaller picture or scan",
        )
    if data.startswith(_PICTURE_STARTS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP"):
        media_type, drawn = _drawn_anew(field, data)
        return _attachment(media_type, drawn)
    if pdf and data.startswith(b"%PDF-") and _END in data[-_END_WITHIN:]:
        return _attachment(PDF, data)
    wanted = "a picture (JPEG, PNG or WebP) or a PDF" if pdf else "a picture (JPEG, PNG or WebP)"
    raise Malformed.field(field, f"is not {wanted} by its content; scan or photograph it again")


def _attachment(media_type: str, data: bytes) -> Attachment:
    return Attachment(media_type, data, hashlib.sha256(data).hexdigest())


def _drawn_anew(field: str, data: bytes) -> tuple[str, bytes]:
    command = [sys.executable, "-I", "-m", "vetcontrol.register.picture_reader"]
    try:
        done = subprocess.run(  # noqa: S603  (our own program, nothing of the caller's in it)
            command, input=data, capture_output=True, timeout=SECONDS, check=False, env={}
        )
    except subprocess.TimeoutExpired as error:
        raise Malformed.field(field, "takes too long to read; take it again as JPEG") from error
    if done.returncode == 2 and done.stderr:
        raise Malformed.field(field, done.stderr.decode("utf-8", "replace")[:300])
    media_type, _, drawn = done.stdout.partition(b"\n")
    if done.returncode or media_type.decode("ascii", "replace") not in PICTURES:
        raise Malformed.field(field, "takes more to read than a picture may; take it again as JPEG")
    return media_type.decode("ascii"), drawn


def keep(writing: Writing, attachment: Attachment) -> dict[str, str]:
    """Keep `attachment` with the entry that comes next; returns how its content names it.

    The same bytes are kept once. Raises `Refused` where they were kept and taken out for good.
    """
    kept = writing.session.get(AttachmentRow, attachment.sha256)
    if kept is None:
        writing.attach(
            AttachmentRow(
                sha256=attachment.sha256,
                media_type=attachment.media_type,
                data=attachment.data,
            )
        )
    elif kept.data is None:
        raise Refused(
            "This very file was kept before and taken out for good (redacted). Take another picture"
            " or scan, if it may be kept at all."
        )
    return attachment.as_json()


def get(session: Session, sha256: str) -> AttachmentRow:
    """The attachment of that digest. Raises `NotFound`, also once it was redacted."""
    row = session.get(AttachmentRow, sha256)
    if row is None or row.data is None:
        raise NotFound("No such attachment is kept, or it is not open to you.")
    return row


def entries_naming(
    session: Session, row: AttachmentRow, kinds: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """(actor, content as text) of each entry of `kinds` that names it; first that which brought
    it, which is found without a search."""
    first = session.get_one(EntryRow, row.entry_seq)
    yield first.actor, first.content
    others = select(EntryRow.actor, EntryRow.content).where(
        EntryRow.kind.in_(kinds),
        EntryRow.seq > row.entry_seq,
        EntryRow.content.contains(row.sha256, autoescape=True),
    )
    rows = session.execute(others.order_by(EntryRow.seq))
    yield from ((actor, content) for actor, content in rows)
