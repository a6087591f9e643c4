"""The first entry: what register this is, and whether it only demonstrates."""

from __future__ import annotations

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.canonical import instant_text
from vetcontrol.errors import Refused
from vetcontrol.register.entries import Actor, Entry, Kind, newest
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import EntryRow

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
    """Whether the register is marked as a demonstration."""
    first = session.scalars(select(EntryRow).order_by(EntryRow.seq).limit(1)).first()
    return first is not None and first.kind == OPENED and bool(json.loads(first.content)["demo"])


KINDS = (Kind(OPENED, correctable=False),)
