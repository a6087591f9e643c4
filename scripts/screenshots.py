"""Take the pictures of the README anew, from a fresh demonstration in Chromium: docs/pictures/.

The pictures are of sample data. Needs Chromium; nothing but this machine is asked.
"""

from __future__ import annotations

import io
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
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import shapely
from PIL import Image
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


def take(page: Page, name: str) -> None:
    """One picture of the page as it stands, once its maps have drawn themselves."""
    page.wait_for_load_state("networkidle")
    for figure in page.locator("figure.map-frame iframe").all():
        figure.content_frame.locator(".leaflet-container").wait_for()
    page.wait_for_timeout(1_200)
    keep(Image.open(io.BytesIO(page.screenshot())), name)


def keep(taken: Image.Image, name: str) -> None:
    """A page has few colours: 256 of them tell it in a third of the bytes."""
    few = taken.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)
    sys.stdout.write(f"docs/pictures/{name}.png\n")


def press(page: Page, *words: str) -> None:
    """The buttons of those names, one after the other."""
    for one in words:
        page.locator("main").get_by_role("button", name=one, exact=True).click()
        page.wait_for_load_state()


def fill(page: Page, **values: str) -> None:
    """Controls by the names that they are sent under."""
    for name, value in values.items():
        page.locator(f"main [name='{name}']").fill(value)


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with demonstration() as (address, who), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        surgeon = signed_in(browser, address, who["veterinary_surgeon"], DESK)
        published, ordered = (_case(surgeon, address, s) for s in ("infected_area", "ordered"))
        inspector = signed_in(browser, address, who["inspector"], DESK)
        phone = signed_in(browser, address, who["inspector"], PHONE)
        desk(surgeon, address, published)
        licence(inspector, address, published)
        check(phone, address)
        on_the_way(phone, address, published)
        radius(surgeon, address, ordered)
        browser.close()


def desk(page: Page, address: str, case: dict[str, Any]) -> None:
    """The tasks, the working map over the sample area, a paper of its case."""
    page.goto(f"{address}/")
    take(page, "tasks")
    area_on_the_map(page, address, case)
    take(page, "map")
    page.goto(f"{address}/infected-places/{_path(case)}")
    notice = page.locator(".timeline a[href*='/documents/NTC']").first.get_attribute("href")
    printed = page.request.get(f"{address}{str(notice).removesuffix('.html')}.pdf").body()
    sheets = [one.render(scale=1.1).to_pil() for one in pypdfium2.PdfDocument(printed)]
    both = Image.new("RGB", (sum(one.width for one in sheets) + 12, sheets[0].height), "#cfcabb")
    for at, one in enumerate(sheets):
        both.paste(one, (at * (one.width + 12), 0))
    keep(both, "paper")


def area_on_the_map(page: Page, address: str, case: dict[str, Any]) -> None:
    """The working map, asked about the place of the case and brought near to its area."""
    page.goto(f"{address}/map?where={_where(case)}")
    page.locator("#map[data-ready]").wait_for()
    page.locator("button[data-feature^='infected_area/']").first.dispatch_event("click")
    page.evaluate("window.scrollTo(0, 0)")


def licence(page: Page, address: str, case: dict[str, Any]) -> None:
    """An application for a journey out of the sample area, and the licence granted on it."""
    page.goto(f"{address}/licences/new")
    fill(page, owner="Rama Naik (sample)", tags="356000000000001\n356000000000002")
    fill(page, count_cattle="2", origin_premises=str(case["premises_id"]), vehicle="GA 05 T 1234")
    fill(page, destination_position="15.30, 74.10", destination_words="The yard at Curchorem")
    until = datetime.now().astimezone() + timedelta(days=2)
    fill(page, valid_to=f"{until:%Y-%m-%dT18:00}")
    fill(page, conditions="The vehicle is washed and disinfected before it leaves.")
    press(page, "See what the way meets", "Enter the application")
    page.get_by_role("link", name="Grant on conditions").click()
    press(page, "Review the licence", "Grant the licence")
    take(page, "licence")


def check(page: Page, address: str) -> None:
    """On the road: one animal of the three is in no licence."""
    page.goto(f"{address}/checks?number=GA05T1234")
    fill(page, position="15.40, 74.03", tags="356000000000001\n999000000000009")
    page.get_by_label("Nothing else is carried").check()
    page.get_by_label("Kept", exact=True).check()
    press(page, "Give the verdict")
    take(page, "check-phone")


def on_the_way(page: Page, address: str, case: dict[str, Any]) -> None:
    """What an Inspector holds in the hand: the round, the map."""
    page.goto(f"{address}/rounds")
    take(page, "round-phone")
    area_on_the_map(page, address, case)
    take(page, "map-phone")


def radius(page: Page, address: str, case: dict[str, Any]) -> None:
    """The case that waits is confirmed; the radius stands at three quarters of a mile."""
    page.goto(f"{address}/infected-places/{_path(case)}/examination")
    fill(page, findings="Vesicles in the mouths of two cattle (sample)")
    fill(page, cattle_kept="4", cattle_examined="4", cattle_affected="2")
    page.get_by_label("Confirm the order").check()
    press(page, "Review", "Confirm the order")
    page.goto(f"{address}/infected-places/{_path(case)}/radius")
    page.get_by_role("button", name="¾ of a mile").click()
    page.locator("#totals dd").first.wait_for()
    take(page, "radius")


def _case(page: Page, address: str, state: str) -> dict[str, Any]:
    """The sample case in that state."""
    found = page.request.get(f"{address}/api/v1/infected-places").json()
    (one,) = (case for case in found["items"] if case["state"] == state)
    return dict(one)


def _where(case: dict[str, Any]) -> str:
    """Where it lies, as it is typed."""
    at = shapely.from_geojson(json.dumps(case["geometry"])).representative_point()
    return f"{at.y:.5f}, {at.x:.5f}"


def _path(case: dict[str, Any]) -> str:
    return str(case["number"]).replace("/", "-")


if __name__ == "__main__":
    main()
