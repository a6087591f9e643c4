"""A register in office: the demonstration's officers, law and layers, without premises."""

from __future__ import annotations

from datetime import datetime

import pytest

from vetcontrol import demonstration
from vetcontrol.clock import IST, SetClock
from vetcontrol.register.register import Register

OPENED = datetime(2026, 12, 1, 9, 0, tzinfo=IST)


@pytest.fixture
def office(register: Register, clock: SetClock) -> Register:
    """The register with officers appointed, diseases scheduled and the Act commenced."""
    clock.set(OPENED)
    demonstration.build(register, premises=0)
    return register
