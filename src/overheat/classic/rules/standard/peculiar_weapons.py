"""Weapons with a rule of their own: rifles, bombast lasers, insulated lasers, M-pods, advanced short-range missiles."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.armours import barrier
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.heat import SHOT_HEAT, Discharge
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.linked_parts import linked_part
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

RIFLES = TACTICAL_OPERATIONS("Rifles (cannons)", 338)
BOMBAST = TACTICAL_OPERATIONS("Bombast lasers", 319)
INSULATORS = TACTICAL_OPERATIONS("Laser insulators", 322)
ADVANCED = TECH_MANUAL("Advanced short-range missiles of battle armour", 261)

AGAINST_RIFLES: Table[str, int] = Table(
    "rifles.armour",
    {"from rating": 8, "damage": -3},
    cite=RIFLES,
    where="overheat.classic.rules.standard.peculiar_weapons.AGAINST_RIFLES",
)
"""The rating of armour from which rifles do less, and how much less."""


@rule(
    "rifles.against_armour",
    cite=RIFLES,
    slot=DAMAGE_TERMS,
    only=lambda impact: impact.hit.weapon is not None and "rifle" in impact.hit.weapon.flags,
)
def rifles(impact: Impact) -> Term | None:
    """Rifles do 3 points less to armour with a rating of 8 or more, and to all that is made for war."""
    weapon, unit = impact.hit.weapon, impact.unit
    if weapon is None or "rifle" not in weapon.flags or unit.sheet.kind in ("infantry", "battle armour"):
        return None
    figures = impact.rules[AGAINST_RIFLES]
    rating = impact.rules[barrier](impact.rules, unit, unit.sheet.locations[0].code)
    less = max(-impact.damage, figures["damage"]) if rating >= figures["from rating"] else 0
    return Term("rifles.against_armour", less, "modern armour", RIFLES) if less else None


LEAST, MOST = 7, 12
"""What a bombast laser does at least and at most."""


def _turned_down(flags: frozenset[str], mode: str) -> int:
    """The damage that a bombast laser is set to; what it does by itself where nothing is said."""
    return int(mode.rpartition("_")[2]) if "bombast" in flags and mode.startswith("damage_") else MOST


@rule("bombast.settings", cite=BOMBAST)
def settings(rules: Ruleset) -> tuple[str, ...]:
    """A bombast laser may be set to anything from 7 to 12 points."""
    return tuple(f"damage_{points}" for points in range(MOST - 1, LEAST - 1, -1))


@rule("to_hit.bombast", cite=BOMBAST, slot=EVERY_SHOT, only=lambda attack: "bombast" in attack.weapon.flags)
def bombast_aim(attack: WeaponAttack) -> Term | None:
    """A bombast laser that is turned down hits more easily: +3 at 12 points, 0 at 7."""
    if not attack.mode or "bombast" not in attack.weapon.flags:
        return None
    points = _turned_down(attack.weapon.flags, attack.mode)
    easier = ceil((points - LEAST) / 2) - ceil((MOST - LEAST) / 2)
    return Term("to_hit.bombast", easier, f"turned down to {points} points", BOMBAST) if easier else None


@rule(
    "bombast.damage",
    cite=BOMBAST,
    slot=DAMAGE_TERMS,
    only=lambda impact: impact.hit.weapon is None or "bombast" in impact.hit.weapon.flags,
)
def bombast_damage(impact: Impact) -> Term | None:
    """It then does as much as it is set to."""
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or not attack.mode or "bombast" not in attack.weapon.flags:
        return None
    less = _turned_down(attack.weapon.flags, attack.mode) - MOST
    return Term("bombast.damage", less, "turned down", BOMBAST) if less else None


@rule("bombast.heat", cite=BOMBAST, slot=SHOT_HEAT)
def bombast_heat(discharge: Discharge) -> Term | None:
    """And makes as much heat."""
    flags = discharge.unit.sheet.mounts[discharge.shot.mount].equipment.flags
    less = _turned_down(flags, discharge.shot.mode) - MOST
    return Term("bombast.heat", less, "turned down", BOMBAST) if less else None


def insulated(unit: Unit, weapon: int) -> bool:
    """Whether a working insulator serves a laser."""
    return linked_part(unit, weapon, "laser", "laser_insulator") is not None


@rule("insulators.heat", cite=INSULATORS, implements=("TO-322-laser-insulator",), slot=SHOT_HEAT)
def insulated_heat(discharge: Discharge) -> Term | None:
    """An insulated laser makes a point of heat less, one at least; a second insulator on it does nothing more."""
    weapon = discharge.unit.sheet.mounts[discharge.shot.mount].weapon
    if "laser_insulator" not in discharge.unit.plan.flags or weapon is None or weapon.heat <= 1:
        return None
    if "laser" not in weapon.flags or not insulated(discharge.unit, discharge.shot.mount):
        return None
    return Term("insulators.heat", -1, "laser insulator", INSULATORS)


@rule("clusters.advanced_missiles", cite=ADVANCED, slot=EVERY_CLUSTER)
def advanced_missiles(attack: WeaponAttack) -> Term | None:
    """Advanced short-range missiles of battle armour scatter less, +1."""
    if "advanced_srm" not in attack.weapon.flags:
        return None
    return Term("clusters.advanced_missiles", 1, "advanced missiles", ADVANCED)


RULES = (
    rifles,
    AGAINST_RIFLES,
    settings,
    bombast_aim,
    bombast_damage,
    bombast_heat,
    insulated_heat,
    advanced_missiles,
)
