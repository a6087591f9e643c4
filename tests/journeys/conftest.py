"""The whole application on a socket, on either engine, with a clock that the journey sets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Frame, Page

from api.app import create_app
from journey_site import OPENED, Site, land
from vetcontrol import demonstration
from vetcontrol.clock import IST, SetClock
from vetcontrol.register.register import Register
from vetcontrol.settings import Settings

PICTURES = Path("build/journeys")


@pytest.fixture
def site(register: Register, settings: Settings, clock: SetClock) -> Iterator[Site]:
    """A demonstration register with villages and five holdings, served on this machine."""
    clock.set(OPENED)
    sign_ins = demonstration.build(register, premises=0)
    premises = land(register)
    clock.set(datetime(2027, 1, 4, 8, 0, tzinfo=IST))
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(settings, register=register), log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    port = listener.getsockname()[1]
    yield Site(f"http://127.0.0.1:{port}", register, clock, sign_ins, premises)
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture
def look(
    accessibility_faults: Callable[[Page | Frame], list[str]], engine_url: str
) -> Callable[[Page, str], None]:
    """Judges the page as it stands, and keeps a picture of it in build/journeys/.

    The pages are the same on both engines: they are judged on the first.
    """
    if not engine_url.startswith("sqlite"):
        return lambda _page, _name: None
    PICTURES.mkdir(parents=True, exist_ok=True)

    def judge(page: Page, name: str) -> None:
        size = page.viewport_size
        assert size is not None
        page.wait_for_load_state("load")
        for figure in page.locator("figure.map-frame iframe").all():
            figure.content_frame.locator(".scale").wait_for(state="attached")
        if page.locator(".own-map:visible").count():
            page.locator(".own-map[data-ready]").wait_for()
        page.screenshot(path=PICTURES / f"{name}-{size['width']}.png", full_page=True)
        assert accessibility_faults(page) == [], name
        too_wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not too_wide, f"{name} is wider than {size['width']} px"
        for figure in page.locator("figure.map-frame, .own-map:visible").all():
            box = figure.bounding_box()
            assert box is not None
            if size["width"] < 500:
                assert box["height"] <= size["height"] / 2 + 1, f"the map of {name} is too high"

    return judge
