"""The fields of an entry that a correction may restate: as text in a form, and read back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.pages import given
from gis.errors import GeodesyError
from gis.formats import load_json
from gis.geojson import parse_geojson
from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import IST, in_words
from vetcontrol.errors import Malformed
from vetcontrol.register.entries import Entry, Kind

LABELS = {
    "accuracy_m": "Accuracy, in metres",
    "animals": "Animals, like cattle=3, goat=2",
    "diseases": "Diseases by code, parted by commas",
    "effective_at": "In force from (Indian time)",
    "ended_at": "Ended (Indian time)",
    "examined_at": "Examined (Indian time)",
    "from_date": "From which day",
    "gazette": "Gazette: series; number; day",
    "geometry": "Outline as GeoJSON",
    "hour_stated": "The gazette states an hour: yes or no",
    "premises_ids": "Premises by number, parted by commas",
    "provisions": "Sections, parted by commas",
    "published_at": "Published (Indian time)",
    "served_at": "Served (Indian time)",
    "signed_at": "Signed (Indian time)",
    "to_date": "Until which day",
}
_ITEM = re.compile(r"\s*([^=:]+?)\s*[=:]\s*([0-9]{1,8})\s*")


@dataclass(frozen=True)
class Restatable:
    """One field: its name in the content, what it says now, and that as text of the form."""

    name: str
    value: Any
    text: str

    @property
    def field(self) -> str:
        """The field of the form."""
        return f"restated_{self.name}"

    @property
    def label(self) -> str:
        """What the form calls it."""
        label = LABELS.get(self.name, self.name.replace("_", " ").capitalize())
        return f"{label} (blank leaves it as it is)" if _is_sealed(self.value) else label

    @property
    def control(self) -> str:
        """How it is filled in: `moment`, `day`, `long` or `line`."""
        if self.name.endswith("_at"):
            return "moment"
        if self.name.endswith("_date"):
            return "day"
        is_long = self.name == "geometry" or len(self.text) > 60
        return "long" if is_long or self.name in ("grounds", "findings", "reasons") else "line"

    def told(self) -> str:
        """What it says now, in words."""
        return self.told_of(self.value)

    def told_of(self, value: Any) -> str:
        """Another value of it, in words."""
        if value is None:
            return "nothing"
        if _is_sealed(value):
            return "personal text, kept apart"
        if self.name.endswith("_at"):
            return in_words(instant(value))
        if self.name == "geometry":
            return f"an outline ({value['type']})"
        return _text(self.name, value)


def fields_of(kind: Kind, entry: Entry) -> list[Restatable]:
    """The restatable fields of an entry as it stands in the log."""
    found = []
    for name in sorted(kind.restatable):
        value = entry.content.get(name)
        if name == "premises_ids":
            value = [one["premises_id"] for one in entry.content.get("premises", ())]
        blank = value is None or _is_sealed(value)
        found.append(Restatable(name, value, "" if blank else _text(name, value)))
    return found


def read(field: Restatable, text: str) -> Any:
    """The value that the form's text means. Raises `Malformed` naming the form's field."""
    if not text and not isinstance(field.value, str):
        return None
    name = field.name
    if name.endswith("_at"):
        found = given.moment(text, field.field)
        return None if found is None else instant_text(found)
    if name.endswith("_date"):
        return given.day(text, field.field).isoformat()
    reader = _READERS.get(name)
    return text if reader is None else reader(text, field.field)


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"personal"}


def _text(name: str, value: Any) -> str:
    if name.endswith("_at"):
        local: datetime = instant(value).astimezone(IST)
        return local.strftime("%Y-%m-%dT%H:%M")
    if name == "gazette":
        return "; ".join((value["series"], value["number"], value["date"]))
    if name == "geometry":
        return json.dumps(value)
    if name == "animals":
        return ", ".join(f"{key}={count}" for key, count in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    if name == "hour_stated":
        value = "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _geometry(text: str, field: str) -> Any:
    try:
        loaded = load_json(text)
        parse_geojson(loaded)
    except GeodesyError as error:
        raise Malformed.field(field, str(error)) from error
    return loaded


def _words(text: str, _field: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _ids(text: str, field: str) -> list[int]:
    found = []
    for part in _words(text, field):
        number = given.whole_number(part, field)
        assert number is not None
        found.append(number)
    return found


def _gazette(text: str, field: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(";")]
    if len(parts) != 3 or not all(parts):
        raise Malformed.field(field, "is series; number; day, like Series I; 42; 2027-01-06")
    return {
        "series": parts[0],
        "number": parts[1],
        "date": given.day(parts[2], field).isoformat(),
    }


def _animals(text: str, field: str) -> dict[str, int]:
    counts = {}
    for part in _words(text, field):
        item = _ITEM.fullmatch(part)
        if item is None:
            raise Malformed.field(field, f"{part[:40]!r} is no count; write cattle=3, goat=2")
        counts[item[1]] = int(item[2])
    return counts


def _yes(text: str, field: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise Malformed.field(field, "is yes or no")
    return text.lower() == "yes"


def _metres(text: str, field: str) -> float:
    return given.number(text, field, "metres")


_READERS = {
    "accuracy_m": _metres,
    "animals": _animals,
    "diseases": _words,
    "gazette": _gazette,
    "geometry": _geometry,
    "hour_stated": _yes,
    "premises_ids": _ids,
    "provisions": _words,
}
