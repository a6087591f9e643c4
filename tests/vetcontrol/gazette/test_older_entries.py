"""Entries of notifications that were recorded before a power was named are read as before."""

from __future__ import annotations

from casework import Desk
from removals import area
from vetcontrol.gazette import notifications
from vetcontrol.register.corrections import standing


def test_an_older_publication_acts_on_the_map_as_it_did(desk: Desk) -> None:
    _, _, number = area(desk)
    rescission = desk.rescind(number)
    desk.out(rescission, gazette_number="41")
    with desk.register.reading() as reading:
        entries = [
            entry.content
            for each in (number, rescission)
            for entry in standing(reading.session, each)
            if entry.kind == notifications.PUBLISHED and entry.content["number"] == each
        ]
    assert len(entries) == 2
    for content in entries:
        older = {k: v for k, v in content.items() if k not in ("about", "clause")}
        assert notifications.about_of(older) == notifications.INFECTED_AREA
        assert notifications.effects_of(older) == notifications.effects_of(content)
        restated = notifications.restate(older, {"hour_stated": True})
        assert restated["effective_at"] == content["effective_at"]
