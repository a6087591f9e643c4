"""Where a request comes from, and whether it may change anything."""

from __future__ import annotations

from fastapi import Request

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def address_of(request: Request) -> str:
    """The caller's network address; behind a proxy, the one that the server takes from it."""
    return "unknown" if request.client is None else request.client.host
