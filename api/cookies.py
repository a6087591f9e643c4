"""The cookies: the session, the visit before it, and what a page says once after an act.

All are HttpOnly and SameSite=Lax. Where pages are served over HTTPS they are Secure and bear the
prefix `__Host-`, so that no neighbouring host can set them.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from api.state import state_of
from vetcontrol.settings import Settings

SESSION = "vetcontrol-session"
VISIT = "vetcontrol-visit"
SAID = "vetcontrol-said"


def cookie_name(settings: Settings, name: str) -> str:
    """The name as the browser keeps it."""
    return f"__Host-{name}" if settings.secure_cookies else name


def read_cookie(connection: HTTPConnection, name: str) -> str | None:
    """The cookie's value; None when absent or empty."""
    return connection.cookies.get(cookie_name(state_of(connection).settings, name)) or None


def session_cookie(connection: HTTPConnection) -> str | None:
    """The opaque token of the session, not yet checked."""
    return read_cookie(connection, SESSION)


def set_cookie(
    response: Response, settings: Settings, name: str, value: str, *, seconds: int | None = None
) -> None:
    """Set a cookie; without `seconds` it ends with the browser."""
    response.set_cookie(
        cookie_name(settings, name), value, max_age=seconds, **_attributes(settings)
    )


def end_cookie(response: Response, settings: Settings, name: str) -> None:
    """Have the browser forget a cookie."""
    response.delete_cookie(cookie_name(settings, name), **_attributes(settings))


def _attributes(settings: Settings) -> dict[str, Any]:
    return {
        "path": "/",
        "secure": settings.secure_cookies,
        "httponly": True,
        "samesite": "lax",
    }
