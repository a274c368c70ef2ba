"""Runs the migrations on the connection passed by `schema_versions`."""

from alembic import context

from tilewise.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
