"""Signing in and out on pages: the session is renewed at sign-in and ends at sign-out."""

from __future__ import annotations

from starlette.responses import Response

from api.cookies import SESSION, VISIT, end_cookie, session_cookie, set_cookie
from api.deps import RegisterDep, SettingsDep
from api.forms import Form
from api.network import address_of
from api.pages.page import AnyonesPage, local_address, pages_router
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.officers.signins import SignInKind, sign_in, sign_out

router = pages_router()
TEMPLATE = "sign_in.html"


@router.get("/sign-in")
def sign_in_form(page: AnyonesPage, back: str = "/") -> Response:
    """The form; `back` is the page to return to."""
    return page.show(TEMPLATE, back=local_address(back))


@router.post("/sign-in")
def signed_in(
    page: AnyonesPage, form: Form, register: RegisterDep, settings: SettingsDep
) -> Response:
    """Sign in, end the session that was, and go back to the page that was asked for."""
    back = local_address(form.text("back") or "/")
    try:
        username, password = _given(form)
        made = sign_in(
            register,
            username,
            password,
            address=address_of(page.request),
            kind=SignInKind.SESSION,
            replaces=session_cookie(page.request),
        )
    except VetcontrolError as refusal:
        return page.again(TEMPLATE, refusal, form, back=back)
    response = page.go(back)
    set_cookie(response, settings, SESSION, made.token)
    end_cookie(response, settings, VISIT)
    return response


def _given(form: Form) -> tuple[str, str]:
    username = form.text("username")
    # A password may begin or end with a space.
    password = form.data.get("password")
    if not username:
        raise Malformed.field("username", "give the username an administrator made for you")
    if not isinstance(password, str) or not password:
        raise Malformed.field("password", "give your password")
    return username, password


@router.get("/sign-out")
def sign_out_form(page: AnyonesPage) -> Response:
    """Asks, since a link must not end a session."""
    return page.show("sign_out.html")


@router.post("/sign-out")
def signed_out(
    page: AnyonesPage, _form: Form, register: RegisterDep, settings: SettingsDep
) -> Response:
    """End the session."""
    token = session_cookie(page.request)
    if token is not None:
        sign_out(register, token)
    response = page.go("/sign-in")
    end_cookie(response, settings, SESSION)
    return response
