"""Everything that a player may say."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle.state import Doing, Flank, Volley
from overheat.platoon.books import HOUSE
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Leg, Spot
from overheat.platoon.rules.standard.bangalores import Work
from overheat.platoon.rules.standard.devices import DeviceKind


class Command(msgspec.Struct, frozen=True, tag=True):
    """Something a player says."""


class Deploy(Command, frozen=True):
    """Set a unit up on the table, aboard another, or leave it in reserve."""

    unit: str
    at: Spot | None = None
    heading: int = 0
    aboard: str | None = None
    flank: Flank = ""
    """The side that a unit in reserve outflanks by."""


class Give(Command, frozen=True):
    """Give an order to a unit, with what it means to do where that matters for the test."""

    unit: str
    order: Order
    doing: Doing = ""
    carrier: str | None = None
    round: str = ""


class Walk(Command, frozen=True):
    """Men go straight to a place; a fixed weapon turns to a heading."""

    to: Spot
    heading: int | None = None


class Occupy(Command, frozen=True):
    """Men run into a building."""

    feature: int


class Charge(Command, frozen=True):
    """Men run at an enemy."""

    target: str


class Drive(Command, frozen=True):
    """A vehicle pivots and drives."""

    legs: tuple[Leg, ...]


class Fly(Command, frozen=True):
    """A helicopter flies: each leg a turn and inches ahead, or inches up and down."""

    legs: tuple[Leg, ...] = ()
    up: float = 0.0


class Place(Command, frozen=True):
    """Come on from reserve, or out of a transport, to a place."""

    at: Spot
    heading: int = 0


class FlyDrone(Command, frozen=True):
    """A drone flies to a place in the air, and may let its load go there."""

    to: Spot
    drop: bool = False
    target: str | None = None
    via: tuple[Spot, ...] = ()
    """Where a drone with wings turns on its way."""


class Dive(Command, frozen=True):
    """A loitering munition goes off at a place, flying there first where it lay in ambush."""

    to: Spot


class Shoot(Command, frozen=True):
    """Fire."""

    volleys: tuple[Volley, ...]


class Shell(Command, frozen=True):
    """Fire a shell in an arc at a place; `arm` and `round` as those of a volley."""

    arm: str
    at: Spot
    round: str = ""


class Bomb(Command, frozen=True):
    """A helicopter lets a bomb go, by the number of its mount."""

    mount: str


class Lay(Command, frozen=True):
    """A sapper lays a device or a decoy."""

    kind: DeviceKind
    at: Spot


class Attach(Command, frozen=True):
    """A sapper attaches a device to a vehicle."""

    vehicle: str


class Detonate(Command, frozen=True):
    """Set a device off from afar, by its number on the table."""

    device: int


class ThrowSmoke(Command, frozen=True):
    """A squad throws its smoke grenades."""

    at: tuple[Spot, ...]


class Breach(Command, frozen=True):
    """Use a bangalore on a piece of terrain, or on a device, by its number."""

    work: Work
    number: int


class OpenDoor(Command, frozen=True):
    """Passengers of a hovering helicopter open a door to look out of it, in place of shooting."""

    door: Literal["left", "right", "rear"]


class CallStrike(Command, frozen=True):
    """An observer calls a strike: of the guns on a place, with shells or with smoke, of the air on a unit."""

    at: Spot | None = None
    target: str = ""
    smoke: bool = False


class Misdirect(Command, frozen=True):
    """Lead a strike of the enemy astray: that of guns to a place, an aircraft to a unit."""

    at: Spot | None = None
    target: str = ""


class React(Command, frozen=True):
    """Go down when shot at."""


class Hold(Command, frozen=True):
    """Do none of what could be done now."""


class Keep(Command, frozen=True):
    """Keep the orders of some units over the end of the turn."""

    units: tuple[str, ...] = ()


class Choose(Command, frozen=True):
    """Pick a unit."""

    unit: str


Commands = (
    Deploy
    | Give
    | Walk
    | Occupy
    | Charge
    | Drive
    | Fly
    | Place
    | FlyDrone
    | Dive
    | Shoot
    | Shell
    | Bomb
    | Lay
    | Attach
    | Detonate
    | ThrowSmoke
    | Breach
    | OpenDoor
    | CallStrike
    | Misdirect
    | React
    | Hold
    | Keep
    | Choose
)

LARGEST = 1_000_000
"""The largest number that any table has use for: hundredths of an inch, inches, degrees."""
LONGEST = 200
"""The most letters of a name, and the most parts of a command."""


def unreasonable(command: Commands) -> Refusal | None:
    """What no table has: lengths without end, names and lists longer than any, numerals of other scripts."""
    for value in _values(msgspec.to_builtins(command)):
        if isinstance(value, str):
            odd = len(value) > LONGEST or (value.isdigit() and not value.isascii())
        elif isinstance(value, list | tuple):
            odd = len(value) > LONGEST
        else:
            odd = not isfinite(value) or abs(value) > LARGEST
        if odd:
            return Refusal("game.number", f"{type(command).__name__}: no table is that large", HOUSE("Commands"))
    return None


def _values(value: object) -> Iterator[str | float | list[object] | tuple[object, ...]]:
    """Every part of a command."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _values(part)
    elif isinstance(value, list | tuple):
        yield value
        for part in value:
            yield from _values(part)
    elif isinstance(value, str | int | float):
        yield value
