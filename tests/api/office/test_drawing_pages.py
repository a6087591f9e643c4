"""Drafts, previews of limits, outlines typed by corners, and what the scripts of a drawing ask."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
import shapely

from callers import HTML, hidden_fields
from office_visitor import ESCAPED, HERE, HOSTILE, Visitor
from vetcontrol import demonstration
from vetcontrol.disease import queries, report
from vetcontrol.officers import drafts

LON, LAT = HERE
D = 0.004
RING = [[LON - D, LAT - D], [LON + D, LAT - D], [LON + D, LAT + D], [LON - D, LAT + D]]
CORNERS = "\n".join(f"{lat!r}, {lon!r}" for lon, lat in RING)
SCRIPT = {"X-Vetcontrol": "1"}


@pytest.fixture
def case(visitor: Visitor) -> str:
    """The case of the register, reported to Government, as it stands in an address."""
    with visitor.register.reading() as reading:
        number = queries.listing(reading.session)[0][0].number
    with visitor.register.writing() as writing:
        report.report(writing, demonstration.officer("veterinary_surgeon"), number)
    return number.replace("/", "-")


def kept(visitor: Visitor, who: str) -> list[str]:
    with visitor.register.reading() as reading:
        found = drafts.listing(reading, demonstration.POSTS[who].username)
    return [f"{d.purpose} {d.subject}" for d in found]


def by_script(visitor: Visitor, path: str, data: dict[str, Any]) -> Any:
    tokens = hidden_fields(visitor.page("/password"))
    return visitor.client.post(path, data=tokens | data, headers=HTML | SCRIPT)


def test_a_draft_is_kept_offered_opened_and_thrown_away(visitor: Visitor, case: str) -> None:
    path = f"/infected-places/{case}/decision"
    visitor.be("government")
    form = {"way": "villages", "village_ids": ["village/V1", "village/V3"], "reasons": HOSTILE}
    where = visitor.done(path, form | {"step": "keep"})
    assert where == f"{path}?draft=on"
    assert kept(visitor, "government") == [f"decision {case.replace('-', '/')}"]
    opened = visitor.page(where)
    assert ESCAPED in opened
    assert opened.count('name="village_ids" value="village/V1" checked') == 1
    assert opened.count('name="village_ids" value="village/V2" checked') == 0
    offered = visitor.page(path)
    assert "You began this on" in offered
    assert "Go on with it" in offered
    assert 'name="village_ids" value="village/V1" checked' not in offered
    # Another officer who may decide sees nothing of it.
    assert "You began this on" not in visitor.be("collector").page(path)
    visitor.be("government").done(path, {"step": "forget"})
    assert kept(visitor, "government") == []
    assert "You began this on" not in visitor.page(path)


def test_the_draft_of_a_holding_is_thrown_away_where_it_is_offered(visitor: Visitor) -> None:
    path = "/declare/order?premises_id=1"
    where = visitor.be("inspector").done(path, {"premises_id": "1", "step": "keep"})
    assert where == f"{path}&draft=on"
    assert visitor.done(path, {"step": "forget"}) == path
    assert kept(visitor, "inspector") == []


def test_a_draft_goes_with_the_signature(visitor: Visitor, case: str) -> None:
    path = f"/infected-places/{case}/decision"
    visitor.be("government")
    answer = by_script(visitor, path, {"way": "as_declared", "step": "keep"})
    assert answer.json() == {"kept_at": "10:00"}
    words = visitor.post(path, {"way": "as_declared"}).text
    assert "What signing does" in words
    assert "Premises inside" in words
    visitor.done(path, {"way": "as_declared", "step": "sign"})
    assert kept(visitor, "government") == []


def test_a_refused_act_keeps_its_draft(visitor: Visitor, case: str) -> None:
    path = f"/infected-places/{case}/decision"
    visitor.be("government").done(path, {"way": "outline", "step": "keep"})
    visitor.refused(path, {"way": "outline", "step": "sign"}, 422)
    assert len(kept(visitor, "government")) == 1


def test_what_is_too_large_is_not_kept_and_says_why(visitor: Visitor, case: str) -> None:
    path = f"/infected-places/{case}/decision"
    visitor.be("government")
    form = {"way": "outline", "geometry": "x" * drafts.MOST_BYTES, "step": "keep"}
    answer = by_script(visitor, path, form)
    assert answer.status_code == 413
    assert "a draft holds at most" in answer.json()["detail"]
    assert "a draft holds at most" in visitor.refused(path, form, 413)


@pytest.mark.parametrize(
    ("who", "path", "form"),
    [
        ("inspector", "/declare/order", {"grounds": HOSTILE}),
        ("inspector", "/declare/order", {"grounds": HOSTILE, "premises_id": "2"}),
        ("veterinary_surgeon", "/infected-places/{case}/radius", {"reason": HOSTILE}),
        ("veterinary_surgeon", "/infected-places/{case}/examination", {"goat_kept": HOSTILE}),
    ],
)
def test_drafts_of_other_forms(
    visitor: Visitor, case: str, who: str, path: str, form: dict[str, str]
) -> None:
    where = visitor.be(who).done(path.format(case=case), form | {"step": "keep"})
    assert ESCAPED in visitor.page(where)
    if "premises_id" in form:
        assert "premises_id=2" in where
        assert "You began this on" not in visitor.page("/declare/order")


def _order(where: str) -> dict[str, str]:
    return {
        "disease": "anthrax",
        "grounds": f"Two deaths near {where}",
        "position": where,
        "position_reason": "Measured from the road",
    }


def _opened(visitor: Visitor, address: str) -> str:
    """The mark of the form that is opened at `address`."""
    (mark,) = re.findall(r'name="form_id" value="([^"]+)"', visitor.page(address))
    return str(mark)


def test_orders_of_several_places_are_kept_beside_each_other(visitor: Visitor) -> None:
    visitor.be("inspector")
    places = ("15.41, 73.98", "15.45, 73.97")
    kept_at = []
    for where in places:
        mark = _opened(visitor, f"/declare/order?where={where}")
        form = _order(where) | {"form_id": mark, "step": "keep"}
        kept_at.append(visitor.done("/declare/order", form))
        # Kept once more, the same form takes its own place.
        assert visitor.done("/declare/order", form) == kept_at[-1]
    assert len(kept(visitor, "inspector")) == 2
    for offering in ("/declare/order", "/"):
        page = unescape(visitor.page(offering))
        for where, address in zip(places, kept_at, strict=True):
            assert f"the place at {where}" in page
            assert address in page
    for where, address in zip(places, kept_at, strict=True):
        assert f"Two deaths near {where}</textarea>" in visitor.page(address)


def test_an_order_that_is_signed_drops_the_draft_it_came_from_and_no_other(
    visitor: Visitor,
) -> None:
    visitor.be("inspector")
    places = ("15.41, 73.98", "15.45, 73.97")
    marks = [_opened(visitor, f"/declare/order?where={where}") for where in places]
    for where, mark in zip(places, marks, strict=True):
        visitor.done("/declare/order", _order(where) | {"form_id": mark, "step": "keep"})
    another = _opened(visitor, "/declare/order?where=15.46,73.96")
    signed = _order("15.46, 73.96") | {"form_id": another, "step": "sign"}
    visitor.done("/declare/order", signed)
    assert kept(visitor, "inspector") == [f"order {mark}" for mark in sorted(marks)]
    review = visitor.post("/declare/order", _order(places[0]) | {"form_id": marks[0]}).text
    assert f'name="form_id" value="{marks[0]}"' in review
    visitor.done("/declare/order", _order(places[0]) | {"form_id": marks[0], "step": "sign"})
    assert kept(visitor, "inspector") == [f"order {marks[1]}"]
    address = f"/declare/order?form={marks[1]}"
    assert visitor.done(address, {"step": "forget"}) == address
    assert kept(visitor, "inspector") == []


def test_a_draft_that_was_not_opened_stays_when_another_form_is_signed(
    visitor: Visitor, case: str
) -> None:
    path = f"/infected-places/{case}/decision"
    visitor.be("government")
    begun = _opened(visitor, path)
    visitor.done(path, {"way": "outline", "form_id": begun, "step": "keep"})
    form = {"way": "as_declared", "form_id": _opened(visitor, path), "step": "sign"}
    visitor.done(path, form)
    assert len(kept(visitor, "government")) == 1


def test_limits_are_told_before_they_are_decided(visitor: Visitor, case: str) -> None:
    path = f"/infected-places/{case}/decision"
    first = visitor.be("government").page(path)
    assert "Declared places left out" in first
    form = {"way": "outline", "geometry_corners": CORNERS, "step": "preview"}
    whole = unescape(visitor.post(path, form).text)
    assert "See what the limits do" in whole
    assert "<strong>ceases</strong>" not in whole
    tiny = [[LON - D, LAT - D], [LON, LAT - D], [LON, LAT + D], [LON - D, LAT + D]]
    smaller = {"type": "Polygon", "coordinates": [[*tiny, tiny[0]]]}
    part = by_script(
        visitor, path, {"way": "outline", "geometry": json.dumps(smaller), "step": "preview"}
    )
    assert part.status_code == 200
    assert "<h1" not in part.text
    assert "Neighbour (premises 2)" in part.text
    assert "ceases" in part.text
    assert "section 13(4)" in part.text
    refused = by_script(visitor, path, {"way": "villages", "step": "preview"})
    assert "tick at least one village" in refused.text


def test_the_api_tells_the_same(visitor: Visitor, case: str) -> None:
    path = f"/api/v1/infected-places/{case}/decision/preview"
    visitor.be("government")
    usual = visitor.get(path).json()
    assert usual["modified"] is False
    assert usual["left_out"] == 0
    named = visitor.get(f"{path}?village_ids=village/V1").json()
    assert [(v["feature"], v["whole"], v["share"]) for v in named["villages"]] == [
        ("village/V1", True, 1.0)
    ]
    polygon = {"type": "Polygon", "coordinates": [[*RING, RING[0]]]}
    sent = visitor.client.post(path, json={"geometry": polygon}, headers=SCRIPT)
    assert sent.status_code == 200
    found = sent.json()
    assert found["premises"]["inside"] == 2
    assert [place["ceases"] for place in found["places"]] == [False, False]
    nothing = visitor.get(f"{path}?village_ids=village/none")
    assert nothing.status_code == 404


def test_corners_in_place_of_geojson(visitor: Visitor) -> None:
    form = {"disease": "anthrax", "grounds": "Sudden deaths", "owner_name": "R. Dias"}
    visitor.be("inspector")
    twice = json.dumps({"type": "Polygon", "coordinates": [[*RING[:3], RING[0]]]})
    words = visitor.refused(
        "/declare/order", form | {"geometry_corners": CORNERS, "geometry": twice}, 422
    )
    assert "clear the one that is not meant" in words
    words = visitor.refused("/declare/order", form | {"geometry_corners": "north of the mill"}, 422)
    assert "Line 1" in words
    review = visitor.post("/declare/order", form | {"geometry_corners": CORNERS}).text
    assert "What signing does" in review
    assert '<input type="hidden" name="geometry" value="">' in review
    assert f'<input type="hidden" name="geometry_corners" value="{CORNERS}">' in review
    both = form | {"geometry_corners": CORNERS, "geometry": json.dumps(_square())}
    assert "What signing does" in visitor.post("/declare/order", both).text
    visitor.done("/declare/order", both | {"step": "sign"})


def _square() -> dict[str, Any]:
    return {"type": "MultiPolygon", "coordinates": [[[*RING, RING[0]]]]}


def test_a_position_of_a_device_and_one_set_by_hand(visitor: Visitor) -> None:
    there = {"device_position": "15.4100000, 73.9800000", "device_accuracy_m": "12"}
    form = {"disease": "anthrax", "grounds": "Sudden deaths", "accuracy_m": "12"} | there
    visitor.be("inspector")
    own = visitor.post("/declare/order", form | {"position": "15.41, 73.98"}).text
    assert "device&#39;s, to about 12 m" in own
    moved = visitor.post("/declare/order", form | {"position": "15.4105, 73.98"}).text
    assert "set by hand, 55 m from where the device was" in moved
    page = visitor.page("/declare?where=15.41,73.98&device=15.41,73.98&accuracy=12")
    assert "device=15.41%2C73.98&amp;accuracy=12" in page
    assert 'id="field-accuracy_m" name="accuracy_m" type="text" value="12"' in visitor.page(
        "/declare/order?where=15.41,73.98&device=15.41,73.98&accuracy=12"
    )


def test_what_the_scripts_of_a_drawing_ask(visitor: Visitor, case: str) -> None:
    assert visitor.client.get("/drawing/villages.json?bounds=73,15,75,16").status_code == 401
    visitor.be("government")
    found = visitor.get("/drawing/villages.json?bounds=73.9,15.3,74.1,15.5").json()
    assert [f["properties"]["feature"] for f in found["features"]] == [
        "village/V1",
        "village/V2",
        "village/V3",
    ]
    for wrong in ("1,2,3", "74,15,73,16", "a,b,c,d"):
        assert visitor.get(f"/drawing/villages.json?bounds={wrong}").status_code == 422
    limits = visitor.get(f"/drawing/limits.json?number={case}").json()["features"]
    assert [f["properties"]["kind"] for f in limits] == ["place", "own", "declared"]
    assert visitor.get("/drawing/limits.json?number=IP-2027-999999").status_code == 404
    around = visitor.get(f"/drawing/premises.json?number={case}").json()
    assert around["most"] == 1609.344
    assert shapely.geometry.shape(around["place"]).distance(shapely.Point(around["inside"])) < 1e-6
    assert {p["kind"] for p in around["premises"]} <= {"within", "straddling", "empty", "outside"}
    assert found["too_many"] is False


def test_an_outline_is_measured_while_it_is_drawn(visitor: Visitor) -> None:
    visitor.be("inspector")

    def ask(**form: str) -> Any:
        return by_script(visitor, "/drawing/outline", form)

    found = ask(geometry_corners=CORNERS).json()
    assert found["area_m2"] == pytest.approx(763_000, rel=0.01)
    assert found["corners"] == CORNERS
    assert found["fault"] is None
    bow = [RING[0], RING[2], RING[1], RING[3], RING[0]]
    crossed = ask(geometry=json.dumps({"type": "Polygon", "coordinates": [bow]})).json()
    assert crossed["area_m2"] is None
    assert "crosses" in crossed["fault"]
    assert crossed["where"] == pytest.approx([LON, LAT])
    assert ask().json() == {"geometry": None}
    wrong = ask(geometry_corners="15.4, 73.9")
    assert wrong.status_code == 422
    assert "1 different corners" in wrong.json()["detail"]


def test_a_typed_place_is_shown_on_the_map_with_what_was_found(visitor: Visitor) -> None:
    page = visitor.be("inspector").page(f"/declare?where={HERE[1]},{HERE[0]}")
    frame = re.findall(r'data-draft="(.*?)"', page)
    draft = re.findall(r'src="(/maps/pick.*?)"', page)
    shown = json.loads(unescape(frame[0]))
    assert shown["geometry"] == {"type": "Point", "coordinates": [HERE[0], HERE[1]]}
    near = re.findall(r'href="/declare/order\?premises_id=', page)
    assert len(shown["outline"]["geometries"]) == len(near) > 0
    west, south, east, north = map(float, draft[0].partition("bounds=")[2].split(","))
    assert west < HERE[0] < east
    assert south < HERE[1] < north
    assert page.index('id="near"') < page.index("/maps/pick")
    assert visitor.page(draft[0])
    first = visitor.page("/declare")
    assert "data-draft" not in first
    # Before anything is asked it opens on the Inspector's own area.
    wider = re.findall(r'src="/maps/pick\?bounds=(.*?)"', first)
    west_, south_, east_, north_ = map(float, wider[0].split(","))
    assert west_ < west < east < east_
    assert south_ < south < north < north_
    assert "/maps/pick?bounds" not in visitor.be("veterinary_surgeon").page("/declare")


def test_a_position_beside_an_outline_is_not_silently_dropped(visitor: Visitor) -> None:
    form = {"disease": "anthrax", "grounds": "Deaths", "geometry": json.dumps(_square())}
    visitor.be("inspector")
    inside = shapely.Polygon(RING).representative_point()
    review = visitor.post("/declare/order", form | {"position": f"{inside.y}, {inside.x}"}).text
    assert "the position given with it is not used" in review
    west, south, _, _ = shapely.Polygon(RING).bounds
    off = form | {"position": f"{south}, {west - 0.001}"}
    assert "outside the outline" in visitor.refused("/declare/order", off, 422)
    roughly = visitor.post("/declare/order", off | {"accuracy_m": "200"}).text
    assert "the position given with it is not used" in roughly


def test_a_review_says_what_is_about_to_be_made_and_no_key_of_a_disease(visitor: Visitor) -> None:
    form = {"disease": "anthrax", "grounds": "Deaths", "position": "15.41, 73.98"}
    page = visitor.be("inspector").post("/declare/order", form).text
    frame = unescape(re.findall(r'src="(/maps/.*?)"', page)[0])
    sheet = visitor.page(frame)
    assert "What is about to be made" in sheet
    assert "Choose a place" not in sheet
    assert "in force here for Anthrax since" in page


def test_villages_that_take_in_nothing_declared_are_refused_at_once(
    visitor: Visitor, case: str
) -> None:
    form = {"way": "villages", "village_ids": "village/V3"}
    path = f"/infected-places/{case}/decision"
    visitor.be("government")
    shown = by_script(visitor, path, form | {"step": "preview"})
    assert "takes in none of the places declared" in shown.text
    assert "takes in none of the places declared" in visitor.refused(path, form, 409)


def test_a_character_that_cannot_be_kept_is_refused_at_its_field(visitor: Visitor) -> None:
    form = _order("15.41, 73.98") | {"grounds": "Two deaths\0 at the mill", "accuracy_m": "12"}
    visitor.be("inspector")
    for step in ({}, {"step": "sign"}, {"step": "keep"}):
        page = visitor.refused("/declare/order", form | step, 422)
        assert "Two deaths at the mill</textarea>" in page
        assert 'value="15.41, 73.98"' in page
        assert 'id="error-grounds"' in page
        assert "held a character that cannot be kept" in page
    assert kept(visitor, "inspector") == []
    premises = visitor.refused("/premises", {"name": "The\0 Dairy", "village": "Curti"}, 422)
    assert 'value="The Dairy"' in premises
    assert 'id="error-name"' in premises


TYPED = {"grounds": HOSTILE + "\nsecond line", "disease": "anthrax", "step": "keep"}


@pytest.mark.parametrize("ended", ["session", "token"])
def test_what_was_typed_is_given_back_where_the_form_is_refused_unread(
    visitor: Visitor, ended: str
) -> None:
    tokens = hidden_fields(visitor.be("inspector").page("/declare/order"))
    secrets = {"new_password": "correct horse", "_csrf": tokens["_csrf"], "_once": "o" * 22}
    if ended == "session":
        visitor.client.cookies.set("vetcontrol-session", "x" * 43)
    else:
        secrets["_csrf"] = "f" * 64
    came = {"Referer": f"{visitor.client.base_url}/declare/order?where=15.41,73.98"}
    answer = visitor.client.post("/declare/order", data=TYPED | secrets, headers=HTML | came)
    assert answer.status_code == (401 if ended == "session" else 403)
    assert answer.headers["cache-control"] == "no-store"
    shown = answer.text[answer.text.index("What you had typed") :]
    assert f"readonly>\n{ESCAPED}\nsecond line</textarea>" in shown
    assert "anthrax</textarea>" in shown
    for secret in ("correct horse", "o" * 22, *([tokens["_csrf"]] if ended == "session" else [])):
        assert secret not in answer.text
    assert "/declare/order?where=15.41,73.98" in answer.text
    assert "What you had typed" not in visitor.get("/declare/order").text
    foreign = {"Referer": "https://elsewhere.example/evil"}
    answer = visitor.client.post("/declare/order", data=TYPED, headers=HTML | foreign)
    assert "evil" not in answer.text
