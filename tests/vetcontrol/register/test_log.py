"""The log: append-only on both engines, chained, numbered; personal text kept apart."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
import sqlalchemy
from sqlalchemy import text

from casework import DISEASE, HERE, Desk, away, jan
from vetcontrol.clock import SetClock
from vetcontrol.disease import order
from vetcontrol.disease.tables import InfectedPlaceRow
from vetcontrol.errors import Malformed, NoAuthority, NotFound, Refused
from vetcontrol.premises.service import Keeper
from vetcontrol.premises.tables import KeeperRow
from vetcontrol.register import redaction
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor, all_rows, chain_hash
from vetcontrol.register.inforce import KEPT_SNAPSHOTS
from vetcontrol.register.opening import is_demo, open_log
from vetcontrol.register.register import personal_text
from vetcontrol.register.tables import APPEND_ONLY, PersonalRow
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

COLUMN = {
    "entries": "content",
    "entry_subjects": "subject",
    "effects": "facts",
    "strikes": "struck_seq",
    "documents": "content",
}


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_no_row_of_the_log_is_changed_or_removed(desk: Desk, table: str) -> None:
    desk.correct(desk.order(desk.premises()).seq, by="inspector")
    column = COLUMN[table]
    statements = [f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"]
    if desk.register.database.is_sqlite:
        statements.append(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    for statement in statements:
        with (
            pytest.raises(sqlalchemy.exc.DBAPIError, match="append-only"),
            desk.register.writing() as writing,
        ):
            writing.session.execute(text(statement))
    assert verify(desk.register).faults == []


def test_every_entry_follows_from_the_one_before(desk: Desk) -> None:
    desk.case()
    with desk.register.reading() as reading:
        rows = list(all_rows(reading.session))
        reading.session.expunge_all()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    for before, row in pairwise(rows):
        assert row.previous_hash == before.hash
        assert row.recorded_at >= before.recorded_at
    first = rows[0]
    assert first.hash == chain_hash(first, ["register"])
    assert first.hash != chain_hash(first, [])


def test_a_register_is_opened_once(desk: Desk) -> None:
    with pytest.raises(Refused, match="opened once"), desk.register.writing() as writing:
        open_log(writing, demo=False)
    with desk.register.reading() as reading:
        assert is_demo(reading.session)


def test_a_subject_named_twice_counts_once(desk: Desk) -> None:
    with desk.register.writing() as writing:
        entry = writing.append(
            "personal.redacted", Actor("x"), {"digests": []}, subjects=("a", "a")
        )
    assert entry.subjects == ("a", "a")
    assert verify(desk.register).faults == []


def test_what_cannot_be_kept_is_refused(desk: Desk) -> None:
    for wrong in (float("nan"), "a\0b", "\ud800"):
        with pytest.raises(Malformed), desk.register.writing() as writing:
            writing.append("personal.redacted", Actor("x"), {"digests": [wrong]}, subjects=())


def test_a_clock_behind_the_head_is_refused(desk: Desk) -> None:
    desk.at(jan(5, 12))
    desk.case()
    skew = timedelta(seconds=desk.register.settings.clock_skew_seconds)
    desk.at(jan(5, 12) - skew)
    desk.premises(away(500), "Within the skew")
    with desk.register.reading() as reading:
        last = list(all_rows(reading.session))[-1]
        assert last.recorded_at == jan(5, 12), "recorded time never decreases"
    desk.at(jan(5, 12) - skew - timedelta(microseconds=1))
    head = desk.head()
    with pytest.raises(Refused, match="Set the clock right"):
        desk.premises(away(600), "Too late")
    assert desk.head() == head


def test_numbers_run_by_series_and_year_of_india(desk: Desk) -> None:
    first = desk.order(desk.premises())
    desk.at(jan(1, 12).replace(year=2027, month=12, day=31, hour=23, minute=59))
    second = desk.order(desk.premises(away(2_000), "Second"))
    desk.at(jan(1).replace(year=2028))
    third = desk.order(desk.premises(away(3_000), "Third"))
    assert [e.number for e in (first, second, third)] == [
        "ORD/2027/000001",
        "ORD/2027/000002",
        "ORD/2028/000001",
    ]


def test_a_failed_act_leaves_no_trace_and_no_gap(desk: Desk) -> None:
    head = desk.head()
    key = desk.premises()

    def fail() -> None:
        with desk.register.writing() as writing:
            order.order(
                writing, desk.who("inspector"), disease=DISEASE, grounds="Seen", premises_id=key
            )
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert desk.kinds(HERE, jan(1, 12)) == set()
    assert desk.order(key).number == "ORD/2027/000001"
    assert desk.head() == head + 2
    with desk.register.reading() as reading:
        assert reading.session.query(InfectedPlaceRow).count() == 1


def test_personal_text_stands_apart_and_is_redacted(desk: Desk) -> None:
    keeper = Keeper("owner", "R. Redacted", "The last house")
    key = desk.premises(keepers=(keeper,))
    made = desk.order(key)
    with desk.register.reading() as reading:
        for row in all_rows(reading.session):
            assert "R. Redacted" not in row.content
    assert "R. Redacted" not in desk.document(made.content["copies"][0]).content
    with desk.register.reading() as reading:
        named = [r for r in reading.session.query(PersonalRow) if r.value == "R. Redacted"]
        wanted = [r.digest for r in named]
        sealed = {"personal": wanted[0]}
        assert len({r.salt for r in named}) == len(named) == 2, "each with a salt of its own"
        assert personal_text(reading.session, sealed) == "R. Redacted"
    administrator, nobody = desk.who("administrator"), desk.who("government")

    def redact(
        which: list[str], officer: object = administrator, reason: str = "Asked for"
    ) -> None:
        with desk.register.writing() as writing:
            redaction.redact(
                writing,
                Actor(officer.username),  # type: ignore[attr-defined]
                which,
                reason=reason,
                administrator=officer.administrator,  # type: ignore[attr-defined]
            )

    with pytest.raises(NoAuthority):
        redact(wanted, nobody)
    with pytest.raises(Malformed):
        redact(wanted, reason=" ")
    for missing in ([], ["0" * 64]):
        with pytest.raises(NotFound):
            redact(missing)
    redact(wanted)
    with desk.register.reading() as reading:
        assert personal_text(reading.session, sealed) is None
        (keeper_row,) = reading.session.query(KeeperRow).filter_by(premises_id=key)
        assert (keeper_row.name, keeper_row.address) == (None, "The last house")
    report = verify(desk.register)
    assert report.faults == []
    assert report.redacted == 2
    with pytest.raises(NotFound):
        redact(wanted)
    case = str(made.content["case_number"])
    desk.examine(case, "cancel")
    told = [s for s in desk.services(case) if s.clause == "DOA1974-11-4b"]
    assert told, "the notice goes out, to the owner who is no longer named"
    assert verify(desk.register).faults == []


def test_what_is_known_by_a_sequence(desk: Desk) -> None:
    head = desk.head()
    entry = desk.order(desk.premises())
    for known, there in ((-3, False), (0, False), (head, False), (entry.seq, True), (10**9, True)):
        answer = desk.answer(HERE, jan(1, 12), known_seq=known)
        assert ("infected_place" in {v.kind for v in answer.versions}) is there, known
        assert answer.known_seq == max(0, min(known, desk.head()))
    with desk.register.reading() as reading:
        assert reading.known(known_at=jan(1).replace(year=2020)).known_seq == 0


def test_snapshots_are_kept_while_nothing_changes_the_map(desk: Desk) -> None:
    in_force = desk.register.in_force
    before = in_force.at_head()
    desk.premises(name="Changes nothing on the map")
    after = in_force.at_head()
    assert after.known_seq == before.known_seq + 1
    assert after.tree is before.tree
    desk.order(desk.premises(away(900), "Changes it"))
    assert in_force.at_head().tree is not before.tree
    for seq in range(desk.head() + 1):
        in_force.known_by_seq(seq)
    assert len(in_force._kept) == KEPT_SNAPSHOTS
    assert in_force.at_head().feature("infected_place/IP/2027/000001", jan(1, 12)) is not None


def test_what_one_process_writes_the_other_answers(desk: Desk, office_url: str) -> None:
    other = open_register(
        Settings(database_url=office_url, prescribed_profile="demo"), SetClock(jan(1, 12))
    )
    try:
        with other.reading() as reading:
            assert reading.known().feature("infected_place/IP/2027/000001", jan(1, 12)) is None
        entry = desk.order(desk.premises())
        with other.reading() as reading:
            known = reading.known()
        assert known.known_seq == entry.seq
        assert known.feature("infected_place/IP/2027/000001", jan(1, 12)) is not None
        assert verify(other).faults == []
    finally:
        other.close()


def test_no_digest_is_ever_given_twice(desk: Desk) -> None:
    for number in range(3):
        desk.premises(away(100 * number), f"Dairy {number}", keepers=(Keeper("owner", "Same"),))
    with desk.register.reading() as reading:
        same = [r for r in reading.session.query(PersonalRow) if r.value == "Same"]
        assert len({r.digest for r in same}) == 3
