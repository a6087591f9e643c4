"""The audit: that the log is whole, and what is in force follows from it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import NotFound, Refused

if TYPE_CHECKING:
    from vetcontrol.register.register import Register

app = typer.Typer(help="Whether the log is whole, and its head signed.", no_args_is_help=True)
_CHECKPOINT = re.compile(r"([1-9][0-9]{0,17}):([0-9a-f]{64})")


@app.callback()
def audit() -> None:
    """Whether the log is whole, and its head signed."""


@app.command()
def verify(
    checkpoint: Annotated[
        list[str] | None,
        typer.Option(
            help="An earlier head that was kept elsewhere, as SEQ:HASH or a file signed by `audit"
            " checkpoint`; repeatable."
        ),
    ] = None,
    trust: Annotated[
        Path | None,
        typer.Option(help="The trust list for signed files; by default this machine's own keys."),
    ] = None,
    root: Annotated[str, typer.Option(help="The root's public key, with --trust.")] = "",
    as_json: AsJson = False,
) -> None:
    """Hold the chain, the documents and what is in force against the words of the entries, and all
    against every checkpoint kept here.

    Exit status 1 where something is wrong; the faults are listed.
    """
    from vetcontrol.register.checkpoints import audited  # noqa: PLC0415  heavy

    given = [
        (text, _CHECKPOINT.fullmatch(text), Path(text)) for text in dict.fromkeys(checkpoint or ())
    ]
    for text, found, file in given:
        if found is None and not file.is_file():
            raise typer.BadParameter(
                f"{text} is neither SEQ:HASH (64 hex digits) nor a file", param_hint="--checkpoint"
            )
    if (trust or root) and all(found for _, found, _ in given):
        raise typer.BadParameter(
            "belongs to a --checkpoint that is a signed file", param_hint="--trust"
        )
    with the_register(settings_of_environment()) as register:
        heads: list[tuple[int, str]] = []
        for _, found, file in given:
            if found is not None:
                heads.append((int(found[1]), found[2]))
            else:
                heads += _signed(register, file, trust, root)
        done = audited(register, *heads)
    report, newest = done.report, done.newest
    sentence = (
        f"The log is {'whole' if report.whole else 'not whole'}: {report.entries} entries,"
        f" {report.effects} effects, {report.documents} documents."
        f" Head {report.head[0]}:{report.head[1]}"
    )
    if heads:
        sentence += f"\nHeld against {_checkpoints(len(given))} given."
    if newest is not None:
        sentence += (
            f"\nHeld against {_checkpoints(done.held)} kept here; the newest: entry {newest.seq},"
            f" by key {newest.kid}."
        )
    unchecked = [f"Not checked: {one}." for one in report.unchecked]
    tell(as_json, done.as_json(), "\n".join([sentence, *unchecked, *report.faults]))
    if not report.whole:
        raise typer.Exit(1)


def _checkpoints(count: int) -> str:
    return f"{count} checkpoint{'' if count == 1 else 's'}"


def _signed(
    register: Register, file: Path, trust: Path | None, root: str
) -> tuple[tuple[int, str], ...]:
    from api.commands.verify import believed  # noqa: PLC0415  heavy
    from vetcontrol.keys.cose import NotGenuine  # noqa: PLC0415  heavy
    from vetcontrol.register.checkpoints import read  # noqa: PLC0415  heavy

    now = register.clock.now()
    try:
        return read(file.read_bytes(), believed(trust, root, now), now).heads
    except NotGenuine as error:
        raise Refused(f"{file} is no genuine checkpoint. {error}") from error


@app.command()
def checkpoint(
    out: Annotated[
        Path | None, typer.Option(help="A copy, to be kept where this register cannot write.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Sign the log's head and keep the checkpoint: do it daily, and carry a copy away."""
    from vetcontrol.keys import folder  # noqa: PLC0415  heavy
    from vetcontrol.register.checkpoints import issue  # noqa: PLC0415  heavy

    if out is not None and not out.absolute().parent.is_dir():
        raise NotFound(f"There is no folder {out.parent}; make it first.")
    if out is not None and out.exists():
        raise Refused(f"{out} exists; name another file, or take that one away first.")
    with the_register(settings_of_environment()) as register:
        made, token, file = issue(register)
    if out is not None:
        folder.write(out, token, new=True)
    tell(
        as_json,
        made.as_json() | {"file": str(file), "copy": out and str(out)},
        f"Checkpoint {made.seq}:{made.hash} signed by {made.kid}, kept in {file}.",
    )
