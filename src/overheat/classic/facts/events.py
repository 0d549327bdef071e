"""Everything that can have happened in a battle: past facts with fields. `advance` says what follows from each."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.endings import Figure
from overheat.classic.facts.lasting import Mark, MarkName, Thing
from overheat.classic.facts.state import Blow, Edge, Fate, Motion, Objective, Phase, Place, Shot, Target
from overheat.classic.unit.condition import Stance
from overheat.kernel.events import Event
from overheat.kernel.facts import Id, Name, Who
from overheat.kernel.game import Player
from overheat.kernel.log.alike import Worded
from overheat.kernel.questions import Question
from overheat.kernel.terms import Kept, Sum


class RoundBegan(Event, frozen=True):
    """A new round began."""

    round: int


class InitiativeRolled(Event, frozen=True):
    """The roll of a side for the initiative, with what was added to it: only where that is anything."""

    side: Player
    rolled: Sum


class InitiativeSet(Event, frozen=True):
    """The sides in the order they act in, from the one that lost the initiative."""

    order: tuple[Player, ...]


class PhaseBegan(Event, frozen=True):
    """A phase began, in which the sides take their turns in this order."""

    phase: Phase
    order: tuple[Player, ...] = ()


class TurnBegan(Event, frozen=True):
    """A unit was chosen to act."""

    unit: Who


class TurnEnded(Event, frozen=True):
    """A unit is done in this phase."""

    unit: Who


class MissionGiven(Event, frozen=True):
    """The battle is of a kind of scenario, with what each side wants."""

    mission: Id
    goals: tuple[Objective, ...] = ()


class Scored(Event, frozen=True):
    """A side made points, and how many it has now."""

    side: Who
    points: int
    total: int
    why: Id


class Deployed(Event, frozen=True):
    """A unit was placed on the map before the battle."""

    unit: Who
    hex: Hex
    facing: int
    elevation: int = 0


class Moved(Event, frozen=True):
    """Where a unit is after a step, a turn, a jump, a fall or a push, and what it has done of its movement."""

    unit: Who
    how: Id
    hex: Hex
    facing: int
    elevation: int
    motion: Motion
    cost: Sum = ()


class Posture(Event, frozen=True):
    """A unit lies down, falls, stands, or goes into a posture of its own."""

    unit: Who
    prone: bool
    propping_arm: Place = ""
    stance: Stance | None = None


class CheckMade(Event, frozen=True):
    """A piloting roll: what for, what was needed, what fell. The cause is the term that called for it."""

    unit: Who
    reason: Id
    needed: Sum
    rolled: int
    passed: bool
    cause: Sum = ()


class Fell(Event, frozen=True):
    """A machine fell: how many levels, and what the ground did to it."""

    unit: Who
    levels: int
    side: Id
    damage: int


class Found(Event, frozen=True, omit_defaults=True):
    """A hidden unit is hidden no longer."""

    unit: Who
    hex: Hex
    by: Who = ""
    """The unit that found it; nothing where it gave itself away."""


class Twisted(Event, frozen=True):
    """A torso or a turret was turned."""

    unit: Who
    torso: int


class Aimed(Event, frozen=True):
    """A unit took a hex for a target."""

    unit: Who
    target: Target


class ShotDeclared(Event, frozen=True):
    unit: Who
    shot: Shot


class SpotterNamed(Event, frozen=True):
    """A unit spots for others this turn."""

    unit: Who


class BlowDeclared(Event, frozen=True):
    unit: Who
    blow: Blow


class ChargeDeclared(Event, frozen=True):
    """A unit's movement ends in a charge or a death from above; None when that came to nothing."""

    unit: Who
    blow: Blow | None


class AttackRolled(Event, frozen=True):
    """An attack was rolled for: with what, at whom, what it needed and what fell."""

    unit: Who
    target: Target
    what: Id
    """`fire`, or the kind of a blow."""
    needed: Sum
    rolled: int
    hit: bool
    weapon: Name = ""


class ClusterRolled(Event, frozen=True):
    """How many of a cluster hit."""

    target: Target
    size: int
    rolled: Sum
    hits: int


class DamageSummed(Event, frozen=True):
    """What was made of damage on its way to a unit, or at the place that it strikes: only where that is anything."""

    unit: Who
    location: Place
    damage: Sum


class CriticalRolled(Event, frozen=True):
    """A roll for critical hits, with what was added to it: only where that is anything."""

    unit: Who
    location: Place
    rolled: Sum


class Struck(Event, frozen=True):
    """Damage arrived at a place."""

    unit: Who
    location: Place
    rear: bool
    damage: int
    what: Id
    """`fire`, a blow, a fall, or what else does harm."""
    item: Name = ""
    """What does it, where that has a name."""


class Deflected(Event, frozen=True):
    """Damage went into what covers the unit."""

    unit: Who
    location: Place
    damage: int


class NearlyMissed(Event, frozen=True):
    """What would have struck a unit went by after all: the unit is too small to be hit there."""

    unit: Who
    damage: int


class Withstood(Event, frozen=True):
    """Armour or structure took damage at a rate of its own: the points that it cost, as a sum."""

    unit: Who
    location: Place
    inside: bool
    points: Sum
    spared: int = 0
    """As much less counts as damage of the phase."""


class PlateStruck(Event, frozen=True):
    """A shield or a plate over the armour took damage: how much, and what it can still take."""

    unit: Who
    mount: int
    what: Name
    damage: int
    left: int


class ArmourMended(Event, frozen=True):
    """Armour was put back."""

    unit: Who
    location: Place
    rear: bool
    before: Kept
    after: Kept


class ArmourLost(Event, frozen=True):
    unit: Who
    location: Place
    rear: bool
    before: Kept
    after: Kept


class StructureLost(Event, frozen=True):
    unit: Who
    location: Place
    before: Kept
    after: Kept


class LocationLost(Event, frozen=True):
    """A location is gone: shot through, or blown off."""

    unit: Who
    location: Place
    blown_off: bool = False


class Flooded(Event, frozen=True):
    """Water has come into a location through a breach: nothing in it works any more."""

    unit: Who
    location: Place


class CriticalHit(Event, frozen=True):
    """A slot was hit: what it holds no longer works, a system or items."""

    unit: Who
    location: Place
    slot: int
    what: Id = ""
    items: tuple[Name, ...] = ()


class MountLost(Event, frozen=True):
    """A weapon or another mount was put out of action otherwise than by its slots."""

    unit: Who
    mount: int
    what: Name


class FireHeld(Event, frozen=True):
    """A weapon that had been declared did not fire after all: it found no lock."""

    unit: Who
    mount: int


class Jammed(Event, frozen=True):
    """A weapon jammed, or was cleared."""

    unit: Who
    mount: int
    jammed: bool


class Exploded(Event, frozen=True):
    """Ammunition or a weapon blew up inside a unit: an item by its name, or all ammunition of a vehicle, unnamed."""

    unit: Who
    location: Place
    what: Name
    damage: int


class ShotsSpent(Event, frozen=True):
    """Shots left in a bin or a one-shot launcher."""

    unit: Who
    mount: int
    left: int


class HeatSettled(Event, frozen=True):
    """The heat phase: what was built up, what was sunk, and where the scale stands."""

    unit: Who
    before: Kept
    built: Sum
    sunk: Sum
    after: Kept


class PowerChanged(Event, frozen=True):
    """A machine shut down or started up."""

    unit: Who
    shut_down: bool


class CrewHurt(Event, frozen=True):
    """The crew took hits."""

    unit: Who
    hits: int
    why: Id


class CrewSenses(Event, frozen=True):
    """The crew passed out or came to."""

    unit: Who
    conscious: bool


class Felled(Event, frozen=True):
    """Soldiers or troopers fell; how many are left, and how it was worked out for soldiers."""

    unit: Who
    left: int
    what: Id = ""
    fallen: Sum = ()
    item: Name = ""


class Boarded(Event, frozen=True):
    """Soldiers climbed onto another unit, to ride it or to swarm it; on none they are on the ground again."""

    unit: Who
    carrier: Who


class VehicleHurt(Event, frozen=True):
    """A vehicle took motive or critical damage; the fields that changed and what they are now."""

    unit: Who
    what: Id
    changed: dict[Id, int | bool | tuple[Id | int, ...]]
    grade: Id = ""
    """How bad motive damage is."""
    location: Place = ""
    mount: int | None = None


class GroundChanged(Event, frozen=True):
    """A hex is no longer what it was: woods burn, smoke drifts, a building falls."""

    hex: Hex
    ground: Ground
    what: Id
    by: Id = ""
    """What does it: `fire`, a blast, somebody who treads on it."""
    item: Name = ""
    """The same by its name, where it has one."""
    before: int = 0
    """The construction factor that a building had."""
    after: int = 0
    """And the one that it has left."""


class Marked(Event, frozen=True):
    """A unit was tagged, or carries a homing beacon of a side, or switched its stealth system."""

    unit: Who
    tagged: bool
    narced_by: tuple[Player, ...]
    stealth: bool


class Switched(Event, frozen=True):
    """A searchlight was switched, a unit came into or out of the light, or a machine's arms were flipped over."""

    unit: Who
    what: Literal["searchlight", "illuminated", "flipped"]
    on: bool


class Intercepted(Event, frozen=True):
    """An anti-missile system fired at a salvo."""

    unit: Who
    mount: int


class Scorched(Event, frozen=True):
    """A weapon put heat into a unit."""

    unit: Who
    heat: int
    what: Name


class ShockRolled(Event, frozen=True):
    """A roll for what an electric weapon does to a unit that it hit."""

    unit: Who
    rolled: Sum
    what: Name


class Doused(Event, frozen=True):
    """Burning fuel hit a unit that keeps no heat: as much as so many inferno missiles hold."""

    unit: Who
    missiles: int
    what: Name


class MarkLaid(Event, frozen=True):
    """Something holds of a unit from now on."""

    unit: Who
    mark: MarkName
    detail: Mark = Mark()


class MarkLifted(Event, frozen=True, omit_defaults=True):
    """Something holds of a unit no longer; what it held, where its words need that."""

    unit: Who
    mark: MarkName
    detail: Mark = Mark()


class EffectLaid(Event, frozen=True):
    """Something holds of a hex from now on."""

    hex: Hex
    effect: MarkName
    detail: Mark = Mark()


class EffectLifted(Event, frozen=True):
    """Something holds of a hex no longer."""

    hex: Hex
    effect: MarkName


class ThingPlaced(Event, frozen=True):
    """A thing is on the map, or somewhere else on it, or known to more than before."""

    thing: Thing


class ThingGone(Event, frozen=True):
    """A thing is on the map no longer."""

    thing: Thing


class ThingRolled(Event, frozen=True):
    """A thing attacked by itself: at what, what it needed and what fell; what needed no roll hit."""

    thing: Thing
    target: Target
    needed: Sum
    rolled: int
    hit: bool


class Scattered(Event, frozen=True):
    """Something missed its hex and went astray: in which direction, how far, and where to; None off the map."""

    what: Id
    origin: Hex
    direction: int
    distance: int
    hex: Hex | None


class Burst(Event, frozen=True):
    """Something burst in a hex: what it does there, around it, and further off."""

    what: Id
    hex: Hex
    damage: tuple[int, ...]
    owner: Player = ""


class ResolutionBegan(Event, frozen=True):
    """What a command leads to is worked out in several steps, because somebody will be asked on the way."""

    player: Player
    command: Any


class Asked(Event, frozen=True):
    """A player is asked something, and nothing goes on before the answer."""

    question: Question


class Answered(Event, frozen=True):
    """A player answered what was asked."""

    player: Player
    question: Id
    answer: Id


class ResolutionEnded(Event, frozen=True):
    """Nobody is asked anything more, and the command is carried out."""


class FateMet(Event, frozen=True):
    """A unit left the battle; if it left the board by itself, over which edges."""

    unit: Who
    fate: Fate
    why: Id
    edges: tuple[Edge, ...] = ()


class BattleEnded(Event, frozen=True):
    """The battle is over: who has won, and why."""

    winners: tuple[Player, ...]
    reason: Id
    facts: dict[Id, Figure] = msgspec.field(default_factory=dict)


WORDED = Worded(
    sentences={
        "Moved": frozenset({"how"}),
        "CheckMade": frozenset({"reason"}),
        "AttackRolled": frozenset({"what"}),
        "Struck": frozenset({"what"}),
        "Felled": frozenset({"what"}),
        "CriticalHit": frozenset({"what"}),
        "MountLost": frozenset({"what"}),
        "CrewHurt": frozenset({"why"}),
        "VehicleHurt": frozenset({"what"}),
        "GroundChanged": frozenset({"what", "by", "item"}),
        "Exploded": frozenset({"what"}),
        "FateMet": frozenset({"why"}),
        "MarkLaid": frozenset({"mark", "detail"}),
        "MarkLifted": frozenset({"mark"}),
        "EffectLaid": frozenset({"effect"}),
        "EffectLifted": frozenset({"effect"}),
        "BattleEnded": frozenset({"reason"}),
    },
    sums={
        "Moved": frozenset({"cost"}),
        "CheckMade": frozenset({"needed", "cause"}),
        "AttackRolled": frozenset({"needed"}),
        "ThingRolled": frozenset({"needed"}),
        "ClusterRolled": frozenset({"rolled"}),
        "HeatSettled": frozenset({"built", "sunk"}),
        "Felled": frozenset({"fallen"}),
    },
)
"""What these events hold for people."""
