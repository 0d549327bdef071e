"""Pins: who gets them, how many, and when they are too many."""

from __future__ import annotations

from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.units.weapons import Count, Weapon

PINS = BASE("Pins")


@rule("pins.routed", cite=PINS, implements=("HEAT-base-rout",))
def routed(rules: Ruleset, pins: int, morale: int) -> bool:
    """As many pins as the morale printed for its quality destroy a unit."""
    return pins >= morale


@rule("pins.gained", cite=PINS, implements=("HEAT-base-gain-pins",))
def gained(rules: Ruleset, weapon: Weapon, hits: int, slot: str) -> Count:
    """However often one unit hits another, it gives the pins of one hit: one, where its row prints no other number."""
    return weapon.pins if hits else 0


@rule("pins.shrugged_off", cite=PINS, implements=("HEAT-base-vehicle-small-arms-pins",))
def shrugged_off(rules: Ruleset, weapon: Weapon, damage_value: int, open_topped: bool) -> bool:
    """Closed armour pays no heed to small arms; open-topped and soft-skinned vehicles do."""
    return weapon.small_arms and damage_value >= 7 and not open_topped


@rule("pins.kept_down", cite=BASE("End of the turn"), implements=("HEAT-base-keep-down",))
def kept_down(rules: Ruleset, pins: int, lost: int) -> int:
    """A unit that stays down over the end of a turn loses a D3 of pins."""
    return max(0, pins - lost)


RULES = (routed, gained, shrugged_off, kept_down)
