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
