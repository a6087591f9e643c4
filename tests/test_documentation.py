"""The documents tell the truth: links lead somewhere, commands exist, references are current."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import reference

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
DECISIONS = sorted((ROOT / "docs/adr").glob("*.md"))
COMMANDS = {" ".join(path) for path, _ in reference._commands(reference.root_command(), ())}


@pytest.mark.parametrize("name", sorted(reference.PAGES))
def test_a_reference_is_what_the_program_says(name: str) -> None:
    """Every setting, command, page and call stands in the reference, word for word."""
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == reference.PAGES[name](), "run: make reference"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    """A relative link names a file that is there."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    missing = [
        link
        for link in links
        if not link.startswith(("http://", "https://")) and not (page.parent / link).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_and_targets_named_exist(page: Path) -> None:
    """`vetcontrol ...` and `make ...` in an indented or fenced line are real."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    wrong = []
    for line in _command_lines(page.read_text(encoding="utf-8")):
        words = shlex.split(line, comments=True)
        while words and "=" in words[0] and not words[0].startswith("-"):
            words.pop(0)
        if not words:
            continue
        if words[0] == "make" and len(words) > 1 and "=" not in words[1]:
            wrong += [line] if words[1] not in targets else []
        elif words[0].endswith("vetcontrol") and len(words) > 1 and words[1] != "--help":
            known = any(" ".join(words[1 : 1 + n]) in COMMANDS for n in (1, 2))
            wrong += [] if known else [line]
    assert wrong == []


def _command_lines(text: str) -> list[str]:
    found = re.findall(
        r"^ {4}((?:[A-Z_]+=\S+ )*(?:make|vetcontrol|\S*/vetcontrol)\b.*)$", text, re.M
    )
    return [line for line in found if line.count('"') % 2 == 0]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda p: p.stem)
def test_a_decision_record_says_what_was_decided_and_why(decision: Path) -> None:
    """Numbered, dated, with a status, a decision, and what follows or what else there was."""
    text = decision.read_text(encoding="utf-8")
    assert re.match(rf"# {int(decision.stem[:4])}\. ", text)
    assert re.search(r"^Status: (accepted|superseded by \d+)", text, re.MULTILINE)
    assert re.search(r"Date: \d{4}-\d{2}-\d{2}\.", text)
    assert "**Decision.**" in text
    assert len(text.splitlines()) < 60


def test_decisions_are_numbered_without_a_gap() -> None:
    """One number each, from 1."""
    numbers = [int(path.stem[:4]) for path in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_table_of_the_house_names_every_package() -> None:
    """Every package has its line in docs/architecture.md."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    packages = [
        path.relative_to(ROOT)
        for path in ROOT.glob("vetcontrol/*/__init__.py")
        if path.parent.name != "migrations"
    ]
    missing = [str(p.parent) for p in packages if f"`{p.parent}/`" not in text]
    assert missing == []
