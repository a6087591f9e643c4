"""The tables of officers: sign-ins, appointments, delegations, and claims of a request's key.

Appointments and delegations show the present state and are rebuilt from the log; their areas
are effects of the log. Passwords, tokens and tries are kept here alone and never in the log.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import Id, Table


class OfficerRow(Table):
    """A person who may sign in. `password_hash` is argon2; `email` is where he is told of tasks."""

    __tablename__ = "officers"

    username: Mapped[str] = mapped_column(String(80), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str] = mapped_column(Text)
    active: Mapped[bool] = mapped_column(Boolean)
    administrator: Mapped[bool] = mapped_column(Boolean)
    email: Mapped[str | None] = mapped_column(String(254))


class DraftRow(Table):
    """What an officer has begun to write for an act and not yet signed; it is no record of law.

    `purpose` is the act (`order`, `limits`, `licence`), `subject` what it is about, empty where
    it begins something; `content` is JSON of the form's fields.
    """

    __tablename__ = "drafts"

    username: Mapped[str] = mapped_column(ForeignKey("officers.username"), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(40), primary_key=True)
    subject: Mapped[str] = mapped_column(String(80), primary_key=True)
    content: Mapped[str] = mapped_column(Text)
    kept_at: Mapped[datetime] = mapped_column(Instant, index=True)


class TaskMailRow(Table):
    """That an officer was told of a task by e-mail: once, whatever comes of the message."""

    __tablename__ = "task_mails"

    username: Mapped[str] = mapped_column(ForeignKey("officers.username"), primary_key=True)
    task: Mapped[str] = mapped_column(String(200), primary_key=True)
    told_at: Mapped[datetime] = mapped_column(Instant)


class SignInRow(Table):
    """One sign-in: SHA-256 of its opaque token. `kind` is `session` (pages) or `token` (API)."""

    __tablename__ = "sign_ins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    username: Mapped[str] = mapped_column(ForeignKey("officers.username"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)


class SignInAttemptRow(Table):
    """A try to sign in that failed, by the name as typed and the caller's address."""

    __tablename__ = "sign_in_attempts"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    username: Mapped[str] = mapped_column(String(80))
    address: Mapped[str] = mapped_column(String(80))
    tried_at: Mapped[datetime] = mapped_column(Instant, index=True)

    __table_args__ = (
        Index("ix_sign_in_attempts_account", "username", "tried_at"),
        Index("ix_sign_in_attempts_address", "address", "tried_at"),
    )


class VerifyTryRow(Table):
    """A question after a paper that is not known, by the caller's address; not the code asked."""

    __tablename__ = "verify_tries"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    address: Mapped[str] = mapped_column(String(80))
    tried_at: Mapped[datetime] = mapped_column(Instant, index=True)

    __table_args__ = (Index("ix_verify_tries_address", "address", "tried_at"),)


class AppointmentRow(Table):
    """An appointment as it stands: in force from `from_at` until before `to_at` once approved.

    `state` is `proposed`, `approved` or `ended`; `to_at` is the stated end or, where it was ended
    earlier, that moment. `area_feature` is the register's feature the area was taken from; the
    area itself is the feature `officers_area/NUMBER`, which keeps its geometry. `purposes` are
    section numbers, or `["all"]`. `gazette` is `{series, number, date}`.
    """

    __tablename__ = "appointments"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    officer: Mapped[str] = mapped_column(ForeignKey("officers.username"), index=True)
    role: Mapped[str] = mapped_column(String(30), index=True)
    office_title: Mapped[str] = mapped_column(String(200))
    area_feature: Mapped[str | None] = mapped_column(String(120))
    has_area: Mapped[bool] = mapped_column(Boolean)
    purposes: Mapped[list[str]] = mapped_column(JSON)
    from_at: Mapped[datetime] = mapped_column(Instant)
    to_at: Mapped[datetime | None] = mapped_column(Instant)
    gazette: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    acting_for: Mapped[str | None] = mapped_column(String(40), index=True)
    state: Mapped[str] = mapped_column(String(10))
    proposed_by: Mapped[str] = mapped_column(String(80))
    approved_by: Mapped[str | None] = mapped_column(String(80))


class DelegationRow(Table):
    """A delegation of section 13 powers to the Collector of a district, by order (13(7)).

    `district` is the district's feature; `powers` are clause ids; `conditions` may hold
    `diseases` (codes) and `max_area_m2`; in force from `from_at` until before `until`, the
    stated end or the moment of revocation. `state`: `proposed`, `approved`, `revoked`.
    `order_reference` is `{number, date}`.
    """

    __tablename__ = "delegations"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
    district: Mapped[str] = mapped_column(String(120), index=True)
    powers: Mapped[list[str]] = mapped_column(JSON)
    conditions: Mapped[dict[str, Any]] = mapped_column(JSON)
    from_at: Mapped[datetime] = mapped_column(Instant)
    until: Mapped[datetime | None] = mapped_column(Instant)
    order_reference: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(10))
    proposed_by: Mapped[str] = mapped_column(String(80))
    approved_by: Mapped[str | None] = mapped_column(String(80))


class IdempotencyClaimRow(Table):
    """A request's `Idempotency-Key`: in flight while `status` is empty, else its first answer."""

    __tablename__ = "idempotency_claims"

    officer: Mapped[str] = mapped_column(String(80), primary_key=True)
    route: Mapped[str] = mapped_column(String(200), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int | None] = mapped_column(Integer)
    response: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Instant, index=True)
