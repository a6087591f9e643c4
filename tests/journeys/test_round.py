"""The round in a real browser, at a desk and on a phone: stops on the map, a signature on glass,
on to the next stop, what was kept."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chromium_page import BrowserRecord
from journey_site import HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.disease import declaration, examination, order, queries

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
SIZES = {"desk": (1280, 800), "phone": (360, 740)}


def declared(site: Site) -> str:
    """A case whose copy and four notices wait; its number as in an address."""
    surgeon = demonstration.officer("veterinary_surgeon")
    inspector = demonstration.officer("inspector")
    with site.register.writing() as writing:
        made = order.order(
            writing,
            inspector,
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=site.premises[HOSTILE],
        )
    case = str(made.content["case_number"])
    with site.register.writing() as writing:
        examination.examine(writing, surgeon, case, findings="Lesions", outcome="confirm")
    with site.register.writing() as writing:
        declaration.declare(writing, surgeon, case, metres=1_600.0)
    return case


def proofs(site: Site, case: str) -> list[str]:
    with site.register.reading() as reading:
        rows = queries.services(reading.session, case)
        return sorted(row.proof for row in rows if row.served_at is not None)


def sign_on_glass(page: Page, size: str) -> None:
    """Draw on the canvas: with the mouse at the desk, with a finger on the phone."""
    canvas = page.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    across = [
        (box["x"] + box["width"] * part, box["y"] + box["height"] * part) for part in (0.2, 0.5)
    ]
    if size == "desk":
        page.mouse.move(*across[0])
        page.mouse.down()
        page.mouse.move(*across[1], steps=6)
        page.mouse.move(across[1][0] + 60, across[0][1], steps=6)
        page.mouse.up()
    else:
        page.evaluate(
            """([[x0, y0], [x1, y1]]) => {
                const glass = document.querySelector('canvas');
                glass.setPointerCapture = () => {};
                const touch = (type, x, y) => glass.dispatchEvent(new PointerEvent(type, {
                    pointerId: 7, pointerType: 'touch', clientX: x, clientY: y, bubbles: true,
                    isPrimary: true}));
                touch('pointerdown', x0, y0);
                for (let part = 1; part <= 8; part += 1) {
                    touch('pointermove', x0 + (x1 - x0) * part / 8, y0 + (y1 - y0) * part / 8);
                }
                touch('pointerup', x1, y1);
            }""",
            across,
        )
    expect(page.locator(".glass-pad .glass-told")).to_have_text("Signed.")


@SQLITE
@pytest.mark.parametrize("size", SIZES)
def test_serve_a_round(
    site: Site, new_page: NewPage, look: Look, browser_record: BrowserRecord, size: str
) -> None:
    browser_record.allow(r"the server responded with a status of 422")
    case = declared(site)
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    site.sign_in(page, "inspector")
    page.get_by_role("link", name="Round", exact=True).click()
    expect(page.locator(".lead")).to_contain_text("5 papers wait at 5 stops in 2 villages")
    expect(page.locator(".round-pin")).to_have_count(5)
    expect(page.locator(".halt-serial")).to_have_text(["1", "2", "3", "4", "5"])
    look(page, "round")
    site.later()
    page.locator("#next").get_by_role("link", name="Record delivery").click()
    first = page.get_by_role("heading", level=1).inner_text()
    look(page, "serve")
    page.get_by_label("Given in person").check()
    page.get_by_label("Who received it").fill("A. <b>Naik</b>")
    expect(page.get_by_label("Number of the registered article")).to_be_hidden()
    page.get_by_role("button", name="Record the delivery").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Why there is no proof: Missing proof of the delivery: the signature of who received it"
    )
    look(page, "serve-asked")
    page.get_by_label("Given in person").check()
    sign_on_glass(page, size)
    look(page, "serve-signed")
    page.get_by_role("button", name="Record the delivery").click()
    expect(page.get_by_role("status").filter(has_text="is recorded as delivered")).to_be_visible()
    assert page.url.endswith("#next")
    expect(page.locator(".lead")).to_contain_text("4 papers wait")
    assert proofs(site, case) == ["received_by signature"]
    look(page, "round-after")
    site.later()
    page.locator("#next").get_by_role("link", name="Record delivery").click()
    assert page.get_by_role("heading", level=1).inner_text() != first
    page.get_by_label("Registered post").check()
    expect(page.get_by_label("Who received it")).to_be_hidden()
    page.get_by_label("Number of the registered article").fill("RM123456785IN")
    look(page, "serve-post")
    page.get_by_role("button", name="Record the delivery").click()
    expect(page.locator(".lead")).to_contain_text("3 papers wait")
    page.goto(f"{site.address}/infected-places/{case.replace('/', '-')}/services")
    look(page, "services-round")
    table = page.get_by_role("table")
    expect(table).to_contain_text("Received by A. <b>Naik</b>")
    expect(table).to_contain_text("RM123456785IN")
    kept = page.get_by_role("link", name="Signature").get_attribute("href")
    shown = page.request.get(f"{site.address}{kept}")
    assert shown.headers["content-type"] == "image/png"
    page.get_by_role("link", name=re.compile("CPY|NOT|PNT|NTC")).first.click()
    look(page, "kept")


@SQLITE
def test_without_javascript(site: Site, new_page: NewPage) -> None:
    case = declared(site)
    page = new_page(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/rounds?case={case.replace('/', '-')}")
    site.later()
    page.locator("#next").get_by_role("link", name="Record delivery").click()
    page.get_by_label("Affixed at the place").check()
    page.get_by_text("Another time, another server").click()
    page.get_by_label("Why there is no proof").fill("No camera at hand")
    page.get_by_role("button", name="Record the delivery").click()
    expect(page.locator(".lead")).to_contain_text("4 papers wait")
