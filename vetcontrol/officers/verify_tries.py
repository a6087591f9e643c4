"""How often an address may ask after papers that are not known: a limit on guessing codes."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select

from vetcontrol.canonical import digest
from vetcontrol.errors import TooMany
from vetcontrol.officers.tables import VerifyTryRow
from vetcontrol.register.register import Reading, Register

LONGEST_ADDRESS = 80


def _kept(address: str) -> str:
    plain = len(address) <= LONGEST_ADDRESS and address.isprintable()
    return address if plain else digest(ascii(address))


def require_few(reading: Reading, address: str) -> None:
    """Raises `TooMany` where the address has asked in vain too often within the window.

    Who asks after papers that are genuine is never counted, and writes nothing.
    """
    settings = reading.register.settings
    window = timedelta(minutes=settings.verify_window_minutes)
    count, oldest = reading.session.execute(
        select(func.count(), func.min(VerifyTryRow.tried_at)).where(
            VerifyTryRow.address == _kept(address), VerifyTryRow.tried_at > reading.now - window
        )
    ).one()
    if count >= settings.verify_tries:
        wait = -(-(oldest + window - reading.now) // timedelta(minutes=1))
        raise TooMany(
            f"{count} questions in {settings.verify_window_minutes} minutes from this address after"
            f" papers that are not known. Try again in {wait} minutes, or ask the office."
        )


def count(register: Register, address: str) -> None:
    """One more question in vain, in a transaction of its own. Raises `TooMany`: the count decides
    under the write lock, so that no burst is told more often than the limit."""
    window = timedelta(minutes=register.settings.verify_window_minutes)
    with register.writing() as writing:
        writing.session.execute(
            delete(VerifyTryRow).where(VerifyTryRow.tried_at <= writing.now - window)
        )
        require_few(writing, address)
        writing.session.add(VerifyTryRow(address=_kept(address), tried_at=writing.now))
