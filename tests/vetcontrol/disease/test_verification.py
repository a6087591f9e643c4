"""Whether a paper is genuine, and in force by its own number: every kind, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import shapely
from sqlalchemy import func, select, text

from casework import HERE, Desk, away, jan, on, square
from removals import apply, area, grant, licensed, read, refuse, revoke
from vetcontrol.clock import start_of_day
from vetcontrol.disease import queries, verification
from vetcontrol.disease.effect_now import Force
from vetcontrol.disease.verification import Genuine
from vetcontrol.documents.check_code import check_code
from vetcontrol.documents.content import DocumentKind
from vetcontrol.errors import NotFound, Refused, TooMany
from vetcontrol.gazette import commencement, schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.signature import signed, statement
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.key import Purpose
from vetcontrol.officers import delegations
from vetcontrol.officers import service as officers
from vetcontrol.officers.proposals import Proposal
from vetcontrol.officers.tables import DelegationRow, VerifyTryRow
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.tables import DocumentRow

Ask = Callable[[str], Genuine]


@pytest.fixture
def ask(desk: Desk, tmp_path: Path) -> Ask:
    """Asks with the code that stands on the paper."""
    desk.register.settings = desk.register.settings.model_copy(
        update={"key_dir": str(tmp_path / "keys")}
    )

    def asked(number: str) -> Genuine:
        code = check_code(desk.document(number).checksum)
        return verification.verify(desk.register, number, code, address="10.0.0.1")

    return asked


def force(ask: Ask, number: str) -> tuple[Force, datetime | None, datetime | None, str]:
    found = ask(number).effect
    return found.force, found.since, found.until, found.by


def of_kind(desk: Desk, kind: DocumentKind) -> list[str]:
    with desk.register.reading() as reading:
        chosen = select(DocumentRow.number).where(DocumentRow.kind == kind.value)
        return list(reading.session.scalars(chosen.order_by(DocumentRow.number)))


def test_the_papers_of_a_case_from_the_order_to_the_rescission(desk: Desk, ask: Ask) -> None:
    desk.premises(away(300), "Near")
    desk.premises(away(600), "Farther")
    case = desk.case(signed_at=jan(1, 8))
    [order], [copy] = (of_kind(desk, k) for k in (DocumentKind.ORDER, DocumentKind.ORDER_COPY))
    [report] = of_kind(desk, DocumentKind.REPORT)
    for number in (order, copy):
        assert force(ask, number) == (Force.IN_FORCE, jan(1, 8), None, "")
    assert force(ask, report)[0] is Force.ACT
    told = ask(order)
    assert (told.stands, told.gazetted, told.signature, told.unsigned) == (True, False, None, "")
    assert (told.at, told.known_seq) == (desk.clock.now(), desk.head())
    assert told.issued_on == on(2027, 1, 1)
    assert told.checksum == desk.document(order).checksum

    desk.at(jan(2, 9))
    desk.examine(case)
    desk.at(jan(2, 10))
    declaration = str(desk.declare(case).number)
    notices = of_kind(desk, DocumentKind.PREMISES_NOTICE)
    assert len(notices) == 2
    for number in (declaration, *notices):
        assert force(ask, number) == (Force.IN_FORCE, jan(2, 10), None, "")
    [confirmation] = of_kind(desk, DocumentKind.CONFIRMATION)
    assert force(ask, confirmation)[0] is Force.ACT

    desk.at(jan(3, 9))
    desk.report(case)
    # Takes in the infected place and the nearer premises, and leaves the farther out.
    draft = desk.confirm(case, square(0.0042))
    with pytest.raises(NotFound):
        verification.verify(desk.register, draft, "", address="10.0.0.1")
    desk.out(draft, published_at=jan(3, 9), effective_at=jan(4, 6))
    assert force(ask, draft) == (Force.NOT_YET, jan(4, 6), None, "")
    gone = [n for n in notices if ask(n).effect.force is Force.ENDED]
    assert len(gone) == 1
    assert force(ask, gone[0]) == (Force.ENDED, jan(2, 10), jan(3, 9), draft)
    assert ask(declaration).effect.partly
    assert ask(declaration).effect.force is Force.IN_FORCE
    cessation = of_kind(desk, DocumentKind.CESSATION_NOTICE)
    assert {ask(n).effect.force for n in cessation} == {Force.ACT}
    desk.at(jan(4, 6))
    assert force(ask, draft) == (Force.IN_FORCE, jan(4, 6), None, "")

    desk.at(jan(5, 9))
    amended = desk.amend(draft, square(0.006))
    desk.out(amended)
    assert force(ask, draft) == (Force.SUPERSEDED, jan(4, 6), jan(5, 9), amended)
    assert force(ask, amended) == (Force.IN_FORCE, jan(5, 9), None, "")
    desk.at(jan(6, 9))
    ended = desk.rescind(amended)
    desk.out(ended)
    assert force(ask, amended) == (Force.ENDED, jan(5, 9), jan(6, 9), ended)
    assert force(ask, ended)[0] is Force.ACT
    assert force(ask, order) == (Force.ENDED, jan(1, 8), jan(6, 9), ended)
    assert force(ask, declaration)[0] is Force.ENDED


def test_an_order_that_was_cancelled_has_ended_by_the_cancellation(desk: Desk, ask: Ask) -> None:
    case = desk.case()
    desk.at(jan(2, 9))
    desk.examine(case, "cancel")
    [order], [cancellation] = (
        of_kind(desk, kind) for kind in (DocumentKind.ORDER, DocumentKind.CANCELLATION)
    )
    assert force(ask, order) == (Force.ENDED, jan(1, 12), jan(2, 9), cancellation)


def test_a_corrected_paper_is_genuine_and_says_so(desk: Desk, ask: Ask) -> None:
    """As restated it has effect from the right hour; the paper says the wrong one."""
    entry = desk.order(desk.premises(), signed_at=jan(1, 8))
    order = str(entry.number)
    desk.at(jan(1, 13))
    restated = desk.correct(
        entry.seq, by="inspector", restated={"signed_at": jan(1, 9).isoformat()}
    )
    found = ask(order)
    assert (found.stands, found.corrected_by) == (False, restated.number)
    assert found.effect.since == jan(1, 9)
    struck = desk.correct(restated.seq, by="inspector", reason="It was right")
    assert ask(order).stands
    desk.correct(struck.seq, by="inspector")
    assert ask(order).corrected_by == restated.number
    other = desk.order(desk.premises(away(3000), "Other"))
    gone = desk.correct(other.seq, by="inspector")
    found = ask(str(other.number))
    assert (found.corrected_by, found.effect.force) == (gone.number, Force.NONE)


@pytest.mark.clause("DOA1974-11-1b")
def test_every_paper_that_repeats_an_order_says_that_it_was_corrected(desk: Desk, ask: Ask) -> None:
    entry = desk.order(geometry=shapely.Point(HERE))
    case = str(entry.content["case_number"])
    desk.examine(case)
    kinds = (
        DocumentKind.ORDER,
        DocumentKind.ORDER_COPY,
        DocumentKind.REPORT,
        DocumentKind.EXAMINATION,
        DocumentKind.CONFIRMATION,
    )
    papers = [number for kind in kinds for number in of_kind(desk, kind)]
    assert len(papers) == len(kinds)
    assert {ask(number).corrected_by for number in papers} == {""}
    desk.at(jan(2, 9))
    moved = {"geometry": shapely.geometry.mapping(away(30))}
    correction = desk.correct(entry.seq, by="inspector", restated=moved)
    assert {ask(number).corrected_by for number in papers} == {correction.number}
    (drawn,) = correction.content["as_corrected"]["copies"]
    assert ask(drawn).stands
    with desk.register.reading() as reading:
        corrected = queries.file(reading.session, case).corrected
    assert corrected == dict.fromkeys(papers, correction.number) | {drawn: ""}
    desk.correct(correction.seq, by="inspector", reason="It was right")
    assert {ask(number).corrected_by for number in papers} == {""}
    # Other grounds are not among what a confirmation repeats.
    grounds = desk.correct(entry.seq, by="inspector", restated={"grounds": "Lame cows"})
    told = {number.partition("/")[0]: ask(number).corrected_by for number in papers}
    by = grounds.number
    assert told == {"ORD": by, "CPY": by, "RPV": by, "EXM": "", "CNF": ""}


def test_the_papers_of_the_law_and_of_the_offices(desk: Desk, ask: Ask) -> None:
    reference = GazetteReference("Series I", "41", on(2027, 1, 1))
    government = desk.who("government")
    with desk.register.writing() as writing:
        territory = next(writing.known().of_kind(FeatureKind.TERRITORY, desk.clock.now()))
        for operation, day in (("commence", on(2027, 1, 10)), ("cease", on(2027, 1, 20))):
            commencement.notify(
                writing,
                government,
                operation=operation,
                provisions=["14"],
                diseases=[],
                area_ids=[territory.feature],
                from_date=day,
                gazette=reference,
            )
        schedule.add(
            writing,
            government,
            code="new_disease",
            name="New disease",
            from_date=on(2027, 1, 5),
            gazette=reference,
        )
        schedule.remove(
            writing, government, code="new_disease", to_date=on(2027, 1, 15), gazette=reference
        )
    begun = of_kind(desk, DocumentKind.COMMENCEMENT)[-1]
    [ceased] = of_kind(desk, DocumentKind.END_OF_OPERATION)
    listed = of_kind(desk, DocumentKind.SCHEDULED_DISEASE)[-1]
    days = [start_of_day(on(2027, 1, day)) for day in (5, 10, 15, 20)]
    assert force(ask, begun) == (Force.NOT_YET, days[1], days[3], ceased)
    assert force(ask, listed) == (Force.NOT_YET, days[0], days[2], "")
    desk.at(jan(12))
    assert force(ask, begun)[0] is Force.IN_FORCE
    assert force(ask, listed) == (Force.IN_FORCE, days[0], days[2], "")
    assert force(ask, ceased) == (Force.NOT_YET, days[3], None, "")
    desk.at(jan(15))
    assert force(ask, begun) == (Force.IN_FORCE, days[1], days[3], ceased)
    assert force(ask, listed) == (Force.ENDED, days[0], days[2], "")
    with desk.register.reading() as reading:
        [delegated] = reading.session.scalars(select(DelegationRow.number))
    assert force(ask, delegated)[0] is Force.IN_FORCE
    with desk.register.writing() as writing:
        delegations.revoke_delegation(writing, government, delegated, reason="Recalled", at=jan(15))
    assert force(ask, delegated)[0] is Force.ENDED
    [revocation] = of_kind(desk, DocumentKind.DELEGATION_REVOCATION)
    assert force(ask, revocation)[0] is Force.ACT
    # What brought the whole Act into force has lost section 14 by the end of its operation.
    whole = of_kind(desk, DocumentKind.COMMENCEMENT)[0]
    assert not ask(whole).effect.partly
    desk.at(jan(20))
    assert force(ask, begun) == (Force.ENDED, days[1], days[3], ceased)
    assert force(ask, ceased) == (Force.IN_FORCE, days[3], None, "")
    assert ask(whole).effect.force is Force.IN_FORCE
    assert ask(whole).effect.partly


def test_an_appointment_holds_from_its_day_to_its_end(desk: Desk, ask: Ask) -> None:
    with desk.register.writing() as writing:
        territory = next(writing.known().of_kind(FeatureKind.TERRITORY, desk.clock.now()))
        row = officers.propose_appointment(
            writing,
            desk.who("government"),
            Proposal(
                officer=desk.who("clerk").username,
                role="inspector",
                area_feature=territory.feature,
                purposes=("all",),
                from_at=jan(3),
                gazette={"series": "Series II", "number": "1", "date": "2027-01-01"},
            ),
        )
        officers.approve_appointment(writing, desk.who("government_approver"), row.number)
        number = row.number
    assert of_kind(desk, DocumentKind.APPOINTMENT) == [number]
    assert force(ask, number) == (Force.NOT_YET, jan(3), None, "")
    desk.at(jan(3))
    assert force(ask, number) == (Force.IN_FORCE, jan(3), None, "")
    with desk.register.writing() as writing:
        officers.end_appointment(writing, desk.who("government"), number, reason="Left")
    assert force(ask, number) == (Force.ENDED, None, jan(3), "")


@pytest.mark.clause("DOA1974-14-1b", "DOA1974-14-1a")
def test_a_licence_is_not_needed_once_its_way_is_free(desk: Desk, ask: Ask) -> None:
    _, premises, notification = area(desk)
    number = licensed(desk, premises)
    later = licensed(desk, premises, valid_from=jan(1, 20))
    assert force(ask, number)[0] is Force.IN_FORCE
    desk.at(jan(1, 14))
    desk.out(desk.rescind(notification), published_at=jan(1, 14))
    assert desk.kinds(HERE, jan(1, 15)) == set()
    desk.at(jan(1, 15))
    assert force(ask, number) == (Force.NOT_NEEDED, jan(1, 12), jan(2, 12), "")
    assert force(ask, later)[0] is Force.NOT_YET
    desk.at(jan(2, 12))
    assert force(ask, number)[0] is Force.ENDED


@pytest.mark.clause("DOA1974-14-1b")
def test_a_licence_granted_anew_holds_by_its_new_paper(desk: Desk, ask: Ask) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    desk.correct(number, by="inspector")
    assert force(ask, number)[0] is Force.NONE
    paper = str(grant(desk, number).number)
    assert paper != number
    assert force(ask, paper)[0] is Force.IN_FORCE
    assert force(ask, number)[0] is Force.NONE


@pytest.mark.clause("DOA1974-14-1b")
def test_a_licence_holds_for_its_window_until_it_is_revoked(desk: Desk, ask: Ask) -> None:
    _, premises, _ = area(desk)
    number = licensed(desk, premises)
    removal = read(desk, number).consignment
    opens, closes = removal.valid_from, removal.valid_to
    assert opens <= desk.clock.now() < closes
    assert force(ask, number) == (Force.IN_FORCE, opens, closes, "")
    revoked = str(revoke(desk, number, revoked_at=jan(2, 8)).number)
    assert closes > jan(2, 8)
    assert force(ask, number) == (Force.IN_FORCE, opens, jan(2, 8), revoked)
    desk.at(jan(2, 8))
    assert force(ask, number) == (Force.ENDED, opens, jan(2, 8), revoked)
    assert force(ask, revoked)[0] is Force.ACT
    later = licensed(desk, premises, valid_from=jan(5, 8), valid_to=jan(6, 8))
    assert force(ask, later)[0] is Force.NOT_YET
    early = str(revoke(desk, later).number)
    assert force(ask, later) == (Force.ENDED, None, jan(2, 8), early)
    third = licensed(desk, premises, valid_from=jan(2, 8), valid_to=jan(3, 8))
    desk.at(jan(3, 8))
    assert force(ask, third)[0] is Force.ENDED
    fourth = licensed(desk, premises, valid_from=jan(3, 7), valid_to=jan(4, 8))
    assert force(ask, fourth) == (Force.IN_FORCE, jan(3, 8), jan(4, 8), "")
    asked_for = apply(desk, premises, valid_from=jan(3, 8), valid_to=jan(4, 8))
    refusal = str(refuse(desk, asked_for, reasons="No need").number)
    assert force(ask, refusal)[0] is Force.ACT
    with pytest.raises(NotFound):
        _asked(desk, asked_for)


def _asked(desk: Desk, number: str, code: str = "", address: str = "10.0.0.1") -> Genuine:
    return verification.verify(desk.register, number, code, address=address)


def test_what_is_not_known_is_answered_alike(desk: Desk, ask: Ask) -> None:
    order = str(desk.order(desk.premises()).number)
    checksum = desk.document(order).checksum
    right = check_code(checksum)
    assert _asked(desk, order, right.lower().replace("-", " ")).number == order
    assert _asked(desk, order, checksum).number == order
    # The code that a paper without a number would have opens nothing.
    nobodys = check_code("0" * 64)
    words = set()
    for number in (order, "ORD/2027/999999", ""):
        with pytest.raises(NotFound) as refusal:
            _asked(desk, number)
        assert refusal.value.detail == verification.NO_CODE
    for number, code in (
        (order, right[:-1]),
        (order, "AAAAA-AAAAA"),
        (order, nobodys),
        ("ORD/2027/999999", right),
        ("ORD/2027/999999", nobodys),
        ("ORD/2027/999999", "0" * 64),
        ("", nobodys),
    ):
        with pytest.raises(NotFound) as refusal:
            _asked(desk, number, code)
        words.add((refusal.value.detail, refusal.value.clauses, refusal.value.errors))
    assert words == {(verification.NOT_KNOWN, (), ())}
    assert order not in verification.NOT_KNOWN


def test_a_gazettes_paper_is_open_and_no_other(desk: Desk, ask: Ask) -> None:
    with desk.register.reading() as reading:
        rows = reading.session.execute(select(DocumentRow.number, DocumentRow.kind)).all()
    opened = set()
    desk.register.settings = desk.register.settings.model_copy(update={"verify_tries": 10_000})
    for number, kind in rows:
        try:
            assert _asked(desk, number).gazetted
            opened.add(kind)
        except NotFound:
            assert not ask(number).gazetted
    assert opened == {"commencement", "scheduled_disease"}


def test_a_gazettes_paper_with_a_code_that_is_not_its_own_is_no_print_of_it(
    desk: Desk, ask: Ask
) -> None:
    [first, *_] = of_kind(desk, DocumentKind.COMMENCEMENT)
    assert _asked(desk, first, " ").number == first
    for code in ("AAAAA-AAAAA", "AAAAA", check_code("0" * 64)):
        with pytest.raises(NotFound, match=f"{first} was published, and the check code that"):
            _asked(desk, first, code)
    assert _tries(desk) == 2


def test_what_a_row_calls_itself_opens_and_signs_nothing(desk: Desk, ask: Ask) -> None:
    order = str(desk.order(desk.premises()).content["number"])
    with desk.register.database.writing() as session:
        if desk.register.database.is_sqlite:
            session.execute(text("DROP TRIGGER documents_no_update"))
        else:
            session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(
            text("UPDATE documents SET kind = 'notification' WHERE number = :number"),
            {"number": order},
        )
    with pytest.raises(NotFound):
        _asked(desk, order)
    told = ask(order)
    assert (told.kind, told.gazetted, told.signature) == ("order", False, None)
    with desk.register.reading() as reading, pytest.raises(Refused, match="is of no gazette"):
        signed(reading, reading.session.get_one(DocumentRow, order))


def _tries(desk: Desk) -> int:
    with desk.register.reading() as reading:
        return reading.session.scalar(select(func.count()).select_from(VerifyTryRow)) or 0


def test_guessing_ends_after_some_tries(desk: Desk, ask: Ask) -> None:
    desk.register.settings = desk.register.settings.model_copy(update={"verify_tries": 4})
    order = str(desk.order(desk.premises()).number)
    start, head = desk.clock.now(), desk.head()
    for _ in range(4):
        ask(order)
        with pytest.raises(NotFound):
            _asked(desk, order, "AAAAA-AAAAA")
    # Now even the right code is not looked at, from there; elsewhere it is.
    desk.at(start + timedelta(minutes=15) - timedelta(seconds=1))
    with pytest.raises(TooMany, match=r"4 questions in 15 minutes.*in 1 minutes"):
        ask(order)
    code = check_code(desk.document(order).checksum)
    assert _asked(desk, order, code, "10.0.0.2").number == order
    assert _tries(desk) == 4
    desk.at(start + timedelta(minutes=15))
    assert ask(order).number == order
    with pytest.raises(NotFound):
        _asked(desk, order, address="x" * 500)
    assert _tries(desk) == 1, "what is older than the window is not kept"
    assert desk.head() == head, "questions are no entries of the log"


def test_a_slip_in_the_code_is_no_try(desk: Desk, ask: Ask) -> None:
    """What can be the code of no paper guesses nothing."""
    order = str(desk.order(desk.premises()).number)
    code = check_code(desk.document(order).checksum)
    for slip in (code[:-1], f"{code}0", code[:-1] + "U", "7" * 63):
        with pytest.raises(NotFound) as refusal:
            _asked(desk, order, slip)
        assert refusal.value.detail == verification.NOT_KNOWN
    assert _tries(desk) == 0
    with pytest.raises(NotFound):
        _asked(desk, order, check_code("0" * 64))
    assert _tries(desk) == 1
    assert _asked(desk, order, code.replace("-", " – ")).number == order


def test_the_gazette_signs_what_it_published(desk: Desk, ask: Ask) -> None:
    [first, *_] = of_kind(desk, DocumentKind.COMMENCEMENT)
    found = _asked(desk, first)
    assert found.signature is None
    assert "No gazette key is on this machine" in found.unsigned
    folder = desk.register.settings.keys_folder
    keyring.create(folder, Purpose.GAZETTE, jan(1), demonstration=True)
    signature = _asked(desk, first).signature
    assert signature is not None
    ring = keyring.opened(folder)
    believed = cose.verify(signature.token, ring, Purpose.GAZETTE, desk.clock.now())
    assert believed.payload == statement(desk.document(first))
    assert desk.document(first).checksum.encode() in believed.payload
    assert _asked(desk, first).signature == signature, "the same words are signed alike"
    desk.at(jan(2))
    new, _ = keyring.rotate(folder, Purpose.GAZETTE, jan(2))
    again = _asked(desk, first).signature
    assert again is not None
    assert again.kid == new.kid != signature.kid
    old = cose.verify(signature.token, keyring.opened(folder), Purpose.GAZETTE, jan(3))
    assert old.key.kid == signature.kid


def test_a_key_that_may_not_be_used_is_not_told_to_strangers(desk: Desk, ask: Ask) -> None:
    [first, *_] = of_kind(desk, DocumentKind.COMMENCEMENT)
    folder = desk.register.settings.keys_folder
    keyring.create(folder, Purpose.GAZETTE, jan(1))
    found = _asked(desk, first)
    assert found.signature is None
    assert "cannot be used" in found.unsigned
    folder.chmod(0o755)
    assert _asked(desk, first).unsigned == found.unsigned
    assert str(folder) not in found.unsigned
    order = str(desk.order(desk.premises()).number)
    with desk.register.reading() as reading, pytest.raises(Refused, match="of no gazette"):
        signed(reading, reading.session.get_one(DocumentRow, order))
