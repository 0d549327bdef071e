"""The battle value of any unit that there are rules for here."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.battle_value.battle_armour import battle_armour_battle_value
from overheat.classic.battle_value.fighter import fighter_battle_value
from overheat.classic.battle_value.gun_emplacement import gun_emplacement_battle_value, handheld_battle_value
from overheat.classic.battle_value.infantry import infantry_battle_value
from overheat.classic.battle_value.machine import machine_battle_value
from overheat.classic.battle_value.protomech import protomech_battle_value
from overheat.classic.battle_value.vehicle import vehicle_battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.sheet import Kind, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset


def support_battle_value(sheet: Sheet, rules: Ruleset | None = None) -> Worksheet:
    """A support vehicle with fixed wings is valued like a fighter, any other like a combat vehicle."""
    winged = any(place.code == "NOS" for place in sheet.locations)
    return fighter_battle_value(sheet, rules) if winged else vehicle_battle_value(sheet, rules)


BY_RULES: dict[Kind, Callable[[Sheet, Ruleset | None], Worksheet]] = {
    "war machine": machine_battle_value,
    "industrial machine": machine_battle_value,
    "vehicle": vehicle_battle_value,
    "support vehicle": support_battle_value,
    "aerospace fighter": fighter_battle_value,
    "conventional fighter": fighter_battle_value,
}
"""What values each kind of unit that an option may value otherwise."""

BY_KIND: dict[Kind, Callable[[Sheet], Worksheet]] = {
    "infantry": infantry_battle_value,
    "battle armour": battle_armour_battle_value,
    "protomech": protomech_battle_value,
    "gun emplacement": gun_emplacement_battle_value,
    "handheld weapon": handheld_battle_value,
}
"""What values the other kinds."""


def battle_value(sheet: Sheet, rules: Ruleset | None = None) -> Worksheet:
    """The battle value of a unit with an ordinary crew, as a worksheet; a kind without rules is refused.

    By the standard rules, or by those of a ruleset with options in it.
    """
    if sheet.kind in BY_RULES:
        return BY_RULES[sheet.kind](sheet, rules)
    valued = BY_KIND.get(sheet.kind)
    if valued is None:
        raise refuse("bv.kind", f"{sheet.name}: there are no battle value rules here for {sheet.kind}", kind=sheet.kind)
    return valued(sheet)
