"""How many lines each game has, the commands by their ids, and a table to try whether anything can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Games that are there have the lines up to their last one."""
    op.add_column("game", sa.Column("lines", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE game SET lines = (SELECT COALESCE(MAX(line.number) + 1, 0) FROM line WHERE line.game = game.id)")
    op.create_table(
        "command",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "probe",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("filling", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Take the tables and the column away."""
    op.drop_table("probe")
    op.drop_table("command")
    op.drop_column("game", "lines")
