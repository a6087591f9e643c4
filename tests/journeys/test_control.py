"""A control in the browser: an import forbidden for sixty days, then extended nine days late."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from chromium_page import BrowserRecord
from journey_site import Site
from vetcontrol.clock import IST

SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def _signed_by(site: Site, page: Page, role: str) -> Page:
    site.sign_in(page, role)
    page.wait_for_load_state("networkidle")
    return page


def _published(site: Site, approver: Page, clerk: Page, number: str, on: str) -> None:
    path = f"{site.address}/gazette/{number}"
    approver.goto(f"{path}/approval")
    approver.get_by_role("button", name="Review").click()
    approver.get_by_role("button", name="Approve the notification").click()
    clerk.goto(f"{path}/publication")
    clerk.get_by_label("Series of the Official Gazette").fill("Series I")
    clerk.locator("#field-gazette_number").fill("40")
    clerk.get_by_label("Day of publication").fill(on)
    clerk.get_by_role("button", name="Review").click()
    clerk.get_by_role("button", name="Record the publication").click()
    expect(clerk.get_by_text("is published")).to_be_visible()


def _number(page: Page) -> str:
    return page.url.rpartition("/")[2]


@SQLITE
@pytest.mark.slow
def test_sixty_days_and_a_late_extension(
    site: Site,
    new_page: Callable[..., Page],
    look: Callable[[Page, str], None],
    browser_record: BrowserRecord,
) -> None:
    browser_record.allow("status of 422")
    government = _signed_by(site, new_page(viewport=DESK), "government")
    approver = _signed_by(site, new_page(viewport=DESK), "government_approver")
    clerk = _signed_by(site, new_page(viewport=PHONE), "clerk")

    government.goto(f"{site.address}/registers")
    look(government, "registers")
    government.get_by_role("link", name="Controls", exact=True).first.click()
    government.get_by_role("link", name="Draft a control").click()
    government.get_by_label("What it is called").fill("Import of milch cattle")
    government.get_by_label("Disease").select_option("foot_and_mouth_disease")
    government.locator("#field-area").fill("Goa, territory/IN-GA")
    government.get_by_label("First day").fill("2027-01-10")
    government.get_by_label("Last day, included").fill("2027-03-10")
    government.get_by_label("Forbids").check()
    government.get_by_label("Import").check()
    government.get_by_label("Animals", exact=True).check()
    government.get_by_label("Classes of animals").fill("cattle")
    government.get_by_label("Excepted classes").fill("cows: a certificate of health")
    government.get_by_role("button", name="Show what it does").click()
    # A class that no consignment is counted in is refused, and what was ticked is given back.
    expect(government.get_by_text("is none of: cattle").first).to_be_visible()
    expect(government.get_by_label("Animals", exact=True)).to_be_checked()
    government.get_by_label("Excepted classes").fill("buffalo: a certificate of health")
    look(government, "control-form")
    government.get_by_role("button", name="Show what it does").click()
    expect(government.get_by_text("Forbids import of cattle.")).to_be_visible()
    government.get_by_role("button", name="Draft the control").click()
    first = _number(government)
    _published(site, approver, clerk, first, "2027-01-04")

    # A page that stands open when its session ends would ask for its map unsigned.
    for page in (government, approver, clerk):
        page.goto(f"{site.address}/controls")
    site.clock.set(datetime(2027, 3, 15, 10, 0, tzinfo=IST))
    for page, role in ((government, "government"), (approver, "government_approver")):
        site.sign_in(page, role)
    site.sign_in(clerk, "clerk")
    government.goto(f"{site.address}/controls")
    government.get_by_role("link", name="Extend it").click()
    expect(government.get_by_label("First day")).to_have_value("2027-03-11")
    government.locator("#field-area").fill("Goa, territory/IN-GA")
    government.get_by_label("Last day, included").fill("2027-05-09")
    government.get_by_role("button", name="Show what it does").click()
    government.get_by_role("button", name="Draft the control").click()
    second = _number(government)
    for page in (government, approver, clerk):
        page.goto(f"{site.address}/controls")
    site.clock.set(datetime(2027, 3, 20, 14, 0, tzinfo=IST))
    for page, role in ((approver, "government_approver"), (clerk, "clerk")):
        site.sign_in(page, role)
    approver.goto(f"{site.address}/gazette/{second}/approval")
    approver.get_by_role("button", name="Review").click()
    approver.get_by_role("button", name="Approve the notification").click()
    for page in (approver, clerk):
        page.goto(f"{site.address}/controls")
    site.clock.set(datetime(2027, 3, 21, 9, 0, tzinfo=IST))
    for page, role in ((government, "government"), (clerk, "clerk")):
        site.sign_in(page, role)
    clerk.goto(f"{site.address}/gazette/{second}/publication")
    clerk.get_by_label("Series of the Official Gazette").fill("Series I")
    clerk.locator("#field-gazette_number").fill("48")
    clerk.get_by_label("Day of publication").fill("2027-03-20")
    clerk.get_by_role("button", name="Review").click()
    expect(clerk.get_by_text("neither was in force: 9 days")).to_be_visible()
    look(clerk, "control-late-review-phone")
    clerk.get_by_role("button", name="Record the publication").click()
    clerk.goto(f"{site.address}/controls")
    expect(clerk.get_by_text("Nothing was forbidden for 9 days")).to_be_visible()
    look(clerk, "controls-phone")
    government.goto(f"{site.address}/gazette/{second}")
    expect(government.get_by_text("neither was in force: 9 days")).to_be_visible()
    look(government, "control-notification")
