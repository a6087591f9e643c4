"""Officers: the first administrator, who is made here and nowhere else."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register

app = typer.Typer(help="People who may sign in.", no_args_is_help=True)


@app.callback()
def officers() -> None:
    """People who may sign in."""


@app.command()
def bootstrap(
    username: Annotated[str, typer.Option(help="The name to sign in with.")],
    name: Annotated[str, typer.Option(help="The person's name.")],
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the first administrator of a register that has no officer yet."""
    from vetcontrol.officers.people import bootstrap as make_first  # noqa: PLC0415  heavy
    from vetcontrol.register.opening import open_log  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    with the_register(settings) as register:
        if password_stdin:
            password = sys.stdin.readline().rstrip("\r\n")
        else:
            # Never an option: the command line is open to every user of the machine.
            password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        if register.database.head() == 0:
            with register.writing() as writing:
                open_log(writing, demo=False)
        officer = make_first(register, username, name, password)
    tell(
        as_json,
        {"username": officer.username, "administrator": officer.administrator},
        f"{officer.username} is the first administrator.",
    )
