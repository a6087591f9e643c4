"""The top of the registers: every kind has its effects, every subject its rebuilding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vetcontrol.gazette import notifications
from vetcontrol.migrations import run
from vetcontrol.officers.roles import Role
from vetcontrol.register.tables import APPEND_ONLY
from vetcontrol.schema import HANDLERS, KINDS, SPATIAL_TABLES, metadata, open_register
from vetcontrol.settings import Settings

ROOT = Path(run.HERE).parents[1]


def test_every_kind_that_is_appended_is_known() -> None:
    names = set()
    for path in (ROOT / "vetcontrol").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        names |= set(
            re.findall(r'^[A-Z_]+ = "([a-z_]+\.(?!json|cose|pub)[a-z_]+)"$', source, re.MULTILINE)
        )
    assert names <= set(KINDS), names - set(KINDS)
    assert "correction" in KINDS
    assert len(names) > 20


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_says_who_corrects_it_and_what(name: str) -> None:
    kind = KINDS[name]
    assert kind.name == name
    assert {Role(role) for role in kind.corrected_by}
    if kind.restate is not None:
        assert kind.restatable, "what is never restated needs no reading"
    if not kind.correctable:
        assert not kind.restatable


def test_every_notification_has_a_handler() -> None:
    assert notifications.INFECTED_AREA in HANDLERS.publications
    kinds = {power.feature_kind for power in HANDLERS.publications.values()}
    assert {str(kind) for kind in kinds if kind} <= set(HANDLERS.publications)
    assert {"IP", "NOT", "premises", "APT", "DLG", "disease"} <= set(HANDLERS.refreshers)


def test_the_tables_of_the_log_and_those_with_a_shape() -> None:
    assert set(APPEND_ONLY) <= set(metadata.tables)
    placed = {
        t.name for t in metadata.tables.values() if {"shape", "minx"} <= set(t.columns.keys())
    }
    assert placed == set(SPATIAL_TABLES)


def test_a_register_opens_where_its_settings_say(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sub' / 'register.sqlite'}"
    run.upgrade(url)
    opened = open_register(Settings(database_url=url))
    try:
        assert opened.database.head() == 0
        assert opened.in_force.at_head().versions == ()
    finally:
        opened.close()
    with pytest.raises(ValueError, match="is a file"):
        open_register(Settings(database_url="sqlite:///:memory:"))
