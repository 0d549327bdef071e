"""Weapons that heat their target up: flamers, infernos, plasma."""

from __future__ import annotations

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.coolant import is_coolant
from overheat.classic.rules.standard.fires import HEAT_OF_FIRE, HEAT_OF_PASSING
from overheat.classic.rules.standard.heat import BUILDS, Toil, tracks_heat
from overheat.classic.rules.standard.peculiar_weapons import settings
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

FLAMERS = TOTAL_WARFARE("Flamers", 135)
INFERNOS = TOTAL_WARFARE("Inferno missiles", 141)
PLASMA = TOTAL_WARFARE("Plasma weapons", 139)
OUTSIDE = TOTAL_WARFARE("Heat from outside sources", 159)

INFERNO_HEAT = 2
MOST_FROM_OUTSIDE = 15

SCORCHED = named("scorched", "{value} heat from others")
"""The mark of a unit that others have put heat into this round, and how much."""


def heat_from_others(unit: Unit) -> int:
    """The heat that others have put into a unit this round."""
    mark = unit.marks.get(SCORCHED)
    return 0 if mark is None else mark.value


class Scorching(msgspec.Struct, frozen=True):
    """The heat that each projectile that hits puts into its target: so many dice, and so many points."""

    dice: int = 0
    points: int = 0
    instead: bool = False
    """Whether it does that in place of damage."""
    fuel: int = 0
    """The missiles' worth of burning fuel that it leaves on who keeps no heat."""


BURNING = Scorching(instead=True, fuel=1)
COLD = Scorching()
COOLING = Scorching(instead=True)


def _infernal(munition: str) -> bool:
    """Whether ammunition is burning fuel: inferno missiles, and the improved ones of advanced tactical launchers."""
    return munition != "standard" and ("inferno" in munition.lower() or munition == "IIW")


@rule("fire.modes", cite=FLAMERS)
def modes(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """The ways to use a weapon: a flamer hurts, or heats a machine up, those of soldiers too; some are turned down."""
    if "bombast" in weapon.flags:
        return ("", *rules[settings](rules))
    heats = ("flamer" in weapon.flags and weapon.heat_damage) or "flame" in weapon.flags
    return ("", "heat") if heats and rules[tracks_heat](rules, target) else ("",)


@rule("salvos.scorches", cite=PLASMA)
def scorches(attack: WeaponAttack) -> Scorching:
    """A flamer used for heat and each inferno missile heat a machine in place of hurting it; plasma does both.

    What keeps no heat is left with the burning fuel of infernos.
    """
    weapon = attack.weapon
    if is_coolant(attack) and attack.target.sheet.kind != "infantry":
        return COOLING
    if not attack.rules[tracks_heat](attack.rules, attack.target):
        return BURNING if _infernal(attack.munition) else COLD
    if attack.fired("heat"):
        return Scorching(points=weapon.heat_damage, instead=True)
    if _infernal(attack.munition):
        return Scorching(points=INFERNO_HEAT, instead=True)
    return Scorching(dice=next((dice for dice in (1, 2) if f"heat_{dice}d6" in weapon.flags), 0))


@rule("heat.outside", cite=OUTSIDE, slot=BUILDS)
def outside_heat(toil: Toil) -> Term | None:
    """Others can heat a machine up by 15 points in a round at most, burning hexes included."""
    fires = (HEAT_OF_FIRE if toil.burning else 0) + HEAT_OF_PASSING * toil.unit.motion.fires
    points = max(0, min(MOST_FROM_OUTSIDE - fires, heat_from_others(toil.unit)))
    return Term("heat.outside", points, "heated by others", OUTSIDE) if points else None


RULES = (modes, scorches, outside_heat)
