"""A vehicle that loses only its turret fights on without it."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.vehicles import ROTOR, TURRETS, fatal_to_vehicle
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

DESTRUCTION = TOTAL_WARFARE("Destroying a vehicle, turrets apart", 128)


@rule("vehicles.fatal_but_turret", cite=DESTRUCTION)
def fatal_but_turret(rules: Ruleset, unit: Unit) -> str:
    """A vehicle is lost with a location of its hull, not with a turret unless it hangs from a chin; why, or nothing."""
    spared = (ROTOR,) if unit.sheet.motive == "vtol" else TURRETS
    hull = (place for place in unit.condition.locations if place.code not in spared)
    return "hull_destroyed" if any(place.destroyed for place in hull) else ""


LAYER = Layer(
    "turretless_vehicles",
    title="Vehicles fight on without their turrets",
    cite=DESTRUCTION,
    needs=("classic",),
    change=(fatal_to_vehicle.replaced_by(fatal_but_turret),),
)
