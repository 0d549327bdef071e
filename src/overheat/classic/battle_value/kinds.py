"""Which rules value each kind of unit."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.battle_value.battle_armour import battle_armour_battle_value
from overheat.classic.battle_value.fighter import fighter_battle_value
from overheat.classic.battle_value.gun_emplacement import gun_emplacement_battle_value, handheld_battle_value
from overheat.classic.battle_value.infantry import infantry_battle_value
from overheat.classic.battle_value.machine.value import machine_battle_value
from overheat.classic.battle_value.protomech import protomech_battle_value
from overheat.classic.battle_value.vehicle import vehicle_battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.books import TECH_MANUAL
from overheat.classic.unit.sheet import Kind, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule


def support_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """A support vehicle with fixed wings is valued like a fighter, any other like a combat vehicle."""
    winged = any(place.code == "NOS" for place in sheet.locations)
    return fighter_battle_value(rules, sheet) if winged else vehicle_battle_value(rules, sheet)


KINDS: Table[Kind, Callable[[Ruleset, Sheet], Worksheet]] = Table(
    "bv.kinds",
    {
        "war machine": machine_battle_value,
        "industrial machine": machine_battle_value,
        "vehicle": vehicle_battle_value,
        "support vehicle": support_battle_value,
        "aerospace fighter": fighter_battle_value,
        "conventional fighter": fighter_battle_value,
        "infantry": infantry_battle_value,
        "battle armour": battle_armour_battle_value,
        "protomech": protomech_battle_value,
        "gun emplacement": gun_emplacement_battle_value,
        "handheld weapon": handheld_battle_value,
    },
    cite=TECH_MANUAL("Battle Value", 302),
)
"""What values each kind of unit; a layer may bring a kind that has no row here."""


@rule("bv.value", cite=TECH_MANUAL("Battle Value", 302))
def value_of(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a unit with an ordinary crew; a kind without rules is refused."""
    valued = rules[KINDS].get(sheet.kind)
    if valued is None:
        raise refuse("bv.kind", f"{sheet.name}: there are no battle value rules here for {sheet.kind}", kind=sheet.kind)
    return valued(rules, sheet)


RULES = (KINDS, value_of)
