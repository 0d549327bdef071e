"""Inferno missiles and other burning fuel: what it does to vehicles and soldiers, who keep no heat."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.armours import BEST_BARRIER, barrier
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

INFERNOS = TOTAL_WARFARE("Inferno missiles, effects by kind of unit", 141)

FUEL = named("fuel", "{value} missiles' worth of burning fuel on the suits")
"""The mark of a squad with fuel on it that has felled nobody yet: how many missiles' worth."""

FIGURES: Table[str, int] = Table(
    "infernos.figures",
    {"soldiers": 3, "missiles to a trooper": 3, "through armour": -2},
    cite=INFERNOS,
    where="overheat.classic.rules.standard.infernos.FIGURES",
)
"""Soldiers that each missile fells, missiles that fell a trooper, and what armour adds to the roll on a vehicle."""


@rule("infernos.vehicles", cite=INFERNOS)
def on_vehicles(rules: Ruleset, unit: Unit) -> Term:
    """Each missile that hits a vehicle is rolled for as a critical hit, -2 where its armour is full armour."""
    ratings = [rules[barrier](rules, unit, place.code) for place in unit.sheet.locations]
    weak = unit.sheet.kind == "support vehicle" and min(ratings) < BEST_BARRIER
    return Term("infernos.vehicles", 0 if weak else rules[FIGURES]["through armour"], "burning fuel", INFERNOS)


@rule("infernos.suits", cite=INFERNOS)
def on_suits(rules: Ruleset, unit: Unit, missiles: int) -> tuple[int, int]:
    """Every third missile that hits a squad fells a trooper, and what is left over counts with what follows this turn.

    Suits that do not burn are left alone.
    """
    worn = {flag for place in unit.sheet.locations if place.armour_kind for flag in place.armour_kind.flags}
    worn.update(flag for mount in unit.sheet.mounts for flag in mount.equipment.flags)
    if "fire_resistant" in worn:
        return 0, 0
    held = unit.marks.get(FUEL)
    return divmod(missiles + (0 if held is None else held.value), rules[FIGURES]["missiles to a trooper"])


@rule("infernos.soldiers", cite=INFERNOS)
def on_soldiers(rules: Ruleset, missiles: int) -> Term:
    """Each missile that hits soldiers on foot fells three, wherever they are and whatever they wear."""
    return Term("infernos.soldiers", rules[FIGURES]["soldiers"] * missiles, "burning fuel", INFERNOS)


RULES = (on_vehicles, on_suits, on_soldiers, FIGURES)
