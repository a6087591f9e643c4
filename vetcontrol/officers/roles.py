"""The offices in which a person may act (sections 3, 7, 13 and 15, and the pound statutes)."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """An office. Administration of sign-ins is no office but a property of the sign-in."""

    GOVERNMENT = "government"
    COLLECTOR = "collector"
    VETERINARY_SURGEON = "veterinary_surgeon"
    INSPECTOR = "inspector"
    STATION_OFFICER = "station_officer"
    POUND_KEEPER = "pound_keeper"
    CHIEF_OFFICER = "chief_officer"
    POLICE = "police"
    CLERK = "clerk"


# Offices that exist only by notification in the gazette: section 3(1) and (2).
GAZETTED = frozenset({Role.VETERINARY_SURGEON, Role.INSPECTOR})

WORDS = {
    Role.GOVERNMENT: "Officer for the Government",
    Role.COLLECTOR: "Collector of a District",
    Role.VETERINARY_SURGEON: "Veterinary Surgeon",
    Role.INSPECTOR: "Inspector",
    Role.STATION_OFFICER: "Officer in charge of a quarantine station",
    Role.POUND_KEEPER: "Pound-keeper",
    Role.CHIEF_OFFICER: "Chief Officer",
    Role.POLICE: "Police officer",
    Role.CLERK: "Clerk",
}
# By which clause the office is what it is; the others are offices of other law.
DEFINED_BY: dict[Role, tuple[str, ...]] = {
    Role.GOVERNMENT: ("DOA1974-2-c",),
    Role.COLLECTOR: ("DOA1974-13-7",),
    Role.VETERINARY_SURGEON: ("DOA1974-3-1", "DOA1974-2-l"),
    Role.INSPECTOR: ("DOA1974-3-2a", "DOA1974-2-f"),
}
