"""Taking a person's name out of the register for good."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.telling import AsJson, settings_of_environment, tell, the_register
from vetcontrol.errors import NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vetcontrol.officers.redacting import Found, Place

WORD = "redact"


def redact(  # noqa: PLR0917  (the options of a command)
    text: Annotated[
        str, typer.Option(help="The words to take out; - reads them from standard input.")
    ],
    by: Annotated[str, typer.Option(help="The administrator by whose hand.")],
    reason: Annotated[
        str, typer.Option(help="On what ground; it stands in the log, without the name.")
    ] = "",
    parts: Annotated[
        bool, typer.Option("--parts", help="Also fields that hold the words among others.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take a name or other personal text out of the register for good.

    With every personal field that is this text go the prints that show it, the files kept with
    it, and drafts. What stands in free words of entries stays, and is told.
    """
    from vetcontrol.officers import redacting  # noqa: PLC0415  heavy
    from vetcontrol.register.entries import Actor  # noqa: PLC0415  heavy

    given = sys.stdin.readline().rstrip("\r\n") if text == "-" else text
    actor = Actor(by)
    with the_register(settings_of_environment()) as register:
        with register.reading() as reading:
            found = redacting.find(reading, actor, given, parts=parts)
        if dry_run:
            tell(as_json, found.as_json() | {"done": False}, in_words(found, "would go"))
            return
        if not found.anything:
            raise NotFound(f"Nothing that can be taken out holds this text.{_stays(found)}")
        if not yes:
            typer.echo(in_words(found, "will go"), err=True)
            if typer.prompt(f"There is no way back. Type {WORD}", err=True) != WORD:
                raise Refused(f"Nothing was taken out: the word was not {WORD}.")
        with register.writing() as writing:
            gone, entry = redacting.redact(writing, actor, given, reason=reason, parts=parts)
        scrubbed = redacting.scrub(register)
    words = in_words(gone, "are gone")
    if not scrubbed:
        words += (
            "\nThe file could not be rewritten while another process used it; what was emptied may"
            " still lie in free pages. Stop the server and run: sqlite3 FILE VACUUM."
        )
    seq = None if entry is None else entry.seq
    tell(as_json, gone.as_json() | {"done": True, "entry": seq, "scrubbed": scrubbed}, words)


def in_words(found: Found, verb: str) -> str:
    """What goes, what holds the text among other words, and where it stays."""
    lines = [
        f"{len(found.digests)} personal fields, {found.prints} prints,"
        f" {len(found.attachments)} attachments, {len(found.drafts)} drafts, {found.answers} kept"
        f" answers and {found.emails} e-mail addresses {verb};"
        f" {len(found.documents)} documents then withhold it."
    ]
    lines += [f"  {number}" for number in found.documents]
    if found.containing:
        lines.append("Personal fields that hold it among other words (--parts takes them too):")
        lines += _lines(found.containing)
    return "\n".join(lines) + _stays(found)


def _stays(found: Found) -> str:
    if not found.written:
        return ""
    head = "\nIt stands in free words, which are part of the record and cannot be taken out:\n"
    return head + "\n".join(_lines(found.written))


def _lines(places: Sequence[Place]) -> list[str]:
    return [f"  entry {p.seq}  {p.kind}  {p.number or ''}".rstrip() for p in places]
