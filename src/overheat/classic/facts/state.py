"""The state of a battle: the board, the units on it, and whose turn it is. A value: every change makes a new one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.lasting import Mark, Thing, named
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.condition import Condition
from overheat.classic.unit.fielding import EMPTY, Loads, Note, outfit
from overheat.classic.unit.infantry_fire import fielded
from overheat.classic.unit.plan import Plan, plan_of
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Roll
from overheat.kernel.facts import Id, Name, Row, Text, Who
from overheat.kernel.game import Player
from overheat.kernel.questions import Question
from overheat.kernel.rules.rule import Ruleset

Mode = Id
"""How a unit moved, by its id: stationary, walk, run, jump, or what a layer brings."""

Phase = Id
"""A phase in which players act, by its id: movement, weapons, physical, or what a layer brings; at last `over`."""

Place = Annotated[str, Text("a location by its code on the sheet")]
Target = Annotated[str, Text("a unit, or a hex as `hex 0908`")]
Way = Annotated[str, Text("a way to use a weapon, as the rule that brings it calls it", r"[\w-]+( [\w-]+){0,2}")]

Fate = Id
"""What has become of a unit: nothing while it fights, destroyed, fled, ejected, in reserve, or what a layer brings."""

RESERVE = "in_reserve"
"""What holds of a unit that has not come to the map yet."""
NOWHERE = Hex(0, 0)
"""Where such a unit is: in no hex of any board."""

Edge = Literal["north", "south", "east", "west"]
"""An edge of the board."""

ALOFT = named("aloft", "")
"""The mark of a unit that is in the air for a moment: how high above its hex it is seen, until it moves."""

ROLLING = named("rolling", "on its {about}")
"""The marks of a machine that moves on tracks or wheels in place of its legs."""

MACHINES = ("war machine", "industrial machine")
VEHICLES = ("vehicle", "support vehicle")
PROTOMECH = "protomech"


class Motion(msgspec.Struct, frozen=True):
    """What a unit did in this round's movement."""

    mode: Mode = "stationary"
    hexes: int = 0
    """Hexes entered since it last reversed: what makes it harder to hit."""
    travelled: int = 0
    """All hexes entered."""
    spent: int = 0
    """Movement points spent."""
    backwards: bool = False
    """Whether its last step went backwards."""
    turned: bool = False
    """Whether it turned since it entered its hex."""
    heading: int = 0
    """The direction of its last step."""
    stand_attempts: int = 0
    fires: int = 0
    """Burning hexes entered on foot."""
    skidded: bool = False
    off_road: bool = False
    """Whether a vehicle has left the road, or moved without one."""
    done: bool = False
    """Whether it may move no further this round."""


class Blow(msgspec.Struct, frozen=True):
    """A physical attack that was declared: how, with which limb, on whom."""

    kind: Row
    limb: Place
    target: Target


class Shot(msgspec.Struct, frozen=True):
    """A weapon attack that was declared: which mount, at whom, fed from which bin, how many times at once."""

    mount: int
    target: Target
    feed: int | None = None
    rate: int = 1
    spotter: Who | None = None
    mode: Way = ""
    """`heat` for a flamer that heats its target up in place of hurting it."""
    aimed: Place = ""
    """The location that it is aimed at; nothing for the target as a whole."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One unit in battle."""

    id: str
    side: Player
    sheet: Sheet
    plan: Plan
    """What its critical slots hold."""
    condition: Condition
    hex: Hex
    facing: int = 0
    """Where its legs or hull point: 0 is north, clockwise."""
    torso: int = 0
    """Where its torso or turret points."""
    elevation: int = 0
    """How far its feet are above the surface of its hex: below 0 in water, above on a roof or in the air."""
    gunnery: int = 4
    piloting: int = 5
    pilot: str = ""
    """What its pilot is called, where somebody has said so."""
    value: int = 0
    """What it is worth with its crew, in battle value; 0 where that cannot be worked out."""
    motion: Motion = Motion()
    fate: Fate = ""
    left_over: tuple[Edge, ...] = ()
    """The edges that it left the board over: one, or two at a corner."""
    volley: tuple[Shot, ...] = ()
    """What it has declared to fire this round."""
    blows: tuple[Blow, ...] = ()
    """What it has declared to strike this round."""
    taken: int = 0
    """Damage that it has taken in this phase, in soldiers for a platoon."""
    marks: dict[str, Mark] = {}
    """What holds of it for a while, by the names that rules give; the module of each rule reads its own."""
    refitted: tuple[Note, ...] = ()
    """What is otherwise than in its file, because the rules or its set-up say so."""

    @classmethod
    def fresh(
        cls,
        rules: Ruleset,
        id: str,
        side: Player,
        sheet: Sheet,
        hex: Hex,
        facing: int = 0,
        loads: Loads = EMPTY,
        **others: Any,
    ) -> Unit:
        """A unit as it comes to the field under some rules, loaded as it is declared to be."""
        made = outfit(rules, sheet, loads)
        sheet = rules[fielded](rules, made.sheet)
        return cls(
            id=id,
            side=side,
            sheet=sheet,
            plan=plan_of(sheet),
            condition=Condition.fresh(sheet),
            hex=hex,
            facing=facing,
            torso=facing,
            refitted=made.notes,
            **others,
        )

    @property
    def active(self) -> bool:
        """Whether it is still in the battle."""
        return not self.fate

    @property
    def machine(self) -> bool:
        return self.sheet.kind in MACHINES

    @property
    def vehicle(self) -> bool:
        return self.sheet.kind in VEHICLES

    @property
    def protomech(self) -> bool:
        return self.sheet.kind == PROTOMECH

    @property
    def airborne(self) -> bool:
        """Whether it flies: a rotorcraft off the ground, or a ground-effect craft under way."""
        if self.sheet.motive == "vtol":
            return self.elevation > 0 and not self.condition.vehicle.immobile
        return self.sheet.motive == "wige" and self.motion.travelled > 0

    @property
    def quad(self) -> bool:
        return self.sheet.motive in ("quad", "quadvee")

    @property
    def stature(self) -> int:
        """How tall it stands: 1 for a standing machine, 0 for what fills one level, and one less for who lies down."""
        if self.condition.stance is not None:
            return self.condition.stance.stature
        if not self.machine:
            return self.plan.stature
        folded = self.sheet.motive == "quadvee" and bool(self.rolls_on)
        return self.plan.stature - (self.condition.prone or folded)

    @property
    def rolls_on(self) -> str:
        """What a machine moves on like a vehicle: `tracked`, `wheeled`, or nothing where it goes on its legs."""
        if not self.marks or self.plan.flags.isdisjoint(("tracks", "wheels")):
            return ""
        rolling = any(name.startswith(f"{ROLLING}:") for name in self.marks)
        return "" if not rolling else "tracked" if "tracks" in self.plan.flags else "wheeled"

    @property
    def motive(self) -> str:
        """How it goes now: as its sheet says, or as it has been set to."""
        return self.rolls_on or self.sheet.motive

    @property
    def viewpoint(self) -> Viewpoint:
        aloft = self.marks.get(ALOFT) if self.marks else None
        elevation = self.elevation if aloft is None else aloft.value
        stance = self.condition.stance
        stature = self.stature
        lowered = 0 if stance is None else stance.lowered
        return Viewpoint(self.hex, elevation + stature, stature, lowered, self.machine)

    def about(self, mark: str) -> str:
        """What a mark of it is about; nothing where it has no such mark."""
        held = self.marks.get(mark)
        return "" if held is None else held.about

    @property
    def immobile(self) -> bool:
        """Whether it cannot move at all, and so is the easiest of targets."""
        vehicle = self.condition.vehicle
        return self.helpless or vehicle.immobile or vehicle.engine_hit or (self.vehicle and not self.plan.drives)

    @property
    def helpless(self) -> bool:
        """Whether nobody aboard can do anything, or nothing answers to them."""
        condition = self.condition
        return condition.shut_down or not condition.conscious or condition.vehicle.crew_dead


DAY = "day"
"""The light that nobody minds."""


ROOM_TEMPERATURE = 25
ORDINARY_AIR = "standard"


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions that a battle is fought in, each by the name that the tables of rules have for it."""

    light: str = DAY
    fog: str = ""
    precipitation: str = ""
    wind: str = ""
    wind_towards: int = 0
    """The direction that smoke drifts in."""
    sand: bool = False
    """Whether sand blows."""
    temperature: int = ROOM_TEMPERATURE
    """In degrees Celsius."""
    atmosphere: str = ORDINARY_AIR
    """How dense the air is."""
    taint: str = ""
    """What makes the air unfit to breathe."""
    gravity: float = 1.0
    """In gravities of Terra."""
    interference: bool = False
    """Whether electromagnetic interference blinds sensors."""

    @property
    def given(self) -> dict[str, str | int | float | bool]:
        """What is not as usual, by the names of the fields."""
        usual = zip(self.__struct_fields__, self.__struct_defaults__, strict=True)
        return {name: value for name, default in usual if (value := getattr(self, name)) != default}


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a side wants besides beating the other."""

    kind: Id
    """Which of those that the rules know: a breakthrough, to hold ground, or what a layer brings."""
    side: Player
    edge: Literal["", "north", "south", "east", "west"] = ""
    """The edge that a breakthrough leaves over."""
    hexes: tuple[Name, ...] = ()
    """The hexes to hold when time is up: somebody of the side in one of them, nobody of another."""
    units: int = 1
    """How many units must get through."""
    depth: int = 0
    """How many hexes deep the strip along its edge is that a side lets no enemy into."""
    targets: tuple[Who, ...] = ()
    """The units that are hunted."""
    points: int = 0
    """How many points win at once; 0 where they are only compared when time is up."""


class Interrupted(msgspec.Struct, frozen=True, kw_only=True):
    """A command that is being carried out and waits for somebody's answer."""

    before: State
    """The battle when the command was given."""
    player: Player
    command: Any
    question: Question | None = None
    """What is asked now."""
    answers: tuple[str, ...] = ()
    """What has been answered so far."""
    rolls: tuple[Roll, ...] = ()
    """The dice that have fallen so far."""
    told: int = 0
    """How many events have been told so far."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A battle at one moment."""

    relief: Relief
    """The board as the rules in force see it."""
    units: dict[str, Unit]
    weather: Weather = Weather()
    round: int = 0
    rounds: int = 0
    """How many rounds the battle lasts; 0 for as long as it takes."""
    objectives: tuple[Objective, ...] = ()
    phase: Phase = "movement"
    initiative: tuple[Player, ...] = ()
    """The sides from the one that lost the initiative to the one that won it."""
    order: tuple[Player, ...] = ()
    """The sides whose turns are still to come in this phase, the next one first."""
    acting: str | None = None
    """The unit that is in the middle of its turn."""
    changes: int = 0
    """What that unit has changed at no cost in this turn: turned, twisted, switched, marked."""
    acted: frozenset[str] = frozenset()
    """The units that have had their turn in this phase."""
    outcome: Ending | None = None
    effects: dict[Hex, dict[str, Mark]] = {}
    """What holds of a hex for a while, by the names that layers give."""
    things: dict[str, Thing] = {}
    """What lies or flies on the map besides units, by id."""
    zones: dict[Player, frozenset[Hex]] = {}
    """Where each side places the units that are not on the map yet."""
    scores: dict[Player, int] = {}
    """The points that each side has made for what it wants."""
    interrupted: Interrupted | None = None
    """What waits for an answer; None while nobody is asked anything."""

    @property
    def question(self) -> Question | None:
        """What somebody is asked now."""
        return None if self.interrupted is None else self.interrupted.question

    def on_side(self, side: Player) -> tuple[Unit, ...]:
        """The units of a side that are still in the battle."""
        return tuple(unit for unit in self.units.values() if unit.side == side and unit.active)

    def at(self, hex: Hex) -> tuple[Unit, ...]:
        """The units in a hex."""
        return tuple(unit for unit in self.units.values() if unit.hex == hex and unit.active)

    def effect(self, hex: Hex, name: str) -> Mark | None:
        """An effect on a hex; None where it does not hold there."""
        return self.effects.get(hex, {}).get(name)

    def with_unit(self, unit: Unit) -> State:
        """The same with one unit changed."""
        return msgspec.structs.replace(self, units={**self.units, unit.id: unit})


class Afield(msgspec.Struct, frozen=True, kw_only=True):
    """A fact about a unit, with the battle that it is in, so that a rule may ask about all that is around it."""

    state: State | None = None
    """The battle; None where a unit is looked at by itself."""

    @property
    def weather(self) -> Weather:
        """The weather that it is out in."""
        return Weather() if self.state is None else self.state.weather

    @property
    def phase(self) -> Phase:
        """The phase that it is."""
        return "" if self.state is None else self.state.phase

    def effects_at(self, hex: Hex) -> dict[str, Mark]:
        """What holds of a hex for a while."""
        return {} if self.state is None else self.state.effects.get(hex, {})

    def things_at(self, hex: Hex) -> tuple[Thing, ...]:
        """What lies in a hex besides units."""
        things = () if self.state is None else self.state.things.values()
        return tuple(thing for thing in things if thing.hex == hex)
