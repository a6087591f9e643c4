"""The demonstration: an embedded register with sample officers, law, layers and premises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.telling import AsJson, settings_of_environment, tell
from vetcontrol.errors import Refused

if TYPE_CHECKING:
    from vetcontrol.settings import Settings

SIGN_INS = "demo-sign-ins.json"


def sign_ins_file(settings: Settings) -> Path:
    """Where the sign-ins are written: beside an embedded register, else under var/."""
    from sqlalchemy import make_url  # noqa: PLC0415  heavy

    url = make_url(settings.database_url)
    embedded = url.get_backend_name() == "sqlite" and url.database
    return (Path(str(url.database)).parent if embedded else Path("var")) / SIGN_INS


def sentence(sign_ins: dict[str, Any]) -> str:
    """The sign-ins as a table for people."""
    lines = [
        f"  {role:22}{one['username']:16}{one['password']:20}{one['area']}"
        for role, one in sign_ins.items()
    ]
    head = f"  {'office':22}{'username':16}{'password':20}area"
    return "\n".join(["Sign-ins of the demonstration:", head, *lines])


def demo(
    premises: Annotated[
        int, typer.Option(min=0, max=2_000_000, help="Synthetic premises to enter.")
    ] = 5_000,
    if_missing: Annotated[
        bool, typer.Option("--if-missing", help="Do nothing where the register has begun.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="On PostgreSQL too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make an empty register a demonstration and tell its sign-ins."""
    from vetcontrol import demonstration  # noqa: PLC0415  heavy
    from vetcontrol.migrations import run  # noqa: PLC0415  heavy
    from vetcontrol.schema import open_register  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    path = sign_ins_file(settings)
    if not (settings.database_url.startswith("sqlite") or force):
        raise Refused(
            "A demonstration has sign-ins known to all and does not belong on PostgreSQL."
            " Use an embedded register (sqlite:///PATH), or say --force."
        )
    if settings.database_url.startswith("sqlite"):
        embedded = Path(settings.database_url.removeprefix("sqlite:///"))
        embedded.parent.mkdir(parents=True, exist_ok=True)
        # Before anything is written: SQLite gives its other files the mode of this one.
        embedded.touch(mode=0o600)
    run.upgrade(settings.database_url)
    register = open_register(
        settings.model_copy(
            update={"prescribed_profile": settings.prescribed_profile or demonstration.PROFILE}
        )
    )
    try:
        if register.database.head() == 0:
            if not as_json:
                typer.echo(f"Making a demonstration with {premises:,} synthetic premises ...")
            made = demonstration.build(register, premises=premises)
            demonstration.write_sign_ins(made, path)
        elif not if_missing:
            raise Refused(
                "The register has begun; a demonstration is made of an empty one. Name another in"
                " VETCONTROL_DATABASE_URL, or take the file away."
            )
    finally:
        register.close()
    if not path.exists():
        raise Refused(
            f"The register stands, but its sign-ins are gone ({path}). An administrator resets"
            " passwords; or take the register's file away and make a new demonstration."
        )
    sign_ins = json.loads(path.read_text(encoding="utf-8"))
    tell(as_json, sign_ins, sentence(sign_ins))
