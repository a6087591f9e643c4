"""One run of the bench: each question on each engine, a table, and build/bench.json."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api.bench.floors import Floor
from api.bench.ground import Ground, ground
from api.bench.maps import MAPS, first, first_bytes
from api.bench.maps import PREMISES as MAP_PREMISES
from api.bench.measure import measure
from api.bench.pairs import PAIRS
from api.bench.papers import MOST, PAPERS
from api.bench.seeding import open_bench
from api.bench.stores import postgis_store, sqlite_store
from api.memory import look_for_rings_rarely

ENGINES = ("sqlite", "postgis")
NAMES = (*PAIRS, *MAPS, *PAPERS)
MOST_MAPS = 5
"""How often the first map is measured: a folium layer of 50,000 takes seconds."""


def bench(
    names: Sequence[str],
    engines: Sequence[str],
    *,
    premises: int,
    areas: int,
    repeat: int,
    folder: Path,
    progress: Callable[[str], None],
) -> list[dict[str, Any]]:
    """Measure the questions `names` on `engines`; the seeded file is kept in `folder`.

    The first map is measured on SQLite alone: its places are in the memory of the process.

    Raises `Refused` where PostGIS is asked for and missing.
    """
    land = ground()

    @contextmanager
    def store(engine: str) -> Iterator[str]:
        if engine == "sqlite":
            yield sqlite_store(folder, premises, areas, land)
        else:
            with postgis_store(premises, areas, land) as url:
                yield url

    results: list[dict[str, Any]] = []
    # PostGIS first: where it is missing, that is said before anything is measured.
    asked = [name for name in names if name in PAIRS]
    for engine in sorted(engines) if asked else ():
        progress(f"{engine}: {premises:,} premises, {areas:,} areas")
        begun = time.perf_counter()
        with store(engine) as url:
            progress(f"{engine}: ready after {time.perf_counter() - begun:.0f} s")
            register = open_bench(url)
            floor = Floor(register)
            try:
                look_for_rings_rarely()
                for name in asked:
                    results.append(measure(PAIRS[name](register, floor, land, premises), repeat))
                    progress(f"{engine}: {name} done")
            finally:
                floor.close()
                register.close()
    if set(names) & set(MAPS):
        results += _maps(names, folder, land, min(premises, MAP_PREMISES), areas, repeat)
        progress("sqlite: maps done")
    for name in (name for name in names if name in PAPERS):
        results.append(measure(PAPERS[name](), min(repeat, MOST.get(name, repeat))))
        progress(f"{name} done")
    return sorted(results, key=lambda r: (NAMES.index(r["name"]), r["engine"] != "sqlite"))


def _maps(  # noqa: PLR0917  (each is what it says)
    names: Sequence[str], folder: Path, land: Ground, premises: int, areas: int, repeat: int
) -> list[dict[str, Any]]:
    """The first map, on a store of its own: its size is part of the question."""
    register = open_bench(sqlite_store(folder, premises, areas, land))
    floor = Floor(register)
    try:
        found = []
        if "map.first" in names:
            found.append(measure(first(register, floor, land, premises), min(repeat, MOST_MAPS)))
        if "map.first_bytes" in names:
            found.append(first_bytes(register, premises))
        return found
    finally:
        floor.close()
        register.close()


def write(results: Sequence[dict[str, Any]], path: Path) -> None:
    """Keep the results for other programs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(list(results), indent=2) + "\n", encoding="utf-8")
