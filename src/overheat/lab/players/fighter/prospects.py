"""What the next rounds are worth: at which distance from an enemy a unit fights best, and how soon it gets there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from overheat.classic.battle.steps import allowance
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.sight.field import UNSEEN
from overheat.classic.turn.reach import Place
from overheat.lab.players.fighter.bearings import Floats, Ints, ground_between, hex_number
from overheat.lab.players.fighter.lives import (
    USUAL_DISTANCES,
    USUAL_SHIFT,
    acts_in_time,
    nothing_to_lose,
    rounds_ahead,
    sinks,
)
from overheat.lab.players.fighter.options import dodge_of
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.shooting.arsenal import LEAST, REACH, SHIFTS, arsenal, volleys
from overheat.lab.players.fighter.shooting.heat import Gun

WALK = "walk"
WALKED = 1
"""What a walk adds to one's own shots."""
OFTEN = 0.5
"""The share of its walking points that a unit makes hexes of, turns and rough ground being what they are."""


class Trade(NamedTuple):
    """What a round against an enemy gives and takes, by distance."""

    give: Floats
    take: Floats


def prospects(
    state: State, unit: Unit, enemies: Sequence[Unit], away: Sequence[Ints], pace: int, likes: Preferences
) -> Floats:
    """What the rounds to come are worth from places that are so far from each enemy: at war with the one that is best
    fought, under the fire of the others."""
    ahead = rounds_ahead(state, likes)
    lasts = sum(likes.patience**later for later in range(ahead))
    worth, fire = [], []
    for enemy, far in zip(enemies, away, strict=True):
        found, near = trade(state, unit, enemy, likes), np.minimum(far, REACH - 1)
        worth.append(_over_rounds(found.give - found.take, pace, ahead, likes.patience)[near])
        fire.append(lasts * found.take[near])
    best: Floats = np.max(np.array(worth) + np.array(fire), axis=0) - np.sum(fire, axis=0)
    return best


def trade(state: State, unit: Unit, enemy: Unit, likes: Preferences) -> Trade:
    """What a round is worth at each distance: damage given, and its share of the damage that the enemy does.

    A battle has to be fought, so who is the weaker at all distances takes what it takes on the whole as the price of
    what it gives, and looks for the distance at which the price is lowest.
    """
    give, take = _at_each_distance(state, unit, enemy), _at_each_distance(state, enemy, unit)
    fair = min(1.0, float(give.sum()) / max(float(take.sum()), 1e-9))
    if nothing_to_lose(state, unit.side):
        fair *= likes.desperation
    return Trade(give, (1.0 - likes.zeal) * fair * take / len(state.on_side(unit.side)))


def _at_each_distance(state: State, unit: Unit, target: Unit) -> Floats:
    """The damage that a unit does to another in a usual round, by distance; less where it has to come to first."""
    arms = arsenal(state, unit, target)
    shift = int(np.clip(WALKED + _usual_dodge(state, target) - LEAST, 0, SHIFTS - 1))
    found: Floats = volleys(arms, np.array([sinks(state, unit)]))[0, arms.ahead, :, shift].copy()
    found[0] = found[1]
    return acts_in_time(state, unit) * found


def guns_ahead(state: State, unit: Unit) -> list[Gun]:
    """The weapons of a unit, each with the damage to expect of it in rounds to come: at the enemy that it does most to
    as they stand, both moving as usual, or at usual distances where that is more."""
    enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
    best: list[Gun] = []
    for enemy in enemies:
        arms = arsenal(state, unit, enemy)
        bears = arms.masks[arms.ahead] if len(arms.masks) else np.zeros(0, np.bool_)
        ways = [arms.damage[:, USUAL_DISTANCES, USUAL_SHIFT].mean(axis=1)]
        ground = ground_between(state.relief, unit.stature, enemy.stature)[_between(state, unit, enemy)]
        if ground != UNSEEN:
            shift = int(np.clip(WALKED + _usual_dodge(state, enemy) + ground - LEAST, 0, SHIFTS - 1))
            ways.append(arms.damage[:, min(unit.hex.distance(enemy.hex), REACH - 1), shift])
        for damage in ways:
            guns = [Gun(float(damage[at]), int(arms.heat[at])) for at in np.flatnonzero(bears)]
            best = max(best, guns, key=lambda guns: sum(gun.damage for gun in guns))
    return best


def _between(state: State, unit: Unit, enemy: Unit) -> tuple[int, int]:
    """The place of two units in the tables of hexes by hexes."""
    return hex_number(state.relief, unit.hex), hex_number(state.relief, enemy.hex)


def _usual_dodge(state: State, unit: Unit) -> int:
    """What its usual move adds to shots at a unit."""
    return 0 if unit.immobile else dodge_of(state.relief.rules, WALK, round(OFTEN * allowance(state, unit, WALK)))


def _over_rounds(balance: Floats, pace: int, rounds: int, patience: float) -> Floats:
    """What rounds are worth by the distance that one begins them at, each spent at the best that is in reach."""
    ahead = np.zeros_like(balance)
    for _ in range(rounds):
        ahead = _best_within(balance + patience * ahead, pace)
    return ahead


def _best_within(values: Floats, pace: int) -> Floats:
    """At each distance, the best of those that are no more hexes away than one makes in a round."""
    padded = np.pad(values, pace, mode="edge")
    found: Floats = np.lib.stride_tricks.sliding_window_view(padded, 2 * pace + 1).max(axis=1)
    return found


def pace_of(state: State, unit: Unit, places: Sequence[Place]) -> int:
    """How many hexes a unit gets from where it is in a round in which it fires, without a roll to stay on its way."""
    modes = state.relief.rules[MODES]
    sure = (place.hex for place in places if modes[place.mode].attacks and not place.trips)
    return max((unit.hex.distance(hex) for hex in sure), default=0)
