"""Changing one's own password, which ends every sign-in one has open."""

from __future__ import annotations

from starlette.responses import Response

from api.cookies import SESSION, end_cookie
from api.deps import CurrentOfficer, RegisterDep, SettingsDep
from api.forms import Filled, Form
from api.network import address_of
from api.pages.page import OfficerPage, Page, pages_router
from vetcontrol.errors import Malformed, NotSignedIn, VetcontrolError
from vetcontrol.officers.signins import change_password

router = pages_router()
TEMPLATE = "office/password.html"


@router.get("/password")
def asked(page: OfficerPage) -> Response:
    """The form."""
    return page.show(TEMPLATE)


@router.post("/password")
def changed(
    page: OfficerPage,
    form: Form,
    officer: CurrentOfficer,
    register: RegisterDep,
    settings: SettingsDep,
) -> Response:
    """Change it, and lead to a new sign-in."""
    try:
        current, new = _given(form)
        try:
            change_password(register, officer, current, new, address=address_of(page.request))
        except NotSignedIn as error:
            raise Malformed.field(
                "current_password", "is not your present password; type it again"
            ) from error
    except VetcontrolError as refusal:
        return page.again(TEMPLATE, refusal, form)
    response = Page(page.request, None).show("office/password_changed.html")
    end_cookie(response, settings, SESSION)
    return response


def _given(form: Filled) -> tuple[str, str]:
    """The present and the new password, as typed: they may begin or end with a space."""
    current, new, again = (
        str(form.data.get(name) or "")
        for name in ("current_password", "password", "password_again")
    )
    if not current:
        raise Malformed.field("current_password", "is blank; type your present password")
    if new != again:
        raise Malformed.field(
            "password_again", "is not the same as the new password; type both again"
        )
    return current, new
