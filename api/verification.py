"""Where anyone who holds a paper may check it: the address that stands on it, also as a QR."""

from __future__ import annotations

from typing import Protocol

from starlette.requests import Request

from api.state import state_of
from api.templating import number_in_path
from vetcontrol.documents.check_code import check_code


class Checked(Protocol):
    """An instrument as the register keeps it."""

    @property
    def number(self) -> str:
        """Its number."""

    @property
    def checksum(self) -> str:
        """The SHA-256 of its content."""


def verify_address(request: Request, row: Checked) -> str:
    """The address of the instrument's verification, with its check code; empty where none is set.

    It begins by the setting `public_address` and never by the address that was asked: whoever
    asks first chooses that, and it would stand on the paper for good.
    """
    base = state_of(request).settings.public_address
    path = f"/verify/{number_in_path(row.number)}?code={check_code(row.checksum)}"
    return base.rstrip("/") + path if base else ""
