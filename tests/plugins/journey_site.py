"""The place of the journeys: villages and holdings in Ponda taluka, and who may sign in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import shapely
from playwright.sync_api import Page
from pyproj import Geod

from vetcontrol import demonstration
from vetcontrol.clock import IST, SetClock
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises.service import Keeper, Premises, record
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

OPENED = datetime(2026, 12, 1, 9, 0, tzinfo=IST)
# In Ponda taluka, South Goa, far from every line: the Inspector's own area.
HERE = (74.0, 15.42)
HOSTILE = "Dairy <b>of</b> {{7*7}} `${1}` </script>"
VILLAGES = {
    "V1": ("Curti", shapely.box(73.985, 15.405, 74.005, 15.435)),
    "V2": ("Khandepar", shapely.box(74.005, 15.405, 74.025, 15.435)),
    "V3": ("Usgao", shapely.box(73.985, 15.435, 74.025, 15.455)),
}
# Metres and azimuth from HERE, by name.
NEIGHBOURS = {
    "Goat shed": (300.0, 270.0),
    "Yard of the Naiks": (500.0, 180.0),
    "Byre at the mill": (800.0, 90.0),
    "Far byre": (1300.0, 90.0),
}
_GEOD = Geod(ellps="WGS84")


def away(metres: float, azimuth: float) -> shapely.Point:
    """The point `metres` from HERE on the ellipsoid."""
    lon, lat, _ = _GEOD.fwd(*HERE, azimuth, metres)
    return shapely.Point(lon, lat)


@dataclass
class Site:
    """The running application and those who may sign in."""

    address: str
    register: Register
    clock: SetClock
    sign_ins: dict[str, Any]
    premises: dict[str, int] = field(default_factory=dict)

    def later(self, **span: float) -> datetime:
        """Let time pass; returns the new moment."""
        self.clock.set(self.clock.now() + timedelta(**(span or {"minutes": 10})))
        return self.clock.now()

    def sign_in(self, page: Page, role: str) -> None:
        """Sign in on the page, as a person does."""
        page.goto(f"{self.address}/sign-in")
        page.get_by_label("Username").fill(self.sign_ins[role]["username"])
        page.get_by_label("Password").fill(self.sign_ins[role]["password"])
        page.locator("main").get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Tasks").wait_for()


def land(register: Register) -> dict[str, int]:
    """Villages and holdings around HERE; the infected one has a hostile name."""
    with register.writing() as writing:
        import_areas(
            writing,
            Actor("administrator"),
            Level.VILLAGE,
            [
                Area(code, name, shape, {"taluka": "Ponda", "district": "South Goa"})
                for code, (name, shape) in VILLAGES.items()
            ],
            edition=Edition("1", "test", "CC0-1.0", 50.0),
            effective_at=demonstration.SINCE,
        )
    places = {HOSTILE: shapely.Point(HERE)} | {n: away(*at) for n, at in NEIGHBOURS.items()}
    made = {}
    with register.writing() as writing:
        for name, where in places.items():
            keepers = (Keeper("owner", f"Owner of {name}"),)
            herd = {"cattle": 4, "goat": 2}
            one = Premises(name, "dairy", where, keepers=keepers, animals=herd, accuracy_m=5.0)
            made[name], _ = record(writing, Actor("administrator"), one)
    return made
