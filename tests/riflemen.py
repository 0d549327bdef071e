"""A platoon of riflemen for tests, as the text of its file."""

from __future__ import annotations

from vehicles import block

RIFLEMEN = "".join(
    block(tag, value)
    for tag, value in {
        "UnitType": "Infantry",
        "Name": "Guards",
        "Model": "Rifle",
        "type": "IS Level 2",
        "year": "3050",
        "motion_type": "Leg",
        "squad_size": "7",
        "squadn": "4",
        "Primary": "InfantryAssaultRifle",
    }.items()
)
"""Four squads of seven on foot, with rifles and nothing else."""
