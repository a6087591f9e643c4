"""The rows that show the present state of movement, rebuilt from the entries that stand."""

from __future__ import annotations

from sqlalchemy import delete

from vetcontrol.canonical import instant
from vetcontrol.errors import Refused
from vetcontrol.law.diseases_of_animals.return_direction import CLAUSE
from vetcontrol.movement.consignment import compared
from vetcontrol.movement.licence import SUBJECT, replay
from vetcontrol.movement.tables import CheckRow, LicenceRow, LicenceTagRow, ReturnRow, UnloadingRow
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.register import Writing

UNLOADED = "rail.unloaded"
UNLOADING_SUBJECT = "UNL"
DIRECTED = "return.directed"
RETURNED = "return.returned"
RETURN_SUBJECT = "RET"


def refresh_licence(writing: Writing, number: str) -> None:
    """Rebuild the rows of one licence. Raises `Refused` for an impossible history."""
    session = writing.session
    for table, column in (
        (LicenceTagRow, LicenceTagRow.licence),
        (CheckRow, CheckRow.licence),
        (LicenceRow, LicenceRow.number),
    ):
        session.execute(delete(table).where(column == number))
    entries = standing(session, number)
    if not entries:
        session.flush()
        return
    licence = replay(entries)
    of = licence.consignment
    session.add(
        LicenceRow(
            number=number,
            state=licence.state.value,
            applied_at=licence.applied_at,
            changed_at=entries[-1].recorded_at,
            valid_from=of.valid_from,
            valid_to=of.valid_to,
            journeys=of.journeys,
            checks=len(licence.checks),
            vehicle=compared(of.vehicle),
            premises_id=of.origin.premises_id,
            village_name=licence.place["village"],
            shape=of.origin.geometry,
        )
    )
    session.add_all(LicenceTagRow(licence=number, tag=compared(tag)) for tag in of.tags)
    session.add_all(
        CheckRow(
            client_id=check.content["client_id"],
            entry_seq=check.seq,
            licence=number,
            body_hash=check.content["body_hash"],
            verdict=check.content["verdict"],
            checked_at=instant(check.content["at"]),
            checked_by=check.actor,
            shape=geometry_from(check.content["geometry"]),
        )
        for check in licence.checks
    )
    session.flush()


def refresh_unloading(writing: Writing, number: str) -> None:
    """Rebuild the row of one unloading from rail."""
    session = writing.session
    session.execute(delete(UnloadingRow).where(UnloadingRow.number == number))
    for entry in standing(session, number):
        content = entry.content
        session.add(
            UnloadingRow(
                number=number,
                consignment=compared(content["consignment"]),
                unloaded_at=instant(content["unloaded_at"]),
                shape=geometry_from(content["geometry"]),
            )
        )
    session.flush()


def refresh_return(writing: Writing, number: str) -> None:
    """Rebuild the row of one direction to take back. Raises `Refused` for a return of none."""
    session = writing.session
    session.execute(delete(ReturnRow).where(ReturnRow.number == number))
    row: ReturnRow | None = None
    for entry in standing(session, number):
        content = entry.content
        if entry.kind == DIRECTED:
            row = ReturnRow(
                number=number,
                state="required",
                licence=content["licence"],
                origin=content["origin"],
                directed_at=instant(content["signed_at"]),
                within=instant(content["within"]),
                returned_at=None,
                shape=geometry_from(content["geometry"]),
            )
        elif row is None:
            raise Refused(
                f"Without the direction its return cannot stand: strike the return of {number},"
                f" entry {entry.seq}, first.",
                clauses=(CLAUSE,),
            )
        else:
            row.state, row.returned_at = "returned", instant(content["returned_at"])
    if row is not None:
        session.add(row)
    session.flush()


REFRESHERS = {
    SUBJECT: refresh_licence,
    UNLOADING_SUBJECT: refresh_unloading,
    RETURN_SUBJECT: refresh_return,
}
