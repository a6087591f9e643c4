"""Where all is required, a missing server or browser fails a test instead of skipping it."""

from __future__ import annotations

import pytest

from required import REQUIRE_ALL, absent


def test_without_the_setting_the_test_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(REQUIRE_ALL, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no server"):
        absent("no server")


def test_with_the_setting_the_test_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REQUIRE_ALL, "1")
    with pytest.raises(pytest.fail.Exception, match="no server"):
        absent("no server")
