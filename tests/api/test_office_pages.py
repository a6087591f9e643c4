"""The pages of the office: every page for every role, each form once right and once wrong."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import zlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import argon2
import pytest
import shapely
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import text

from api.app import create_app
from callers import HTML, hidden_fields
from vetcontrol import demonstration
from vetcontrol.clock import IST, SetClock
from vetcontrol.disease import declaration, examination, order
from vetcontrol.gazette import schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.officers import passwords, people
from vetcontrol.officers.tables import SignInRow
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises.service import Keeper, Premises, import_premises, record
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

OPENED = datetime(2026, 12, 1, 9, 0, tzinfo=IST)
NOW = datetime(2027, 1, 4, 10, 0, tzinfo=IST)
HOSTILE = '<i onx="1">{{71*71}}</i>\'`${1}'
ESCAPED = "&lt;i onx=&#34;1&#34;&gt;{{71*71}}&lt;/i&gt;&#39;`${1}"
HERE = (74.0, 15.42)
MARGAO = (73.96, 15.2722)
GAZETTE = {"gazette_series": "Series II", "gazette_number": "40", "gazette_day": "2026-12-31"}
QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="module")
def furnished(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demonstration with hostile names wherever people type them, and one declared radius."""
    path = tmp_path_factory.mktemp("furnished") / "register.sqlite"
    shutil.copy(migrated_file, path)
    settings = Settings(database_url=f"sqlite:///{path}", prescribed_profile="demo")
    register = open_register(settings, SetClock(OPENED))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", QUICK)
        demonstration.build(register, premises=0)
        with register.writing() as writing:
            people.add_officer(
                writing, Actor("administrator"), "hostile", HOSTILE, "a long enough one"
            )
    _furnish(register)
    register.close()
    return path


def _furnish(register: Register) -> None:
    government = demonstration.officer("government")
    surgeon = demonstration.officer("veterinary_surgeon")
    with register.writing() as writing:
        schedule.add(
            writing,
            government,
            code="hostile",
            name=HOSTILE,
            from_date=OPENED.date(),
            gazette=GazetteReference(HOSTILE, "1", OPENED.date()),
        )
        import_areas(
            writing,
            Actor("administrator"),
            Level.VILLAGE,
            [
                Area("V1", HOSTILE, shapely.box(73.99, 15.40, 74.02, 15.44)),
                Area("V2", "Navelim", shapely.box(74.02, 15.40, 74.03, 15.44)),
                Area("V3", "Navelim", shapely.box(74.03, 15.40, 74.04, 15.44)),
            ],
            edition=Edition("1", HOSTILE, "CC0-1.0", 50.0),
            effective_at=demonstration.SINCE,
        )
    with register.writing() as writing:
        for name, where in (
            (HOSTILE, HERE),
            ("Neighbour", (74.003, 15.42)),
            ("Far away", MARGAO),
        ):
            one = Premises(
                name,
                "dairy",
                shapely.Point(where),
                keepers=(Keeper("owner", f"Owner {HOSTILE}", HOSTILE),),
                animals={"cattle": 3, HOSTILE: 1},
                accuracy_m=5.0,
            )
            record(writing, Actor("surgeon"), one)
        of_file = Premises("Of a file", "yard", shapely.Point(MARGAO), animals={"goat": 2})
        import_premises(
            writing, Actor("surgeon"), [of_file], file_name=HOSTILE, file_digest="0" * 64
        )
    with register.writing() as writing:
        ordered = order.order(
            writing,
            demonstration.officer("inspector"),
            disease="hostile",
            grounds=HOSTILE,
            premises_id=1,
            position_reason=HOSTILE,
        )
    case = str(ordered.content["case_number"])
    with register.writing() as writing:
        examination.examine(writing, surgeon, case, findings=HOSTILE, outcome="confirm")
    with register.writing() as writing:
        declaration.declare(writing, surgeon, case, metres=1_000.0)


@pytest.fixture
def settings(furnished: Path, tmp_path: Path) -> Settings:
    path = shutil.copy(furnished, tmp_path / "register.sqlite")
    return Settings(database_url=f"sqlite:///{path}", prescribed_profile="demo")


@pytest.fixture
def register(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    monkeypatch.setattr(passwords, "_HASHER", QUICK)
    opened = open_register(settings, SetClock(NOW))
    yield opened
    opened.close()


class Visitor:
    """A person on the pages: signs in without a password, fills in forms, follows where they go."""

    def __init__(self, client: TestClient, register: Register) -> None:
        self.client, self.register = client, register

    def be(self, key: str) -> Visitor:
        """Sign in as the holder of a demonstration post, or by username."""
        post = demonstration.POSTS.get(key)
        username, token = post.username if post else key, passwords.new_token()
        with self.register.writing() as writing:
            writing.session.add(
                SignInRow(
                    token_hash=passwords.token_hash(token),
                    username=username,
                    kind="session",
                    created_at=writing.now,
                    expires_at=writing.now + timedelta(hours=1),
                )
            )
        self.client.cookies.clear()
        self.client.cookies.set("vetcontrol-session", token)
        return self

    def get(self, path: str) -> Response:
        return self.client.get(path, headers=HTML)

    def page(self, path: str) -> str:
        """The text of a page, which must be 200."""
        answer = self.get(path)
        assert answer.status_code == 200, unescape(answer.text)
        return answer.text

    def post(self, path: str, data: dict[str, Any], files: Any = None) -> Response:
        """Send the page's form with the fields `data`."""
        tokens = hidden_fields(self.page("/password"))
        return self.client.post(path, data=tokens | data, files=files, headers=HTML)

    def done(self, path: str, data: dict[str, Any], files: Any = None) -> str:
        """Send a form that must be done; returns where it leads, and looks at it."""
        answer = self.post(path, data, files)
        assert answer.status_code == 303, unescape(answer.text)
        where = str(answer.headers["location"])
        assert "Done" in self.page(where)
        return where

    def refused(self, path: str, data: dict[str, Any], status: int, files: Any = None) -> str:
        """Send a form that must be refused; returns the page's words."""
        answer = self.post(path, data, files)
        assert answer.status_code == status, unescape(answer.text)
        return unescape(answer.text)

    def reviewed(self, path: str, data: dict[str, Any]) -> str:
        """Send a form for review, then sign it; returns the words of the review."""
        answer = self.post(path, data)
        assert answer.status_code == 200, unescape(answer.text)
        assert "Before you confirm" in answer.text
        self.done(path, data | {"step": "sign"})
        return unescape(answer.text)


@pytest.fixture
def visitor(settings: Settings, register: Register) -> Iterator[Visitor]:
    app = create_app(settings, register=register)
    with TestClient(app, follow_redirects=False, base_url="http://vet.test") as client:
        yield Visitor(client, register)


OPEN = (
    "/office",
    "/law",
    "/law/matrix",
    "/law/matrix?area=Ponda&on=2027-01-01&sections=all",
    "/law/clauses",
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
    "/log",
    "/log?kind=premises.recorded&subject=premises/1",
    "/log?before=10",
    "/log/1",
    "/corrections",
)
FOR_ADMINISTRATORS = (
    "/officers",
    "/officers/new",
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
        if key is None and path not in OPEN:
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
        answer = visitor.get(f"/corrections?seq={seq}")
        assert answer.status_code in (200, 303, 409), seq
        if answer.status_code == 303:
            assert answer.headers["location"] == f"/corrections/{seq}"
    assert visitor.get(f"/log/{head + 1}").status_code == 404
    content = visitor.get("/log/4/content.json")
    with visitor.register.reading() as reading:
        kept = reading.session.execute(text("select content_hash from entries where seq = 4"))
        assert hashlib.sha256(content.content).hexdigest() == kept.scalar_one()


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
    answer = visitor.post("/officers", {"username": "other", "name": "Other", "password": typed})
    assert answer.status_code == 200
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


DAIRY = {
    "name": "Dairy",
    "kind": "dairy",
    "manager": "private",
    "position": "15° 25′ 12″ N, 74° 00′ 36″ E",
    "accuracy_m": "7.5",
    "count_cattle": "12",
    "count_goat": "0",
    "owner_name": HOSTILE,
    "owner_address": HOSTILE,
}


def test_a_place_is_entered_by_typed_coordinates_outline_or_village(visitor: Visitor) -> None:
    visitor.be("inspector")
    shown = visitor.page(visitor.done("/premises", DAIRY))
    assert "(15.420000, 74.010000)" in shown
    assert ESCAPED in shown
    outline = json.dumps(shapely.geometry.mapping(shapely.box(74.0, 15.42, 74.001, 15.421)))
    where = visitor.done("/premises", DAIRY | {"position": "", "geometry": outline})
    assert "An outline" in visitor.page(where)
    where = visitor.done("/premises", DAIRY | {"position": "", "village": "village/V2"})
    assert "Known only by village" in visitor.page(where)
    assert "cannot be given to a record of a village" in visitor.refused(
        f"{where}/correct", DAIRY | {"reason": "Known now"}, 422
    )


PLACES_THAT_CANNOT_BE = (
    ({"position": "74.01, 15.42"}, "wap"),
    ({"position": "0, 0"}, "position"),
    ({"position": "here"}, "cannot be read"),
    ({"position": ""}, "give a point or outline"),
    ({"geometry": '{"type":"Point","coordinates":[74,15.4]}'}, "keep one of the two"),
    ({"position": "", "village": "Navelim"}, "is the name of 2"),
    ({"count_cattle": "many"}, "is no count"),
    ({"accuracy_m": "-1"}, "give metres from 0"),
    ({"accuracy_m": "near"}, "is no number"),
    ({"manager": "king"}, "one of"),
    ({"name": "a\x00b"}, "cannot be kept"),
    ({"name": ""}, "is not the name of a place"),
)


def test_a_place_that_cannot_be_is_refused_at_its_field(visitor: Visitor) -> None:
    visitor.be("inspector")
    for change, words in PLACES_THAT_CANNOT_BE:
        assert words in visitor.refused("/premises", DAIRY | change, 422), change


def test_who_keeps_no_premises_enters_none_and_reads_no_names(visitor: Visitor) -> None:
    visitor.be("police")
    assert visitor.post("/premises", DAIRY).status_code == 403
    visitor.be("inspector")
    shown = visitor.page("/premises/3")
    assert "Far away" not in shown
    assert "Owner" not in shown.replace("Owner, occupier", "")
    assert "Name withheld" in visitor.page("/premises?q=far")
    assert visitor.get("/premises/3/correct").status_code == 403
    assert "came with a file" in unescape(visitor.get("/premises/4/correct").text)
    assert visitor.get("/premises/999").status_code == 404
    shown = visitor.page("/premises/2")
    assert "Declared within the radius" in shown
    assert "In force" in shown


def test_a_record_is_corrected_and_corrected_again(visitor: Visitor) -> None:
    visitor.be("veterinary_surgeon")
    form = visitor.page("/premises/2/correct")
    assert 'value="Neighbour"' in form
    as_it_is = {
        "name": "Neighbour",
        "kind": "dairy",
        "manager": "private",
        "accuracy_m": "5",
        "count_cattle": "3",
        "reason": "Miscounted",
    }
    path = "/premises/2/correct"
    assert "is as recorded" in visitor.refused(path, as_it_is, 422)
    assert "is blank" in visitor.refused(path, as_it_is | {"count_cattle": "4", "reason": ""}, 422)
    words = visitor.reviewed(path, as_it_is | {"count_cattle": "4"})
    assert "Cattle 3" in words
    assert "Cattle 4" in words
    assert ESCAPED in visitor.page("/premises/2")
    moved = as_it_is | {"count_cattle": "4", "position": "15.4201, 74.0031", "name": HOSTILE}
    visitor.reviewed(path, moved)
    shown = visitor.page("/premises/2")
    assert "15.420100, 74.003100" in shown
    assert ">4<" in shown
    assert "Withdraw that" in visitor.refused(
        "/corrections",
        {"seq": str(_seq_of(visitor, "premises/2")), "how": "strike", "reason": "x"},
        409,
    )


def _seq_of(visitor: Visitor, subject: str) -> int:
    with visitor.register.reading() as reading:
        query = "select min(entry_seq) from entry_subjects where subject = :subject"
        return int(reading.session.execute(text(query), {"subject": subject}).scalar_one())


CSV = (
    "name,kind,lon,lat,cattle,owner\n"
    f'"{HOSTILE.replace(chr(34), chr(34) * 2)}",dairy,74.001,15.421,4,A\n'
    "Swapped,dairy,15.421,74.001,4,B\n"
    "Nothing,dairy,,,4,C\n"
    "Good,yard,74.002,15.422,,\n"
)


def test_a_file_is_judged_before_it_is_taken_in(visitor: Visitor) -> None:
    visitor.be("inspector")
    sent = {"file": ("holdings.csv", CSV, "text/csv")}
    answer = visitor.post("/premises/import", {}, sent)
    assert answer.status_code == 200
    words = unescape(answer.text)
    assert "4 rows were read: 2 can be taken in, 2 cannot" in words
    assert "<i onx" not in answer.text
    head = visitor.register.database.head()
    take = dict(re.findall(r'<input type="hidden" name="([a-z]\w*)" value="([^"]*)">', answer.text))
    whole = {name: value for name, value in take.items() if name != "partial"}
    assert "0 can be taken in" in visitor.refused("/premises/import", whole, 409)
    assert visitor.register.database.head() == head
    where = visitor.done("/premises/import", take)
    assert where == f"/log/{head + 1}"
    assert "on the register already" in visitor.refused("/premises/import", take, 409)
    assert "is not chosen" in visitor.refused("/premises/import", {}, 422)
    broken = {"file": ("x.csv", b"\xff\xfe\x00", "text/csv")}
    assert "UTF-16" in visitor.refused("/premises/import", {}, 422, broken)
    for carried in ("!", base64.b64encode(zlib.compress(bytes(6_000_000))).decode()):
        given = {"carried": carried, "step": "take"}
        assert "come back whole" in visitor.refused("/premises/import", given, 422)
    visitor.be("police")
    assert visitor.post("/premises/import", take).status_code == 403


DISEASE = {"name": "Glanders", "code": "glanders", "from_day": "2027-01-02"} | GAZETTE


@pytest.mark.clause("DOA1974-38")
def test_a_disease_enters_and_leaves_the_schedule_by_gazette(visitor: Visitor) -> None:
    visitor.be("clerk")
    assert visitor.post("/law/diseases/new", DISEASE).status_code == 403
    visitor.be("government")
    assert "small letters" in visitor.refused("/law/diseases/new", DISEASE | {"code": "É"}, 422)
    no_gazette = DISEASE | {"gazette_series": ""}
    assert "the gazette's own" in visitor.refused("/law/diseases/new", no_gazette, 422)
    words = visitor.reviewed("/law/diseases/new", DISEASE)
    assert "Series II No. 40 of 31 December 2026" in words
    assert "Glanders" in visitor.page("/law")
    assert "second addition" in visitor.refused("/law/diseases/new", DISEASE, 409)
    path = "/law/diseases/glanders/remove"
    visitor.reviewed(path, {"to_day": "2027-01-03"} | GAZETTE)
    assert "No longer scheduled" in visitor.page("/law")
    assert "does not stand" in visitor.refused(path, {"to_day": "2027-01-03"} | GAZETTE, 409)
    assert visitor.get("/law/diseases/nothing/remove").status_code == 404


CEASE = {
    "operation": "cease",
    "provisions": "11",
    "diseases": ["rabies"],
    "area": "Goa, territory/IN-GA",
    "from_day": "2027-01-10",
} | GAZETTE


@pytest.mark.clause("DOA1974-1-3c")
def test_the_matrix_follows_a_cessation(visitor: Visitor) -> None:
    visitor.be("inspector")
    assert visitor.post("/law/commencements/new", CEASE).status_code == 403
    visitor.be("government")
    path = "/law/commencements/new"
    assert "are sections" in visitor.refused(path, CEASE | {"provisions": "eleven"}, 422)
    assert "is not chosen" in visitor.refused(path, CEASE | {"operation": "x"}, 422)
    assert "look it up" in visitor.refused(path, CEASE | {"area": "Mars"}, 422)
    assert "at least one area" in visitor.refused(path, CEASE | {"area": ";"}, 422)
    assert "ceases to be in force" in visitor.reviewed(path, CEASE)
    asked = "/law/matrix?area=territory/IN-GA&on="
    assert "Not in force" not in visitor.page(f"{asked}2027-01-09")
    after = visitor.page(f"{asked}2027-01-10")
    assert after.count("Not in force") == 1
    assert "ceased to be in force here for Rabies from 10 January 2027" in after
    assert "not scheduled" in visitor.page(f"{asked}2020-06-01")
    wrong = visitor.get("/law/matrix?area=Mars&on=x")
    assert wrong.status_code == 422
    assert 'aria-invalid="true"' in wrong.text


def test_layers_say_where_they_come_from(visitor: Visitor) -> None:
    shown = visitor.page("/layers")
    assert "Approximate lines" in shown
    assert "Lines may be off by 50 m" in shown
    assert "/log/" not in shown
    found = visitor.page("/layers/areas?q=v3")
    assert "village/V3" in found
    assert "village/V2" not in found
    assert visitor.get("/layers/areas?level=moon").status_code == 404
    assert "No area has" in visitor.page("/layers/areas?q=zzzz")
    assert visitor.get("/layers/areas?offset=x").status_code == 422


def test_the_log_is_narrowed(visitor: Visitor) -> None:
    visitor.be("clerk")
    found = visitor.page("/log?number=apt-2026-000006")
    assert "APT/2026/000006" in found
    assert found.count("<tr>") == 2
    assert "No entry is like that" in visitor.page("/log?subject=nothing")
    assert "Older" in visitor.page("/log")
    assert visitor.get("/log?before=x").status_code == 422
    assert visitor.get("/log?subject=%00").status_code == 422
    assert visitor.get("/log/99999999999999999999").status_code == 404


def test_an_entry_is_restated_struck_and_stands_again(visitor: Visitor) -> None:
    seq = _seq_of(visitor, "disease/rabies")
    visitor.be("clerk")
    path = "/corrections"
    form = visitor.page(f"{path}?seq={seq}")
    assert 'value="2020-01-01"' in form
    as_it_is = {
        "seq": str(seq),
        "how": "restate",
        "restated_name": "Rabies",
        "restated_from_date": "2020-01-01",
        "restated_gazette": "Sample series; 0; 2019-12-30",
        "reason": HOSTILE,
    }
    later = as_it_is | {"restated_from_date": "2027-01-02"}
    assert visitor.post(path, later).status_code == 403
    visitor.be("government")
    assert "restates nothing" in visitor.refused(path, as_it_is, 422)
    assert "is not chosen" in visitor.refused(path, later | {"how": ""}, 422)
    wrong = as_it_is | {"restated_gazette": "one; two"}
    assert "is series; number; day" in visitor.refused(path, wrong, 422)
    words = visitor.reviewed(path, later)
    assert "2020-01-01" in words
    assert "2027-01-02" in words
    assert "2 January 2027" in visitor.page("/law")
    assert "already struck" in unescape(visitor.get(f"{path}?seq={seq}").text)
    head = visitor.register.database.head()
    assert "Struck" in visitor.page(f"/log/{seq}")
    withdrawal = {"seq": str(head), "how": "strike", "reason": "It was right"}
    assert "stands again" in visitor.reviewed(path, withdrawal)
    assert "2 January 2027" not in visitor.page("/law")
    strike = {"seq": str(seq), "how": "strike", "reason": "Never gazetted"}
    assert "Not in the schedule" in visitor.reviewed(path, strike)
    assert "Rabies" not in visitor.page("/law")


def test_striking_an_approval_shows_what_falls(visitor: Visitor) -> None:
    visitor.be("government_approver")
    number = "APT/2026/000006"
    given = {"entry": number}
    assert number in visitor.page(f"/corrections?entry={given['entry']}")
    with visitor.register.reading() as reading:
        seq = reading.session.execute(
            text("select seq from entries where number = :number"), {"number": number}
        ).scalar_one()
    strike = {"seq": str(seq), "how": "strike", "reason": "Entered for another"}
    words = visitor.reviewed("/corrections", strike)
    assert "Approved" in words
    assert "Proposed" in words
    assert f"Goes: officers_area/{number} begins" in words
    assert "Waits for approval" in visitor.page("/appointments/APT-2026-000006")


def test_the_audit_on_its_page(visitor: Visitor) -> None:
    visitor.be("administrator")
    answer = visitor.post("/audit", {})
    assert "The log is whole" in answer.text
    found = re.search(r"hash copy\">([0-9a-f]{64})", answer.text)
    assert found is not None
    head = str(visitor.register.database.head())
    kept = {"seq": head, "hash": found[1]}
    assert "The log is whole" in visitor.post("/audit", kept).text
    other = visitor.post("/audit", kept | {"hash": "0" * 64})
    assert "The log is not whole" in other.text
    assert "is no hash" in visitor.refused("/audit", kept | {"hash": "x"}, 422)
    assert "is no sequence" in visitor.refused("/audit", kept | {"seq": "x"}, 422)
    visitor.be("clerk")
    assert visitor.post("/audit", {}).status_code == 403


def test_a_form_of_the_office_without_its_proof_does_nothing(visitor: Visitor) -> None:
    visitor.be("administrator")
    head = visitor.register.database.head()
    for path in (
        "/officers",
        "/officers/hostile/end",
        "/appointments",
        "/premises",
        "/corrections",
    ):
        answer = visitor.client.post(path, data={"username": "x"}, headers=HTML)
        assert answer.status_code == 403, path
    assert visitor.register.database.head() == head
