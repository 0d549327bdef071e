"""ProtoMechs for tests: one of our own on two legs with a main gun, and one on four."""

from __future__ import annotations

from typing import Any

from overheat.classic.facts.state import Unit
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from skirmish import replace, unit
from vehicles import vehicle

BODY = ("Head", "Torso", "Right Arm", "Left Arm", "Legs", "Main Gun")

IMP = vehicle(
    BODY,
    "3 12 3 3 8 2",
    {
        "Body": "ProtomechJumpJet, ProtomechJumpJet, ProtomechJumpJet, ProtomechJumpJet",
        "Torso": "CLERSmallLaser, CLERMicroLaser",
        "Left Arm": "CLMG",
        "Main Gun": "CLERMediumLaser",
    },
    UnitType="ProtoMek",
    Name="Imp",
    model="A",
    type="Clan Level 2",
    year="3060",
    tonnage="6",
    motion_type="Biped",
    cruiseMP="5",
    jumpingMP="4",
    engine_type="0",
    armor_type="0",
)
"""Six tons on two legs: head 2 and torso 6 points of structure, arms 2, legs 4, main gun 1."""


def sheet(text: str = IMP) -> Sheet:
    return parse_blk(text.encode(), "imp.blk").sheet


def imp(id: str = "blue", **others: Any) -> Unit:
    return unit(sheet(), id=id, **others)


def crossed(whole: Unit, code: str, count: int = 1) -> Unit:
    """The ProtoMech with so many boxes of a location crossed out."""
    place = replace(whole.condition[code], critical_hits=frozenset(range(count)))
    return replace(whole, condition=whole.condition.with_location(place))
