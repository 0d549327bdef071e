"""Which rules price each kind of unit."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.books import TECH_MANUAL
from overheat.classic.cost import (
    battle_armour,
    bays,
    cockpits,
    fighter,
    formulas,
    infantry,
    machine,
    parts,
    protomech,
    support,
    vehicle,
)
from overheat.classic.cost.battle_armour import battle_armour_cost
from overheat.classic.cost.fighter import fighter_cost
from overheat.classic.cost.infantry import infantry_cost
from overheat.classic.cost.machine import machine_cost
from overheat.classic.cost.protomech import protomech_cost
from overheat.classic.cost.support import support_cost
from overheat.classic.cost.vehicle import vehicle_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Kind, Sheet
from overheat.kernel.rules.rule import Ruleset, Table

KINDS: Table[Kind, Callable[[Ruleset, Sheet], CostSheet]] = Table(
    "cost.kinds",
    {
        "war machine": machine_cost,
        "industrial machine": machine_cost,
        "vehicle": vehicle_cost,
        "support vehicle": support_cost,
        "aerospace fighter": fighter_cost,
        "conventional fighter": fighter_cost,
        "infantry": infantry_cost,
        "battle armour": battle_armour_cost,
        "protomech": protomech_cost,
    },
    cite=TECH_MANUAL("Costs, final unit cost"),
)
"""What prices each kind of unit; a layer may bring a kind that has no row here."""

RULES = (
    KINDS,
    *formulas.RULES,
    *parts.RULES,
    *cockpits.RULES,
    *bays.RULES,
    *machine.RULES,
    *vehicle.RULES,
    *support.RULES,
    *fighter.RULES,
    *protomech.RULES,
    *battle_armour.RULES,
    *infantry.RULES,
)
