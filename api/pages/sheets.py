"""Map sheets, each a page of its own for a sandboxed frame: inforce, case, pick and area.

What a sheet shows is decided here by who asks; it needs nothing further once it has come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Query
from shapely.geometry.base import BaseGeometry
from starlette.responses import HTMLResponse, Response

from api.deps import RegisterDep
from api.numbers import read_number
from api.pages import given, map_layers
from api.pages.page import AnyonesPage, pages_router
from api.pages.viewing import for_officers, may_see_notification
from maps import basemap
from maps.layers import Draft, MapLayer
from maps.policy import new_nonce, sheet_policy
from maps.sheets import render_sheet
from vetcontrol.clock import in_words
from vetcontrol.disease import queries
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.gazette import notifications
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.movement import queries as movement
from vetcontrol.officers.people import Officer
from vetcontrol.premises.queries import get as premises_of
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading

router = pages_router()
NEAR_DEGREES = 0.02
"""About two kilometres: how far round a place its sheet reaches at first."""


@dataclass(frozen=True)
class Asked:
    """What the address of a sheet asks for; hours are Indian, blank means the newest."""

    at: str = ""
    known_at: str = ""
    layers: tuple[str, ...] = ()
    number: str = ""
    premises: str = ""
    bounds: str = ""
    focus: str = ""
    review: bool = False


@dataclass(frozen=True)
class Shown:
    """A sheet's content."""

    title: str
    layers: list[MapLayer]
    bounds: map_layers.Bounds
    draft: Draft | None = None
    picking: bool = False


@dataclass(frozen=True)
class View:
    """For whom a sheet is made, of which moment, by which knowledge."""

    reading: Reading
    officer: Officer | None
    asked: Asked
    at: datetime
    snapshot: Snapshot

    @property
    def number(self) -> str:
        """The case, notification or licence that is asked for, as the register writes it."""
        return read_number(self.asked.number) or self.asked.number

    def layers(self, *names: str, bounds: map_layers.Bounds | None = None) -> list[MapLayer]:
        """The layers of `names` that the reader may see."""
        return map_layers.layers(
            self.reading,
            self.snapshot,
            self.at,
            map_layers.chosen(self.officer, names),
            officer=self.officer,
            bounds=bounds,
        )


@router.get("/maps/{sheet}")
def sheet(  # noqa: PLR0917  (one parameter for each of the query's)
    page: AnyonesPage,
    register: RegisterDep,
    sheet: str,
    at: str = "",
    known_at: str = "",
    layers: Annotated[list[str] | None, Query()] = None,
    number: str = "",
    premises: str = "",
    bounds: str = "",
    focus: str = "",
    review: bool = False,
) -> Response:
    """One sheet as a page with a policy of its own."""
    make = SHEETS.get(sheet)
    if make is None:
        raise NotFound(f"There is no map sheet {sheet}; there are {', '.join(SHEETS)}.")
    asked = Asked(at, known_at, tuple(layers or ()), number, premises, bounds, focus, review)
    with register.reading() as reading:
        view = _view(reading, page.officer, asked)
        shown = make(view)
    nonce = new_nonce()
    text = render_sheet(
        shown.layers,
        title=shown.title,
        as_at_words=_as_at(view),
        known_seq=view.snapshot.known_seq,
        sources=(),
        bounds=shown.bounds,
        nonce=nonce,
        highlight=shown.draft,
        focus=asked.focus or None,
        picking=shown.picking,
    )
    return HTMLResponse(text, headers={"Content-Security-Policy": sheet_policy(nonce)})


def _view(reading: Reading, officer: Officer | None, asked: Asked) -> View:
    known = given.moment(asked.known_at, "known_at")
    return View(
        reading,
        officer,
        asked,
        given.moment(asked.at, "at") or reading.now,
        reading.known(known_at=known),
    )


def _as_at(view: View) -> str:
    words = f"In force at {in_words(view.at)}"
    if view.asked.known_at:
        known = given.moment(view.asked.known_at, "known_at")
        assert known is not None
        words += f", as known at {in_words(known)}"
    return words


def _bounds(text: str) -> map_layers.Bounds | None:
    if not text:
        return None
    parts = text.split(",")
    if len(parts) != 4:
        raise Malformed.field("bounds", "give west, south, east and north in degrees, by commas")
    west, south, east, north = (given.number(p, "bounds", "degrees") for p in parts)
    return west, south, east, north


def _in_force(view: View) -> Shown:
    """What is in force, everywhere or in `bounds`."""
    bounds = _bounds(view.asked.bounds)
    return Shown(
        "What is about to be made" if view.asked.review else "What is in force",
        view.layers(*view.asked.layers, bounds=bounds),
        bounds or basemap.load().bounds,
    )


def _case(view: View) -> Shown:
    """A case: its place, the premises declared, the area, and the premises round it."""
    for_officers(view.officer)
    case = queries.case(view.reading.session, view.number)
    place = geometry_from(case.geometry)
    bounds = map_layers.around([place], NEAR_DEGREES)
    names = view.asked.layers or (
        "infected_places",
        "declared_places",
        "infected_areas",
        "talukas",
        "villages",
        "premises",
    )
    title = "What is about to be made" if view.asked.review else f"Case {case.number}"
    return Shown(title, view.layers(*names, bounds=bounds), bounds)


def _pick(view: View) -> Shown:
    """A sheet on which a click chooses a place."""
    bounds = _bounds(view.asked.bounds)
    names = view.asked.layers or ("infected_areas", "infected_places", "talukas", "premises")
    draft = None
    if view.asked.premises:
        for_officers(view.officer)
        row = premises_of(
            view.reading.session, given.whole_number(view.asked.premises, "premises") or 0
        )
        draft = Draft(row.shape, words=f"Chosen: premises {row.id}")
        bounds = map_layers.around([row.shape], NEAR_DEGREES / 2)
    return Shown(
        "The holding chosen" if view.asked.premises else "Choose a place",
        view.layers(*names, bounds=bounds),
        bounds or basemap.load().bounds,
        draft,
        picking=True,
    )


def _area(view: View) -> Shown:
    """The limits of a notification with what is declared in and round them."""
    row = notifications.get(view.reading.session, view.number)
    may_see_notification(view.officer, row)
    area = limits_of(row)
    bounds = map_layers.around([area], NEAR_DEGREES / 2)
    return Shown(
        f"Notification {row.number}",
        view.layers(
            "infected_areas",
            "infected_places",
            "declared_places",
            "talukas",
            "villages",
            bounds=bounds,
        ),
        bounds,
        _limits(row, area),
    )


def limits_of(row: NotificationRow) -> BaseGeometry:
    """The area of a notification (EPSG:4326). Raises `NotFound` for one that reaches no land."""
    geometry = notifications.content_of(row)["geometry"]
    if geometry is None:
        raise NotFound(f"{row.number} reaches no land, so there is no map of it.")
    return geometry_from(geometry)


def _limits(row: NotificationRow, area: BaseGeometry) -> Draft | None:
    """The limits by themselves, where no layer of the map shows them."""
    if row.state in ("draft", "approved"):
        return Draft(area, words="The limits, not yet published")
    return None if row.about == notifications.INFECTED_AREA else Draft(area, words="The limits")


def _licence(view: View) -> Shown:
    """The way of a licence with what is in force round it; for officers."""
    for_officers(view.officer)
    found = movement.licence(view.reading.session, view.number)
    line = found.consignment.line
    bounds = map_layers.around([line], NEAR_DEGREES)
    return Shown(
        f"Licence {found.number}",
        view.layers(
            "infected_areas", "infected_places", "declared_places", "talukas", bounds=bounds
        ),
        bounds,
        Draft(line, words="The way" if found.consignment.route else "The straight line"),
    )


SHEETS: Mapping[str, Callable[[View], Shown]] = {
    "licence": _licence,
    "inforce": _in_force,
    "case": _case,
    "pick": _pick,
    "area": _area,
}
