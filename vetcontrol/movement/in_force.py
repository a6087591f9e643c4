"""Licences under which something may be removed at a moment."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from vetcontrol.law.diseases_of_animals.licence import State
from vetcontrol.movement.licence import Licence, replay
from vetcontrol.movement.tables import LicenceRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.register import Reading

MOST = 500
"""How many are looked at, those asked for last: each is replayed."""


def licences_in_force(reading: Reading, at: datetime, known_seq: int) -> list[Licence]:
    """Those granted by `at`, not revoked and within their time then, as known by `known_seq`.

    The latest asked for comes first.
    """
    query = select(LicenceRow.number).order_by(
        LicenceRow.applied_at.desc(), LicenceRow.number.desc()
    )
    if known_seq == reading.known().known_seq:
        # The rows are of what is known now; of what was known before the entries alone tell.
        query = query.where(
            LicenceRow.state.in_((State.GRANTED, State.REVOKED)),
            LicenceRow.valid_from <= at,
            LicenceRow.valid_to > at,
        )
    found = (
        standing(reading.session, number, known_seq)
        for number in reading.session.scalars(query.limit(MOST))
    )
    return [one for one in (replay(entries) for entries in found if entries) if _holds(one, at)]


def _holds(one: Licence, at: datetime) -> bool:
    return (
        one.granted_at is not None
        and one.granted_at <= at
        and (one.revoked_at is None or at < one.revoked_at)
        and one.consignment.valid_from <= at < one.consignment.valid_to
    )
