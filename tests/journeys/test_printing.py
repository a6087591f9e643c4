"""Printing in a real browser, at a desk and on a phone: a paper in its languages, many at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from journey_site import HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.disease import order

Look = Callable[[Page, str], None]
NewPage = Callable[..., Page]
SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
SIZES = {"desk": (1280, 800), "phone": (360, 740)}


def ordered(site: Site) -> tuple[str, str]:
    """A case whose copy waits; its number and that of the copy, as in an address."""
    with site.register.writing() as writing:
        made = order.order(
            writing,
            demonstration.officer("inspector"),
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=site.premises[HOSTILE],
        )
    copy = next(n for n, _ in made.content["documents"] if n.startswith("CPY"))
    return str(made.content["case_number"]).replace("/", "-"), str(copy).replace("/", "-")


@SQLITE
@pytest.mark.parametrize("size", SIZES)
def test_print(site: Site, new_page: NewPage, look: Look, size: str) -> None:
    case, copy = ordered(site)
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    site.sign_in(page, "inspector")
    page.goto(f"{site.address}/documents/{copy}")
    expect(page.get_by_text(f"Owner of {HOSTILE}")).to_be_visible()
    look(page, "paper")
    page.get_by_role("link", name="कोंकणी").click()
    expect(page.locator("html")).to_have_attribute("lang", "kok")
    expect(page.locator(".translated")).to_have_count(2)
    look(page, "paper-konkani")
    # The browser's own viewer of PDF is no page; what the link answers is.
    address = page.locator("nav.ways a[href*='.pdf']").get_attribute("href")
    answer = page.request.get(f"{site.address}{address}")
    assert answer.headers["content-type"] == "application/pdf"
    page.goto(f"{site.address}/infected-places/{case}/services")
    page.get_by_role("link", name="Print them together").click()
    expect(page.locator(".lead")).to_contain_text("1 paper")
    look(page, "printing")
    page.get_by_label("Konkani").check()
    page.get_by_label("Of their numbers").check()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("were not checked by a speaker")).to_be_visible()
    address = page.get_by_role("link", name="Print all").get_attribute("href")
    answer = page.request.get(f"{site.address}{address}")
    assert answer.headers["content-type"] == "application/pdf"
    assert f"notices-{case}-1-kok.pdf" in answer.headers["content-disposition"]
