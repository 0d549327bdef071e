"""Charges: whom men can reach, who is likely left when it comes to close quarters, and what that is worth."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.danger import firepower
from overheat.lab.players.soldier.kills import WOUNDS, value_of
from overheat.lab.players.soldier.stakes import stake
from overheat.platoon.battle.commands import Charge
from overheat.platoon.battle.state import Unit
from overheat.platoon.damage.assault import defended, side_of
from overheat.platoon.ground.geometry import flat
from overheat.platoon.move.men import charge_refused
from overheat.platoon.resolution.chances import Side, fought
from overheat.platoon.rules.standard import close_quarters

NOBODY = -0.5
"""What a charge is worth on whom men have no business with at close quarters."""
FARTHEST = 14.0
"""Inches beyond which nobody is charged."""


def best_charge(battle: Thinking, unit: Unit) -> float:
    """The best that a unit gets out of a charge from where it is, or nothing."""
    known: dict[str, float] = battle.kept.setdefault("charges", {})
    if unit.id not in known:
        near = [enemy for enemy in battle.enemies(unit) if flat(unit.at, enemy.at) < FARTHEST]
        able = unit.place == "table" and len(unit.men) > 1
        running = msgspec.structs.replace(unit, order="run")
        free = (enemy for enemy in near if charge_refused(battle, running, Charge(enemy.id)) is None)
        known[unit.id] = max((charge_worth(battle, unit, enemy) for enemy in free), default=0.0) if able else 0.0
    return known[unit.id]


def charge_worth(battle: Thinking, unit: Unit, enemy: Unit) -> float:
    """What a charge is worth: the enemy whom it destroys, less the men whom his fire and a defeat cost."""
    if not battle.sheet(enemy).soft or not enemy.men or not unit.men:
        return NOBODY
    fallen = _shot_on_the_way(battle, unit, enemy)
    own = side_of(battle, unit).without(min(round(fallen), len(unit.men)))
    if not own.men:
        return NOBODY
    won, lost = _odds(battle.rules, own, side_of(battle, enemy), defended(battle, unit.at, enemy))
    gain = won * (value_of(battle, enemy) + stake(battle, enemy))
    return gain - value_of(battle, unit) * (lost + (1 - lost) * WOUNDS * fallen / len(unit.men))


def _shot_on_the_way(battle: Thinking, unit: Unit, enemy: Unit) -> float:
    """How many men fall to the fire of who is charged from afar and has yet to act."""
    far = battle.distance(unit, enemy)
    if not battle.rules[close_quarters.fires_first](battle.rules, far, enemy.acted):
        return 0.0
    men = len(unit.men)
    part = firepower(battle.rules, battle.sheet(enemy), battle.sheet(unit), men, int(far))
    return min(1.0, part) * men * len(enemy.men) / max(1, len(battle.sheet(enemy).men))


@lru_cache(maxsize=4096)
def _odds(rules: Ruleset, own: Side, theirs: Side, covered: bool) -> tuple[float, float]:
    """How often who charges is left, and how often who is charged; neither for sure where nobody can fall."""
    try:
        found = fought(rules, own, theirs, defended=covered)
    except RefusedError:
        return 0.0, 0.0
    return float(found.probability("attacker")), float(found.probability("defender"))
