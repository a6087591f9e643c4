"""What stands around every answer: policy headers, the limit of size, and the guard of origin."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.cookies import session_cookie
from api.handlers import answer
from api.network import SAFE_METHODS
from api.problems import NotFromHere, problem_of
from api.state import Counts
from vetcontrol.errors import TooLarge
from vetcontrol.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "media-src 'self' blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    )
)
OWN_HEADER = "X-Vetcontrol"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass
class SecurityHeaders:
    """Pure ASGI: the headers of `HEADERS` on every answer that did not set its own.

    Answers to a signed-in caller are never stored by a cache; the rest are asked for anew unless
    they say otherwise. Files under /static may be read from a sandboxed frame (its origin is
    opaque, so even our own fonts are foreign to it).
    """

    app: ASGIApp
    settings: Settings
    counts: Counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        signed_in = "authorization" in asked or session_cookie(Request(scope)) is not None
        is_static = scope["path"].startswith("/static/")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.counts.add(message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.settings.secure_cookies:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
                if is_static:
                    headers["Access-Control-Allow-Origin"] = "*"
                else:
                    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
                    headers.setdefault("Cache-Control", "no-store" if signed_in else "no-cache")
                    headers.add_vary_header("Accept, Authorization, Cookie")
            await send(message)

        await self.app(scope, receive, guarded)


@dataclass
class BodyLimit:
    """Pure ASGI: refuses a body of more than `most` bytes, whether its length is stated or not."""

    app: ASGIApp
    most: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        stated = Headers(scope=scope).get("content-length", "0")
        if not stated.isdecimal() or int(stated) > self.most:
            await self._refuse(scope, receive, send)
            return
        taken = 0
        exceeded = started = False

        async def counted() -> Message:
            nonlocal taken, exceeded
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.most:
                exceeded = True
                # Whoever reads the body stops; what he then answers is replaced below.
                raise self._error()
            return message

        async def unless_exceeded(message: Message) -> None:
            nonlocal started
            if not exceeded or started:
                started = True
                await send(message)

        try:
            await self.app(scope, counted, unless_exceeded)
        except TooLarge:
            if started or not exceeded:
                raise
        if exceeded and not started:
            await self._refuse(scope, receive, send)

    def _error(self) -> TooLarge:
        return TooLarge(
            f"The request is larger than {self.most:,} bytes, the limit of one request."
            " Divide it, or have the limit VETCONTROL_MAX_BODY_BYTES raised."
        )

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = answer(Request(scope, receive), problem_of(self._error()))
        # The rest of the body is not read, so the connection cannot carry another request.
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


@dataclass
class OriginGuard:
    """Pure ASGI: what changes something and rests on a cookie must come from our own pages.

    A Bearer token is not sent by a browser of itself, so such requests pass. Others must not name
    a foreign `Origin` or a cross-site `Sec-Fetch-Site`; under /api/ a cookie counts only with the
    header `X-Vetcontrol: 1`, which no foreign page can send. Forms carry a token besides
    (`api.forms`).
    """

    app: ASGIApp
    settings: Settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            request = Request(scope, receive)
            refusal = self._refusal(request)
            if refusal is not None:
                response = answer(request, problem_of(NotFromHere(refusal)))
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _refusal(self, request: Request) -> str | None:
        headers = request.headers
        if "authorization" in headers:
            return None
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin, headers.get("host", "")):
            return (
                f"The request came from another site ({origin}). Open the page of this site and"
                " send it from there."
            )
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return "Another site's page sent the request. Send it from this site's own page."
        by_cookie = session_cookie(request) is not None
        if by_cookie and _is_api(request) and headers.get(OWN_HEADER) != "1":
            return (
                f"A request that rests on a cookie needs the header {OWN_HEADER}: 1."
                " Send it, or use a Bearer token."
            )
        return None

    def _is_ours(self, origin: str, host: str) -> bool:
        ours = {host.lower()}
        if self.settings.public_address:
            ours.add(urlsplit(self.settings.public_address).netloc.lower())
        return urlsplit(origin).netloc.lower() in ours - {""}


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")
