"""Licences, a check and the taking back, done by hand without script."""

from __future__ import annotations

from playwright.sync_api import expect

from unscripted import Hand

TAGS = "356000000000001, 356000000000002"


def asked(inspector: Hand, premises: int) -> None:
    """An application for two cattle, kept as a draft on the way."""
    inspector.open("/licences/new").fill(owner="Rama <i>Naik</i>", tags=TAGS, count_cattle="2")
    inspector.fill(origin_premises=str(premises), destination_position="15 18 00 N 74 06 00 E")
    inspector.fill(vehicle="GA 05 T 1234", valid_to="2027-01-08T18:00")
    inspector.fill(conditions="The vehicle is washed and disinfected.")
    inspector.press("Keep as a draft").told("Kept as a draft")
    inspector.press("See what the way meets").sees("unlawful without a licence")
    inspector.press("Go back and change", "See what the way meets", "Enter the application")
    inspector.told("is not granted yet")


def refused(inspector: Hand) -> None:
    """The application whose page is open is refused."""
    inspector.follow("Refuse").fill(reasons="The herd is under examination.")
    inspector.press("Review", "Refuse the licence").told("is refused")


def granted(inspector: Hand) -> None:
    """The application whose page is open is granted for two journeys."""
    inspector.follow("Grant on conditions").fill(journeys="2")
    inspector.press("Review the licence").sees("Otherwise than asked for: number of journeys.")
    inspector.press("Grant the licence").told("is granted")


def revoked(inspector: Hand) -> None:
    """The licence whose page is open is revoked."""
    inspector.follow("Revoke").fill(reasons="The disease has spread.")
    inspector.press("Review", "Revoke the licence").told("is revoked")


def checked(police: Hand) -> None:
    """A member of the police finds a licence by its vehicle; an animal is not named in it."""
    police.open("/checks").fill(number="ga-05-t-1234").press("Find the licence")
    if police.page.url.endswith("1234"):
        police.page.locator("main .results a").first.click()
        police.seen()
    police.fill(position="15.40, 74.03", tags="356000000000001 999000000000009")
    police.tick("Nothing else is carried")
    police.page.get_by_label("Kept", exact=True).check()
    police.press("Give the verdict").sees("It names no animal of tag 999000000000009")


def taken_back(inspector: Hand) -> None:
    """The check that is open leads to a direction; what it names comes back."""
    inspector.open("/checks")
    inspector.page.locator("main .results a").first.click()
    inspector.seen().follow("Direct that it be taken back").fill(within="2027-01-08T12:00")
    expect(inspector.page.locator("[name=licence]")).not_to_have_value("")
    inspector.page.get_by_label("The place or area it left").select_option(index=1)
    inspector.press("Review the direction", "Direct the return").told("Hand over the paper")
    inspector.site.later()
    inspector.follow("Record that it is back").press("Record the return").sees("Taken back")


def unloaded(inspector: Hand) -> None:
    """A consignment by rail is unloaded inside."""
    inspector.open("/returns").follow("Record an unloading from rail")
    inspector.fill(consignment="KR 12345", position="15.42, 74.0", count_goat="6")
    inspector.press("Record the unloading").sees("consignment KR12345")
