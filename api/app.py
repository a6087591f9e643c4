"""The application: built by `create_app`, from settings that are handed in; nothing at import."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from api.access_log import keep_queries_out
from api.alerts import Alerts
from api.compression import Compression
from api.documentation import OPENAPI, add_documentation
from api.handlers import Faults, add_handlers
from api.pages import home, movement, office, refusals, registers, story
from api.pages import search as search_page
from api.pages import sign_in as sign_in_pages
from api.pages import verify as verify_page
from api.routers import (
    audit,
    checks,
    clusters,
    controls,
    corrections,
    documents,
    health,
    in_force,
    infected_places,
    layers,
    licences,
    moments,
    notices,
    notifications,
    officers,
    premises,
    returns,
    rules,
    schedule,
    search,
    serving,
    sign_in,
    tasks,
    unloadings,
    verification,
)
from api.security import BodyLimit, OriginGuard, SecurityHeaders
from api.state import State, put_state
from api.templating import STATIC
from vetcontrol.clock import Clock
from vetcontrol.officers.mail import mailer_of
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

BASE = "/api/v1"
TITLE = "vetcontrol"


def create_app(
    settings: Settings, clock: Clock | None = None, register: Register | None = None
) -> FastAPI:
    """The whole application for `settings`.

    Its lifespan opens the register that the settings name, with `clock`, and closes it; a
    `register` that is handed in is used as it is and stays open (it brings its own clock).
    """
    state = State(settings)
    app = FastAPI(
        title=TITLE,
        version=version("vetcontrol"),
        openapi_url=OPENAPI,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(state, clock, register),
        # A path with a trailing slash is another address; a redirect would lose a POST.
        redirect_slashes=False,
    )
    put_state(app, state)
    add_handlers(app)
    add_middleware(app, state)
    include_api(app)
    include_pages(app)
    add_documentation(app)
    add_static(app)
    return app


def _lifespan(
    state: State, clock: Clock | None, register: Register | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        keep_queries_out()
        state.opened = register or open_register(state.settings, clock)
        state.telling = Alerts(state.opened, mailer_of(state.settings))
        try:
            yield
        finally:
            state.telling.close()
            opened, state.opened = state.opened, None
            if register is None:
                opened.close()

    return lifespan


def add_middleware(app: FastAPI, state: State) -> None:
    """From the inside out: compression, the guard of origin, the limit of size, faults, headers."""
    app.add_middleware(Compression)
    app.add_middleware(OriginGuard, settings=state.settings)
    app.add_middleware(BodyLimit, most=state.settings.max_body_bytes)
    app.add_middleware(Faults)
    app.add_middleware(SecurityHeaders, settings=state.settings, counts=state.counts)


def include_api(app: FastAPI) -> None:
    """The ways in for programs."""
    v1 = APIRouter(prefix=BASE)
    v1.include_router(sign_in.router)
    v1.include_router(audit.router)
    for one in (
        premises,
        clusters,
        layers,
        moments,
        officers,
        rules,
        schedule,
        infected_places,
        notices,
        documents,
        verification,
        serving,
        notifications,
        licences,
        checks,
        unloadings,
        returns,
        controls,
        corrections,
        in_force,
        tasks,
        search,
    ):
        v1.include_router(one.router)
    app.include_router(v1)
    app.include_router(health.router)


def include_pages(app: FastAPI) -> None:
    """The pages for people."""
    app.include_router(home.router)
    app.include_router(search_page.router)
    app.include_router(sign_in_pages.router)
    app.include_router(verify_page.router)
    app.include_router(refusals.router)
    for router in (*story.ROUTERS, *movement.ROUTERS, *registers.ROUTERS, *office.ROUTERS):
        app.include_router(router)


class KeptFiles(StaticFiles):
    """Files of the front end; asked for by their digest they may be kept for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        by_digest = scope["query_string"].startswith(b"v=")
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if by_digest else "no-cache"
        )
        return response


def add_static(app: FastAPI) -> None:
    """Our own files and those of the vendored libraries, at /static."""
    app.mount("/static", KeptFiles(directory=STATIC), name="static")

    @app.get("/favicon.ico", include_in_schema=False)
    def mark() -> Response:
        """The mark, for what names none: a written instrument, an answer in JSON."""
        return FileResponse(STATIC / "mark.svg", media_type="image/svg+xml")
