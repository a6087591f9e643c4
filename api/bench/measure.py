"""Taking times: ours and the floor in turn, so that both meet the same machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Call = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """One question on one engine, asked of the service and of the floor.

    `calls` are pairs (ours, floor) that answer the same question; `notes` are facts for the note.
    """

    name: str
    engine: str
    size: str
    calls: Sequence[tuple[Call, Call]]
    notes: tuple[str, ...] = ()


def measure(pair: Pair, repeat: int) -> dict[str, Any]:
    """Median milliseconds of ours and of the floor over all calls, each `repeat` times."""
    for ours, floor in pair.calls:
        floor()
        ours()
    taken: list[tuple[float, float]] = []
    for _ in range(repeat):
        for ours, floor in pair.calls:
            under = _milliseconds(floor)
            taken.append((_milliseconds(ours), under))
    mine, least = sorted(t[0] for t in taken), sorted(t[1] for t in taken)
    ours_ms, floor_ms = statistics.median(mine), statistics.median(least)
    return {
        "name": pair.name,
        "engine": pair.engine,
        "ours": round(ours_ms, 4),
        "floor": round(floor_ms, 4),
        "unit": "ms",
        "ratio": float(f"{ours_ms / floor_ms:.3g}"),
        "size": pair.size,
        "note": "; ".join(
            (
                f"median of {len(taken)} after warm-up",
                f"middle half of ours {_middle(mine)}, of the floor {_middle(least)}",
                *pair.notes,
                f"process {_resident_mb()} MB",
            )
        ),
    }


def table(results: Sequence[dict[str, Any]]) -> str:
    """The results for people."""
    lines = [f"{'name':16}{'engine':9}{'ours':>11}{'floor':>11}{'ratio':>7}  size"]
    lines += [
        f"{r['name']:16}{r['engine']:9}{r['ours']:8.3f} {r['unit']}{r['floor']:8.3f} {r['unit']}"
        f"{r['ratio']:7.3g}  {r['size']}\n{'':16}{r['note']}"
        for r in results
    ]
    return "\n".join(lines)


def _milliseconds(call: Call) -> float:
    begun = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - begun) / 1e6


def _middle(ordered: Sequence[float]) -> str:
    count = len(ordered)
    low, high = ordered[count // 4], ordered[min(count - 1, (3 * count) // 4)]
    return f"{low:.3f} to {high:.3f}"


def _resident_mb() -> str:
    """What the process holds in memory now; only Linux tells."""
    status = Path("/proc/self/status")
    if not status.exists():
        return "of unknown"
    held = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return str(int(held.split()[1]) // 1024)
