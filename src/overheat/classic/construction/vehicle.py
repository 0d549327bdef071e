"""All rules of building a combat vehicle, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import vehiclefittings, vehicleframe, vehicleplaces, vehicleplan, vehicletonnage

RULES = (
    *vehicleplan.RULES,
    *vehicletonnage.RULES,
    *vehicleframe.RULES,
    *vehicleplaces.RULES,
    *vehiclefittings.RULES,
)
