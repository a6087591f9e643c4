"""A case from the order to the rescission, done by hand without script."""

from __future__ import annotations

import io
import re

from PIL import Image, ImageOps
from playwright.sync_api import expect

from journey_site import HOSTILE
from unscripted import Hand

CORNERS = "15 25 08 N 73 59 56 E\n15.4190, 74.0009\n15° 25′ 17″ N, 74° 00′ 04″ E\n15.4213, 73.9990"
MADE = "The house of <b>Roque</b> {{7*7}}"


def picture() -> bytes:
    """A small picture as PNG."""
    held = io.BytesIO()
    ImageOps.expand(Image.new("RGB", (58, 38), "white"), 1, "navy").save(held, "PNG")
    return held.getvalue()


def ordered_by_corners(inspector: Hand) -> str:
    """The Inspector types the corners of the place, keeps a draft, goes on, changes, signs."""
    inspector.open("/declare").fill(where="15° 25' 12\" N, 74° 00' 00\" E")
    inspector.press("Find holdings there").follow("None of these: the place itself")
    inspector.unfold("On the map: the point, or an outline instead")
    inspector.choose(disease="foot_and_mouth_disease")
    inspector.fill(grounds="Vesicles on two cows").fill(position="")
    inspector.fill(geometry_corners=CORNERS).fill(owner_name=MADE)
    inspector.press("Keep as a draft").told("Kept as a draft")
    inspector.open("/").follow(re.compile("Order declaring"))
    expect(inspector.page.locator("[name=owner_name]")).to_have_value(MADE)
    inspector.press("Review the order", "Go back and change")
    expect(inspector.page.locator("[name=geometry_corners]")).to_have_value(
        re.compile("15.419, 74.0009")
    )
    inspector.press("Review the order", "Sign the order").told("is signed")
    return inspector.number("IP")


def ordered_on_a_holding(inspector: Hand) -> str:
    """The Inspector searches a registered holding and orders; returns the case."""
    inspector.open("/declare").fill(q="Far byre").press("Search")
    inspector.follow(re.compile("Far byre")).choose(disease="anthrax")
    inspector.fill(grounds="Two sudden deaths")
    inspector.press("Keep as a draft", "Throw it away").told("thrown away")
    inspector.choose(disease="anthrax").fill(grounds="Two sudden deaths")
    inspector.press("Review the order", "Sign the order").told("is signed")
    return inspector.number("IP")


def examined(surgeon: Hand, case: str) -> None:
    """The Veterinary Surgeon counts animals and confirms."""
    surgeon.open(f"/infected-places/{case}").follow(re.compile("^Examine the place"))
    surgeon.fill(findings="Lesions in two of four mouths", cattle_kept="4", cattle_affected="2")
    surgeon.fill(cattle_examined="4").tick("Confirm the order")
    surgeon.press("Review", "Confirm the order").told("confirmed")


def declared(surgeon: Hand, case: str) -> None:
    """Within a radius that is previewed; one premises left out with a reason, one corrected."""
    surgeon.open(f"/infected-places/{case}/radius").fill(metres="1,100")
    surgeon.press("Preview")
    expect(surgeon.page.locator("#totals dd").first).to_have_text("4")
    surgeon.tick("Yard of the Naiks", False)
    surgeon.fill(reason="Emptied")
    surgeon.press("Review the declaration", "Sign the declaration").told("3 premises")
    line = surgeon.page.locator(".timeline > li").filter(has_text="premises declared within")
    line.get_by_role("link", name="Correct entry").click()
    surgeon.seen().tick("Restate what was wrong").tick("Goat shed", False)
    surgeon.fill(reason="No animals are kept there any more")
    surgeon.press("Review the correction", "Correct the entry")
    surgeon.sees("2 of 2 premises in force")


def served(inspector: Hand, case: str) -> None:
    """Several at once, one with a picture of the signed copy, one by post; then a scan and a
    certificate of the order."""
    inspector.open(f"/infected-places/{case}/services")
    inspector.page.locator("[name=documents]").first.check()
    inspector.choose(manner="affixed")
    inspector.fill(proof_reason="No camera at hand").press("Record the delivery").told("1 copy")
    inspector.open(f"/rounds?case={case}").fill(start="15.42, 74.0")
    inspector.press("Order anew")
    inspector.page.locator("#next").get_by_role("link", name="Record delivery").click()
    inspector.seen().tick("Given in person").fill(received_by="A. <b>Naik</b>")
    inspector.give("Or a picture of the signed copy:", "signed.png", "image/png", picture())
    inspector.press("Record the delivery").told("recorded as delivered")
    inspector.page.locator("#next").get_by_role("link", name="Record delivery").click()
    inspector.seen().tick("Registered post").fill(post_number="RM123456785IN")
    inspector.press("Record the delivery").told("recorded as delivered")
    inspector.open(f"/infected-places/{case}/services").sees("Received by A. <b>Naik</b>")
    inspector.follow(re.compile(r"^\w{3}\W\d{4}")).sees("None yet")
    inspector.give("Scan or photograph of the signed paper", "scan.png", "image/png", picture())
    inspector.press("Keep the scan").told("kept").press("Draw up a certificate")
    inspector.told("is drawn up")
    inspector.open(f"/infected-places/{case}/notices").tick("Konkani").press("Show")


def reported(surgeon: Hand, case: str) -> None:
    """The report to Government."""
    surgeon.open(f"/infected-places/{case}").follow("Report to Government")
    surgeon.press("Review the report", "Sign the report").told("with Government")


def cancelled(government: Hand, case: str) -> None:
    """Government cancels everything of a case."""
    government.open(f"/infected-places/{case}/decision").tick("Cancel declarations")
    government.unfold("Which declarations you cancel").tick("The order")
    government.fill(reasons="The laboratory found no anthrax")
    government.press("Review the decision and its limits", "Sign the cancellation")
    government.told("Cancelled by")


def confirmed_by_villages(government: Hand, case: str) -> str:
    """Government confirms one village, after seeing what that leaves out; returns the draft."""
    government.open(f"/infected-places/{case}/decision").tick("limits composed of villages")
    government.unfold("Limits composed of villages").tick("Khandepar").press(
        "See what the limits do"
    )
    government.sees("ceases").tick("Khandepar", False).tick("Curti")
    government.fill(modifications="The village Curti alone")
    government.press("See what the limits do").sees("Byre at the mill (premises 4), by DEC")
    government.press("Review the decision and its limits", "Sign the confirmation")
    government.told("waits for approval")
    return government.number("NOT")


def published(approver: Hand, clerk: Hand, number: str) -> None:
    """Another person approves, the clerk records the publication."""
    approver.open(f"/gazette/{number}").follow("Approve the draft")
    approver.press("Review", "Approve the notification").told("is approved")
    approver.site.later()
    clerk.open(f"/gazette/{number}").follow("Record its publication")
    clerk.fill(gazette_series="Series I", gazette_number="42")
    clerk.press("Review", "Record the publication").told("is published")


def exhibited(inspector: Hand, number: str) -> None:
    """Where the copy hangs."""
    inspector.open(f"/gazette/{number}/exhibition").fill(point="15.42, 74.0")
    inspector.fill(place="Notice board of the panchayat of Curti")
    inspector.press("Review", "Record the exhibition").told("exhibition")


def amended(government: Hand, number: str) -> str:
    """New limits by corners, looked at first; returns the draft."""
    government.open(f"/gazette/{number}").follow("Amend the area")
    government.fill(reason="The disease did not spread").tick("An outline")
    government.unfold("Outline").fill(
        geometry_corners="15.410, 73.990\n15.410, 74.004\n15.430, 74.004\n15.430, 73.990",
    )
    government.press("See what the limits do").sees("km²")
    government.press("Review", "Draft the amendment").told("is drafted")
    return government.number("NOT")


def rescinded(government: Hand, number: str) -> str:
    """The draft that ends the area."""
    government.open(f"/gazette/{number}").follow("Rescind the area")
    government.fill(reason="No case for forty days").press("Review", "Draft the rescission")
    return government.number("NOT")


def in_force(anyone: Hand, words: str) -> None:
    """Anyone asks what is in force at the holding."""
    anyone.open("/map").fill(where="15° 25' 12\" N, 74° 00' 00\" E").press("Show")
    expect(anyone.page.locator("#verdict")).to_contain_text(words)
    assert HOSTILE not in anyone.page.content()
