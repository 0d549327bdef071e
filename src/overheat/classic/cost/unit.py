"""What any unit costs that there are rules for here."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.cost.battle_armour import battle_armour_cost
from overheat.classic.cost.fighter import fighter_cost
from overheat.classic.cost.infantry import infantry_cost
from overheat.classic.cost.machine import machine_cost
from overheat.classic.cost.protomech import protomech_cost
from overheat.classic.cost.support import support_cost
from overheat.classic.cost.vehicle import vehicle_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Kind, Sheet
from overheat.kernel.refusal import refuse

BY_KIND: dict[Kind, Callable[[Sheet], CostSheet]] = {
    "war machine": machine_cost,
    "industrial machine": machine_cost,
    "vehicle": vehicle_cost,
    "support vehicle": support_cost,
    "aerospace fighter": fighter_cost,
    "conventional fighter": fighter_cost,
    "infantry": infantry_cost,
    "battle armour": battle_armour_cost,
    "protomech": protomech_cost,
}
"""The rules for each kind of unit."""


def unit_cost(sheet: Sheet) -> CostSheet:
    """What a unit costs in C-bills, as a worksheet; a kind without rules is refused."""
    rules = BY_KIND.get(sheet.kind)
    if rules is None:
        reason = f"{sheet.name}: there are no rules here for the price of {sheet.kind}"
        raise refuse("cost.kind", reason, kind=sheet.kind)
    return rules(sheet)
