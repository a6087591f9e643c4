"""How Alembic meets the register: over a connection handed in by `vetcontrol.migrations.run`."""

from __future__ import annotations

from alembic import context

from vetcontrol.migrations.comparison import options
from vetcontrol.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
    **options(),
)
with context.begin_transaction():
    context.run_migrations()
