"""Refusals for people: the words of the problem details on a page, and what each type means."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from api.network import SAFE_METHODS
from api.pages.page import AnyonesPage, Page, pages_router
from api.problems import FAULT, NOT_SIGNED_IN, TYPES, Problem
from vetcontrol.errors import NotFound

PROGRAMS = ("/api/", "/ogc", "/static/", "/healthz", "/readyz", "/metrics", "/sw.js")
router = pages_router()


def wants_page(request: Request) -> bool:
    """Whether the caller is a person on a page: asks for HTML, at an address for people."""
    if request.url.path.startswith(PROGRAMS):
        return False
    return "text/html" in request.headers.get("accept", "")


def refusal_page(request: Request, problem: Problem) -> Response:
    """The refusal as a page; where nobody is signed in, the sign-in that leads back."""
    if problem.type is NOT_SIGNED_IN:
        back = "/"
        if request.method in SAFE_METHODS:
            back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return Page(request, None).show(
            "sign_in.html", status=401, problem=problem, asked=True, back=back
        )
    # Of a fault nobody knows whether the register answers, so its page asks it nothing.
    officer = None if problem.type is FAULT else getattr(request.state, "officer", None)
    return Page(request, officer).show("refusal.html", status=problem.type.status, problem=problem)


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
