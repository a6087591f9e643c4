"""The books of the office: premises, the law, layers, the log, corrections and the audit."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import unescape

import pytest
import shapely
from sqlalchemy import text

from office_visitor import ESCAPED, GAZETTE, HOSTILE, Visitor

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
    assert "Name withheld" in visitor.page("/premises?q=3")
    assert "Name withheld" not in visitor.page("/premises?q=far")
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
        f"/corrections/{_seq_of(visitor, 'premises/2')}", {"how": "strike", "reason": "x"}, 409
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
    sent = {"file": ("holdings.csv", CSV, "text/csv")}
    assert visitor.be("inspector").post("/premises/import", {}, sent).status_code == 403
    assert "Take in a file" not in visitor.page("/premises")
    visitor.be("veterinary_surgeon")
    assert "Take in a file" in visitor.page("/premises")
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
    for to_come in (DISEASE | {"gazette_day": "2027-02-01"}, CEASE | {"gazette_day": "2027-02-01"}):
        path = "/law/commencements/new" if "operation" in to_come else "/law/diseases/new"
        assert "error-gazette_day" in visitor.refused(path, to_come, 422)
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
    asked = visitor.get(f"/corrections?seq={seq}")
    assert (asked.status_code, asked.headers["location"]) == (303, f"/corrections/{seq}")
    path = f"/corrections/{seq}"
    form = visitor.page(path)
    assert 'value="2020-01-01"' in form
    as_it_is = {
        "how": "restate",
        "restated.name": "Rabies",
        "restated.from_date": "2020-01-01",
        "restated.gazette_series": "Sample series",
        "restated.gazette_number": "0",
        "restated.gazette_date": "2019-12-30",
        "reason": HOSTILE,
    }
    later = as_it_is | {"restated.from_date": "2027-01-02"}
    assert visitor.post(path, later).status_code == 403
    visitor.be("government")
    assert "restates nothing" in visitor.refused(path, as_it_is, 422)
    assert "is not chosen" in visitor.refused(path, later | {"how": ""}, 422)
    wrong = as_it_is | {"restated.gazette_series": ""}
    refused = visitor.refused(path, wrong, 422)
    assert 'id="error-restated.gazette_series"' in refused
    assert "give the gazette's own" in refused
    words = visitor.reviewed(path, later)
    assert "2020-01-01" in words
    assert "2027-01-02" in words
    assert "2 January 2027" in visitor.page("/law")
    assert "already struck" in unescape(visitor.get(path).text)
    head = visitor.register.database.head()
    assert "Struck" in visitor.page(f"/log/{seq}")
    withdrawal = {"how": "strike", "reason": "It was right"}
    assert "stands again" in visitor.reviewed(f"/corrections/{head}", withdrawal)
    assert "2 January 2027" not in visitor.page("/law")
    strike = {"how": "strike", "reason": "Never gazetted"}
    assert "Not in the schedule" in visitor.reviewed(path, strike)
    assert "Rabies" not in visitor.page("/law")


def test_striking_an_approval_shows_what_falls(visitor: Visitor) -> None:
    visitor.be("government_approver")
    number = "APT/2026/000006"
    with visitor.register.reading() as reading:
        seq = reading.session.execute(
            text("select seq from entries where number = :number"), {"number": number}
        ).scalar_one()
    asked = visitor.get(f"/corrections?entry={number.lower()}")
    assert asked.headers["location"] == f"/corrections/{seq}"
    assert number in visitor.page(f"/corrections/{seq}")
    strike = {"how": "strike", "reason": "Entered for another"}
    words = visitor.reviewed(f"/corrections/{seq}", strike)
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
