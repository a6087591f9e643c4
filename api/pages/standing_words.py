"""How things stand, in words: the state of what an entry is about, and what it did to the map."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from vetcontrol.clock import in_words
from vetcontrol.disease.tables import InfectedPlaceRow
from vetcontrol.gazette.tables import DiseaseRow, NotificationRow
from vetcontrol.officers.tables import AppointmentRow, DelegationRow
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.corrections import find
from vetcontrol.register.effects import Effect
from vetcontrol.register.entries import Entry, Kind

MOST = 60


def states(session: Session, subjects: Sequence[str]) -> dict[str, str]:
    """The present state of each subject that has one, in words."""
    session.expire_all()
    found = {}
    for subject in subjects:
        state = _state(session, subject)
        if state is not None:
            found[subject] = state
    return found


def _state(session: Session, subject: str) -> str | None:
    prefix, _, rest = subject.partition("/")
    if prefix == "APT":
        appointment = session.get(AppointmentRow, subject)
        return appointment.state if appointment else "not on the register"
    if prefix == "DLG":
        delegation = session.get(DelegationRow, subject)
        return delegation.state if delegation else "not on the register"
    if prefix == "disease":
        return "in the Schedule" if session.get(DiseaseRow, rest) else "not in the Schedule"
    if prefix == "premises" and rest.isdecimal():
        return "registered" if session.get(PremisesRow, int(rest)) else "not on the register"
    if prefix == "IP":
        row = session.scalars(
            select(InfectedPlaceRow).where(InfectedPlaceRow.number == subject)
        ).first()
        return row.state.replace("_", " ") if row else "not on the register"
    notification = session.get(NotificationRow, subject)
    return notification.state if notification else None


def on_the_map(
    session: Session, kind: Kind, target: Entry, correction: Entry
) -> list[tuple[str, str]]:
    """What the correction takes from the map and puts there, as (sign, words), at most MOST.

    Of a correction that is withdrawn, what it restated goes and what it struck comes back.
    """
    restated = (target if target.kind == correction.kind else correction).content["as_corrected"]
    corrected = [] if restated is None else list(kind.effects(restated))
    if target.kind == correction.kind:
        struck = find(session, seq=int(target.content["strikes"]), number=None)
        gone, come = corrected, list(kind.effects(struck.content))
    else:
        gone, come = list(kind.effects(target.content)), corrected
    lines = [("Goes", _told(one)) for one in gone if not _among(one, come)]
    lines += [("Comes", _told(one)) for one in come if not _among(one, gone)]
    if len(lines) > MOST:
        return [*lines[:MOST], ("And", f"{len(lines) - MOST} more")]
    return lines


def _among(effect: Effect, others: Sequence[Effect]) -> bool:
    return any(
        one.feature == effect.feature
        and one.action is effect.action
        and one.effective_at == effect.effective_at
        and one.geometry == effect.geometry
        for one in others
    )


def _told(effect: Effect) -> str:
    what = {"begin": "begins", "replace": "is replaced", "end": "ends"}[effect.action.value]
    shape = "" if effect.geometry is None else f", as {_a(effect.geometry.geom_type)}"
    return f"{effect.feature} {what} {in_words(effect.effective_at)}{shape}"


def _a(geometry_type: str) -> str:
    return f"a {geometry_type.removeprefix('Multi').lower()}" + (
        " of several parts" if geometry_type.startswith("Multi") else ""
    )
