"""A licence in a real browser, at a desk and on a phone: asked for, granted, checked on the way,
what was removed in breach directed back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chromium_page import BrowserRecord
from journey_site import HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.disease import order
from vetcontrol.movement import queries

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SIZES = {"desk": (1280, 860), "phone": (360, 740)}
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)


def ordered(site: Site) -> int:
    """An infected place in the Inspector's area; the number of its premises."""
    key = site.premises[HOSTILE]
    with site.register.writing() as writing:
        order.order(
            writing,
            demonstration.officer("inspector"),
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=key,
        )
    return key


def ask(
    site: Site,
    page: Page,
    premises: int,
    *,
    scripted: bool = True,
    until: str = "2027-01-06T18:00",
) -> None:
    page.goto(f"{site.address}/licences/new")
    page.get_by_label("Owner's name").fill("Rama Naik")
    page.get_by_label("Animals by their tags").fill("356000000000001, 356000000000002")
    page.locator("[name=count_cattle]").fill("2")
    page.locator("[name=origin_premises]").fill(str(premises))
    if scripted:
        expect(page.locator("[data-route][data-ready]")).to_be_visible()
        # A click on the map sets the end that is still blank: the destination.
        page.locator("[data-route]").click(position={"x": 60, "y": 60})
        expect(page.locator("[name=destination_position]")).not_to_have_value("")
    page.locator("[name=destination_position]").fill("15.30, 74.10")
    page.locator("[name=destination_words]").fill("The yard at Curchorem")
    page.locator("[name=vehicle]").fill("GA 05 T 1234")
    page.locator("[name=valid_to]").fill(until)
    page.locator("[name=conditions]").fill("The vehicle is washed and disinfected.")
    page.get_by_role("button", name="See what the way meets").click()


@SQLITE
@pytest.mark.slow
@pytest.mark.clause("DOA1974-14-1a", "DOA1974-14-1b")
@pytest.mark.parametrize("size", SIZES)
def test_a_licence_is_granted_and_checked(
    site: Site, new_page: NewPage, browser_record: BrowserRecord, look: Look, size: str
) -> None:
    premises = ordered(site)
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    site.sign_in(page, "inspector")
    browser_record.allow("status of 422")
    ask(site, page, premises, until="2027-01-03T18:00")
    expect(page.get_by_text("is not after the moment from which").first).to_be_visible()
    look(page, f"licence-form-refused-{size}")
    page.get_by_role("link", name="Until", exact=True).click()
    expect(page.locator("[name=valid_to]")).to_be_focused()
    ask(site, page, premises)
    expect(page.get_by_text("unlawful without a licence")).to_be_visible()
    expect(page.get_by_text("It goes out of the infected place")).to_be_visible()
    look(page, f"licence-asked-{size}")
    page.get_by_role("button", name="Enter the application").click()
    expect(page.get_by_text("It is not granted yet")).to_be_visible()

    page.get_by_role("link", name="Grant on conditions").click()
    page.get_by_label("Number of journeys").fill("2")
    look(page, f"licence-grant-{size}")
    page.get_by_role("button", name="Review the licence").click()
    expect(page.get_by_text("Otherwise than asked for: number of journeys.")).to_be_visible()
    look(page, f"licence-review-{size}")
    page.get_by_role("button", name="Grant the licence").click()
    expect(page.get_by_text("is granted. Give it to the owner")).to_be_visible()
    look(page, f"licence-granted-{size}")

    page.get_by_role("link", name="Check a removal").click()
    page.get_by_label("Where you stand").fill("15.40, 74.03")
    page.locator("[name=vehicle]").fill("ga-05-t-1234")
    page.locator("[name=tags]").fill("356000000000001")
    page.get_by_label("Kept", exact=True).check()
    look(page, f"licence-check-{size}")
    page.get_by_role("button", name="Give the verdict").click()
    expect(page.get_by_role("heading", name="Allowed", exact=True)).to_be_visible()
    look(page, f"licence-allowed-{size}")

    page.get_by_role("link", name="Next check").click()
    page.get_by_label("Number of the licence").fill("356000000000002")
    page.get_by_role("button", name="Find the licence").click()
    page.get_by_label("Where you stand").fill("15.40, 74.03")
    page.locator("[name=tags]").fill("356000000000002 999000000000009")
    page.get_by_role("button", name="Give the verdict").click()
    expect(page.get_by_role("heading", name="Not allowed")).to_be_visible()
    expect(page.get_by_text("It names no animal of tag 999000000000009")).to_be_visible()
    look(page, f"licence-not-allowed-{size}")

    page.get_by_role("link", name="Direct that it be taken back").click()
    expect(page.locator("[name=licence]")).to_have_value("ML/2027/000001")
    expect(page.get_by_label("How it was removed in breach")).to_have_value(
        "It names no animal of tag 999000000000009."
    )
    look(page, f"licence-return-form-{size}")
    page.get_by_label("The place or area it left").select_option(index=1)
    page.get_by_label("How it was removed in breach").fill("A third animal, not in the licence")
    page.locator("[name=tags]").fill("999000000000009")
    page.locator("[name=within]").fill("2027-01-05T12:00")
    page.get_by_role("button", name="Review the direction").click()
    expect(page.get_by_text("You require what is listed to be taken back")).to_be_visible()
    look(page, f"licence-return-{size}")
    page.get_by_role("button", name="Direct the return").click()
    expect(page.get_by_text("Hand over the paper")).to_be_visible()
    look(page, f"licence-returns-{size}")
    assert browser_record.faults() == []
    with site.register.reading() as reading:
        assert [r.verdict for r in queries.checks(reading.session)[0]] == ["not_allowed", "allowed"]


@SQLITE
@pytest.mark.slow
def test_refused_and_revoked_without_javascript(
    site: Site, new_page: NewPage, browser_record: BrowserRecord
) -> None:
    premises = ordered(site)
    page = new_page(java_script_enabled=False)
    site.sign_in(page, "inspector")
    ask(site, page, premises, scripted=False)
    page.get_by_role("button", name="Go back and change").click()
    expect(page.get_by_label("Owner's name")).to_have_value("Rama Naik")
    page.get_by_role("button", name="See what the way meets").click()
    page.get_by_role("button", name="Enter the application").click()
    page.get_by_role("link", name="Refuse").click()
    page.get_by_label("Reasons").fill("The herd is under examination.")
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Refuse the licence").click()
    expect(page.get_by_text("ML/2027/000001 is refused")).to_be_visible()

    ask(site, page, premises, scripted=False)
    page.get_by_role("button", name="Enter the application").click()
    page.get_by_role("link", name="Grant on conditions").click()
    page.get_by_role("button", name="Review the licence").click()
    page.get_by_role("button", name="Grant the licence").click()
    page.get_by_role("link", name="Revoke").click()
    page.get_by_label("Reasons").fill("The disease has spread.")
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Revoke the licence").click()
    expect(page.get_by_text("ML/2027/000002 is revoked")).to_be_visible()
    assert browser_record.faults() == []
