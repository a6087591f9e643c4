"""Rows of present state made anew from the log."""

from __future__ import annotations

from sqlalchemy import text

from casework import Desk
from vetcontrol.register import present
from vetcontrol.register.audit import verify


def test_rows_that_were_changed_follow_from_the_log_again(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case, "cancel")
    with desk.register.database.writing() as session:
        session.execute(text("UPDATE services SET overtaken_by = ''"))
        session.execute(text("DELETE FROM services WHERE clause = 'DOA1974-11-4b'"))
    assert len(verify(desk.register).faults) == 2
    assert verify(desk.register, rows=False).faults == []
    head = desk.head()
    assert present.rebuild(desk.register) > 1
    assert verify(desk.register).faults == []
    assert desk.head() == head
    assert {row.waits for row in desk.services(case)} == {True, False}
