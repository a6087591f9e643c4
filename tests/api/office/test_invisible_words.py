"""Invisible characters of people's text: visible where it is read, exact where it is sent again."""

from __future__ import annotations

import re

from markupsafe import Markup

from api.spreadsheet import csv_answer
from api.templating import environment, visible
from office_visitor import Visitor
from removal_forms import application, asked, terms

OVERRIDE, SPACE = "\u202e", "\u200b"
TURNED = f"Rama {OVERRIDE}kiaN{SPACE}"
SHOWN = "Rama [U+202E]kiaN[U+200B]"
DEVANAGARI = "क्\u200dष न्\u200cह"


def test_what_is_left_as_it_is() -> None:
    for harmless in ("one\ntwo\tthree", DEVANAGARI, Markup(OVERRIDE), 7, None):
        assert visible(harmless) == harmless
    assert visible("one\r\ntwo") == "one\ntwo"
    shown = environment().from_string("{{ a }}|{{ a | exact }}|{{ '<' ~ a }}").render(a=TURNED)
    assert shown == f"{SHOWN}|{TURNED}|&lt;{SHOWN}"


def test_pages_of_a_licence(visitor: Visitor) -> None:
    where = asked(
        visitor, owner=TURNED, owner_address=TURNED, conditions=TURNED, person_in_charge=TURNED
    )
    page = visitor.page(where)
    assert page.count(SHOWN) == 4
    assert OVERRIDE not in page
    # Looked at and sent back, the form holds what was typed, and says nothing else.
    form = visitor.page(f"{where}/grant")
    assert f'name="person_in_charge" type="text" value="{TURNED}"' in form
    assert f">{TURNED}</textarea>" in form
    review = visitor.post(f"{where}/grant", terms(conditions=TURNED, person_in_charge=TURNED))
    assert review.status_code == 200
    assert "Otherwise than asked for" not in review.text
    assert f'name="conditions" value="{TURNED}"' in review.text
    assert SHOWN in review.text


def test_a_refused_form_holds_what_was_typed(visitor: Visitor) -> None:
    answer = visitor.be("inspector").post("/licences/new", application(owner=TURNED, tags="--"))
    assert answer.status_code == 422
    assert f'value="{TURNED}"' in answer.text


def test_who_received_a_copy(visitor: Visitor) -> None:
    visitor.be("inspector")
    found = re.search(r"/infected-places/IP-[0-9]+-[0-9]+", visitor.page("/infected-places"))
    assert found
    case = found[0]
    page = visitor.page(f"{case}/services")
    first = page.split('name="documents" value="')[1].split('"', maxsplit=1)[0]
    visitor.done(
        f"{case}/services",
        {"documents": first, "manner": "in_person", "received_by": TURNED, "proof_reason": "None"},
    )
    page = visitor.page(f"{case}/services")
    assert f"Received by {SHOWN}" in page
    assert OVERRIDE not in page
    table = visitor.get(f"{case}/services.csv").content.decode("utf-8-sig")
    assert SHOWN in table
    assert OVERRIDE not in table


def test_a_table_for_a_spreadsheet() -> None:
    body = bytes(csv_answer("t.csv", ("What",), [(f"{OVERRIDE}=1\r\nb",)]).body).decode("utf-8-sig")
    assert body == '"What"\r\n"[U+202E]=1\nb"\r\n'
