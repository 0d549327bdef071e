"""What heat costs a machine that it keeps into the next round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from overheat.classic.battle.chances import chance_of
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import Overheating, avoid_number, certainly_shuts_down, tracks_heat
from overheat.classic.turn.heat import at_heat, heat_of, slower, toil_of, worse_aim
from overheat.lab.players.fighter.bearings import Floats
from overheat.lab.players.fighter.lives import rounds_ahead, sinks
from overheat.lab.players.fighter.preferences import Preferences

HOTTEST = 40
"""More heat than anybody wants to look at."""
STEPS = 1
"""The heat that a machine makes by walking in a usual round."""


def minds_heat(state: State, unit: Unit) -> bool:
    """Whether heat does anything to a unit."""
    return state.relief.rules[tracks_heat](state.relief.rules, unit)


class Gun(NamedTuple):
    """A weapon as it may be expected to fire in rounds to come."""

    damage: float
    heat: int


def cost_of_heat(state: State, unit: Unit, heats: Iterable[int], guns: Sequence[Gun], likes: Preferences) -> Floats:
    """What it costs to end the round at each of some heats: what that does by itself, and the fire that heat leaves
    no room for in the rounds to come."""
    asked = np.clip(np.fromiter(heats, np.int64), 0, HOTTEST)
    if not asked.any():
        return np.zeros(len(asked))
    fire = _by_heat(guns)
    usual = float(fire[min(HOTTEST, round(sinks(state, unit)))])
    harms = np.array([_harm(state, unit, heat, usual, likes) for heat in range(HOTTEST + 1)])
    worth = _rounds_from(harms, fire, state, unit, likes)
    found: Floats = (harms + likes.trigger_heat * (worth[0] - worth))[asked]
    return found


def _harm(state: State, unit: Unit, heat: int, usual: float, likes: Preferences) -> float:
    """What some heat does to a machine by itself: slower, worse aim, and what may happen to it."""
    if heat <= 0:
        return 0.0
    rules, hot = state.relief.rules, at_heat(unit, heat)
    aim = worse_aim(state, hot)
    cost = -likes.walking_point * float(slower(state, hot).total)
    cost += likes.worse_aim * usual * (0.0 if aim is None else float(aim.value))
    shut = rules[avoid_number](Overheating(rules, unit, heat, "shutdown", state=state))
    if rules[certainly_shuts_down](rules, heat):
        cost += likes.shutdown
    elif shut is not None:
        cost += likes.shutdown * (1.0 - float(chance_of(shut)))
    hot_shells = rules[avoid_number](Overheating(rules, unit, heat, "ammunition explosion", state=state))
    if hot_shells is not None and any(unit.condition.shots):
        cost += likes.explosion * (1.0 - float(chance_of(hot_shells)))
    return cost


def _by_heat(guns: Sequence[Gun]) -> Floats:
    """The most damage of a volley that makes so much heat or less."""
    best = np.zeros(HOTTEST + 1)
    for gun in guns:
        if gun.heat <= HOTTEST:
            fired = best + gun.damage
            best[gun.heat :] = np.maximum(best[gun.heat :], fired[: len(fired) - gun.heat])
    return best


def _rounds_from(harms: Floats, fire: Floats, state: State, unit: Unit, likes: Preferences) -> Floats:
    """What the rounds to come are worth by the heat that they begin with, all their volleys chosen together."""
    heats = np.arange(HOTTEST + 1)
    cools = max(0, round(sinks(state, unit)) - STEPS)
    after = np.clip(heats[:, None] + heats[None, :] - cools, 0, HOTTEST)
    worth = np.zeros(HOTTEST + 1)
    for _ in range(rounds_ahead(state, likes)):
        worth = np.max(fire[None, :] + (likes.patience * worth - harms)[after], axis=1)
    return worth


def heat_so_far(state: State, unit: Unit) -> float:
    """Where a machine's heat will stand with what it has done and declared; below 0 where its sinks take more."""
    built, sunk = heat_of(toil_of(state, unit))
    return float(unit.condition.heat + built.total - sunk.total)
