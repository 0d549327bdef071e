"""Pins by weapon in the place of one for all."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import pins
from overheat.platoon.units.weapons import Count, Weapon

CITE = UPSTREAM("Weapons")

PINS: Table[str, Count] = Table(
    "pins.column",
    {
        **dict.fromkeys(("mmg", "hmg", "agl", "at_light", "at_medium", "ac_light", "ac_medium", "rpg", "tandem"), "D2"),
        **dict.fromkeys(("at_heavy", "at_super", "ac_heavy", "atgm", "mortar_medium", "mortar_heavy"), "D3"),
        **dict.fromkeys(("how_light", "how_medium"), "D3"),
        "how_heavy": "D6",
    },
    cite=CITE,
    implements=("HEAT-up-pins-column",),
)


@rule("pins.by_weapon", cite=CITE, implements=("HEAT-up-pins-column",))
def gained(rules: Ruleset, weapon: Weapon, hits: int, slot: str) -> Count:
    """A hit gives the pins that the weapon's row prints, one where it prints none."""
    if not hits:
        return 0
    return rules[PINS].rows.get(weapon.id, weapon.pins)


LAYER = Layer(
    "pins_by_weapon",
    title="Pins by weapon",
    cite=CITE,
    needs=("platoon",),
    add=(PINS,),
    change=(pins.gained.replaced_by(gained),),
)
