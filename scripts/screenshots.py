"""Take the pictures of the README anew, from a fresh demonstration in Chromium: docs/pictures/.

The pictures are of sample data. Needs Chromium; nothing but this machine is asked.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs/pictures"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}
WAIT_SECONDS = 90


@contextmanager
def demonstration() -> Iterator[tuple[str, dict[str, Any]]]:
    """A demonstration served on a free port, with its sign-ins; gone afterwards."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = os.environ | {
            "VETCONTROL_DATABASE_URL": f"sqlite:///{folder}/register.sqlite"
        }
        command = [str(Path(sys.executable).parent / "vetcontrol"), "serve", "--demo"]
        server = subprocess.Popen(
            [*command, "--port", str(port)], env=environment, stdout=subprocess.DEVNULL
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, server)
            yield address, json.loads(Path(folder, "demo-sign-ins.json").read_text())
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise SystemExit("The demonstration ended before it served.")
        try:
            with urllib.request.urlopen(f"{address}/readyz"):
                return
        except OSError:
            time.sleep(0.3)
    raise SystemExit(f"The demonstration did not answer within {WAIT_SECONDS} seconds.")


def signed_in(browser: Browser, address: str, who: dict[str, str], size: dict[str, int]) -> Page:
    """A page of that size on which the officer is signed in."""
    context = browser.new_context(viewport=size, locale="en-IN", device_scale_factor=1)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{address}/sign-in")
    page.fill("[name=username]", who["username"])
    page.fill("[name=password]", who["password"])
    page.click("main button[type=submit]")
    page.wait_for_url(f"{address}/")
    return page


def take(page: Page, address: str, path: str, name: str, *, whole: bool = False) -> None:
    """One picture of the page at `path`, once its map frames have drawn themselves."""
    page.goto(f"{address}{path}", wait_until="networkidle")
    for frame in page.frames[1:]:
        frame.wait_for_selector(".leaflet-container")
    page.wait_for_timeout(800)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)
    sys.stdout.write(f"docs/pictures/{name}.png\n")


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with demonstration() as (address, who), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        surgeon = signed_in(browser, address, who["veterinary_surgeon"], DESK)
        take(surgeon, address, "/", "tasks")
        take(surgeon, address, "/map", "map")
        take(surgeon, address, f"/infected-places/{_case(surgeon, address)}", "case")
        take(surgeon, address, _radius(surgeon, address), "radius")
        inspector = signed_in(browser, address, who["inspector"], PHONE)
        take(inspector, address, "/declare", "declare-phone")
        take(inspector, address, "/map?where=15.40,74.00", "in-force-phone")
        browser.close()


def _case(page: Page, address: str) -> str:
    """The sample case that has reached the gazette, as a path writes its number."""
    found = page.request.get(
        f"{address}/api/v1/infected-places", headers={"X-Vetcontrol": "1"}
    ).json()
    (number,) = (c["number"] for c in found["items"] if c["state"] == "infected_area")
    return str(number).replace("/", "-")


def _radius(page: Page, address: str) -> str:
    """Confirm the case that waits and return the page of its radius."""
    found = page.request.get(f"{address}/api/v1/infected-places").json()
    (number,) = (c["number"] for c in found["items"] if c["state"] == "ordered")
    path = str(number).replace("/", "-")
    done = page.request.post(
        f"{address}/api/v1/infected-places/{path}/examination",
        headers={"X-Vetcontrol": "1", "Origin": address},
        data={"findings": "Foot and mouth disease (sample)", "outcome": "confirm"},
    )
    if not done.ok:
        raise SystemExit(f"The sample case could not be confirmed: {done.text()}")
    return f"/infected-places/{path}/radius?metres=1609.344"


if __name__ == "__main__":
    main()
