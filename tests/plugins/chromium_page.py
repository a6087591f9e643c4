"""Pages in a real Chromium that may speak to nobody but this machine, and complain aloud.

Whatever asks for another address, writes an error to the console, throws, or breaks its
Content-Security-Policy fails the test when it ends, unless the test allowed it by name.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    expect,
    sync_playwright,
)

from required import absent

# A busy machine answers late; what never comes still fails.
expect.set_options(timeout=20_000)
FAILED = pytest.StashKey[bool]()
FAILURES = Path("build/test-failures")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A second wall behind the route below, for what never passes through it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
REPORT_POLICY = """
document.addEventListener('securitypolicyviolation', event => {
    window.__vetcontrolPolicy(JSON.stringify([
        event.effectiveDirective, event.blockedURI, event.documentURI]));
});
"""


@dataclass
class BrowserRecord:
    """What the pages of one test did that they should not."""

    outside: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    policy: list[str] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Expect console errors that match the pattern (a refusal's 409, say); nothing else."""
        self.allowed.append(re.compile(pattern))

    def faults(self) -> list[str]:
        """Every fault in words; an empty list when the pages behaved."""
        errors = [
            text for text in self.console if not any(known.search(text) for known in self.allowed)
        ]
        return [
            *(f"asked for an outside address: {url}" for url in self.outside),
            *(f"console: {text}" for text in errors),
            *(f"broke its Content-Security-Policy: {text}" for text in self.policy),
        ]

    def watch(self, context: BrowserContext) -> None:
        """Wall the context in and write down all that it does wrong."""

        def gate(route: Route) -> None:
            url = route.request.url
            if urlsplit(url).scheme in {"http", "https", "ws", "wss"} and not _is_here(url):
                self.outside.append(url)
                route.abort("blockedbyclient")
            else:
                route.continue_()

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error":
                where = message.location.get("url", "")
                self.console.append(f"{message.text} ({where})")

        def reported(_source: object, report: str) -> None:
            directive, blocked, document = json.loads(report)
            self.policy.append(f"{directive} blocked {blocked} on {document}")

        context.route("**/*", gate)
        context.on("console", heard)
        context.on("weberror", lambda error: self.console.append(f"uncaught: {error.error}"))
        context.expose_binding("__vetcontrolPolicy", reported)
        context.add_init_script(REPORT_POLICY)


def _is_here(url: str) -> bool:
    return urlsplit(url).hostname == "127.0.0.1"


def _executable() -> str | None:
    for name in ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The session's browser, headless."""
    executable = _executable()
    if executable is None:
        absent("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_record() -> Iterator[BrowserRecord]:
    """The faults of this test's pages; fails the test at its end if there are any."""
    record = BrowserRecord()
    yield record
    faults = record.faults()
    if faults:
        pytest.fail("The pages misbehaved:\n" + "\n".join(faults), pytrace=False)


@pytest.fixture
def new_page(
    request: pytest.FixtureRequest, chromium: Browser, browser_record: BrowserRecord
) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; keywords go to Playwright's `new_context`.

    Locale en-IN, time zone Asia/Kolkata and 1280 by 900 pixels unless told otherwise. A failed
    test leaves a picture of each page in build/test-failures/.
    """
    contexts: list[BrowserContext] = []

    def open_page(**options: Any) -> Page:
        defaults: dict[str, Any] = {
            "locale": "en-IN",
            "timezone_id": "Asia/Kolkata",
            "viewport": {"width": 1280, "height": 900},
        }
        context = chromium.new_context(**(defaults | options))
        contexts.append(context)
        browser_record.watch(context)
        return context.new_page()

    yield open_page
    pages = [page for context in contexts for page in context.pages]
    if request.node.stash.get(FAILED, False):
        FAILURES.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "_", request.node.nodeid)
        for number, page in enumerate(pages):
            page.screenshot(path=FAILURES / f"{name}-{number}.png")
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """One page with the usual options."""
    return new_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that the test's body failed, for the picture."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
