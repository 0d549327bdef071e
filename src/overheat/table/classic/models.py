"""What is asked and answered about the classic game, as the description of the interface shows it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from overheat.table.layers import MOST_LAYERS
from overheat.table.models import Asked, Loads, Long, Name, No, Skill, Sum, TermInfo, ToldEvent

Command = dict[str, Any]
Chance = tuple[int, int] | None


class PilotingRoll(BaseModel):
    """A piloting roll that a way asks for."""

    label: str
    target_number: int
    terms: list[TermInfo]
    probability: Chance


class PlaceInfo(BaseModel):
    """A way to end a move."""

    hex: str
    facing: int
    elevation: int
    mode: str
    points: int = Field(description="Movement points of the whole turn.")
    hexes: int = Field(description="Hexes entered in the whole turn.")
    rolls: list[str]
    checks: list[PilotingRoll]
    motion: int = Field(description="Which of `motions` it ends with.")
    path: list[Command] = Field(description="What is still to be said.")
    then: list[Command] = Field(description="What the move may end in from there: a charge, a ride, leaving the board.")
    then_words: list[str] = Field(description="The same in words.")


class MotionInfo(BaseModel):
    """What a way to move adds to attacks on the unit, and to its own."""

    as_target: Sum
    as_attacker: Sum


class Reach(BaseModel):
    """Where a unit can go."""

    unit: str
    mode: str
    prone: bool
    places: list[PlaceInfo]
    leaving: list[Command] = Field(description="What to say to leave the board from where it stands; [] if it cannot.")
    lying: list[Command] = Field(description="What to say to lie down before it has moved; [] if it cannot.")
    words: dict[str, str] = Field(description="What these two end in, in words, by the name of the command.")
    motions: list[MotionInfo]


class ProspectOfShots(BaseModel):
    """The best shot between a unit and an enemy, and what all weapons together may be expected to do."""

    target: str = Field(description="The enemy.")
    weapon: str
    target_number: int
    probability: Chance
    terms: list[TermInfo] = Field(description="[] unless one hex is asked about.")
    expected_damage: float


class Prospect(BaseModel):
    """What a place to end a move in means for the fight."""

    hex: str
    facing: int
    mode: str
    heat: int | str | None = Field(description="The heat after the round if nothing is fired.")
    heat_room: int | str | None = Field(description="The heat that shots may make before it does any harm.")
    cover: list[str] = Field(description="What hides the unit from the best shot at it.")
    mine: ProspectOfShots | None
    theirs: ProspectOfShots | None
    enemies: int = Field(description="How many enemies could shoot at it.")
    suffered: float = Field(description="The damage to expect of all of them together.")


class WeaponArc(BaseModel):
    """What a weapon bears on."""

    mount: int
    weapon: str
    location: str
    range: int
    hexes: list[str]


class Arcs(BaseModel):
    """The hexes in each arc of a unit."""

    unit: str
    hex: str
    facing: int
    torso: int
    range: int
    arcs: dict[str, list[str]]
    weapons: list[WeaponArc]


class SightLine(BaseModel):
    """A line of sight."""

    origin: str = Field(alias="from")
    to: str
    distance: int
    visible: bool
    refusal: No | None
    side: str | None
    intervening: list[dict[str, Any]]
    target_partial_cover: dict[str, Any] | None
    attacker_partial_cover: dict[str, Any] | None
    modifiers: Sum
    target_hex: Sum
    hexes: list[str]
    total: Sum


class Promise(BaseModel):
    """What an attack promises, or why it may not be made."""

    command: Command
    target_number: int | None
    terms: list[TermInfo]
    probability: Chance
    expected_damage: float | None
    refusal: No | None


class WeaponPromise(Promise):
    """A weapon attack and what it promises."""

    way: str = Field(description="How it would be fired, where a weapon can be in several ways.")
    weapon: str
    location: str
    rear: bool
    ammunition: str | None
    rates: list[int] = Field(description="How many shots it may fire at once.")
    loads: list[str] = Field(description="The kinds of ammunition that it may be fed with, by name.")
    distance: int
    bracket: str | None = Field(description="The range bracket, such as short, medium or long; null out of range.")
    heat: int | str = Field(description="A fraction as text, such as `3/2`.")


class ShotInfo(WeaponPromise):
    """A weapon attack, and the heat if it is declared besides what was."""

    heat_after: int | str | None
    heat_built: Sum | None
    heat_sunk: Sum | None
    heat_room: int | str | None = Field(
        description="The heat that may be made besides what was declared before it does any harm."
    )


class Target(BaseModel):
    """An enemy as a target."""

    target: str
    name: str
    side: str
    hex: str
    distance: int
    visible: bool
    struck: str = Field(description="The side of the target that would be hit.")
    best: WeaponPromise | None
    weapons: int = Field(description="How many weapons may fire.")
    expected_damage: float
    refusal: No | None


class VolleyAsked(Asked):
    """Shots to be weighed."""

    unit: Name
    target: str = Field("", max_length=200, description="Whose damage is counted; everybody's when left out.")
    fires: list[Command] = Field(default=[], max_length=60, description="Fire commands besides what was declared.")


class OutcomesAsked(VolleyAsked):
    """Shots at a target whose fate is asked for."""

    together: bool = Field(False, description="Whether all that others of the side have declared at it counts as well.")


class DamageChance(BaseModel):
    """How likely an amount of damage is."""

    damage: int | float
    chance: float


class Consequence(BaseModel):
    """Something that heat does to a machine."""

    id: str
    label: str
    cite: str
    value: int | None = Field(description="What it adds or takes, where it is a number.")
    target_number: int | None = Field(description="What is rolled for, where dice decide.")
    probability: Chance = Field(description="How likely it is to happen; null for what lasts as long as the heat.")


class HeatInfo(BaseModel):
    """The heat at the end of the round."""

    before: int | str
    built: Sum
    sunk: Sum
    after: int | str
    consequences: list[Consequence]


class VolleyShot(Promise):
    """A shot of a volley; one that is refused tells only why."""

    declared: bool
    way: str | None = None
    weapon: str | None = None
    location: str | None = None
    rear: bool | None = None
    ammunition: str | None = None
    rates: list[int] = []
    loads: list[str] = []
    distance: int | None = None
    bracket: str | None = None
    heat: int | str | None = None


class Bin(BaseModel):
    """What a volley takes from a bin."""

    mount: int
    name: str
    location: str
    used: int
    left: int


class VolleyInfo(BaseModel):
    """What a volley promises."""

    shots: list[VolleyShot]
    damage: list[DamageChance]
    expected_damage: float
    heat: HeatInfo | None
    ammunition: list[Bin]


class EffectChance(BaseModel):
    """Something that may become of a target."""

    name: str
    words: str
    chance: float


class FelledChance(BaseModel):
    """So many soldiers or troopers fall."""

    felled: int
    chance: float


class Foreseen(BaseModel):
    """What may become of the target of a volley."""

    exact: bool
    way: str
    effects: list[EffectChance]
    felled: list[FelledChance] | None
    others: int = Field(0, description="Shots that others of the side have declared at the target.")


class RollAfter(PilotingRoll):
    """A piloting roll of who strikes, after a hit or a miss."""

    when: str


class BlowInfo(Promise):
    """A blow, a charge or an assault; without a number it cannot miss."""

    kind: str
    damage: int = Field(description="What a hit does to the target.")
    damage_taken: int = Field(description="What a hit does to who strikes.")
    checks: list[RollAfter]


class BoardInfo(BaseModel):
    """A board that comes with the project."""

    name: str
    width: int
    height: int
    description: str
    tags: list[str]


class BoardText(Asked):
    """A board file to be drawn."""

    text: Long
    name: Name = Field("board", description="What refusals call it.")
    size: float = Field(36, ge=5, le=100, description="From the middle of a hex to its corner.")


class MusterUnit(Asked):
    """A unit that is to take the field: the name of a bundled one, or a file's name and its text."""

    unit: Name
    text: Long = ""
    gunnery: Skill = 4
    piloting: Skill = 5
    loads: Loads = Field(default={})
    pilot: str = Field("", max_length=60, description="What its pilot is called.")


class MusterAsked(Asked):
    """Forces to be drawn up on a board."""

    board: Name = Field(description="The name of a bundled board, or of the file in `board_text`.")
    board_text: Long = ""
    sides: dict[Name, list[MusterUnit]] = Field(description="The units of each side; the first comes from the north.")
    rounds: int | None = Field(0, ge=0, le=1000, description="Null: as long as the kind of scenario.")
    weather: dict[str, Any] = Field(default={})
    objectives: list[dict[str, Any]] = Field(default=[], max_length=20)
    orders: dict[str, Any] = Field(
        default={}, description="The kind of scenario: `mission`, and what of it is said: `side`, `units`, `targets`."
    )
    zones: list[dict[str, Any]] = Field(default=[], max_length=8, description="Where sides begin.")
    by_players: bool = Field(False, description="Whether the players place their units when the game begins.")
    rules: list[Name] = Field(default=[], max_length=MOST_LAYERS)


class UnitValue(BaseModel):
    """What a unit is worth with its crew."""

    id: str
    name: str
    tons: float
    battle_value: int | None
    refusal: No | None


class SideValue(BaseModel):
    """What a side is worth."""

    total: int
    units: list[UnitValue]


class Mustered(BaseModel):
    """A set-up, and what each side of it is worth."""

    setup: dict[str, Any]
    values: dict[str, SideValue]
    goals: list[str] = Field(description="What each side wants, in words.")
    zones: dict[str, list[str]] = Field(description="The hexes that sides begin in, where they have zones.")


class Weighed(VolleyInfo):
    """What a volley on a real table promises."""

    distance: int
    side: str = Field(description="The side of the target that would be hit.")
    sight: SightLine
    blows: list[Promise]


class Left(BaseModel):
    """What is left of a unit."""

    condition: dict[str, Any]
    fate: str


class Thrown(BaseModel):
    """What the dice made of it."""

    seed: int
    events: list[ToldEvent]
    attacker: Left
    target: Left
