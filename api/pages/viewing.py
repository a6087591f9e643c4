"""Who may look at what: cases are for officers, a notification is open from its publication."""

from __future__ import annotations

from vetcontrol.errors import NotFound, NotSignedIn
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.people import Officer

PUBLIC_STATES = ("published", "rescinded")


def for_officers(officer: Officer | None) -> Officer:
    """The officer. Raises `NotSignedIn`."""
    if officer is None:
        raise NotSignedIn("This is for officers. Sign in, then open it again.")
    return officer


def may_see_notification(officer: Officer | None, row: NotificationRow) -> None:
    """Raises `NotFound` for an unsigned reader of what is not yet published."""
    if officer is None and row.state not in PUBLIC_STATES:
        raise NotFound(f"No notification {row.number} is published.")
