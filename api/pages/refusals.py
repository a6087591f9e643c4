"""Refusals for people: the words of the problem details on a page, and what each type means."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.form_marks import FORM_ID
from api.forms import Filled, form_of, is_form
from api.network import SAFE_METHODS
from api.pages.page import AnyonesPage, Page, local_address, pages_router
from api.problems import FAULT, NOT_SIGNED_IN, TYPES, Problem
from vetcontrol.errors import NotFound, VetcontrolError

PROGRAMS = ("/api/", "/ogc", "/static/", "/healthz", "/readyz", "/metrics", "/sw.js")
STEP = "step"
router = pages_router()


def wants_page(request: Request) -> bool:
    """Whether the caller is a person on a page: asks for HTML, at an address for people."""
    if request.url.path.startswith(PROGRAMS):
        return False
    return "text/html" in request.headers.get("accept", "")


async def typed(request: Request) -> list[tuple[str, str]]:
    """What the form of a request held that was refused before anybody read it, without passwords,
    tokens, files and drawings; nothing where it cannot be read."""
    if request.method in SAFE_METHODS or not is_form(request):
        return []
    try:
        pairs = Filled(await form_of(request)).pairs(without=(STEP, FORM_ID))
    except (HTTPException, VetcontrolError):
        return []
    return [(n, v) for n, v in pairs if v.strip() and not v.startswith("data:")]


def _form_page(request: Request) -> str:
    """Where the form stands that was sent: the page that the browser names, if it is ours."""
    came = urlsplit(request.headers.get("referer", ""))
    path, query = (came.path, came.query) if came.netloc == request.url.netloc else ("", "")
    if not path:
        path, query = request.url.path, request.url.query
    return local_address(path + (f"?{query}" if query else ""))


def refusal_page(
    request: Request, problem: Problem, given_back: Sequence[tuple[str, str]] = ()
) -> Response:
    """The refusal as a page; where nobody is signed in, the sign-in that leads back.

    What was typed is given back in the answer to the request that brought it, and kept nowhere.
    """
    response = _refusal_page(request, problem, given_back)
    if given_back:
        response.headers["Cache-Control"] = "no-store"
    return response


def _refusal_page(
    request: Request, problem: Problem, given_back: Sequence[tuple[str, str]]
) -> Response:
    if problem.type is NOT_SIGNED_IN:
        back = "/"
        if request.method in SAFE_METHODS:
            back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        elif given_back:
            back = _form_page(request)
        return Page(request, None).show(
            "sign_in.html", status=401, problem=problem, asked=True, back=back, typed=given_back
        )
    # Of a fault nobody knows whether the register answers, so its page asks it nothing.
    officer = None if problem.type is FAULT else getattr(request.state, "officer", None)
    return Page(request, officer).show(
        "refusal.html",
        status=problem.type.status,
        problem=problem,
        typed=given_back,
        back=_form_page(request) if given_back else "",
    )


@router.get("/problems/{name}")
def problem_type(page: AnyonesPage, name: str) -> Response:
    """What a type of problem means and what to do."""
    kind = TYPES.get(name)
    if kind is None:
        raise NotFound(f"There is no type of problem called {name}. Look in the list at /problems.")
    return page.show("problem_type.html", kind=kind)


@router.get("/problems")
def problem_types(page: AnyonesPage) -> Response:
    """Every type of problem."""
    kinds = sorted(TYPES.values(), key=lambda k: (k.status, k.name))
    return page.show("problem_types.html", kinds=kinds)
