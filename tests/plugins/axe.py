"""Faults of accessibility in a page or a frame, by axe-core from node_modules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page

from required import absent

SCRIPT = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"
RUN = """async () => {
    // No preload: it would fetch the style sheets anew, which a sheet's own policy forbids.
    const found = await axe.run(
        document, {iframes: false, preload: false, resultTypes: ['violations']});
    return found.violations.flatMap(rule => rule.nodes.map(
        node => `${rule.id} (${rule.impact}): ${node.target.join(' ')}: ${rule.help}`));
}"""


@pytest.fixture(scope="session")
def accessibility_faults() -> Callable[[Page | Frame], list[str]]:
    """A function that names every fault of one page or frame, empty when there is none.

    A frame inside the page is judged by a call of its own.
    """
    if not SCRIPT.is_file():
        absent("node_modules has no axe-core (make setup brings it)")
    source = SCRIPT.read_text("utf-8")

    def faults(page: Page | Frame) -> list[str]:
        # Through the debugger, which the page's policy does not bind.
        page.evaluate(source)
        found: list[str] = page.evaluate(RUN)
        return found

    return faults
