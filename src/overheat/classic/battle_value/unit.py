"""The battle value of any unit that there are rules for here."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.battle_value.battle_armour import battle_armour_battle_value
from overheat.classic.battle_value.fighter import fighter_battle_value
from overheat.classic.battle_value.infantry import infantry_battle_value
from overheat.classic.battle_value.machine import machine_battle_value
from overheat.classic.battle_value.protomech import protomech_battle_value
from overheat.classic.battle_value.vehicle import vehicle_battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.sheet import Kind, Sheet
from overheat.kernel.refusal import refuse


def support_battle_value(sheet: Sheet) -> Worksheet:
    """A support vehicle with fixed wings is valued like a fighter, any other like a combat vehicle."""
    winged = any(place.code == "NOS" for place in sheet.locations)
    return fighter_battle_value(sheet) if winged else vehicle_battle_value(sheet)


BY_KIND: dict[Kind, Callable[[Sheet], Worksheet]] = {
    "war machine": machine_battle_value,
    "industrial machine": machine_battle_value,
    "vehicle": vehicle_battle_value,
    "support vehicle": support_battle_value,
    "aerospace fighter": fighter_battle_value,
    "conventional fighter": fighter_battle_value,
    "infantry": infantry_battle_value,
    "battle armour": battle_armour_battle_value,
    "protomech": protomech_battle_value,
}
"""The rules for each kind of unit."""


def battle_value(sheet: Sheet) -> Worksheet:
    """The battle value of a unit with an ordinary crew, as a worksheet; a kind without rules is refused."""
    rules = BY_KIND.get(sheet.kind)
    if rules is None:
        raise refuse("bv.kind", f"{sheet.name}: there are no battle value rules here for {sheet.kind}", kind=sheet.kind)
    return rules(sheet)
