"""A form that an officer sent: its act is done once and leads on, or the form is shown again.

An act that is reviewed before it is signed goes through `api.pages.review` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.responses import Response

from api.forms import Filled, ProvedForm
from api.once import Done, Once, OneAct
from api.pages.desk_forms import fields_named
from api.pages.page import REFUSALS, OfficerPage, Page
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Reading, Register, Writing


@dataclass(frozen=True)
class Sent:
    """The form as it was filled in, the page it stands on, and the one act that it asks for."""

    page: Page
    form: Filled
    once: OneAct

    @property
    def officer(self) -> Officer:
        """Who sent it."""
        return self.once.officer

    @property
    def register(self) -> Register:
        """The register that it is about."""
        return self.once.register

    def answer(
        self,
        act: Callable[[Writing], Done],
        template: str,
        context: Callable[[Reading], Mapping[str, Any]],
        *,
        first: Callable[[], object] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> Response:
        """The way to the page that `act` leads to; refused, `template` again with `context`.

        `first` is done before the write lock is taken (`OneAct`); `fields` are the form's names of
        the fields that a service refuses.
        """
        try:
            self.form.require_keepable()
            with fields_named(fields or {}):
                return self.page.answer(self.once(act, first=first))
        except REFUSALS as refusal:
            with self.register.reading() as reading:
                shown = context(reading)
                # Its rows are rendered after the reading has ended.
                reading.session.expunge_all()
            return self.page.again(template, refusal, self.form, **shown)


def sent_form(page: OfficerPage, form: ProvedForm, once: Once) -> Sent:
    """The form of this request. Raises `NotSignedIn`, and `NotFromHere` where it is not ours."""
    return Sent(page, form, once)


SentForm = Annotated[Sent, Depends(sent_form)]
