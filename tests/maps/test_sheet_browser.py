"""A sheet in its sandboxed frame in Chromium, under the policy with which it is served.

The fixture `page` fails each test here for an outside request, a console error, or a breach of the
Content-Security-Policy; that nothing of the kind happens is part of every test.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Page
from shapely.geometry import Point, box, mapping
from sheet_samples import HOSTILE, NONCE, PANAJI, VIEW, premises, story

from chromium_page import BrowserRecord
from maps.layers import Draft, MapFeature, MapLayer
from maps.policy import sheet_policy
from maps.sheets import render_sheet
from required import absent

CHECKOUT = Path(__file__).resolve().parents[2]
LEAFLET = CHECKOUT / "api/static/vendor/leaflet/leaflet.js"

OUTER = """<!doctype html><html lang="en"><title>Outer</title>
<link rel="icon" href="data:,"><iframe title="Map" sandbox="allow-scripts" src="/maps/sheet"
width="{width}" height="{height}"></iframe><script>
window.got = [];
addEventListener("message", event => {{
    if (event.source === document.querySelector("iframe").contentWindow) got.push(event.data);
}});
const tell = message =>
    document.querySelector("iframe").contentWindow.postMessage(message, "*");
</script></html>"""

Open = Callable[..., Frame]


@pytest.fixture
def served() -> Iterator[tuple[str, dict[str, str]]]:
    """An address on this machine and the pages it answers with, by path."""
    if not LEAFLET.is_file():
        absent("api/static/vendor has no Leaflet (make setup brings it)")
    pages: dict[str, str] = {}

    class Answer(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, directory=str(CHECKOUT / "api"), **options)

        def log_message(self, *args: Any) -> None:
            pass

        def end_headers(self) -> None:
            if self.path.startswith("/static/"):
                self.send_header("Access-Control-Allow-Origin", "*")  # fonts, for the frame
            super().end_headers()

        def do_GET(self) -> None:
            if self.path not in pages:
                super().do_GET()
                return
            body = pages[self.path].encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            if self.path == "/maps/sheet":
                self.send_header("Content-Security-Policy", sheet_policy(NONCE))
            self.end_headers()
            self.wfile.write(body)

    # A page asks for all its files at once; the usual backlog of five refuses some.
    ThreadingHTTPServer.request_queue_size = 64
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", pages
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def open_sheet(page: Page, served: tuple[str, dict[str, str]]) -> Iterator[Open]:
    """Opens layers as a sheet in its frame and waits until it says that it is ready."""
    address, pages = served

    def opened(
        layers: list[MapLayer], size: tuple[int, int] = (1000, 700), **changes: Any
    ) -> Frame:
        facts: dict[str, Any] = {
            "title": "In force in Goa",
            "as_at_words": "As at 13 January 2027, 10:00",
            "known_seq": 42,
            "sources": ["Register"],
            "bounds": VIEW,
            "nonce": NONCE,
        }
        pages["/maps/sheet"] = render_sheet(layers, **(facts | changes))
        pages["/"] = OUTER.format(width=size[0], height=size[1])
        page.goto(address + "/")
        page.wait_for_function("() => got.some(message => message.type === 'ready')")
        return page.frames[1]

    yield opened
    # What the page still asks for is given up before the server ends.
    page.goto("about:blank")


def _last(page: Page, kind: str) -> dict[str, Any]:
    page.wait_for_function("kind => got.some(message => message.type === kind)", arg=kind)
    found: dict[str, Any] = page.evaluate(
        "kind => got.filter(message => message.type === kind).pop()", kind
    )
    return found


def _badge(frame: Frame, letter: str) -> Any:
    return frame.locator(".marker", has=frame.locator(f"text:text-is('{letter}')"))


def test_hostile_words_are_read_back_as_the_exact_words(page: Page, open_sheet: Open) -> None:
    """Case 81, with the server's own hazard beside it."""
    frame = open_sheet(story(HOSTILE), title="Quiet title")
    badge = _badge(frame, "A")
    badge.hover()
    tooltip = frame.locator(".leaflet-tooltip .facts-title")
    assert tooltip.text_content() == HOSTILE
    badge.click()
    popup = frame.locator(".leaflet-popup-content")
    assert popup.locator(".facts-title").text_content() == HOSTILE
    assert popup.locator("dd").first.text_content() == HOSTILE
    assert popup.locator("dt").nth(1).text_content() == HOSTILE
    assert badge.get_attribute("aria-label") == f"Infected place: {HOSTILE}"
    legend = frame.locator(".legend .name bdi").all_text_contents()
    assert f"Infected places {HOSTILE}" in legend
    assert HOSTILE in frame.locator(".listed strong").all_text_contents()
    assert frame.title() == "Quiet title"
    assert frame.locator("img").count() == 0


def test_the_frame_is_sandboxed_by_its_own_answer_too(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story())
    assert frame.evaluate("() => self.origin") == "null"
    page.goto(frame.url)  # opened outside the frame
    assert page.evaluate("() => self.origin") == "null"
    assert page.locator("#map .marker").count() >= 2


def test_a_click_tells_the_page_where_and_on_what(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story())
    _badge(frame, "A").click()
    told = _last(page, "pick")
    assert told["feature"] == {"kind": "infected_place", "id": "IP/1"}
    assert told["lon"] == pytest.approx(PANAJI[0], abs=1e-3)
    assert told["lat"] == pytest.approx(PANAJI[1], abs=1e-3)
    frame.locator(".leaflet-popup-content a").click()
    assert _last(page, "open") == {
        "type": "open",
        "kind": "infected_place",
        "id": "IP/1",
        "url": "/places/1",
    }


def test_a_place_is_picked_by_pointer_and_by_keyboard(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story(), picking=True)
    _badge(frame, "A").click()
    assert _last(page, "pick")["lon"] == pytest.approx(PANAJI[0], abs=1e-3)
    assert frame.locator(".leaflet-popup").count() == 0
    frame.locator("#map").focus()
    page.evaluate("() => { got.length = 0 }")
    page.keyboard.press("Enter")
    middle = _last(page, "pick")
    assert middle["feature"] is None
    assert VIEW[0] < middle["lon"] < VIEW[2]
    assert VIEW[1] < middle["lat"] < VIEW[3]


def test_the_page_hands_in_a_draft_and_takes_it_away(page: Page, open_sheet: Open) -> None:
    frame = open_sheet([], highlight=Draft(Point(*PANAJI), Point(*PANAJI).buffer(0.01)))
    drafts = frame.locator(".leaflet-drafts-pane path[stroke-dasharray]")
    assert drafts.count() == 1
    page.evaluate("() => tell({type: 'draft', geometry: null, outline: null})")
    drafts.first.wait_for(state="detached")
    ring = mapping(Point(*PANAJI).buffer(0.02, quad_segs=64))
    page.evaluate("ring => tell({type: 'draft', geometry: null, outline: ring})", ring)
    drafts.first.wait_for(state="attached")
    drawn = drafts.first.get_attribute("d") or ""
    assert len(re.findall("[ML]", drawn)) >= 256  # not one vertex is smoothed away


def test_a_feature_is_shown_on_asking(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story())
    page.evaluate("() => tell({type: 'show', id: 'IA/1'})")
    frame.locator(".leaflet-popup-content", has_text="Infected area").wait_for()
    frame.locator(".in-words > summary").click()
    frame.locator("button.show", has_text="By outline").first.click()
    frame.locator(".leaflet-popup-content", has_text="By outline").wait_for()


def test_a_part_of_an_area_too_small_to_see_is_ringed(page: Page, open_sheet: Open) -> None:
    """Case 15: a part of 0.2 ha stays visible from far, and needs no ring when near."""
    frame = open_sheet(story(), bounds=(73.6, 14.9, 74.4, 15.8))
    rings = frame.locator(".leaflet-infected_area-pane path[fill=none]:not([stroke='#ffffff'])")
    assert rings.count() == 1  # the part with the hole shows as some 40 pixels and needs none
    page.evaluate("() => tell({type: 'view', bounds: [73.8895, 15.4495, 73.891, 15.451]})")
    rings.first.wait_for(state="detached")


def test_names_of_the_place_are_html_in_its_own_letters(page: Page, open_sheet: Open) -> None:
    """Case 79: shaped by the browser with a font that the frame was allowed to load."""
    frame = open_sheet([])
    local = frame.locator(".label-town .local", has_text="पणजी")
    assert local.count() == 1
    assert local.is_visible()
    assert frame.evaluate("() => document.fonts.check('14px \"Noto Sans\"', 'पणजी')")
    loaded = frame.evaluate("() => [...document.fonts].filter(f => f.status === 'loaded').length")
    assert loaded >= 2


def test_layers_are_switched_by_the_legend(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story())
    badge = _badge(frame, "A")
    assert badge.count() == 1
    box = frame.get_by_role("checkbox", name="Infected places")
    box.uncheck()
    assert badge.count() == 0
    box.check()
    assert badge.count() == 1


def test_the_scale_is_in_miles_and_kilometres_on_the_ellipsoid(
    page: Page, open_sheet: Open
) -> None:
    frame = open_sheet([])
    miles, km = (part.split(" ") for part in frame.locator(".scale").inner_text().split("\n"))
    assert miles[1].startswith("mile")
    assert km[1] == "km"
    widths = frame.locator(".scale-bar").evaluate_all("bars => bars.map(bar => bar.offsetWidth)")
    ratio = (widths[0] / float(miles[0])) / (widths[1] / float(km[0]))
    assert ratio == pytest.approx(1.609344, rel=0.03)


def test_the_map_keeps_to_the_territory(page: Page, open_sheet: Open) -> None:
    frame = open_sheet([], picking=True)
    page.evaluate("() => tell({type: 'view', bounds: [10, 40, 11, 41]})")
    frame.locator("#map").focus()
    for _ in range(40):  # the map glides back
        page.evaluate("() => { got.length = 0 }")
        page.keyboard.press("Enter")
        middle = _last(page, "pick")
        if 73.3 < middle["lon"] < 74.7 and 14.6 < middle["lat"] < 16.1:
            break
        page.wait_for_timeout(100)
    else:
        pytest.fail(f"the map stays at {middle}")


def test_many_premises_are_counts_from_afar_and_dots_near_by(page: Page, open_sheet: Open) -> None:
    frame = open_sheet([premises(3_000)], bounds=(73.6, 14.9, 74.4, 15.8))
    cells = frame.locator(".cell:visible").all_text_contents()
    assert sum(int(words.replace(",", "") or 1) for words in cells) == 3_000
    page.evaluate("() => tell({type: 'view', bounds: [73.80, 15.47, 73.84, 15.50]})")
    frame.locator(".leaflet-dots-pane canvas").wait_for(state="visible")
    assert frame.locator(".cell:visible").count() == 0


@pytest.mark.parametrize("size", [(1000, 700), (340, 420)], ids=["wide", "narrow"])
def test_no_fault_of_accessibility(
    page: Page,
    open_sheet: Open,
    accessibility_faults: Callable[[Page | Frame], list[str]],
    browser_record: BrowserRecord,
    size: tuple[int, int],
) -> None:
    frame = open_sheet(story(), size=size, highlight=Draft(Point(*PANAJI)))
    assert accessibility_faults(frame) == []
    frame.locator(".in-words > summary").click()
    if size[0] < 640:
        frame.locator(".legend > summary").click()
    assert accessibility_faults(frame) == []
    # axe fetches style sheets to read them again, which the sheet forbids to everybody.
    browser_record.allow("Connecting to .*leaflet.css")
    others = [words for words in browser_record.policy if "leaflet.css" not in words]
    browser_record.policy[:] = others


def test_on_a_narrow_frame_the_map_has_most_of_the_room(page: Page, open_sheet: Open) -> None:
    frame = open_sheet(story(), size=(340, 420))
    stage = frame.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["height"] >= 250
    assert not frame.locator(".legend-rows").is_visible()
    across = "() => document.documentElement.scrollWidth <= window.innerWidth"
    assert frame.evaluate(across)


def test_letters_of_three_places_stand_apart(page: Page, open_sheet: Open) -> None:
    layer = MapLayer(
        "infected_place",
        "Places",
        tuple(
            MapFeature("infected_place", f"IP/{n}", "Place", Point(73.80 + n / 50, 15.49), (), mark)
            for n, mark in enumerate(("A", "B", "{{1}}"))
        ),
    )
    frame = open_sheet([layer])
    assert frame.locator(".marker text").all_text_contents() == ["A", "B", "{{1"]


def test_paper_has_legend_scale_north_and_sources_and_no_controls(
    page: Page, open_sheet: Open
) -> None:
    frame = open_sheet(story(), size=(360, 480))
    page.emulate_media(media="print")
    frame.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert frame.locator(".legend .name").first.is_visible()
    for name in (".leaflet-control-zoom", ".tick", ".in-words > summary"):
        assert not frame.locator(name).first.is_visible(), name
    for name in (".north", ".scale", ".sources"):
        assert frame.locator(name).first.is_visible(), name
    legend = frame.locator(".legend").evaluate("box => box.getBoundingClientRect().top")
    below = frame.locator("#map").evaluate("box => box.getBoundingClientRect().bottom")
    assert legend >= below


def test_a_popup_in_a_small_frame_is_whole_or_scrolls(page: Page, open_sheet: Open) -> None:
    long = tuple((f"Line {at}", "Words that go on and on over the width") for at in range(12))
    layers = [
        MapLayer(
            "infected_place",
            "Places",
            (MapFeature("infected_place", "IP/9", "By many lines", Point(*PANAJI), long),),
        )
    ]
    frame = open_sheet(layers, size=(360, 420))
    _badge(frame, "I").click()
    popup = frame.locator(".leaflet-popup-content-wrapper")
    popup.wait_for()
    page.wait_for_timeout(400)
    inner = popup.evaluate("box => box.getBoundingClientRect().toJSON()")
    outer = frame.locator("#map").evaluate("box => box.getBoundingClientRect().toJSON()")
    assert outer["left"] <= inner["left"]
    assert inner["right"] <= outer["right"]
    assert outer["top"] <= inner["top"]


@pytest.mark.parametrize("across", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("down", [0.03, 0.97])
def test_what_is_told_at_the_pointer_stays_clear_of_the_edge_and_the_buttons(
    page: Page, open_sheet: Open, across: float, down: float
) -> None:
    whole = MapFeature(
        "infected_area", "IA/9", "An area over all that is shown", box(73.0, 14.5, 75.0, 16.5)
    )
    layers = [MapLayer("infected_area", "Areas", (whole,))]
    frame = open_sheet(layers, size=(330, 340), picking=True, bounds=(73.8, 15.3, 73.9, 15.4))
    size = frame.locator("#map").evaluate("map => [map.clientWidth, map.clientHeight]")
    at = {"x": size[0] * across, "y": size[1] * down}
    frame.locator("#map").hover(position=at, force=True)  # type: ignore[arg-type]
    told = frame.locator(".leaflet-tooltip").bounding_box()
    ground = frame.locator("#map").bounding_box()
    buttons = frame.locator(".leaflet-control-zoom").bounding_box()
    assert told
    assert ground
    assert buttons
    assert told["x"] >= buttons["x"] + buttons["width"]
    assert told["x"] + told["width"] <= ground["x"] + ground["width"]
    assert told["y"] >= ground["y"]
    assert told["y"] + told["height"] <= ground["y"] + ground["height"]
