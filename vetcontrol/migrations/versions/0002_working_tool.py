"""Prints, attachments, drafts, where officers are told of tasks, and movement licences."""

import sqlalchemy as sa
from alembic import op

from gis.spatialdb import Shape
from vetcontrol.register.engine import Instant
from vetcontrol.register.tables import Id

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# What is known of a delivery; filled for older rows when their case is next rebuilt.
SERVICE_WORDS = (("proof", 80), ("post_number", 13), ("served_by", 80), ("overtaken_by", 40))


def upgrade() -> None:
    op.add_column("officers", sa.Column("email", sa.String(length=254), nullable=True))
    op.create_table(
        "drafts",
        sa.Column("username", sa.String(length=80), nullable=False),
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("kept_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(["username"], ["officers.username"]),
        sa.PrimaryKeyConstraint("username", "purpose", "subject"),
    )
    op.create_index("ix_drafts_kept_at", "drafts", ["kept_at"])
    op.create_table(
        "task_mails",
        sa.Column("username", sa.String(length=80), nullable=False),
        sa.Column("task", sa.String(length=200), nullable=False),
        sa.Column("told_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(["username"], ["officers.username"]),
        sa.PrimaryKeyConstraint("username", "task"),
    )
    op.create_table(
        "prints",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("entry_seq", Id, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["entry_seq"], ["entries.seq"]),
        sa.ForeignKeyConstraint(["number"], ["documents.number"]),
        sa.PrimaryKeyConstraint("number", "language"),
    )
    op.create_index("ix_prints_entry_seq", "prints", ["entry_seq"])
    op.create_table(
        "attachments",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("entry_seq", Id, nullable=False),
        sa.Column("media_type", sa.String(length=40), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["entry_seq"], ["entries.seq"]),
        sa.PrimaryKeyConstraint("sha256"),
    )
    op.create_index("ix_attachments_entry_seq", "attachments", ["entry_seq"])

    op.create_table(
        "verify_tries",
        sa.Column("id", Id, nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("tried_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_verify_tries_tried_at", "verify_tries", ["tried_at"])
    op.create_index("ix_verify_tries_address", "verify_tries", ["address", "tried_at"])

    for name, length in SERVICE_WORDS:
        op.add_column(
            "services",
            sa.Column(name, sa.String(length=length), nullable=False, server_default=""),
        )
    op.add_column("services", sa.Column("service_seq", Id, nullable=True))
    _movement()


def _movement() -> None:
    op.create_table(
        "licences",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("applied_at", Instant(), nullable=False),
        sa.Column("changed_at", Instant(), nullable=False),
        sa.Column("valid_from", Instant(), nullable=False),
        sa.Column("valid_to", Instant(), nullable=False),
        sa.Column("journeys", sa.Integer(), nullable=False),
        sa.Column("checks", sa.Integer(), nullable=False),
        sa.Column("vehicle", sa.String(length=40), nullable=False),
        sa.Column("premises_id", Id, nullable=True),
        sa.Column("village_name", sa.String(length=120), nullable=False),
        sa.Column("shape", Shape(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    for column in ("premises_id", "state", "vehicle"):
        op.create_index(f"ix_licences_{column}", "licences", [column])
    op.create_table(
        "licence_tags",
        sa.Column("licence", sa.String(length=40), nullable=False),
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("licence", "tag"),
    )
    op.create_index("ix_licence_tags_tag", "licence_tags", ["tag"])
    op.create_table(
        "movement_checks",
        sa.Column("client_id", sa.String(length=60), nullable=False),
        sa.Column("entry_seq", Id, nullable=False),
        sa.Column("licence", sa.String(length=40), nullable=False),
        sa.Column("body_hash", sa.String(length=64), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=False),
        sa.Column("checked_at", Instant(), nullable=False),
        sa.Column("checked_by", sa.String(length=80), nullable=False),
        sa.Column("shape", Shape(), nullable=False),
        sa.ForeignKeyConstraint(["entry_seq"], ["entries.seq"]),
        sa.PrimaryKeyConstraint("client_id"),
    )
    for column in ("entry_seq", "licence"):
        op.create_index(f"ix_movement_checks_{column}", "movement_checks", [column])
    op.create_table(
        "unloadings",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("consignment", sa.String(length=40), nullable=False),
        sa.Column("unloaded_at", Instant(), nullable=False),
        sa.Column("shape", Shape(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_unloadings_consignment", "unloadings", ["consignment"])
    op.create_table(
        "returns",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("licence", sa.String(length=40), nullable=False),
        sa.Column("origin", sa.String(length=120), nullable=False),
        sa.Column("directed_at", Instant(), nullable=False),
        sa.Column("within", Instant(), nullable=False),
        sa.Column("returned_at", Instant(), nullable=True),
        sa.Column("shape", Shape(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    for column in ("licence", "state"):
        op.create_index(f"ix_returns_{column}", "returns", [column])


def downgrade() -> None:
    for name in ("returns", "unloadings", "movement_checks", "licence_tags", "licences"):
        op.drop_table(name)
    for name in ("service_seq", *(name for name, _ in SERVICE_WORDS)):
        op.drop_column("services", name)
    op.drop_table("verify_tries")
    op.drop_table("attachments")
    op.drop_table("prints")
    op.drop_table("task_mails")
    op.drop_table("drafts")
    op.drop_column("officers", "email")
