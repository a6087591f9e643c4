"""The demonstration: a register with sample officers, law, layers and premises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import Refused

if TYPE_CHECKING:
    from vetcontrol.settings import Settings

SIGN_INS = "demo-sign-ins.json"


def with_samples(settings: Settings) -> Settings:
    """The settings of a demonstration: sample values where no profile of rules is named."""
    from vetcontrol.demonstration import COMPUTER, PROFILE  # noqa: PLC0415  heavy

    profile = settings.prescribed_profile or PROFILE
    computer = settings.computer or COMPUTER
    return settings.model_copy(update={"prescribed_profile": profile, "computer": computer})


def sign_ins_file(settings: Settings) -> Path:
    """Where the sign-ins stand: beside an embedded register, else in var/.

    The only copy of the passwords: registers of other names have files of their own.
    """
    from sqlalchemy import make_url  # noqa: PLC0415  heavy

    url = make_url(settings.database_url)
    embedded = url.get_backend_name() == "sqlite"
    database = Path(url.database or "")
    name = SIGN_INS if database.stem == "register" else f"{database.stem}-{SIGN_INS}"
    return (database.parent if embedded else Path("var")) / name


def prepare(settings: Settings, *, premises: int | None = None) -> bool:
    """Fill an empty register for the demonstration; whether it was empty.

    Its sign-ins are written beside it, and sample keys where none are. A register that holds
    anything is left as it is, so that a second run keeps the data.
    """
    from vetcontrol import demonstration  # noqa: PLC0415  heavy
    from vetcontrol.keys import demonstration as sample_keys  # noqa: PLC0415  heavy
    from vetcontrol.migrations.run import upgrade  # noqa: PLC0415  heavy
    from vetcontrol.register.opening import is_demo  # noqa: PLC0415  heavy

    if settings.database_url.startswith("sqlite"):
        embedded = Path(settings.database_url.removeprefix("sqlite:///"))
        embedded.parent.mkdir(parents=True, exist_ok=True)
        # Before anything is written: SQLite gives its other files the mode of this one.
        embedded.touch(mode=0o600)
    upgrade(settings.database_url)
    with the_register(with_samples(settings)) as register:
        if register.database.head():
            with register.reading() as reading:
                demonstrates = is_demo(reading.session)
            if demonstrates:
                sample_keys.make(settings.keys_folder, register.clock.now())
            return False
        typer.echo("Making the demonstration: officers, law, layers, premises ...", err=True)
        count = demonstration.PREMISES if premises is None else premises
        sign_ins = demonstration.build(register, premises=count)
        demonstration.write_sign_ins(sign_ins, sign_ins_file(settings))
        sample_keys.make(settings.keys_folder, register.clock.now())
    return True


def sign_ins_of(settings: Settings) -> dict[str, Any]:
    """The sign-ins by role. Raises `Refused` where their file is gone."""
    file = sign_ins_file(settings)
    if not file.is_file():
        raise Refused(
            f"The file of the sign-ins, {file}, is gone; only hashes of the passwords are kept."
            " Begin anew with another VETCONTROL_DATABASE_URL."
        )
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def in_lines(sign_ins: dict[str, Any], file: Path) -> str:
    """The sign-ins as a table for people."""
    return "\n".join(
        [
            f"Sign-ins of the demonstration ({file}):",
            f"  {'office':22}{'username':16}{'password':20}area",
            *(
                f"  {role:22}{one['username']:16}{one['password']:20}{one['area']}"
                for role, one in sign_ins.items()
            ),
        ]
    )


def demo(
    premises: Annotated[
        int | None, typer.Option(min=0, max=2_000_000, help="Synthetic premises to enter.")
    ] = None,
    if_missing: Annotated[
        bool, typer.Option("--if-missing", help="Keep a register that has begun.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="On PostgreSQL too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make an empty register a demonstration and tell its sign-ins."""
    settings = settings_of_environment()
    if not (settings.database_url.startswith("sqlite") or force):
        raise Refused(
            "A demonstration has sign-ins known to all and does not belong on PostgreSQL."
            " Use an embedded register (sqlite:///PATH), or say --force."
        )
    if not prepare(settings, premises=premises) and not if_missing:
        raise Refused(
            "The register has begun; a demonstration is made of an empty one. Name another in"
            " VETCONTROL_DATABASE_URL, or take the file away."
        )
    sign_ins = sign_ins_of(settings)
    tell(as_json, sign_ins, in_lines(sign_ins, sign_ins_file(settings)))
