"""The gazette desk: what is drafted, approved and published, and the words of each notification."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import Paging, RegisterDep
from api.opened import open_document
from api.pages import limits
from api.pages.case_words import NOTIFICATION_STATES, PUBLISHED_END, notification_kind
from api.pages.navigation import Viewer, viewer_of
from api.pages.page import AnyonesPage, pages_router
from api.pages.paging import steps
from api.pages.viewing import PUBLIC_STATES, may_see_notification
from api.pages.written import text_of
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.clock import day_of
from vetcontrol.controls import notice
from vetcontrol.disease import queries as cases
from vetcontrol.documents.parts import Signatory
from vetcontrol.gazette import notifications, queries, rules
from vetcontrol.gazette.moments import Moments
from vetcontrol.gazette.power import power
from vetcontrol.gazette.queries import approval_of
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.people import Officer, known_officer
from vetcontrol.officers.roles import Role
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Reading, Register

router = pages_router()
ALL_STATES = ("draft", "approved", *PUBLIC_STATES)
# Where what a notification is about has a page of its own, and what that is called.
BOOKS = {rules.RULES: ("/law/rules", "What the rules fix, and their laying")}
LISTS = (
    ("draft", "Drafts, to be approved by another person"),
    ("approved", "Approved, to be published"),
    ("published", "Published"),
    ("rescinded", "Rescinded"),
)


@dataclass(frozen=True)
class Notification:
    """A notification as the desk shows it."""

    number: str
    state: str
    status: tuple[str, str]
    about: str
    kind: str
    ends: bool
    area_name: str
    disease: str
    case_number: str
    content: Mapping[str, Any]
    drafted_by: str
    drafted_at: datetime
    approved_by: str | None
    approved_at: datetime | None
    gazette: str
    published_at: datetime | None
    effective_at: datetime | None
    hour_stated: bool
    exhibited: bool


@dataclass(frozen=True)
class Deed:
    """What may be done with a notification: words, address, whether it is the viewer's to do."""

    words: str
    address: str
    main: bool


def notification(row: NotificationRow) -> Notification:
    """The notification of a row, read while its session is open."""
    content = notifications.content_of(row)
    return Notification(
        row.number,
        row.state,
        _status(row),
        row.about,
        notification_kind(row.about, row.kind),
        row.kind == notifications.RESCISSION,
        str(content["area_name"]),
        str(content["disease_name"]),
        row.case_number,
        content,
        row.drafted_by,
        row.drafted_at,
        row.approved_by,
        row.approved_at,
        row.gazette,
        row.published_at,
        row.effective_at,
        row.hour_stated,
        row.exhibited,
    )


def _status(row: NotificationRow) -> tuple[str, str]:
    if row.kind == notifications.RESCISSION and row.state == "published":
        return PUBLISHED_END
    return NOTIFICATION_STATES[row.state]


@router.get("/gazette")
def desk(page: AnyonesPage, register: RegisterDep, part: Paging) -> Response:
    """Drafts and approved ones for officers, published ones for all."""
    with register.reading() as reading:
        wanted = [s for s, _ in LISTS if page.officer is not None or s in PUBLIC_STATES]
        rows, total = queries.listing(
            reading.session, states=wanted, limit=part.limit, offset=part.offset
        )
        shown = [notification(row) for row in rows]
    return page.show(
        "story/gazette.html",
        lists=[
            (words, [n for n in shown if n.state == state])
            for state, words in LISTS
            if state in wanted
        ],
        steps=steps(page.request, part.offset, len(shown), total, part.limit),
    )


@router.get("/gazette/{number}")
def one(page: AnyonesPage, register: RegisterDep, number: Number) -> Response:
    """One notification: state, words, map, and what may be done with it."""
    with register.reading() as reading:
        row = notifications.get(reading.session, number)
        may_see_notification(page.officer, row)
        found = notification(row)
        viewer = viewer_of(reading, page.officer) if page.officer else Viewer(None)
        chain = [notification(n) for n in notifications.chain(reading.session, row.feature)]
        published = row.state in PUBLIC_STATES
        text = text_of(open_document(reading, page.officer, number).document) if published else None
        names = _names(reading, page.officer, found)
        deeds = _deeds(viewer, found, chain)
        ceased = _ceased(reading, viewer, row) if page.officer and published else []
    if not published:
        text, ceased = before_publication(register, page.officer, number)
    return page.show(
        "story/notification.html",
        one=found,
        chain=[n for n in chain if page.officer or n.state in PUBLIC_STATES],
        book=BOOKS.get(found.about),
        text=text,
        names=names,
        deeds=deeds,
        ceased=ceased,
        published=published,
    )


def _names(reading: Reading, officer: Officer | None, row: Notification) -> Mapping[str, str]:
    if officer is None:
        return {}
    people = {row.drafted_by, row.approved_by} - {None}
    return {u: known_officer(reading.session, u).name for u in people if u}


def _deeds(viewer: Viewer, row: Notification, chain: Sequence[Notification]) -> list[Deed]:
    path = f"/gazette/{number_in_path(row.number)}"
    government = bool(viewer.roles & {Role.GOVERNMENT, Role.COLLECTOR})
    drafter = viewer.officer is not None and viewer.officer.username == row.drafted_by
    found = []
    if row.state == "draft" and government and not drafter:
        found.append(Deed("Approve the draft", f"{path}/approval", main=True))
    if row.state == "approved" and (government or Role.CLERK in viewer.roles):
        found.append(Deed("Record its publication", f"{path}/publication", main=True))
    if row.state == "published":
        of_area = row.about == notifications.INFECTED_AREA
        exhibitors = viewer.roles & {Role.INSPECTOR, Role.VETERINARY_SURGEON}
        if of_area and exhibitors and not row.exhibited:
            found.append(Deed("Record its exhibition", f"{path}/exhibition", main=True))
        waits = any(n.state in ("draft", "approved") for n in chain)
        ended = any(n.ends for n in chain)
        if government and not waits and not ended and of_area:
            found.append(Deed("Amend the area", f"{path}/amendment", main=False))
            found.append(Deed("Rescind the area", f"{path}/rescission", main=False))
        elif government and not waits and not ended and row.about == notice.CONTROL:
            found.append(Deed("Rescind the control", f"{path}/rescission", main=False))
    return found


def _ceased(reading: Reading, viewer: Viewer, row: NotificationRow) -> list[tuple[str, str, bool]]:
    """The places that ceased on its publication."""
    if viewer.officer is None or not row.case_number:
        return []
    file = cases.file(reading.session, row.case_number)
    entry = next(
        (
            e
            for e in file.entries
            if e.kind == notifications.PUBLISHED and e.content["number"] == row.number
        ),
        None,
    )
    if entry is None:
        return []
    by_feature = {
        feature: (about["premises_id"], d.number)
        for d in file.case.declarations
        for feature, about in d.features.items()
    }
    return limits.places_in_words(
        reading,
        reader_of(reading, viewer.officer),
        [
            (*by_feature[fate["feature"]], fate["ceases"])
            for fate in entry.content["fates"]
            if fate["feature"] in by_feature
        ],
    )


def before_publication(
    register: Register, officer: Officer | None, number: str
) -> tuple[dict[str, Any], list[tuple[str, str, bool]]]:
    """The words that the notification would have today, and what becomes of the places."""

    with register.rehearsing() as writing:
        row = notifications.get(writing.session, number)
        content = notifications.content_of(row)
        approval = approval_of(writing.session, number)
        made = power(writing, row).publish(
            writing,
            {**content, "delegation": approval.content["delegation"] if approval else ""},
            Signatory("To be approved", "Officer for the Government", "To be approved"),
            GazetteReference("to be given", "to be given", day_of(writing.now)),
            Moments(writing.now, writing.now, hour_stated=True),
        )
        if not row.case_number:
            return text_of(made.documents[0]), []
        ends = row.kind == notifications.RESCISSION
        area = None if ends else geometry_from(content["geometry"])
        return text_of(made.documents[0]), limits.becoming(
            writing, reader_of(writing, officer), row, area
        )
