"""What the log must know of entries about officers, and how their present state is rebuilt."""

from __future__ import annotations

from collections.abc import Callable

from vetcontrol.officers import people, replay
from vetcontrol.register.entries import Kind
from vetcontrol.register.register import Writing

KINDS: tuple[Kind, ...] = (*people.KINDS, *replay.KINDS)

# By the prefix of the subject's number.
REFRESHERS: dict[str, Callable[[Writing, str], None]] = {
    "APT": replay.refresh_appointment,
    "DLG": replay.refresh_delegation,
    people.PREFIX: people.refresh,
}
