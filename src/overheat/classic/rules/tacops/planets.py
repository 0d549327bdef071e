"""Everything that makes a map a planet: light, weather, wind, air, gravity, temperature, and lamps in the night."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle(
    "planets",
    TACTICAL_OPERATIONS("Planetary Conditions", 30),
    "Planetary conditions, all of them",
    (
        "planetary_conditions",
        "high_low_gravity",
        "atmospheric_pressure",
        "tainted_atmospheres",
        "extreme_temperatures",
        "electromagnetic_interference",
        "firelight",
        "searchlight_beams",
        "snowfall",
        "storms",
    ),
)
