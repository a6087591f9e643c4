"""Every act of the pages, done in a browser that runs no script, at a desk and on a phone.

What was really done is held against what the application registers: a page that gets an act is
proved here too, or the last assertion names it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import unscripted_case as case
import unscripted_movement as movement
import unscripted_office as office
from chromium_page import BrowserRecord
from journey_site import HOSTILE, Site
from unscripted import Done, Hand, acts

SQLITE = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
COMPUTER = "A server in Panaji"
# What answers a script alone, and how the same is done without one.
FOR_SCRIPTS = {"/drawing/outline": "measures an outline as it is drawn; the review measures it"}
STEPS = {"", "change", "forget", "keep", "preview", "sign", "take"}


@SQLITE
@pytest.mark.slow
def test_every_act_is_done_without_script(
    site: Site, new_page: Callable[..., Page], browser_record: BrowserRecord
) -> None:
    done = Done()
    site.register.settings = site.register.settings.model_copy(update={"computer": COMPUTER})

    def hand(role: str, size: dict[str, int] = PHONE) -> Hand:
        page = new_page(viewport=size, java_script_enabled=False)
        return Hand(site, page, done).be(role) if role else Hand(site, page, done)

    inspector, surgeon = hand("inspector"), hand("veterinary_surgeon")
    government, approver, clerk = (
        hand("government", DESK),
        hand("government_approver"),
        hand("clerk"),
    )
    administrator, police, anyone = hand("administrator", DESK), hand("police"), hand("")

    first, second = case.ordered_by_corners(inspector), case.ordered_on_a_holding(inspector)
    for number in (first, second):
        site.later()
        case.examined(surgeon, number)
    case.declared(surgeon, first)
    site.later()
    case.served(inspector, first)
    for number in (first, second):
        case.reported(surgeon, number)
    site.later()
    case.cancelled(government, second)
    area = case.confirmed_by_villages(government, first)
    case.in_force(anyone, "Nothing known")
    case.published(approver, clerk, area)
    case.in_force(anyone, "In force at this place")
    case.exhibited(inspector, area)

    movement.asked(inspector, site.premises[HOSTILE])
    movement.refused(inspector)
    movement.asked(inspector, site.premises[HOSTILE])
    movement.granted(inspector)
    licence = inspector.page.url.removeprefix(site.address)
    movement.checked(police)
    movement.taken_back(inspector)
    movement.unloaded(inspector)
    movement.revoked(inspector.open(licence))

    site.later()
    area = case.amended(government, area)
    case.published(approver, clerk, area)
    site.later()
    area = case.rescinded(government, area)
    case.published(approver, clerk, area)
    case.in_force(anyone, "Nothing known")

    office.sign_ins(administrator)
    office.own_sign_in(anyone)
    office.appointments(clerk, approver)
    office.delegations(government, approver)
    office.law(government)
    office.rules(government, approver, clerk)
    office.control(government, approver, clerk)
    office.premises(inspector, surgeon)
    office.audit(administrator)

    assert done.acts == acts() - FOR_SCRIPTS.keys()
    assert done.steps == STEPS
    assert browser_record.faults() == []
