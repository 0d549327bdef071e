"""Why bots did what they did, by the number of the event that it begins with."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Of games that are there no reasons are known."""
    op.create_table(
        "reason",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("reason")
