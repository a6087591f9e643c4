"""Answers made smaller on the wire, where that gives nothing away.

A compressed length tells what a page repeats, so what carries a secret beside words of the caller
(every HTML page has a form's token) goes out as it is; data that is fetched and our own files do
not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

AS_THEY_ARE = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "text/html", "application/pdf")
PATHS = ("/api/v1/", "/static/", "/maps/", "/map/")
LEAST_BYTES = 600
LEVEL = 6


@dataclass
class Compression:
    """Pure ASGI: gzip for data and files that are asked for with GET."""

    app: ASGIApp
    _gzip: GZipMiddleware = field(init=False)

    def __post_init__(self) -> None:
        self._gzip = GZipMiddleware(self.app, LEAST_BYTES, LEVEL, exclude_content_types=AS_THEY_ARE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fits = (
            scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith(PATHS)
        )
        await (self._gzip if fits else self.app)(scope, receive, send)
