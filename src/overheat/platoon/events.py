"""Everything that can have happened."""

from __future__ import annotations

from overheat.kernel.alike import Worded
from overheat.kernel.events import Event, Rolled
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
    unit: str
    where: str
    at: Spot | None = None
    heading: int = 0


class DieDrawn(Event, frozen=True):
    side: int
    left: tuple[int, int]


class DieSetAside(Event, frozen=True):
    side: int


class Ordered(Event, frozen=True):
    unit: str
    order: Order
    doing: str = ""


class Tested(Event, frozen=True):
    unit: str
    total: int
    target: int
    passed: bool
    fubar: str | None = None
    needed: Sum = ()


class WentDown(Event, frozen=True):
    unit: str
    why: str


class Pinned(Event, frozen=True):
    """Pins were added to a unit or, negative, taken away."""

    unit: str
    change: int
    pins: int


class Moved(Event, frozen=True):
    unit: str
    at: Spot
    heading: int
    how: str = ""


class Boarded(Event, frozen=True):
    unit: str
    carrier: str


class Fired(Event, frozen=True):
    unit: str
    target: str
    weapon: str
    shots: int
    hits: int
    score: int
    indirect: bool = False
    needed: Sum = ()


class Shelled(Event, frozen=True):
    """A shell was fired at a place."""

    unit: str
    at: Spot
    weapon: str
    hit: bool
    score: int


class Adopted(Event, frozen=True):
    """A gun aims from now on where its stray shell fell."""

    unit: str
    at: Spot


class Fell(Event, frozen=True):
    """Men of a unit fell."""

    unit: str
    fallen: int
    left: int


class Saved(Event, frozen=True):
    """A medic saved men."""

    unit: str
    saved: int


class Struck(Event, frozen=True):
    """A vehicle was hit."""

    unit: str
    facing: str
    result: str
    effects: tuple[str, ...] = ()
    added: Sum = ()
    """What was added to the die that had to reach the damage value."""
    against: int = 0
    """The damage value."""


class Exploded(Event, frozen=True):
    at: Spot
    size: int
    why: str


class DeviceLaid(Event, frozen=True):
    unit: str
    at: Spot
    kind: str = ""
    """Not told to the enemy."""


class DeviceMet(Event, frozen=True):
    """A unit came near a hidden marker."""

    unit: str
    at: Spot
    how: str


class Breached(Event, frozen=True):
    """A unit used its bangalore."""

    unit: str
    work: str
    effect: str


class DoorOpened(Event, frozen=True):
    """A helicopter has a door open."""

    unit: str
    door: str


class StrikeCalled(Event, frozen=True):
    """An observer has called a strike."""

    unit: str
    kind: str
    at: Spot
    target: str = ""


class StrikeRolled(Event, frozen=True):
    """What becomes of a strike this turn."""

    unit: str
    kind: str
    how: str


class StrikeFell(Event, frozen=True):
    """A strike comes down: guns on all ground so many inches around a place, an aircraft on a unit."""

    unit: str
    kind: str
    at: Spot
    radius: float = 0
    target: str = ""


class Bombarded(Event, frozen=True):
    """What a strike does to one unit."""

    unit: str
    effect: str


class Held(Event, frozen=True):
    """A unit checked its morale."""

    unit: str
    held: bool
    total: int
    target: int
    needed: Sum = ()


class Destroyed(Event, frozen=True):
    unit: str
    why: str


class Launched(Event, frozen=True):
    unit: str
    target: str


class MissileFlew(Event, frozen=True):
    unit: str
    target: str
    at: Spot


class MissileLost(Event, frozen=True):
    unit: str
    why: str


class SmokePlaced(Event, frozen=True):
    at: Spot


class SmokeMoved(Event, frozen=True):
    at: Spot
    to: Spot | None


class DroneFlew(Event, frozen=True):
    unit: str
    at: Spot
    how: str = ""


class Dropped(Event, frozen=True):
    """A drone let its load go, or failed to."""

    unit: str
    how: str


class Charged(Event, frozen=True):
    unit: str
    target: str


class Fought(Event, frozen=True):
    attacker: str
    defender: str
    round: int
    attacker_lost: int
    defender_lost: int


class Kept(Event, frozen=True):
    unit: str
    order: Order


class Misguided(Event, frozen=True):
    """A unit is to fire at its own side, or runs."""

    unit: str
    what: str


class MarkLaid(Event, frozen=True):
    """Something holds of a unit from now on."""

    unit: str
    mark: str
    detail: Mark = Mark()


class MarkLifted(Event, frozen=True):
    """Something holds of a unit no longer."""

    unit: str
    mark: str
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
    reason: str


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
