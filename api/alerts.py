"""Telling officers by e-mail what newly waits for them, after the act that it follows from.

An act never waits for this: it only wakes a thread, which reads what the newest entries gave rise
to, keeps that it tells each officer of each task once, and then sends. What cannot be sent is
counted and logged, and not tried again: the page of tasks is the record.
"""

from __future__ import annotations

import logging
import smtplib
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from api.pages import task_words
from api.tasks import PROVIDERS, Task
from api.templating import cite
from vetcontrol.clock import in_words
from vetcontrol.officers.holders import Holders
from vetcontrol.officers.mail import Mailer
from vetcontrol.officers.tables import OfficerRow, TaskMailRow
from vetcontrol.officers.waiting import Waiting
from vetcontrol.register.register import Reading, Register
from vetcontrol.register.tables import EntryRow, SubjectRow

log = logging.getLogger("vetcontrol.mail")
#: The steps that another person's act newly gives to an officer.
TOLD: Final = frozenset(
    {"examination", "decision", "approval", "publication", "licence", "appointment", "delegation"}
)
RESULTS: Final = ("sent", "failed", "withheld")


@dataclass(frozen=True)
class Letter:
    """One message: to whom, about which task, in words without any person or place."""

    username: str
    address: str
    task: str
    subject: str
    body: str


class Alerts:
    """One for each application; its thread is begun by the first act that someone is told of."""

    def __init__(self, register: Register, mailer: Mailer) -> None:
        self._register, self._mailer = register, mailer
        # None where the register cannot be read yet: then the first act only says where to begin.
        self._seen = _head_of(register)
        self._wake = threading.Event()
        self._idle = threading.Event()
        self._idle.set()
        self._closed = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._counts: Counter[str] = Counter()

    def counts(self) -> dict[str, int]:
        """Messages by what became of them: `withheld` where no server is set."""
        with self._lock:
            return {result: self._counts[result] for result in RESULTS}

    def committed(self) -> None:
        """An act is committed. Never raises and never waits for a message."""
        try:
            self._committed()
        except Exception:  # the act stands whatever becomes of the messages about it
            log.exception("nobody could be told of an act by e-mail")

    def _committed(self) -> None:
        with self._register.database.reading() as session:
            listens = session.scalar(
                select(OfficerRow.username)
                .where(OfficerRow.email.is_not(None), OfficerRow.active)
                .limit(1)
            )
        with self._lock:
            if self._closed:
                return
            if listens is None or self._seen is None:
                self._seen = self._register.database.head()
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="mail", daemon=True)
                self._thread.start()
            self._idle.clear()
            self._wake.set()

    def settle(self, seconds: float) -> bool:
        """Wait until what was committed so far is told of; whether it was in time."""
        return self._idle.wait(seconds)

    def close(self) -> None:
        """Tell of what was committed, then end the thread."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is not None:
            self._wake.set()
            thread.join()

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            try:
                self._tell()
            except Exception:  # the thread lives on: the next act is told of again
                log.exception("what newly waits could not be told of by e-mail")
            with self._lock:
                if self._wake.is_set():
                    continue
                self._idle.set()
                if self._closed:
                    return

    def _tell(self) -> None:
        with self._register.reading() as reading:
            head = self._register.database.head()
            assert self._seen is not None, "the thread is begun by an act after the beginning"
            actors = _new_subjects(reading, self._seen, head)
            letters = _letters(reading, actors) if actors else []
        self._seen = head
        for letter in self._claimed(letters):
            self._send(letter)

    def _claimed(self, letters: Sequence[Letter]) -> list[Letter]:
        """Those of `letters` that nobody has sent yet, now kept as told of."""
        if not letters:
            return []
        with self._register.database.writing() as session:
            new = [
                letter
                for letter in letters
                if session.get(TaskMailRow, (letter.username, letter.task)) is None
            ]
            told_at = self._register.clock.now()
            session.add_all(
                TaskMailRow(username=one.username, task=one.task, told_at=told_at) for one in new
            )
        return new

    def _send(self, letter: Letter) -> None:
        try:
            self._mailer.send(letter.address, letter.subject, letter.body)
            result = "sent" if self._mailer.sends else "withheld"
        except (OSError, ValueError, smtplib.SMTPException) as error:
            # Neither the address nor what the server said of it stands in the log.
            log.warning("not sent to %s: %s", letter.username, type(error).__name__)
            result = "failed"
        with self._lock:
            self._counts[result] += 1


def _head_of(register: Register) -> int | None:
    try:
        return register.database.head()
    except SQLAlchemyError:
        return None


def _new_subjects(reading: Reading, after: int, head: int) -> dict[str, set[str]]:
    """What the entries after `after` are about, with those who made them."""
    rows = reading.session.execute(
        select(SubjectRow.subject, EntryRow.actor)
        .join(EntryRow, EntryRow.seq == SubjectRow.entry_seq)
        .where(EntryRow.seq > after, EntryRow.seq <= head)
    )
    found: dict[str, set[str]] = {}
    for subject, actor in rows:
        found.setdefault(subject, set()).add(actor)
    return found


def _letters(reading: Reading, actors: dict[str, set[str]]) -> list[Letter]:
    addresses = {
        row.username: row.email
        for row in reading.session.scalars(
            select(OfficerRow).where(OfficerRow.email.is_not(None), OfficerRow.active)
        )
    }
    holders = Holders(reading)
    return [
        _letter(reading, waiting, holder.username, str(addresses[holder.username]))
        for provider in PROVIDERS
        for waiting in provider(reading)
        if waiting.step in TOLD and waiting.subject in actors
        for holder in holders.of(waiting)
        # Whoever did the act knows what follows from it.
        if holder.username in addresses and holder.username not in actors[waiting.subject]
    ]


def _letter(reading: Reading, waiting: Waiting, username: str, address: str) -> Letter:
    """The message: what waits, its numbers and clause, and where it is done."""
    task = Task(waiting, (), mine=True, age=reading.now - waiting.since)
    pages = reading.register.settings.public_address.rstrip("/")
    where = f"{pages}{task_words.act_address(task)}" if pages else "On the page of tasks."
    numbers = ", ".join(dict.fromkeys(n for n in (waiting.subject, waiting.number) if n))
    lines = (
        f"{task_words.what(task)}.",
        "",
        f"Number: {numbers}",
        f"Since: {in_words(waiting.since)}",
        f"The law's wording: {waiting.wording}",
        f"Clause: {cite(waiting.clause)}",
        f"Where it is done: {where}",
        "",
        "This message is sent once. It names no person and no place; the register does.",
    )
    return Letter(
        username, address, waiting.key, f"Waits for you: {waiting.subject}", "\n".join(lines)
    )
