"""Section 37 on the register: rules prescribe from their publication, and only then."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from casework import Desk, jan
from vetcontrol.disease.effect_now import effect_now
from vetcontrol.documents.content import from_json
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.gazette import rules
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.rules import Value
from vetcontrol.law.decisions import Outcome
from vetcontrol.register.entries import Entry

BEFORE = GazetteReference("Series I", "38", date(2027, 1, 2))
PERIOD = Value("doa.s16.period", 30)


def draft(desk: Desk, *values: Value, by: str = "government", **given: Any) -> str:
    desk.at(jan(5))
    facts: dict[str, Any] = {
        "title": "The Cleansing Rules, 2027",
        "text": "Vehicles are cleansed as the schedule says.",
        "draft_gazette": BEFORE,
    } | given
    with desk.register.writing() as writing:
        return rules.draft(writing, desk.who(by), values=values or (PERIOD,), **facts)


def made(desk: Desk, *values: Value, **given: Any) -> str:
    """Rules published on 10 January."""
    number = draft(desk, *values, **given)
    desk.at(jan(10, 12))
    desk.out(number)
    return number


def holds(desk: Desk, key: str, day: int, locality: str = "") -> Any:
    with desk.register.reading() as reading:
        found = reading.prescribed.find(key, date(2027, 1, day), locality=locality)
    return None if found is None else found.value


def annul(desk: Desk, number: str, **given: Any) -> Entry:
    facts: dict[str, Any] = {
        "resolved_on": date(2027, 1, 12),
        "until": date(2027, 1, 14),
        "resolution": "Resolution 4",
    } | given
    with desk.register.writing() as writing:
        return rules.annul(writing, desk.who("government"), number, **facts)


def lay(desk: Desk, number: str, first: int, last: int, session: str = "Winter") -> Entry:
    with desk.register.writing() as writing:
        return rules.lay(
            writing,
            desk.who("government"),
            number,
            session=session,
            first=date(2027, 1, first),
            last=date(2027, 1, last),
        )


@pytest.mark.clause("DOA1974-37-1")
@pytest.mark.clause("DOA1974-37-2-v")
def test_a_rule_prescribes_from_its_publication_and_is_cited(desk: Desk) -> None:
    number = made(desk)
    assert [holds(desk, "doa.s16.period", day) for day in (9, 10)] == [None, 30]
    with desk.register.reading() as reading:
        found = reading.prescribed.decide("doa.s16.period", date(2027, 1, 10))
    assert found.outcome is Outcome.ALLOWED
    assert f"The Cleansing Rules, 2027 ({number}), gazette Series I No. 40" in found.reasons[1].text
    assert number in desk.document(number).content


@pytest.mark.parametrize(
    ("clause", "key", "value"),
    [
        pytest.param(clause, key, value, marks=pytest.mark.clause(clause), id=key)
        for clause, key, value in (
            ("DOA1974-37-2-i", "doa.s5.marking_manner", "An ear tag"),
            ("DOA1974-37-2-i", "doa.s5.notice_manner", "By drum in the village"),
            ("DOA1974-37-2-ii", "doa.s7.marking_manner", "A hot brand"),
            ("DOA1974-37-2-ii", "doa.s7.detention_days", 10),
            ("DOA1974-37-2-ii", "doa.s7.fee_vaccination_marking", 5_000),
            ("DOA1974-37-2-ii", "doa.s7.permit_form", "Form A"),
            ("DOA1974-37-2-iii", "doa.s9.tests", ["Complement fixation"]),
            ("DOA1974-37-2-iii", "doa.s9.contact_manner", ["Serum"]),
            ("DOA1974-37-2-iv", "doa.s10.compensation_method", "Half the value"),
            ("DOA1974-37-2-v", "doa.s16.manner", "Washed with lime"),
            ("DOA1974-37-2-vi", "doa.s17.rules", "As the schedule says"),
            ("DOA1974-37-2-vii", "doa.s18.rules", "In the open"),
            ("DOA1974-37-2-viii", "doa.s23.shore_distance", 5_000),
            ("DOA1974-37-2-ix", "doa.s25.rules", "By day"),
        )
    ],
)
def test_what_each_part_of_section_37_2_lets_rules_fix(
    desk: Desk, clause: str, key: str, value: Any
) -> None:
    with desk.register.reading() as reading:
        unset = reading.prescribed.decide(key, date(2027, 1, 10))
        stands = reading.prescribed.keys[key].while_unset == "stands"
    # A power that is only subject to rules stands without; the others are refused.
    assert unset.outcome is (Outcome.ALLOWED if stands else Outcome.REFUSED)
    number = made(desk, Value(key, value))
    assert holds(desk, key, 10) == value
    assert clause in desk.document(number).content


@pytest.mark.clause("DOA1974-37-4")
def test_no_rule_operates_without_a_draft_published_before(desk: Desk) -> None:
    number = draft(desk, draft_gazette=GazetteReference("Series I", "39", date(2027, 1, 5)))
    desk.approve(number)
    with pytest.raises(Refused, match="do not come after their draft") as refusal:
        desk.publish(number, published_at=jan(5, 0, 0))
    assert refusal.value.clauses == ("DOA1974-37-4",)
    assert holds(desk, "doa.s16.period", 9) is None
    desk.at(jan(6))
    desk.publish(number)
    assert holds(desk, "doa.s16.period", 6) == 30


@pytest.mark.clause("DOA1974-37-4")
def test_a_draft_of_tomorrow_was_not_published(desk: Desk) -> None:
    with pytest.raises(Malformed, match="a day to come"):
        draft(desk, draft_gazette=GazetteReference("Series I", "39", date(2027, 1, 6)))


def test_another_person_approves_and_only_government_makes_rules(desk: Desk) -> None:
    number = draft(desk)
    with pytest.raises(NoAuthority, match="another"):
        desk.approve(number, by="government")
    for other in ("collector", "veterinary_surgeon", "clerk"):
        with pytest.raises(NoAuthority):
            draft(desk, by=other)
        with pytest.raises(NoAuthority):
            desk.approve(number, by=other)


def test_a_later_rule_comes_before_an_older_and_its_own_locality_before_all(desk: Desk) -> None:
    made(desk, PERIOD, Value("doa.s16.period", 20, "Goa", date(2027, 1, 12)))
    assert [holds(desk, "doa.s16.period", day, "Goa") for day in (11, 12)] == [30, 20]
    assert holds(desk, "doa.s16.period", 12, "Diu") == 30
    desk.at(jan(13))
    number = draft_again(desk)
    desk.out(number, gazette_number="41")
    assert [holds(desk, "doa.s16.period", day, "Diu") for day in (12, 13)] == [30, 15]


def draft_again(desk: Desk) -> str:
    with desk.register.writing() as writing:
        return rules.draft(
            writing,
            desk.who("government"),
            title="Second",
            text="Shorter",
            values=[Value("doa.s16.period", 15)],
            draft_gazette=BEFORE,
        )


@pytest.mark.clause("DOA1974-37-5")
def test_an_annulment_ends_a_value_for_the_time_to_come(desk: Desk) -> None:
    number = made(desk, PERIOD, Value("doa.s16.manner", "Lime"))
    desk.at(jan(13))
    with pytest.raises(Refused, match="for the time to come only"):
        annul(desk, number, until=date(2027, 1, 11))
    annul(desk, number, keys=["doa.s16.period"])
    assert [holds(desk, "doa.s16.period", day) for day in (10, 13, 14)] == [30, 30, None]
    assert holds(desk, "doa.s16.manner", 14) == "Lime"
    entry = annul(desk, number, until=date(2027, 1, 20))
    assert [holds(desk, "doa.s16.manner", day) for day in (19, 20)] == ["Lime", None]
    desk.correct(entry.seq, by="government_approver", restated={"until": "2027-01-18"})
    assert [holds(desk, "doa.s16.manner", day) for day in (17, 18)] == ["Lime", None]


def test_an_annulment_names_what_the_rules_fix(desk: Desk) -> None:
    number = made(desk)
    with pytest.raises(Malformed, match="fixes none"):
        annul(desk, number, resolved_on=date(2027, 1, 10), keys=["doa.s5.marking_manner"])
    with pytest.raises(Malformed, match="a day to come"):
        annul(desk, number)


@pytest.mark.clause("DOA1974-37-5")
def test_rules_are_laid_for_thirty_days_and_operate_meanwhile(desk: Desk) -> None:
    number = made(desk)
    assert laying(desk, number) is Outcome.NEEDS_DECISION
    desk.at(jan(31))
    lay(desk, number, 10, 20)
    assert laying(desk, number) is Outcome.NEEDS_DECISION
    assert holds(desk, "doa.s16.period", 15) == 30
    for first, last, says in (
        (9, 12, "before 2027-01-10"),
        (20, 22, "recorded already"),
        (25, 24, "is before"),
    ):
        with pytest.raises(Malformed, match=says):
            lay(desk, number, first, last)
    desk.at(jan(31, 20))
    with pytest.raises(Malformed, match="a day to come"), desk.register.writing() as writing:
        rules.lay(
            writing,
            desk.who("government"),
            number,
            session="Winter",
            first=date(2027, 1, 30),
            last=date(2027, 2, 1),
        )
    lay(desk, number, 21, 31)
    assert laying(desk, number) is Outcome.NEEDS_DECISION


def laying(desk: Desk, number: str) -> Outcome:
    with desk.register.reading() as reading:
        found: Outcome = rules.laying(reading, number).outcome
    return found


def test_only_published_rules_are_laid(desk: Desk) -> None:
    number = draft(desk)
    with pytest.raises(Refused, match="only rules that are"):
        lay(desk, number, 5, 5)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ((Value("doa.s16.unknown", 3),), "nothing that rules"),
        ((Value("doa.s14.area_scope", "all"),), "nothing that rules"),
        ((Value("doa.s16.period", "thirty"),), "a number above nothing"),
        ((Value("doa.s16.period", 0),), "a number above nothing"),
        ((Value("doa.s16.period", True),), "a number above nothing"),
        ((Value("doa.s7.fee_vaccination_marking", 1.5),), "whole paise"),
        ((Value("doa.s9.tests", []),), "a list of words"),
        ((Value("doa.s16.manner", " "),), "given in words"),
        ((PERIOD, PERIOD), "fixed twice"),
        ((Value("doa.s16.period", 3, "x" * 81),), "longer"),
        (tuple(Value("doa.s16.period", 3, str(at)) for at in range(101)), "more than 100"),
    ],
)
def test_a_value_that_is_none_is_refused(desk: Desk, values: tuple[Value, ...], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        draft(desk, *values)


def test_no_value_holds_before_the_rules_operate(desk: Desk) -> None:
    number = draft(desk, Value("doa.s16.period", 30, since=date(2027, 1, 9)))
    desk.approve(number)
    desk.at(jan(10))
    with pytest.raises(Refused, match="before 2027-01-10, when the rules operate"):
        desk.publish(number)


@pytest.mark.clause("DOA1974-37-3")
def test_rules_make_a_breach_punishable_only_within_the_caps(desk: Desk) -> None:
    with pytest.raises(Refused, match="Rules may set up to Rs 50"):
        draft(desk, first_fine_paise=5_001, repeat_fine_paise=10_000)
    number = made(desk, first_fine_paise=5_000, repeat_fine_paise=10_000)
    assert "paragraph.rules.penalty" in desk.document(number).content
    assert "DOA1974-37-3" in desk.document(number).content


def test_a_title_of_any_length_is_none(desk: Desk) -> None:
    with pytest.raises(Malformed, match="longer"):
        draft(desk, title="x" * 201)


def force(desk: Desk, number: str) -> tuple[str, bool]:
    """What /verify says of the paper of rules."""
    with desk.register.reading() as reading:
        row = desk.document(number)
        found = effect_now(reading, from_json(row.content))
    return found.force.value, found.partly


def test_a_paper_of_rules_is_in_force_until_all_of_it_is_annulled(desk: Desk) -> None:
    number = made(desk, PERIOD, Value("doa.s16.manner", "Lime"))
    assert force(desk, number) == ("in_force", False)
    desk.at(jan(13))
    annul(desk, number, keys=["doa.s16.period"])
    assert force(desk, number) == ("in_force", False)
    desk.at(jan(14, 1))
    assert force(desk, number) == ("in_force", True)
    annul(desk, number, until=date(2027, 1, 20))
    desk.at(jan(20, 0))
    assert force(desk, number) == ("ended", False)


@pytest.mark.clause("DOA1974-37-5")
def test_a_correction_reaches_no_past_day_either(desk: Desk) -> None:
    number = made(desk)
    desk.at(jan(13))
    ended = annul(desk, number)
    with pytest.raises(Refused, match="for the time to come only"):
        desk.correct(ended.seq, by="government_approver", restated={"until": "2027-01-11"})
    laid = lay(desk, number, 11, 12)
    with pytest.raises(Malformed, match="before 2027-01-11"):
        desk.correct(laid.seq, by="government_approver", restated={"last": "2027-01-10"})
    desk.correct(laid.seq, by="government_approver", restated={"last": "2027-01-13"})
    with desk.register.reading() as reading:
        assert "for 3 of 30 days" in rules.laying(reading, number).reasons[0].text


def test_a_value_follows_the_day_from_which_the_rules_operate(desk: Desk) -> None:
    number = made(desk, PERIOD, Value("doa.s16.manner", "Lime", since=date(2027, 1, 11)))
    desk.correct(
        number,
        by="government_approver",
        restated={"effective_at": "2027-01-12T00:00:00+05:30"},
    )
    for key, value in (("doa.s16.period", 30), ("doa.s16.manner", "Lime")):
        assert [holds(desk, key, day) for day in (11, 12)] == [None, value]
