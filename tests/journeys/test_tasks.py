"""The officer's first page and the one search box, at desk and phone size and without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shapely
from playwright.sync_api import Page, ViewportSize, expect

from api.form_marks import FORM_ID, new_form_id
from journey_site import HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.disease import declaration, examination, order, report
from vetcontrol.officers import drafts

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 740},
}
# In Tiswadi taluka, outside the Inspector's area.
AWAY = (73.85, 15.48)

pytestmark = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)


@pytest.fixture
def case(site: Site) -> str:
    """A case with Government and its papers undelivered; beside it one that awaits examination."""
    surgeon, inspector = (
        demonstration.officer("veterinary_surgeon"),
        demonstration.officer("inspector"),
    )
    with site.register.writing() as writing:
        made = order.order(
            writing,
            inspector,
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=site.premises[HOSTILE],
        )
    number = str(made.content["case_number"])
    site.later(hours=2)
    with site.register.writing() as writing:
        examination.examine(writing, surgeon, number, findings="Vesicles", outcome="confirm")
    site.later(hours=1)
    with site.register.writing() as writing:
        declaration.declare(writing, surgeon, number, metres=1_000.0)
        report.report(writing, surgeon, number)
    site.later(days=1)
    with site.register.writing() as writing:
        order.order(
            writing,
            surgeon,
            disease="anthrax",
            grounds="Sudden death",
            geometry=shapely.Point(AWAY),
            accuracy_m=5.0,
        )
        mark = new_form_id()
        kept = [(FORM_ID, mark), ("grounds", "Vesicles")]
        drafts.keep(writing, "inspector", "order", mark, kept)
    site.later(hours=6)
    return number


@pytest.mark.parametrize("size", SIZES)
def test_what_waits_is_seen_and_leads_to_its_act(
    site: Site, case: str, new_page: NewPage, look: Look, size: str
) -> None:
    page = new_page(viewport=SIZES[size])
    site.sign_in(page, "inspector")
    mine = page.get_by_role("region", name="Waiting for you")
    expect(mine.get_by_role("listitem").first).to_contain_text("forthwith")
    expect(mine.get_by_role("listitem").first).to_contain_text("1 day 9 hours")
    expect(mine.locator(".wait-progress").first).to_contain_text("With Government")
    expect(mine.locator(".stages").first.locator(".stage-done")).to_have_count(4)
    others = page.get_by_role("region", name="Waiting for others")
    expect(others).to_contain_text("G. Government (sample), Officer for the Government")
    expect(others).to_contain_text("K. Collector (sample), Collector of a District (South Goa)")
    expect(page.get_by_role("region", name="Begun by you")).to_contain_text("Order declaring")
    look(page, "tasks")
    page.get_by_label("Village or taluka").select_option("Ponda")
    page.get_by_label("Waiting for", exact=True).select_option("others")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("region", name="Waiting for you")).to_have_count(0)
    expect(page.get_by_role("region", name="Waiting for others")).not_to_contain_text("Anthrax")
    look(page, "tasks-narrowed")
    page.goto(f"{site.address}/")
    page.get_by_role("link", name="Order declaring").click()
    expect(page.get_by_label("Reason to believe")).to_have_value("Vesicles")
    page.goto(f"{site.address}/")
    page.get_by_role("link", name="Deliver").first.click()
    expect(page).to_have_url(f"{site.address}/rounds?case={case.replace('/', '-')}")


@pytest.mark.parametrize("size", SIZES)
def test_one_box_finds_numbers_names_and_land(
    site: Site, case: str, new_page: NewPage, look: Look, size: str
) -> None:
    page = new_page(viewport=SIZES[size])
    box = page.get_by_role("searchbox", name="Find anything on the register")

    def find(words: str) -> None:
        box.fill(words)
        box.press("Enter")
        page.wait_for_load_state("load")

    page.goto(f"{site.address}/map")
    find("curti")
    expect(page.get_by_role("heading", level=1)).to_have_text("Found for “curti”")
    expect(page.get_by_role("main")).not_to_contain_text("Premises")
    look(page, "search-public")
    find(case)
    expect(page.get_by_role("main")).to_contain_text("Nothing was found")
    look(page, "search-nothing")
    site.sign_in(page, "inspector")
    find("a")
    expect(page.get_by_role("main")).to_contain_text("at least 2 characters")
    find("{{7*7}}")
    expect(page.get_by_role("main").get_by_role("link", name=HOSTILE)).to_be_visible()
    find("1")
    expect(page.get_by_role("main").get_by_role("link", name=case)).to_be_visible()
    look(page, "search-numbers")
    find("owner of")
    look(page, "search-keepers")
    find(case.lower().replace("/", " "))
    expect(page).to_have_url(f"{site.address}/infected-places/{case.replace('/', '-')}")


def test_the_box_serves_without_script(site: Site, case: str, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    site.sign_in(page, "veterinary_surgeon")
    page.get_by_role("searchbox").fill("ponda")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("region", name="Villages")).to_contain_text("Taluka")
    page.goto(f"{site.address}/?whose=mine")
    expect(page.get_by_role("region", name="Waiting for you")).to_contain_text("Examine")
    assert case


@pytest.mark.parametrize("size", SIZES)
def test_ones_address_of_email_is_kept(
    site: Site, new_page: NewPage, look: Look, size: str
) -> None:
    page = new_page(viewport=SIZES[size])
    site.sign_in(page, "clerk")
    page.goto(f"{site.address}/office")
    page.get_by_role("link", name="Your e-mail").click()
    page.get_by_label("Address of e-mail").fill("clerk@vet.example.org")
    look(page, "email")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("status")).to_contain_text("is changed")
    expect(page.get_by_label("Address of e-mail")).to_have_value("clerk@vet.example.org")
    site.sign_in(page, "administrator")
    page.goto(f"{site.address}/officers/clerk")
    expect(page.get_by_text("clerk@vet.example.org")).to_be_visible()
    look(page, "officer-with-email")
    page.get_by_role("link", name="Address of e-mail").click()
    look(page, "officer-email")
    page.get_by_label("Address of e-mail").fill("")
    page.get_by_role("button", name="Keep the address").click()
    expect(page.get_by_text("clerk@vet.example.org")).to_have_count(0)
