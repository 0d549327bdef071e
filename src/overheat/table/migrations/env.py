"""Runs the steps that a database has not been through yet, on the connection of the store."""

from alembic import context

from overheat.table.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
