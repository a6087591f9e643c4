"""Bodies of rules under section 37."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from api.bodies.parts import Code, GazetteBody, Short, Words
from api.fields import Body, Day
from vetcontrol.gazette.rules import Value

Paise = Annotated[int, Field(ge=0, le=10**9)]
Text = Annotated[str, Field(max_length=2_000)]


class ValueBody(Body):
    """A value that rules fix: words, a number, whole paise or a list of words, as its key asks;
    in a locality (empty: everywhere), from a day (by default when the rules operate)."""

    key: Code
    value: int | float | Text | Annotated[list[Text], Field(max_length=100)]
    locality: Short = ""
    since: Day | None = None

    def value_of(self) -> Value:
        """The value as the service takes it."""
        return Value(self.key, self.value, self.locality, self.since)


class RulesBody(Body):
    """Rules, their values, and the gazette that published their draft before."""

    title: Short
    text: Words
    values: Annotated[tuple[ValueBody, ...], Field(max_length=100)] = ()
    draft_gazette: GazetteBody
    first_fine_paise: Paise | None = None
    repeat_fine_paise: Paise | None = None


class LayingBody(Body):
    """Days, both included, on which rules lay before the Assembly, and in which session."""

    session: Short
    first: Day
    last: Day


class AnnulmentBody(Body):
    """The Assembly's resolution, and the first day on which rules (or `keys`) no longer hold."""

    resolved_on: Day
    until: Day
    resolution: Words
    keys: Annotated[tuple[Code, ...], Field(max_length=100)] = ()
