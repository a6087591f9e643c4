"""Bodies of the acts on an infected place, from the order to the decision (sections 11 and 13)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from pydantic import AfterValidator, Field
from shapely import Point

from api.bodies.parts import Code, Geometry, Heads, Id, Keepers, Short, Words, keepable
from api.fields import Body, Latitude, Longitude, Metres, Moment
from vetcontrol.disease.taken import Device

Radius = Annotated[float, Field(gt=0, le=1e7, allow_inf_nan=False)]
Outcome = Literal["confirm", "cancel"]
VillageIds = Annotated[tuple[Code, ...], Field(max_length=1_000)]


class Signing(TypedDict):
    """What every act of a service takes of its signing."""

    signed_at: datetime | None
    position_reason: str


class ActBody(Body):
    """What every act on a case may carry: `signed_at` of a paper act that is entered later, and
    the ground on which a place nearer to a line than the line is accurate lies on its side."""

    signed_at: Moment | None = None
    position_reason: Words = ""

    def signing(self) -> Signing:
        """Both as the services take them."""
        return {"signed_at": self.signed_at, "position_reason": self.position_reason}


class DeviceBody(Body):
    """Where a device said that it was as the position was taken, and to how many metres."""

    longitude: Longitude
    latitude: Latitude
    accuracy_m: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]

    def device(self) -> Device:
        """The device's position as the services take it."""
        return Device(Point(self.longitude, self.latitude), self.accuracy_m)


class OrderBody(ActBody):
    """The Inspector's order (section 11(1)): the premises, the place, or a part of the premises."""

    disease: Code
    grounds: Words
    premises_id: Id | None = None
    geometry: Geometry = None
    accuracy_m: Metres | None = None
    device: DeviceBody | None = None
    keepers: Keepers = ()


class ExaminedBody(Body):
    """Animals of one species at the place."""

    species: Code
    kept: Heads
    examined: Heads
    affected: Heads = 0
    in_contact: Heads = 0


class ExaminationBody(ActBody):
    """The Veterinary Surgeon's examination and its outcome (section 11(2))."""

    findings: Words
    outcome: Outcome
    animals: Annotated[tuple[ExaminedBody, ...], Field(max_length=100)] = ()
    no_animals_note: Words = ""
    animals_examined: bool = True
    examined_at: Moment | None = None


class RadiusBody(ActBody):
    """The declaration of the premises within the radius (section 11(3))."""

    metres: Radius
    premises_ids: Annotated[tuple[Id, ...], Field(max_length=100_000)] | None = None
    reason: Words = ""


class ReportBody(ActBody):
    """The report to Government (section 11(3))."""

    findings: Words = ""


class DecisionBody(ActBody):
    """The decision of Government or the Collector (section 13(1))."""

    outcome: Outcome
    declarations: Annotated[tuple[Code, ...], Field(max_length=1_000)] | None = None
    geometry: Geometry = None
    village_ids: VillageIds = ()
    modifications: Words = ""
    reasons: Words = ""


class LimitsBody(Body):
    """Limits that are looked at before they are decided: a boundary, or villages."""

    geometry: Geometry = None
    village_ids: VillageIds = ()


class PositionBody(Body):
    """Where the server stood (EPSG:4326, degrees), and who says so."""

    longitude: Longitude
    latitude: Latitude
    accuracy_m: Metres | None = None
    source: Literal["device", "manual"]


Picture = Annotated[
    str,
    Field(max_length=25_000_000, description="JPEG, PNG or WebP in base64, bare or as a data URL"),
]


class ServiceBody(Body):
    """How a copy or notice was delivered, when and to whom, and what is kept of it.

    `served_by` is another than the officer who records. `proof_reason` says why what the manner
    usually leaves behind is wanting, `post_number_reason` why a number whose check digit fails is
    right.
    """

    manner: Code
    served_at: Moment | None = None
    received_by: Short = ""
    served_by: Short = ""
    signature: Picture = ""
    photograph: Picture = ""
    post_number: Annotated[str, Field(max_length=40), AfterValidator(keepable)] = ""
    post_number_reason: Words = ""
    position: PositionBody | None = None
    proof_reason: Words = ""
