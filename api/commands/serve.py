"""Serving the register to people and programs."""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands import demo as demonstration
from api.commands.telling import settings_of_environment, the_register
from vetcontrol.errors import Refused

if TYPE_CHECKING:
    from fastapi import FastAPI


HIGHEST_PORT = 65_535


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def require_private(host: str, *, is_embedded: bool, forced: bool) -> None:
    """Raises `Refused` where the sign-ins of a demonstration, known to all, could be reached."""
    if forced:
        return
    if not is_loopback(host):
        raise Refused(
            f"This register is a demonstration, whose sign-ins are known to all, and {host} can be"
            " reached from other machines. Serve it at 127.0.0.1, or say --force."
        )
    if not is_embedded:
        raise Refused(
            "This register is a demonstration, whose sign-ins are known to all, and stands in"
            " PostgreSQL. Use an embedded register (sqlite:///PATH), or say --force."
        )


def require_free(host: str, port: int) -> None:
    """Raises `Refused` where nothing can be served at `host` and `port`, saying what to do."""
    try:
        (family, kind, *_, address), *_ = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < HIGHEST_PORT else 8000
            raise Refused(
                f"Port {port} is in use; choose another with --port (make run: PORT={other})."
            ) from error
        if error.errno == errno.EACCES:
            raise Refused(
                f"Port {port} may be used by the superuser alone; choose one above 1023 with --port"
                " (make run: PORT=8000)."
            ) from error
        raise Refused(f"Nothing can be served at {host}: {error.strerror}.") from error


def address_of(host: str, port: int) -> str:
    """Where the pages served at `host` and `port` are reached, from this machine at least."""
    shown = "127.0.0.1" if host == "0.0.0.0" else "::1" if host == "::" else host  # noqa: S104
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def application(host: str, *, demo: bool, force: bool, port: int = 8000) -> FastAPI:
    """The application to serve at `host`; papers of a demonstration carry this address where no
    public one is set.

    Raises `Refused` where the schema is not current, where `demo` is asked of a register that is
    no demonstration, and where a demonstration could be reached by others.
    """
    from api.app import create_app  # noqa: PLC0415  heavy
    from vetcontrol.register.opening import is_demo  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    if demo:
        is_embedded = settings.database_url.startswith("sqlite")
        require_private(host, is_embedded=is_embedded, forced=force)
        demonstration.prepare(settings)
    with the_register(settings) as register:
        with register.reading() as reading:
            demonstrates = is_demo(reading.session)
        if demonstrates:
            require_private(host, is_embedded=register.database.is_sqlite, forced=force)
            address = settings.public_address or address_of(host, port)
            settings = demonstration.with_samples(settings).model_copy(
                update={"public_address": address}
            )
        elif demo:
            raise Refused(
                "This register is no demonstration, and none can be made of it. Name an empty one"
                " in VETCONTROL_DATABASE_URL."
            )
    return create_app(settings)


def serve(
    host: Annotated[str, typer.Option(help="The address to serve at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=HIGHEST_PORT)] = 8000,
    demo: Annotated[
        bool, typer.Option("--demo", help="Serve a demonstration; makes it in an empty register.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Let others reach a demonstration.")
    ] = False,
) -> None:
    """Serve the pages and the API.

    With --demo an empty register is first filled with sample officers, law and premises.
    """
    import uvicorn  # noqa: PLC0415  heavy

    require_free(host, port)
    app = application(host, demo=demo, force=force, port=port)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"vetcontrol at http://{shown}:{port}/")
    if demo:
        settings = settings_of_environment()
        file = demonstration.sign_ins_file(settings)
        typer.echo(demonstration.in_lines(demonstration.sign_ins_of(settings), file))
    proxies = settings_of_environment().trusted_proxies
    uvicorn.run(
        app,
        host=host,
        port=port,
        server_header=False,
        # Anybody can write X-Forwarded-For: it is believed of named proxies alone.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )
