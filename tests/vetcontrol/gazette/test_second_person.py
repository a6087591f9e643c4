"""What one drafts another approves, and no correction lets the drafter round that."""

from __future__ import annotations

import pytest

from casework import Desk, square
from vetcontrol.errors import Malformed, NoAuthority
from vetcontrol.officers.correcting import correct
from vetcontrol.register.entries import Entry


def strike(desk: Desk, by: str, seq: int) -> Entry:
    with desk.register.writing() as writing:
        return correct(writing, desk.who(by), seq=seq, reason="Another look")


@pytest.mark.clause("DOA1974-13-2")
def test_the_drafter_neither_strikes_nor_revives_an_approval(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    number = desk.confirm(case, square(0.01))
    approval = desk.approve(number)
    with pytest.raises(NoAuthority, match="another person"):
        strike(desk, "government", approval.seq)
    withdrawn = strike(desk, "government_approver", approval.seq)
    assert desk.notification(number).state == "draft"
    with pytest.raises(NoAuthority, match="another person"):
        strike(desk, "government", withdrawn.seq)
    assert desk.notification(number).state == "draft"
    strike(desk, "government_approver", withdrawn.seq)
    assert desk.notification(number).state == "approved"


@pytest.mark.clause("DOA1974-13-3")
def test_a_change_on_a_further_report_names_one_of_the_case(desk: Desk) -> None:
    case = desk.case()
    desk.examine(case)
    report = desk.report(case)
    number = desk.confirm(case, square(0.01))
    desk.out(number)
    for wrong in ("RPG/9999/000001", str(desk.read(case).order.number)):
        with pytest.raises(Malformed, match="no report of case"):
            desk.rescind(number, report_number=wrong)
    rescission = desk.rescind(number, report_number=str(report.number))
    desk.out(rescission)
    words = desk.document(rescission).content
    assert "paragraph.area.on_report" in words
    assert str(report.number) in words
    assert "paragraph.area.own_motion" not in words
