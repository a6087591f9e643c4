"""The form of a grant: a licence's terms as the page shows them, and what was made otherwise.

A field left as it was changes nothing, and neither does a line of a list: the page shows minutes,
positions to six decimals and each tag or condition on one line, where what was asked for may be
more exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from shapely.geometry import Point

from api.forms import Filled
from api.pages import consignment_form as asking
from api.pages import given
from api.pages.tags import apart
from vetcontrol.clock import IST
from vetcontrol.errors import Malformed
from vetcontrol.movement.consignment import Consignment, Line
from vetcontrol.register.register import Reading

T = TypeVar("T")
CALLED: Mapping[str, str] = {
    "valid_from": "from when",
    "valid_to": "until when",
    "lines": "parts, feed, bedding, other things",
    "tags": "animals by tag",
    "counts": "animals by number",
    "route": "route",
    "corridor_m": "how far the route may be left",
    "vehicle": "vehicle",
    "person_in_charge": "person in charge",
    "journeys": "number of journeys",
    "conditions": "further conditions",
}
"""What a sentence calls each term."""


def filled(of: Consignment, person_in_charge: str) -> dict[str, str]:
    """The fields of the form; `person_in_charge` as the officer may read it."""
    numbers = {
        f"count_{field}": str(of.counts[name])
        for field, name in asking.species_asked(of).items()
        if name in of.counts
    }
    things = {
        name: "\n".join(_written(line) for line in of.lines if line.item == name)
        for name, _, _ in asking.THINGS
    }
    return {
        "valid_from": _hour(of.valid_from),
        "valid_to": _hour(of.valid_to),
        "tags": "\n".join(map(flat, of.tags)),
        "route": "" if of.route is None else "\n".join(map(asking.pair, of.route.coords)),
        "corridor_m": "" if of.corridor_m is None else f"{of.corridor_m:g}",
        "vehicle": flat(of.vehicle),
        "person_in_charge": flat(person_in_charge),
        "journeys": str(of.journeys),
        "conditions": "\n".join(map(flat, of.conditions)),
        **numbers,
        **things,
    }


def changes(reading: Reading, form: Filled, asked: Consignment, person: str) -> dict[str, Any]:
    """The terms that the form makes otherwise than `asked`, by field of `Consignment`; `person` as
    the page showed who is in charge. Raises `Malformed` naming the field."""
    shown = filled(asked, person)

    def left(*fields: str) -> bool:
        return all(_rows(form.text(name)) == _rows(shown.get(name, "")) for name in fields)

    told: dict[str, Any] = {}
    for name, (fields, read) in _terms(asked).items():
        if not left(*fields):
            told[name] = read(reading, form, asked)
    if not left("route", "corridor_m"):
        way = told.get("route", asked.route)
        if way is None:
            told["corridor_m"] = None
        elif asked.corridor_m is None or not left("corridor_m"):
            told["corridor_m"] = asking.corridor(form)
    told = {name: value for name, value in told.items() if value != getattr(asked, name)}
    wanted = replace(asked, **told)
    if wanted.valid_to <= wanted.valid_from:
        raise Malformed.field("valid_to", asking.BACKWARDS)
    asking.require_something(wanted)
    return told


def flat(text: str) -> str:
    """`text` on one line, as a control of one line holds it."""
    return " ".join(text.split())


def _rows(text: str) -> list[str]:
    return [flat(line) for line in asking.each(text)]


def _hour(moment: datetime) -> str:
    return moment.astimezone(IST).strftime("%Y-%m-%dT%H:%M")


def _written(line: Line) -> str:
    what, quantity = flat(line.what), flat(line.quantity)
    # The last semicolon parts the two, also where nothing follows it.
    return f"{what}; {quantity}" if quantity else f"{what};" if ";" in what else what


class _Left(Generic[T]):
    """The values behind the lines that a field showed, each given back once for its line."""

    def __init__(self, lines: Sequence[str], values: Sequence[T]) -> None:
        self._left = list(zip(lines, values, strict=True))

    def take(self, line: str) -> list[T]:
        """The value of a line that stands as it was shown, alone; none for any other."""
        for at, (shown, value) in enumerate(self._left):
            if shown == flat(line):
                del self._left[at]
                return [value]
        return []


Read = Callable[[Reading, Filled, Consignment], Any]


def _terms(asked: Consignment) -> Mapping[str, tuple[Sequence[str], Read]]:
    """By term, the fields that say it and what reads them where one was changed; the corridor,
    which hangs on the route, apart."""
    counted = [f"count_{field}" for field in asking.species_asked(asked)]
    return {
        "valid_from": (
            ("valid_from",),
            lambda r, form, _: given.moment(form.text("valid_from"), "valid_from") or r.now,
        ),
        "valid_to": (("valid_to",), lambda _r, form, _: asking.until(form)),
        "lines": ([name for name, _, _ in asking.THINGS], _lines),
        "tags": (("tags",), _tags),
        "counts": (counted, lambda _r, form, of: asking.counts(form, of)),
        "route": (("route",), _route),
        "vehicle": (("vehicle",), lambda _r, form, _: form.text("vehicle")),
        "person_in_charge": (
            ("person_in_charge",),
            lambda _r, form, _: form.text("person_in_charge"),
        ),
        "journeys": (("journeys",), lambda _r, form, _: asking.journeys(form)),
        "conditions": (("conditions",), _conditions),
    }


def _tags(_reading: Reading, form: Filled, of: Consignment) -> tuple[str, ...]:
    left = _Left([flat(tag) for tag in of.tags], of.tags)
    rows = asking.each(form.text("tags"))
    return tuple(tag for row in rows for tag in left.take(row) or apart(row, of.tags))


def _conditions(_reading: Reading, form: Filled, of: Consignment) -> tuple[str, ...]:
    left = _Left([flat(one) for one in of.conditions], of.conditions)
    rows = asking.each(form.text("conditions"))
    return tuple(one for row in rows for one in left.take(row) or [row])


def _lines(_reading: Reading, form: Filled, of: Consignment) -> tuple[Line, ...]:
    found: list[Line] = []
    for name, _, _ in asking.THINGS:
        asked = [line for line in of.lines if line.item == name]
        left = _Left([_written(line) for line in asked], asked)
        for row in asking.each(form.text(name)):
            found += left.take(row) or [asking.line(name, row)]
    return tuple(found)


def _route(reading: Reading, form: Filled, of: Consignment) -> Any:
    corners = [] if of.route is None else list(of.route.coords)
    left = _Left([asking.pair(at) for at in corners], [Point(at) for at in corners])
    rows = asking.each(form.text("route"))
    return asking.joined(
        [at for row in rows for at in left.take(row) or [given.point(reading, row, "route")]]
    )
