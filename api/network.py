"""Where a request comes from, and whether it may change anything."""

from __future__ import annotations

import ipaddress

from fastapi import Request

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def address_of(request: Request) -> str:
    """The caller's network address; behind a proxy, the one that the server takes from it."""
    return "unknown" if request.client is None else network_of(request.client.host)


def network_of(host: str) -> str:
    """The address that is counted: of IPv6 the network of 64 bits, which one caller has whole."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
