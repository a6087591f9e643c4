"""Every page of the application at 360 pixels: it answers, fits, and is accessible (WCAG 2.2 AA).

The addresses come from the routers, so that a page added tomorrow is walked too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
import shapely
from playwright.sync_api import Frame, Page
from starlette.routing import Route

from api.pages import (
    gazette_acts,
    home,
    licence_acts,
    movement,
    office,
    refusals,
    registers,
    search,
    sign_in,
    story,
    verify,
)
from api.pages import officers as officers_pages
from chromium_page import BrowserRecord
from journey_site import HOSTILE, Site
from vetcontrol import demonstration
from vetcontrol.clock import day_of
from vetcontrol.controls import notice
from vetcontrol.controls.terms import terms
from vetcontrol.disease import decision, declaration, examination, order, queries, report
from vetcontrol.documents.instruments import Removed
from vetcontrol.gazette import issuing, rules
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.movement import application, checks, returns
from vetcontrol.movement import decision as licensing
from vetcontrol.movement.checking import Found
from vetcontrol.movement.consignment import Consignment, end
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
ROUTERS = (
    *story.ROUTERS,
    *movement.ROUTERS,
    *registers.ROUTERS,
    *office.ROUTERS,
    home.router,
    sign_in.router,
    search.router,
    verify.router,
    refusals.router,
)
# What a page draws from, or leads to, and no page.
NOT_PAGES = re.compile(r"\.json$|\.csv$|/print$|^/documents/")
ROLES = ("administrator", "inspector", "veterinary_surgeon", "government", "clerk", "police")
GRACE = 1
"""Pixels by which rounding may make a page wider than the window."""


# The acts of an address that has one for each; every one is walked.
ACTS: Mapping[str, tuple[str, ...]] = {
    "/gazette/{number}/{act}": tuple(gazette_acts.ACTS),
    "/licences/{number}/{act}": tuple(licence_acts.ACTS),
    "/officers/{username}/{act}": tuple(officers_pages.ACTS),
}
PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")


def addresses() -> Iterator[str]:
    """Every page's address, its parameters still open."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, Route)
            if "GET" in (route.methods or ()) and not NOT_PAGES.search(route.path):
                for act in ACTS.get(route.path, ("",)):
                    yield route.path.replace("{act}", act)


class Furnished:
    """Something in every state that a page shows."""

    def __init__(self, site: Site) -> None:
        self.site = site
        ordered, declared, published = (
            self.case(name) for name in (HOSTILE, "Far byre", "Yard of the Naiks")
        )
        for case in (declared, published):
            self.act(
                "veterinary_surgeon",
                examination.examine,
                case,
                findings="Lesions",
                outcome="confirm",
            )
        self.act("veterinary_surgeon", declaration.declare, declared, metres=600.0)
        for case in (declared, published):
            self.act("veterinary_surgeon", report.report, case)
        area = shapely.box(73.99, 15.41, 74.02, 15.43)
        _, draft = self.act(
            "government",
            decision.decide,
            published,
            outcome="confirm",
            geometry=area,
            modifications="As drawn",
        )
        self.act("government_approver", issuing.approve, draft)
        made, control = self.rules(), self.control()
        licence, waits, check = self.licence()
        with site.register.reading() as reading:
            services = [
                row.document
                for case in (ordered, declared)
                for row in queries.services(reading.session, case)
            ]
            head = site.register.database.head()
        self.values: dict[str, list[str]] = {
            "number": [
                declared,
                ordered,
                published,
                draft,
                made,
                control,
                licence,
                waits,
                self.direction(ordered),
                *services,
                "APT/2026/000006",
                "DLG/2026/000001",
            ],
            "client_id": [check],
            "seq": [str(seq) for seq in range(head, 0, -1)],
            "username": ["surgeon"],
            "premises_id": [str(site.premises[HOSTILE])],
            "code": ["anthrax"],
            "sheet": ["inforce"],
            "typed": ["SCH/2026/000001"],
            "name": ["refused"],
        }

    def act(self, role: str, do: Callable[..., Any], *of: object, **facts: object) -> Any:
        self.site.later(minutes=1)
        with self.site.register.writing() as writing:
            return do(writing, demonstration.officer(role), *of, **facts)

    def case(self, name: str) -> str:
        made = self.act(
            "inspector",
            order.order,
            disease="foot_and_mouth_disease",
            grounds="Vesicles on two cows",
            premises_id=self.site.premises[name],
        )
        return str(made.content["case_number"])

    def published(self, number: str, gazette: str) -> str:
        """The draft of that number, approved and published today."""
        self.act("government_approver", issuing.approve, number)
        self.act(
            "clerk",
            issuing.publish,
            number,
            gazette_series="Series I",
            gazette_number=gazette,
            published_on=day_of(self.site.clock.now()),
        )
        return number

    def control(self) -> str:
        """A control, published."""
        made = self.act(
            "government",
            notice.draft,
            name=HOSTILE,
            disease="anthrax",
            terms=terms(
                force="regulate",
                movements=["import"],
                matters=["animal", "fodder"],
                classes=["cattle"],
                excepted={"buffalo": HOSTILE},
                gatherings=["fair"],
                conditions=HOSTILE,
            ),
            first=day_of(self.site.clock.now()),
            last=day_of(self.site.clock.now()),
            area_ids=["territory/IN-GA"],
        )
        return self.published(str(made), "8")

    def rules(self) -> str:
        """Rules, published and laid."""
        before = GazetteReference("Series I", "1", demonstration.SINCE.date())
        made = self.act(
            "government",
            rules.draft,
            title=HOSTILE,
            text=HOSTILE,
            values=[rules.Value("doa.s16.period", 30), rules.Value("doa.s16.manner", HOSTILE)],
            draft_gazette=before,
        )
        return self.published(str(made), "7")

    def licence(self) -> tuple[str, str, str]:
        def ask(writing: Writing, officer: Any) -> Entry:
            ends = [
                end(
                    writing,
                    "place",
                    premises_id=self.site.premises[HOSTILE] if first else None,
                    geometry=None if first else shapely.Point(74.1, 15.3),
                    accuracy_m=None,
                    at=writing.now,
                )
                for first in (True, False)
            ]
            removal = Consignment(
                *ends,
                valid_from=writing.now,
                valid_to=self.site.clock.now().replace(year=2028),
                tags=("356000000000001",),
                conditions=("The vehicle is washed.",),
            )
            return application.apply(writing, officer, removal=removal, owner="Rama Naik")

        number = str(self.act("inspector", ask).content["number"])
        waits = str(self.act("inspector", ask).content["number"])
        self.act("inspector", licensing.grant, number)
        found = Found(shapely.Point(74.0, 15.4), self.site.later(minutes=1), tags=("3",))
        self.act("inspector", checks.check, number, found, client_id="a-check-of-the-walk")
        return number, waits, "a-check-of-the-walk"

    def direction(self, case: str) -> str:
        made = self.act(
            "inspector",
            returns.direct,
            origin=f"infected_place/{case}",
            breach="No licence",
            within=self.site.clock.now().replace(year=2028),
            point=shapely.Point(74.0, 15.4),
            removed=Removed(counts={"cattle": 1}),
        )
        return str(made.number)

    def addresses(self, path: str) -> Iterator[str]:
        """The address with each of the values that its parameters may have."""
        names = PARAMETER.findall(path)
        for chosen in product(*(self.values[name] for name in names)):
            address = path
            for value in chosen:
                address = PARAMETER.sub(value.replace("/", "-"), address, count=1)
            yield address


@SQLITE
@pytest.mark.slow
def test_every_page_is_accessible_on_a_phone(
    site: Site,
    new_page: Callable[..., Page],
    browser_record: BrowserRecord,
    accessibility_faults: Callable[[Page | Frame], list[str]],
) -> None:
    furnished = Furnished(site)
    pages = {}
    for role in ROLES:
        pages[role] = new_page(viewport={"width": 360, "height": 740})
        site.sign_in(pages[role], role)
    pages["anyone"] = new_page(viewport={"width": 360, "height": 740})
    unseen, faults = [], []
    for path in sorted(set(addresses())):
        found = next(
            (
                (page, address)
                for address in furnished.addresses(path)
                for page in pages.values()
                if page.request.get(f"{site.address}{address}", max_redirects=0).status == 200
            ),
            None,
        )
        if found is None:
            unseen.append(path)
            continue
        page, address = found
        page.goto(f"{site.address}{address}")
        page.wait_for_load_state("load")
        faults += [f"{address}: {fault}" for fault in accessibility_faults(page)]
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if wide > GRACE:
            faults.append(f"{address}: {wide} px wider than the window")
    assert faults == []
    assert unseen == [], "no officer was shown these"
    assert browser_record.faults() == []
