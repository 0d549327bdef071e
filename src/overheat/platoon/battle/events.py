"""Everything that can have happened."""

from __future__ import annotations

from typing import Any

from overheat.kernel.events import Event, Rolled
from overheat.kernel.facts import Id, Who
from overheat.kernel.log.alike import Worded
from overheat.kernel.terms import Sum
from overheat.platoon.battle.state import Unit
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Arc, Spot
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rules.standard.observers import StrikeKind

__all__ = ["Event", "Rolled"]


class TurnBegan(Event, frozen=True):
    turn: int
    bag: tuple[int, int] = (0, 0)
    """The dice that go into the bag."""


class TurnEnded(Event, frozen=True):
    turn: int


class Deployed(Event, frozen=True):
    unit: Who
    where: Id
    at: Spot | None = None
    heading: int = 0
    men: tuple[Spot, ...] = ()
    """Where its men stand."""
    carrier: Who = ""
    """The transport that it begins in."""


class DieDrawn(Event, frozen=True):
    side: int
    left: tuple[int, int]


class DieTaken(Event, frozen=True):
    """A die is taken out of the bag without being drawn: a unit reacts, or is snapped to action."""

    side: int
    left: tuple[int, int]


class DieSetAside(Event, frozen=True):
    side: int


class Ordered(Event, frozen=True):
    unit: Who
    order: Order
    doing: Id = ""


class Acted(Event, frozen=True):
    """A unit has an order from now on, and a die beside it."""

    unit: Who
    order: Order
    round: Id = ""
    """The round that is named for an ambush."""
    last: Order | None = None
    """What counts as its last order, where that is another."""


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
    last: Order = "down"
    """What counts as its last order."""


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
    men: tuple[Spot, ...] = ()
    """Where its men stand now; none where they only turn."""
    building: int | None = None
    """The building that it is in now."""


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


class ZeroedIn(Event, frozen=True):
    """What a gun that has fired in an arc needs at the same aim from now on."""

    unit: Who
    need: int
    target: Who
    aim: Spot


class ShotSpent(Event, frozen=True):
    """A unit has used something that it can use but once."""

    unit: Who
    what: Id


class LawSpent(Event, frozen=True):
    """A unit has used a light anti-tank weapon."""

    unit: Who
    left: int


class ScreenSpent(Event, frozen=True):
    """A vehicle has fired its smoke launchers."""

    unit: Who
    left: int


class Adopted(Event, frozen=True):
    """A gun aims from now on where its stray shell fell."""

    unit: Who
    at: Spot


class BailedOut(Event, frozen=True):
    """Men got out of a transport that was lost."""

    unit: Who
    at: Spot
    men: tuple[Spot, ...]


class Fell(Event, frozen=True):
    """Men of a unit fell."""

    unit: Who
    fallen: int
    left: int
    men: tuple[int, ...] = ()
    """The figures of its sheet that fell."""


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


class Immobilised(Event, frozen=True):
    """A vehicle cannot move any more."""

    unit: Who


class Slowed(Event, frozen=True):
    """A helicopter flies at half speed from now on."""

    unit: Who


class TurretJammed(Event, frozen=True):
    """A turret points where it points from now on."""

    unit: Who
    heading: int


class Exploded(Event, frozen=True):
    at: Spot
    size: int
    why: Id


class DeviceLaid(Event, frozen=True):
    unit: Who
    at: Spot
    kind: Id = ""
    """Not told to the enemy, nor is what follows."""
    carrier: Who | None = None
    """The vehicle that it is attached to."""
    left: int = 0
    """The devices that the sapper still has."""


class DeviceGone(Event, frozen=True):
    """A marker lies on the table no longer."""

    number: int


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
    number: int = 0
    """The piece of terrain, or the marker."""


class DoorOpened(Event, frozen=True):
    """A helicopter has a door open."""

    unit: Who
    door: Arc


class FiredThrough(Event, frozen=True):
    """Men who fire from a helicopter have opened the door that they fire through."""

    unit: Who
    door: Arc


class DoorsClosed(Event, frozen=True):
    """A helicopter has its doors closed."""

    unit: Who


class StrikeCalled(Event, frozen=True):
    """An observer has called a strike."""

    unit: Who
    kind: StrikeKind
    at: Spot
    target: Who = ""


class StrikeRolled(Event, frozen=True):
    """What becomes of a strike this turn."""

    unit: Who
    kind: Id
    how: Id


class StrikeOver(Event, frozen=True):
    """A strike that was called is waited for no longer."""

    number: int


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
    weapon: Id = ""
    at: Spot = Spot(0, 0)


class MissileFlew(Event, frozen=True):
    unit: Who
    target: Who
    at: Spot
    number: int = 0
    """Which of the missiles in the air it is."""


class MissileCame(Event, frozen=True):
    """A missile has come to its target, and is in the air no longer."""

    unit: Who
    target: Who
    number: int


class MissileLost(Event, frozen=True):
    unit: Who
    why: Id
    number: int = 0


class SmokePlaced(Event, frozen=True):
    at: Spot
    puff: bool = False
    """Whether it is that of a grenade, half as wide."""


class SmokeMoved(Event, frozen=True):
    at: Spot
    to: Spot | None
    puff: bool = False
    number: int = 0
    """Which of the markers of its kind it is."""


class DroneFlew(Event, frozen=True):
    unit: Who
    at: Spot
    how: Id = ""
    heading: int | None = None
    """Where a drone with wings flies now."""
    ran: bool | None = None
    """Whether it flew as fast as it can, where it was flown."""
    silent_until: int = 0
    """The last turn in which it is jammed, where it is."""


class DroneAloft(Event, frozen=True):
    """A drone has been in the air for so many turns."""

    unit: Who
    rounds: int
    empty: bool = False
    """Whether its battery is spent."""


class DroneRecovered(Event, frozen=True):
    """A drone is back at its team and has a new battery."""

    unit: Who


class DroneArmed(Event, frozen=True):
    """A drone is given another load."""

    unit: Who


class DroneReported(Event, frozen=True):
    """A drone has told a gun what it sees, and tells no other this turn."""

    unit: Who


class RadioNoted(Event, frozen=True):
    """How far a drone is from its team when a turn ends, where that is out of reach."""

    unit: Who
    far: float | None


class Dropped(Event, frozen=True):
    """A drone let its load go, or failed to."""

    unit: Who
    how: Id
    spent: bool = False
    """Whether the load is gone."""


class Dodged(Event, frozen=True):
    """An aircraft has released countermeasures against what is fired at it."""

    unit: Who


class Charged(Event, frozen=True):
    unit: Who
    target: Who
    at: Spot = Spot(0, 0)
    men: tuple[Spot, ...] = ()


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


class TaskLaid(Event, frozen=True):
    """Something is to be done, before everything else but so many tasks."""

    task: Any
    """A `Task`, of the game or of a layer."""
    under: int = 0


class TaskDone(Event, frozen=True):
    """What was to be done next is being done."""

    step: Id


class UnitChanged(Event, frozen=True):
    """A rule of a layer has made a unit another than it was."""

    now: Unit


NOTES = (TaskLaid, TaskDone, UnitChanged)
"""What is noted so that events alone make the battle; no rule follows it."""
UNSAID = (
    *NOTES,
    *(Acted, BailedOut, DeviceGone, DieTaken, Dodged, DoorsClosed, DroneAloft, DroneArmed, DroneRecovered),
    *(
        DroneReported,
        FiredThrough,
        Immobilised,
        LawSpent,
        MissileCame,
        RadioNoted,
        ScreenSpent,
        ShotSpent,
        Slowed,
        StrikeOver,
    ),
    *(TurretJammed, ZeroedIn),
)
"""What is clear from what is told before or after it: nobody is told of it, and there are no words for it."""

WORDED = Worded(
    former={"heat": "platoon"},
    sentences={
        "WentDown": frozenset({"why"}),
        "Moved": frozenset({"how"}),
        "Exploded": frozenset({"why"}),
        "Destroyed": frozenset({"why"}),
        "MissileLost": frozenset({"why"}),
        "DroneFlew": frozenset({"how"}),
        "Dropped": frozenset({"how"}),
        "Misguided": frozenset({"what"}),
        "Ended": frozenset({"reason"}),
    },
    sums={
        "Tested": frozenset({"needed"}),
        "Fired": frozenset({"needed"}),
        "Struck": frozenset({"added"}),
        "Held": frozenset({"needed"}),
    },
    later=frozenset(kind.__name__ for kind in UNSAID),
)
"""What these events hold for people."""
