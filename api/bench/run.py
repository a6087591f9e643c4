"""One run of the bench: each question on each engine, a table, and build/bench.json."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api.bench.floors import Floor
from api.bench.ground import ground
from api.bench.measure import measure
from api.bench.pairs import PAIRS
from api.bench.seeding import open_bench
from api.bench.stores import postgis_store, sqlite_store
from api.memory import look_for_rings_rarely

ENGINES = ("sqlite", "postgis")


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
    for engine in sorted(engines):
        progress(f"{engine}: {premises:,} premises, {areas:,} areas")
        begun = time.perf_counter()
        with store(engine) as url:
            progress(f"{engine}: ready after {time.perf_counter() - begun:.0f} s")
            register = open_bench(url)
            floor = Floor(register)
            try:
                look_for_rings_rarely()
                for name in names:
                    results.append(measure(PAIRS[name](register, floor, land, premises), repeat))
                    progress(f"{engine}: {name} done")
            finally:
                floor.close()
                register.close()
    return sorted(results, key=lambda r: (list(PAIRS).index(r["name"]), r["engine"] != "sqlite"))


def write(results: Sequence[dict[str, Any]], path: Path) -> None:
    """Keep the results for other programs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(list(results), indent=2) + "\n", encoding="utf-8")
