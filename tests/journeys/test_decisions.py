"""Decisions of Government and of the Collector in a real browser, and the map at other times.

The cases before them are made by the services: their forms have journeys of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
import shapely
from playwright.sync_api import Page, ViewportSize, expect

from chromium_page import BrowserRecord
from journey_site import HERE, Site
from vetcontrol import demonstration
from vetcontrol.clock import IST
from vetcontrol.disease import declaration, examination, order, report

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
# In North Goa, outside the Collector's district.
NORTH = (73.83, 15.70)


def with_government(site: Site, where: tuple[float, float], metres: float | None = None) -> str:
    """A case reported to Government, with premises declared where `metres` are given."""
    surgeon = demonstration.officer("veterinary_surgeon")
    with site.register.writing() as writing:
        made = order.order(
            writing,
            surgeon,
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            geometry=shapely.Point(where),
            accuracy_m=5.0,
        )
    case = str(made.content["case_number"])
    site.later()
    with site.register.writing() as writing:
        examination.examine(writing, surgeon, case, findings="Vesicles", outcome="confirm")
    if metres is not None:
        site.later()
        with site.register.writing() as writing:
            declaration.declare(writing, surgeon, case, metres=metres)
    site.later()
    with site.register.writing() as writing:
        report.report(writing, surgeon, case)
    site.later()
    return case.replace("/", "-")


def press(page: Page, words: str) -> None:
    """The button of that name on the page's content."""
    page.locator("main").get_by_role("button", name=words, exact=True).click()


def cancel_radius(page: Page, site: Site, case: str) -> None:
    """Choose to cancel the declaration and not the order, and go to the review."""
    page.goto(f"{site.address}/infected-places/{case}/decision")
    page.get_by_label("Cancel declarations").check()
    page.get_by_label("The order").uncheck()
    press(page, "Review the decision and its limits")


def confirm(page: Page, site: Site, case: str, around: tuple[float, float]) -> None:
    """Choose to confirm with limits around the place, and go to the review."""
    page.goto(f"{site.address}/infected-places/{case}/decision")
    page.get_by_label("limits by an outline").check()
    limits = shapely.geometry.mapping(shapely.box(*shapely.Point(around).buffer(0.004).bounds))
    page.get_by_text("As GeoJSON", exact=True).click()
    page.get_by_label("Outline as GeoJSON").fill(json.dumps(limits))
    page.get_by_label("What you modify").fill("The fields around the place")
    press(page, "Review the decision and its limits")


@SQLITE
def test_government_cancels_the_radius_and_confirms_the_order(
    site: Site, new_page: NewPage, look: Look
) -> None:
    case = with_government(site, HERE, metres=600.0)
    page = new_page(viewport=DESK)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/infected-places/{case}")
    expect(page.get_by_text("3 of 3 premises in force")).to_be_visible()
    cancel_radius(page, site, case)
    expect(page.get_by_text("3 places cease to be infected places")).to_be_visible()
    look(page, "cancellation-review")
    press(page, "Sign the cancellation")
    expect(page.get_by_role("status").first).to_contain_text("Cancelled by")
    expect(page.get_by_text("0 of 3 premises in force")).to_be_visible()
    # The order stands and waits: its restriction is in force and looks like one.
    expect(page.locator(".reach .status-restricted")).to_have_text("In force")
    expect(page.locator(".case-head .status-restricted")).to_contain_text("With Government")
    look(page, "case-radius-cancelled")
    site.later()
    confirm(page, site, case, HERE)
    press(page, "Sign the confirmation")
    expect(page.get_by_role("status").first).to_contain_text("waits for approval")
    expect(page.locator(".timeline")).to_contain_text("Government confirmed")


@SQLITE
def test_the_collector_decides_by_delegation_in_his_district_only(
    site: Site, new_page: NewPage, look: Look, browser_record: BrowserRecord
) -> None:
    browser_record.allow("status of 403")
    inside, outside = with_government(site, HERE), with_government(site, NORTH)
    page = new_page(viewport=DESK)
    site.sign_in(page, "collector")
    confirm(page, site, outside, NORTH)
    refusal = page.get_by_role("alert").first
    expect(refusal).to_contain_text("No authority")
    expect(refusal).to_contain_text("DOA1974-13-7")
    look(page, "collector-refused")
    confirm(page, site, inside, HERE)
    expect(page.get_by_text("under delegation DLG/")).to_be_visible()
    look(page, "collector-review")
    press(page, "Sign the confirmation")
    expect(page.get_by_role("status").first).to_contain_text("waits for approval")


@SQLITE
def test_the_map_as_it_was_known_and_its_lists(site: Site, new_page: NewPage, look: Look) -> None:
    before = site.clock.now()
    site.later()
    case = with_government(site, HERE, metres=1609.0)
    page = new_page(viewport=DESK)
    site.sign_in(page, "veterinary_surgeon")
    page.goto(f"{site.address}/map")
    words = page.locator(".map-page-words")
    for summary in ("Infected areas 0", "Infected places 1", "Declared premises 5"):
        expect(words.get_by_text(summary, exact=True)).to_be_visible()
    premises = words.locator("a", has_text="m from the infected place")
    expect(premises).to_have_count(5)
    expect(premises.first).to_be_hidden()
    figure = page.locator("#map[data-ready]")
    box = figure.bounding_box()
    assert box is not None
    assert box["height"] >= 0.6 * DESK["height"]
    for closed in ("Declared premises", "DEC/2027/"):
        words.get_by_text(closed).first.click()
    expect(premises.first).to_be_visible()
    look(page, "map-lists")
    page.get_by_text("Another day or hour").click()
    known = page.get_by_label("As the register knew it at")
    known.fill(before.astimezone(IST).strftime("%Y-%m-%dT%H:%M"))
    known.blur()
    expect(page.locator(".lead")).to_contain_text("as known at 4 January 2027, 08:00 IST")
    expect(words.get_by_text("Declared premises 0", exact=True)).to_be_visible()
    expect(words).not_to_contain_text(case.replace("-", "/"))
    expect(page.locator("[data-layer=declared_places] [data-count]")).to_have_text("0")
    page.get_by_text("Only one disease or taluka").click()
    page.get_by_label("Only one taluka").select_option("Ponda")
    known.fill("")
    known.blur()
    expect(words.get_by_text("Declared premises 5", exact=True)).to_be_visible()
    expect(words).to_contain_text("Only what meets the taluka Ponda")
    page.set_viewport_size(PHONE)
    look(page, "map-lists")


@SQLITE
def test_the_menu_is_one_row_on_a_phone_without_javascript(site: Site, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, java_script_enabled=False, has_touch=True, is_mobile=True)
    site.sign_in(page, "veterinary_surgeon")
    page.wait_for_load_state("networkidle")
    links = page.locator(".menu a")
    boxes = [link.bounding_box() for link in links.all()]
    assert len(boxes) == 11
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box["height"] >= 44 for box in boxes if box)
    head = page.locator(".masthead").bounding_box()
    assert head is not None
    assert head["height"] <= 165, "name, search and menu, each a row of targets"
    brand, account = (page.locator(part).bounding_box() for part in (".brand", ".account-name"))
    assert brand is not None
    assert account is not None
    assert brand["x"] + brand["width"] <= account["x"]
    page.screenshot(path="build/journeys/menu-360.png")
    links.last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Office"))


@SQLITE
def test_a_repair_is_taken_and_reviewed(
    site: Site, new_page: NewPage, look: Look, browser_record: BrowserRecord
) -> None:
    browser_record.allow("status of 422")
    page = new_page(viewport=PHONE)
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    page.get_by_label("Disease suspected").select_option("anthrax")
    page.get_by_label("Reason to believe").fill("Two sudden deaths")
    lon, lat = HERE
    ring = [[lon, lat], [lon + 0.004, lat + 0.004], [lon + 0.004, lat], [lon, lat + 0.002]]
    crossing = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    page.get_by_text("As GeoJSON", exact=True).click()
    page.get_by_label("Outline as GeoJSON").fill(json.dumps(crossing))
    press(page, "Review the order")
    expect(page.get_by_role("heading", name="A repair is proposed")).to_be_visible()
    change = re.compile(r"2 parts and [\d,]+ m², [\d,]+ m² more")
    expect(page.get_by_text(change)).to_be_visible()
    look(page, "repair")
    press(page, "Take the repaired outline")
    expect(page.get_by_role("heading", name="What signing does")).to_be_visible()
    look(page, "repair-review")
    press(page, "Sign the order")
    expect(page.get_by_role("status").first).to_contain_text("is signed")
