"""All rules of building a combat vehicle, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction.vehicle import fittings as vehiclefittings
from overheat.classic.construction.vehicle import frame as vehicleframe
from overheat.classic.construction.vehicle import places as vehicleplaces
from overheat.classic.construction.vehicle import plan as vehicleplan
from overheat.classic.construction.vehicle import tonnage as vehicletonnage

RULES = (
    *vehicleplan.RULES,
    *vehicletonnage.RULES,
    *vehicleframe.RULES,
    *vehicleplaces.RULES,
    *vehiclefittings.RULES,
)
