"""`vetcontrol` on the command line: the same services as the pages and the API.

Exit status 0: done. 1: refused; the answer says why and what would satisfy it. 2: wrong use.
"""

from __future__ import annotations

import typer

from api.commands import (
    audit,
    bench,
    db,
    demo,
    doctor,
    import_,
    keys,
    law,
    officers,
    radius,
    redact,
    serve,
    verify,
)
from api.commands.telling import Telling

app = typer.Typer(
    cls=Telling,
    help="Animal-disease control on the map: the register, its law and its tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(serve.serve)
app.command()(demo.demo)
app.command()(bench.bench)
app.command()(doctor.doctor)
app.command()(doctor.backup)
app.command()(radius.radius)
app.command()(verify.verify)
app.command()(redact.redact)
app.add_typer(audit.app, name="audit")
app.add_typer(db.app, name="db")
app.add_typer(officers.app, name="officers")
app.add_typer(import_.app, name="import")
app.add_typer(keys.app, name="keys")
app.add_typer(law.app, name="law")
