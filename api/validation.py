"""What the framework finds wrong with a request, in words that name field, reason and remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vetcontrol.errors import FieldError

_PLACES = {"body", "query", "path", "header", "cookie"}
# Pydantic's own words do for the rest; these lack the remedy or speak of Python.
_WORDS = {
    "missing": "is missing; give it",
    "extra_forbidden": "is not a field of this request; correct its name or leave it out",
    "json_invalid": "is not JSON; correct it near character {place}",
    "string_too_short": "must not be blank",
    "string_pattern_mismatch": "must not be blank and may hold no NUL character",
    "finite_number": "must be a finite number",
    "bool_parsing": "must be true or false",
    "model_attributes_type": "must be a JSON object; send it with Content-Type: application/json",
}


def field_errors(found: Iterable[Mapping[str, Any]]) -> tuple[FieldError, ...]:
    """One `FieldError` for each fault, named by its path (`geometry.coordinates.0`)."""
    return tuple(FieldError(_name(e), _message(e)) for e in found)


def _name(error: Mapping[str, Any]) -> str:
    where = tuple(error["loc"])
    if error["type"] == "json_invalid":
        return "body"
    inner = where[1:] if where and where[0] in _PLACES else where
    return ".".join(str(part) for part in inner) or str(where[0])


def _message(error: Mapping[str, Any]) -> str:
    kind = str(error["type"])
    if kind in _WORDS:
        return _WORDS[kind].format(place=error["loc"][-1])
    words = str(error["msg"]).removeprefix("Value error, ")
    for opening in ("Input should ", "String should ", "List should "):
        if words.startswith(opening):
            return f"must {words.removeprefix(opening)}"
    return words[:1].lower() + words[1:]
