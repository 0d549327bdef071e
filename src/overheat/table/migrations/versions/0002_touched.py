"""When each game was last played, so that those left alone for long can be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Games that are there count as played when they were made."""
    op.add_column("game", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE game SET touched = created")


def downgrade() -> None:
    """Take the column away."""
    op.drop_column("game", "touched")
