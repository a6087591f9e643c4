"""What a test needs from the machine: skipped without it, failed where all is required."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

REQUIRE_ALL = "VETCONTROL_TEST_REQUIRE_ALL"


def absent(what: str) -> NoReturn:
    """Skip the test for want of `what`, or fail it where VETCONTROL_TEST_REQUIRE_ALL is set."""
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{what}, and {REQUIRE_ALL} is set: run `make system-packages`", pytrace=False)
    pytest.skip(what)
