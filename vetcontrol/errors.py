"""Refusals in plain words: what was wrong, which clause or field, and what would satisfy it.

Nothing here knows HTTP. The edge (`api.problems`) maps each class to a status and a title.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FieldError:
    """One field of a request that cannot be accepted, with the reason and the remedy."""

    field: str
    message: str


class VetcontrolError(Exception):
    """Base of every refusal.

    `detail` says what, why and what to do; `clauses` are ids of `data/law/clauses.csv`;
    `errors` name the fields.
    """

    def __init__(
        self,
        detail: str,
        *,
        clauses: tuple[str, ...] = (),
        errors: tuple[FieldError, ...] = (),
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.clauses = clauses
        self.errors = errors


class Malformed(VetcontrolError):
    """The input cannot be read as what it should be; `errors` name the fields."""

    @classmethod
    def field(cls, field: str, message: str, *, clauses: tuple[str, ...] = ()) -> Malformed:
        return cls(f"{field}: {message}", clauses=clauses, errors=(FieldError(field, message),))


class NotSignedIn(VetcontrolError):
    """No valid sign-in stands behind the request."""


class NoAuthority(VetcontrolError):
    """The officer holds no appointment, area or delegation that carries this act."""


class NotFound(VetcontrolError):
    """Nothing of that number or id is known, or it is not open to this caller."""


class Refused(VetcontrolError):
    """The law or the state of the register forbids the act."""


class TooLarge(VetcontrolError):
    """The input exceeds a stated limit of size."""


class TooMany(VetcontrolError):
    """Too many tries in a stated time."""
