"""Bodies of controls under sections 6(1) and 5(1)(b)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from api.bodies.parts import Code, Geometry, Short, Words
from api.fields import Body, Day
from vetcontrol.controls.terms import terms
from vetcontrol.law.diseases_of_animals.controls import Terms

Codes = Annotated[tuple[Code, ...], Field(max_length=50)]


class TermsBody(Body):
    """What a control says: forbids or regulates movements of matters (of animals of `classes`, none
    meaning every class; `excepted` classes by document), gatherings, dealing."""

    force: Literal["forbid", "regulate"]
    movements: Codes = ()
    matters: Codes = ()
    classes: Codes = ()
    excepted: Annotated[dict[Code, Short], Field(max_length=50, default_factory=dict)]
    gatherings: Codes = ()
    dealing: bool = False
    conditions: Words = ""

    def terms(self) -> Terms:
        """The terms as the service takes them. Raises `Malformed`."""
        return terms(**self.model_dump())


class ControlBody(Body):
    """A control from `first` to `last`, both days included, in areas of the register or an
    outline; `extends` is the number of the control that it continues."""

    name: Short
    disease: Code
    terms: TermsBody
    first: Day
    last: Day | None = None
    area_ids: Codes = ()
    geometry: Geometry = None
    extends: Annotated[str, Field(max_length=40)] = ""
    position_reason: Words = ""
