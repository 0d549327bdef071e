"""What heat costs a machine that it keeps into the next round."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from overheat.classic.battle.chances import chance_of
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import Overheating, avoid_number, certainly_shuts_down, tracks_heat
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.heat import at_heat, heat_of, slower, toil_of, worse_aim
from overheat.lab.players.fighter.bearings import Floats
from overheat.lab.players.fighter.lives import sinks
from overheat.lab.players.fighter.preferences import Preferences

HOTTEST = 40
"""More heat than anybody wants to look at."""


def minds_heat(state: State, unit: Unit) -> bool:
    """Whether heat does anything to a unit."""
    return state.relief.rules[tracks_heat](state.relief.rules, unit)


def cost_of_heat(state: State, unit: Unit, heats: Iterable[int], harm: float, likes: Preferences) -> Floats:
    """What it costs to end the round at each of some heats."""
    return np.array([_cost(state, unit, min(heat, HOTTEST), harm, likes) for heat in heats])


def _cost(state: State, unit: Unit, heat: int, harm: float, likes: Preferences) -> float:
    if heat <= 0:
        return 0.0
    rules, hot = state.relief.rules, at_heat(unit, heat)
    aim = worse_aim(state, hot)
    cost = likes.trigger_heat * _unfired(state, unit, heat, harm) - likes.walking_point * float(
        slower(state, hot).total
    )
    cost += likes.worse_aim * harm * (0.0 if aim is None else float(aim.value))
    shut = rules[avoid_number](Overheating(rules, unit, heat, "shutdown", state=state))
    if rules[certainly_shuts_down](rules, heat):
        cost += likes.shutdown
    elif shut is not None:
        cost += likes.shutdown * (1.0 - float(chance_of(shut)))
    hot_shells = rules[avoid_number](Overheating(rules, unit, heat, "ammunition explosion", state=state))
    if hot_shells is not None and any(unit.condition.shots):
        cost += likes.explosion * (1.0 - float(chance_of(hot_shells)))
    return cost


def _unfired(state: State, unit: Unit, heat: int, harm: float) -> float:
    """The damage that is not done later while sinks work off heat; none where they do while everything fires."""
    guns = [unit.sheet.mounts[mount].weapon for mount in unit.plan.weapons if works(unit, mount)]
    cools = sinks(state, unit)
    spare = max(0.0, cools - sum(float(gun.heat) for gun in guns if gun is not None))
    return harm / max(1.0, cools) * max(0.0, heat - spare)


def heat_so_far(state: State, unit: Unit) -> float:
    """Where a machine's heat will stand with what it has done and declared; below 0 where its sinks take more."""
    built, sunk = heat_of(toil_of(state, unit))
    return float(unit.condition.heat + built.total - sunk.total)
