"""The tables of the log. All but the personal fields are append-only, held by triggers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry
from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from gis.spatialdb import Shape
from vetcontrol.register.engine import Instant

Id = BigInteger().with_variant(Integer, "sqlite")


class Table(DeclarativeBase):
    """Base of every table of vetcontrol."""


class EntryRow(Table):
    """One thing done: who, when, by what authority, in what words, after which entry."""

    __tablename__ = "entries"

    seq: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=False)
    recorded_at: Mapped[datetime] = mapped_column(Instant, index=True)
    actor: Mapped[str] = mapped_column(String(80))
    appointment: Mapped[str | None] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(60), index=True)
    number: Mapped[str | None] = mapped_column(String(40), unique=True)
    signed_at: Mapped[datetime | None] = mapped_column(Instant)
    content: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64))
    effects_digest: Mapped[str] = mapped_column(String(64))
    previous_hash: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))


class SubjectRow(Table):
    """Which case, notification, appointment or premises an entry belongs to."""

    __tablename__ = "entry_subjects"

    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), primary_key=True)
    subject: Mapped[str] = mapped_column(String(80), primary_key=True)

    __table_args__ = (Index("ix_entry_subjects_subject", "subject", "entry_seq"),)


class EffectRow(Table):
    """What an entry does to the map."""

    __tablename__ = "effects"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    ordinal: Mapped[int] = mapped_column(Integer)
    feature: Mapped[str] = mapped_column(String(120))
    feature_kind: Mapped[str] = mapped_column(String(40))
    action: Mapped[str] = mapped_column(String(10))
    shape: Mapped[BaseGeometry | None] = mapped_column(Shape)
    effective_at: Mapped[datetime] = mapped_column(Instant)
    facts: Mapped[str] = mapped_column(Text)


class StrikeRow(Table):
    """A correction: the entry that it strikes."""

    __tablename__ = "strikes"

    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), primary_key=True)
    struck_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)


class DocumentRow(Table):
    """A written instrument as canonical content with its checksum."""

    __tablename__ = "documents"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    kind: Mapped[str] = mapped_column(String(40))
    content: Mapped[str] = mapped_column(Text)
    checksum: Mapped[str] = mapped_column(String(64))


class PrintRow(Table):
    """The PDF of an instrument as it was first issued in a language, byte for byte.

    Redaction of a personal text that it shows empties bytes and SHA-256; the entry stays.
    """

    __tablename__ = "prints"

    number: Mapped[str] = mapped_column(ForeignKey("documents.number"), primary_key=True)
    language: Mapped[str] = mapped_column(String(20), primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    sha256: Mapped[str | None] = mapped_column(String(64))
    data: Mapped[bytes | None] = mapped_column(LargeBinary)


class AttachmentRow(Table):
    """A scan, photograph or signature by its SHA-256, which an entry of the log holds.

    Like a personal field it can be emptied by redaction; the digest stays.
    """

    __tablename__ = "attachments"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    media_type: Mapped[str] = mapped_column(String(40))
    data: Mapped[bytes | None] = mapped_column(LargeBinary)


class PersonalRow(Table):
    """A personal field, apart from the chain, which holds only its salted hash.

    Redaction empties salt and value; the digest, and so the chain, stays as it is.
    """

    __tablename__ = "personal_fields"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    entry_seq: Mapped[int] = mapped_column(ForeignKey("entries.seq"), index=True)
    salt: Mapped[str | None] = mapped_column(String(32))
    value: Mapped[str | None] = mapped_column(Text)


class SeriesRow(Table):
    """The last number given out in a series and year."""

    __tablename__ = "number_series"

    series: Mapped[str] = mapped_column(String(10), primary_key=True)
    year: Mapped[int] = mapped_column(Integer, primary_key=True)
    last: Mapped[int] = mapped_column(Integer)


@dataclass(frozen=True)
class Present:
    """A table of present state, by `subject` the subject in the log that a row belongs to.

    `apart` are columns that the log does not hold (passwords). Rows of an entry of kind `by_file`
    have no subject: the log holds the digest of their file alone. Rows `within` another table's
    (it, and the column that names its row) have no key that lasts: they are told by their order.
    """

    table: type[Table]
    subject: Callable[[Any], str]
    apart: frozenset[str] = frozenset()
    by_file: str = ""
    within: tuple[type[Table], str] | None = None


APPEND_ONLY = ("entries", "entry_subjects", "effects", "strikes", "documents")


def append_only_ddl(table: str, dialect: str) -> list[str]:
    """Statements that forbid to change or remove rows of `table`."""
    if dialect == "postgresql":
        return [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        ]
    return [
        f"CREATE TRIGGER {table}_no_{what} BEFORE {what.upper()} ON {table} BEGIN"
        f" SELECT raise(ABORT, '{table} is append-only'); END"
        for what in ("update", "delete")
    ]


REFUSE_CHANGE_FUNCTION = (
    "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
)
