"""Bringing files into the register: premises, and the layers of the land."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.progress import Progress
from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import Refused

if TYPE_CHECKING:
    from vetcontrol.places.rows import Report
    from vetcontrol.register.entries import Actor
    from vetcontrol.register.register import Register

app = typer.Typer(
    help="Files into the register: premises, and areas of the land.", no_args_is_help=True
)

File = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The file to bring in.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Judge every row and keep nothing.")]
Partial = Annotated[
    bool, typer.Option("--accept-partial", help="Keep the sound rows although others are refused.")
]
By = Annotated[
    str | None, typer.Option("--as", help="The officer by whose hand; else the operator.")
]
#: Notes are for a person to read; a tool gets them all.
MOST_NOTES = 20


@app.callback()
def import_() -> None:
    """Files into the register: premises, and areas of the land."""


@app.command()
def premises(
    file: File,
    dry_run: DryRun = False,
    accept_partial: Partial = False,
    by: By = None,
    as_json: AsJson = False,
) -> None:
    """Premises from a CSV or GeoJSON file, as one entry; any refused row refuses the file."""
    from gis.formats import read_file  # noqa: PLC0415  heavy
    from vetcontrol.premises.importing import import_file  # noqa: PLC0415  heavy

    progress = Progress()
    with the_register(settings_of_environment()) as register:
        try:
            report = import_file(
                register,
                read_file(file),
                file_name=file.name,
                actor=_actor(register, by),
                accept_partial=accept_partial,
                dry_run=dry_run,
                watch=progress,
            )
        finally:
            progress.end()
    _tell(as_json, report, accept_partial, "premises")


@app.command()
def areas(
    file: File,
    *,
    level: Annotated[
        str,
        typer.Option(help="village, panchayat, municipal, taluka, district, territory or officer."),
    ],
    code: Annotated[
        str | None, typer.Option(help="The property that holds the code of an area.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The property that holds the name of an area.")
    ] = None,
    dissolve: Annotated[
        str | None,
        typer.Option(help="Make one area of all that agree in this property, and name it so."),
    ] = None,
    edition: Annotated[str | None, typer.Option(help="What this edition is called.")] = None,
    source: Annotated[str | None, typer.Option(help="Who made the layer.")] = None,
    licence: Annotated[str | None, typer.Option(help="On what terms it is used.")] = None,
    accuracy_m: Annotated[
        float | None, typer.Option(min=0, help="How many metres its lines may be off.")
    ] = None,
    effective_on: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day from which it stands; else from now."),
    ] = None,
    dry_run: DryRun = False,
    accept_partial: Partial = False,
    by: By = None,
    as_json: AsJson = False,
) -> None:
    """A layer of areas from a GeoJSON file, as one edition: what it leaves out ends."""
    from gis.formats import read_file  # noqa: PLC0415  heavy
    from vetcontrol.places.importing import Source, import_file  # noqa: PLC0415  heavy
    from vetcontrol.places.service import Level  # noqa: PLC0415  heavy

    if level not in list(Level):
        raise typer.BadParameter(f"{level!r} is none of {', '.join(Level)}.", param_hint="--level")
    if dissolve and name:
        raise typer.BadParameter("--dissolve names the areas; leave out --name.")
    progress = Progress()
    with the_register(settings_of_environment()) as register:
        try:
            report = import_file(
                register,
                read_file(file),
                Level(level),
                file_name=file.name,
                actor=_actor(register, by),
                source=Source(
                    edition,
                    source,
                    licence,
                    accuracy_m,
                    effective_on.date() if effective_on else None,
                ),
                code=code,
                name=name,
                dissolve=dissolve,
                accept_partial=accept_partial,
                dry_run=dry_run,
                watch=progress,
            )
        finally:
            progress.end()
    _tell(as_json, report, accept_partial and not dissolve, f"areas of level {level}")


def _actor(register: Register, username: str | None) -> Actor:
    """The officer by whose hand, else the operator of this machine (`vetcontrol` in the log).

    Raises `NotFound` and `Refused` where no such sign-in stands.
    """
    from vetcontrol.officers.people import known_officer  # noqa: PLC0415  heavy
    from vetcontrol.register.entries import Actor  # noqa: PLC0415  heavy
    from vetcontrol.register.opening import SYSTEM  # noqa: PLC0415  heavy

    if username is None:
        return SYSTEM
    with register.reading() as reading:
        if not known_officer(reading.session, username).active:
            raise Refused(f"The sign-in {username} was ended. Name an officer who is in office.")
    return Actor(username)


def _tell(as_json: bool, report: Report, partial: bool, what: str) -> None:
    """Tell the report; exit with 1 where the file was, or would be, refused."""
    refused_whole = not report.accepted or bool(report.refused and not partial)
    lines = [str(fault) for fault in report.refused]
    lines += [f"note: {note}" for note in report.notes[:MOST_NOTES]]
    if len(report.notes) > MOST_NOTES:
        lines.append(f"note: and {len(report.notes) - MOST_NOTES:,} more; --json tells them all.")
    if report.ignored_columns:
        lines.append(f"columns not used: {', '.join(report.ignored_columns)}")
    if report.summary and not refused_whole:
        lines.append(", ".join(f"{key}: {_shown(value)}" for key, value in report.summary.items()))
    counts = f"{report.rows:,} rows, {len({f.row for f in report.refused}):,} of them refused"
    if refused_whole:
        lines.append(
            f"Refused: {counts}; nothing was kept. Correct the file"
            + (", or say --accept-partial to keep the others." if report.refused else ".")
        )
    elif report.entry is None:
        lines.append(f"{counts}; {report.accepted:,} {what} would be taken in. Nothing was kept.")
    else:
        lines.append(f"{counts}; {report.accepted:,} {what} taken in by entry {report.entry}.")
    tell(as_json, report.as_json(), "\n".join(lines))
    if refused_whole:
        raise typer.Exit(1)


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "none" if not value else f"{len(value)} ({', '.join(map(str, value))})"
    return f"{value:,}" if isinstance(value, int) else str(value)
