"""Attacks on a vehicle's front that stray to a side strike the left one, on a 5 as on a 9."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.vehicles import VEHICLE_LOCATIONS, Landing
from overheat.kernel.rules.layers import Layer

OTHER_READING = TOTAL_WARFARE("Ground Combat Vehicle Hit Location Table, as some play it", 193)

LEFT = Landing("left", motive=True)

FRONT_LEFT = VEHICLE_LOCATIONS.amended(
    "vehicles.locations_front_left",
    {"front": {**VEHICLE_LOCATIONS.rows["front"], 5: LEFT, 9: LEFT}},
    cite=OTHER_READING,
    where="overheat.classic.rules.optional.vehicle_front_left.FRONT_LEFT",
)

LAYER = Layer(
    "vehicle_front_left",
    title="The sides of a vehicle's front column are both the left",
    cite=OTHER_READING,
    needs=("classic",),
    change=(FRONT_LEFT,),
)
