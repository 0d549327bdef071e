"""Smoke: what it hides from whom, by the danger that is left behind it."""

from __future__ import annotations

import msgspec

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.danger import danger
from overheat.lab.players.soldier.preferences import Preferences
from overheat.platoon.battle.state import Unit
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import Spot, flat
from overheat.platoon.rules.standard import smoke

NEAR = 8.0
"""Inches from smoke within which friends are looked at whom it may hide."""
MEANT = 0.7
"""How much of the danger is meant for who stands before the enemy, and not for others."""
LITTLE = 0.1
"""Danger below which nobody thinks of smoke."""
KEPT = 0.05
"""What a screen is worth that is kept for later."""


def screen_worth(game: PlatoonGame, battle: Thinking, unit: Unit, likes: Preferences) -> float:
    """What the screen of a vehicle is worth now: the danger that it takes from itself and from who is behind it."""
    known: dict[str, float] = battle.kept.setdefault("screens", {})
    if unit.id not in known:
        markers = battle.rules[smoke.markers](battle.rules, battle.hull(unit))
        known[unit.id] = _spared(game, battle, unit, markers, puffs=False)
    return likes.risk * MEANT * known[unit.id] - KEPT


def throw_worth(game: PlatoonGame, battle: Thinking, unit: Unit, at: tuple[Spot, ...], likes: Preferences) -> float:
    """What smoke of a squad at some places is worth to it and to friends near by."""
    return likes.risk * MEANT * _spared(game, battle, unit, at, puffs=True) - KEPT


def _spared(game: PlatoonGame, battle: Thinking, unit: Unit, at: tuple[Spot, ...], *, puffs: bool) -> float:
    """How much less danger a unit and friends near by are in from enemies who have yet to act, behind smoke."""
    friends = [each for each in battle.on_table(unit.side) if each.id == unit.id or flat(each.at, unit.at) <= NEAR]
    before = {each.id: danger(battle, each, each.at, now=True) for each in friends if not each.at.z}
    if sum(before.values()) < LITTLE:
        return 0.0
    state, flat_ones = battle.frozen(), tuple(each._replace(z=0) for each in at)
    changed = {"puffs": (*state.puffs, *flat_ones)} if puffs else {"smoke": (*state.smoke, *flat_ones)}
    there = Thinking(game, msgspec.structs.replace(state, **changed))
    return sum(
        max(0.0, was - danger(there, there.units[id], there.units[id].at, now=True)) for id, was in before.items()
    )
