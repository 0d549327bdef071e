"""Games, their seats, the lines of their logs, and what was taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("open_to_all", sa.Integer, nullable=False),
        sa.Column("pace", sa.Float, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("watcher", sa.String(64), nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
    )
    op.create_table(
        "seat",
        _game(),
        sa.Column("player", sa.String(200), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_table(
        "line",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "undo",
        _game(),
        sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kept", sa.Integer, nullable=False),
    )
    op.create_index("game_open", "game", ["open_to_all", "created"])


def downgrade() -> None:
    """Take the tables away."""
    for table in ("undo", "line", "seat", "game"):
        op.drop_table(table)


def _game() -> "sa.Column[str]":
    return sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
