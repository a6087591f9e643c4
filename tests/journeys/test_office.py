"""The office in a real browser: every page judged on phone and desk, and its forms used.

Every address outside this machine is blocked; policy, console and axe are held on each page.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chromium_page import BrowserRecord
from journey_site import HOSTILE, Site

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

PAGES = {
    "administrator": (
        "/office",
        "/password",
        "/officers",
        "/sign-ins/new",
        "/officers/surgeon",
        "/officers/surgeon/reset",
        "/officers/surgeon/end",
        "/audit",
    ),
    "government": (
        "/appointments",
        "/appointments/new",
        "/appointments/new?acting_for=APT-2026-000006",
        "/appointments/APT-2026-000006",
        "/appointments/APT-2026-000006/end",
        "/delegations",
        "/delegations/new",
        "/delegations/DLG-2026-000001",
        "/delegations/DLG-2026-000001/revoke",
        "/premises",
        "/premises/1",
        "/premises/1/correct",
        "/premises/new",
        "/premises/import",
        "/law",
        "/law/matrix",
        "/law/matrix?sections=all",
        "/law/clauses",
        "/law/diseases/new",
        "/law/diseases/anthrax/remove",
        "/law/commencements/new",
        "/layers",
        "/layers/areas",
        "/log",
        "/log/4",
        "/corrections",
        "/corrections?number=SCH/2026/000001",
    ),
    None: ("/office", "/law", "/law/matrix", "/law/clauses", "/layers", "/layers/areas?q=Ponda"),
}


@SQLITE
@pytest.mark.parametrize("role", PAGES, ids=str)
def test_every_page_is_sound_on_desk_and_phone(
    site: Site,
    accessibility_faults: Callable[[Page], list[str]],
    new_page: NewPage,
    role: str | None,
) -> None:
    page = new_page(viewport=DESK)
    if role is not None:
        site.sign_in(page, role)
    for path in PAGES[role]:
        page.set_viewport_size(DESK)
        page.goto(site.address + path)
        assert page.get_by_role("heading", level=1).count() == 1, path
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            assert accessibility_faults(page) == [], (path, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


def press(page: Page, words: str) -> None:
    """The button of that name on the page's content."""
    page.locator("main").get_by_role("button", name=words, exact=True).click()


def done(page: Page) -> str:
    """What the page says once after an act."""
    box = page.get_by_role("status").filter(has=page.get_by_role("heading", name="Done"))
    expect(box).to_be_visible()
    return box.inner_text()


def gazette(page: Page) -> None:
    """Fill in the gazette."""
    page.get_by_label("Series").fill("Series II")
    page.get_by_label("Number", exact=False).last.fill("40")
    page.get_by_label("Day of the gazette").fill("2026-12-31")


@SQLITE
def test_a_new_inspector_from_sign_in_to_office_on_a_phone_without_javascript(
    site: Site, new_page: NewPage, browser_record: BrowserRecord
) -> None:
    browser_record.allow("status of 409")
    page = new_page(viewport=PHONE, java_script_enabled=False)
    site.sign_in(page, "administrator")
    page.goto(f"{site.address}/sign-ins/new")
    page.get_by_label("Name", exact=True).fill(HOSTILE)
    page.get_by_label("Username").fill("new.inspector")
    press(page, "Make the sign-in")
    password = page.locator(".secret code").inner_text()
    site.sign_in(page, "clerk")
    page.goto(f"{site.address}/appointments/new")
    page.get_by_label("Officer").select_option("new.inspector")
    page.get_by_label("Office", exact=True).select_option("inspector")
    page.get_by_label("An area of the register").fill("Ponda")
    page.get_by_label("First day").fill("2027-01-02")
    press(page, "Enter it for approval")
    expect(page.get_by_role("alert")).to_contain_text("DOA1974-3-2a")
    gazette(page)
    press(page, "Enter it for approval")
    assert "another person" in done(page)
    site.sign_in(page, "government_approver")
    page.get_by_role("link", name="Approve appointment").click()
    page.get_by_role("link", name="Approve", exact=True).click()
    expect(page.get_by_text("Before you confirm")).to_be_visible()
    press(page, "Approve the appointment")
    done(page)
    expect(page.get_by_text("In force").first).to_be_visible()
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()
    page.goto(f"{site.address}/sign-in")
    page.get_by_label("Username").fill("new.inspector")
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Declare", exact=True)).to_be_visible()


@SQLITE
def test_a_place_is_entered_corrected_and_a_file_taken_in(
    site: Site, look: Look, new_page: NewPage, browser_record: BrowserRecord
) -> None:
    browser_record.allow("status of 422")
    page = new_page(viewport=PHONE)
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/premises/new")
    page.get_by_label("Name", exact=True).fill(HOSTILE)
    page.get_by_label("Kind").fill("dairy")
    page.get_by_label("Position").fill("74.001, 15.421")
    page.get_by_label("Cattle").fill("3")
    press(page, "Enter the place")
    expect(page.get_by_role("alert")).to_contain_text("swap")
    look(page, "office-premises-swapped")
    page.get_by_label("Position").fill("15° 25′ 15.6″ N, 74° 00′ 03.6″ E")
    press(page, "Enter the place")
    done(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    page.get_by_role("link", name="Correct this record").click()
    page.get_by_label("Cattle").fill("30")
    page.get_by_label("Why the record is wrong").fill("A nought was lost")
    press(page, "Show what will change")
    expect(page.get_by_text("Animals: “Cattle 3” becomes “Cattle 30”.")).to_be_visible()
    look(page, "office-premises-review")
    press(page, "Correct the record")
    done(page)
    site.sign_in(page, "veterinary_surgeon")
    page.goto(f"{site.address}/premises/import")
    rows = "name,kind,lon,lat\nNew byre,yard,74.002,15.422\nLost,yard,,\n"
    page.get_by_label("File").set_input_files(
        {"name": "byres.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    press(page, "Judge the file")
    expect(page.get_by_text("2 rows were read: 1 can be taken in, 1 cannot.")).to_be_visible()
    look(page, "office-premises-file")
    press(page, "Take in 1 of 2 rows")
    assert "1 premises" in done(page)


@SQLITE
def test_an_end_of_operation_seen_in_the_matrix_and_struck(
    site: Site, look: Look, new_page: NewPage
) -> None:
    page = new_page(viewport=DESK)
    site.sign_in(page, "government")
    page.goto(f"{site.address}/law/commencements/new")
    page.get_by_label("End the operation").check()
    page.get_by_label("Sections").fill("11")
    page.get_by_label("Rabies").check()
    page.get_by_label("Area").fill("territory/IN-GA")
    page.get_by_label("From which day").fill("2027-01-10")
    gazette(page)
    press(page, "Show what it does")
    look(page, "office-cessation-review")
    press(page, "End the operation")
    done(page)
    asked = f"{site.address}/law/matrix?area=Ponda, taluka/5614&on=2027-01-10"
    page.goto(asked)
    expect(page.locator(".status-refused")).to_have_count(1)
    look(page, "office-matrix-ceased")
    page.goto(f"{site.address}/log?kind=commencement.notified")
    page.locator("tbody a").first.click()
    page.get_by_role("link", name="Correct this entry").click()
    page.get_by_label("All of it: strike the whole entry").check()
    page.get_by_label("Why the entry is wrong").fill("Another Government's notification")
    look(page, "office-correction")
    press(page, "Review the correction")
    expect(page.get_by_text("Goes: commencement/COM/2027/000001")).to_be_visible()
    look(page, "office-correction-review")
    press(page, "Strike the entry")
    done(page)
    look(page, "office-correction-entry")
    page.goto(asked)
    expect(page.locator(".status-refused")).to_have_count(0)


@SQLITE
def test_the_audit_and_the_keyboard(site: Site, look: Look, new_page: NewPage) -> None:
    page = new_page(viewport=DESK)
    site.sign_in(page, "administrator")
    page.goto(f"{site.address}/audit")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run the audit"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The log is whole")).to_be_visible()
    look(page, "office-audit")
