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
    clients_each: int = 1_000
    """The most open websockets of one address."""
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
    undos: int = 10_000
    """How often commands of a game may be taken back."""
    replay_seconds: float = 60.0
    """How long the replay of a log that somebody brings may take."""
    body_seconds: float = 20.0
    """How long the body of a request may take to arrive."""
    saved_game_seconds: float = 60.0
    """How long a saved game may take to arrive."""
    bodies: int = 128 * 1024 * 1024
    """How many bytes of requests may be held at once while they arrive."""
    bytes_per_second: float = 4 * 1024 * 1024
    """How much one address may send in the long run."""
    bytes_burst: float = 96 * 1024 * 1024
    """How much one address may send at once."""
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
    head_seconds: float = 15.0
    """How long a connection may take to ask for something, in seconds."""
    connections: int = 6_000
    """The most open connections; beyond them those that ask for nothing are dropped."""
    requests: int = 1_000
    """The most requests under way at once."""
    message: int = 16 * 1024
    """The longest message of a websocket, in bytes."""
    pages: int = 40
    """The most units that are printed at once."""
    workers: int = 2
    """How many processes work for strangers."""
    errands: int = 64
    """How many tasks of strangers may wait for a process."""
    errands_each: int = 40
    """How many tasks of one address may be under way or wait."""
    errand_wait: float = 20.0
    """How long a task of a stranger may wait for a process, in seconds."""
    errand_seconds: float = 15.0
    """How long a task of a stranger may take, in seconds of processor time; then it is stopped."""
    coach_seconds: float = 120.0
    """How long the coach may look back at a battle, in seconds of processor time; then it is stopped."""
    pack_seconds: float = 90.0
    """How long a pack for browsers without a network may take to make, in seconds of processor time."""
    packs: int = 128
    """How many such packs are held; each is some sixty thousand bytes."""
    errand_memory: int = 4 * 1024**3
    """How much memory a process that works for strangers may take, in bytes."""
    lookers: int = 2
    """How many questions about running games are answered at once."""
    looks: int = 200
    """How many questions about running games may wait."""
    looks_each: int = 40
    """How many questions about one game, or of one who watches, may be under way or wait."""
    look_seconds: float = 10.0
    """How long a question about a running game may take, in seconds; then it is stopped."""
    thinkers: int = 1
    """How many bots think at once."""
