"""Whole sheets as text: nothing asked of others, nothing run, nothing left out."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import folium
import pytest
from folium.utilities import JsCode
from shapely.geometry import Point
from sheet_samples import HOSTILE, NONCE, PANAJI, SMALL, VIEW, premises, story

from maps.figure import OfflineMap, SheetFigure, UnsafeSheet
from maps.layers import Draft, MapFeature, MapLayer
from maps.palette import STYLES
from maps.sheets import render_sheet
from vetcontrol.errors import Malformed


def _sheet(layers: list[MapLayer], **changes: Any) -> str:
    facts: dict[str, Any] = {
        "title": "In force in Goa",
        "as_at_words": "As at 13 January 2027, 10:00",
        "known_seq": 42,
        "sources": ["Register"],
        "bounds": VIEW,
        "nonce": NONCE,
    }
    return render_sheet(layers, **(facts | changes))


class _Tags(HTMLParser):
    """The tags of a page with their attributes, and the words between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def test_every_script_and_style_bears_the_nonce_and_no_tag_has_code_of_its_own() -> None:
    tags = _Tags(_sheet(story(HOSTILE)))
    guarded = [*tags.named("script"), *tags.named("style"), *tags.named("link")]
    assert len(guarded) >= 6
    assert {attributes.get("nonce") for attributes in guarded} == {NONCE}
    for tag, attributes in tags.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag


def test_nothing_is_asked_of_another_host() -> None:
    page = _sheet(story(HOSTILE))
    asked = [
        value
        for _, attributes in _Tags(page).tags
        for name, value in attributes.items()
        if name in ("src", "href") and value is not None
    ]
    assert "/static/vendor/leaflet/leaflet.js" in asked
    assert "/static/vendor/leaflet/leaflet.css" in asked
    assert all(re.match(r"/(?!/)", value) for value in asked)
    assert not re.search(r"(?:url\(|import |fetch\(|src=)[\"']?(?:https?:)?//", page)


def test_words_of_people_are_shown_and_never_run() -> None:
    page = _sheet(
        story(HOSTILE),
        title=HOSTILE,
        as_at_words=HOSTILE,
        sources=[HOSTILE],
        highlight=Draft(Point(*PANAJI), None, HOSTILE),
        focus=HOSTILE,
    )
    assert str(7331 * 7331) not in page
    quiet = _sheet(story("quiet"), highlight=Draft(Point(*PANAJI)))
    assert page.count("<script") == quiet.count("<script")
    assert page.count("</script") == quiet.count("</script")
    assert page.count("<img") == 0
    for mark in ("{{", "{%", "{#", "document.title=", "${", "`"):
        assert mark not in _folium_script(page)
    words = "".join(_Tags(page).words)
    assert words.count(HOSTILE) >= 8


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert _sheet(story()) == _sheet(story())
    assert _sheet(story()) != _sheet(story(), nonce="m" * 22)


def _folium_script(page: str) -> str:
    return page[page.rindex("<script nonce") :]


def _data(page: str) -> list[dict[str, Any]]:
    return [json.loads(hit) for hit in re.findall(r"_add\((\{.*?\})\);\n", page)]


def test_no_vertex_part_or_hole_is_left_out() -> None:
    """Case 15: the picture is never simplified; Leaflet is told so too."""
    page = _sheet(story())
    areas = [
        feature["geometry"]
        for found in _data(page)
        for feature in found["features"]
        if feature["properties"].get("kind") == "infected_area"
    ]
    assert len(areas) == 1
    parts = areas[0]["coordinates"]
    assert [len(part) for part in parts] == [2, 1]
    assert [tuple(pair) for pair in parts[1][0]] == list(SMALL.exterior.coords)
    script = _folium_script(page)
    shapes = script.count("L.geoJson(null")
    assert script.count("smoothFactor: 0,") == shapes - 1  # the names are points


def test_a_thing_beyond_a_hundredth_of_a_metre_stays_where_it_is() -> None:
    place = Point(73.82781234567891, 15.49091234567891)
    page = _sheet([MapLayer("infected_place", "Places", (
        MapFeature("infected_place", "IP/1", "Place", place),
    ))])  # fmt: skip
    assert "73.8278123" in page
    assert "15.4909123" in page


def test_the_sheet_says_as_at_when_from_what_and_how_exact() -> None:
    words = re.sub("[ \n]+", " ", "".join(_Tags(_sheet(story())).words))
    assert "As at 13 January 2027, 10:00 Register entry 42" in words
    assert "Register Anthrax" in words
    assert "Natural Earth" in words
    assert "approximate, to about 50\u00a0m" in words
    assert "approximate, to about 5.5\u00a0km" in words
    assert "Dharbandora" in words  # the note of what the talukas' source does not know
    assert "The picture is not the law" in words


def test_the_legend_names_each_layer_by_weight_and_an_empty_one_in_words() -> None:
    page = _sheet(story())
    legend = page[page.index('class="legend"') : page.index("<footer>")]
    order = [legend.index(f"<bdi>{title}") for title in (
        "Infected places", "Infected areas", "Conflicts", "Premises", "State line", "Talukas",
    )]  # fmt: skip
    assert order == sorted(order)
    assert legend.count("none</span>") == 1
    assert legend.count(STYLES["infected_place"].stroke) >= 2


def test_a_draft_is_called_a_draft_in_the_legend() -> None:
    point, ring = Point(*PANAJI), Point(*PANAJI).buffer(0.01)
    for draft, titles in (
        (Draft(point, ring), ["Draft, not yet made", "Its radius"]),
        (Draft(None, ring, "Radius asked for"), ["Radius asked for"]),
        (Draft(ring), ["Draft, not yet made"]),
        (None, ["Draft, not yet made"]),
    ):
        page = _sheet([], highlight=draft, picking=True)
        assert re.findall(r"draft-row.*?<bdi>(.*?)</bdi>", page) == titles
    assert "draft-row" not in _sheet([])[_sheet([]).index("<main>") :]


def test_an_approximate_layer_of_unstated_accuracy_is_called_approximate_alone() -> None:
    layer = MapLayer("villages", "Villages", (), approximate=True)
    assert '<span class="note">approximate</span>' in _sheet([layer])


def test_lines_of_the_caller_take_the_place_of_the_grounds_own() -> None:
    better = MapLayer("talukas", "Surveyed talukas", (
        MapFeature("talukas", "T/1", "Tiswadi", SMALL),
    ), accuracy_m=5)  # fmt: skip
    page = _sheet([better])
    assert "Surveyed talukas" in page
    assert "basemap-talukas" not in page
    assert "basemap-territory" in page.replace("&#45;", "-")
    assert "drawn to about 5\u00a0m" in page


def test_legal_features_stand_in_words_too() -> None:
    page = _sheet(story())
    listed = page[page.index('class="listed"') :]
    assert listed.index("Infected places") < listed.index("Infected areas")
    assert "None in force at this time." in listed
    assert 'href="/places/1"' in listed
    assert "Premises Anthrax</bdi></h2>" not in listed


def test_two_thousand_premises_are_drawn_and_one_more_is_counted() -> None:
    single, counted = _sheet([premises(2_000)]), _sheet([premises(2_001)])
    assert '"count"' not in single
    assert "shown as counts" not in single
    assert "Holding 1999" in single
    assert "shown as counts by squares; near by as dots, without details" in counted
    assert "Holding 2000" not in counted
    for lowest in (0, 11):
        cells = [
            feature["properties"]["count"]
            for found in _data(counted)
            for feature in found["features"]
            if feature["properties"].get("lowest") == lowest
        ]
        assert sum(cells) == 2_001
    assert '"MultiPoint"' in counted


def test_very_many_premises_are_counts_at_every_zoom() -> None:
    page = _sheet([premises(20_001)])
    assert '"MultiPoint"' not in page
    near = [
        feature["properties"]["count"]
        for found in _data(page)
        for feature in found["features"]
        if feature["properties"].get("lowest") == 13
    ]
    assert sum(near) == 20_001
    assert len(page) < 600_000


@pytest.mark.parametrize(
    "bounds", [(15.4, 73.7, 15.6, 95.0), (74, 15, 73, 16), (73, 16, 74, 15), (73, 15, 73, 16)]
)
def test_bounds_that_are_no_view_are_refused(bounds: tuple[float, float, float, float]) -> None:
    with pytest.raises(Malformed, match="bounds"):
        _sheet([], bounds=bounds)


@pytest.mark.parametrize("url", ["//elsewhere", "javascript:x", "/\\elsewhere", "/a b\n", "x"])
def test_a_feature_may_only_point_into_this_server(url: str) -> None:
    with pytest.raises(Malformed, match="url"):
        MapFeature("premises", "P/1", "Holding", Point(*PANAJI), url=url)


def test_a_sheet_whose_script_could_be_ended_is_not_sent() -> None:
    figure = SheetFigure(nonce=NONCE, page={})
    sheet = OfflineMap(location=[15.4, 73.8], tiles=None)
    figure.add_child(sheet)
    folium.GeoJson(
        {"type": "FeatureCollection", "features": []}, on_each_feature=JsCode("'</script>'")
    ).add_to(sheet)
    with pytest.raises(UnsafeSheet):
        figure.render()


def test_no_file_of_the_package_names_another_host() -> None:
    folder = Path(__file__).resolve().parents[2] / "maps"
    for file in (*folder.glob("*.py"), *folder.glob("templates/*")):
        assert not re.search(r"https?://", file.read_text("utf-8")), file
