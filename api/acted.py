"""An act of a program: done at most once, answered with its entry and what it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.responses import Response

from api.once import Done, OneAct
from api.told import acts
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing


def answered(
    once: OneAct,
    act: Callable[[Writing], Entry],
    told: Callable[[Writing, Entry], Mapping[str, Any]],
    status: int = 201,
) -> Response:
    """Does `act` and answers with its entry, its documents and what `told` says beside them, as
    the register stands after the act. Raises what both raise."""

    def done(writing: Writing) -> Done:
        entry = act(writing)
        return Done(status, acts.act(writing, entry, **told(writing, entry)))

    return once(done).response()
