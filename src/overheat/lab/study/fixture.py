"""A game that is to be played, and what came of it: everything a process far away needs, and everything it answers."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.log.replay import Session
from overheat.lab.accounts import Account
from overheat.lab.games import kind_named
from overheat.lab.match import drive, seldom_swept

_encode = msgspec.json.Encoder(order="deterministic").encode


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """One game: under which rules, who fights whom where, who plays, and with which dice."""

    arm: str
    """What it counts for: a ruleset, or a pair of bots."""
    game: str
    rules: tuple[str, ...]
    setup: Any
    bots: dict[Player, str]
    seed: int
    turned: bool = False
    """Whether the bots have changed sides."""
    position: str = ""
    files: dict[str, str] = {}
    """Users' files of rules by the layer that each brings."""

    @property
    def name(self) -> str:
        """What its files are called."""
        return name_of(self)

    def rules_digest(self) -> str:
        """A digest of its rules as they are now."""
        _bring(self)
        digest = kind_named(self.game).make(self.rules).digest
        return "" if digest is None else digest.whole

    def key(self, rules: str | None = None) -> str:
        """A digest of everything that decides how the game goes; that of its rules may be known already."""
        facts = (
            self.arm,
            self.game,
            self.rules_digest() if rules is None else rules,
            _encode(self.setup),
            self.bots,
            self.seed,
            self.position,
        )
        return hashlib.sha256(_encode(facts)).hexdigest()[:32]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one game; what went wrong with it, if anything did."""

    key: str
    arm: str
    seed: int
    turned: bool = False
    bots: dict[Player, str] = {}
    winners: tuple[Player, ...] = ()
    reason: str = ""
    rounds: int = 0
    commands: int = 0
    survivors: dict[Player, int] = {}
    figures: dict[str, float] = {}
    log: str = ""
    """A digest of everything that was said and that happened."""
    error: str = ""
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """What its files are called."""
        return name_of(self)


def name_of(game: Fixture | Played) -> str:
    """What the files of a game are called."""
    return f"{game.arm}-{game.seed:05}{'-turned' if game.turned else ''}"


class Finished(msgspec.Struct, frozen=True):
    """A game with its log."""

    played: Played
    log: bytes
    """Compressed."""


def play_fixture(fixture: Fixture, key: str, seconds: float) -> Finished:
    """Play one game to its end. Whatever goes wrong is written down, and goes no further than this game."""
    began = time.perf_counter()
    session: Session[Any, Any, Any] | None = None
    error = ""
    try:
        _bring(fixture)
        game = kind_named(fixture.game).make(fixture.rules)
        session = Session(game, fixture.setup, fixture.seed, position=fixture.position)
        with seldom_swept():
            drive(session, fixture.bots, seconds=seconds)
    except Exception as failure:
        error = f"{type(failure).__name__}: {failure}"
    took = time.perf_counter() - began
    blank = Played(key=key, arm=fixture.arm, seed=fixture.seed, turned=fixture.turned, bots=fixture.bots)
    if session is None:
        return Finished(msgspec.structs.replace(blank, error=error, seconds=took), b"")
    played = msgspec.structs.replace(blank, error=error, seconds=took, **_told(fixture, session, error))
    return Finished(played, gzip.compress(session.log(), 6, mtime=0))


def _told(fixture: Fixture, session: Session[Any, Any, Any], error: str) -> dict[str, Any]:
    """What there is to tell of a game that was begun."""
    kind, outcome = kind_named(fixture.game), session.game.over(session.state)
    account = kind.account(session) if kind.account is not None and not error else Account({})
    return {
        "winners": () if outcome is None else outcome.winners,
        "reason": "" if outcome is None else outcome.reason,
        "rounds": kind.round_of(session.state),
        "commands": len(session.commands),
        "survivors": kind.survivors(session.state),
        "figures": account.figures,
        "log": hashlib.sha256(b"\n".join(session.lines[1:])).hexdigest()[:32],
    }


def _bring(fixture: Fixture) -> None:
    """Read the users' files of rules that this process has not read yet."""
    library = kind_named(fixture.game).library
    for name, file in fixture.files.items():
        if library is not None and name in fixture.rules and name not in library.layers:
            library.bring(file)


def files_of(game: str) -> Mapping[str, str]:
    """The users' files of rules that this process has read for a game."""
    library = kind_named(game).library
    return {} if library is None else dict(library.files)
