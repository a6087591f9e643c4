"""The work of the office, done by hand without script."""

from __future__ import annotations

import re

from unscripted import Hand
from unscripted_case import published
from vetcontrol.clock import day_of

OWN = "fields under a wide sky"


def gazette(hand: Hand) -> Hand:
    """Fill in the gazette."""
    hand.fill(gazette_series="Series II", gazette_number="40", gazette_day="2026-12-31")
    return hand


def sign_ins(administrator: Hand) -> None:
    """A sign-in made, and each act on it."""
    administrator.open("/sign-ins/new").fill(name="N. <b>New</b>", username="new.one")
    administrator.press("Make the sign-in").sees("Shown this once")
    for act, words in (
        ("Make administrator", "Make this person administrator"),
        ("Take the administration away", "Take it away"),
        ("End the sign-in", "End this sign-in"),
    ):
        administrator.open("/officers").follow(re.compile("New")).follow(act).press(words)
        administrator.told("new")
    administrator.follow("Reinstate the sign-in").press("Reinstate with the new password")
    administrator.follow("To the sign-in").follow("Address of e-mail")
    administrator.fill(email="new@vet.example.org").press("Keep the address").told("changed")
    administrator.follow("Reset the password").fill(password=OWN).press("Set the new password")
    administrator.sees("The password that you typed holds")


def own_sign_in(new: Hand) -> None:
    """The new officer signs in, changes password and address, and signs out."""

    def sign_in(password: str) -> None:
        new.open("/sign-in").fill(username="new.one", password=password).press("Sign in")
        new.sees("Tasks")

    sign_in(OWN)
    new.open("/e-mail").fill(email="other@vet.example.org").press("Keep it").told("changed")
    new.open("/password").fill(current_password=OWN, password=OWN[::-1])
    new.fill(password_again=OWN[::-1]).press("Change it").sees("Your password was changed")
    sign_in(OWN[::-1])
    new.open("/sign-out").press("Sign out")


def appointments(clerk: Hand, approver: Hand) -> None:
    """An Inspector appointed over an area by its corners; another acts for him; that is ended."""
    clerk.open("/appointments/new").choose(officer="new.one")
    clerk.choose(role="inspector")
    clerk.unfold("An outline of its own").fill(
        geometry_corners="15.40, 73.98\n15.40, 74.02\n15.44, 74.02\n15.44, 73.98",
    )
    clerk.fill(accuracy_m="20", area_name="The four villages", from_day="2027-01-02")
    gazette(clerk).press("Enter it for approval").told("another person")
    number = clerk.number("APT")
    approver.open(f"/appointments/{number}").follow("Approve").press("Approve the appointment")
    approver.sees("In force").follow("Enter an acting charge").choose(officer="surgeon")
    approver.fill(from_day="2027-01-04")
    gazette(approver).press("Enter it for approval").told("another person")
    approver.follow("Drop").fill(reason="He came back").press("End the appointment")


def delegations(government: Hand, approver: Hand) -> None:
    """A power delegated, approved and revoked."""
    government.open("/delegations/new")
    government.page.get_by_label("To the Collector of").select_option(label="North Goa")
    government.page.locator("[name=powers]").first.check()
    government.fill(order_number="12/2026", order_day="2026-12-30", from_day="2027-01-02")
    government.press("Enter it for approval").told("another")
    number = government.number("DLG")
    approver.open(f"/delegations/{number}").follow("Approve").press("Approve and make the order")
    government.open(f"/delegations/{number}").follow("Revoke")
    government.fill(reason="The post is vacant").press("Revoke the delegation")


def law(government: Hand) -> None:
    """A disease added and given an end, an end of operation entered and struck."""
    government.open("/law/diseases/new").fill(name="Glanders", code="glanders")
    gazette(government.fill(from_day="2027-01-01")).press(
        "Show what it does", "Add to the Schedule"
    )
    government.open("/law/diseases/glanders/remove").fill(to_day="2027-02-01")
    gazette(government).press("Show what it does", "Take it out of the Schedule")
    government.open("/law/commencements/new").tick("End the operation").tick("Rabies")
    government.fill(provisions="11", area="territory/IN-GA", from_day="2027-01-10")
    gazette(government).press("Show what it does", "End the operation")
    government.open("/corrections").fill(entry="COM/2027/000001").press("Open it")
    government.tick("All of it: strike the whole entry")
    government.fill(reason="Another Government's notification")
    government.press("Review the correction", "Strike the entry").told("is corrected")


def control(government: Hand, approver: Hand, clerk: Hand) -> None:
    """A control drafted, published, and rescinded."""
    government.open("/controls/new").fill(name="Milch <b>cattle</b>", area="Goa, territory/IN-GA")
    today = day_of(government.site.clock.now()).isoformat()
    government.choose(disease="rabies").fill(
        first=today, last="2027-12-31", classes="cattle", excepted="buffalo: a certificate"
    )
    government.tick("Forbids").tick("Import")
    government.page.locator("[name=matters][value=animal]").check()
    government.press("Show what it does", "Draft the control").told("Another person approves")
    number = government.number("NOT")
    published(approver, clerk, number)
    government.open("/controls").sees("Excepted: buffalo on a certificate")
    government.open(f"/gazette/{number}").follow("Rescind the control")
    government.fill(reason="It is over").press("Review", "Draft the rescission").told("is drafted")


def rules(government: Hand, approver: Hand, clerk: Hand) -> None:
    """Rules drafted, approved, published, laid and annulled."""
    government.open("/law/rules/new").fill(
        title="The <b>Cleansing</b> Rules",
        text="Washed {{7*7}} times",
        draft_series="Series I",
        draft_number="38",
        draft_day="2027-01-01",
        value_doa_s16_period="30",
        value_doa_s9_tests="ELISA\nCulture",
        value_doa_s7_fee_vaccination_marking="25.50",
        first_fine="50",
        repeat_fine="100",
    )
    government.press("Show what it does", "Draft the rules").told("Another person approves")
    number = government.number("NOT")
    published(approver, clerk, number)
    government.open(f"/law/rules/{number}").sees("What they fix").follow(
        "Record days before the Assembly"
    )
    today = day_of(government.site.clock.now()).isoformat()
    government.fill(session="Winter", first=today, last=today).press("Record the days")
    government.told("recorded").follow("Record an annulment")
    government.fill(resolution="Resolution 4", resolved_on=today, until=today)
    government.press("Show what it does", "Record the annulment").told("recorded")
    government.sees("none of it holds")


def premises(inspector: Hand, surgeon: Hand) -> None:
    """A place entered by its corners, corrected, and a file taken in."""
    inspector.open("/premises/new").fill(name="Shed {{7*7}}", kind="dairy", count_cattle="3")
    inspector.unfold("An outline instead").fill(
        geometry_corners="15.421, 74.001\n15.4215, 74.001\n15.421, 74.0016"
    )
    inspector.press("Enter the place").told("entered").follow("Correct this record")
    inspector.fill(count_cattle="30", reason="A nought was lost")
    inspector.press("Show what will change", "Correct the record").told("corrected")
    rows = b"name,kind,lon,lat\nNew byre,yard,74.002,15.422\n"
    surgeon.open("/premises/import").give("File", "byres.csv", "text/csv", rows)
    surgeon.press("Judge the file", "Take in 1 rows").told("1 premises")


def audit(administrator: Hand) -> None:
    """The whole log, held against itself."""
    administrator.open("/audit").press("Run the audit").sees("The log is whole")
