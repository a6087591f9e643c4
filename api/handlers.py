"""Every refusal on its way out: problem details or a page, and a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.answers import JSON
from api.pages.page import remember_officer
from api.pages.refusals import refusal_page, typed, wants_page
from api.problems import MEDIA_TYPE, NOT_FROM_HERE, NOT_SIGNED_IN, Problem, problem_of, type_of
from api.state import state_of
from gis.errors import GeodesyError
from vetcontrol.errors import VetcontrolError

# Refused before any page saw the form that was sent; every other form is shown again.
GIVEN_BACK = (NOT_SIGNED_IN, NOT_FROM_HERE)
log = logging.getLogger("vetcontrol.edge")


def answer(
    request: Request, problem: Problem, given_back: Sequence[tuple[str, str]] = ()
) -> Response:
    """The problem as a page for people on a page, which gives back what they had typed; else as
    problem details."""
    if wants_page(request):
        response = refusal_page(request, problem, given_back)
    else:
        response = JSON(problem.as_json(), problem.type.status, media_type=MEDIA_TYPE)
    response.headers.update(problem.headers_for(state_of(request).settings))
    return response


def handle(
    request: Request, error: Exception, given_back: Sequence[tuple[str, str]] = ()
) -> Response:
    """The answer to every error in the table."""
    problem = problem_of(error)
    if wants_page(request):
        remember_officer(request)
    log.info("%s %s %r %s", problem.code, request.method, request.url.path, problem.type.name)
    return answer(request, problem, given_back)


async def handle_with_form(request: Request, error: Exception) -> Response:
    """The handler of every error in the table."""
    unread = wants_page(request) and type_of(error) in GIVEN_BACK
    given_back = await typed(request) if unread else []
    return await run_in_threadpool(handle, request, error, given_back)


class Faults:
    """Pure ASGI: an error that nobody expected is logged with its code and told without details.

    Stands inside the security headers; Starlette's own handler of faults stands outside them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            problem = problem_of(error)
            log.exception("%s %s %r", problem.code, scope["method"], scope["path"])
            if started:
                raise
            response = answer(Request(scope, receive), problem)
            await response(scope, receive, send)


def add_handlers(app: FastAPI) -> None:
    """Every error of the table, and what the framework raises itself, by one handler."""
    for error in (VetcontrolError, GeodesyError, RequestValidationError, HTTPException):
        app.add_exception_handler(error, handle_with_form)
