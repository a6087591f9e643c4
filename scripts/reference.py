"""Write the reference pages under docs/ from the program itself: settings, commands, addresses.

`--check` writes nothing and exits 1 where a page is not what it would write.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from pydantic_core import PydanticUndefined

DOCS = Path(__file__).resolve().parents[1] / "docs"
MADE = "Written by `make reference` from the program; edit there, not here."


def settings_page() -> str:
    """Every setting with its variable, default and meaning."""
    from vetcontrol.settings import Settings  # noqa: PLC0415

    lines = ["# Settings", "", MADE, "", "| variable | default | meaning |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default is PydanticUndefined else str(field.default)
        shown = f"`{default}`" if default else "none"
        lines.append(f"| `VETCONTROL_{name.upper()}` | {shown} | {field.description} |")
    return "\n".join(lines) + "\n"


def root_command() -> Any:
    """The root of all commands."""
    from api.cli import app  # noqa: PLC0415

    return typer.main.get_command(app)


def commands_page() -> str:
    """Every command with its arguments, options and help."""
    lines = [
        "# Commands",
        "",
        MADE,
        "",
        "Exit status 0: done. 1: refused; the answer says why. 2: wrong use.",
    ]
    for path, command in _commands(root_command(), ()):
        lines += ["", f"## `vetcontrol {' '.join(path)}`", "", (command.help or "").strip(), ""]
        for parameter in command.params:
            names = ", ".join((*parameter.opts, *parameter.secondary_opts))
            if "--help" not in names:
                shown = names if names.startswith("-") else str(parameter.name).upper()
                lines.append(f"- `{shown}` {parameter.help or ''}".rstrip())
    return "\n".join(lines).rstrip() + "\n"


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    below = getattr(command, "commands", None)
    if below is None:
        yield path, command
        return
    for name in sorted(below):
        yield from _commands(below[name], (*path, name))


def addresses_page() -> str:
    """Every page and call with the first line of what it does."""
    from fastapi.routing import APIRoute, iter_route_contexts  # noqa: PLC0415

    from api.app import create_app  # noqa: PLC0415
    from vetcontrol.settings import Settings  # noqa: PLC0415

    app = create_app(Settings(database_url="sqlite:///nowhere.sqlite"))
    found: dict[str, list[tuple[str, str, str]]] = {"Calls": [], "Pages": []}
    for context in iter_route_contexts(app.routes):
        route, path = context.original_route, str(context.path)
        if isinstance(route, APIRoute):
            words = (route.description or route.summary or route.name).strip().splitlines()[0]
            part = "Calls" if path.startswith("/api/") else "Pages"
            found[part].append((path, ", ".join(sorted(context.methods or ())), words))
    lines = ["# Addresses", "", MADE, "", "The calls' contract in full is `/api/openapi.json`."]
    for part, rows in found.items():
        lines += ["", f"## {part}", "", "| address | method | what |", "| --- | --- | --- |"]
        lines += [f"| `{path}` | {methods} | {words} |" for path, methods, words in sorted(rows)]
    return "\n".join(lines) + "\n"


PAGES = {
    "settings.md": settings_page,
    "commands.md": commands_page,
    "addresses.md": addresses_page,
}


def main() -> int:
    """Write the pages, or with `--check` name those that are not true."""
    stale = []
    for name, make in PAGES.items():
        path, text = DOCS / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.stderr.write(f"Not true any more: {', '.join(stale)}. Run: make reference\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
