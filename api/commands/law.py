"""The law: which clauses the tests prove."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.telling import AsJson, tell

app = typer.Typer(help="The statutes as this program keeps them.", no_args_is_help=True)


@app.callback()
def law() -> None:
    """The statutes as this program keeps them."""


@app.command()
def coverage(
    statute: Annotated[str | None, typer.Option(help="One statute, for instance DOA1974.")] = None,
    as_json: AsJson = False,
) -> None:
    """Which clauses are proved by tests, which are not for software, and which are missing."""
    from vetcontrol.statutes.coverage import coverage as measured  # noqa: PLC0415  heavy

    found = measured(statute)
    lines = [f"{'statute':10}{'clauses':>9}{'tested':>9}{'not for software':>18}{'missing':>9}"]
    lines += [
        f"{of['statute']:10}{of['clauses']:9}{of['tested']:9}{of['not_for_software']:18}"
        f"{len(of['missing']):9}"
        for of in found
    ]
    tell(as_json, found, "\n".join(lines))
