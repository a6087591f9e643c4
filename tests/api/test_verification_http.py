"""/verify for anyone, over HTTP on both engines: what is told, and what no answer tells."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.access_log import LOGGERS
from api.app import create_app
from api.network import network_of
from callers import HTML
from casework import Desk, jan, square
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.documents.check_code import check_code
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.key import Purpose
from vetcontrol.register.opening import is_demo
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

FIRST_COMMENCEMENT = "COM/2026/000001"


@dataclass
class Visitor:
    """Somebody unsigned, with the register's desk behind him."""

    desk: Desk
    client: TestClient

    def ask(self, number: str, code: str = "") -> Response:
        path = f"/api/v1/verify/{number.replace('/', '-')}"
        return self.client.get(path, params={"code": code} if code else {})

    def page(self, number: str, code: str = "") -> Response:
        path = f"/verify/{number.replace('/', '-')}"
        return self.client.get(path, params={"code": code} if code else {}, headers=HTML)

    def code(self, number: str) -> str:
        return check_code(self.desk.document(number).checksum)


@pytest.fixture
def visitor(office_url: str, tmp_path: Path) -> Iterator[Visitor]:
    settings = Settings(
        database_url=office_url,
        prescribed_profile="demo",
        key_dir=str(tmp_path / "keys"),
        verify_tries=20,
    )
    clock = SetClock(jan(1, 12))
    register = open_register(settings, clock)
    app = create_app(settings, register=register)
    with TestClient(app, follow_redirects=False, base_url="http://vet.test") as client:
        yield Visitor(Desk(register, clock), client)
    register.close()


def private(answer: Response) -> None:
    """Neither kept, nor passed on to another site, nor found by search engines."""
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_order_is_told_to_who_holds_it(visitor: Visitor) -> None:
    desk = visitor.desk
    order = str(desk.order(desk.premises(name="Dairy of Rama"), signed_at=jan(1, 8)).number)
    answer = visitor.ask(order, visitor.code(order))
    assert answer.status_code == 200
    private(answer)
    told = answer.json()
    assert told == {
        "genuine": True,
        "number": order,
        "kind": "order",
        "statute": "DOA1974",
        "clauses": told["clauses"],
        "issued_on": "2027-01-01",
        "signed_at": "2027-01-01T02:30:00Z",
        "checksum": desk.document(order).checksum,
        "gazetted": False,
        "stands": True,
        "corrected_by": "",
        "effect": {
            "force": "in_force",
            "since": "2027-01-01T02:30:00Z",
            "until": None,
            "by": "",
            "partly": False,
        },
        "at": "2027-01-01T06:30:00Z",
        "known_seq": desk.head(),
        "signature": None,
        "unsigned": "",
    }
    assert "DOA1974-11-1a" in told["clauses"]
    page = visitor.page(order, visitor.code(order))
    assert page.status_code == 200
    private(page)
    assert "Genuine, and in force" in page.text
    assert 'lang="kok"' in page.text
    assert "In force since 1 January 2027, 08:00 IST" in page.text
    for text in (page.text, answer.text):
        for told_of in ("Rama", "Owner", "inspector", demonstration.officer("inspector").name):
            assert told_of not in text
        assert "15.42" not in text, "no place of a person"


@pytest.mark.parametrize("spelling", ["{}", " {} ", "ord-{year}-{n}", "ORD.{year}.{n}"])
def test_number_and_code_as_people_type_them(visitor: Visitor, spelling: str) -> None:
    order = str(visitor.desk.order(visitor.desk.premises()).number)
    _, year, serial = order.split("/")
    typed = spelling.format(order.replace("/", "-"), year=year, n=int(serial))
    code = visitor.code(order)
    for given in (code, code.lower(), code.replace("-", ""), visitor.desk.document(order).checksum):
        assert visitor.ask(typed, given).status_code == 200
        assert visitor.page(typed, given).status_code == 200
    slashes = visitor.client.get(f"/verify/{order}", params={"code": code}, headers=HTML)
    assert "Genuine, and in force" in slashes.text


def _body(answer: Response) -> Any:
    """The problem without the chance code that it is reported by."""
    return {key: value for key, value in answer.json().items() if key != "code"}


def test_no_answer_tells_whether_a_paper_exists(visitor: Visitor) -> None:
    desk = visitor.desk
    order = str(desk.order(desk.premises()).number)
    draft_like = "NOT/2027/000001"
    unknown = order[:-6] + "999999"
    right, nobodys = visitor.code(order), check_code("0" * 64)
    without = [(order, ""), (unknown, ""), (draft_like, ""), ("no number", "")]
    said = alike(visitor, without)
    assert "without it nothing can be said" in said
    assert "The check code is needed" in said
    assert "do not rely" not in said
    asked = [
        (order, "AAAAA-AAAAA"),
        (order, nobodys),
        (unknown, right),
        (unknown, nobodys),
        ("no number", nobodys),
    ]
    said = alike(visitor, asked)
    assert "AAAAA" not in said
    assert "do not rely on this paper" in said


def alike(visitor: Visitor, asked: Sequence[tuple[str, str]]) -> str:
    """The page that every one of the questions is answered with; programs are answered alike."""
    api = [visitor.ask(*one) for one in asked]
    assert {one.status_code for one in api} == {404}
    assert all(_body(one) == _body(api[0]) for one in api)
    assert len({frozenset(one.headers.keys()) for one in api}) == 1
    for one in api:
        private(one)
    pages = [visitor.page(*one) for one in asked]
    assert {one.status_code for one in pages} == {404}
    # The page repeats the number as it was typed, and nothing else of the question.
    bodies = {
        one.text.replace(number.replace("/", "-"), "N")
        for one, (number, _) in zip(pages, asked, strict=True)
    }
    assert len(bodies) == 1
    for page in pages:
        private(page)
    return bodies.pop()


def test_a_draft_is_no_paper_and_its_publication_is_open_and_signed(visitor: Visitor) -> None:
    desk = visitor.desk
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    number = desk.confirm(case, square(0.006))
    assert visitor.ask(number).status_code == 404
    desk.out(number)
    told = visitor.ask(number).json()
    assert (told["gazetted"], told["effect"]["force"]) == (True, "in_force")
    assert told["signature"] is None
    assert "No gazette key is on this machine" in told["unsigned"]
    address = f"/api/v1/documents/{number.replace('/', '-')}.cose"
    refusal = visitor.client.get(address)
    assert refusal.status_code == 409
    assert "No gazette key is on this machine" in refusal.json()["detail"]
    folder = desk.register.settings.keys_folder
    key = keyring.create(folder, Purpose.GAZETTE, jan(1), demonstration=True)
    told = visitor.ask(number).json()
    assert told["signature"] == {"kid": key.kid, "address": address}
    signed = visitor.client.get(address)
    assert signed.headers["content-type"] == "application/cose"
    found = cose.verify(signed.content, keyring.opened(folder), Purpose.GAZETTE, desk.clock.now())
    assert told["checksum"].encode() in found.payload
    page = visitor.page(number)
    with desk.register.reading() as reading:
        assert ("not a real paper" in page.text) == is_demo(reading.session)
    assert key.kid in page.text
    assert address in page.text
    # A personal instrument has no gazette's signature, and is not shown to exist.
    assert desk.document("ORD/2027/000001").kind == "order"
    assert visitor.client.get("/api/v1/documents/ORD-2027-000001.cose").status_code == 404
    # The publication is struck: the paper was the gazette's and says so, with the correction.
    correction = desk.correct(number).number
    told = visitor.ask(number).json()
    assert (told["stands"], told["corrected_by"]) == (False, correction)
    assert "Genuine, but corrected" in visitor.page(number).text
    assert visitor.client.get(address).status_code == 404


def test_a_wrong_code_on_a_gazettes_paper_is_not_called_genuine(visitor: Visitor) -> None:
    refusal = visitor.ask(FIRST_COMMENCEMENT, "ABCDE-FGHJK")
    assert refusal.status_code == 404
    said = "a paper that carries that code is no print of it"
    assert said in refusal.json()["detail"]
    page = visitor.page(FIRST_COMMENCEMENT, "ABCDE-FGHJK")
    assert page.status_code == 404
    assert "do not rely on this paper" in page.text
    assert said in page.text
    assert "Genuine" not in page.text
    for one in (refusal, page):
        private(one)


def test_guessing_ends(visitor: Visitor) -> None:
    desk = visitor.desk
    order = str(desk.order(desk.premises()).number)
    for n in range(20):
        assert (visitor.ask if n % 2 else visitor.page)(order, "AAAAA-AAAAA").status_code == 404
    code = visitor.code(order)
    answer, page = visitor.ask(order, code), visitor.page(order, code)
    for one in (answer, page):
        assert one.status_code == 429
        assert one.headers["Retry-After"] == "900"
    private(page)
    assert answer.headers["content-type"] == "application/problem+json"
    assert "Asked too often" in page.text
    desk.at(desk.clock.now() + timedelta(minutes=15))
    assert visitor.ask(order, code).status_code == 200


def test_the_form_leads_to_the_papers_own_address(visitor: Visitor) -> None:
    form = visitor.client.get("/verify", headers=HTML)
    assert form.status_code == 200
    private(form)
    given = {"number": "com 2026 1", "code": " ab cde "}
    answer = visitor.client.get("/verify", params=given, headers=HTML)
    assert answer.status_code == 303
    leads = urlsplit(answer.headers["location"])
    assert leads.path == "/verify/COM-2026-000001"
    assert parse_qs(leads.query) == {"code": ["ab cde"]}
    private(answer)
    assert "Genuine" in visitor.page(FIRST_COMMENCEMENT).text
    wrong = visitor.client.get("/verify", params={"number": "<b>{{7*7}}"}, headers=HTML)
    assert wrong.status_code == 422
    assert 'id="error-number"' in wrong.text
    assert "&lt;b&gt;{{7*7}}" in wrong.text


def test_the_print_leads_here(visitor: Visitor) -> None:
    """What stands on the page of a paper is the address that answers."""
    page = visitor.client.get("/api/v1/documents/COM-2026-000001.html").text
    code = visitor.code(FIRST_COMMENCEMENT)
    address = f"http://vet.test/verify/COM-2026-000001?code={code}"
    assert address in page
    assert "Genuine" in visitor.client.get(address, headers=HTML).text


def test_no_code_is_written_to_a_log(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in LOGGERS:
        logging.getLogger(name).info(
            '%s - "%s %s HTTP/%s" %d', "10.0.0.1:5", "GET", "/verify/ORD?code=SECRET", "1.1", 404
        )
    visitor.ask("ORD-2027-000001", "SECRET")
    visitor.page("ORD-2027-000001", "SECRET")
    ours = [r.getMessage() for r in caplog.records if not r.name.startswith(("httpx", "httpcore"))]
    assert '10.0.0.1:5 - "GET /verify/ORD HTTP/1.1" 404' in ours
    assert not any("SECRET" in line for line in ours)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_caller_is_counted_by_the_network_he_has(host: str, counted: str) -> None:
    assert network_of(host) == counted
