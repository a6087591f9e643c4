"""Notifications of every section: what each is about."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "notifications",
        sa.Column("about", sa.String(length=40), server_default="infected_area", nullable=False),
    )
    op.create_index("ix_notifications_about", "notifications", ["about"])


def downgrade() -> None:
    op.drop_index("ix_notifications_about", "notifications")
    op.drop_column("notifications", "about")
