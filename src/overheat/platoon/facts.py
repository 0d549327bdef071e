"""What the rules are asked about: a shot, its target, an order test, a strike on armour."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.kernel.facts import Id
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.lasting import NO_MARKS, Marks
from overheat.platoon.units.weapons import Weapon

Quality = str
"""The id of a quality: a row of `orders.quality`."""
Order = Id
"""The id of an order: a row of `orders.kinds`."""
Facing = Literal["front", "side", "rear", "top"]
Flight = Literal["grounded", "airborne", "ran"]
Way = Literal["direct", "guided", "dropped"]
Result = Literal["none", "glancing", "full", "massive"]

QUALITIES: tuple[Quality, ...] = ("inexperienced", "regular", "veteran")
"""Those that prices are printed for."""


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """What is shot at, as far as hitting it goes."""

    soft: bool = True
    """Infantry or artillery, not a vehicle."""
    men: int = 10
    down: bool = False
    cover: Cover = "none"
    drone: Flight | None = None
    """How it flies, if it is a drone."""
    marks: Marks = NO_MARKS
    """What holds of it for a while."""


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon fired at one target."""

    weapon: Weapon
    distance: float = 0
    order: Order = "fire"
    quality: Quality = "regular"
    pins: int = 0
    attendants: int | None = None
    """Men who help the operator; None where nobody counts them."""
    mounted: bool = False
    """Whether the weapon is a vehicle's."""
    pintle: bool = False
    door: bool = False
    """Fired through the door of a helicopter."""
    way: Way = "direct"
    tumbling: bool = False
    """A dropped load that falls badly."""
    countermeasures: bool = False
    high_explosive: bool = False
    """Whether the blast round was chosen."""
    target: Target = Target()
    marks: Marks = NO_MARKS
    """What holds of who fires for a while."""


class OrderTest(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is to take an order."""

    quality: Quality
    order: Order = "advance"
    pins: int = 0
    virtual_pins: int = 0
    """Pins that count for this test only."""
    officer: int = 0
    """The best bonus of an officer in reach."""
    command: bool = False
    """An armoured vehicle near a command vehicle."""
    arriving: bool = False
    """Coming on from reserve."""
    nco_lost: bool = False
    forced: bool = False
    """A test that a rule demands even without pins."""
    full_strength: bool = False
    """A large squad, bought at its largest, that has lost nobody yet."""
    marks: Marks = NO_MARKS
    """What holds of it for a while."""


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """A hit on a vehicle."""

    weapon: Weapon
    distance: float = 0
    facing: Facing = "front"
    high_explosive: bool = False
    damage_value: int = 7
    open_topped: bool = False
    flamethrower_vehicle: bool = False
    indirect: bool = False
    pen: int | None = None
    """A penetration that is not the weapon's own."""
    marks: Marks = NO_MARKS
    """What holds of the vehicle for a while."""
