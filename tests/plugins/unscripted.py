"""An officer's browser that runs no script, and the record of the acts done with it.

Every page it opens fits its window and shows no control that would need a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from fastapi.routing import APIRoute, iter_route_contexts
from playwright.sync_api import Page, Response, expect
from starlette.routing import compile_path

from api.app import create_app
from api.pages import gazette_acts, licence_acts, officers
from journey_site import Site
from vetcontrol.settings import Settings

DRAFTS = ("keep", "forget")
EACH = {
    "/gazette/{number}/{act}": tuple(gazette_acts.ACTS),
    "/licences/{number}/{act}": tuple(licence_acts.ACTS),
    "/officers/{username}/{act}": tuple(officers.ACTS),
}
"""The addresses that have one act for each last part."""
DONE_ON_A_PAGE = frozenset(
    {
        "/audit",
        "/officers",
        "/officers/{username}/reinstate",
        "/officers/{username}/reset",
        "/password",
    }
)
"""What answers with a page of its own; every other act, once done, leads to another address."""
_STEP = re.compile(rb'(?:^|&)step=(\w+)|name="step"\r\n\r\n(\w+)')


def acts() -> set[str]:
    """Every address of a page that takes a form, as the application registers it."""
    return {
        path.replace("{act}", act) for path in _forms() for act in EACH.get(path, ("no such act",))
    }


def _forms() -> Iterator[str]:
    """In the order in which the application looks for them."""
    app = create_app(Settings(database_url="sqlite:///nowhere.sqlite"))
    for context in iter_route_contexts(app.routes):
        path = str(context.path)
        if (
            isinstance(context.original_route, APIRoute)
            and "POST" in (context.methods or ())
            and not path.startswith("/api/")
        ):
            yield path


class Done:
    """What was really done: the addresses of the acts, and the steps of forms that were taken."""

    def __init__(self) -> None:
        self.acts: set[str] = set()
        self.steps: set[str] = set()
        self._patterns = [(compile_path(path)[0], path) for path in _forms()]

    def heard(self, response: Response) -> None:
        """Write down what an answer to a form shows as done."""
        request = response.request
        if request.method != "POST" or response.status >= 400:
            return
        step = self._step(request.post_data_buffer or b"")
        self.steps.add(step)
        path = urlsplit(request.url).path
        act = next(self._named(found, path) for found in self._patterns if found[0].match(path))
        if step not in DRAFTS and (response.status == 303 or act in DONE_ON_A_PAGE):
            self.acts.add(act)

    @staticmethod
    def _step(body: bytes) -> str:
        found = _STEP.search(body)
        return (found[1] or found[2]).decode() if found else ""

    @staticmethod
    def _named(found: tuple[re.Pattern[str], str], path: str) -> str:
        return found[1].replace("{act}", path.rpartition("/")[2])


@dataclass
class Hand:
    """One officer at a browser without script: what a journey does on its pages."""

    site: Site
    page: Page
    done: Done

    def __post_init__(self) -> None:
        self.page.on("response", self.done.heard)

    def be(self, role: str) -> Hand:
        """Sign in as who holds the office."""
        self.site.sign_in(self.page, role)
        return self.seen()

    def open(self, path: str) -> Hand:
        """The page of that address."""
        self.page.goto(f"{self.site.address}{path}")
        return self.seen()

    def follow(self, words: str | re.Pattern[str]) -> Hand:
        """The first link of those words on the page's content."""
        exact = isinstance(words, str)
        self.page.locator("main").get_by_role("link", name=words, exact=exact).first.click()
        return self.seen()

    def unfold(self, words: str) -> Hand:
        """Open what is folded under those words."""
        self.page.get_by_text(words, exact=True).click()
        return self

    def fill(self, **by_name: str) -> Hand:
        """Fill in controls by the names that they are sent under."""
        for name, value in by_name.items():
            self.page.locator(f"main [name='{name}']").fill(value)
        return self

    def choose(self, **by_name: str) -> Hand:
        """Choose from lists by the names that they are sent under."""
        for name, value in by_name.items():
            self.page.locator(f"main select[name='{name}']").select_option(value)
        return self

    def tick(self, label: str, ticked: bool = True) -> Hand:
        """Tick or untick; a radio is ticked."""
        self.page.locator("main").get_by_label(label).set_checked(ticked)
        return self

    def give(self, label: str, name: str, kind: str, held: bytes) -> Hand:
        """Choose a file."""
        file: Any = {"name": name, "mimeType": kind, "buffer": held}
        self.page.locator("main").get_by_label(label, exact=True).set_input_files(file)
        return self

    def press(self, *words: str) -> Hand:
        """The buttons of those names, each on the page that the one before led to."""
        for one in words:
            self.page.locator("main").get_by_role("button", name=one, exact=True).click()
            self.seen()
        return self

    def told(self, words: str) -> Hand:
        """What the page says once after an act."""
        box = self.page.get_by_role("status").filter(
            has=self.page.get_by_role("heading", name="Done")
        )
        expect(box).to_contain_text(words)
        return self

    def sees(self, words: str | re.Pattern[str]) -> Hand:
        """The page's content says it."""
        expect(self.page.locator("main")).to_contain_text(words)
        return self

    def number(self, prefix: str) -> str:
        """The first number of that kind on the page, as it stands in an address."""
        found = re.search(prefix + r"/\d{4}/\d{6}", self.page.locator("main").inner_text())
        assert found is not None, f"no number of {prefix} on {self.page.url}"
        return found[0].replace("/", "-")

    def seen(self) -> Hand:
        """Judge the page as it stands."""
        page = self.page
        page.wait_for_load_state()
        size = page.viewport_size
        assert size is not None
        wide = page.evaluate("document.documentElement.scrollWidth") - size["width"]
        assert wide <= 1, f"{page.url} is {wide} px wider than its window"
        dead = page.locator("button[type=button]:visible")
        assert dead.all_inner_texts() == [], f"{page.url} shows buttons that need a script"
        return self
