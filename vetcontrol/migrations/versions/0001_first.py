"""The log, officers, premises, the gazette desk and infected places."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from gis.spatialdb import Shape, index_ddl, index_drop_ddl
from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import REFUSE_CHANGE_FUNCTION, append_only_ddl

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SPATIAL = ("premises", "infected_places")
APPEND_ONLY = ("entries", "entry_subjects", "effects", "strikes", "documents")


def upgrade() -> None:
    op.create_table(
        "delegations",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("district", sa.String(length=120), nullable=False),
        sa.Column("powers", sa.JSON(), nullable=False),
        sa.Column("conditions", sa.JSON(), nullable=False),
        sa.Column("from_at", Instant(), nullable=False),
        sa.Column("until", Instant(), nullable=True),
        sa.Column("order_reference", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("proposed_by", sa.String(length=80), nullable=False),
        sa.Column("approved_by", sa.String(length=80), nullable=True),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_delegations_district", "delegations", ["district"], unique=False)

    op.create_table(
        "diseases",
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=False),
        sa.Column("gazette", sa.String(length=200), nullable=False),
        sa.Column("to_date", sa.Date(), nullable=True),
        sa.Column("removal_gazette", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_table(
        "entries",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("appointment", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=True),
        sa.Column("signed_at", Instant(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("effects_digest", sa.String(length=64), nullable=False),
        sa.Column("previous_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("number"),
    )
    op.create_index("ix_entries_kind", "entries", ["kind"], unique=False)
    op.create_index("ix_entries_recorded_at", "entries", ["recorded_at"], unique=False)

    op.create_table(
        "idempotency_claims",
        sa.Column("officer", sa.String(length=80), nullable=False),
        sa.Column("route", sa.String(length=200), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("body_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("response", sa.Text(), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("officer", "route", "key"),
    )
    op.create_index(
        "ix_idempotency_claims_created_at", "idempotency_claims", ["created_at"], unique=False
    )

    op.create_table(
        "infected_places",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("disease", sa.String(length=60), nullable=False),
        sa.Column(
            "premises_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("ordered_at", Instant(), nullable=False),
        sa.Column("changed_at", Instant(), nullable=False),
        sa.Column("village_name", sa.String(length=120), nullable=False),
        sa.Column("shape", Shape(), nullable=False),
        sa.Column("minx", sa.Float(precision=53), nullable=False),
        sa.Column("miny", sa.Float(precision=53), nullable=False),
        sa.Column("maxx", sa.Float(precision=53), nullable=False),
        sa.Column("maxy", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number"),
    )
    op.create_index(
        "ix_infected_places_premises_id", "infected_places", ["premises_id"], unique=False
    )
    op.create_index("ix_infected_places_state", "infected_places", ["state"], unique=False)

    op.create_table(
        "notifications",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("case_number", sa.String(length=40), nullable=False),
        sa.Column("amends", sa.String(length=40), nullable=True),
        sa.Column("feature", sa.String(length=120), nullable=False),
        sa.Column("drafted_by", sa.String(length=80), nullable=False),
        sa.Column("drafted_at", Instant(), nullable=False),
        sa.Column("approved_by", sa.String(length=80), nullable=True),
        sa.Column("approved_at", Instant(), nullable=True),
        sa.Column("gazette", sa.String(length=200), nullable=False),
        sa.Column("published_at", Instant(), nullable=True),
        sa.Column("hour_stated", sa.Boolean(), nullable=False),
        sa.Column("effective_at", Instant(), nullable=True),
        sa.Column("exhibited", sa.Boolean(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["amends"],
            ["notifications.number"],
        ),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_notifications_case_number", "notifications", ["case_number"], unique=False)
    op.create_index("ix_notifications_feature", "notifications", ["feature"], unique=False)
    op.create_index("ix_notifications_state", "notifications", ["state"], unique=False)

    op.create_table(
        "number_series",
        sa.Column("series", sa.String(length=10), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("series", "year"),
    )
    op.create_table(
        "officers",
        sa.Column("username", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("administrator", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("username"),
    )
    op.create_table(
        "sign_in_attempts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("username", sa.String(length=80), nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("tried_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_sign_in_attempts_account", "sign_in_attempts", ["username", "tried_at"], unique=False
    )
    op.create_index(
        "ix_sign_in_attempts_address", "sign_in_attempts", ["address", "tried_at"], unique=False
    )
    op.create_index("ix_sign_in_attempts_tried_at", "sign_in_attempts", ["tried_at"], unique=False)

    op.create_table(
        "appointments",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("officer", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=30), nullable=False),
        sa.Column("office_title", sa.String(length=200), nullable=False),
        sa.Column("area_feature", sa.String(length=120), nullable=True),
        sa.Column("has_area", sa.Boolean(), nullable=False),
        sa.Column("purposes", sa.JSON(), nullable=False),
        sa.Column("from_at", Instant(), nullable=False),
        sa.Column("to_at", Instant(), nullable=True),
        sa.Column("gazette", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("acting_for", sa.String(length=40), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("proposed_by", sa.String(length=80), nullable=False),
        sa.Column("approved_by", sa.String(length=80), nullable=True),
        sa.ForeignKeyConstraint(
            ["officer"],
            ["officers.username"],
        ),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_appointments_acting_for", "appointments", ["acting_for"], unique=False)
    op.create_index("ix_appointments_officer", "appointments", ["officer"], unique=False)
    op.create_index("ix_appointments_role", "appointments", ["role"], unique=False)

    op.create_table(
        "documents",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_documents_entry_seq", "documents", ["entry_seq"], unique=False)

    op.create_table(
        "effects",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("feature", sa.String(length=120), nullable=False),
        sa.Column("feature_kind", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("shape", Shape(), nullable=True),
        sa.Column("effective_at", Instant(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_effects_entry_seq", "effects", ["entry_seq"], unique=False)

    op.create_table(
        "entry_subjects",
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("entry_seq", "subject"),
    )
    op.create_index(
        "ix_entry_subjects_subject", "entry_subjects", ["subject", "entry_seq"], unique=False
    )

    op.create_table(
        "personal_fields",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("salt", sa.String(length=32), nullable=True),
        sa.Column("value", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_personal_fields_entry_seq", "personal_fields", ["entry_seq"], unique=False)

    op.create_table(
        "premises",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("manager", sa.String(length=20), nullable=False),
        sa.Column("temporary_use", sa.String(length=20), nullable=True),
        sa.Column("animals", sa.Text(), nullable=False),
        sa.Column("keeps_animals", sa.Boolean(), nullable=False),
        sa.Column("accuracy_m", sa.Float(precision=53), nullable=True),
        sa.Column("placement", sa.String(length=10), nullable=False),
        sa.Column("village", sa.String(length=80), nullable=True),
        sa.Column("village_name", sa.String(length=120), nullable=False),
        sa.Column("shape", Shape(), nullable=False),
        sa.Column("minx", sa.Float(precision=53), nullable=False),
        sa.Column("miny", sa.Float(precision=53), nullable=False),
        sa.Column("maxx", sa.Float(precision=53), nullable=False),
        sa.Column("maxy", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_premises_accuracy_m", "premises", ["accuracy_m"], unique=False)

    op.create_table(
        "sign_ins",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("username", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.Column("ended_at", Instant(), nullable=True),
        sa.ForeignKeyConstraint(
            ["username"],
            ["officers.username"],
        ),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_sign_ins_expires_at", "sign_ins", ["expires_at"], unique=False)
    op.create_index("ix_sign_ins_username", "sign_ins", ["username"], unique=False)

    op.create_table(
        "strikes",
        sa.Column(
            "entry_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "struck_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["entry_seq"],
            ["entries.seq"],
        ),
        sa.ForeignKeyConstraint(
            ["struck_seq"],
            ["entries.seq"],
        ),
        sa.PrimaryKeyConstraint("entry_seq"),
    )
    op.create_index("ix_strikes_struck_seq", "strikes", ["struck_seq"], unique=False)

    op.create_table(
        "keepers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "premises_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=True),
        sa.Column("address", sa.String(length=400), nullable=True),
        sa.ForeignKeyConstraint(
            ["premises_id"],
            ["premises.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_keepers_premises_id", "keepers", ["premises_id"], unique=False)

    op.create_table(
        "services",
        sa.Column("document", sa.String(length=40), nullable=False),
        sa.Column("case_number", sa.String(length=40), nullable=False),
        sa.Column("declaration", sa.String(length=40), nullable=False),
        sa.Column("feature", sa.String(length=120), nullable=False),
        sa.Column("clause", sa.String(length=40), nullable=False),
        sa.Column(
            "premises_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("served_at", Instant(), nullable=True),
        sa.Column("manner", sa.String(length=40), nullable=False),
        sa.Column("distance_m", sa.Float(precision=53), nullable=True),
        sa.ForeignKeyConstraint(
            ["document"],
            ["documents.number"],
        ),
        sa.PrimaryKeyConstraint("document"),
    )
    op.create_index("ix_services_case_number", "services", ["case_number"], unique=False)
    op.create_index("ix_services_declaration", "services", ["declaration"], unique=False)

    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(REFUSE_CHANGE_FUNCTION)
    for table in APPEND_ONLY:
        for statement in append_only_ddl(table, dialect):
            op.execute(statement)
    for table in SPATIAL:
        for statement in index_ddl(table, dialect):
            op.execute(statement)


def downgrade() -> None:
    dialect = op.get_bind().dialect.name
    for table in SPATIAL:
        for statement in index_drop_ddl(table, dialect):
            op.execute(statement)
    op.drop_index("ix_services_declaration", table_name="services")
    op.drop_index("ix_services_case_number", table_name="services")

    op.drop_table("services")
    op.drop_index("ix_keepers_premises_id", table_name="keepers")

    op.drop_table("keepers")
    op.drop_index("ix_strikes_struck_seq", table_name="strikes")

    op.drop_table("strikes")
    op.drop_index("ix_sign_ins_username", table_name="sign_ins")
    op.drop_index("ix_sign_ins_expires_at", table_name="sign_ins")

    op.drop_table("sign_ins")
    op.drop_index("ix_premises_accuracy_m", table_name="premises")

    op.drop_table("premises")
    op.drop_index("ix_personal_fields_entry_seq", table_name="personal_fields")

    op.drop_table("personal_fields")
    op.drop_index("ix_entry_subjects_subject", table_name="entry_subjects")

    op.drop_table("entry_subjects")
    op.drop_index("ix_effects_entry_seq", table_name="effects")

    op.drop_table("effects")
    op.drop_index("ix_documents_entry_seq", table_name="documents")

    op.drop_table("documents")
    op.drop_index("ix_appointments_role", table_name="appointments")
    op.drop_index("ix_appointments_officer", table_name="appointments")
    op.drop_index("ix_appointments_acting_for", table_name="appointments")

    op.drop_table("appointments")
    op.drop_index("ix_sign_in_attempts_tried_at", table_name="sign_in_attempts")
    op.drop_index("ix_sign_in_attempts_address", table_name="sign_in_attempts")
    op.drop_index("ix_sign_in_attempts_account", table_name="sign_in_attempts")

    op.drop_table("sign_in_attempts")
    op.drop_table("officers")
    op.drop_table("number_series")
    op.drop_index("ix_notifications_state", table_name="notifications")
    op.drop_index("ix_notifications_feature", table_name="notifications")
    op.drop_index("ix_notifications_case_number", table_name="notifications")

    op.drop_table("notifications")
    op.drop_index("ix_infected_places_state", table_name="infected_places")
    op.drop_index("ix_infected_places_premises_id", table_name="infected_places")

    op.drop_table("infected_places")
    op.drop_index("ix_idempotency_claims_created_at", table_name="idempotency_claims")

    op.drop_table("idempotency_claims")
    op.drop_index("ix_entries_recorded_at", table_name="entries")
    op.drop_index("ix_entries_kind", table_name="entries")

    op.drop_table("entries")
    op.drop_table("diseases")
    op.drop_index("ix_delegations_district", table_name="delegations")

    op.drop_table("delegations")
    # Dropping a table drops its triggers, but not the function they call.
    if dialect == "postgresql":
        op.execute("DROP FUNCTION refuse_change()")
