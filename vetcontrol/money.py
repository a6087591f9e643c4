"""Money in whole paise: never a float, never a part of a paisa."""

from __future__ import annotations

import re

from vetcontrol.errors import Malformed

_WRITTEN = re.compile(r"(?:Rs\.?\s*|₹\s*)?([0-9][0-9,]*)(?:\.([0-9]{1,2}))?")
MOST = 10**13


def in_rupees(paise: int) -> str:
    """`paise` as an Indian office writes it: `Rs 1,23,456.50`, without the paise where none."""
    sign, whole = ("-", -paise) if paise < 0 else ("", paise)
    rupees, part = divmod(whole, 100)
    head, tail = str(rupees)[:-3], str(rupees)[-3:]
    groups = [head[max(0, at - 2) : at] for at in range(len(head), 0, -2)][::-1]
    written = ",".join([*groups, tail])
    return f"{sign}Rs {written}" + (f".{part:02d}" if part else "")


def paise_from(field: str, text: str) -> int:
    """The whole paise of an amount typed in rupees (`1,500`, `Rs 12.50`).

    Raises `Malformed` naming `field` for anything else, a part of a paisa or a sum beyond reason.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise Malformed.field(field, f"{text!r} is no amount; write rupees and paise: 1500.50")
    paise = int(found[1].replace(",", "")) * 100 + int((found[2] or "0").ljust(2, "0"))
    return checked(field, paise)


def checked(field: str, paise: int) -> int:
    """`paise` itself. Raises `Malformed` for less than nothing or a sum beyond reason."""
    if not 0 <= paise <= MOST:
        raise Malformed.field(field, f"{paise} paise is no sum from 0 to {MOST}")
    return paise
