"""What is to be removed, from where to where: the part of a form that a licence is asked for by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from shapely.geometry import LineString

from api.forms import Filled
from api.pages import given
from api.pages.written import species_words
from gis.coordinates import describe
from vetcontrol.clock import IST
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement.consignment import Consignment, Line, end
from vetcontrol.movement.lying import End
from vetcontrol.register.register import Reading

MODES = (
    (Mode.ROAD.value, "By road"),
    (Mode.FOOT.value, "On foot"),
    (Mode.WATER.value, "By water"),
    (Mode.RAIL.value, "By rail"),
)
SHOWN = (
    (Shown.NOT_SHOWN.value, "Nobody has found them infective, nor free"),
    (Shown.INFECTIVE.value, "Infective: affected, or lately in contact"),
    (Shown.FREE.value, "Found not infective by the Veterinary Surgeon"),
)
THINGS = (
    (Item.PART.value, "Parts of animals", "Hides; 40"),
    (Item.FEED.value, "Feed", "Hay; 200 kg"),
    (Item.BEDDING.value, "Bedding", "Straw; 2 loads"),
    (Item.THING.value, "Other things used with animals", "Milk cans; 6"),
)
USUAL = ("cattle", "buffalo", "goat", "pig", "poultry")
ENDS = ("origin", "destination")


def choices() -> dict[str, Any]:
    """What the form offers to choose from."""
    species = [(name, species_words(name)) for name in SPECIES]
    return {
        "modes": MODES,
        "shown": SHOWN,
        "things": THINGS,
        "kinds": [(name, words) for name, words, _ in THINGS],
        "usual": [one for one in species if one[0] in USUAL],
        "others": [one for one in species if one[0] not in USUAL],
    }


def read(reading: Reading, form: Filled, asked: Consignment | None = None) -> Consignment:
    """The consignment that a form describes; what a grant does not ask again stands as `asked`.

    Raises `Malformed` naming the field.
    """
    begins = given.moment(form.text("valid_from"), "valid_from") or reading.now
    ends = given.moment(form.text("valid_to"), "valid_to")
    if ends is None:
        raise Malformed.field("valid_to", "is blank; say until when the removal may be made")
    route = _route(reading, form)
    told: dict[str, Any] = {
        "valid_from": begins,
        "valid_to": ends,
        "lines": tuple(lines(form)),
        "tags": tuple(tags(form)),
        "counts": counts(form),
        "route": route,
        "corridor_m": None if route is None else _corridor(form),
        "vehicle": form.text("vehicle"),
        "person_in_charge": form.text("person_in_charge"),
        "journeys": given.count(form.text("journeys") or "1", "journeys"),
        "conditions": tuple(_each(form.text("conditions"))),
    }
    if asked is not None:
        return replace(asked, **told)
    return Consignment(
        origin=_end(reading, form, ENDS[0], begins),
        destination=_end(reading, form, ENDS[1], begins),
        **told,
        mode=Mode(_one_of(form, "mode", MODES)),
        dead=form.text("dead") == "yes",
        shown=Shown(_one_of(form, "shown", SHOWN)),
        finding=form.text("finding"),
        carried_by=form.text("consignment"),
        origin_words=form.text("origin_words"),
        destination_words=form.text("destination_words"),
    )


def tags(form: Filled) -> list[str]:
    """The tags of the field `tags`, between commas, spaces or lines."""
    return form.text("tags").replace(",", " ").replace(";", " ").split()


def _one_of(form: Filled, name: str, options: tuple[tuple[str, str], ...]) -> str:
    value = form.text(name) or options[0][0]
    if value not in {known for known, _ in options}:
        raise Malformed.field(name, "is none of the choices; choose one")
    return value


def _each(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _end(reading: Reading, form: Filled, name: str, at: datetime) -> End:
    key = given.whole_number(form.text(f"{name}_premises"), f"{name}_premises")
    typed = form.text(f"{name}_position")
    accuracy = form.text(f"{name}_accuracy_m")
    if key is None and not typed:
        raise Malformed.field(
            f"{name}_position", "is blank; give its number in the register or its position"
        )
    try:
        return end(
            reading,
            f"{name}_position",
            premises_id=key,
            geometry=given.point(reading, typed, f"{name}_position") if typed else None,
            accuracy_m=given.number(accuracy, f"{name}_accuracy_m", "metres") if accuracy else None,
            at=at,
        )
    except NotFound as unknown:
        raise Malformed.field(f"{name}_premises", unknown.detail) from unknown


def lines(form: Filled) -> list[Line]:
    """Parts, feed, bedding and other things, one on each line of their field: what; how much."""
    found = []
    for name, _, _ in THINGS:
        for text in _each(form.text(name)):
            what, _, quantity = text.partition(";")
            found.append(Line(Item(name), what.strip(), quantity.strip()))
    return found


def counts(form: Filled) -> dict[str, int]:
    """Head counts by species, those that are given. Raises `Malformed`."""
    numbers = {name: given.count(form.text(f"count_{name}"), f"count_{name}") for name in SPECIES}
    return {name: number for name, number in numbers.items() if number}


def _route(reading: Reading, form: Filled) -> LineString | None:
    places = _each(form.text("route"))
    if not places:
        return None
    points = [given.point(reading, place, "route") for place in places]
    if len(points) < 2:
        raise Malformed.field("route", "has one position; give two or more, one on each line")
    return LineString(points)


def _corridor(form: Filled) -> float:
    text = form.text("corridor_m")
    if not text:
        raise Malformed.field("corridor_m", "is blank; say by how many metres it may be left")
    return given.number(text, "corridor_m", "metres")


def filled(of: Consignment, texts: Mapping[str, str]) -> dict[str, str]:
    """The form's fields for a consignment, to be changed as it is granted; `texts` are the personal
    words that the officer may read, by their field."""
    values = {
        "valid_from": _hour(of.valid_from),
        "valid_to": _hour(of.valid_to),
        "mode": of.mode.value,
        "tags": "\n".join(of.tags),
        "dead": "yes" if of.dead else "",
        "shown": of.shown.value,
        "finding": of.finding,
        "route": "" if of.route is None else _places(of.route),
        "corridor_m": "" if of.corridor_m is None else f"{of.corridor_m:g}",
        "vehicle": of.vehicle,
        "consignment": of.carried_by,
        "journeys": str(of.journeys),
        "conditions": "\n".join(of.conditions),
        **{f"count_{name}": str(number) for name, number in of.counts.items()},
    }
    for name, place in zip(ENDS, (of.origin, of.destination), strict=True):
        values[f"{name}_premises"] = "" if place.premises_id is None else str(place.premises_id)
        if place.premises_id is None:
            inside = place.geometry.representative_point()
            values[f"{name}_position"] = describe(inside.x, inside.y, 5)
    for name, _, _ in THINGS:
        each = [f"{x.what}; {x.quantity}".rstrip("; ") for x in of.lines if x.item == name]
        values[name] = "\n".join(each)
    return values | dict(texts)


def _places(route: LineString) -> str:
    return "\n".join(describe(at[0], at[1], 5) for at in route.coords)


def _hour(moment: datetime) -> str:
    return moment.astimezone(IST).strftime("%Y-%m-%dT%H:%M")
