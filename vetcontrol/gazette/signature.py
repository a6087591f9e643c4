"""The signature of what a gazette has published: over its number and the checksum of its record.

It is made when it is asked for: Ed25519 signs the same words alike each time, so that nothing has
to be kept. After the key is superseded the key that follows signs; both signatures hold.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from vetcontrol.canonical import canonical
from vetcontrol.documents.content import checksum, from_json
from vetcontrol.errors import Malformed, Refused
from vetcontrol.gazette.gazetted import GAZETTED
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.key import Purpose
from vetcontrol.register.opening import is_demo
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow

FORMAT = 1
log = logging.getLogger("vetcontrol.keys")


@dataclass(frozen=True)
class Signature:
    """A token over what was published, and the id of its key."""

    token: bytes
    kid: str


def gazetted(row: DocumentRow) -> bool:
    """Whether a gazette published it, by its content, which the log holds; the row's own columns
    are there for finding it."""
    if checksum(row.content) != row.checksum:
        return False
    return from_json(row.content).kind in GAZETTED


def statement(row: DocumentRow) -> bytes:
    """What is signed; the kind as the content says it, which the checksum holds."""
    kind = from_json(row.content).kind.value
    said = {"format": FORMAT, "number": row.number, "kind": kind, "checksum": row.checksum}
    return canonical(said).encode()


def signed(reading: Reading, row: DocumentRow) -> Signature:
    """The gazette's signature of a published instrument.

    Raises `Refused` where it is no gazette's, where this machine has no key for it, or where the
    key may not be used; why, the operator's log says and not the caller's answer.
    """
    if not gazetted(row):
        raise Refused(f"{row.number} is of no gazette; only what a gazette published is signed.")
    try:
        ring = keyring.opened(reading.register.settings.keys_folder)
        if ring.active(Purpose.GAZETTE) is None:
            signer = None
        else:
            signer = ring.signer(Purpose.GAZETTE, demonstration=is_demo(reading.session))
    except (Refused, Malformed) as error:
        log.warning("the gazette key cannot be used: %s", error.detail)
        raise Refused(
            "The gazette key of this machine cannot be used; `vetcontrol doctor` tells its operator"
            " why. The checksum and the check code hold without a signature."
        ) from error
    if signer is None:
        raise Refused(
            "No gazette key is on this machine, so it gives no signature. The checksum and the"
            " check code hold without one."
        )
    return Signature(cose.sign(signer, statement(row)), signer.kid)
