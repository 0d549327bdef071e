"""How fast battles are: whole games between bots, single target numbers, and how both grow with the forces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from overheat.classic.attack.to_hit import to_hit
from overheat.classic.facts.state import Shot
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.turn.reach import reach
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.log.replay import Session, verify
from overheat.lab.match import play

Rate = Callable[..., Any]
FORCE = ("Warhammer WHM-6R", "Wolverine WVR-6R", "Phoenix Hawk PXH-1", "Wasp WSP-1A")


def lines(count: int, rounds: int) -> Setup:
    """So many machines a side, in rows at either end of one sheet."""
    units = []
    for at in range(count):
        column, row, name = 1 + at % 16, at // 16, FORCE[at % len(FORCE)]
        units.append(Combatant(id=f"r{at}", side="red", unit=name, hex=f"{column:02}{1 + row:02}", facing=3))
        units.append(Combatant(id=f"b{at}", side="blue", unit=name, hex=f"{column:02}{17 - row:02}"))
    return Setup(board="crossroads", units=tuple(units), rounds=rounds)


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_four_against_four(rate: Rate, bot: str) -> None:
    setup = find("lance")[1]
    rate(1, "games", lambda: play(Classic(), setup, 1, {"red": bot, "blue": bot}))


@pytest.mark.parametrize("layer", ["classic", "dead_zones"])
def test_three_games_with_and_without_dead_zones(rate: Rate, layer: str) -> None:
    setup = find("lance")[1]
    rate(3, "games", lambda: [play(Classic((layer,)), setup, seed, {}) for seed in (1, 2, 3)])


@pytest.mark.parametrize("count", [4, 8, 16, 32])
def test_two_rounds_of_larger_forces(rate: Rate, count: int) -> None:
    setup = lines(count, 2)
    rate(2, "rounds", lambda: play(Classic(), setup, 1, {}))


def test_replay(rate: Rate) -> None:
    log = play(Classic(), find("lance")[1], 1, {}).log()
    commands = log.count(b'"line":"command"')
    rate(commands, "commands", lambda: verify(log, lambda header: Classic(header.rules)))


def test_target_numbers(rate: Rate) -> None:
    """A new attack each time: sight traced, forbidding rules asked, terms added up."""
    state = Session(Classic(), lines(4, 2), 1).state
    shots = [
        (unit, Shot(mount, other.id, (unit.plan.feeds.get(mount) or (None,))[0]))
        for unit in state.units.values()
        for mount in unit.plan.weapons
        for other in state.units.values()
        if other.side != unit.side
    ]
    rate(len(shots), "target numbers", lambda: [to_hit(attack_of(state, unit, shot)) for unit, shot in shots])


def test_reach(rate: Rate) -> None:
    state = Session(Classic(), lines(4, 2), 1).state
    units = list(state.units.values())
    rate(len(units), "units searched for every place they reach", lambda: [reach(state, unit) for unit in units])
