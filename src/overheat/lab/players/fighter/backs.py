"""Who sees the back of a unit, and how far it would have to turn to show it to nobody."""

from __future__ import annotations

import msgspec

from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.sight.trace import sight
from overheat.lab.players.fighter.options import has_moved

NEAR = 9
"""Hexes within which a back is worth something."""


def behind(state: State, unit: Unit) -> list[Unit]:
    """The enemies near by that have moved, see a unit and have its back before them."""
    rules = state.relief.rules
    return [
        enemy
        for enemy in state.units.values()
        if enemy.active
        and enemy.side != unit.side
        and has_moved(state, enemy)
        and unit.hex.distance(enemy.hex) <= NEAR
        and rules[side_hit](rules, unit, enemy.hex) == "rear"
        and sight(state.relief, enemy.viewpoint, unit.viewpoint).visible
    ]


def turns_to_face(state: State, unit: Unit) -> int:
    """How many hexsides a unit has to turn until as few as may be see its back."""
    seen = [len(behind(state, msgspec.structs.replace(unit, facing=(unit.facing + turn) % 6))) for turn in range(6)]
    return min(min(turn, 6 - turn) for turn in range(6) if seen[turn] == min(seen))
