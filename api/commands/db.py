"""The register's database: its schema."""

from __future__ import annotations

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import Refused

app = typer.Typer(help="The register's database.", no_args_is_help=True)


@app.command()
def upgrade(as_json: AsJson = False) -> None:
    """Make the tables, or bring them up to this program's newest step.

    After a step the rows of present state are made anew from the log: it may have added columns.
    """
    from vetcontrol.migrations import run  # noqa: PLC0415  heavy
    from vetcontrol.register import present  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    url = settings.database_url
    before = run.current(url)
    run.upgrade(url)
    after = run.current(url)
    if before not in (None, after):
        with the_register(settings) as register:
            present.rebuild(register)
    tell(
        as_json,
        {"before": before, "after": after},
        f"The schema is at step {after}." if before == after else f"Brought to step {after}.",
    )


@app.command()
def rebuild(as_json: AsJson = False) -> None:
    """Make the rows of present state anew from the log, as after an upgrade with new columns."""
    from vetcontrol.register import present  # noqa: PLC0415  heavy

    with the_register(settings_of_environment()) as register:
        count = present.rebuild(register)
    tell(as_json, {"subjects": count}, f"{count} subjects are made anew from the log.")


@app.command()
def check(as_json: AsJson = False) -> None:
    """Hold the schema against the step and the models of this program."""
    from vetcontrol.migrations import run  # noqa: PLC0415  heavy

    url = settings_of_environment().database_url
    run.require_current(url)
    found = run.differences(url)
    if found:
        raise Refused(
            f"The database differs from the models: {'; '.join(found)}. Restore it from a backup,"
            " or undo what was changed by hand."
        )
    tell(as_json, {"step": run.current(url), "differences": []}, "The schema is as it should be.")
