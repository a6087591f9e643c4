"""The fields of an entry that a correction may restate: shown in a form, and read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shapely.geometry.base import BaseGeometry

from api.forms import Filled
from api.pages import given
from api.pages.case_words import MANNERS
from gis import geojson
from gis.coordinates import describe
from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import IST, in_words
from vetcontrol.errors import Malformed
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.register.entries import Entry, Kind
from vetcontrol.register.register import Reading

LABELS = {
    "accuracy_m": "Accuracy, in metres",
    "animals": "Animals, like cattle=3, goat=2",
    "diseases": "Diseases by code, parted by commas",
    "effective_at": "From when it has effect",
    "ended_at": "When it was ended",
    "examined_at": "When it was examined",
    "from_date": "From which day",
    "gazette": "Official Gazette",
    "geometry": "The place",
    "grounds": "Reason to believe",
    "hour_stated": "Whether the gazette states the hour",
    "manner": "How it was delivered",
    "premises_ids": "Premises that stay declared",
    "provisions": "Sections, parted by commas",
    "published_at": "When it was published",
    "served_at": "When it was delivered",
    "signed_at": "When it was signed",
    "to_date": "Until which day",
}
CONTROLS = {
    "gazette": "gazette",
    "geometry": "outline",
    "premises_ids": "ticks",
    "hour_stated": "choice",
    "manner": "choice",
    "accuracy_m": "number",
}
OPTIONS: Mapping[str, Sequence[tuple[str, str]]] = {
    "hour_stated": (("yes", "The gazette states the hour"), ("no", "It states no hour")),
    "manner": MANNERS,
}
LONG = ("grounds", "findings", "reasons", "breach")
_ITEM = re.compile(r"\s*([^=:]+?)\s*[=:]\s*([0-9]{1,8})\s*")


@dataclass(frozen=True)
class Restatable:
    """One field: its name in the content, and what it says now."""

    name: str
    value: Any

    @property
    def field(self) -> str:
        """The field of the form, as the register too calls it in a refusal."""
        return f"restated.{self.name}"

    @property
    def leaves_blank(self) -> bool:
        """Whether the form shows it blank, which leaves it: sealed words, or a drawn place."""
        return _is_sealed(self.value) or self.name == "geometry"

    @property
    def label(self) -> str:
        """What the form calls it."""
        label = LABELS.get(self.name, self.name.replace("_", " ").capitalize())
        return f"{label} (blank leaves it as it is)" if self.leaves_blank else label

    @property
    def is_point(self) -> bool:
        """Whether it is a place that was given as a point, which a typed position restates."""
        return self.name == "geometry" and (self.value or {}).get("type") == "Point"

    @property
    def control(self) -> str:
        """How it is filled in, by the name of what draws it in the template."""
        if self.name.endswith("_at"):
            return "moment"
        if self.name.endswith("_date"):
            return "day"
        if self.name in LONG or len(str(self.value)) > 60:
            return CONTROLS.get(self.name, "long")
        return CONTROLS.get(self.name, "line")

    @property
    def options(self) -> Sequence[tuple[str, str]]:
        """What a choice is made of: pairs of value and words."""
        return OPTIONS.get(self.name, ())

    def filled(self) -> dict[str, str]:
        """The fields of the form as they say what the entry says."""
        if self.control == "gazette":
            return {f"{self.field}_{part}": text for part, text in (self.value or {}).items()}
        return {self.field: _text(self.name, None if self.leaves_blank else self.value)}

    def told(self) -> str:
        """What it says now, in words."""
        return self.told_of(self.value)

    def told_of(self, value: Any) -> str:
        """Another value of it, in words."""
        if value is None or _is_sealed(value):
            return "nothing" if value is None else "personal text, kept apart"
        if self.control == "moment":
            return in_words(instant(value))
        if self.control == "outline":
            is_point = value["type"] == "Point"
            lies = describe(*value["coordinates"][:2]) if is_point else ""
            return lies or f"an outline ({value['type']})"
        if self.control == "gazette":
            return GazetteReference.from_json(value).words
        if self.control == "ticks":
            return f"{len(value)} premises"
        text = _text(self.name, value)
        return dict(self.options).get(text, text)


def fields_of(kind: Kind, entry: Entry) -> list[Restatable]:
    """The restatable fields of an entry as it stands in the log."""
    found = []
    for name in sorted(kind.restatable):
        value = entry.content.get(name)
        if name == "premises_ids":
            value = [one["premises_id"] for one in entry.content["premises"]]
        found.append(Restatable(name, value))
    return found


def restated(reading: Reading, form: Filled, fields: Sequence[Restatable]) -> dict[str, Any]:
    """What the form makes otherwise than the entry says. Raises `Malformed` naming the field."""
    return {one.name: _read(reading, form, one) for one in fields if not _left(form, one)}


def _left(form: Filled, one: Restatable) -> bool:
    """Whether the form leaves a field as the entry has it."""
    if one.control == "ticks":
        return set(form.texts(one.field)) == {str(item) for item in one.value}
    if one.control == "outline":
        given_in = (one.field, f"{one.field}_corners", f"{one.field}_position")
        return not (any(map(form.text, given_in)) or form.upload(f"{one.field}_file"))
    return all(form.text(name).split() == text.split() for name, text in one.filled().items())


def _read(reading: Reading, form: Filled, one: Restatable) -> Any:
    if one.control in _OF_SEVERAL_FIELDS:
        return _OF_SEVERAL_FIELDS[one.control](reading, form, one.field)
    text = form.text(one.field)
    if not text and not isinstance(one.value, str):
        return None
    reader = _READERS.get(one.name) or _READERS.get(one.control)
    return text if reader is None else reader(text, one.field)


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"personal"}


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name.endswith("_at"):
        local: datetime = instant(value).astimezone(IST)
        return local.strftime("%Y-%m-%dT%H:%M")
    if name == "animals":
        return ", ".join(f"{key}={count}" for key, count in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _words(text: str, _field: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _moment(text: str, field: str) -> str | None:
    found = given.moment(text, field)
    return None if found is None else instant_text(found)


def _day(text: str, field: str) -> str:
    return given.day(text, field).isoformat()


def _gazette(_reading: Reading, form: Filled, field: str) -> dict[str, str]:
    return {
        "series": form.text(f"{field}_series"),
        "number": form.text(f"{field}_number"),
        "date": given.day(form.text(f"{field}_date"), f"{field}_date").isoformat(),
    }


def _ids(_reading: Reading, form: Filled, field: str) -> list[int | None]:
    return [given.whole_number(item, field) for item in form.texts(field)]


def _place(reading: Reading, form: Filled, field: str) -> Any:
    """The outline that is given, or the typed position where the form asks for one."""
    shape: BaseGeometry | None = given.outline(reading, form, field)
    typed = form.text(f"{field}_position")
    if typed:
        if shape is not None:
            raise Malformed.field(
                f"{field}_position", "is given beside an outline; clear the one that is not meant"
            )
        shape = given.point(reading, typed, f"{field}_position")
    return None if shape is None else geojson.as_geojson(shape)


def _animals(text: str, field: str) -> dict[str, int]:
    counts = {}
    for part in _words(text, field):
        item = _ITEM.fullmatch(part)
        if item is None:
            raise Malformed.field(field, f"{part[:40]!r} is no count; write cattle=3, goat=2")
        counts[item[1]] = int(item[2])
    return counts


def _yes(text: str, field: str) -> bool:
    return _one_of(text, field, ("yes", "no")) == "yes"


def _manner(text: str, field: str) -> str:
    return _one_of(text, field, [name for name, _ in MANNERS])


def _one_of(text: str, field: str, known: Collection[str]) -> str:
    if text not in known:
        raise Malformed.field(field, "is none of the choices; choose one")
    return text


def _metres(text: str, field: str) -> float:
    return given.number(text, field, "metres")


_OF_SEVERAL_FIELDS: Mapping[str, Callable[[Reading, Filled, str], Any]] = {
    "gazette": _gazette,
    "ticks": _ids,
    "outline": _place,
}
# By the field's name or its control.
_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "accuracy_m": _metres,
    "animals": _animals,
    "day": _day,
    "diseases": _words,
    "hour_stated": _yes,
    "manner": _manner,
    "moment": _moment,
    "provisions": _words,
}
