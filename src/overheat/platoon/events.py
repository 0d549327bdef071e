"""Everything that can have happened."""

from __future__ import annotations

from overheat.kernel.alike import Worded
from overheat.kernel.events import Event, Rolled
from overheat.kernel.facts import Id, Who
from overheat.kernel.terms import Sum
from overheat.platoon.facts import Order
from overheat.platoon.geometry import Spot
from overheat.platoon.lasting import Mark, Thing

__all__ = ["Event", "Rolled"]


class TurnBegan(Event, frozen=True):
    turn: int


class TurnEnded(Event, frozen=True):
    turn: int


class Deployed(Event, frozen=True):
    unit: Who
    where: Id
    at: Spot | None = None
    heading: int = 0


class DieDrawn(Event, frozen=True):
    side: int
    left: tuple[int, int]


class DieSetAside(Event, frozen=True):
    side: int


class Ordered(Event, frozen=True):
    unit: Who
    order: Order
    doing: Id = ""


class Tested(Event, frozen=True):
    unit: Who
    total: int
    target: int
    passed: bool
    fubar: Id | None = None
    needed: Sum = ()


class WentDown(Event, frozen=True):
    unit: Who
    why: Id


class Pinned(Event, frozen=True):
    """Pins were added to a unit or, negative, taken away."""

    unit: Who
    change: int
    pins: int


class Moved(Event, frozen=True):
    unit: Who
    at: Spot
    heading: int
    how: Id = ""


class Boarded(Event, frozen=True):
    unit: Who
    carrier: Who


class Fired(Event, frozen=True):
    unit: Who
    target: Who
    weapon: Id
    shots: int
    hits: int
    score: int
    indirect: bool = False
    needed: Sum = ()


class Shelled(Event, frozen=True):
    """A shell was fired at a place."""

    unit: Who
    at: Spot
    weapon: Id
    hit: bool
    score: int


class Adopted(Event, frozen=True):
    """A gun aims from now on where its stray shell fell."""

    unit: Who
    at: Spot


class Fell(Event, frozen=True):
    """Men of a unit fell."""

    unit: Who
    fallen: int
    left: int


class Saved(Event, frozen=True):
    """A medic saved men."""

    unit: Who
    saved: int


class Struck(Event, frozen=True):
    """A vehicle was hit."""

    unit: Who
    facing: Id
    result: Id
    effects: tuple[Id, ...] = ()
    added: Sum = ()
    """What was added to the die that had to reach the damage value."""
    against: int = 0
    """The damage value."""


class Exploded(Event, frozen=True):
    at: Spot
    size: int
    why: Id


class DeviceLaid(Event, frozen=True):
    unit: Who
    at: Spot
    kind: Id = ""
    """Not told to the enemy."""


class DeviceMet(Event, frozen=True):
    """A unit came near a hidden marker."""

    unit: Who
    at: Spot
    how: Id


class Breached(Event, frozen=True):
    """A unit used its bangalore."""

    unit: Who
    work: Id
    effect: Id


class DoorOpened(Event, frozen=True):
    """A helicopter has a door open."""

    unit: Who
    door: Id


class StrikeCalled(Event, frozen=True):
    """An observer has called a strike."""

    unit: Who
    kind: Id
    at: Spot
    target: Who = ""


class StrikeRolled(Event, frozen=True):
    """What becomes of a strike this turn."""

    unit: Who
    kind: Id
    how: Id


class StrikeFell(Event, frozen=True):
    """A strike comes down: guns on all ground so many inches around a place, an aircraft on a unit."""

    unit: Who
    kind: Id
    at: Spot
    radius: float = 0
    target: Who = ""


class Bombarded(Event, frozen=True):
    """What a strike does to one unit."""

    unit: Who
    effect: Id


class Held(Event, frozen=True):
    """A unit checked its morale."""

    unit: Who
    held: bool
    total: int
    target: int
    needed: Sum = ()


class Destroyed(Event, frozen=True):
    unit: Who
    why: Id


class Launched(Event, frozen=True):
    unit: Who
    target: Who


class MissileFlew(Event, frozen=True):
    unit: Who
    target: Who
    at: Spot


class MissileLost(Event, frozen=True):
    unit: Who
    why: Id


class SmokePlaced(Event, frozen=True):
    at: Spot


class SmokeMoved(Event, frozen=True):
    at: Spot
    to: Spot | None


class DroneFlew(Event, frozen=True):
    unit: Who
    at: Spot
    how: Id = ""


class Dropped(Event, frozen=True):
    """A drone let its load go, or failed to."""

    unit: Who
    how: Id


class Charged(Event, frozen=True):
    unit: Who
    target: Who


class Fought(Event, frozen=True):
    attacker: Who
    defender: Who
    round: int
    attacker_lost: int
    defender_lost: int


class Kept(Event, frozen=True):
    unit: Who
    order: Order


class Misguided(Event, frozen=True):
    """A unit is to fire at its own side, or runs."""

    unit: Who
    what: Id


class MarkLaid(Event, frozen=True):
    """Something holds of a unit from now on."""

    unit: Who
    mark: Id
    detail: Mark = Mark()


class MarkLifted(Event, frozen=True):
    """Something holds of a unit no longer."""

    unit: Who
    mark: Id
    detail: Mark = Mark()


class ThingPlaced(Event, frozen=True):
    """A thing is on the table, or somewhere else on it, or known to more than before."""

    thing: Thing


class ThingGone(Event, frozen=True):
    """A thing is on the table no longer."""

    thing: Thing


class Scored(Event, frozen=True):
    points: tuple[int, int]
    held: tuple[int, int]


class Ended(Event, frozen=True):
    winner: int | None
    reason: Id
    points: tuple[int, int] = (0, 0)


WORDED = Worded(
    sentences={
        "WentDown": frozenset({"why"}),
        "Moved": frozenset({"how"}),
        "Exploded": frozenset({"why"}),
        "Destroyed": frozenset({"why"}),
        "MissileLost": frozenset({"why"}),
        "DroneFlew": frozenset({"how"}),
        "Dropped": frozenset({"how"}),
        "Ended": frozenset({"reason"}),
    },
    sums={
        "Tested": frozenset({"needed"}),
        "Fired": frozenset({"needed"}),
        "Struck": frozenset({"added"}),
        "Held": frozenset({"needed"}),
    },
)
"""What these events hold for people."""
