"""The exact radius of section 11(3) as a tool of its own, without a register."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from api.commands.telling import AsJson, tell

File = Annotated[Path, typer.Option(exists=True, dir_okay=False, help="A GeoJSON file, WGS84.")]


def _finite(metres: float) -> float:
    if not math.isfinite(metres) or metres <= 0:
        raise typer.BadParameter("give metres above 0, for instance 1609.344")
    return metres


def radius(
    place: File,
    premises: File,
    metres: Annotated[
        float, typer.Option(callback=_finite, help="The radius; one mile is 1609.344.")
    ],
    as_json: AsJson = False,
) -> None:
    """Which premises lie within so many metres of a place, edge to edge on WGS84.

    Each feature of the premises carries the property premises_id, and may carry accuracy_m: what
    its accuracy leaves open is listed as straddling.
    """
    from gis.radius_files import radius_of_files  # noqa: PLC0415  heavy

    answer = radius_of_files(place, premises, metres)
    lines = [
        f"{listed:11}{found['premises_id']}  {found['distance_m']:.3f} m"
        f"  part {found['deciding_part']}"
        for listed in ("within", "straddling")
        for found in answer[listed]
    ]
    lines.append(f"{len(answer['within'])} within, {len(answer['straddling'])} straddling.")
    tell(as_json, answer, "\n".join(lines))
