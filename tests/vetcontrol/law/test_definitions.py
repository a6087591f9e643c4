"""Section 2, by its case table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from vetcontrol import statutes
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import definitions
from vetcontrol.law.diseases_of_animals.definitions import Limb, Path
from vetcontrol.law.diseases_of_animals.scheduled import ScheduleEntry, scheduled
from vetcontrol.law.prescribed import Provided

CASES = "definitions"


def _animal(*, on: date, species: str, domesticated: bool, confined: bool) -> Decision:
    return definitions.animal(species, domesticated=domesticated, confined=confined)


def _government(*, on: date, parcel: str, profile: str) -> Decision:
    return definitions.government(statutes.prescribed_values(profile), at=on, parcel=parcel)


def _infective(
    *,
    on: date,
    limb: str,
    scheduled: bool,
    index_animal: str,
    index_affected: bool,
    found: bool,
) -> Decision:
    return definitions.infective(
        Limb(limb),
        scheduled=_on_the_schedule(on, scheduled),
        index_animal=index_animal,
        index_affected=index_affected,
        found_by_veterinary_surgeon=found,
    )


def _on_the_schedule(on: date, stands: bool) -> Decision:
    schedule = [ScheduleEntry("anthrax", date(1975, 1, 1), "GAZ 1")] if stands else []
    return scheduled("anthrax", at=on, schedule=schedule)


def _path(path: Sequence[str], customs: Sequence[bool]) -> Path:
    return Path(tuple(None if part == "out" else part for part in path), tuple(customs))


def _prescribed(*, on: date, key: str, locality: str, profile: str) -> Decision:
    return statutes.prescribed_values(profile).decide(key, on, locality=locality)


def _cited(*, on: date, gazette: str, gazette_date: date | str) -> Decision:
    day = gazette_date if isinstance(gazette_date, date) else None
    return Provided("doa.s7.permit_form", "", on, "form", "Test rule 4", gazette, day, False).cited


RULES = {
    "animal": _animal,
    "government": _government,
    "infective": _infective,
    "export": lambda *, on, path, customs: definitions.export(_path(path, customs)),
    "import": lambda *, on, path, customs: definitions.import_(_path(path, customs)),
    "transport": lambda *, on, path, customs: definitions.transport(_path(path, customs)),
    "prescribed": _prescribed,
    "cited": _cited,
}


def test_case(case: Any) -> None:
    case.run(RULES)


@pytest.mark.parametrize(
    ("visited", "customs"), [((), ()), (("Goa", None), ()), (("Goa",), (True,))]
)
def test_a_path_has_one_customs_flag_for_each_step(
    visited: tuple[str | None, ...], customs: tuple[bool, ...]
) -> None:
    with pytest.raises(ValueError, match="one customs flag for each step"):
        Path(visited, customs)
