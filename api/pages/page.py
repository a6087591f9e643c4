"""A page in the making: who looks at it, what his forms carry, and what is said once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field, replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from api.cookies import SAID, VISIT, end_cookie, read_cookie, session_cookie, set_cookie
from api.deps import CurrentOfficer, officer_of_request
from api.forms import CSRF_FIELD, ONCE_FIELD, Filled, form_secret, form_token, keepable
from api.once import Done
from api.pages import repairing
from api.pages.controls import called
from api.pages.navigation import Viewer, menu_for, viewer_of
from api.problems import FAULT, Problem, problem_of
from api.state import state_of
from api.templating import render
from gis.errors import GeodesyError
from vetcontrol.errors import Malformed, NotFound, NotSignedIn, VetcontrolError
from vetcontrol.officers.people import Officer
from vetcontrol.settings import Settings

LONGEST_SAID = 500
CHOOSE_AGAIN = "Choose the file again: it was not kept, and a page cannot choose it for you."
REFUSALS = (VetcontrolError, GeodesyError)
"""What a form is shown again for: a refusal of the law or the register, or of a place on earth."""


def _readable_address(request: Request) -> None:
    """Raises `NotFound` or `Malformed` for an address with what no database can look for."""
    if not all(keepable(str(part)) for part in request.path_params.values()):
        raise NotFound("The address holds a character that no number and no name has.")
    for name, value in request.query_params.multi_items():
        if not keepable(value):
            raise Malformed.field(name, "holds a character that cannot be kept; type it again")


def pages_router() -> APIRouter:
    """A router for pages, which are not part of the API's contract."""
    return APIRouter(
        include_in_schema=False,
        default_response_class=HTMLResponse,
        dependencies=[Depends(_readable_address)],
    )


@dataclass
class Page:
    """What every page needs of its request."""

    request: Request
    officer: Officer | None
    _visit: str | None = field(default=None, init=False)

    @property
    def settings(self) -> Settings:
        """How this installation runs."""
        return state_of(self.request).settings

    def viewer(self) -> Viewer:
        """Who looks at the page, with the offices he holds now."""
        if self.officer is None:
            return Viewer(None)
        with state_of(self.request).register.reading() as reading:
            return viewer_of(reading, self.officer)

    def tokens(self) -> Markup:
        """The hidden fields of a form: the proof that it is ours, and the key of its one act."""
        secret = form_secret(self.request) or self._visit
        if secret is None:
            secret = self._visit = secrets.token_urlsafe(32)
        fields = {CSRF_FIELD: form_token(secret), ONCE_FIELD: secrets.token_urlsafe(16)}
        return Markup("").join(
            Markup('<input type="hidden" name="{}" value="{}">').format(name, value)
            for name, value in fields.items()
        )

    def show(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """The page that `template` makes of `context`."""
        settings = self.settings
        said = self._said()
        given: dict[str, Any] = {
            "problem": None,
            "repair": None,
            "errors": {},
            "values": {},
        } | context
        frame: dict[str, Any] = {
            "page": self,
            "officer": self.officer,
            "menu": menu_for(self.viewer()),
            "path": self.request.url.path,
            "government_name": settings.government_name,
            "said": said,
        }
        text = render(template, **frame, **given)
        problem: Problem | None = given["problem"]
        if problem is not None and problem.errors:
            # What its controls are called, only the page that was made can say.
            given["problem"] = replace(problem, labels=called(text))
            text = render(template, **frame, **given)
        response = HTMLResponse(text, status)
        if said:
            end_cookie(response, settings, SAID)
        if self._visit is not None:
            set_cookie(response, settings, VISIT, self._visit)
        return response

    def again(
        self, template: str, error: VetcontrolError | GeodesyError, form: Filled, **context: Any
    ) -> Response:
        """The page once more with the refusal above the form and each field's error at the field.

        The answer has the status of the refusal.
        """
        problem = problem_of(error)
        if problem.type is FAULT:
            raise error
        response = self.show(
            template,
            status=problem.type.status,
            problem=problem,
            errors=dict.fromkeys(form.uploads(), CHOOSE_AGAIN)
            | {e.field: e.message for e in problem.errors},
            values=form.values(),
            repair=repairing.offer(error, form.pairs()),
            **context,
        )
        response.headers.update(problem.headers_for(self.settings))
        return response

    def answer(self, done: Done) -> Response:
        """The way to the page that an act led to (`Done.go`), where its words are said once."""
        return self.go(done.content["location"], done.content["said"])

    def go(self, address: str, said: str = "") -> Response:
        """A redirect (303) to `address`, an address of this site."""
        response = RedirectResponse(local_address(address), 303)
        secret = session_cookie(self.request)
        if said and secret is not None:
            text = base64.urlsafe_b64encode(said[:LONGEST_SAID].encode()).decode()
            value = f"{text}.{_said_proof(secret, text)}"
            set_cookie(response, self.settings, SAID, value, seconds=60)
        return response

    def _said(self) -> str:
        secret, value = session_cookie(self.request), read_cookie(self.request, SAID)
        if secret is None or value is None:
            return ""
        text, _, proof = value.partition(".")
        if not hmac.compare_digest(proof.encode(), _said_proof(secret, text).encode()):
            return ""
        return base64.urlsafe_b64decode(text).decode()


def _said_proof(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), b"said " + text.encode(), hashlib.sha256).hexdigest()


def local_address(address: str) -> str:
    """`address` where it is a path of this site, else `/`: nobody is sent elsewhere from here."""
    parts = urlsplit(address)
    is_local = (
        address.startswith("/")
        and not address.startswith("//")
        and not parts.scheme
        and not parts.netloc
        and "\\" not in address
        and address.isprintable()
    )
    return address if is_local else "/"


def remember_officer(request: Request) -> Officer | None:
    """The officer of the session, for a page that all may see; an ended session counts as none."""
    known: Officer | None = getattr(request.state, "officer", None)
    if known is not None:
        return known
    try:
        return officer_of_request(request, state_of(request).register)
    except NotSignedIn:
        return None


def page_for_anyone(request: Request) -> Page:
    """A page that all may see; an ended session shows as signed out."""
    return Page(request, remember_officer(request))


def page_for_officers(request: Request, officer: CurrentOfficer) -> Page:
    """A page for officers who are signed in. Raises `NotSignedIn`, which shows the sign-in."""
    return Page(request, officer)


AnyonesPage = Annotated[Page, Depends(page_for_anyone)]
OfficerPage = Annotated[Page, Depends(page_for_officers)]
