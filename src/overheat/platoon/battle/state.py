"""The battle as a value: units, dice, smoke, missiles, and what is to be done next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from overheat.kernel.facts import Id, Who
from overheat.kernel.game import Outcome, Player
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Arc, Body, Leg, Spot
from overheat.platoon.ground.terrain import Table
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard.devices import DeviceKind
from overheat.platoon.rules.standard.observers import StrikeKind

Edge = Literal["north", "south", "east", "west"]
Place = Literal["waiting", "table", "reserve", "aboard", "lost"]
Flank = Literal["", "left", "right"]
Doing = Literal["", "drone", "lift", "embark", "disembark", "arrive", "smoke"]


class Man(msgspec.Struct, frozen=True):
    """A man on the table: which figure of his sheet he is, and where he stands."""

    figure: int
    at: Spot


class Drone(msgspec.Struct, frozen=True):
    """The drone of a team."""

    at: Spot
    rounds: int = 0
    """Turns in the air without a break."""
    empty: bool = False
    """Whether its battery is spent; it stays on the ground until it is recovered."""
    loaded: bool = True
    ran: bool = False
    lost_radio: float | None = None
    """How far away it ended the last turn, where that is out of reach."""
    silent_until: int = 0
    """The last turn in which it is jammed."""
    heading: int | None = None
    """Where a drone with wings flies; None before its first flight."""
    reported: bool = False
    """Whether it has told a gun what it sees this turn."""

    @property
    def airborne(self) -> bool:
        return self.at.z > 0


class Zero(msgspec.Struct, frozen=True):
    """What a gun has zeroed in on: a unit that stood somewhere, or with no target a place."""

    need: int
    target: Who
    aim: Spot


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What the battle changes of a unit."""

    id: Who
    side: int
    place: Place = "waiting"
    at: Spot = Spot(0, 0)
    heading: int = 0
    men: tuple[Man, ...] = ()
    pins: int = 0
    order: Order | None = None
    kept: bool = False
    """Whether it keeps its order over the end of the turn."""
    last: Order | None = None
    """The last order that it carried out; a Run that it made in the turn in which it went down stays that."""
    moved: bool = False
    moved_last: bool = False
    """Whether it moved in the turn before."""
    carrier: Who | None = None
    building: int | None = None
    laws: int = 0
    charges: int = 0
    """Devices that a sapper still has."""
    smoke: int = 0
    immobilised: bool = False
    half_speed: bool = False
    jammed: int | None = None
    """The heading that a jammed turret points to."""
    doors: frozenset[Arc] = frozenset()
    spent: frozenset[Id] = frozenset()
    """Mounts whose only shot is fired."""
    drone: Drone | None = None
    zero: Zero | None = None
    flank: Flank = ""
    """The side edge that it comes on from, where it outflanks."""
    round: Id = ""
    """The round that was named when it went into ambush."""
    marks: dict[Id, Mark] = {}
    """What holds of it for a while, by the names that layers give."""

    @property
    def alive(self) -> bool:
        return self.place != "lost"

    @property
    def acted(self) -> bool:
        """Whether it has spent its die this turn."""
        return self.order is not None


class Missile(msgspec.Struct, frozen=True):
    """A guided missile in the air."""

    operator: str
    weapon: str
    target: str
    at: Spot
    turn: int


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hidden device, or a decoy: whose it is, where it lies, and the vehicle that it is attached to."""

    side: int
    kind: DeviceKind
    at: Spot
    owner: str = ""
    carrier: str | None = None


class Called(msgspec.Struct, frozen=True):
    """A strike that an observer has called: where its marker lies, and the unit that an aircraft looks for."""

    observer: str
    side: int
    kind: StrikeKind
    at: Spot
    turn: int
    target: str = ""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that is worth holding."""

    name: str
    x: float
    y: float
    worth: int = 3
    radius: float = 3


class Task(msgspec.Struct, frozen=True, tag=True):
    """Something that is to be done next. Those with a side wait for its command."""


class Deploying(Task, frozen=True):
    side: int


class NextDie(Task, frozen=True):
    pass


class Ordering(Task, frozen=True):
    """A die of a side is in hand: it goes to one of its units, of these where some are named."""

    side: int
    among: tuple[str, ...] = ()
    may_pass: bool = False


class Moving(Task, frozen=True):
    side: int
    unit: str
    doing: Doing = ""


class Shooting(Task, frozen=True):
    side: int
    unit: str
    occasion: Literal["order", "ambush", "defence", "late"] = "order"
    against: str | None = None
    idle: int = 0
    """Men who are busy with something else."""


class Reacting(Task, frozen=True):
    """A unit is shot at and may go down."""

    side: int
    unit: str


class Dodging(Task, frozen=True):
    """An aircraft is shot at and may release countermeasures."""

    side: int
    unit: str


class Probing(Task, frozen=True):
    """Engineers have been warned of a device and may roll again."""

    side: int
    unit: str
    device: Device


class Watching(Task, frozen=True):
    """An enemy comes near a device that its owner may set off at once."""

    side: int
    unit: str
    device: Device


class Ducking(Task, frozen=True):
    """A unit is warned of a blast and may go down, whatever it was about to do."""

    side: int
    unit: str


class Resuming(Task, frozen=True):
    """The rest of a move that a marker on its way has interrupted: straight to a place, or along a path."""

    unit: str
    to: Spot | None = None
    heading: int | None = None
    legs: tuple[Leg, ...] = ()


class Detonating(Task, frozen=True):
    """A device about to go off."""

    device: Device


class Landing(Task, frozen=True):
    """A shell about to fall on a place."""

    at: Spot
    weapon: str
    why: str


class Adopting(Task, frozen=True):
    """A gun may aim from now on where its stray shell fell."""

    side: int
    unit: str
    at: Spot


class Arriving(Task, frozen=True):
    """A strike that is rolled for before the orders of a turn."""

    called: Called


class Misdirecting(Task, frozen=True):
    """The enemy leads a strike astray."""

    side: int
    called: Called


class Volley(msgspec.Struct, frozen=True):
    """Weapons of one unit fired at one target. `arm` is "arms" for what the men carry, "system", "law", "ugl", or the
    number of a mount; `round` is "" or "he" or "tandem"."""

    arm: str
    target: str
    round: str = ""
    indirect: bool = False
    at_drone: bool = False


class Firing(Task, frozen=True):
    """Shots that are declared and about to fall."""

    unit: str
    volleys: tuple[Volley, ...]
    occasion: str = "order"
    dodged: tuple[str, ...] = ()
    """Targets that have released countermeasures."""
    idle: int = 0


class Fighting(Task, frozen=True):
    """Close quarters about to be fought."""

    attacker: str
    defender: str
    start: Spot


class Regrouping(Task, frozen=True):
    side: int
    unit: str
    inches: int


class Choosing(Task, frozen=True):
    """The enemy picks whom a unit fires at by mistake."""

    side: int
    unit: str
    among: tuple[str, ...]


class Keeping(Task, frozen=True):
    side: int


class Beginning(Task, frozen=True):
    """A phase of the turn is to begin: the first one where none is named."""

    phase: str = ""


Tasks = (
    Deploying
    | NextDie
    | Ordering
    | Moving
    | Shooting
    | Reacting
    | Dodging
    | Probing
    | Watching
    | Ducking
    | Detonating
    | Resuming
    | Landing
    | Adopting
    | Arriving
    | Misdirecting
    | Firing
    | Fighting
    | Regrouping
    | Choosing
    | Keeping
    | Beginning
)


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side sets up, an oblong in inches, and the edge that its reserves come from."""

    west: float
    south: float
    east: float
    north: float
    edge: Edge


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a battle starts from."""

    name: str
    players: tuple[Player, Player]
    table: Table
    zones: tuple[Zone, Zone]
    forces: tuple[tuple[Sheet, ...], tuple[Sheet, ...]]
    objectives: tuple[Objective, ...] = ()
    devices: tuple[Device, ...] = ()
    """Mines and the like that lie there from the beginning."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole battle."""

    setup: Setup
    sheets: dict[str, Sheet]
    units: dict[str, Unit]
    turn: int = 0
    bag: tuple[int, int] = (0, 0)
    used: tuple[int, int] = (0, 0)
    """Dice that have left the bag this turn."""
    missiles: tuple[Missile, ...] = ()
    smoke: tuple[Spot, ...] = ()
    puffs: tuple[Spot, ...] = ()
    """Smoke of grenades, half as wide."""
    devices: tuple[Device, ...] = ()
    called: tuple[Called, ...] = ()
    """Strikes that have not come yet."""
    breached: tuple[int, ...] = ()
    """Pieces of terrain that have been breached."""
    wrecks: tuple[Body, ...] = ()
    things: dict[str, Thing] = {}
    """What lies on the table besides, by id."""
    lost: tuple[int, int] = (0, 0)
    """Units that each side has lost."""
    tasks: tuple[Tasks, ...] = ()
    outcome: Outcome | None = None


def hull_of(unit: Unit, sheet: Sheet) -> Body:
    """What a vehicle fills."""
    return Body(unit.at, sheet.width, sheet.length, unit.heading, sheet.height)


def man_body(man: Man, sheet: Sheet) -> Body:
    """What a man of a unit fills: his base."""
    return men_at(sheet, (man.at,))[0]


def men_at(sheet: Sheet, places: Iterable[Spot]) -> list[Body]:
    """What men of a unit fill who stand at some places."""
    return [Body(at, sheet.width, height=80) for at in places]
