"""What the ground around a target leaves of the damage that is done to it, where rules let it stop part of a hit."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.impacts import AT_THE_PLACE
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import usual_damage
from overheat.lab.players.fighter.bearings import Floats, hex_number
from overheat.lab.players.fighter.shooting.arsenal import PLAIN, attack_with, usable

FROM = 3
"""Hexes from which it is looked at."""


def cover(state: State, by: Unit, target: Unit) -> Floats | None:
    """The share of the damage of a unit's weapons that is left in each hex where a target may stand; None where that
    is all of it everywhere."""
    if not state.relief.rules[AT_THE_PLACE] or target.elevation > 0:
        return None
    kept: dict[object, Floats | None] = state.relief.remember("fighters' cover", lambda _: {})
    mounts = tuple(usable(by))
    plain = target.plan.traits <= PLAIN
    struck = (target.sheet.kind, target.sheet.motive, target.sheet.tech) if plain else id(target.plan)
    key = id(by.plan), struck, target.condition.prone, mounts
    if key not in kept:
        kept[key] = _cover(state, by, target, mounts)
    return kept[key]


def _cover(state: State, by: Unit, target: Unit, mounts: Iterable[tuple[int, int | None]]) -> Floats | None:
    """The same, found out for each kind of what stands in a hex."""
    kinds = state.relief.lastingly("kinds of cover", _kinds)
    bare = _done(state, by, target, mounts, kinds.get((), []))
    left = np.ones(state.relief.board.width * state.relief.board.height)
    for hexes in kinds.values() if bare else ():
        left[hexes] = _done(state, by, target, mounts, hexes) / bare
    return None if (left == 1.0).all() else left


def _kinds(relief: Relief) -> dict[tuple[str, ...], list[int]]:
    """The hexes of a board without buildings or water, by what stands in them."""
    found: dict[tuple[str, ...], list[int]] = {}
    for hex in relief.board:
        stands = relief.obstacles[relief.index(hex)]
        if not {"building", "water"} & {feature.kind for feature in relief.board[hex].features}:
            kinds = tuple(obstacle.kind for obstacle in stands if not obstacle.solid)
            found.setdefault(kinds, []).append(hex_number(relief, hex))
    return found


def _done(state: State, by: Unit, target: Unit, mounts: Iterable[tuple[int, int | None]], hexes: list[int]) -> float:
    """What hits of all weapons do to a target in the first of some hexes."""
    if not hexes:
        return 0.0
    hex = [*state.relief.board][hexes[0]]
    there = msgspec.structs.replace(target, hex=hex, elevation=0)
    attacks = [attack_with(state, by, there, mount, feed).from_afar(FROM) for mount, feed in mounts]
    return sum(float(usual_damage(state, attack, target_number(attack))) for attack in attacks)
