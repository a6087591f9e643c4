"""The main job in a real browser, from the Inspector's order to the rescission.

Every address outside this machine is blocked; the policy, the console and axe are held on each
page (fixtures `new_page`, `look`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
import shapely
from playwright.sync_api import Page, expect

from chromium_page import BrowserRecord
from journey_site import HERE, HOSTILE, NEIGHBOURS, Site
from vetcontrol.disease import queries

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)


def press(page: Page, words: str) -> None:
    """The button of that name on the page's content."""
    page.locator("main").get_by_role("button", name=words, exact=True).click()


def reviewed(page: Page, look: Look, name: str, words: str) -> None:
    """On the review: look at it, then sign."""
    expect(page.get_by_role("heading", name="What signing does")).to_be_visible()
    look(page, name)
    press(page, words)


def said(page: Page) -> str:
    """What the page says once after an act."""
    box = page.get_by_role("status").filter(has=page.get_by_role("heading", name="Done"))
    expect(box).to_be_visible()
    return box.inner_text()


def number_in(pattern: str, words: str) -> str:
    """The number of an instrument in `words`, as it stands in an address."""
    found = re.search(pattern + r"/\d{4}/\d{6}", words)
    assert found is not None, words
    return found.group().replace("/", "-")


def order_on_holding(page: Page, site: Site, look: Look) -> str:
    """The Inspector finds the holding, orders, reviews, signs; returns the case."""
    page.goto(f"{site.address}/declare")
    page.get_by_label("Name, village or number").fill("{{7*7}}")
    press(page, "Search")
    look(page, "declare")
    page.get_by_role("link", name=HOSTILE).click()
    page.get_by_label("Disease suspected").select_option("foot_and_mouth_disease")
    page.get_by_label("Reason to believe").fill("Vesicles on two cows, told by the {{owner}}")
    look(page, "order")
    press(page, "Review the order")
    expect(page.get_by_text(f"You declare {HOSTILE}")).to_be_visible()
    reviewed(page, look, "order-review", "Sign the order")
    assert "is signed" in said(page)
    look(page, "case-ordered")
    return number_in("IP", page.title())


def examine(page: Page, site: Site, look: Look, case: str) -> None:
    """The Veterinary Surgeon comes from his tasks, examines and confirms."""
    page.goto(f"{site.address}/")
    look(page, "tasks-surgeon")
    page.get_by_role("link", name="Examine the place").click()
    page.get_by_label("Findings at the place").fill("Lesions in the mouth of two of four cattle")
    page.get_by_label("Cattle: Kept").fill("4")
    page.get_by_label("Cattle: Examined").fill("4")
    page.get_by_label("Cattle: Affected").fill("2")
    page.get_by_label("Confirm the order").check()
    look(page, "examination")
    press(page, "Review")
    reviewed(page, look, "examination-review", "Confirm the order")
    assert "confirmed" in said(page)
    assert page.url.endswith(f"/infected-places/{case}")


def choose_radius(page: Page, site: Site, look: Look, case: str) -> None:
    """The slider to its end, then a shorter radius by figure; the preview follows both."""
    page.goto(f"{site.address}/infected-places/{case}/radius")
    page.get_by_label("Radius by slider").focus()
    page.keyboard.press("End")
    metres = page.get_by_label("Radius in metres")
    expect(metres).to_have_value("1609.344")
    within = page.locator("#totals dd").first
    expect(within).to_have_text("4")
    look(page, "radius-mile")
    metres.fill("1609.345")
    expect(page.locator("#refusal")).to_contain_text("exceeds one mile")
    metres.fill("1000")
    expect(within).to_have_text("3")
    expect(page.locator("#refusal")).to_be_empty()
    expect(page.locator("#preview")).to_contain_text("500.000 m away")


@pytest.fixture
def at_desk(site: Site, new_page: NewPage) -> Callable[[str], Page]:
    """Opens a page in which the officer of a role is signed in."""

    def open_page(role: str) -> Page:
        page = new_page(viewport={"width": 1280, "height": 800})
        site.sign_in(page, role)
        return page

    return open_page


def test_the_story(
    site: Site,
    at_desk: Callable[[str], Page],
    new_page: NewPage,
    look: Look,
    browser_record: BrowserRecord,
) -> None:
    browser_record.allow(r"the server responded with a status of 4\d\d")
    inspector = at_desk("inspector")
    case = order_on_holding(inspector, site, look)
    deliver_copy(inspector, site, look, case)
    site.later()
    surgeon = at_desk("veterinary_surgeon")
    examine(surgeon, site, look, case)
    site.later()
    choose_radius(surgeon, site, look, case)
    press(surgeon, "Review the declaration")
    reviewed(surgeon, look, "radius-review", "Sign the declaration")
    assert "3 premises" in said(surgeon)
    site.later()
    take_out(surgeon, look, "Goat shed")
    site.later()
    report(surgeon, site, look, case)
    site.later()
    government, approver, clerk = (
        at_desk("government"),
        at_desk("government_approver"),
        at_desk("clerk"),
    )
    number = confirm_by_villages(government, site, look, case)
    nothing_in_force(new_page(), site, look)
    publish(approver, clerk, site, look, number)
    area_is_seen(new_page(), site, look)
    exhibit(inspector, site, look, number)
    site.later()
    amended = amend(government, site, look, number)
    publish(approver, clerk, site, look, amended, "amended")
    site.later()
    rescinded = rescind(government, site, look, amended)
    publish(approver, clerk, site, look, rescinded, "rescinded")
    nothing_in_force(new_page(), site, look)
    surgeon.goto(f"{site.address}/infected-places/{case}")
    expect(surgeon.locator(".case-head")).to_contain_text("Ceased")
    look(surgeon, "case-ceased")
    paper_order(inspector, site, look)


def deliver_copy(page: Page, site: Site, look: Look, case: str) -> None:
    """The copy of the order is recorded as given to the owner."""
    page.goto(f"{site.address}/infected-places/{case}/services")
    page.get_by_label("How", exact=True).select_option("in_person")
    page.get_by_label("Why there is no proof").fill("He would not sign")
    look(page, "services")
    press(page, "Record the delivery")
    assert "1 copy" in said(page)


def take_out(page: Page, look: Look, name: str) -> None:
    """One premises wrongly listed is taken out of the declaration by a correction."""
    line = page.locator(".timeline > li").filter(has_text="premises declared within")
    line.get_by_role("link", name="Correct entry").click()
    page.get_by_label("Restate what was wrong").check()
    page.get_by_label(name).uncheck()
    page.get_by_label("Why the entry is wrong").fill("No animals are kept there any more")
    look(page, "correction")
    press(page, "Review the correction")
    expect(page.get_by_text("1 premises is taken out")).to_be_visible()
    look(page, "correction-review")
    press(page, "Correct the entry")
    expect(page.get_by_text("2 of 2 premises in force")).to_be_visible()
    look(page, "case-corrected")


def report(page: Page, site: Site, look: Look, case: str) -> None:
    """The report to Government."""
    page.goto(f"{site.address}/infected-places/{case}")
    page.get_by_role("link", name="Report to Government", exact=True).click()
    look(page, "report")
    press(page, "Review the report")
    reviewed(page, look, "report-review", "Sign the report")
    assert "with Government" in said(page)


def confirm_by_villages(page: Page, site: Site, look: Look, case: str) -> str:
    """Government confirms with limits of one village; returns the draft's number."""
    page.goto(f"{site.address}/")
    page.get_by_role("link", name="Decide on the report").click()
    page.get_by_label("limits composed of villages").check()
    page.get_by_label("Search the villages").fill("curti")
    expect(page.get_by_label("Usgao")).to_be_hidden()
    page.get_by_label("Curti").check()
    page.get_by_label("What you modify").fill("The village Curti alone")
    look(page, "decision")
    press(page, "Review the decision and its limits")
    # The byre at the mill lies in Khandepar, outside the limits; the yard and the place inside.
    expect(page.locator(".figures")).to_contain_text("Declared places left out1")
    expect(page.locator(".left-out .reach")).to_contain_text("Byre at the mill")
    reviewed(page, look, "decision-review", "Sign the confirmation")
    assert "waits for approval" in said(page)
    return number_in("NOT", page.locator("main").inner_text())


def publish(
    approver: Page, clerk: Page, site: Site, look: Look, number: str, what: str = "area"
) -> None:
    """Another person approves, the clerk records the publication."""
    approver.goto(f"{site.address}/gazette/{number}")
    look(approver, f"draft-{what}")
    approver.get_by_role("link", name="Approve the draft").click()
    look(approver, f"approval-{what}")
    press(approver, "Review")
    reviewed(approver, look, f"approval-{what}-review", "Approve the notification")
    assert "is approved" in said(approver)
    site.later()
    clerk.goto(f"{site.address}/")
    clerk.get_by_role("link", name="Record the publication").click()
    clerk.get_by_role("link", name="Record its publication").click()
    clerk.get_by_label("Series of the Official Gazette").fill("Series I")
    clerk.get_by_label("Number", exact=True).fill("42")
    look(clerk, f"publication-{what}")
    press(clerk, "Review")
    reviewed(clerk, look, f"publication-{what}-review", "Record the publication")
    assert "is published" in said(clerk)
    look(clerk, f"notification-{what}")


def ask(page: Page, site: Site) -> None:
    """Anyone asks what is in force at the place."""
    page.goto(f"{site.address}/map")
    page.get_by_label("Ask what is in force").fill("15° 25' 12\" N, 74° 00' 00\" E")
    press(page, "Ask")


def area_is_seen(page: Page, site: Site, look: Look) -> None:
    """The public map shows the area and nothing that no gazette published."""
    ask(page, site)
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("In force at this place")
    expect(verdict).to_contain_text("NOT/2027/")
    expect(verdict).to_contain_text("section 13(2)")
    assert "IP/" not in verdict.locator(".status").all_inner_texts()
    expect(page.locator(".map-page-words")).to_contain_text("Infected areas 1")
    expect(page.locator("[data-layer=infected_areas] [data-count]")).to_have_text("1")
    expect(page.locator("[data-layer]")).to_have_count(3)
    assert "dairy" not in page.content().lower()
    look(page, "map-area")
    # A tap on the map asks there: far from the area nothing is known, and that is no clearance.
    asked = page.get_by_label("Ask what is in force")
    page.locator("#map[data-ready]").click(position={"x": 40, "y": 120})
    expect(asked).not_to_have_value(re.compile("°"))
    expect(verdict).to_contain_text("Nothing known")


def nothing_in_force(page: Page, site: Site, look: Look) -> None:
    """The public asks, and no gazetted thing is in force there."""
    ask(page, site)
    expect(page.locator("#verdict")).to_contain_text("Nothing known to be in force")
    expect(page.locator("#verdict")).to_contain_text("This is no clearance")
    look(page, "map-nothing")


def exhibit(page: Page, site: Site, look: Look, number: str) -> None:
    """The Inspector records where the copy hangs."""
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/gazette/{number}/exhibition")
    page.get_by_label("Where, on the map").fill(f"{HERE[1]}, {HERE[0]}")
    page.get_by_label("Where, in words").fill("Notice board of the panchayat of Curti")
    look(page, "exhibition")
    press(page, "Review")
    reviewed(page, look, "exhibition-review", "Record the exhibition")
    assert "exhibition" in said(page)


def amend(page: Page, site: Site, look: Look, number: str) -> str:
    """The whole new limits by an outline; one that crosses itself is refused with its place."""
    page.goto(f"{site.address}/gazette/{number}")
    page.get_by_role("link", name="Amend the area").click()
    page.get_by_label("Reason").fill("The disease did not spread")
    page.get_by_role("radio", name="An outline").check()
    page.get_by_text("As GeoJSON", exact=True).click()
    west, south, east, north = shapely.Point(HERE).buffer(0.006).bounds
    bow = [[west, south], [east, north], [east, south], [west, north], [west, south]]
    field = page.get_by_label("Outline as GeoJSON")
    field.fill(json.dumps({"type": "Polygon", "coordinates": [bow]}))
    press(page, "Review")
    expect(page.get_by_role("alert").first).to_contain_text("crosses")
    look(page, "amendment-refused")
    field.fill(json.dumps(shapely.geometry.mapping(shapely.box(west, south, east, north))))
    press(page, "Review")
    reviewed(page, look, "amendment-review", "Draft the amendment")
    assert "is drafted" in said(page)
    return number_in("NOT", page.title())


def rescind(page: Page, site: Site, look: Look, number: str) -> str:
    """The draft that ends the area."""
    page.goto(f"{site.address}/gazette/{number}")
    page.get_by_role("link", name="Rescind the area").click()
    page.get_by_label("Reason").fill("No case for forty days")
    look(page, "rescission")
    press(page, "Review")
    reviewed(page, look, "rescission-review", "Draft the rescission")
    return number_in("NOT", page.title())


def paper_order(page: Page, site: Site, look: Look) -> None:
    """An order signed on paper before, on a place picked on the map, entered now."""
    pick_here(page, site)
    press(page, "Find holdings there")
    page.get_by_role("link", name="None of these").click()
    page.get_by_label("Disease suspected").select_option("anthrax")
    page.get_by_label("Reason to believe").fill("Sudden deaths of two buffaloes")
    page.get_by_label("Owner's name").fill("Roque <i>Dias</i>")
    page.get_by_text("A paper order entered later").click()
    page.get_by_label("When the paper order was signed").fill("2027-01-04T07:15")
    expect(page.get_by_text(re.compile("Monday,? 4 January 2027"))).to_be_visible()
    press(page, "Review the order")
    expect(page.get_by_text("paper order entered later")).to_be_visible()
    reviewed(page, look, "paper-review", "Sign the order")
    expect(page.locator(".timeline > li").first).to_contain_text("4 January 2027, 07:15 IST")
    expect(page.locator(".timeline > li").first).to_contain_text("Entered")


def pick_here(page: Page, site: Site) -> None:
    """Show the place on the picking map, then click in its middle."""
    page.goto(f"{site.address}/declare")
    frame = page.frame_locator("figure.map-frame iframe")
    frame.locator(".scale").wait_for()
    lon, lat = HERE[0] - 0.01, HERE[1] + 0.008
    box = [lon - 0.01, lat - 0.01, lon + 0.01, lat + 0.01]
    page.evaluate(
        "bounds => document.querySelector('figure.map-frame iframe')"
        ".contentWindow.postMessage({type: 'view', bounds}, '*')",
        box,
    )
    expect(frame.locator(".scale")).to_contain_text(re.compile(r"0\.\d+ mile"))
    middle = frame.locator("#map").bounding_box()
    assert middle is not None
    frame.locator("#map").click(position={"x": middle["width"] / 2, "y": middle["height"] / 2})
    expect(page.get_by_label("Position")).to_have_value(re.compile(r"^15\.4\d+, 73\.9\d+$"))


@SQLITE
def test_on_a_phone(site: Site, new_page: NewPage, look: Look) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    inspector = new_page(**phone)
    site.sign_in(inspector, "inspector")
    case = order_on_holding(inspector, site, look)
    site.later()
    surgeon = new_page(**phone)
    site.sign_in(surgeon, "veterinary_surgeon")
    examine(surgeon, site, look, case)
    surgeon.goto(f"{site.address}/infected-places/{case}/radius")
    surgeon.get_by_label("Radius in metres").fill("900")
    expect(surgeon.locator("#totals dd").first).to_have_text("3")
    look(surgeon, "radius")
    press(surgeon, "Review the declaration")
    reviewed(surgeon, look, "radius-review", "Sign the declaration")
    ask(surgeon, site)
    expect(surgeon.locator("#verdict")).to_contain_text("Infected place")
    look(surgeon, "map")


@SQLITE
def test_without_javascript(site: Site, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    page.get_by_label("Disease suspected").select_option("foot_and_mouth_disease")
    page.get_by_label("Reason to believe").fill("Lame goats on the common")
    page.get_by_label("Position of the place").fill("15 25 12 N 74 00 36 E")
    press(page, "Review the order")
    press(page, "Go back and change")
    expect(page.get_by_label("Reason to believe")).to_have_value("Lame goats on the common")
    press(page, "Review the order")
    press(page, "Sign the order")
    assert "is signed" in said(page)
    case = number_in("IP", page.title())
    page.context.clear_cookies()
    site.sign_in(page, "veterinary_surgeon")
    page.goto(f"{site.address}/infected-places/{case}/examination")
    page.get_by_label("Findings at the place").fill("No animals left; fresh tracks of goats")
    page.get_by_label("If no animals are kept there").fill("None since this morning")
    page.get_by_label("Confirm the order").check()
    press(page, "Review")
    press(page, "Confirm the order")
    assert "confirmed" in said(page)
    page.goto(f"{site.address}/infected-places/{case}/radius")
    page.get_by_label("Radius in metres").fill("1,609.344")
    press(page, "Preview")
    expect(page.locator("#totals dd").first).to_have_text(str(len(NEIGHBOURS) + 1))


@SQLITE
def test_an_outline_is_drawn(site: Site, new_page: NewPage, look: Look) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    page.locator("[data-ready]").wait_for(state="attached")
    paper = page.locator(".drawing-map")
    look(page, "order-draw")

    def draw(*corners: tuple[int, int]) -> None:
        page.get_by_role("button", name="Draw an outline").click()
        for x, y in (*corners, corners[0]):
            paper.click(position={"x": x, "y": y})

    draw((200, 220), (300, 320), (300, 220), (200, 320))
    expect(page.locator(".drawing-told")).to_contain_text("crosses itself near")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".drawing-facts")).to_have_text("No outline is drawn.")
    draw((200, 220), (300, 220), (300, 320))
    expect(page.locator(".drawing-facts")).to_contain_text("3 corners")
    drawn = json.loads(page.locator("#field-geometry").input_value())
    assert drawn["type"] == "Polygon"
    assert len(drawn["coordinates"][0]) == 4
    decimals = [
        len(repr(x).partition(".")[2]) for ring in drawn["coordinates"] for at in ring for x in at
    ]
    assert 5 <= max(decimals) <= 7, "a hand sets a corner to a centimetre"


@SQLITE
def test_a_refusal_names_its_clause(
    site: Site, new_page: NewPage, browser_record: BrowserRecord
) -> None:
    browser_record.allow(r"the server responded with a status of 4\d\d")
    page = new_page()
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order?where=15.49,73.82")
    page.get_by_label("Disease suspected").select_option("rabies")
    page.get_by_label("Reason to believe").fill("A dog that bites")
    press(page, "Review the order")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("No authority")
    expect(refusal).to_contain_text("outside the area")
    expect(refusal).to_contain_text("DOA1974-")
    page.get_by_label("Position of the place").fill("73.82, 15.49")
    press(page, "Review the order")
    expect(page.get_by_role("alert").first).to_contain_text("swap latitude and longitude")
    with site.register.reading() as reading:
        assert queries.listing(reading.session) == ([], 0)
