"""The office: every page for every role; sign-ins, appointments and delegations by their forms."""

from __future__ import annotations

import hashlib
import json
import re
from html import unescape

import pytest
import shapely
from sqlalchemy import text

from callers import HTML, hidden_fields
from office_visitor import ESCAPED, GAZETTE, HOSTILE, Visitor
from vetcontrol import demonstration

OPEN = (
    "/office",
    "/law",
    "/law/matrix",
    "/law/matrix?area=Ponda&on=2027-01-01&sections=all",
    "/law/clauses",
    "/law/rules",
    "/law/rules?locality=Goa",
    "/law/clauses?q=radius",
    "/layers",
    "/layers/areas",
    "/layers/areas?q=navelim&level=village",
)
FOR_OFFICERS = (
    "/",
    "/password",
    "/appointments",
    "/appointments?role=inspector&state=approved&person=inspector",
    "/appointments/new",
    "/appointments/new?acting_for=APT-2026-000006",
    "/appointments/APT-2026-000006",
    "/appointments/APT-2026-000006/approve",
    "/appointments/APT-2026-000006/end",
    "/delegations",
    "/delegations/new",
    "/delegations/DLG-2026-000001",
    "/delegations/DLG-2026-000001/approve",
    "/delegations/DLG-2026-000001/revoke",
    "/premises",
    "/premises?q=neighbour",
    "/premises/1",
    "/premises/2",
    "/premises/4",
    "/premises/new",
    "/premises/import",
    "/law/diseases/new",
    "/law/diseases/hostile/remove",
    "/law/commencements/new",
    "/law/rules/new",
    "/log",
    "/log?kind=premises.recorded&subject=premises/1",
    "/log?before=10",
    "/log/1",
    "/corrections",
)
FOR_ADMINISTRATORS = (
    "/officers",
    "/sign-ins/new",
    "/officers/hostile",
    "/officers/hostile/reset",
    "/officers/hostile/end",
    "/officers/hostile/make-administrator",
    "/officers/hostile/reinstate",
    "/audit",
)


@pytest.mark.parametrize("key", [None, *demonstration.POSTS])
def test_every_page_opens_or_refuses_and_shows_people_as_words(
    visitor: Visitor, key: str | None
) -> None:
    is_administrator = key is not None and demonstration.POSTS[key].administrator
    if key is not None:
        visitor.be(key)
    for path in OPEN + FOR_OFFICERS + FOR_ADMINISTRATORS:
        answer = visitor.get(path)
        wanted = 200
        if key is None and path == "/":
            wanted = 303
        elif key is None and path not in OPEN:
            wanted = 401
        elif path in FOR_ADMINISTRATORS and not is_administrator:
            wanted = 403
        assert answer.status_code == wanted, (path, unescape(answer.text))
        assert "<i onx" not in answer.text, path
        assert "5041" not in answer.text, path


def test_every_entry_of_the_log_opens_and_can_be_proposed_for_correction(visitor: Visitor) -> None:
    visitor.be("government")
    head = visitor.register.database.head()
    for seq in range(1, head + 1):
        shown = visitor.page(f"/log/{seq}")
        assert "<i onx" not in shown, seq
        answer = visitor.get(f"/corrections/{seq}")
        assert answer.status_code in (200, 409), seq
        assert "<i onx" not in answer.text, seq
    assert visitor.get(f"/log/{head + 1}").status_code == 404
    content = visitor.get("/log/4/content.json")
    with visitor.register.reading() as reading:
        kept = reading.session.execute(text("select content_hash from entries where seq = 4"))
        assert hashlib.sha256(content.content).hexdigest() == kept.scalar_one()


def test_an_address_with_what_cannot_be_looked_for_is_refused(visitor: Visitor) -> None:
    visitor.be("administrator")
    for path, status in (
        ("/officers/%00", 404),
        ("/appointments/%00", 404),
        ("/appointments?person=%00", 422),
        ("/rounds?after=%00", 422),
        ("/corrections?entry=%00", 422),
        ("/maps/case?number=%00", 422),
        ("/maps/inforce?bounds=nan,1,2,3", 422),
    ):
        assert visitor.get(path).status_code == status, path


def test_an_entry_that_is_not_there_is_asked_for_again(visitor: Visitor) -> None:
    answer = visitor.be("government").get("/corrections?entry=ORD/2027/999999")
    assert answer.status_code == 404
    assert 'value="ORD/2027/999999"' in answer.text
    assert 'id="error-entry"' in answer.text
    found = visitor.get("/corrections?entry=apt 2026 6")
    assert (found.status_code, found.headers["location"][:13]) == (303, "/corrections/")


def test_hostile_names_are_words_on_the_pages_that_show_them(visitor: Visitor) -> None:
    visitor.be("administrator")
    for path in (
        "/officers",
        "/officers/hostile",
        "/law",
        "/layers",
        "/layers/areas?level=village",
    ):
        assert ESCAPED in visitor.page(path), path
    visitor.be("veterinary_surgeon")
    for path in ("/premises", "/premises/1", "/law/matrix"):
        assert ESCAPED in visitor.page(path), path


def test_a_sign_in_is_made_with_a_password_shown_once(visitor: Visitor) -> None:
    visitor.be("administrator")
    new = {"username": "New.Vet", "name": HOSTILE}
    answer = visitor.post("/officers", new)
    assert answer.status_code == 200
    found = re.search(r'<code class="copy">([^<]{16})</code>', answer.text)
    assert found is not None
    assert found[1] not in visitor.page("/officers/new.vet")
    assert "exists already" in visitor.refused("/officers", new, 409)
    typed = "typed by hand 12"
    answer = visitor.post("/officers", {"username": "new", "name": "Other", "password": typed})
    assert answer.status_code == 200
    assert "Other" in visitor.page("/officers/new"), "no form stands in the way of a username"
    assert typed not in answer.text
    words = visitor.refused("/officers", {"username": "x", "name": "N", "password": "short"}, 422)
    assert "field-username" in words
    with visitor.register.reading() as reading:
        claims = reading.session.execute(text("select count(*) from idempotency_claims"))
        assert claims.scalar_one() == 0
    visitor.client.cookies.clear()
    signing = {"username": "new.vet", "password": found[1]}
    tokens = hidden_fields(visitor.page("/sign-in"))
    assert visitor.client.post("/sign-in", data=tokens | signing).status_code == 303


def test_a_sign_in_is_reset_ended_and_reinstated(visitor: Visitor) -> None:
    visitor.be("administrator")
    answer = visitor.post("/officers/hostile/reset", {})
    assert "The new password of hostile" in answer.text
    visitor.done("/officers/hostile/end", {})
    assert "Ended" in visitor.page("/officers/hostile")
    assert "was ended" in visitor.refused("/officers/hostile/reset", {}, 409)
    assert visitor.post("/officers/hostile/reinstate", {}).status_code == 200
    visitor.done("/officers/hostile/make-administrator", {})
    visitor.done("/officers/administrator2/no-administrator", {})
    visitor.done("/officers/hostile/end", {})
    assert "last administrator" in visitor.refused("/officers/administrator/end", {}, 409)
    assert visitor.get("/officers/hostile/burn").status_code == 404
    assert visitor.get("/officers/nobody").status_code == 404
    visitor.be("government")
    assert visitor.post("/officers/surgeon/end", {}).status_code == 403


def test_ones_own_password_is_changed(visitor: Visitor) -> None:
    visitor.be("hostile")
    new = "another long enough"
    given = {"current_password": "a long enough one", "password": new, "password_again": new}
    wrong = visitor.refused("/password", given | {"current_password": "no"}, 422)
    assert "is not your present password" in wrong
    assert "type both again" in visitor.refused("/password", given | {"password_again": "x"}, 422)
    assert "is blank" in visitor.refused("/password", given | {"current_password": ""}, 422)
    short = given | {"password": "short", "password_again": "short"}
    assert "has 5 characters" in visitor.refused("/password", short, 422)
    answer = visitor.post("/password", given)
    assert answer.status_code == 200
    assert "Sign in with the new password" in answer.text
    assert visitor.get("/password").status_code == 401


INSPECTOR = {
    "officer": "hostile",
    "role": "inspector",
    "area": "Ponda",
    "from_day": "2027-01-01",
    "purposes": "11, 13(2)",
} | GAZETTE


@pytest.mark.clause("DOA1974-3-2a")
def test_an_appointment_is_entered_by_one_and_approved_by_another(visitor: Visitor) -> None:
    visitor.be("clerk")
    blank = dict.fromkeys(GAZETTE, "")
    words = visitor.refused("/appointments", INSPECTOR | blank, 409)
    assert "DOA1974-3-2a" in words
    assert 'value="11, 13(2)"' in words
    where = visitor.done("/appointments", INSPECTOR)
    assert "entered by you" in visitor.refused(f"{where}/approve", {}, 409)
    visitor.be("hostile")
    assert visitor.post(f"{where}/approve", {}).status_code == 403
    visitor.be("government")
    assert "Approve appointment" in visitor.page("/")
    assert "Compare it with the gazette" in visitor.page(f"{where}/approve")
    visitor.done(f"{where}/approve", {})
    assert "In force" in visitor.page(where)
    assert "Approve appointment" not in visitor.page("/")
    acting = {
        "acting_for": where.rpartition("/")[2].replace("-", "/"),
        "officer": "inspector",
        "role": "inspector",
        "from_day": "2027-01-04",
        "from_hour": "09:00",
        "last_day": "2027-01-10",
    } | GAZETTE
    deputy = visitor.done("/appointments", acting)
    visitor.be("clerk")
    visitor.done(f"{deputy}/approve", {})
    assert "acting charge of inspector" in visitor.page(where)
    assert "before 11 January" in visitor.page(deputy).replace("Before", "before").replace(
        '<time datetime="2027-01-11T00:00:00+05:30">', ""
    )
    assert "is blank" in visitor.refused(f"{where}/end", {"reason": " "}, 422)
    visitor.done(f"{where}/end", {"reason": HOSTILE, "end_day": "2027-01-05", "end_hour": "12:00"})
    assert "5 January 2027, 12:00 IST" in visitor.page(where)


APPOINTMENTS_THAT_CANNOT_BE = (
    ({"area": ""}, 409, "area"),
    ({"area": "Navelim"}, 422, "is the name of 2: Navelim, village/V2; Navelim, village/V3"),
    ({"area": "Atlantis"}, 422, "look it up among the layers"),
    ({"geometry": '{"type": "Point", "coordinates": [74, 15.4]}', "area": ""}, 422, "polygon"),
    ({"geometry": "{", "area": ""}, 422, "not whole JSON"),
    ({"from_day": "31/01/2027"}, 422, "is no day"),
    ({"from_hour": "25:00"}, 422, "no day and hour"),
    ({"last_day": "2026-12-30"}, 422, "give a later end"),
    ({"purposes": "99"}, 422, "is no section"),
    ({"officer": "nobody"}, 404, "nobody"),
    ({"role": "king"}, 422, "must be one of"),
    ({"office_title": "a\x00b"}, 422, "cannot be kept"),
)


def test_an_appointment_that_cannot_be_is_refused_at_its_field(visitor: Visitor) -> None:
    visitor.be("clerk")
    for change, status, words in APPOINTMENTS_THAT_CANNOT_BE:
        assert words in visitor.refused("/appointments", INSPECTOR | change, status), change


def test_an_appointment_with_an_outline_of_its_own(visitor: Visitor) -> None:
    visitor.be("clerk")
    outline = json.dumps(shapely.geometry.mapping(shapely.box(74.0, 15.4, 74.01, 15.41)))
    own = INSPECTOR | {"area": "", "area_name": HOSTILE, "accuracy_m": "10"}
    where = visitor.done(
        "/appointments", own, {"geometry_file": ("area.geojson", outline, "application/geo+json")}
    )
    visitor.be("government")
    visitor.done(f"{where}/approve", {})
    assert ESCAPED in visitor.page(where)


@pytest.mark.clause("DOA1974-13-7")
def test_a_delegation_is_entered_approved_and_revoked(visitor: Visitor) -> None:
    with visitor.register.reading() as reading:
        district = next(
            v.feature
            for v in reading.known().versions
            if v.feature.startswith("district/") and v.facts["name"] == "North Goa"
        )
    given = {
        "district": district,
        "powers": ["DOA1974-13-1-a", "DOA1974-13-3"],
        "order_number": HOSTILE,
        "order_day": "2027-01-01",
        "from_day": "2027-01-02",
        "diseases": ["anthrax", "hostile"],
        "most_km2": "12.5",
    }
    visitor.be("clerk")
    assert visitor.post("/delegations", given).status_code == 403
    visitor.be("government")
    words = visitor.refused("/delegations", given | {"powers": []}, 409)
    assert "DOA1974-13-7" in words
    assert 'value="anthrax" checked' in words
    assert "is no number" in visitor.refused("/delegations", given | {"most_km2": "x"}, 422)
    where = visitor.done("/delegations", given)
    shown = visitor.page(where)
    assert "12.50 square kilometres" in shown
    assert f"Anthrax, {ESCAPED}" in shown
    assert "entered by you" in visitor.refused(f"{where}/approve", {}, 409)
    visitor.be("government_approver")
    assert "Approve delegation" in visitor.page("/")
    visitor.done(f"{where}/approve", {})
    assert "is blank" in visitor.refused(f"{where}/revoke", {}, 422)
    visitor.done(f"{where}/revoke", {"reason": HOSTILE})
    assert "Ended" in visitor.page(where)


def test_a_form_of_the_office_without_its_proof_does_nothing(visitor: Visitor) -> None:
    visitor.be("administrator")
    head = visitor.register.database.head()
    for path in (
        "/officers",
        "/officers/hostile/end",
        "/appointments",
        "/premises",
        "/corrections/1",
    ):
        answer = visitor.client.post(path, data={"username": "x"}, headers=HTML)
        assert answer.status_code == 403, path
    assert visitor.register.database.head() == head
