"""Whether this installation is sound, and a copy of an embedded register."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import Malformed, Refused

if TYPE_CHECKING:
    from vetcontrol.settings import Settings


def doctor(as_json: AsJson = False) -> None:
    """Examine schema, triggers, front-end files, data, keys and clock. Exit 1 if ill."""
    from api.templating import STATIC  # noqa: PLC0415  heavy
    from vetcontrol import statutes  # noqa: PLC0415  heavy
    from vetcontrol.clock import SystemClock  # noqa: PLC0415  heavy
    from vetcontrol.migrations import run  # noqa: PLC0415  heavy
    from vetcontrol.register.entries import newest  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    found: dict[str, str] = {}
    run.require_current(settings.database_url)
    differences = run.differences(settings.database_url)
    missing = run.expected_furniture(settings.database_url) - run.furniture(settings.database_url)
    if differences:
        found["schema"] = f"differs from the models: {'; '.join(differences)}"
    if missing:
        found["triggers and indexes"] = f"missing: {', '.join(sorted(missing))}"
    for name in ("leaflet/leaflet.js", "swagger-ui/swagger-ui-bundle.js"):
        if not (STATIC / "vendor" / name).exists():
            found[f"front end, {name}"] = "missing; run make setup, or install the wheel anew"
    if why := _keys_fault(settings):
        found["signing keys"] = why
    statutes.clauses(), statutes.figures()
    statutes.prescribed_values(settings.prescribed_profile)
    with the_register(settings) as register, register.reading() as reading:
        head = newest(reading.session)
        if head is not None and head.recorded_at > SystemClock().now():
            found["clock"] = f"stands before the log's head of {head.recorded_at}; set it right"
    words = "\n".join(f"  {what}: {why}" for what, why in found.items())
    tell(as_json, {"sound": not found, "found": found}, words or "The installation is sound.")
    if found:
        raise typer.Exit(1)


def _keys_fault(settings: Settings) -> str:
    """Why the signing keys of this machine cannot be used; empty where they can, or are none."""
    from vetcontrol.keys import keyring  # noqa: PLC0415  heavy

    try:
        ring = keyring.opened(settings.keys_folder)
        for key in ring.keys.keys:
            if ring.active(key.purpose) == key:
                ring.signer(key.purpose, demonstration=ring.demonstration)
    except (Refused, Malformed) as error:
        return error.detail
    return ""


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to write; it must not exist yet.")],
    as_json: AsJson = False,
) -> None:
    """Copy the embedded register while it is in use; the copy is one consistent state."""
    import sqlite3  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    if not settings.database_url.startswith("sqlite"):
        raise Refused("This register stands in PostgreSQL: copy it with pg_dump.")
    if file.exists():
        raise Malformed.field("file", f"{file} exists; name another, or take it away first")
    if not file.parent.is_dir():
        raise Malformed.field("file", f"{file.parent} is no folder; make it, or name another")
    with the_register(settings) as register:
        source = str(register.database.url.database)
        try:
            file.touch(mode=0o600, exist_ok=False)
        except OSError as error:
            raise Malformed.field(
                "file", f"{file} cannot be written ({error.strerror}); name another place"
            ) from error
        connection = sqlite3.connect(source)
        try:
            connection.execute("VACUUM INTO ?", (str(file),))
        finally:
            connection.close()
        head = register.database.head()
    tell(as_json, {"file": str(file), "head": head}, f"Copied to {file}, up to entry {head}.")
