"""/verify in a real browser, on a phone and on a desk: sound, and read at a glance."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Page, expect

from api.app import create_app
from casework import Desk, jan
from chromium_page import BrowserRecord
from vetcontrol.clock import SetClock
from vetcontrol.documents.check_code import check_code
from vetcontrol.keys import keyring
from vetcontrol.keys.key import Purpose
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

SIZES = {"desk": (1280, 800), "phone": (360, 740)}


@pytest.fixture
def site(office_file: Path, tmp_path: Path) -> Iterator[tuple[str, Desk]]:
    """A register in office with a gazette key, served at a free port of this machine."""
    file = tmp_path / "register.sqlite"
    file.write_bytes(office_file.read_bytes())
    settings = Settings(database_url=f"sqlite:///{file}", prescribed_profile="demo")
    keyring.create(settings.keys_folder, Purpose.GAZETTE, jan(1), demonstration=True)
    clock = SetClock(jan(1, 12))
    register = open_register(settings, clock)
    server = uvicorn.Server(
        uvicorn.Config(create_app(settings, register=register), port=0, log_level="warning")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}", Desk(register, clock)
    server.should_exit = True
    thread.join()
    register.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_paper_is_verified_without_a_script(
    site: tuple[str, Desk],
    new_page: Callable[..., Page],
    accessibility_faults: Callable[[Page], list[str]],
    browser_record: BrowserRecord,
    size: str,
) -> None:
    address, desk = site
    width, height = SIZES[size]
    browser_record.allow("status of 404")
    order = str(desk.order(desk.premises()).number)
    code = check_code(desk.document(order).checksum)
    page = new_page(viewport={"width": width, "height": height})

    def sound() -> None:
        assert accessibility_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    def verdict() -> str:
        return page.get_by_role("heading", level=1).inner_text()

    page.goto(f"{address}/problems")
    page.get_by_role("link", name="Verify a paper").click()
    assert verdict() == "Verify a paper"
    sound()
    page.get_by_label("Number of the paper").fill(order.lower().replace("/", " "))
    page.get_by_label("Check code").fill("AAAAA AAAAA")
    page.get_by_role("button", name="Verify").click()
    assert verdict() == "Not known: do not rely on this paper"
    sound()
    page.get_by_label("Check code").fill(code.lower())
    page.keyboard.press("Enter")
    # The address of the wrong code ends alike: only the page itself says that the answer is new.
    expect(page.get_by_role("heading", level=1)).to_have_text("Genuine, and in force")
    assert page.url.startswith(f"{address}/verify/{order.replace('/', '-')}?code=")
    assert page.locator('[lang="kok"]').first.is_visible()
    sound()
    # The verdict reaches from edge to edge of a phone, above everything that has to be scrolled to.
    box = page.locator(".found").bounding_box()
    assert box is not None
    assert box["y"] < height / 2
    assert size == "desk" or box["width"] == width
    page.goto(f"{address}/verify/COM-2026-000001")
    assert "Signed by the key" in page.get_by_role("main").inner_text()
    sound()
    referrer = page.evaluate("document.referrer")
    page.get_by_role("link", name="Read the paper").click()
    assert code not in referrer
    assert page.evaluate("document.referrer") == ""
