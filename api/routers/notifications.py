"""The gazette desk: drafts, approval by a second person, publication, amendment, rescission."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from shapely import Point
from starlette.responses import Response

from api.acted import answered
from api.answers import JSON, listing
from api.asked import Number
from api.bodies.acts import LimitsBody
from api.bodies.desk import AmendmentBody, ExhibitionBody, PublicationBody, RescissionBody
from api.bodies.parts import read_geometry
from api.deps import CurrentOfficer, OptionalOfficer, Paging, RegisterDep, SettingsDep
from api.once import Done, Once
from api.personal import reader_of
from api.problems import declared
from api.told import acts
from api.told import gazette as told
from api.told import limits as limits_told
from api.told.answers import Acted, LimitsTold, Listed, Told
from gis.errors import TooManyVerticesError
from vetcontrol.disease import limits_preview, serving
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.gazette import issuing, notifications, queries
from vetcontrol.gazette.notifications import change_of
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(
    prefix="/notifications", tags=["gazette"], responses=declared(Malformed, NotSignedIn)
)
ACTS = declared(NoAuthority, NotFound, Refused)
DRAWN = declared(NoAuthority, NotFound, Refused, TooManyVerticesError)
NotificationState = Literal["draft", "approved", "published", "rescinded"]


def _told(writing: Writing, number: str) -> dict[str, object]:
    row = notifications.get(writing.session, number)
    return {
        "number": number,
        "state": row.state,
        "about": row.about,
        "kind": row.kind,
        "case": row.case_number,
    }


@router.get("", response_model=Listed)
def published(
    request: Request,
    officer: OptionalOfficer,
    register: RegisterDep,
    part: Paging,
    state: Annotated[list[NotificationState] | None, Query(description="Only these")] = None,
) -> Response:
    """Notifications, the newest first; drafts are for officers."""
    with register.reading() as reading:
        wanted = list(state or ("draft", "approved", *told.PUBLIC_STATES))
        if officer is None:
            wanted = [one for one in wanted if one in told.PUBLIC_STATES]
        rows, total = queries.listing(
            reading.session, states=wanted, limit=part.limit, offset=part.offset
        )
        items = [told.notification(row, public=officer is None) for row in rows]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, total, **more)


@router.get("/{number}", response_model=Told, responses=declared(NotFound))
def one(number: Number, officer: OptionalOfficer, register: RegisterDep) -> Response:
    """One notification, with what it says."""
    with register.reading() as reading:
        row = notifications.get(reading.session, number)
        if officer is None and row.state not in told.PUBLIC_STATES:
            raise NotFound(f"No notification {number} is published.")
        shown = told.notification(row, public=officer is None, whole=True)
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return JSON(shown | more)


@router.post("/{number}/approve", response_model=Acted, responses=ACTS)
def approved(number: Number, officer: CurrentOfficer, once: Once) -> Response:
    """Approval by another person than the drafter."""

    def act(writing: Writing) -> Entry:
        return issuing.approve(writing, officer, number)

    return answered(once, act, lambda writing, _: _told(writing, number), status=200)


@router.post("/{number}/publish", response_model=Acted, responses=ACTS)
def publication(
    number: Number, body: PublicationBody, officer: CurrentOfficer, once: Once
) -> Response:
    """Record the publication: with it the area begins, changes or ends (13(2), 13(3), 13(4))."""

    def act(writing: Writing) -> Entry:
        return issuing.publish(
            writing,
            officer,
            number,
            gazette_series=body.gazette_series,
            gazette_number=body.gazette_number,
            published_on=body.published_on,
            published_at=body.published_at,
            effective_at=body.effective_at,
        )

    def told_of_ends(writing: Writing, entry: Entry) -> dict[str, object]:
        content = entry.content
        return _told(writing, number) | {
            "ceases": [place["feature"] for place in content.get("ceases", ())],
            "cessation_notices": [
                line["document"] for line in content.get("cessation_notices", ())
            ],
            "fates": content.get("fates", []),
        }

    return answered(once, act, told_of_ends, status=200)


@router.post("/{number}/amend/preview", response_model=LimitsTold, responses=DRAWN)
def amendment_looked_at(
    number: Number,
    body: LimitsBody,
    officer: CurrentOfficer,
    settings: SettingsDep,
    register: RegisterDep,
) -> Response:
    """What an amendment to these limits would take in and leave out; nothing is kept."""
    geometry = read_geometry(body.geometry, settings)
    with register.reading() as reading:
        shown = limits_preview.of_amendment(
            reading, number, geometry=geometry, village_ids=body.village_ids
        )
        return JSON(limits_told.preview(reading, reader_of(reading, officer), shown))


@router.post("/{number}/amend", status_code=201, response_model=Acted, responses=DRAWN)
def amended(
    number: Number,
    body: AmendmentBody,
    officer: CurrentOfficer,
    settings: SettingsDep,
    once: Once,
) -> Response:
    """A draft that gives the area its whole new limits (section 13(3))."""
    geometry = read_geometry(body.geometry, settings)

    def act(writing: Writing) -> Done:
        draft = change_of(writing, number, "amend")(
            writing,
            officer,
            number,
            reason=body.reason,
            geometry=geometry,
            village_ids=body.village_ids,
            report_number=body.report_number,
            position_reason=body.position_reason,
        )
        return Done(201, acts.newest(writing, amends=number, **_told(writing, draft)))

    return once(act).response()


@router.post("/{number}/rescind", status_code=201, response_model=Acted, responses=ACTS)
def rescinded(
    number: Number, body: RescissionBody, officer: CurrentOfficer, once: Once
) -> Response:
    """A draft that ends the area (section 13(3))."""

    def act(writing: Writing) -> Done:
        draft = change_of(writing, number, "rescind")(
            writing,
            officer,
            number,
            reason=body.reason,
            report_number=body.report_number,
            position_reason=body.position_reason,
        )
        return Done(201, acts.newest(writing, amends=number, **_told(writing, draft)))

    return once(act).response()


@router.post("/{number}/exhibition", status_code=201, response_model=Acted, responses=ACTS)
def exhibited(
    number: Number, body: ExhibitionBody, officer: CurrentOfficer, once: Once
) -> Response:
    """A copy was exhibited in a prominent place of the area (section 13(5))."""

    def act(writing: Writing) -> Entry:
        return serving.exhibit(
            writing,
            officer,
            number,
            point=Point(body.longitude, body.latitude),
            language=body.language,
            place=body.place,
            exhibited_at=body.exhibited_at,
            position_reason=body.position_reason,
        )

    return answered(once, act, lambda writing, _: _told(writing, number))
