"""What is to be removed, from where to where: the part of a form that a licence is asked for by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from shapely.geometry import LineString

from api.forms import Filled
from api.pages import given
from api.pages.licence_fields import accuracy, one_of
from api.pages.written import species_words
from gis.errors import GeodesyError
from vetcontrol.clock import IST
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement.consignment import LONGEST_NAME, Consignment, Line, end
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
    if ends <= begins:
        raise Malformed.field("valid_to", "is not after the moment from which; give a later one")
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
    if not (told["tags"] or told["counts"] or told["lines"]):
        raise Malformed.field(
            "tags", "is blank, and so is all else; say what is removed: animals, or things"
        )
    if asked is not None:
        return replace(asked, **told)
    return Consignment(
        origin=_end(reading, form, ENDS[0], begins),
        destination=_end(reading, form, ENDS[1], begins),
        **told,
        mode=Mode(one_of(form, "mode", MODES)),
        dead=form.text("dead") == "yes",
        shown=Shown(one_of(form, "shown", SHOWN)),
        finding=form.text("finding"),
        carried_by=form.text("consignment"),
        origin_words=form.text("origin_words"),
        destination_words=form.text("destination_words"),
    )


def tags(form: Filled) -> list[str]:
    """The tags of the field `tags`, between commas, spaces or lines."""
    return form.text("tags").replace(",", " ").replace(";", " ").split()


def _each(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _end(reading: Reading, form: Filled, name: str, at: datetime) -> End:
    key = given.whole_number(form.text(f"{name}_premises"), f"{name}_premises")
    typed = form.text(f"{name}_position")
    known_to = accuracy(form, f"{name}_accuracy_m")
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
            accuracy_m=known_to,
            at=at,
        )
    except NotFound as unknown:
        raise Malformed.field(f"{name}_premises", unknown.detail) from unknown
    except GeodesyError as far:
        raise Malformed.field(f"{name}_position", str(far)) from far


def lines(form: Filled) -> list[Line]:
    """Parts, feed, bedding and other things, one on each line of their field: what; how much.

    Raises `Malformed`.
    """
    found = []
    for name, _, _ in THINGS:
        for text in _each(form.text(name)):
            what, quantity = (part.strip() for part in (text + ";").split(";", 1))
            line = Line(Item(name), what, quantity.rstrip("; "))
            if not what or max(len(what), len(line.quantity)) > LONGEST_NAME:
                raise Malformed.field(
                    name, f"say on each line what it is, in at most {LONGEST_NAME} characters"
                )
            found.append(line)
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


def filled(of: Consignment, person_in_charge: str) -> dict[str, str]:
    """The fields of the form in which a consignment is changed as it is granted;
    `person_in_charge` as the officer may read it."""
    things = {
        name: "\n".join(
            f"{line.what}; {line.quantity}".rstrip("; ") for line in of.lines if line.item == name
        )
        for name, _, _ in THINGS
    }
    return {
        "valid_from": _hour(of.valid_from),
        "valid_to": _hour(of.valid_to),
        "tags": "\n".join(of.tags),
        "route": "" if of.route is None else "\n".join(_pair(at) for at in of.route.coords),
        "corridor_m": "" if of.corridor_m is None else f"{of.corridor_m:g}",
        "vehicle": of.vehicle,
        "person_in_charge": person_in_charge,
        "journeys": str(of.journeys),
        "conditions": "\n".join(of.conditions),
        **{f"count_{name}": str(number) for name, number in of.counts.items()},
        **things,
    }


CHANGED_BY: Mapping[str, tuple[str, ...]] = {
    "valid_from": ("valid_from",),
    "valid_to": ("valid_to",),
    "lines": tuple(name for name, _, _ in THINGS),
    "tags": ("tags",),
    "counts": tuple(f"count_{name}" for name in SPECIES),
    "route": ("route",),
    "corridor_m": ("corridor_m", "route"),
    "vehicle": ("vehicle",),
    "person_in_charge": ("person_in_charge",),
    "journeys": ("journeys",),
    "conditions": ("conditions",),
}
"""By what a grant may set otherwise, the fields that say it."""


def changed(
    form: Filled, shown: Mapping[str, str], asked: Consignment, wanted: Consignment
) -> set[str]:
    """What the form says otherwise than it was `shown`.

    A field left as it was changes nothing: it shows minutes, and positions to six decimals, where
    what was asked for may be more exact; and personal words that the officer may not read.
    """
    return {
        name
        for name, fields in CHANGED_BY.items()
        if any(_each(form.text(field)) != _each(shown.get(field, "")) for field in fields)
        and getattr(wanted, name) != getattr(asked, name)
    }


def ends_of(of: Consignment) -> str:
    """Where the way begins and ends, for the map on which a route is drawn."""
    return "\n".join(_pair((end.point.x, end.point.y)) for end in (of.origin, of.destination))


def _pair(at: tuple[float, ...]) -> str:
    return f"{at[1]:.6f}, {at[0]:.6f}"


def _hour(moment: datetime) -> str:
    return moment.astimezone(IST).strftime("%Y-%m-%dT%H:%M")
