"""The power to control by gazette, as the gazette desk uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vetcontrol.controls import notice
from vetcontrol.gazette.power import Power
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Kind
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import Present

KINDS: tuple[Kind, ...] = ()
REFRESHERS: Mapping[str, Callable[[Writing, str], None]] = {}
PRESENT: tuple[Present, ...] = ()
POWERS: Mapping[str, Power] = {
    notice.CONTROL: Power(
        FeatureKind.CONTROL,
        notice.clause_of,
        notice.publish,
        notice.authority,
        rescind=notice.rescind,
    )
}
