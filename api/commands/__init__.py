"""Commands for operators and tools, one file for each noun.

A file makes one `typer.Typer()` called `app` (or, for a verb without a noun, one function), and
`api.cli` registers it. Heavy imports stand inside the command, so that `--help` is quick. A
command calls one service and tells its answer:

    app = typer.Typer(help="The register's database.", no_args_is_help=True)

    @app.command()
    def check(as_json: AsJson = False) -> None:
        \"\"\"Hold the schema against the models.\"\"\"
        from vetcontrol.migrations import run                       # heavy: inside

        tell(as_json, {"step": run.current(...)}, "The schema is at step ...")

What refuses raises: `api.cli` tells the sentence (with `--json` as problem details) and exits
with 1. Wrong use exits with 2 by typer itself.
"""
