"""A person's name taken out: of every sealed place at once, and told where it stays."""

from __future__ import annotations

import orjson
import pytest
from sqlalchemy import select

from casework import Desk, away, jan
from vetcontrol.disease import papers
from vetcontrol.errors import Malformed, NoAuthority, NotFound
from vetcontrol.officers import drafts, people, redacting
from vetcontrol.officers.redacting import Found
from vetcontrol.officers.tables import IdempotencyClaimRow, OfficerRow
from vetcontrol.premises.service import Keeper
from vetcontrol.premises.tables import KeeperRow
from vetcontrol.register import attachments, prints
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.register.tables import AttachmentRow, PersonalRow, PrintRow

NAME = 'Rama "Bhau" नाईक'
OTHER = "Shanta Naik"
ADMINISTRATOR, SURGEON = Actor("administrator"), Actor("surgeon")


def find(desk: Desk, text: str = NAME, *, parts: bool = False) -> Found:
    with desk.register.reading() as reading:
        return redacting.find(reading, ADMINISTRATOR, text, parts=parts)


def take_out(desk: Desk, text: str = NAME, *, parts: bool = False) -> Found:
    with desk.register.writing() as writing:
        found, _ = redacting.redact(writing, ADMINISTRATOR, text, reason="He asked", parts=parts)
    return found


def case_of(desk: Desk, grounds: str) -> str:
    """An order on his premises, its copy delivered, printed and scanned; the copy's number."""
    keepers = (Keeper("owner", NAME, "House 1"), Keeper("occupier", OTHER))
    order = desk.order(desk.premises(keepers=keepers), grounds=grounds)
    copies = [one.document for one in desk.services(str(order.content["case_number"]))]
    (copy,) = [number for number in copies if NAME in shown(desk, number)]
    with desk.register.writing() as writing:
        prints.keep(writing, Actor("inspector"), [prints.Issued(copy, "en", b"%PDF")])
        file = attachments.read("scan", b"%PDF-1.7\n%%EOF\n", pdf=True)
        papers.scan(writing, desk.who("inspector"), copy, file, f"Signed by {NAME}")
    desk.serve(copy, received_by=f" {NAME} ")
    return copy


def shown(desk: Desk, number: str) -> set[str]:
    content = desk.document(number).content
    with desk.register.reading() as reading:
        rows = reading.session.execute(select(PersonalRow.digest, PersonalRow.value))
        return {str(value) for digest, value in rows if value and digest in content}


def test_a_name_goes_from_every_sealed_place(desk: Desk) -> None:
    grounds = f"Told by {NAME}"
    copy = case_of(desk, grounds)
    desk.premises(away(5000), "Other", keepers=(Keeper("owner", NAME), Keeper("occupier", OTHER)))
    with desk.register.writing() as writing:
        for who in ("surgeon", "inspector"):
            drafts.keep(writing, who, "order", "", [("name", f"of {NAME}"), ("kind", "dairy")])
        drafts.keep(writing, "surgeon", "radius", "", [("metres", "900")])
        answer = orjson.dumps({"owner": NAME, "role": "owner"}).decode()
        key = {"officer": "surgeon", "route": "r", "key": "k", "body_hash": "0" * 64}
        claim = IdempotencyClaimRow(**key, status=201, response=answer, created_at=jan(1, 12))
        writing.session.add(claim)
    before = find(desk)
    assert copy in before.documents
    assert (before.prints, len(before.attachments), len(before.drafts)) == (1, 1, 2)
    assert (before.answers, before.emails) == (1, 0)
    assert before.columns["keepers.name"] == 2

    gone = take_out(desk)
    assert gone.digests == before.digests
    assert gone.columns == {}, "no table of present state says it any more"
    with desk.register.reading() as reading:
        session = reading.session
        assert session.get_one(PrintRow, (copy, "en")).data is None
        assert session.scalars(select(AttachmentRow.data)).all() == [None]
        assert OTHER in session.scalars(select(KeeperRow.name)).all()
        assert drafts.listing(reading, "inspector") == []
        assert [draft.purpose for draft in drafts.listing(reading, "surgeon")] == ["radius"]
        (kept,) = session.scalars(select(IdempotencyClaimRow.response)).all()
        assert orjson.loads(str(kept)) == {"owner": "[withheld]", "role": "owner"}
    left = find(desk)
    assert not left.anything
    # The remark on the scan holds it among other words, and goes when that is asked for.
    assert [place.kind for place in left.containing] == [papers.SCANNED]
    assert [place.seq for place in left.written] == [desk.document(copy).entry_seq]
    assert take_out(desk, parts=True).containing == ()
    assert find(desk).containing == ()
    assert verify(desk.register).faults == []


def test_what_was_redacted_and_is_brought_back_is_found(desk: Desk) -> None:
    case_of(desk, "Vesicles")
    with desk.register.reading() as reading:
        session = reading.session
        texts = {row.digest: (row.salt, row.value) for row in session.scalars(select(PersonalRow))}
        (data,) = session.scalars(select(AttachmentRow.data)).all()
    gone = take_out(desk)
    with desk.register.writing() as writing:
        row = writing.session.get_one(PersonalRow, gone.digests[0])
        row.salt, row.value = texts[row.digest]
        writing.session.get_one(AttachmentRow, gone.attachments[0]).data = data
    assert verify(desk.register, rows=False).faults == [
        f"personal field {gone.digests[0][:12]}: redacted, and it is not empty",
        f"attachment {gone.attachments[0][:12]}: redacted, and it is not empty",
    ]
    with desk.register.writing() as writing:
        # A salt alone lets whoever has it try names against the digest.
        writing.session.get_one(PersonalRow, gone.digests[0]).value = None
    assert "redacted, and it is not empty" in verify(desk.register, rows=False).faults[0]
    with pytest.raises(NotFound, match="taken out"):
        take_out(desk, parts=False)


def test_free_words_stay_and_are_told_by_entry(desk: Desk) -> None:
    order = desk.order(desk.premises(), grounds=f"Told by {NAME}")
    found = find(desk)
    assert not found.anything
    assert [place.seq for place in found.written] == [order.seq]
    with pytest.raises(NotFound, match="taken out"):
        take_out(desk)


def test_an_address_of_e_mail_goes(desk: Desk) -> None:
    address = "surgeon@vet.example"
    with desk.register.writing() as writing:
        people.set_email(writing, SURGEON, "surgeon", address)
    assert find(desk, address).emails == 1
    assert take_out(desk, address).columns == {}
    with desk.register.reading() as reading:
        assert reading.session.get_one(OfficerRow, "surgeon").email is None


def test_who_may_and_with_what_words(desk: Desk) -> None:
    desk.premises(keepers=(Keeper("owner", NAME),))
    with desk.register.writing() as writing:
        for actor in (SURGEON, Actor("nobody")):
            with pytest.raises(NoAuthority):
                redacting.redact(writing, actor, NAME, reason="He asked")
            with pytest.raises(NoAuthority):
                redacting.find(writing, actor, NAME)
        for reason in ("", "  ", f"{NAME} asked"):
            with pytest.raises(Malformed, match="reason"):
                redacting.redact(writing, ADMINISTRATOR, NAME, reason=reason)
        for text in ("", "  ", "x" * 401, "\0"):
            with pytest.raises(Malformed, match="text"):
                redacting.find(writing, ADMINISTRATOR, text)
    # Another spelling is another text.
    assert not find(desk, NAME.swapcase()).anything
    assert not find(desk, "Rama _Bhau_%").anything
    assert find(desk).anything
