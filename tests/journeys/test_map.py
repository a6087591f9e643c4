"""The working map in a real browser: what the slider, the layers and a tap change, by hand, by
keyboard, on a phone, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
import shapely
from playwright.sync_api import Page, expect

from journey_site import HERE, Site
from vetcontrol import demonstration
from vetcontrol.disease import examination, order
from vetcontrol.premises.service import Premises, import_premises
from vetcontrol.register.entries import Actor

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ELSEWHERE = (74.03, 15.33)


@pytest.fixture
def outbreak(site: Site) -> Site:
    """A place ordered and confirmed, another ordered and cancelled, and 900 premises in a herd."""
    yards = [
        Premises(f"Yard {n}", "dairy", shapely.Point(73.9 + n % 30 * 0.004, 15.3 + n // 30 * 0.004))
        for n in range(900)
    ] + [Premises("Known by name", "dairy", None, village="village/V1")]
    with site.register.writing() as writing:
        import_premises(writing, Actor("administrator"), yards, file_name="y", file_digest="0" * 64)
    first = _ordered(site, HERE)
    site.later(hours=20)
    second = _ordered(site, ELSEWHERE)
    for case, outcome in ((first, "confirm"), (second, "cancel")):
        site.later(hours=5)
        with site.register.writing() as writing:
            examination.examine(
                writing,
                demonstration.officer("veterinary_surgeon"),
                case,
                findings="Seen",
                outcome=outcome,
                no_animals_note="None counted",
            )
    site.later(hours=20)
    return site


def _ordered(site: Site, where: tuple[float, float]) -> str:
    with site.register.writing() as writing:
        entry = order.order(
            writing,
            demonstration.officer("veterinary_surgeon"),
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            geometry=shapely.Point(where),
        )
    return str(entry.content["case_number"])


def opened(page: Page, site: Site, query: str = "") -> None:
    page.goto(f"{site.address}/map{query}")
    page.locator("#map[data-ready]").wait_for()


def badges(page: Page) -> list[str]:
    """The letters of the symbols that stand on the map."""
    return sorted(page.locator("#map .badge-letter").all_text_contents())


def words(page: Page) -> str:
    return page.locator("#as-at-words").inner_text()


def moment(page: Page) -> datetime:
    return datetime.fromisoformat(page.locator("#field-at").input_value())


@SQLITE
def test_the_slider_goes_from_change_to_change(
    outbreak: Site, new_page: NewPage, look: Look
) -> None:
    page = new_page(viewport=DESK)
    outbreak.sign_in(page, "veterinary_surgeon")
    opened(page, outbreak)
    assert badges(page) == ["C"]
    assert words(page).endswith("now")
    slider = page.get_by_label("In force at").first
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#shown-at")).to_contain_text("5 January 2027, 14:00 IST")
    assert badges(page) == ["C"]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#shown-at")).to_contain_text("5 January 2027, 04:00 IST")
    assert badges(page) == ["O", "O"]
    assert moment(page) == datetime(2027, 1, 5, 4, 0)  # noqa: DTZ001 (as the field shows it)
    expect(page.locator("#shown-list")).to_contain_text("Infected places 2")
    look(page, "working-map-earlier")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#shown-at")).to_contain_text("4 January 2027, 08:00 IST")
    assert badges(page) == ["O"]
    assert "at=2027-01-04T08" in page.url
    page.reload()
    page.locator("#map[data-ready]").wait_for()
    assert badges(page) == ["O"]
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#shown-list")).to_contain_text("Confirmed by the Veterinary Surgeon")
    assert badges(page) == ["C"]
    assert "at=2027" not in page.url


@SQLITE
def test_layers_states_taps_and_clusters(outbreak: Site, new_page: NewPage, look: Look) -> None:
    page = new_page(viewport=DESK)
    outbreak.sign_in(page, "veterinary_surgeon")
    opened(page, outbreak)
    page.get_by_role("checkbox", name="Confirmed by the Veterinary Surgeon").uncheck()
    expect(page.locator("#map .badge-letter")).to_have_count(0)
    page.get_by_role("checkbox", name="Confirmed by the Veterinary Surgeon").check()
    expect(page.locator("#map .badge-letter")).to_have_count(1)
    page.get_by_role("checkbox", name=re.compile("^Premises")).check()
    expect(page.locator("[data-layer=premises] [data-count]")).to_have_text("905 in view")
    expect(page.locator("#by-village")).to_contain_text("1 known by village alone")
    clusters = page.locator("#map .cluster")
    assert sum(int(text.replace(",", "")) for text in clusters.all_inner_texts()) == 905
    look(page, "working-map-clusters")
    whole = page.url
    before = page.locator(".map-scale").inner_text()
    clusters.first.click()
    expect(page.locator(".map-scale")).not_to_have_text(before)
    page.goto(whole)
    page.locator("#map .cluster-icon").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".map-scale")).not_to_have_text(before)
    page.get_by_role("checkbox", name=re.compile("^Premises")).uncheck()
    expect(clusters).to_have_count(0)
    # By the list beside the map: focus goes to the place, and its sheet stands in the panel.
    page.locator("#shown-list button[data-feature^=infected_place]").focus()
    chosen = page.locator("#chosen")
    expect(chosen).to_contain_text("Confirmed by the Veterinary Surgeon")
    expect(chosen.get_by_role("link", name=re.compile("Open IP"))).to_be_visible()
    look(page, "working-map-chosen")
    page.get_by_role("button", name="What else is in force here").click()
    expect(page.locator("#verdict")).to_contain_text("In force at this place")
    page.locator("#map").click(position={"x": 300, "y": 200})
    expect(page.locator("#verdict")).to_contain_text("Nothing known to be in force")
    expect(chosen).to_be_hidden()
    # The arrow keys move the map.
    view = re.search(r"view=[^&]+", page.url)
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(re.compile(re.escape(view[0]) if view else "none"))


@SQLITE
def test_the_device_tells_its_accuracy_and_sends_nothing_unasked(
    outbreak: Site, new_page: NewPage
) -> None:
    page = new_page(
        viewport=DESK,
        permissions=["geolocation"],
        geolocation={"longitude": HERE[0], "latitude": HERE[1], "accuracy": 23.4},
    )
    outbreak.sign_in(page, "inspector")
    opened(page, outbreak)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Where am I?").click()
    expect(page.locator("#device-told")).to_contain_text("to about 24 m")
    expect(page.locator("#map path.here-line")).to_have_count(1)
    assert not [url for url in asked if "where=" in url]
    page.get_by_role("button", name="Ask at this position").click()
    expect(page.locator("#verdict")).to_contain_text("In force at this place")


@SQLITE
def test_on_a_phone_the_map_leaves_room(outbreak: Site, new_page: NewPage, look: Look) -> None:
    page = new_page(**TOUCH)
    outbreak.sign_in(page, "inspector")
    opened(page, outbreak)
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_hidden()
    answer = page.locator("#map-answer")
    expect(answer).to_be_hidden()
    look(page, "working-map")
    # The verdict stands below the map: a line under the thumb says it, and leads there.
    page.locator("#map").tap(position={"x": 40, "y": 200})
    expect(answer).to_be_in_viewport()
    expect(answer).to_contain_text("Nothing known to be in force")
    look(page, "working-map-tapped")
    answer.tap()
    expect(page.locator("#verdict-title")).to_be_in_viewport()
    expect(answer).to_be_hidden()
    page.get_by_label("Ask what is in force").fill("15 25 12 N 74 00 00 E")
    page.get_by_role("button", name="Ask", exact=True).tap()
    expect(page.locator("#verdict")).to_contain_text("In force at this place")
    expect(page.locator("#map .pin")).to_have_count(1)
    page.locator("#shown-list button[data-feature^=infected_place]").tap()
    page.locator("h1").scroll_into_view_if_needed()
    expect(answer).to_contain_text("Infected place: IP/2027/000001")
    page.get_by_role("button", name="Close").tap()
    page.locator("h1").scroll_into_view_if_needed()
    expect(answer).to_be_hidden()
    look(page, "working-map-verdict")


@SQLITE
def test_a_place_that_is_none_is_refused_at_its_field(
    outbreak: Site, new_page: NewPage, browser_record: Any
) -> None:
    browser_record.allow("422")
    page = new_page(viewport=DESK)
    opened(page, outbreak)
    page.get_by_label("Ask what is in force").fill("somewhere")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#error-where")).to_contain_text("cannot be read")


@SQLITE
def test_without_javascript_the_form_and_the_words_do_all(
    outbreak: Site, new_page: NewPage
) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    page.goto(f"{outbreak.address}/map")
    expect(page.locator("#working-map")).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("Show on the map"))).to_have_count(0)
    page.get_by_label("Ask what is in force").fill("15.42, 74.0")
    page.get_by_role("button", name="Show", exact=True).click()
    # Nobody is signed in: what no gazette has published is not told.
    expect(page.locator("#verdict")).to_contain_text("Nothing known to be in force")
    assert "Infected places" not in page.locator("main").inner_text()
