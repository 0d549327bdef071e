"""A line of a list of critical slots: what it names, and the marks behind it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from overheat.classic.unit.equipment import Equipment, Tech, catalogue, key

_SYSTEMS = """
Shoulder, Upper Arm Actuator, Lower Arm Actuator, Hand Actuator, Hip, Upper Leg Actuator, Lower Leg Actuator,
Foot Actuator, Fusion Engine, Engine, Gyro, Cockpit, Life Support, Sensors, Landing Gear, Avionics, Conversion Gear,
Command Console, Drive Train, Lift Equipment, Fuel
"""
SYSTEMS = frozenset(key(name) for name in _SYSTEMS.split(","))
"""What is part of machines and vehicles and no equipment."""
_MARK = re.compile(r"\s*\((R|T|OMNIPOD|ARMORED|FL|FR|RL|RR)\)", re.IGNORECASE)
SIZE = re.compile(r":SIZE:([0-9]+(?:\.[0-9]+)?)", re.IGNORECASE)
_TONS = re.compile(r"\(([0-9]+(?:\.[0-9]+)?) tons?\)", re.IGNORECASE)


class Part(NamedTuple):
    """A slot line understood: what it names, and the marks behind it."""

    equipment: Equipment | None
    system: bool
    rear: bool
    turret: bool
    omnipod: bool
    armoured: bool
    size: float | None
    facing: str | None
    name: str
    """The line without its marks."""
    marked: bool
    """Whether it has any mark or a size behind it."""


@cache
def understand(line: str, tech: Tech) -> Part:
    """One slot line, whoever's it is."""
    marks = {mark.upper() for mark in _MARK.findall(line)}
    bare = _MARK.sub("", line)
    sized = SIZE.search(bare) or _TONS.search(bare)
    bare = SIZE.sub("", bare)
    system = key(bare) in SYSTEMS
    return Part(
        None if system else catalogue().find(bare, tech),
        system,
        "R" in marks,
        "T" in marks,
        "OMNIPOD" in marks,
        "ARMORED" in marks,
        float(sized[1]) if sized else None,
        next((mark for mark in ("FL", "FR", "RL", "RR") if mark in marks), None),
        bare.strip(),
        bool(marks or sized),
    )
