"""A random game by its seed: which game, under which rules, who fights whom and by which bots; played, with its laws.

Seeds next to one another are played under the same rules, for rules take longer to put together than a small battle
takes. Of every sixteen such blocks each goes another of the `WAYS`; where options are drawn, each block draws its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from campaign import classic_battles, classic_laws, platoon_battles
from overheat.classic.game import Classic
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.library import Library
from overheat.lab.games import game_of, kind_named
from overheat.lab.match import seldom_swept
from overheat.lab.players import make_bot
from platoon import laws as platoon_laws

BLOCK = 25
"""Seeds in a row that are played under the same rules."""
LONGEST = 20_000
"""More commands than any of these games takes."""


class Way(NamedTuple):
    """How the games of a block are played."""

    game: str
    rules: tuple[str, ...] = ()
    options: bool = False
    """Whether layers are drawn besides."""
    worlds: bool = False
    """Whether they are fought on maps of planets, in weather, air and gravity by chance."""


WAYS = (
    Way("classic", ("printed",)),
    Way("classic", ("printed",), options=True),
    Way("platoon"),
    Way("classic", ("printed", "tacops")),
    Way("classic", ("printed", "planets"), worlds=True),
    Way("platoon", options=True),
    Way("classic", ("omega",)),
    Way("classic", ("printed", "tacops_lite")),
    Way("classic", ("quickref",), options=True),
    Way("platoon", ("later_versions",), options=True),
    Way("classic", ("printed", "tacops"), options=True),
    Way("classic", ("printed", "omega"), options=True),
    Way("classic", ("printed", "tacops_lite"), options=True),
    Way("platoon", ("later_versions",)),
    Way("classic", ("tacops", "planets"), worlds=True),
    Way("classic", ("printed", "planets"), options=True, worlds=True),
)
HOW_MANY = (1, 2, 3, 5, 8, 13, 21, 34)
"""How many layers are drawn over those of a way, before those are left out that do not go with them."""
BOTS = (
    (10, ("random", "random")),
    (3, ("random", "greedy")),
    (3, ("greedy", "random")),
    (2, ("greedy", "greedy")),
    (1, ("hard", "random")),
    (1, ("easy", "normal")),
)
"""Who plays, and how often."""
SCENARIOS = 0.04
"""How often a game is a scenario of the project, by bots that do anything."""


class Chosen(NamedTuple):
    """What a seed stands for."""

    seed: int
    game: str
    rules: tuple[str, ...]
    bots: tuple[str, str]
    scenario: bool
    worlds: bool
    large: bool


class Played(NamedTuple):
    """What came of a game."""

    session: Session[Any, Any, Any]
    kinds: tuple[str, ...]
    """What kind of unit each of those is that fought in it."""
    refused: tuple[str, ...]
    """The ids of all refusals on the way."""


def chosen(seed: int, *, large: bool = False) -> Chosen:
    """What a seed stands for, in small battles or large ones."""
    way = WAYS[seed // BLOCK % len(WAYS)]
    chance = random.Random(f"bots {seed}")
    scenario = chance.random() < SCENARIOS
    bots = chance.choices([bots for _, bots in BOTS], [often for often, _ in BOTS])[0]
    rules = drawn(way.game, way.rules, seed // BLOCK) if way.options else way.rules
    return Chosen(seed, way.game, rules, BOTS[0][1] if scenario else bots, scenario, way.worlds, large)


@cache
def drawn(game: str, rules: Sequence[str], number: int) -> tuple[str, ...]:
    """Some layers, and over them others drawn by chance that go with them."""
    library = _library(game)
    chance, below = random.Random(f"layers {number}"), library.names(rules)
    others = sorted(name for name in library.layers if name not in below)
    found = tuple(rules)
    for name in chance.sample(others, min(len(others), chance.choice(HOW_MANY))):
        try:
            library.ruleset((*found, name))
        except RefusedError:
            continue
        found = (*found, name)
    return found


def _library(game: str) -> Library:
    found = kind_named(game).library
    assert found is not None
    return found


def play(what: Chosen, folder: Path | None, begun: Callable[[Session[Any, Any, Any]], None]) -> Played:
    """Play a game to its end and play its log again; what breaks a law or does not replay is an AssertionError.

    Units come from the project and from a folder, if there is one. `begun` is given the session before the first
    command, and so has its log even if the game breaks off.
    """
    game = kind_named(what.game).make(what.rules)
    session: Session[Any, Any, Any]
    session, watched, refused = (_classic if isinstance(game, Classic) else _platoon)(what, game, folder)
    begun(session)
    with seldom_swept():
        refused += _driven(session, what, watched)
    assert all(map(classic_battles.named, refused)), refused
    assert rerun(session.log(), game_of).log() == session.log(), "the log does not replay"
    assert game.over(session.state) is not None, "the game has no outcome"
    return Played(session, tuple(_kinds(session)), tuple(no.id for no in refused))


Watched = Callable[[Any, Any], None]
"""Looks at the states before and after a command."""


def _driven(session: Session[Any, Any, Any], what: Chosen, watched: Watched) -> Iterator[Refusal]:
    """Let bots say what they like, try what nobody offered, and look at the laws after every command."""
    game, chance = session.game, random.Random(f"asked {what.seed}")
    sides = kind_named(what.game).sides(session.setup)
    bots = {side: make_bot(what.game, bot, what.seed, side) for side, bot in zip(sides, what.bots, strict=True)}
    for _ in range(LONGEST):
        player = game.to_act(session.state)
        if player is None:
            return
        before, legal = session.state, tuple(game.legal(session.state, player))
        assert legal, f"{player} has nothing to say"
        if isinstance(game, Classic):
            yield from classic_battles.asked(game, before, player, chance)
        session.apply(player, bots[player].choose(game, game.known(before, player), player, legal))
        watched(before, session.state)
    raise AssertionError(f"not over after {LONGEST:,} commands")


def _classic(what: Chosen, game: Any, folder: Path | None) -> tuple[Session[Any, Any, Any], Watched, list[Refusal]]:
    chance, refused = random.Random(what.seed), list[Refusal]()
    if what.scenario:
        setup = classic_battles.scenario(chance, game)
    else:
        size = classic_battles.LARGE if what.large else classic_battles.SMALL
        setup, refused = classic_battles.battle(chance, game, folder, size, worlds=what.worlds)
    return Session(game, setup, what.seed), classic_laws.lawful, refused


def _platoon(what: Chosen, game: Any, folder: Path | None) -> tuple[Session[Any, Any, Any], Watched, list[Refusal]]:
    chance = random.Random(what.seed)
    setup = platoon_battles.scenario(chance, game) if what.scenario else None
    if setup is None:
        setup = platoon_battles.battle(chance, game, platoon_battles.LARGE if what.large else platoon_battles.SMALL)
    lawful = partial(platoon_laws.lawful, overloaded="overloading" in game.rules)
    return Session(game, setup, what.seed), lambda before, after: lawful(after), []


def _kinds(session: Session[Any, Any, Any]) -> Iterator[str]:
    """The kinds of all units of a game."""
    if isinstance(session.game, Classic):
        yield from (unit.sheet.kind for unit in session.state.units.values())
    else:
        yield from (f"H.E.A.T {sheet.kind}" for force in session.setup.forces for sheet in force)
