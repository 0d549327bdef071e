"""Two units on a real table: a place is described in words, and a little board is made that is just like it.

    {"distance": 7, "target_terrain": "light woods", "intervening": ["light woods"], "side": "rear"}

The board is a lane of hexes: the target at its north end, the attacker at its south end. What a unit has lost so far
comes along as its condition and goes back to whoever keeps the record sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from overheat.classic.adjudicator.parties import (
    Party,
    WeaponChoice,
    check_modes,
    feed_of,
    mounts_meant,
    no_such_weapon,
    unit_on,
)
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse_ground
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.weather import check_weather
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.condition import Condition, LocationCondition
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

ATTACKER, TARGET = "attacker", "target"
LONGEST = 60
"""The longest lane, in hexes."""
HIGHEST = 20
MIDDLE = 2
"""The column that the lane runs along; those beside it are open ground, for whoever is pushed aside."""

TERRAINS = {
    "": "0",
    "light woods": "0w1h2",
    "heavy woods": "0w2h2",
    "ultra-heavy woods": "0w3h3",
    "light jungle": "0j1h2",
    "heavy jungle": "0j2h2",
    "ultra-heavy jungle": "0j3h3",
    "light smoke": "0s1",
    "heavy smoke": "0s2",
    "rough": "0r1",
    "rubble": "0u1",
    "pavement": "0p1",
    "sand": "0d1",
    "mud": "0m1",
    "swamp": "0g1",
    "snow": "0n1",
    "ice": "0i1",
    "water depth 1": "0~1",
    "water depth 2": "0~2",
    "water depth 3": "0~3",
    "light building": "0b1.15.1",
    "medium building": "0b2.40.2",
    "heavy building": "0b3.90.3",
    "hardened building": "0b4.120.3",
    "hill of 1 level": "1",
    "hill of 2 levels": "2",
    "hill of 3 levels": "3",
}
"""The words for what a hex is, each with its notation; hills stand above the lower end of the lane."""

TOWARDS = {"front": 0, "right": 4, "left": 2, "rear": 3}
"""How the attacker faces when the target lies in an arc of it."""


class Lane(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How two units stand to each other."""

    distance: int
    attacker_terrain: str = ""
    target_terrain: str = ""
    intervening: tuple[str, ...] = ()
    """What stands between, hex by hex from the attacker."""
    side: Literal["front", "left", "right", "rear"] = "front"
    """The side of the target that faces the attacker."""
    arc: Literal["front", "left", "right", "rear"] = "front"
    """The arc of the attacker that the target is in."""
    attacker_level: int = 0
    target_level: int = 0
    partial_cover: bool = False
    """Whether the ground before the target rises by a level."""


class Figure(Party, kw_only=True, forbid_unknown_fields=True):
    """A unit on a real table, with what it has lost so far. A condition says how hot it is and whether it lies down."""

    hex: str = ""
    text: str = ""
    """The unit file itself, for units that do not come with the project."""
    condition: Condition | None = None


def lane_board(lane: Lane) -> Board:
    """A board that is as a lane describes it."""
    if not 1 <= lane.distance <= LONGEST:
        raise refuse("lane.distance", f"distance {lane.distance} is not 1 to {LONGEST}", distance=lane.distance)
    for level in (lane.attacker_level, lane.target_level):
        if not -HIGHEST <= level <= HIGHEST:
            raise refuse("lane.level", f"level {level} is not {-HIGHEST} to {HIGHEST}", level=level)
    room = lane.distance - 1 - lane.partial_cover
    if room < len(lane.intervening):
        asked = len(lane.intervening) + lane.partial_cover
        reason = f"units {lane.distance} apart have {lane.distance - 1} between them, not {asked} hexes of terrain"
        raise refuse("lane.intervening", f"{reason}{', with the rise that gives cover' * lane.partial_cover}")
    base = min(lane.attacker_level, lane.target_level)
    between = [_ground(name, base) for name in lane.intervening]
    between += [Ground(base)] * (room - len(between))
    between += [Ground(lane.target_level + 1)] * lane.partial_cover
    ends = _ground(lane.attacker_terrain, lane.attacker_level), _ground(lane.target_terrain, lane.target_level)
    column = [Ground(base), ends[1], *reversed(between), ends[0], Ground(base)]
    return Board(3, len(column), tuple(ground for row in column for ground in (Ground(base), row, Ground(base))))


def _ground(name: str, level: int) -> Ground:
    """A hex of a terrain by its name, on a level."""
    if name not in TERRAINS:
        known = ", ".join(word for word in TERRAINS if word)
        raise refuse("lane.terrain", f"no terrain {name[:40]!r}; there are {known}", terrain=name[:40])
    ground = parse_ground(TERRAINS[name])
    return msgspec.structs.replace(ground, level=ground.level + level)


def stage(
    rules: Ruleset, board: Board, attacker: tuple[Figure, Sheet], target: tuple[Figure, Sheet], weather: Weather
) -> State:
    """Two units on a board, about to fight."""
    units = (figure_on(rules, board, ATTACKER, *attacker), figure_on(rules, board, TARGET, *target))
    check_modes(rules, *units)
    check_weather(rules, weather)
    return State(
        relief=Relief(board, rules),
        units={unit.id: unit for unit in units},
        weather=weather,
        round=1,
        phase="weapons",
    )


def lane_stage(
    rules: Ruleset, lane: Lane, attacker: tuple[Figure, Sheet], target: tuple[Figure, Sheet], weather: Weather
) -> State:
    """Two units at the ends of a lane."""
    south, north = Hex(MIDDLE, lane.distance + 2), Hex(MIDDLE, 2)
    facing = TOWARDS[lane.arc]
    first = msgspec.structs.replace(attacker[0], hex=str(south), facing=facing, torso=facing)
    second = msgspec.structs.replace(target[0], hex=str(north), facing=0, torso=None)
    state = stage(rules, lane_board(lane), (first, attacker[1]), (second, target[1]), weather)
    return state.with_unit(_turned(state.relief.rules, state.units[TARGET], south, lane.side))


def _turned(rules: Ruleset, unit: Unit, attacker: Hex, side: str) -> Unit:
    """A unit turned so that the attacker sees one side of it."""
    ways = (msgspec.structs.replace(unit, facing=facing, torso=facing) for facing in (3, 1, 5, 0, 2, 4))
    found = next((way for way in ways if rules[side_hit](rules, way, attacker) == side), None)
    if found is None:
        raise refuse("lane.side", f"{unit.sheet.name} cannot show its {side}", side=side)
    return found


def figure_on(rules: Ruleset, board: Board, role: str, figure: Figure, sheet: Sheet) -> Unit:
    """A unit with what it has lost."""
    unit = unit_on(rules, board, role, figure, sheet)
    if figure.condition is None:
        return unit
    check_condition(figure.condition, unit)
    kept = msgspec.structs.replace(
        figure.condition,
        heat=figure.heat or figure.condition.heat,
        prone=figure.prone or figure.condition.prone,
        shut_down=figure.immobile or figure.condition.shut_down,
    )
    return msgspec.structs.replace(unit, condition=kept)


def check_condition(condition: Condition, unit: Unit) -> None:
    """Refuse a condition that a unit cannot be in."""
    whole = Condition.fresh(unit.sheet)
    codes = [place.code for place in condition.locations]
    if codes != [place.code for place in whole.locations]:
        raise refuse("condition.locations", f"{unit.sheet.name} has other locations than its condition says")
    for place, fresh in zip(condition.locations, whole.locations, strict=True):
        slots = len(unit.plan.slots.get(place.code, ()))
        if not _possible(place, fresh, slots):
            raise refuse("condition.location", f"{place.code}: more than {unit.sheet.name} has there", code=place.code)
    mounts = range(len(unit.sheet.mounts))
    counts = zip(condition.shots, whole.shots, strict=False)
    if len(condition.shots) != len(whole.shots) or not all(0 <= left <= shots for left, shots in counts):
        raise refuse("condition.shots", f"{unit.sheet.name} does not carry those shots")
    if any(at not in mounts for at in (*condition.lost, *condition.jammed, *condition.vehicle.malfunctions)):
        raise refuse("condition.mounts", f"{unit.sheet.name} has {len(mounts)} mounts, counted from 0")
    figures = (condition.heat, condition.crew_hits, condition.vehicle.sensors, condition.vehicle.motive)
    if not 0 <= condition.troopers <= whole.troopers or not all(0 <= figure <= 1000 for figure in figures):
        raise refuse("condition.figures", f"{unit.sheet.name} cannot be in such a condition")


def _possible(place: LocationCondition, fresh: LocationCondition, slots: int) -> bool:
    return (
        0 <= place.armour <= fresh.armour
        and 0 <= place.rear_armour <= fresh.rear_armour
        and 0 <= place.structure <= fresh.structure
        and all(0 <= slot < slots for slot in place.critical_hits)
    )


def fires(unit: Unit, wanted: Sequence[WeaponChoice] | Literal["all"]) -> list[Fire]:
    """The commands that fire some weapons at the target, or all that work."""
    if wanted == "all":
        working = [at for at in unit.plan.weapons if works(unit, at)]
        return [Fire(at, TARGET, feed_of(unit, at, None)) for at in working]
    return list(_chosen(unit, wanted))


def _chosen(unit: Unit, wanted: Sequence[WeaponChoice]) -> Iterator[Fire]:
    """A mount for each choice; of several alike the next one that is free."""
    used: set[int] = set()
    for trigger in wanted:
        mount = next((at for at in mounts_meant(unit.sheet, trigger) if at not in used), None)
        if mount is None:
            raise no_such_weapon(unit.sheet, trigger)
        used.add(mount)
        feed, rate = feed_of(unit, mount, trigger.ammo), 1 if trigger.rate is None else trigger.rate
        yield Fire(mount, TARGET, feed, rate, mode=trigger.mode, aimed=trigger.aimed)
