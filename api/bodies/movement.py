"""Bodies of the acts on the movement of animals and things (sections 14 and 15)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from shapely.geometry import LineString, Point

from api.bodies.acts import ActBody
from api.bodies.parts import Code, Geometry, Heads, Id, Short, Words, read_geometry
from api.fields import Body, Metres, Moment
from vetcontrol.documents.instruments import Removed
from vetcontrol.errors import Malformed
from vetcontrol.law.diseases_of_animals.removal import Item, Mode, Shown
from vetcontrol.movement.consignment import Consignment, Line, end
from vetcontrol.movement.lying import End
from vetcontrol.register.register import Reading
from vetcontrol.settings import Settings

Tags = Annotated[tuple[Code, ...], Field(max_length=1_000)]
Counts = Annotated[dict[Code, Heads], Field(max_length=50)]
Conditions = Annotated[tuple[Words, ...], Field(max_length=50)]
Journeys = Annotated[int, Field(ge=1, le=1_000)]


def read_route(value: Any, settings: Settings) -> LineString | None:
    """The route that was sent. Raises `Malformed` where it is no line, and as `read_geometry`."""
    geometry = read_geometry(value, settings)
    if geometry is None or isinstance(geometry, LineString):
        return geometry
    raise Malformed.field("route", f"is a {geometry.geom_type}; draw one line (LineString)")


def read_point(name: str, value: Any, settings: Settings) -> Point:
    """The point that was sent as `name`. Raises `Malformed` for any other geometry or none."""
    geometry = read_geometry(value, settings)
    if isinstance(geometry, Point):
        return geometry
    raise Malformed.field(name, "is a place on the ground; give a Point")


class PlaceBody(Body):
    """Where a removal begins or ends: premises, or a point or outline, with words for it."""

    premises_id: Id | None = None
    geometry: Geometry = None
    accuracy_m: Metres | None = None
    words: Short = ""

    def end(self, reading: Reading, name: str, settings: Settings) -> End:
        """The end of a journey as the services take it."""
        return end(
            reading,
            name,
            premises_id=self.premises_id,
            geometry=read_geometry(self.geometry, settings),
            accuracy_m=self.accuracy_m,
            at=reading.now,
        )


class ItemBody(Body):
    """A part of an animal, feed, bedding or another thing used with an animal."""

    item: Literal["part", "feed", "bedding", "thing"]
    what: Short
    quantity: Short = ""

    def line(self) -> Line:
        """The item as the services take it."""
        return Line(Item(self.item), self.what, self.quantity)


Items = Annotated[tuple[ItemBody, ...], Field(max_length=50)]


class RemovalBody(Body):
    """What is to be removed: animals by tag or number, other items, from where to where, how and
    when. `consignment` is the reference of a rail consignment; `corridor_m` says by how many
    metres the route may be left; `conditions` are further conditions in words."""

    origin: PlaceBody
    destination: PlaceBody
    valid_from: Moment
    valid_to: Moment
    mode: Mode = Mode.ROAD
    tags: Tags = ()
    counts: Counts = Field(default_factory=dict)
    dead: bool = False
    shown: Shown = Shown.NOT_SHOWN
    finding: Words = ""
    items: Items = ()
    route: Geometry = None
    corridor_m: Metres | None = None
    vehicle: Short = ""
    consignment: Short = ""
    person_in_charge: Short = ""
    journeys: Journeys = 1
    conditions: Conditions = ()

    def removal(self, reading: Reading, settings: Settings) -> Consignment:
        """The removal as the services take it."""
        return Consignment(
            origin=self.origin.end(reading, "origin", settings),
            destination=self.destination.end(reading, "destination", settings),
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            mode=self.mode,
            lines=tuple(item.line() for item in self.items),
            tags=self.tags,
            counts=self.counts,
            dead=self.dead,
            shown=self.shown,
            finding=self.finding,
            route=read_route(self.route, settings),
            corridor_m=self.corridor_m,
            vehicle=self.vehicle,
            carried_by=self.consignment,
            person_in_charge=self.person_in_charge,
            origin_words=self.origin.words,
            destination_words=self.destination.words,
            journeys=self.journeys,
            conditions=self.conditions,
        )


class ApplicationBody(RemovalBody, ActBody):
    """An application for a licence: for which owner, and who asked, how and when."""

    owner: Short
    owner_address: Short = ""
    asked_how: Code = "in_person"
    asked_by: Short = ""
    asked_at: Moment | None = None


class GrantBody(ActBody):
    """The grant: on what conditions, and what it sets otherwise than it was asked for. `reason`
    decides where it needs a decision whether a licence is needed."""

    reason: Words = ""
    conditions: Conditions | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    tags: Tags | None = None
    counts: Counts | None = None
    items: Items | None = None
    route: Geometry = None
    corridor_m: Metres | None = None
    vehicle: Short | None = None
    person_in_charge: Short | None = None
    journeys: Journeys | None = None

    def changes(self, settings: Settings) -> dict[str, Any]:
        """The changes as the service takes them: only what was given."""
        given = {
            name: getattr(self, name)
            for name in (
                "conditions",
                "valid_from",
                "valid_to",
                "tags",
                "counts",
                "corridor_m",
                "vehicle",
                "person_in_charge",
                "journeys",
            )
        }
        given["lines"] = None if self.items is None else tuple(i.line() for i in self.items)
        given["route"] = read_route(self.route, settings)
        return {name: value for name, value in given.items() if value is not None}


class LicenceReasonsBody(ActBody):
    """Why a licence is refused."""

    reasons: Words


class LicenceRevocationBody(LicenceReasonsBody):
    """Why a licence is revoked, and from when; by default from the signing."""

    revoked_at: Moment | None = None


class JourneyBody(Body):
    """A journey to be looked at; `unloadings` are points where a load is taken off rail."""

    origin: PlaceBody
    destination: PlaceBody
    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=6)] = (Item.ANIMAL,)
    shown: Shown = Shown.NOT_SHOWN
    finding: Words = ""
    mode: Mode = Mode.ROAD
    route: Geometry = None
    at: Moment | None = None
    until: Moment | None = None
    consignment: Short = ""
    unloadings: Annotated[tuple[Geometry, ...], Field(max_length=50)] = ()
    known_seq: Annotated[int, Field(ge=0, le=2**53)] | None = None


class CheckBody(Body):
    """What was found on the way. What is left out was not looked at. `animals` are tags;
    `conditions_met` tells of the further conditions in their order whether each is kept; `quantity`
    whether of the items no more is carried than the licence names (`within`) or more (`more`);
    `mode` how it travels."""

    client_id: Code
    number: Code | None = None
    token: Annotated[str, Field(max_length=20_000)] | None = None
    geometry: Geometry
    accuracy_m: Metres | None = None
    at: Moment
    known_seq: Annotated[int, Field(ge=0, le=2**53)] | None = None
    animals: Tags | None = None
    counts: Counts | None = None
    items: Annotated[tuple[Item, ...], Field(max_length=6)] | None = None
    quantity: Literal["within", "more"] | None = None
    vehicle: Short | None = None
    mode: Mode | None = None
    conditions_met: Annotated[tuple[bool | None, ...], Field(max_length=50)] | None = None
    journey: Journeys | None = None


class RemovedBody(Body):
    """Animals by tag or number and other items."""

    tags: Tags = ()
    counts: Counts = Field(default_factory=dict)
    dead: bool = False
    items: Items = ()

    def removed(self) -> Removed:
        """As the papers list them."""
        return Removed(
            self.tags, self.counts, self.dead, [(i.item, i.what, i.quantity) for i in self.items]
        )


class UnloadingBody(RemovedBody):
    """A rail consignment taken off inside an infected place or area (section 14(2), proviso)."""

    consignment: Code
    geometry: Geometry
    unloaded_at: Moment | None = None
    remarks: Words = ""


class ReturnBody(RemovedBody, ActBody):
    """A direction to take back (section 15). `origin` is the feature left, or the number of its
    declaration; `geometry` where it was found; `within` the time by which it must be back."""

    origin: Code
    breach: Words
    within: Moment
    geometry: Geometry
    person: Code = "person_in_charge"
    name: Short = ""
    address: Short = ""
    licence: Short = ""
    removed_at: Moment | None = None


class ReturnedBody(Body):
    """When it was taken back; by default now."""

    returned_at: Moment | None = None
    remarks: Words = ""
