"""Whole battles between bots, and what comes of many of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.replay import Header, Session
from overheat.platoon.bots import BOTS
from overheat.platoon.commands import Commands
from overheat.platoon.game import PlatoonGame
from overheat.platoon.scenario import load_scenario, set_up
from overheat.platoon.state import Setup, State

Played = Session[Setup, State, Commands]


class Result(msgspec.Struct, frozen=True):
    """How one battle ended."""

    seed: int
    winner: str | None
    reason: str
    turns: int
    lost: tuple[int, int]


def fight(setup: Setup, seed: int, bots: tuple[str, str], options: Sequence[str] = ()) -> Played:
    """Play a battle to its end between two bots by name."""
    for bot in bots:
        if bot not in BOTS:
            raise refuse("battle.bot", f"no bot {bot!r}; there are {', '.join(BOTS)}", bot=bot)
    game = PlatoonGame(options)
    session: Played = Session(game, setup, seed)
    minds = {player: BOTS[bot](seed, f"{bot} {player}") for player, bot in zip(setup.players, bots, strict=True)}
    while (player := game.to_act(session.state)) is not None:
        session.apply(player, minds[player].choose(game, session.state, player))
    return session


def battle(
    scenario: str, seed: int, bots: tuple[str, str] = ("greedy", "greedy"), options: Sequence[str] = ()
) -> Played:
    """Play a scenario by name or file."""
    return fight(set_up(load_scenario(scenario), PlatoonGame(options).ruleset), seed, bots, options)


def result(played: Played) -> Result:
    """How a battle that is over ended."""
    outcome = played.state.outcome
    if outcome is None:
        raise refuse("battle.unfinished", "the battle is not over")
    winner = outcome.winners[0] if outcome.winners else None
    return Result(played.seed, winner, outcome.reason, played.state.turn, played.state.lost)


def game_of(header: Header) -> PlatoonGame:
    """The game that a log was written by."""
    if header.game != PlatoonGame.name:
        raise refuse("log.game", f"a log of {header.game!r}, not of {PlatoonGame.name!r}", game=header.game)
    return PlatoonGame(header.rules)
