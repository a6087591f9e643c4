"""Where premises stand, in memory: as the register has them after every kind of entry."""

from __future__ import annotations

import numpy as np
import shapely

from offices import OPENED
from vetcontrol import demonstration
from vetcontrol.officers import correcting
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises.points import Points, points
from vetcontrol.premises.service import Premises, import_premises, record
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

ACTOR = Actor("administrator")


def known(register: Register) -> Points:
    with register.reading() as reading:
        return points(reading)


def test_points_follow_records_files_and_corrections(office: Register) -> None:
    assert len(known(office).ids) == 0
    with office.writing() as writing:
        first, entry = record(
            writing,
            ACTOR,
            Premises("One", "dairy", shapely.Point(74.0, 15.4), animals={"cattle": 1}),
        )
    assert known(office).lon.tolist() == [74.0]
    more = [
        Premises(f"No {n}", kind, shapely.box(73.9, 15.3 + n / 100, 73.902, 15.302 + n / 100))
        for n, kind in enumerate(("piggery", "dairy", "market"))
    ]
    with office.writing() as writing:
        import_premises(writing, ACTOR, more, file_name="more.csv", file_digest="0" * 64)
    after = known(office)
    assert after.kinds == ("dairy", "market", "piggery")
    assert np.allclose(after.lon, [74.0, 73.901, 73.901, 73.901])
    assert after.of_kinds(("dairy",)).tolist() == [True, False, True, False]
    assert after.of_kinds(()).all()
    with office.writing() as writing:
        correcting.correct(
            writing,
            demonstration.officer("veterinary_surgeon"),
            seq=entry.seq,
            reason="Entered twice",
        )
    assert first not in known(office).ids


def test_an_entry_about_something_else_reads_nothing_again(office: Register) -> None:
    before = known(office)
    head = office.database.head()
    with office.writing() as writing:
        import_areas(
            writing,
            ACTOR,
            Level.VILLAGE,
            [Area("V1", "Curti", shapely.box(73.98, 15.40, 74.0, 15.43))],
            edition=Edition("1", "test", "CC0-1.0", 50.0),
            effective_at=OPENED,
        )
    assert office.database.head() > head
    assert known(office) is before
    with office.writing() as writing:
        record(writing, ACTOR, Premises("There", "dairy", None, village="village/V1"))
    found = known(office)
    assert (len(found.ids), found.by_village) == (0, 1)
