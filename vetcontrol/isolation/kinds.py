"""The kinds of entry of isolation, what rebuilds its rows, and the powers used by gazette."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vetcontrol.gazette.notifications import Power
from vetcontrol.register.entries import Kind
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import Present

KINDS: tuple[Kind, ...] = ()
REFRESHERS: Mapping[str, Callable[[Writing, str], None]] = {}
PRESENT: tuple[Present, ...] = ()
POWERS: Mapping[str, Power] = {}
