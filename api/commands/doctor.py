"""Whether this installation is sound, and a copy of an embedded register."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import Malformed, Refused

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from vetcontrol.settings import Settings

_ANEW = (
    "with nobody at work, run in sqlite3: DELETE FROM {0}_rtree; INSERT INTO {0}_rtree SELECT id,"
    " minx, maxx, miny, maxy FROM {0};"
)


def doctor(as_json: AsJson = False) -> None:
    """Examine schema, triggers, indexes, front-end files, data, keys, log, clock and address.

    Exit 1 if ill; a warning alone leaves 0.
    """
    from api.templating import STATIC  # noqa: PLC0415  heavy
    from vetcontrol import statutes  # noqa: PLC0415  heavy
    from vetcontrol.clock import SystemClock, in_words  # noqa: PLC0415  heavy
    from vetcontrol.migrations import run  # noqa: PLC0415  heavy
    from vetcontrol.register.entries import newest  # noqa: PLC0415  heavy
    from vetcontrol.register.opening import is_demo  # noqa: PLC0415  heavy
    from vetcontrol.schema import SPATIAL_TABLES  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    found: dict[str, str] = {}
    warnings: dict[str, str] = {}
    run.require_current(settings.database_url)
    differences = run.differences(settings.database_url)
    missing = run.expected_furniture(settings.database_url) - run.furniture(settings.database_url)
    if differences:
        found["schema"] = f"differs from the models: {'; '.join(differences)}"
    if missing:
        found["triggers and indexes"] = f"missing or changed: {', '.join(sorted(missing))}"
    for name in ("leaflet/leaflet.js", "swagger-ui/swagger-ui-bundle.js"):
        if not (STATIC / "vendor" / name).exists():
            found[f"front end, {name}"] = "missing; run make setup, or install the wheel anew"
    if why := _keys_fault(settings):
        found["signing keys"] = why
    statutes.clauses(), statutes.figures()
    statutes.prescribed_values(settings.prescribed_profile)
    with the_register(settings) as register, register.reading() as reading:
        try:
            head, demonstrates = newest(reading.session), is_demo(reading.session)
        except Refused as error:
            head, demonstrates = None, False
            found["log"] = error.detail
        if head is not None and head.recorded_at > SystemClock().now():
            found["clock"] = (
                f"stands before the log's head of {in_words(head.recorded_at)}; set it right"
            )
        if register.database.is_sqlite:
            for table in SPATIAL_TABLES:
                if why := _index_fault(reading.session, table, missing):
                    found[f"spatial index of {table}"] = why
        if not settings.public_address and not demonstrates:
            warnings["VETCONTROL_PUBLIC_ADDRESS"] = (
                "is not set, and papers name the address where anyone verifies them; set it to the"
                " address of these pages as people reach them"
            )
    words = [f"  {what}: {why}" for what, why in found.items()]
    words = words or ["The installation is sound."]
    words += [f"  Warning, {what}: {why}" for what, why in warnings.items()]
    answer = {"sound": not found, "found": found, "warnings": warnings}
    tell(as_json, answer, "\n".join(words))
    if found:
        raise typer.Exit(1)


def _index_fault(session: Session, table: str, missing: set[str]) -> str:
    """Where the R*Tree of `table` does not hold its rows; its boxes are rounded outward, by less
    than a ten thousandth of a degree in 32 bits."""
    from sqlalchemy import text  # noqa: PLC0415  heavy

    if f"{table}_rtree" in missing:
        return ""
    rows, boxes = (
        session.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()  # noqa: S608
        for name in (table, f"{table}_rtree")
    )
    if rows != boxes:
        return f"holds {boxes} boxes for {rows} rows; {_ANEW.format(table)}"
    # A box that does not hold its row hides it from every search; the names are the program's own.
    wrong = session.execute(
        text(
            f"SELECT count(*), min(t.id) FROM {table} t LEFT JOIN {table}_rtree r ON r.id = t.id"  # noqa: S608
            " WHERE r.id IS NULL OR r.minx > t.minx OR r.maxx < t.maxx OR r.miny > t.miny"
            " OR r.maxy < t.maxy OR r.minx < t.minx - 0.0001 OR r.maxx > t.maxx + 0.0001"
            " OR r.miny < t.miny - 0.0001 OR r.maxy > t.maxy + 0.0001"
        )
    ).one()
    return (
        f"{wrong[0]} rows lie elsewhere, first row {wrong[1]}; {_ANEW.format(table)}"
        if wrong[0]
        else ""
    )


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
