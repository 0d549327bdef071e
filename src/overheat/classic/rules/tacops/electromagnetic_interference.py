"""Electromagnetic interference: whoever aims by sensors aims worse."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rules.standard.weather import SORTS, Sort
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

INTERFERENCE = TACTICAL_OPERATIONS("Electromagnetic Interference", 55)
BLINDS = 2


@rule("interference.to_hit", cite=INTERFERENCE, slot=EVERY_SHOT, only=lambda attack: bool(attack.weather.interference))
def blinds_sensors(attack: WeaponAttack) -> Term | None:
    """Interference costs 2 on every shot but those of soldiers without armour, who aim by eye."""
    if not attack.weather.interference or attack.attacker.sheet.kind == "infantry":
        return None
    return Term("interference.to_hit", BLINDS, "electromagnetic interference", INTERFERENCE)


LAYER = Layer(
    "electromagnetic_interference",
    title="Electromagnetic interference",
    group="Planets",
    cite=INTERFERENCE,
    needs=("classic", "planetary_conditions"),
    add=(blinds_sensors,),
    change=(
        SORTS.amended(
            "interference.sort", {"interference": Sort(title="Electromagnetic interference")}, cite=INTERFERENCE
        ),
    ),
)
