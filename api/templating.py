"""How pages are rendered: Jinja with escaping always on and no undefined name let pass."""

from __future__ import annotations

import hashlib
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from api.form_marks import new_form_id
from vetcontrol import statutes
from vetcontrol.clock import IST, day_of, in_words
from vetcontrol.documents.wording import shown

HERE = Path(__file__).resolve().parent
STATIC = HERE / "static"


def number_in_path(number: str) -> str:
    """An instrument's number as it stands in an address: `IP/2026/000012` as `IP-2026-000012`."""
    return quote(number.replace("/", "-"), safe="")


def day_in_words(day: date | datetime) -> str:
    """A day, or the Indian day of an instant, as an office writes it: `1 January 2027`."""
    written = day_of(day) if isinstance(day, datetime) else day
    return f"{written.day} {written:%B %Y}"


def day_from_text(text: str) -> str:
    """The day that a field holds as text, in words with its weekday; empty when it is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return ""
    return f"{day:%A} {day_in_words(day)}"


def iso(moment: date | datetime) -> str:
    """For the machine beside the words: an instant with the Indian offset, or a day."""
    if isinstance(moment, datetime):
        return moment.astimezone(IST).isoformat(timespec="seconds")
    return moment.isoformat()


def cite(clause_id: str) -> str:
    """The clause as an instrument cites it; an id that no statute here has stands as it is."""
    known = clause_id in statutes.clauses() or clause_id in statutes.cited()
    return statutes.cite(clause_id) if known else clause_id


def visible(value: Any) -> Any:
    """People's text as a page says it: invisible and direction-changing characters made visible."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return shown(value.replace("\r\n", "\n"))
    return value


def exact(value: Any) -> Markup:
    """What a control of a form holds: every character as it was typed, for it is sent again."""
    return escape(value)


@cache
def static(path: str) -> str:
    """The address of a file under api/static, with its digest, so that it may be kept for long.

    Raises FileNotFoundError for a file that is not there.
    """
    content = (STATIC / path).read_bytes()
    return f"/static/{path}?v={hashlib.sha256(content).hexdigest()[:12]}"


@cache
def environment() -> Environment:
    """The one environment of the pages."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    made.filters.update(
        cite=cite,
        day=day_in_words,
        day_from_text=day_from_text,
        exact=exact,
        iso=iso,
        moment=in_words,
        number_in_path=number_in_path,
        visible=visible,
    )
    made.globals["static"] = static
    made.globals["new_form_id"] = new_form_id
    return made


def render(template: str, **context: Any) -> str:
    """The template filled with `context`. Raises jinja2.UndefinedError for a name not given."""
    return environment().get_template(template).render(context)
