"""The fixtures that every test may use, and the marks that follow from them."""

from __future__ import annotations

import pytest

pytest_plugins = ["postgis_server", "chromium_page"]

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
