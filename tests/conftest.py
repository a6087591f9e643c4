"""The fixtures that every test may use, and the marks that follow from them."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The machine's speed decides nothing; continuous integration draws the same examples each time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Papers carry it: no print is made where it is not set.
os.environ["VETCONTROL_PUBLIC_ADDRESS"] = "http://vet.test"

pytest_plugins = [
    "clause_coverage",
    "quick_passwords",
    "postgis_server",
    "registers",
    "offices",
    "casework",
    "chromium_page",
    "axe",
    "shared_data",
]

MARKS = {
    "postgis": {"postgis_server", "postgis_url"},
    "browser": {"chromium", "new_page", "page"},
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by what it asks for, before `-m` chooses."""
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        for mark, fixtures in MARKS.items():
            if asked & fixtures:
                item.add_marker(mark)
