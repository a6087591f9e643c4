"""Bodies of the gazette desk, of the register of officers, of premises and of corrections."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from api.bodies.acts import VillageIds
from api.bodies.parts import Code, GazetteBody, Geometry, Heads, Id, Keepers, Short, Words
from api.fields import Body, Day, Latitude, Longitude, Metres, Moment


class PremisesBody(Body):
    """A holding or other place where animals are kept."""

    name: Code
    kind: Code
    geometry: Geometry = None
    manager: Code = "private"
    temporary_use: Code | None = None
    keepers: Keepers = ()
    animals: Annotated[dict[Code, Heads], Field(max_length=100, default_factory=dict)]
    accuracy_m: Metres | None = None
    village: Code | None = None


class AppointmentBody(Body):
    """An appointment (section 3): its area is a feature of the register or an outline of its own,
    known to `accuracy_m`; with `acting_for`, what is left out is taken from that appointment."""

    officer: Code
    role: Code
    from_at: Moment
    to_at: Moment | None = None
    office_title: Short = ""
    area_feature: Code | None = None
    geometry: Geometry = None
    accuracy_m: Metres = 0.0
    area_name: Short = ""
    purposes: Annotated[tuple[Code, ...], Field(max_length=100)] = ()
    gazette: GazetteBody | None = None
    acting_for: Code | None = None


class EndBody(Body):
    """Why an appointment or delegation ends, and when; by default now."""

    reason: Words
    at: Moment | None = None


class OrderReferenceBody(Body):
    """A reference to an order of the Government."""

    number: Code
    date: Day


class ConditionsBody(Body):
    """What a delegation is limited to: diseases by code, areas of at most so many square metres."""

    diseases: Annotated[tuple[Code, ...], Field(max_length=100)] | None = None
    max_area_m2: Annotated[float, Field(gt=0, lt=1e13, allow_inf_nan=False)] | None = None


class DelegationBody(Body):
    """A delegation of section 13 powers (clause ids) to the Collector of a district (13(7))."""

    district: Code
    powers: Annotated[tuple[Code, ...], Field(max_length=50)]
    from_at: Moment
    until: Moment | None = None
    order_reference: OrderReferenceBody
    conditions: ConditionsBody = ConditionsBody()


class DiseaseBody(Body):
    """A disease added to the Schedule by gazette (section 38)."""

    code: Code
    name: Code
    from_date: Day
    gazette: GazetteBody


class CommencementBody(Body):
    """A notification under section 1(3); no disease means every scheduled disease."""

    operation: Code = "commence"
    provisions: Annotated[tuple[Code, ...], Field(max_length=100)]
    diseases: Annotated[tuple[Code, ...], Field(max_length=100)] = ()
    area_ids: Annotated[tuple[Code, ...], Field(max_length=1_000)]
    from_date: Day
    gazette: GazetteBody


class PublicationBody(Body):
    """Where and when a notification was published, and from when it has effect."""

    gazette_series: Code
    gazette_number: Code
    published_on: Day
    published_at: Moment | None = None
    effective_at: Moment | None = None


class AmendmentBody(Body):
    """The whole new limits of an infected area, by boundary or by villages (section 13(3))."""

    reason: Words
    geometry: Geometry = None
    village_ids: VillageIds = ()
    report_number: Short = ""
    position_reason: Words = ""


class RescissionBody(Body):
    """Why an infected area is rescinded (section 13(3))."""

    reason: Words
    report_number: Short = ""
    position_reason: Words = ""


class ExhibitionBody(Body):
    """Where a copy of a notification was exhibited, and in which language (section 13(5))."""

    longitude: Longitude
    latitude: Latitude
    language: Code
    place: Words
    exhibited_at: Moment | None = None
    position_reason: Words = ""


class PremisesCorrectionBody(Body):
    """Restates fields of the record of one place that were wrong."""

    reason: Words
    restated: dict[str, Any]


class CorrectionBody(Body):
    """Strikes an earlier entry; `restated` holds the fields of its content that were wrong."""

    seq: Id | None = None
    number: Code | None = None
    reason: Words
    restated: dict[str, Any] | None = None
