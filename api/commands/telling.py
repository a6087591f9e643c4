"""How commands answer: a sentence for people, JSON for tools, a refusal with status 1."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from gis.errors import GeodesyError
from vetcontrol.errors import NotFound, Refused, VetcontrolError
from vetcontrol.faults import DataError

if TYPE_CHECKING:
    from pathlib import Path

    from vetcontrol.register.register import Register
    from vetcontrol.settings import Settings

AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for tools.")]
_JSON = "vetcontrol.json"


class Telling(TyperGroup):
    """The root of all commands: a refusal becomes its sentence and exit status 1."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[_JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (VetcontrolError, GeodesyError, DataError) as error:
            _refuse(error, as_json=ctx.meta[_JSON])
            raise typer.Exit(1) from error
        except Exception as error:
            refusal = _of_database(error)
            if refusal is None:
                raise
            _refuse(refusal, as_json=ctx.meta[_JSON])
            raise typer.Exit(1) from error


def _of_database(error: Exception) -> VetcontrolError | None:
    """A refusal in place of a database that cannot be reached or opened; None for other faults."""
    from sqlalchemy import exc  # noqa: PLC0415  heavy

    if isinstance(error, PermissionError):
        return Refused(f"{error.filename}: this user may not open it.")
    if isinstance(error, exc.ArgumentError | exc.NoSuchModuleError):
        return Refused(
            "VETCONTROL_DATABASE_URL names no register; write it like sqlite:///PATH or"
            " postgresql+psycopg://USER@HOST/NAME."
        )
    # A file that is no register at all is told by the parent class of all such errors.
    if type(error) is not exc.DatabaseError and not isinstance(error, exc.OperationalError):
        return None
    # The words of the server alone: the rest would repeat the statement and its values.
    words = " ".join(str(error.orig).split())
    return Refused(
        f"The register's database cannot be used: {words}. Look whether VETCONTROL_DATABASE_URL"
        " names it, whether it runs, and whether this user may open it."
    )


def _refuse(error: Exception, *, as_json: bool) -> None:
    if not as_json:
        typer.echo(f"Refused: {error}", err=True)
        return
    answer: dict[str, Any] = {"refused": str(error), "clauses": [], "errors": []}
    if isinstance(error, VetcontrolError):
        answer["clauses"] = list(error.clauses)
        answer["errors"] = [{"field": e.field, "message": e.message} for e in error.errors]
    typer.echo(json.dumps(answer, ensure_ascii=False))


def tell(as_json: bool, answer: Any, sentence: str) -> None:
    """Print `answer` as JSON, or the sentence."""
    typer.echo(json.dumps(answer, ensure_ascii=False) if as_json else sentence)


def read_file(file: Path) -> bytes:
    """The bytes of a file that the command names. Raises `NotFound`."""
    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    return file.read_bytes()


def settings_of_environment(**given: Any) -> Settings:
    """The settings, `given` ones before the environment's.

    A variable that holds no value of its setting is wrong use (exit status 2).
    """
    from pydantic import ValidationError  # noqa: PLC0415  heavy

    from vetcontrol.settings import Settings  # noqa: PLC0415  heavy

    try:
        return Settings(**given)
    except ValidationError as error:
        for fault in error.errors():
            name = "_".join(str(part) for part in fault["loc"]).upper()
            typer.echo(f"VETCONTROL_{name}: {fault['msg']}", err=True)
        raise typer.Exit(2) from error


@contextmanager
def the_register(settings: Settings) -> Iterator[Register]:
    """The register of `settings`, its schema current. Raises `Refused` where it is not."""
    from vetcontrol.migrations.run import require_current  # noqa: PLC0415  heavy
    from vetcontrol.schema import open_register  # noqa: PLC0415  heavy

    require_current(settings.database_url)
    register = open_register(settings)
    try:
        yield register
    finally:
        register.close()
