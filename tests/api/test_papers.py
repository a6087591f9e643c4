"""Papers in print over HTTP: the first one issued is kept, and emptied with what it shows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pypdfium2
import pytest
from httpx2 import Response
from sqlalchemy import select

from desk import Desk, in_path
from refusals import GOVERNMENT, INSPECTOR, SURGEON, polygon, refused, square
from vetcontrol.clock import IST
from vetcontrol.documents.check_code import check_code
from vetcontrol.register import redaction
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.register.prints import Issued, keep
from vetcontrol.register.tables import EntryRow, PrintRow

OWNER = "Anjali <b>Naik</b> #let"


@dataclass
class Case:
    """A case in Ponda with its order and the copy to the owner."""

    number: str
    order: str
    copy: str


@pytest.fixture
def case(desk: Desk) -> Case:
    desk.at(datetime(2027, 4, 1, 9, 0, tzinfo=IST))
    body = {
        "name": "Dairy of A. Naik",
        "kind": "dairy",
        "geometry": {"type": "Point", "coordinates": [74.0, 15.4]},
        "keepers": [{"role": "owner", "name": OWNER, "address": "House 12"}],
    }
    premises = desk.do(SURGEON, "/premises", body)["id"]
    body = {"disease": "anthrax", "grounds": "Sudden death", "premises_id": premises}
    made = desk.do(INSPECTOR, "/infected-places", body)
    numbers = {one["kind"]: one["number"] for one in made["documents"]}
    return Case(made["number"], numbers["order"], numbers["order_copy"])


def _notification(desk: Desk, lon: float = 73.95) -> str:
    """The notification, published, of an infected area about a field."""
    field = polygon(square(lon, 15.38, 0.004))
    body = {"disease": "anthrax", "grounds": "Sudden death", "geometry": field}
    path = f"/infected-places/{in_path(desk.do(SURGEON, '/infected-places', body)['number'])}"
    body = {"findings": "Anthrax", "outcome": "confirm", "no_animals_note": "All dead"}
    desk.do(SURGEON, f"{path}/examination", body)
    desk.do(SURGEON, f"{path}/report", {"findings": "Anthrax"})
    number = desk.do(GOVERNMENT, f"{path}/decision", {"outcome": "confirm"})["notification"]
    path = f"/notifications/{in_path(number)}"
    desk.do("government_approver", f"{path}/approve")
    body = {"gazette_series": "I", "gazette_number": "1", "published_on": "2027-04-01"}
    desk.do("clerk", f"{path}/publish", body)
    return str(number)


def _pdf(desk: Desk, who: str | None, number: str, **query: Any) -> Response:
    answer = desk.ask(who, f"/documents/{in_path(number)}.pdf", **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["x-content-sha256"] == hashlib.sha256(answer.content).hexdigest()
    return answer


def _text(answer: Response) -> str:
    pages = pypdfium2.PdfDocument(answer.content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def _printed(desk: Desk) -> list[str]:
    """What the entries of first prints say."""
    statement = select(EntryRow.content).where(EntryRow.kind == "document.printed")
    with desk.register.reading() as reading:
        return list(reading.session.scalars(statement.order_by(EntryRow.seq)))


def test_the_first_print_is_kept_and_given_again(desk: Desk, case: Case) -> None:
    before, entries = desk.head(), len(_printed(desk))
    first = _pdf(desk, INSPECTOR, case.copy)
    name = f'inline; filename="{in_path(case.copy)}-en.pdf"'
    assert first.headers["content-disposition"] == name
    assert OWNER in _text(first)
    assert desk.head() == before + 1
    again = _pdf(desk, SURGEON, case.copy)
    assert again.content == first.content
    assert desk.head() == before + 1
    entry = _printed(desk)[entries]
    record = desk.get(INSPECTOR, f"/documents/{in_path(case.copy)}.json")
    sha256 = first.headers["x-content-sha256"]
    assert record["prints"] == [{"language": "en", "sha256": sha256}]
    # The chain holds a salted digest of it: names could be tried against a bare one.
    assert record["checksum"] in entry
    assert sha256 not in entry
    assert verify(desk.register).faults == []


def test_a_print_without_personal_text_stands_in_the_chain_as_it_is(desk: Desk) -> None:
    entries = len(_printed(desk))
    number = _notification(desk)
    unsigned = _pdf(desk, None, number)
    assert len(_printed(desk)) == entries
    answer = _pdf(desk, GOVERNMENT, number)
    assert answer.headers["x-content-sha256"] in _printed(desk)[entries]
    # The same content, the same bytes: what anyone drew before is what is kept.
    assert unsigned.content == answer.content == _pdf(desk, None, number).content
    konkani = _pdf(desk, None, number, language="kok")
    assert konkani.content != answer.content
    assert len(_printed(desk)) == entries + 1


def test_each_language_has_its_first_print(desk: Desk, case: Case) -> None:
    english = _pdf(desk, INSPECTOR, case.order)
    konkani = _pdf(desk, INSPECTOR, case.order, language="kok")
    assert konkani.headers["content-disposition"].endswith('-kok.pdf"')
    assert english.content != konkani.content
    text = "".join(_text(konkani).split())
    assert "सोयीखातीरकेल्लोअणकार" in text
    assert "कलम11(1)" in text
    assert len(desk.get(INSPECTOR, f"/documents/{in_path(case.order)}.json")["prints"]) == 2
    answer = desk.ask(INSPECTOR, f"/documents/{in_path(case.order)}.pdf", language="xx")
    refused(answer, 422, field="language", words="en, kok")


def test_who_may_not_read_all_of_it_gets_it_withheld_and_nothing_is_kept(
    desk: Desk, case: Case
) -> None:
    before = desk.head()
    text = _text(_pdf(desk, "administrator", case.copy))
    assert "[withheld]" in text
    assert OWNER not in text
    assert desk.head() == before
    kept = _pdf(desk, INSPECTOR, case.copy)
    assert OWNER not in _text(_pdf(desk, "administrator", case.copy))
    assert OWNER in _text(kept)
    record = desk.get("administrator", f"/documents/{in_path(case.copy)}.json")
    assert record["prints"] == []
    refused(desk.ask(None, f"/documents/{in_path(case.copy)}.pdf"), 404)


def test_the_paper_names_where_it_is_checked(desk: Desk, case: Case) -> None:
    record = desk.get(INSPECTOR, f"/documents/{in_path(case.copy)}.json")
    code = check_code(record["checksum"])
    address = f"http://vet.test/verify/{in_path(case.copy)}?code={code}"
    assert address in "".join(_text(_pdf(desk, INSPECTOR, case.copy)).split())
    page = desk.ask(INSPECTOR, f"/documents/{in_path(case.copy)}.html").text
    assert f'href="{address}"' in page
    assert "data:image/svg+xml;base64," in page
    assert f'/documents/{in_path(case.copy)}.pdf?language=en"' in page
    konkani = desk.ask(INSPECTOR, f"/documents/{in_path(case.copy)}.html", language="kok").text
    assert '<html lang="kok">' in konkani
    assert f'/documents/{in_path(case.copy)}.pdf?language=kok"' in konkani


def test_no_reader_chooses_the_address_on_the_paper(desk: Desk, case: Case) -> None:
    header = desk.header(INSPECTOR) | {"Host": "evil.example"}
    path = f"/api/v1/documents/{in_path(case.copy)}"
    text = _text(desk.client.get(f"{path}.pdf", headers=header))
    assert "http://vet.test/verify/" in "".join(text.split())
    assert "evil" not in text
    assert "evil" not in desk.client.get(f"{path}.html", headers=header).text


def test_without_an_address_of_verification_nothing_is_printed(
    desk: Desk, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _pdf(desk, INSPECTOR, case.order)
    unset = desk.register.settings.model_copy(update={"public_address": ""})
    monkeypatch.setattr(desk.app.state.vetcontrol, "settings", unset)
    entries = len(_printed(desk))
    path = f"/documents/{in_path(case.copy)}"
    refused(desk.ask(INSPECTOR, f"{path}.pdf"), 409, words="VETCONTROL_PUBLIC_ADDRESS")
    notices = f"/infected-places/{in_path(case.number)}/notices.pdf"
    refused(desk.ask(SURGEON, notices, which="all"), 409, words="address of verification")
    assert len(_printed(desk)) == entries
    page = desk.ask(INSPECTOR, f"{path}.html")
    assert page.status_code == 200
    assert "/verify/" not in page.text
    # What was printed before is the record and is given again.
    assert _pdf(desk, INSPECTOR, case.order).content == first.content


def test_an_unknown_language_is_told_before_the_number_of_papers(
    desk: Desk, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/infected-places/{in_path(case.number)}/notices.pdf"
    monkeypatch.setattr("api.routers.notices.PART", 0)
    refused(desk.ask(SURGEON, path, which="all"), 413)
    refused(desk.ask(SURGEON, path, which="all", language="xx"), 422, words="language")


def test_after_a_correction_the_first_print_is_still_the_record(desk: Desk, case: Case) -> None:
    first = _pdf(desk, INSPECTOR, case.copy)
    body = {"number": case.order, "reason": "Another place was meant"}
    correction = desk.do(INSPECTOR, "/corrections", body)["instrument"]
    head = desk.head()
    anew = _text(_pdf(desk, INSPECTOR, case.copy))
    assert f"Corrected by {correction}" in anew
    assert desk.head() == head
    assert _pdf(desk, INSPECTOR, case.copy, as_issued=True).content == first.content
    # Never printed before the correction: no first print comes after it.
    assert "Corrected by" in _text(_pdf(desk, INSPECTOR, case.order))
    assert desk.head() == head
    answer = desk.ask(INSPECTOR, f"/documents/{in_path(case.order)}.pdf", as_issued=True)
    refused(answer, 404, words="No first print")


def test_redaction_empties_the_print(desk: Desk, case: Case) -> None:
    first = _pdf(desk, INSPECTOR, case.copy)
    record = desk.get(INSPECTOR, f"/documents/{in_path(case.copy)}.json")
    (digest,) = (d for d, text in record["personal"].items() if text == OWNER)
    with desk.register.writing() as writing:
        redaction.redact(writing, Actor("admin"), [digest], reason="Asked for", administrator=True)
    with desk.register.reading() as reading:
        row = reading.session.get_one(PrintRow, (case.copy, "en"))
        assert (row.data, row.sha256) == (None, None)
    head = desk.head()
    anew = _pdf(desk, INSPECTOR, case.copy)
    assert anew.content != first.content
    assert "[withheld]" in _text(anew)
    assert OWNER not in _text(anew)
    answer = desk.ask(INSPECTOR, f"/documents/{in_path(case.copy)}.pdf", as_issued=True)
    refused(answer, 404)
    assert desk.head() == head
    assert verify(desk.register).faults == []


def test_what_the_register_does_with_a_changed_print(desk: Desk, case: Case) -> None:
    _pdf(desk, INSPECTOR, case.order)
    _pdf(desk, INSPECTOR, case.copy)
    for number, change, says in (
        (case.order, {"data": b"%PDF another"}, "its bytes were changed"),
        (case.copy, {"sha256": "0" * 64}, "its bytes were changed"),
        (case.copy, {"data": None, "sha256": None}, "emptied, and no entry says by whom"),
    ):
        with desk.register.writing() as writing:
            row = writing.session.get_one(PrintRow, (number, "en"))
            kept = {"data": row.data, "sha256": row.sha256}
            for name, value in change.items():
                setattr(row, name, value)
        (fault,) = verify(desk.register).faults
        assert number in fault
        assert says in fault
        with desk.register.writing() as writing:
            row = writing.session.get_one(PrintRow, (number, "en"))
            for name, value in kept.items():
                setattr(row, name, value)
    with desk.register.writing() as writing:
        row = writing.session.get_one(PrintRow, (case.order, "en"))
        writing.session.delete(row)
        data, sha256, seq = row.data, row.sha256, row.entry_seq
    (fault,) = verify(desk.register).faults
    assert "its row is gone" in fault
    with desk.register.writing() as writing:
        for language in ("en", "xx"):
            writing.session.add(
                PrintRow(
                    number=case.order, language=language, entry_seq=seq, sha256=sha256, data=data
                )
            )
    (fault,) = verify(desk.register).faults
    assert "no entry that can be read names it" in fault
    with desk.register.writing() as writing:
        writing.session.delete(writing.session.get_one(PrintRow, (case.order, "xx")))
        writing.session.get_one(PrintRow, (case.order, "en")).entry_seq = 1
    (fault,) = verify(desk.register).faults
    assert f"entry {seq} keeps it, not entry 1" in fault
    with desk.register.writing() as writing:
        writing.session.get_one(PrintRow, (case.order, "en")).entry_seq = seq


def test_of_two_at_once_the_first_kept_is_the_first(desk: Desk, case: Case) -> None:
    given = []
    for data in (b"%PDF one", b"%PDF two"):
        with desk.register.writing() as writing:
            kept = keep(writing, Actor("insp"), [Issued(case.order, "en", data)])
            given.append(kept[case.order, "en"].data)
    assert given == [b"%PDF one", b"%PDF one"]
    assert _pdf(desk, INSPECTOR, case.order).content == b"%PDF one"
    # One that was corrected while its print was being drawn is not kept at all.
    desk.do(INSPECTOR, "/corrections", {"number": case.order, "reason": "Another place"})
    with desk.register.writing() as writing:
        assert keep(writing, Actor("insp"), [Issued(case.copy, "en", b"%PDF late")]) == {}
    assert verify(desk.register).faults == []


def test_copies_and_notices_together(desk: Desk, case: Case) -> None:
    for position in ([74.001, 15.401], [74.003, 15.401], [74.002, 15.4]):
        body = {
            "name": f"Yard {position}",
            "kind": "dairy",
            "geometry": {"type": "Point", "coordinates": position},
            "keepers": [{"role": "owner", "name": f"Owner at {position[0]}"}],
        }
        desk.do(SURGEON, "/premises", body)
    path = f"/infected-places/{in_path(case.number)}"
    body = {"findings": "Anthrax", "outcome": "confirm", "no_animals_note": "All dead"}
    desk.do(SURGEON, f"{path}/examination", body)
    made = desk.do(SURGEON, f"{path}/radius", {"metres": 900, "reason": "Near"})
    notices = [d["number"] for d in made["documents"] if d["kind"] == "premises_notice"]
    assert len(notices) >= 3
    # One of them was printed before: it stays as it was.
    alone = _pdf(desk, SURGEON, notices[0])
    head = desk.head()
    answer = desk.ask(SURGEON, f"{path}/notices.pdf", order="number", which="all")
    assert answer.status_code == 200, answer.text
    assert desk.head() == head + 1
    text = _text(answer)
    places = [text.index(number) for number in (case.copy, *notices)]
    assert places == sorted(places)
    assert "Page 1 of" in text
    assert _pdf(desk, SURGEON, notices[0]).content == alone.content
    single = _pdf(desk, SURGEON, notices[1])
    assert desk.head() == head + 1
    assert notices[1] in _text(single)
    assert notices[2] not in _text(single)
    in_round = desk.ask(SURGEON, f"{path}/notices.pdf", order="round", language="kok")
    assert in_round.status_code == 200
    assert "परिसर" in _text(in_round)
    refused(desk.ask(SURGEON, f"{path}/notices.pdf", part=2), 404, words="no part 2")
    refused(desk.ask(None, f"{path}/notices.pdf"), 401)
    refused(desk.ask(SURGEON, "/infected-places/IP-2027-999999/notices.pdf"), 404)
    assert verify(desk.register).faults == []


def test_more_than_one_file_takes_is_asked_for_in_parts(
    desk: Desk, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.routers.notices.numbers_of", lambda *_: [case.copy] * 125)
    path = f"/infected-places/{in_path(case.number)}/notices.pdf"
    refused(desk.ask(SURGEON, path), 413, words="part=1 to part=3")


def test_the_page_of_a_paper_leads_on_to_its_case(desk: Desk, case: Case) -> None:
    leads = f'<a href="/infected-places/{in_path(case.number)}">Case {case.number}</a>'
    shown = desk.ask(INSPECTOR, f"/documents/{in_path(case.order)}.html").text
    assert leads in shown
    assert '<a href="/" ' in shown
    public = desk.ask(None, f"/documents/{in_path(_notification(desk, 73.97))}.html").text
    assert 'class="ways"' in public
    assert "/infected-places/" not in public
