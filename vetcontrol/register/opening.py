"""The first entry: what register this is, and whether it only demonstrates."""

from __future__ import annotations

import json

from sqlalchemy.orm import Session

from vetcontrol.canonical import instant_text
from vetcontrol.errors import Refused
from vetcontrol.register.entries import Actor, Entry, Kind, newest, row_at, unreadable
from vetcontrol.register.register import Writing

OPENED = "register.opened"
SYSTEM = Actor("vetcontrol")


def open_log(writing: Writing, *, demo: bool) -> Entry:
    """Write the first entry of an empty log. Raises `Refused` where the log has begun."""
    if newest(writing.session) is not None:
        raise Refused("The log has begun; a register is opened once.")
    return writing.append(
        OPENED,
        SYSTEM,
        {
            "demo": demo,
            "government": writing.register.settings.government_name,
            "at": instant_text(writing.now),
        },
        subjects=("register",),
    )


def is_demo(session: Session) -> bool:
    """Whether the register is marked as a demonstration. Raises `Refused` where its first entry
    cannot be read."""
    first = row_at(session, 1)
    if first is None or first.kind != OPENED:
        return False
    try:
        return bool(json.loads(first.content)["demo"])
    except (KeyError, TypeError, ValueError) as error:
        raise unreadable("Entry 1", error) from error


KINDS = (Kind(OPENED, correctable=False),)
