"""The number of an instrument, however a person types it."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"([A-Za-z]{2,8})[\s./_-]+([0-9]{4})[\s./_-]+([0-9]{1,9})")
DIGITS = 6


def read_number(typed: str) -> str | None:
    """The number as the register writes it, `ORD/2027/000012`; None where it is none.

    Letters may be small, and the parts may stand between /, -, spaces or dots.
    """
    found = _NUMBER.fullmatch(typed.strip())
    return found and f"{found[1].upper()}/{found[2]}/{found[3].zfill(DIGITS)}"
