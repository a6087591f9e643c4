"""Drawing, choosing limits on the map, the live radius and drafts, in a real browser.

At desktop and phone size; each act is also done without JavaScript.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
import shapely
from playwright.sync_api import Locator, Page, Position, ViewportSize, expect

from journey_site import HERE, HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.disease import declaration, examination, order, report

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


def confirmed(site: Site) -> str:
    """A case confirmed by the Veterinary Surgeon, as it stands in an address."""
    surgeon = demonstration.officer("veterinary_surgeon")
    with site.register.writing() as writing:
        made = order.order(
            writing,
            surgeon,
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=site.premises[HOSTILE],
        )
    case = str(made.content["case_number"])
    site.later()
    with site.register.writing() as writing:
        examination.examine(writing, surgeon, case, findings="Vesicles", outcome="confirm")
    site.later()
    return case.replace("/", "-")


def with_government(site: Site) -> str:
    """The same with three premises declared and the report made."""
    surgeon, case = demonstration.officer("veterinary_surgeon"), confirmed(site)
    with site.register.writing() as writing:
        declaration.declare(writing, surgeon, case.replace("-", "/"), metres=900.0)
    site.later()
    with site.register.writing() as writing:
        report.report(writing, surgeon, case.replace("-", "/"))
    site.later()
    return case


def press(page: Page, words: str) -> None:
    """The button of that name on the page's content."""
    page.locator("main").get_by_role("button", name=words, exact=True).click()


def ready(page: Page) -> Locator:
    """The map of the page, when its script has made it."""
    page.locator("[data-ready]").wait_for(state="attached")
    return page.locator(".drawing-map")


def map_looked_at(page: Page, look: Look, name: str) -> None:
    """Judged and pictured; the map fills at most half of a phone."""
    look(page, name)
    box, size = page.locator(".drawing-map").bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    if size["width"] < 500:
        assert box["height"] <= size["height"] / 2 + 1


def figure(page: Page, name: str) -> Locator:
    """A figure of what the limits do."""
    return page.locator("#limits-told .figures > div").filter(has_text=name).locator("dd").first


@SQLITE
@SIZES
def test_the_radius_moves_with_its_lists(
    site: Site, new_page: NewPage, look: Look, size: ViewportSize
) -> None:
    case = confirmed(site)
    page = new_page(viewport=size)
    site.sign_in(page, "veterinary_surgeon")
    page.goto(f"{site.address}/infected-places/{case}")
    first = page.locator(".next .button").first
    expect(first).to_have_text("Declare premises within a radius")
    first.click()
    ready(page)
    # The byre 800 m away is placed to 5 m, so half a mile is for the officer to decide.
    press(page, "½ of a mile")
    within = page.locator("[data-count=within]")
    expect(within).to_have_text("2")
    expect(page.locator("[data-count=straddling]")).to_have_text("1")
    slider = page.get_by_label("Radius by slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator("#radius-told")).to_contain_text("longer than 0 metres")
    expect(within).to_have_count(0)
    page.keyboard.press("End")
    expect(within).to_have_text("4")
    expect(page.get_by_label("Radius in metres")).to_have_value("1609.344")
    # What the officer looks at does not move away under his hand.
    zoomed = page.locator(".drawing-map .leaflet-control-zoom-in")
    zoomed.click()
    page.wait_for_timeout(400)
    scale = page.locator(".map-scale")
    seen = scale.inner_text()
    box = page.get_by_label("Far byre")
    box.uncheck()
    expect(page.locator("#left-told")).to_contain_text("1 of 4 unticked")
    expect(page.locator(".drawing-map .spot-left")).to_have_count(1)
    page.get_by_label("Radius in metres").fill("1500")
    expect(page.locator("#radius-told")).to_contain_text("to the millimetre")
    expect(box).not_to_be_checked()
    assert scale.inner_text() == seen
    page.get_by_label("By village").check()
    map_looked_at(page, look, "radius-live")
    page.get_by_label("Reason, where").fill("Its goats were sold")
    press(page, "Review the declaration")
    expect(page.get_by_role("heading", name="Left out within the radius")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Far byre (premises")
    look(page, "radius-live-review")
    press(page, "Sign the declaration")
    expect(page.get_by_role("status").first).to_contain_text("3 premises are declared")


@SQLITE
@SIZES
def test_villages_are_chosen_on_the_map(
    site: Site, new_page: NewPage, look: Look, size: ViewportSize
) -> None:
    case = with_government(site)
    page = new_page(viewport=size, has_touch=size is PHONE)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/infected-places/{case}/decision")
    paper = ready(page)
    expect(figure(page, "Declared places left out")).to_have_text("0")
    page.get_by_label("limits composed of villages").check()
    expect(page.locator("#limits-told")).to_contain_text("No village is ticked yet")
    west = paper.bounding_box()
    assert west is not None
    spot: Position = {"x": west["width"] * 0.3, "y": west["height"] * 0.6}
    page.locator(".can-choose").first.wait_for(state="attached")
    paper.click(position=spot)
    expect(page.get_by_label("Curti")).to_be_checked()
    expect(page.locator(".village-chosen")).to_have_text("✓ Curti")
    expect(figure(page, "Villages in whole")).to_have_text("1")
    expect(figure(page, "Declared places left out")).to_have_text("1")
    expect(page.locator(".left-out")).to_contain_text("Byre at the mill")
    page.get_by_label("Khandepar").check()
    expect(figure(page, "Declared places left out")).to_have_text("0")
    page.get_by_label("Khandepar").uncheck()
    expect(page.locator(".left-out")).to_contain_text("ceases")
    page.get_by_label("What you modify").fill("Curti alone")
    map_looked_at(page, look, "limits-villages")
    press(page, "Review the decision and its limits")
    expect(page.locator(".left-out")).to_contain_text("Byre at the mill")
    look(page, "limits-villages-review")
    press(page, "Go back and change")
    ready(page)
    expect(page.get_by_label("Curti")).to_be_checked()
    expect(page.get_by_label("What you modify")).to_have_value("Curti alone")
    press(page, "Review the decision and its limits")
    press(page, "Sign the confirmation")
    expect(page.get_by_role("status").first).to_contain_text("waits for approval")


@SQLITE
def test_villages_are_chosen_without_javascript(site: Site, new_page: NewPage) -> None:
    case = with_government(site)
    page = new_page(viewport=PHONE, java_script_enabled=False)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/infected-places/{case}/decision")
    page.get_by_label("limits composed of villages").check()
    page.get_by_text("Limits composed of villages", exact=True).click()
    page.get_by_label("Curti").check()
    page.get_by_label("What you modify").fill("Curti alone")
    press(page, "See what the limits do")
    expect(figure(page, "Villages in whole")).to_have_text("1")
    expect(page.locator(".left-out")).to_contain_text("Byre at the mill")
    press(page, "Keep as a draft")
    expect(page.get_by_role("heading", name="Your draft of")).to_be_visible()
    expect(page.get_by_label("Curti")).to_be_checked()
    press(page, "Review the decision and its limits")
    press(page, "Sign the confirmation")
    expect(page.get_by_role("status").first).to_contain_text("waits for approval")


@SQLITE
@SIZES
def test_a_boundary_with_a_hole_is_drawn_and_undone(
    site: Site, new_page: NewPage, look: Look, size: ViewportSize
) -> None:
    case = with_government(site)
    page = new_page(viewport=size)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/infected-places/{case}/decision")
    paper = ready(page)
    page.get_by_label("limits by an outline").check()
    facts = page.locator(".drawing-facts")
    tool = page.locator(".drawing-bar").get_by_role

    def draw(button: str, *corners: tuple[float, float]) -> None:
        tool("button", name=button).click()
        box = paper.bounding_box()
        assert box is not None
        for x, y in (*corners, corners[0]):
            paper.click(position={"x": x * box["width"], "y": y * box["height"]})

    draw("Draw an outline", (0.25, 0.2), (0.75, 0.2), (0.75, 0.75), (0.25, 0.75))
    expect(facts).to_contain_text("4 corners")
    draw("Cut a hole", (0.35, 0.3), (0.45, 0.3), (0.45, 0.4))
    expect(facts).to_contain_text("7 corners · 1 hole")
    expect(facts).not_to_contain_text("About")
    expect(page.locator(".figure-more")).to_contain_text("1 hole")
    map_looked_at(page, look, "limits-drawn")
    tool("button", name="Undo").click()
    expect(facts).to_contain_text("4 corners")
    paper.focus()
    page.keyboard.press("Control+Shift+Z")
    expect(facts).to_contain_text("1 hole")
    drawn = json.loads(page.locator("#field-geometry").input_value())
    assert [len(ring) for ring in drawn["coordinates"]] == [5, 4]
    # What a hand draws is kept as it is shown, to the centimetre.
    assert all(v == round(v, 7) for ring in drawn["coordinates"] for at in ring for v in at)
    assert "hole" in page.get_by_label("Corners, one on each line").input_value()
    tool("button", name="Snap to lines").click()
    expect(page.locator(".drawing-snap")).to_contain_text("exactly where they are set")
    # A hole is removed by pressing inside it, and comes back.
    tool("button", name="Remove a part").click()
    box = paper.bounding_box()
    assert box is not None
    paper.click(position={"x": 0.43 * box["width"], "y": 0.33 * box["height"]})
    expect(facts).not_to_contain_text("hole")
    page.keyboard.press("Control+Z")
    expect(facts).to_contain_text("1 hole")
    # The corners beside it say the same, in whatever spelling they are typed.
    lon, lat = HERE
    edge = shapely.box(lon - 0.005, lat - 0.005, lon + 0.005, lat + 0.005)
    typed = [f"{y:.4f} N {x:.4f} E" for x, y in edge.exterior.coords[:-1]]
    page.get_by_label("Corners, one on each line").fill("\n".join(typed))
    expect(facts).to_contain_text(re.compile(r"^1\.19 km² \(119 ha\) · 4 corners$"))
    page.get_by_label("What you modify").fill("The fields around the place")
    press(page, "Review the decision and its limits")
    expect(page.locator(".figures")).to_contain_text("1.19")
    press(page, "Sign the confirmation")
    expect(page.get_by_role("status").first).to_contain_text("waits for approval")


@SQLITE
def test_villages_too_small_to_press_are_said_to_be(site: Site, new_page: NewPage) -> None:
    case = with_government(site)
    page = new_page(viewport=DESK)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/infected-places/{case}/decision")
    paper = ready(page)
    page.get_by_label("limits composed of villages").check()
    told = page.locator(".drawing-told")
    expect(told).to_contain_text("Press a village")
    paper.focus()
    for _ in range(7):
        page.keyboard.press("-")
        page.wait_for_timeout(300)
    expect(told).to_contain_text("come nearer, or tick them in the list")
    page.get_by_role("button", name="Show all").click()
    expect(told).to_contain_text("Press a village")


@SQLITE
def test_a_draft_outlives_the_sign_out(site: Site, new_page: NewPage, look: Look) -> None:
    page = new_page(viewport=PHONE)
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    ready(page)
    page.get_by_label("Reason to believe").fill("Told by the <i>milkman</i>")
    expect(page.locator("[data-draft-told]")).to_have_text("Kept at 08:00")
    page.locator("header").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in**")
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    expect(page.get_by_role("heading", name="Begun by you, not signed")).to_be_visible()
    look(page, "draft-offered")
    # What is begun anew is kept beside it and does not take its place.
    page.get_by_label("Reason to believe").fill("Another")
    expect(page.locator("[data-draft-told]")).to_have_text("Kept at 08:00")
    page.goto(f"{site.address}/declare/order")
    going_on = page.get_by_role("link", name="Go on: no place given yet")
    expect(going_on).to_have_count(2)
    kept = set()
    for at in range(2):
        page.goto(f"{site.address}/declare/order")
        going_on.nth(at).click()
        page.wait_for_url("**draft=on**")
        kept.add(page.get_by_label("Reason to believe").input_value())
    assert kept == {"Another", "Told by the <i>milkman</i>"}
    look(page, "draft-open")
    with page.expect_navigation():
        page.get_by_role("button", name="Throw it away", exact=True).click()
    expect(page.get_by_role("heading", name="Your draft of")).to_have_count(0)
    expect(going_on).to_have_count(1)


@SQLITE
def test_premises_are_entered_where_the_device_stands_or_drawn(
    site: Site, new_page: NewPage, look: Look
) -> None:
    lon, lat = HERE
    page = new_page(
        viewport=PHONE,
        geolocation={"latitude": lat, "longitude": lon, "accuracy": 11.2},
        permissions=["geolocation"],
    )
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/premises/new")
    press(page, "Use this device's position")
    accuracy = page.get_by_label("Accuracy, in metres")
    expect(accuracy).to_have_value("12")
    page.get_by_label("Position", exact=False).first.fill(f"{lat + 0.001}, {lon}")
    expect(accuracy).to_have_value("")
    expect(page.locator("#located")).to_have_text("Set by hand: it has no accuracy of a device.")
    page.get_by_text("An outline instead").click()
    ready(page)
    page.get_by_label("Corners, one on each line").fill("15.42, 74.0\n15.421, 74.0\n15.421, 74.001")
    expect(page.locator(".drawing-facts")).to_contain_text("3 corners")
    look(page, "premises-new-drawn")


@SQLITE
def test_the_device_gives_its_position(site: Site, new_page: NewPage, look: Look) -> None:
    lon, lat = HERE
    page = new_page(
        viewport=PHONE,
        geolocation={"latitude": lat, "longitude": lon, "accuracy": 11.2},
        permissions=["geolocation"],
    )
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/declare/order")
    ready(page)
    press(page, "Use this device's position")
    expect(page.locator("#located")).to_contain_text("about 12 m")
    expect(page.get_by_label("How exact the position is")).to_have_value("12")
    expect(page.locator(".drawing-map path[stroke='#133ebf']")).to_have_count(1)
    look(page, "order-device")
    # Moved by hand it has no accuracy, and the record says where the device was.
    page.get_by_label("Position of the place").fill(f"{lat + 0.002}, {lon}")
    expect(page.get_by_label("How exact the position is")).to_have_value("")
    expect(page.locator("#located")).to_contain_text("Set by hand")
    page.get_by_label("Disease suspected").select_option("anthrax")
    page.get_by_label("Reason to believe").fill("Sudden deaths")
    page.get_by_label("Owner's name").fill("R. Dias")
    press(page, "Review the order")
    expect(page.locator("main")).to_contain_text("221 m from where the device was")
