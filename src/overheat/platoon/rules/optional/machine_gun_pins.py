"""Machine gun teams pin harder."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import pins
from overheat.platoon.units.weapons import Count, Weapon

CITE = UPSTREAM("Machine guns")


@rule("pins.machine_guns", cite=CITE, implements=("HEAT-up-mg-buff",))
def gained(rules: Ruleset, weapon: Weapon, hits: int, slot: str) -> Count:
    """A team in the machine gun slot gives a D2 of pins."""
    if not hits:
        return 0
    return "D2" if slot == "machine_gun" else weapon.pins


LAYER = Layer(
    "machine_gun_pins",
    title="Machine gun teams give D2 pins",
    cite=CITE,
    needs=("platoon",),
    change=(pins.gained.replaced_by(gained),),
)
