"""Pages of the story over HTTP: the map in words, a repair accepted, a publication restated."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from html import unescape

import pytest
import shapely

from callers import HTML, hidden_fields
from gis.coordinates import describe
from office_visitor import HERE, NOW, Visitor
from vetcontrol import demonstration
from vetcontrol.clock import in_words
from vetcontrol.disease import changes, queries, report
from vetcontrol.disease.decision import decide
from vetcontrol.disease.order import order
from vetcontrol.gazette import issuing, notifications

LON, LAT = HERE
# Lobes of unequal size, so that the change in area shows.
BOW = [[LON, LAT], [LON + 0.004, LAT + 0.004], [LON + 0.004, LAT], [LON, LAT + 0.002], [LON, LAT]]
CROSSING = json.dumps({"type": "Polygon", "coordinates": [BOW]})


def case_of(visitor: Visitor) -> str:
    with visitor.register.reading() as reading:
        return queries.listing(reading.session)[0][0].number


def published(visitor: Visitor, effective_at: datetime | None = None) -> tuple[str, int]:
    """The number of a published notification, and the entry of its publication."""
    officer, case = demonstration.officer, case_of(visitor)
    with visitor.register.writing() as writing:
        report.report(writing, officer("veterinary_surgeon"), case)
    with visitor.register.writing() as writing:
        _, number = decide(writing, officer("government"), case, outcome="confirm")
    assert number is not None
    with visitor.register.writing() as writing:
        issuing.approve(writing, officer("government_approver"), number)
    with visitor.register.writing() as writing:
        entry = issuing.publish(
            writing,
            officer("clerk"),
            number,
            gazette_series="Series I",
            gazette_number="42",
            published_on=NOW.date(),
            effective_at=effective_at,
        )
    return number, entry.seq


@pytest.mark.clause("DOA1974-13-2")
def test_an_area_still_to_take_effect_is_not_said_to_be_in_force(visitor: Visitor) -> None:
    coming = NOW + timedelta(days=3)
    published(visitor, effective_at=coming)
    path = f"infected-places/{case_of(visitor).replace('/', '-')}"
    page = visitor.be("veterinary_surgeon").page(f"/{path}")
    status = page[page.index("Infected area published, takes effect on") :]
    assert in_words(coming) in status[:200]
    assert "Not yet in force</span> published, takes effect on" in page
    ((told),) = visitor.get(f"/api/v1/{path}").json()["areas"]
    assert told["in_force"] is False
    assert datetime.fromisoformat(told["takes_effect_at"]) == coming


def test_the_map_in_words_counts_each_kind_and_groups_by_declaration(visitor: Visitor) -> None:
    page = visitor.be("veterinary_surgeon").page("/map")
    words = page[page.index('id="shown-words"') :]
    summaries = re.findall(r"<summary>(.*?)</summary>", words)
    counts = [re.sub(r"<.*?>", "", text) for text in summaries]
    assert counts[:3] == ["Infected areas 0", "Infected places 1", "Declared premises 1"]
    assert re.fullmatch(r"DEC/\d{4}/000001 1", counts[3])
    assert len(counts) == 4
    assert 'href="/premises/2"' in words
    ponda = re.search(r'<option value="(taluka/[^"]+)">Ponda<', page)
    other = re.search(r'<option value="(taluka/[^"]+)">Pernem<', page)
    assert ponda is not None
    assert other is not None
    within = visitor.page(f"/map?taluka={ponda[1]}")
    assert re.search(r'data-bounds="73\.\d+,15\.\d+,74\.\d+,15\.\d+"', within)
    within = within[within.index('id="shown-words"') :]
    assert ">1</span>" in within[within.index("Declared premises <") :][:80]
    elsewhere = visitor.page(f"/map?taluka={other[1]}")
    elsewhere = elsewhere[elsewhere.index('id="shown-words"') :]
    assert "Only what meets the taluka Pernem" in elsewhere
    assert ">0</span>" in elsewhere[elsewhere.index("Declared premises <") :][:80]
    assert visitor.get("/map?taluka=taluka/none").status_code == 422


def test_the_public_map_says_nothing_of_declared_premises(visitor: Visitor) -> None:
    page = visitor.page("/map")
    assert "Infected areas" in page
    assert "Declared premises" not in page


@pytest.mark.parametrize("sent_as_file", [False, True])
def test_a_repair_is_shown_with_its_change_and_taken_only_by_its_button(
    visitor: Visitor, sent_as_file: bool
) -> None:
    visitor.be("inspector")
    data = {"disease": "anthrax", "grounds": "Two deaths", "geometry": CROSSING}
    files = None
    if sent_as_file:
        files = {"geometry_file": ("place.geojson", data.pop("geometry"), "application/geo+json")}
    page = visitor.refused("/declare/order", data, 422, files)
    assert "crosses or runs over itself" in page
    told = re.search(r"Repaired it has 2 parts and ([\d,]+) m², ([\d,]+) m² more", page)
    assert told is not None
    assert "Nothing is repaired unless you take it" in page
    form = page[page.index("A repair is proposed") :]
    taken = re.search(r'name="geometry" value="(.*?)">', form)
    assert taken is not None
    repaired = shapely.from_geojson(taken[1])
    assert repaired.is_valid
    assert shapely.get_num_geometries(repaired) == 2
    # Sent once more as it was, it is refused once more.
    assert "A repair is proposed" in visitor.refused("/declare/order", data, 422, files)
    sent = {"disease": data["disease"], "grounds": data["grounds"], "geometry": taken[1]}
    for name in sent:
        assert f'name="{name}" value="' in form
    review = visitor.post("/declare/order", sent)
    assert review.status_code == 200
    assert "What signing does" in review.text
    where = visitor.done("/declare/order", sent | {"step": "sign"})
    with visitor.register.reading() as reading:
        kept = queries.case(reading.session, where.rpartition("/")[2].replace("-", "/")).geometry
    assert shapely.equals(shapely.from_geojson(json.dumps(kept)), repaired)


def test_a_mistyped_point_is_corrected_by_a_typed_position(visitor: Visitor) -> None:
    facts = {"disease": "anthrax", "grounds": "Two deaths", "position_reason": "Seen from the road"}
    form = facts | {"position": "15.41, 73.98"}
    case = visitor.be("inspector").done("/declare/order", form | {"step": "sign"})
    number = case.rpartition("/")[2].replace("-", "/")
    with visitor.register.reading() as reading:
        seq = queries.file(reading.session, number).entries[0].seq
    path = f"/corrections/{seq}"
    page = unescape(visitor.page(path))
    assert 'name="restated.geometry_position"' in page
    assert f"The entry says {describe(73.98, 15.41)}" in page
    filled = {
        name: unescape(value)
        for name, value in re.findall(r'name="(restated[^"]*)"[^>]*value="([^"]*)"', page)
    } | {"restated.grounds": "Two deaths", "how": "restate", "reason": "Mistyped"}
    turned = visitor.refused(path, filled | {"restated.geometry_position": "73.99, 15.42"}, 422)
    assert "swap latitude and longitude" in turned
    assert 'id="error-restated.geometry_position"' in turned
    corners = {"restated.geometry_corners": "15.42, 73.99\n15.43, 73.99\n15.43, 74.0"}
    right = filled | {"restated.geometry_position": "15° 25′ 12″ N, 73° 59′ 24″ E"}
    assert "beside an outline" in visitor.refused(path, right | corners, 422)
    review = unescape(visitor.post(path, right).text)
    assert describe(73.99, 15.42) in review[review.index("Read before") :]
    visitor.done(path, right | {"step": "sign"})
    with visitor.register.reading() as reading:
        place = queries.case(reading.session, number).geometry
    assert place["type"] == "Point"
    assert place["coordinates"] == pytest.approx([73.99, 15.42])


def test_a_tangle_is_to_be_redrawn(visitor: Visitor) -> None:
    ring = [[LON + 0.001 * (i * 37 % 101), LAT + 0.001 * (i * 53 % 89)] for i in range(120)]
    crossing = json.dumps({"type": "Polygon", "coordinates": [[*ring, ring[0]]]})
    data = {"disease": "anthrax", "grounds": "Two deaths", "geometry": crossing}
    page = visitor.be("inspector").refused("/declare/order", data, 422)
    assert "Redraw the boundary there" in page
    assert "A repair is proposed" not in page


def test_an_outline_in_another_country_is_refused_on_the_form_as_it_was_filled_in(
    visitor: Visitor,
) -> None:
    ring = [[4.0, 52.0], [4.1, 52.0], [4.1, 52.1], [4.0, 52.0]]
    far = json.dumps({"type": "Polygon", "coordinates": [ring]})
    data = {"disease": "anthrax", "grounds": "Two sudden deaths", "geometry": far}
    page = visitor.be("inspector").refused("/declare/order", data, 422)
    assert "Two sudden deaths</textarea>" in page
    assert 'id="error-geometry"' in page
    case = case_of(visitor).replace("/", "-")
    ways = {"way": "outline", "modifications": "Along the river", "geometry": far}
    page = visitor.be("government").refused(f"/infected-places/{case}/decision", ways, 422)
    assert "Along the river</textarea>" in page


def test_a_correction_sent_twice_is_answered_as_the_first_time(visitor: Visitor) -> None:
    _, seq = published(visitor)
    path = f"/corrections/{seq}"
    tokens = hidden_fields(visitor.be("government").page(path))
    form = tokens | {"how": "strike", "reason": "Never printed", "step": "sign"}
    first, again = (visitor.client.post(path, data=form, headers=HTML) for _ in range(2))
    assert (first.status_code, first.headers["location"]) == (303, again.headers["location"])
    head = visitor.register.database.head()
    fresh = visitor.post(path, form | {"_once": "another press, later"})
    assert fresh.status_code == 409
    assert "already struck" in fresh.text
    assert visitor.register.database.head() == head


def test_long_lists_are_gone_through_both_ways(visitor: Visitor) -> None:
    published(visitor)
    officer = demonstration.officer("inspector")
    with visitor.register.writing() as writing:
        order(
            writing,
            officer,
            disease="anthrax",
            grounds="Two",
            premises_id=3,
            position_reason="Seen",
        )
    page = visitor.be("inspector").page("/infected-places?limit=1&state=ordered")
    assert "1 to 1 of 1 cases" in page
    first = visitor.page("/infected-places?limit=1")
    assert "1 to 1 of 2 cases" in first
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following
    last = visitor.page(unescape(following[1]))
    assert "2 to 2 of 2 cases" in last
    assert 'rel="prev" href="/infected-places?limit=1&amp;offset=0"' in last
    assert "1 to 1 of 1 notifications" in visitor.page("/gazette?limit=1")


def test_a_radius_changed_after_its_list_was_ticked_is_asked_about(visitor: Visitor) -> None:
    case = case_of(visitor).replace("/", "-")
    path = f"/infected-places/{case}/radius"
    shown = visitor.be("veterinary_surgeon").page(f"{path}?metres=900")
    assert 'name="listed" value="900.0"' in shown
    form = {"metres": "1000", "listed": "900.0", "reason": "Emptied since"}
    refused = visitor.refused(path, form, 422)
    assert 'name="listed" value="1000.0"' in refused
    assert 'id="field-metres"' in refused
    assert "Emptied since</textarea>" in refused
    assert "another radius than that of the list" in refused


def test_a_new_place_and_an_office_offer_the_repair_too(visitor: Visitor) -> None:
    visitor.be("veterinary_surgeon")
    data = {"name": "Dairy", "kind": "dairy", "manager": "private", "geometry": CROSSING}
    assert "Take the repaired outline" in visitor.refused("/premises", data, 422)


def test_a_publication_is_restated_with_its_gazette_and_hour(visitor: Visitor) -> None:
    number, seq = published(visitor)
    visitor.be("government")
    form = visitor.page(f"/corrections/{seq}")
    for filled in ('value="Series I"', 'value="42"', 'value="2027-01-04"', '"yes" selected'):
        assert filled in form
    fields = re.findall(r'name="(restated\.\w+_at)"[^>]* value="([^"]*)"', form)
    as_it_is = {
        "how": "restate",
        "reason": "Read from the printed gazette",
        "restated.gazette_series": "Series I",
        "restated.gazette_number": "42",
        "restated.gazette_date": "2027-01-04",
        "restated.hour_stated": "yes",
        **dict(fields),
    }
    path = f"/corrections/{seq}"
    assert "at least one field" in visitor.refused(path, as_it_is, 422)
    assert "is no day" in visitor.refused(path, as_it_is | {"restated.gazette_date": ""}, 422)
    right = as_it_is | {
        "restated.gazette_series": "Series II",
        "restated.gazette_number": "43",
        "restated.hour_stated": "no",
    }
    words = visitor.post(path, right).text
    assert "Series I No. 42 of 4 January 2027" in words
    assert "Series II No. 43 of 4 January 2027" in words
    assert "The gazette states the hour" in words
    visitor.done(path, right | {"step": "sign"})
    with visitor.register.reading() as reading:
        row = notifications.get(reading.session, number)
        assert row.gazette == "Series II No. 43 of 4 January 2027"
        assert row.hour_stated is False


def test_an_instrument_is_found_by_its_number_as_typed(visitor: Visitor) -> None:
    with visitor.register.reading() as reading:
        order = queries.case(reading.session, case_of(visitor)).order.number
    series, year, last = order.split("/")
    address = f"/api/v1/documents/{series}-{year}-{last}.html"
    small = f"{series.lower()}%20{year}%20{int(last)}"
    for typed in (order, f"{series}-{year}-{last}", small, f"{series}.{year}.{last}"):
        asked = visitor.be("inspector").get(f"/documents/{typed}")
        assert (asked.status_code, asked.headers["location"]) == (303, address)
    assert order in unescape(visitor.page(address))
    for unknown in ("ORD/2027/999999", "nothing", "https://example.org/", "//example.org"):
        assert visitor.get(f"/documents/{unknown}").status_code == 404
    visitor.client.cookies.clear()
    unsigned = visitor.client.get(f"/documents/{order}", headers=HTML)
    assert unsigned.status_code == 401 or "/sign-in" in unsigned.headers["location"]
    number, _ = published(visitor)
    assert visitor.get(f"/documents/{number}").status_code == 303


@pytest.mark.clause("DOA1974-13-3")
def test_the_publication_of_a_rescission_is_asked_no_later_hour(visitor: Visitor) -> None:
    number, _ = published(visitor)
    officer = demonstration.officer
    with visitor.register.writing() as writing:
        ending = changes.rescind(writing, officer("government"), number, reason="Over")
    with visitor.register.writing() as writing:
        issuing.approve(writing, officer("government_approver"), ending)
    form, path = visitor.be("clerk"), f"/gazette/{ending.replace('/', '-')}/publication"
    asked = form.page(path)
    assert 'name="published_at"' in asked
    assert 'name="effective_at"' not in asked
    given = {
        "gazette_series": "Series I",
        "gazette_number": "43",
        "published_on": NOW.date().isoformat(),
    }
    later = given | {"effective_at": "2027-01-05T10:00"}
    assert "publish it later" in visitor.refused(path, later, 422)
    assert "ceases to be an infected area" in visitor.post(path, given).text
    visitor.done(path, given | {"step": "sign"})
