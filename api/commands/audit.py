"""The audit: that the log is whole, and what is in force follows from it."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register

app = typer.Typer(help="Whether the log is whole.", no_args_is_help=True)
_CHECKPOINT = re.compile(r"([1-9][0-9]{0,17}):([0-9a-f]{64})")


@app.callback()
def audit() -> None:
    """Whether the log is whole."""


def _checkpoint(text: str) -> tuple[int, str] | None:
    if not text:
        return None
    found = _CHECKPOINT.fullmatch(text)
    if found is None:
        raise typer.BadParameter("give the sequence and its hash, as SEQ:HASH (64 hex digits)")
    return int(found[1]), found[2]


@app.command()
def verify(
    checkpoint: Annotated[
        str, typer.Option(help="An earlier head that was kept elsewhere, as SEQ:HASH.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Hold the chain, the documents and what is in force against the words of the entries.

    Exit status 1 where something is wrong; the faults are listed.
    """
    from vetcontrol.register.audit import verify as proved  # noqa: PLC0415  heavy

    head = _checkpoint(checkpoint)
    with the_register(settings_of_environment()) as register:
        report = proved(register, head)
    found = "The log is whole" if report.whole else "The log is not whole"
    sentence = (
        f"{found}: {report.entries} entries, {report.effects} effects, {report.documents}"
        f" documents. Head {report.head[0]}:{report.head[1]}"
    )
    tell(as_json, report.as_json(), "\n".join([sentence, *report.faults]))
    if not report.whole:
        raise typer.Exit(1)
