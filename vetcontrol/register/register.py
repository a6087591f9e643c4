"""The register as a process holds it: its database, its clock, and what is in force in memory."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import digest
from vetcontrol.clock import Clock, day_of, in_words
from vetcontrol.documents.content import Document, canonical, checksum
from vetcontrol.documents.personal import personals, sealed
from vetcontrol.errors import Refused
from vetcontrol.law.parameters import Figures
from vetcontrol.law.prescribed import Prescribed, Provided
from vetcontrol.register.engine import Database
from vetcontrol.register.entries import Actor, Entry, Kind, entry_of, newest, write
from vetcontrol.register.inforce import InForce, Snapshot
from vetcontrol.register.tables import AttachmentRow, DocumentRow, PersonalRow, Present, SeriesRow
from vetcontrol.settings import Settings


@dataclass(frozen=True)
class Handlers:
    """Where a lower package must reach a higher one; filled on top, in `vetcontrol.schema`.

    `kinds`: how each kind of entry acts on the map. `refreshers`: by the first word of a
    subject, what rebuilds its rows of present state from its standing entries (and refuses a
    history that makes no sense). `publications`: by what notifications are about, the power under
    which they are made (`gazette.power.Power`). `present`: the tables of present state,
    which the audit holds against the log. `rules`: what rules on the register prescribe.
    """

    kinds: Mapping[str, Kind]
    refreshers: Mapping[str, Callable[[Writing, str], None]] = field(default_factory=dict)
    publications: Mapping[str, Any] = field(default_factory=dict)
    present: Sequence[Present] = ()
    rules: Callable[[Reading], Iterable[Provided]] = field(default=lambda _: ())


class Register:
    """One for each process."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        handlers: Handlers,
        *,
        figures: Figures,
        prescribed: Prescribed,
    ) -> None:
        self.database = database
        self.clock = clock
        self.settings = settings
        self.handlers = handlers
        self.figures = figures
        self.prescribed = prescribed
        self.in_force = InForce(database)

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """One read-only transaction."""
        with self.database.reading() as session:
            yield Reading(session, self, self.clock.now())

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """One writing transaction under the write lock; committed on a clean exit.

        Raises `Refused` when the clock stands behind the log's head: recorded time never
        decreases along the log.
        """
        with self.database.writing() as session:
            yield self._writing(session)

    @contextmanager
    def rehearsing(self) -> Iterator[Writing]:
        """The same, and nothing is kept: what an act would make, before anybody signs."""
        with self.database.rehearsing() as session:
            yield self._writing(session)

    def _writing(self, session: Session) -> Writing:
        head = newest(session)
        now = self.clock.now()
        if head is not None and now < head.recorded_at:
            if head.recorded_at - now > timedelta(seconds=self.settings.clock_skew_seconds):
                raise Refused(
                    f"The clock of this machine says {in_words(now)}, but the log's last entry"
                    f" was recorded at {in_words(head.recorded_at)}. Set the clock right."
                )
            now = head.recorded_at
        return Writing(session, self, now)

    def close(self) -> None:
        """Close the database."""
        self.database.close()


@dataclass
class Reading:
    """One transaction that reads; `now` is its moment."""

    session: Session
    register: Register
    now: datetime

    @property
    def prescribed(self) -> Prescribed:
        """What the profile and the rules on the register fix, by day and locality (section 37)."""
        return self.register.prescribed.also(self.register.handlers.rules(self))

    def known(self, known_at: datetime | None = None, known_seq: int | None = None) -> Snapshot:
        """What is in force as known at a time or by a sequence; by default at the log's head."""
        in_force = self.register.in_force
        if known_seq is not None:
            return in_force.known_by_seq(max(0, min(known_seq, self.register.database.head())))
        if known_at is not None:
            return in_force.known_by_seq(in_force.seq_known_at(known_at))
        return in_force.at_head()


@dataclass
class Writing(Reading):
    """One transaction that writes under the write lock; `now` is the recorded time of its acts."""

    _salts: list[PersonalRow] = field(default_factory=list)
    _attached: list[AttachmentRow] = field(default_factory=list)

    def next_number(self, series: str) -> str:
        """The next number of `series` in the present year of India, e.g. `IP/2026/000012`."""
        year = day_of(self.now).year
        row = self.session.get(SeriesRow, (series, year))
        if row is None:
            row = SeriesRow(series=series, year=year, last=0)
            self.session.add(row)
        row.last += 1
        self.session.flush()
        return f"{series}/{year}/{row.last:06d}"

    def seal(self, personal: str) -> dict[str, str]:
        """A personal field for an entry's content: its salted digest, the text kept apart."""
        return {"personal": self.salted_digest(personal)}

    def personal_text(self, value: Any) -> str | None:
        """The text of a personal field, also of one sealed for the entry that comes next."""
        if isinstance(value, Mapping):
            for row in self._salts:
                if row.digest == value["personal"]:
                    return row.value
        return personal_text(self.session, value)

    def salted_digest(self, personal: str) -> str:
        """The salted digest of a personal text, which is kept apart with the next entry."""
        salt = secrets.token_hex(16)
        value = digest(f"{salt}:{personal}")
        self._salts.append(PersonalRow(digest=value, salt=salt, value=personal))
        return value

    def attach(self, row: AttachmentRow) -> None:
        """A file to be kept with the entry that comes next; once, however often it is named."""
        if all(row.sha256 != other.sha256 for other in self._attached):
            self._attached.append(row)

    def append(
        self,
        kind: str,
        actor: Actor,
        content: Mapping[str, Any],
        *,
        subjects: Sequence[str],
        number: str | None = None,
        signed_at: datetime | None = None,
        documents: Sequence[Document] = (),
        strikes: int | None = None,
    ) -> Entry:
        """Append one entry with the effects that its kind derives from `content`.

        Its documents are sealed (personal text replaced by salted digests), salted where they are
        not yet, and kept with their checksums, which stand in the entry's content and so in the
        chain.
        """
        whole_documents = (
            replace(sealed(d, self.salted_digest), salt=d.salt or secrets.token_hex(16))
            for d in documents
        )
        kept = [(d, canonical(d)) for d in whole_documents]
        whole = {**content}
        if kept:
            whole["documents"] = [[d.number, checksum(text)] for d, text in kept]
        row = write(
            self.session,
            recorded_at=self.now,
            actor=actor,
            kind=kind,
            number=number,
            signed_at=signed_at,
            content=whole,
            subjects=subjects,
            effects=self.register.handlers.kinds[kind].effects(whole),
            strikes=strikes,
        )
        for personal in self._salts:
            personal.entry_seq = row.seq
        for attached in self._attached:
            attached.entry_seq = row.seq
        self.session.add_all([*self._salts, *self._attached])
        self._salts, self._attached = [], []
        self.session.add_all(
            DocumentRow(
                number=document.number,
                entry_seq=row.seq,
                kind=document.kind.value,
                content=text,
                checksum=checksum(text),
            )
            for document, text in kept
        )
        self.session.flush()
        return entry_of(row, subjects)


def personal_values(session: Session, document: Document) -> dict[str, str]:
    """The personal texts of `document` by digest, as far as they are kept and not redacted."""
    digests = [p.digest for p in personals(document) if p.digest]
    if not digests:
        return {}
    rows = session.scalars(select(PersonalRow).where(PersonalRow.digest.in_(digests)))
    return {row.digest: row.value for row in rows if row.value is not None}


def personal_text(session: Session, value: Any) -> str | None:
    """The text of a personal field `{"personal": digest}`; None once it was redacted."""
    if not isinstance(value, Mapping):
        return None
    return session.scalar(select(PersonalRow.value).where(PersonalRow.digest == value["personal"]))
