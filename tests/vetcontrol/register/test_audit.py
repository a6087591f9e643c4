"""The audit finds what was changed behind the register's back, and nothing where nothing was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import CursorResult, text

from casework import Desk, away, jan, square
from vetcontrol.canonical import digest
from vetcontrol.clock import SetClock
from vetcontrol.premises.service import Keeper, Premises, import_premises
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.register.tables import APPEND_ONLY, append_only_ddl
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings


@pytest.fixture
def tampered(desk: Desk, office_url: str) -> Callable[[str], list[str]]:
    """Do SQL with the triggers dropped or asleep, and audit in a process that knows nothing."""
    desk.premises(away(300), "Neighbour")
    case = desk.case(signed_at=jan(1, 8))
    desk.examine(case)
    desk.declare(case)
    desk.correct(desk.order(desk.premises(away(900), "Wrong")).seq, by="inspector")

    def tamper(statement: str, checkpoint: tuple[int, str] | None = None) -> list[str]:
        with desk.register.writing() as writing:
            if desk.register.database.is_sqlite:
                for table in APPEND_ONLY:
                    for made in append_only_ddl(table, "sqlite"):
                        writing.session.execute(text(f"DROP TRIGGER {made.split()[2]}"))
            else:
                writing.session.execute(text("SET LOCAL session_replication_role = replica"))
            if statement:
                for one in statement.split(";"):
                    done = writing.session.execute(text(one))
                    assert isinstance(done, CursorResult)
                    assert done.rowcount > 0, one
        opened = open_register(
            Settings(database_url=office_url, prescribed_profile="demo"), SetClock(jan(1, 12))
        )
        report = verify(opened, checkpoint)
        opened.close()
        assert report.whole is not bool(report.faults)
        assert report.as_json()["faults"] == report.faults[:100]
        assert report.as_json()["faults_found"] == len(report.faults)
        return report.faults

    return tamper


ORDER = "(SELECT min(seq) FROM entries WHERE kind = 'infected_place.ordered')"
HEAD = "(SELECT max(seq) FROM entries)"
CASES = {
    "content": (
        f"UPDATE entries SET content = replace(content, 'Vesicles', 'Nothing') WHERE seq = {ORDER}",
        "its content was changed",
    ),
    "moment of signing": (
        f"UPDATE entries SET signed_at = recorded_at WHERE seq = {ORDER}",
        "its hash does not follow",
    ),
    "actor": (f"UPDATE entries SET actor = 'clerk' WHERE seq = {ORDER}", "hash does not follow"),
    "appointment": (
        f"UPDATE entries SET appointment = NULL WHERE seq = {ORDER}",
        "hash does not follow",
    ),
    "number": (f"UPDATE entries SET number = 'ORD/1' WHERE seq = {ORDER}", "hash does not follow"),
    "moment of an effect": (
        "UPDATE effects SET effective_at = (SELECT max(recorded_at) FROM entries)"
        f" WHERE entry_seq = {ORDER}",
        "its effects do not follow from what it says",
    ),
    "effect removed": (
        f"DELETE FROM effects WHERE entry_seq = {ORDER}",
        "its effects do not follow from what it says",
    ),
    "facts of an effect": (
        f"UPDATE effects SET facts = replace(facts, 'foot', 'hoof') WHERE entry_seq = {ORDER}",
        "its effects do not follow from what it says",
    ),
    "subject removed": (
        f"DELETE FROM entry_subjects WHERE entry_seq = {ORDER}",
        "its hash does not follow",
    ),
    "strike removed": ("DELETE FROM strikes", "what it strikes is not what it says"),
    "document": (
        "UPDATE documents SET content = replace(content, 'Vesicles', 'Nothing')"
        f" WHERE entry_seq = {ORDER} AND content LIKE '%Vesicles%'",
        "does not agree",
    ),
    "document and its checksum": (
        "UPDATE documents SET checksum = content_hash FROM entries WHERE seq = entry_seq"
        f" AND entry_seq = {ORDER}",
        "does not agree",
    ),
    "personal text": (
        "UPDATE personal_fields SET value = 'Somebody else' WHERE value = 'Owner of Dairy'",
        "its text was changed",
    ),
    "personal text emptied": (
        "UPDATE personal_fields SET value = NULL, salt = NULL WHERE value = 'Owner of Dairy'",
        "no entry says by whom",
    ),
    "personal row removed": (
        "DELETE FROM personal_fields WHERE value = 'Owner of Dairy'",
        "its row is gone",
    ),
    "state of a case": (
        "UPDATE infected_places SET state = 'cancelled'",
        "state is not what the log",
    ),
    "a delivery": (
        "UPDATE services SET manner = 'in_person' WHERE document ="
        " (SELECT min(document) FROM services)",
        "manner is not what the log says",
    ),
    "a case removed": (
        "DELETE FROM infected_places",
        "it follows from the log, and its row is gone",
    ),
    "an area of office": (
        "UPDATE appointments SET has_area = NOT has_area WHERE officer = 'inspector'",
        "has_area is not what the log says",
    ),
    "an office made up": (
        "UPDATE appointments SET number = 'APT/2027/999999' WHERE officer = 'police'",
        "no entry tells of it",
    ),
    "an administrator": (
        "UPDATE officers SET administrator = NOT administrator WHERE username = 'clerk'",
        "administrator is not what the log says",
    ),
    "premises moved": (
        "UPDATE premises SET maxx = maxx + 1 WHERE id = (SELECT min(id) FROM premises)",
        "maxx is not what the log says",
    ),
    "the Schedule": ("UPDATE diseases SET from_date = '2026-01-01'", "from_date is not what"),
}


CASES |= {
    "the kind of a document": (
        f"UPDATE documents SET kind = 'declaration' WHERE entry_seq = {ORDER}",
        "its row says declaration, its content",
    ),
    "a keeper": (
        "UPDATE keepers SET name = 'Somebody else' WHERE name = 'Owner of Dairy'",
        "name is not what the log says",
    ),
    "a keeper removed": (
        "DELETE FROM keepers WHERE name = 'Owner of Dairy'",
        "it follows from the log, and its row is gone",
    ),
    "a keeper put in": (
        "INSERT INTO keepers (premises_id, role, name)"
        " SELECT premises_id, 'occupier', 'Nobody' FROM keepers",
        "it stands, and does not follow from the log",
    ),
    "whose entry a personal text is": (
        "UPDATE personal_fields SET entry_seq = 1 WHERE value = 'Owner of Dairy'",
        "brought it, not entry 1",
    ),
    "a series set back": (
        "UPDATE number_series SET last = 0 WHERE series = 'ORD'",
        "number series ORD/2027: it stands at 0, and",
    ),
    "effect of no kind": (
        f"UPDATE effects SET feature_kind = 'x' WHERE entry_seq = {ORDER}",
        "an effect of it cannot be read: ValueError 'x' is not a valid FeatureKind",
    ),
    "facts that are no JSON": (
        f"UPDATE effects SET facts = '{{' WHERE entry_seq = {ORDER}",
        "an effect of it cannot be read",
    ),
    "content that is no JSON": (
        f"UPDATE entries SET content = '{{' WHERE seq = {ORDER}",
        "what it says cannot be read",
    ),
    "content that is no object": (
        f"UPDATE entries SET content = '[]' WHERE seq = {ORDER}",
        "what it says cannot be read",
    ),
    "a document that is no JSON": (
        f"UPDATE documents SET content = '{{' WHERE entry_seq = {ORDER}",
        "it cannot be read",
    ),
    "an address of e-mail": (
        "UPDATE officers SET email = 'thief@example.org' WHERE username = 'clerk'",
        "email is not what the log says",
    ),
    "a personal text put in": (
        "INSERT INTO personal_fields (digest, entry_seq, salt, value)"
        f" VALUES ('{digest('s:Somebody')}', 1, 's', 'Somebody')",
        "no entry that can be read names it",
    ),
}
# What SQLite alone lets stand in such a column.
LOOSE = {
    "a shape": (
        f"UPDATE effects SET shape = x'0102' WHERE entry_seq = {ORDER}",
        "entry {seq}: an effect of it",
    ),
    "a moment": (
        f"UPDATE entries SET recorded_at = 'x' WHERE seq = {ORDER}",
        "entry {seq}: its row cannot be",
    ),
    "a moment of an effect": (
        f"UPDATE effects SET effective_at = 'x' WHERE entry_seq = {ORDER}",
        "entry {seq}: an effect of it",
    ),
    "an actor of no text": (
        f"UPDATE entries SET actor = x'00ff' WHERE seq = {ORDER}",
        "entry {seq}: its row cannot be read: actor is no text",
    ),
    "a hash of no text": (
        f"UPDATE entries SET hash = x'00ff' WHERE seq = {ORDER}",
        "entry {seq}: its row cannot be read: hash is no text",
    ),
    "an order that is no number": (
        f"UPDATE effects SET ordinal = 'x' WHERE entry_seq = {ORDER}",
        "entry {seq}: an effect of it cannot be read: ordinal is no whole number",
    ),
    "a subject of no text": (
        f"UPDATE entry_subjects SET subject = x'00ff' WHERE entry_seq = {ORDER}"
        f" AND subject = (SELECT min(subject) FROM entry_subjects WHERE entry_seq = {ORDER})",
        "entry_subjects {seq}, b'\\x00\\xff': its row cannot be read: subject is no text",
    ),
    "a document of no text": (
        "UPDATE documents SET content = x'00ff' WHERE number ="
        f" (SELECT number FROM entries WHERE seq = {ORDER})",
        ": its row cannot be read: content is no text",
    ),
    "a series of half numbers": (
        "UPDATE number_series SET last = last + 0.5 WHERE series = 'ORD'",
        "number_series ORD, 2027: its row cannot be read: last is no whole number",
    ),
}


@pytest.mark.parametrize("office_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("case", LOOSE)
def test_what_cannot_be_read_names_its_entry_and_hides_no_other(
    desk: Desk, tampered: Callable[..., list[str]], case: str
) -> None:
    statement, expected = LOOSE[case]
    with desk.register.reading() as reading:
        seq = reading.session.execute(text(f"SELECT {ORDER}")).scalar_one()
    faults = tampered(
        statement + "; UPDATE personal_fields SET value = 'Other' WHERE value = 'Owner of Dairy'"
    )
    assert any(expected.format(seq=seq) in fault for fault in faults), faults
    assert any("its text was changed" in fault for fault in faults), faults
    assert not any("gap" in fault for fault in faults), faults


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_found(tampered: Callable[..., list[str]], case: str) -> None:
    statement, expected = CASES[case]
    faults = tampered(statement)
    assert any(expected in fault for fault in faults), faults


def test_nothing_is_found_where_nothing_was_done(tampered: Callable[..., list[str]]) -> None:
    assert tampered("") == []


REMOVED = (
    "DELETE FROM effects WHERE entry_seq = {seq};"
    " DELETE FROM entry_subjects WHERE entry_seq = {seq};"
    " DELETE FROM entries WHERE seq = {seq}"
)


def test_a_removed_entry_leaves_a_gap(desk: Desk, tampered: Callable[..., list[str]]) -> None:
    with desk.register.reading() as reading:
        seq = reading.session.execute(
            text(
                "SELECT max(seq) FROM entries e WHERE EXISTS"
                " (SELECT 1 FROM effects WHERE entry_seq = e.seq) AND NOT EXISTS"
                " (SELECT 1 FROM documents WHERE entry_seq = e.seq) AND NOT EXISTS"
                " (SELECT 1 FROM personal_fields WHERE entry_seq = e.seq)"
            )
        ).scalar_one()
    faults = tampered(REMOVED.format(seq=seq))
    assert f"entry {seq + 1}: the sequence has a gap before it" in faults
    assert f"entry {seq + 1}: its hash does not follow from what it says" in faults
    assert not any("FOREIGN KEY" in fault or "\n" in fault for fault in faults), faults


def test_what_is_not_held_is_told(desk: Desk) -> None:
    desk.premises()
    with desk.register.writing() as writing:
        one = Premises("Farm", "dairy", away(400), keepers=(Keeper("owner", "Anybody"),))
        import_premises(writing, Actor("root"), [one, one], file_name="a.csv", file_digest="0" * 64)
    report = verify(desk.register)
    assert report.faults == []
    assert report.of_files == report.as_json()["rows_of_files"] == 4
    assert [one.partition(" follow")[0] for one in report.unchecked] == [
        "2 rows of premises",
        "2 rows of keepers",
    ]
    assert "whether the rows of present state" in verify(desk.register, rows=False).unchecked[-1]


def test_a_cut_log_is_found_by_a_checkpoint(desk: Desk, tampered: Callable[..., list[str]]) -> None:
    head = verify(desk.register).head
    with desk.register.reading() as reading:
        assert (
            reading.session.execute(
                text("SELECT kind FROM entries WHERE seq = :seq"), {"seq": head[0]}
            ).scalar_one()
            == "correction"
        )
    cut = f"DELETE FROM strikes WHERE entry_seq = {head[0]}; " + (
        f"DELETE FROM entry_subjects WHERE entry_seq = {head[0]};"
        f" DELETE FROM entries WHERE seq = {head[0]}"
    )
    found = tampered(cut, None)
    assert found, "the present state still knows of what was cut"
    assert all("the log" in fault or "no entry tells" in fault for fault in found), found
    other = open_register(
        Settings(database_url=desk.register.settings.database_url, prescribed_profile="demo"),
        SetClock(jan(1, 12)),
    )
    assert f"the log ends before the checkpoint {head[0]}" in verify(other, head).faults
    before = (head[0] - 1, "0" * 64)
    assert f"entry {before[0]}: it is not the entry of the checkpoint" in (
        verify(other, before).faults
    )
    other.close()


def test_an_earlier_head_still_stands_in_the_chain(desk: Desk) -> None:
    head = verify(desk.register).head
    desk.case()
    later = verify(desk.register, head)
    assert later.faults == []
    assert later.head[0] > head[0]


def test_the_memory_of_a_process_is_held_against_the_words(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    desk.out(desk.confirm(case, square(0.01)))
    assert verify(desk.register).faults == []
    desk.register.in_force._effects.pop()
    desk.register.in_force._kept.clear()
    assert verify(desk.register).faults == ["what is in force is not what follows from the entries"]
