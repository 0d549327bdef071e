"""The tables that games are kept in; `migrations` makes them and brings older ones up to date."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

GAME = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("open_to_all", Integer, nullable=False),
    Column("pace", Float, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("host", String(64), nullable=False),
    Column("watcher", String(64), nullable=False),
    Column("over", Integer, nullable=False),
    Column("touched", Float, nullable=False),
    Column("lines", Integer, nullable=False),
)
SEAT = Table(
    "seat",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(200), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("bot", String(64), nullable=False),
    Column("token", String(64), nullable=False),
)
LINE = Table(
    "line",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", LargeBinary, nullable=False),
)
UNDO = Table(
    "undo",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("kept", Integer, nullable=False),
)
COMMAND = Table(
    "command",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("answer", LargeBinary, nullable=False),
)
REASON = Table(
    "reason",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", LargeBinary, nullable=False),
)
PROBE = Table(
    "probe",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("filling", LargeBinary, nullable=False),
)
PARTS = (REASON, COMMAND, UNDO, LINE, SEAT)
"""What belongs to a game, besides its own row."""
