"""Rules under section 37: drafted, laid before the Assembly, annulled; what they fix."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.acted import answered
from api.answers import JSON, listing
from api.asked import Number
from api.bodies.rules import AnnulmentBody, LayingBody, RulesBody
from api.deps import CurrentOfficer, OptionalOfficer, Paging, RegisterDep
from api.once import Done, Once
from api.problems import declared
from api.told import acts
from api.told import gazette as told
from api.told.answers import Acted, Listed, Told
from vetcontrol.clock import day_of
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused
from vetcontrol.gazette import rules
from vetcontrol.law.prescribed import Prescribed
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Writing

router = APIRouter(tags=["gazette"], responses=declared(Malformed))
ACTS = declared(NotSignedIn, NoAuthority, NotFound, Refused)


@router.get("/rules", response_model=Listed)
def listed(
    request: Request, officer: OptionalOfficer, register: RegisterDep, part: Paging
) -> Response:
    """Rules, the newest first; drafts are for officers."""
    with register.reading() as reading:
        rows = [
            row
            for row in rules.published(reading)
            if officer is not None or row.state in told.PUBLIC_STATES
        ]
        items = [
            told.notification(row, public=officer is None)
            for row in rows[part.offset : part.offset + part.limit]
        ]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return listing(request, part, items, len(rows), **more)


@router.get("/prescribed", response_model=Listed)
def prescribed(
    request: Request,
    register: RegisterDep,
    part: Paging,
    on: Annotated[date | None, Query(description="By default today")] = None,
    locality: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """What rules may fix, and what is fixed on a day in a locality, by which rule and gazette."""
    with register.reading() as reading:
        day = on or day_of(reading.now)
        values = reading.prescribed
        items = [_fixed(values, key.key, day, locality) for key in rules.keys(reading)]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    shown = items[part.offset : part.offset + part.limit]
    return listing(request, part, shown, len(items), **more)


def _fixed(values: Prescribed, key: str, day: date, locality: str) -> dict[str, Any]:
    known, found = values.keys[key], values.find(key, day, locality=locality)
    return {
        "id": key,
        "key": key,
        "clause": known.clause,
        "description": known.description,
        "while_unset": known.while_unset.value,
        "kind": known.kind.value,
        "value": None if found is None else found.value,
        "since": None if found is None else found.since,
        "rule": "" if found is None else found.rule,
        "gazette": "" if found is None else found.gazette,
        "sample": found is not None and found.sample,
    }


@router.get("/rules/{number}", response_model=Told, responses=declared(NotFound))
def one(number: Number, officer: OptionalOfficer, register: RegisterDep) -> Response:
    """One set of rules: what it fixes, how far it was laid, what was annulled."""
    with register.reading() as reading:
        row = rules.row(reading, number)
        if officer is None and row.state not in told.PUBLIC_STATES:
            raise NotFound(f"No rules {number} are published.")
        shown = told.notification(row, public=officer is None, whole=True)
        if row.state == "published":
            shown["laying"] = rules.laying(reading, number).as_json()
            shown["history"] = [
                {"kind": e.kind, "seq": e.seq, **e.content} for e in rules.history(reading, number)
            ]
        more = {"known_seq": reading.known().known_seq, "at": reading.now}
    return JSON(shown | more)


@router.post("/rules", status_code=201, response_model=Acted, responses=ACTS)
def drafted(body: RulesBody, officer: CurrentOfficer, once: Once) -> Response:
    """Draft rules whose own draft the gazette published before; another person approves them."""

    def act(writing: Writing) -> Done:
        number = rules.draft(
            writing,
            officer,
            title=body.title,
            text=body.text,
            values=[v.value_of() for v in body.values],
            draft_gazette=body.draft_gazette.reference(),
            first_fine_paise=body.first_fine_paise,
            repeat_fine_paise=body.repeat_fine_paise,
        )
        return Done(201, acts.newest(writing, number=number, state="draft", kind=rules.RULES))

    return once(act).response()


@router.post("/rules/{number}/laying", status_code=201, response_model=Acted, responses=ACTS)
def laid(number: Number, body: LayingBody, officer: CurrentOfficer, once: Once) -> Response:
    """Record days on which rules lay before the Assembly (section 37(5))."""

    def act(writing: Writing) -> Entry:
        return rules.lay(
            writing, officer, number, session=body.session, first=body.first, last=body.last
        )

    return answered(once, act, lambda _, __: {"number": number})


@router.post("/rules/{number}/annulment", status_code=201, response_model=Acted, responses=ACTS)
def annulled(number: Number, body: AnnulmentBody, officer: CurrentOfficer, once: Once) -> Response:
    """Record that the Assembly annulled rules, or some of their values (section 37(5))."""

    def act(writing: Writing) -> Entry:
        return rules.annul(
            writing,
            officer,
            number,
            resolved_on=body.resolved_on,
            until=body.until,
            resolution=body.resolution,
            keys=body.keys,
        )

    return answered(once, act, lambda _, __: {"number": number})
