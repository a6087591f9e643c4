"""How fast the services answer, beside the floor of the same run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.telling import AsJson, tell

STORES, RESULTS = Path("var/bench"), Path("build/bench.json")


def bench(
    *,
    only: Annotated[
        list[str] | None, typer.Option(help="One question, for instance radius.point; repeatable.")
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(help="sqlite or postgis; both by default.")
    ] = None,
    premises: Annotated[int, typer.Option(min=100, help="Premises seeded.")] = 1_000_000,
    areas: Annotated[int, typer.Option(min=1, help="Infected areas in force.")] = 2_000,
    repeat: Annotated[int, typer.Option(min=3, help="Times each question is asked.")] = 15,
    as_json: AsJson = False,
) -> None:
    """Measure each question on each engine; prints a table and writes build/bench.json."""
    from api.bench import run  # noqa: PLC0415  heavy
    from api.bench.measure import table  # noqa: PLC0415  heavy

    results = run.bench(
        _known(only, run.NAMES, "--only"),
        _known(engine, run.ENGINES, "--engine"),
        premises=premises,
        areas=areas,
        repeat=repeat,
        folder=STORES,
        progress=lambda line: typer.echo(line, err=True),
    )
    run.write(results, RESULTS)
    tell(as_json, results, table(results))


def _known(asked: list[str] | None, names: tuple[str, ...], option: str) -> list[str]:
    for name in asked or ():
        if name not in names:
            raise typer.BadParameter(f"{name} is none of {', '.join(names)}", param_hint=option)
    return [name for name in names if not asked or name in asked]
