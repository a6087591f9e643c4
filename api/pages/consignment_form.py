"""What is to be removed, from where to where: the part of a form that a licence is asked for by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from shapely.geometry import LineString, Point

from api.forms import Filled
from api.pages import given
from api.pages.licence_fields import accuracy, one_of
from api.pages.tags import apart
from api.pages.written import species_words
from gis.errors import GeodesyError
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
BACKWARDS = "is not after the moment from which; give a later one"


def species_asked(of: Consignment | None) -> dict[str, str]:
    """By the end of its field's name, each species that a form asks the number of: those of the
    catalogue, and of a licence every other that it counts."""
    others = () if of is None else sorted(set(of.counts) - set(SPECIES))
    return {name: name for name in SPECIES} | {
        f"other_{at}": name for at, name in enumerate(others, 1)
    }


def choices(of: Consignment | None = None) -> dict[str, Any]:
    """What the form offers to choose from; of a licence also the species that it alone counts."""
    species = [(field, species_words(name)) for field, name in species_asked(of).items()]
    return {
        "modes": MODES,
        "shown": SHOWN,
        "things": THINGS,
        "kinds": [(name, words) for name, words, _ in THINGS],
        "usual": [one for one in species if one[0] in USUAL],
        "others": [one for one in species if one[0] not in USUAL],
    }


def read(reading: Reading, form: Filled) -> Consignment:
    """The consignment that a form describes. Raises `Malformed` naming the field."""
    begins = given.moment(form.text("valid_from"), "valid_from") or reading.now
    ends = until(form)
    if ends <= begins:
        raise Malformed.field("valid_to", BACKWARDS)
    way = route(reading, form)
    told = Consignment(
        origin=_end(reading, form, ENDS[0], begins),
        destination=_end(reading, form, ENDS[1], begins),
        valid_from=begins,
        valid_to=ends,
        mode=Mode(one_of(form, "mode", MODES)),
        lines=tuple(lines(form)),
        tags=tuple(apart(form.text("tags"))),
        counts=counts(form),
        dead=form.text("dead") == "yes",
        shown=Shown(one_of(form, "shown", SHOWN)),
        finding=form.text("finding"),
        route=way,
        corridor_m=None if way is None else corridor(form),
        vehicle=form.text("vehicle"),
        carried_by=form.text("consignment"),
        person_in_charge=form.text("person_in_charge"),
        origin_words=form.text("origin_words"),
        destination_words=form.text("destination_words"),
        journeys=journeys(form),
        conditions=tuple(each(form.text("conditions"))),
    )
    require_something(told)
    return told


def require_something(told: Consignment) -> None:
    """Raises `Malformed` where nothing is removed."""
    if not (told.tags or told.counts or told.lines):
        raise Malformed.field(
            "tags", "is blank, and so is all else; say what is removed: animals, or things"
        )


def until(form: Filled) -> datetime:
    """When the time of a removal ends. Raises `Malformed`."""
    ends = given.moment(form.text("valid_to"), "valid_to")
    if ends is None:
        raise Malformed.field("valid_to", "is blank; say until when the removal may be made")
    return ends


def journeys(form: Filled) -> int:
    """How many journeys; one where it is blank. Raises `Malformed`."""
    return given.count(form.text("journeys") or "1", "journeys")


def each(text: str) -> list[str]:
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
    return [line(name, text) for name, _, _ in THINGS for text in each(form.text(name))]


def line(name: str, text: str) -> Line:
    """What one line of the field `name` says, how much after its last semicolon.

    Raises `Malformed`.
    """
    what, _, quantity = (part.strip() for part in text.rpartition(";"))
    if not quantity or ";" not in text:
        what, quantity = text.rstrip("; "), ""
    if not what or max(len(what), len(quantity)) > LONGEST_NAME:
        raise Malformed.field(
            name, f"say on each line what it is, in at most {LONGEST_NAME} characters"
        )
    return Line(Item(name), what, quantity)


def counts(form: Filled, of: Consignment | None = None) -> dict[str, int]:
    """Head counts by species, those that are given; `of` as for `choices`. Raises `Malformed`."""
    numbers = {
        name: given.count(form.text(f"count_{field}"), f"count_{field}")
        for field, name in species_asked(of).items()
    }
    return {name: number for name, number in numbers.items() if number}


def route(reading: Reading, form: Filled) -> LineString | None:
    """The route, one position on each line; None where it is blank. Raises `Malformed`."""
    return joined([given.point(reading, place, "route") for place in each(form.text("route"))])


def joined(points: Sequence[Point]) -> LineString | None:
    """The route through `points`. Raises `Malformed` for a single one."""
    if len(points) == 1:
        raise Malformed.field("route", "has one position; give two or more, one on each line")
    return LineString(points) if points else None


def corridor(form: Filled) -> float:
    """By how many metres the route may be left. Raises `Malformed`."""
    text = form.text("corridor_m")
    if not text:
        raise Malformed.field("corridor_m", "is blank; say by how many metres it may be left")
    return given.number(text, "corridor_m", "metres")


def ends_of(of: Consignment) -> str:
    """Where the way begins and ends, for the map on which a route is drawn."""
    return "\n".join(pair((end.point.x, end.point.y)) for end in (of.origin, of.destination))


def pair(at: Sequence[float]) -> str:
    """A corner as a person types it, latitude first."""
    return f"{at[1]:.6f}, {at[0]:.6f}"
