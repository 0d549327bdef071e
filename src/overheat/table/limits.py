"""How much a server takes: sizes, numbers and times that keep one visitor from being a burden to the others."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a server allows."""

    body: int = 2 * 1024 * 1024
    """The largest request, in bytes."""
    saved_game: int = 32 * 1024 * 1024
    """The largest request that brings a saved game, in bytes."""
    games: int = 10_000
    """The most games that are kept."""
    rooms: int = 400
    """The most games that are held in memory at once."""
    clients: int = 2_000
    """The most open websockets."""
    clients_per_game: int = 100
    units: int = 60
    """The most units of a set-up."""
    board_hexes: int = 10_000
    """The largest board of a set-up, in hexes."""
    men: int = 800
    """The most men of a set-up of H.E.A.T."""
    table_inches: float = 240
    """The widest and deepest table of H.E.A.T, in inches."""
    corners: int = 2_000
    """The most corners of all terrain on a table of H.E.A.T."""
    commands: int = 50_000
    """The most commands of a game, played here or brought along."""
    replay_seconds: float = 60.0
    """How long the replay of a log that somebody brings may take."""
    requests_per_second: float = 50.0
    """What one address may ask for in the long run."""
    burst: float = 400.0
    """What one address may ask for at once."""
    games_per_second: float = 0.5
    """How many games one address may make in the long run."""
    games_burst: float = 60.0
    """How many games one address may make at once."""
    hello_seconds: float = 10.0
    """How long a websocket may take to say who it is."""
    slow_seconds: float = 15.0
    """How long a websocket may take to take what it is sent."""
    message: int = 16 * 1024
    """The longest message of a websocket, in bytes."""
    pages: int = 40
    """The most units that are printed at once."""
    thinkers: int = 1
    """How many bots think at once."""
