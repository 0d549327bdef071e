"""Drawing up forces: each side along its own edge or in its zone, spread out, facing the enemy, on usable ground.

Nothing is left to chance: the same forces on the same board are always drawn up the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

import msgspec

from overheat.classic.battle.steps import by_road, elevation_in, has_room_for
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.muster.setup import Combatant, Zone
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.driving import can_land
from overheat.classic.rules.standard.movement import Entry, barred
from overheat.classic.sight.relief import Relief
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

SHIPS = ("naval", "submarine", "hydrofoil")
"""What moves by water alone."""
IN_WATER, IN_WALLS = 6, 3
"""How many hexes a unit would rather be off its place than stand in water, or in a building."""
LONGEST = 60
"""How long the name of a pilot may be."""
EDGES = (("north", 3), ("south", 0), ("west", 1), ("east", 4))
"""The edge of each side in turn, and the way it faces."""

_Step = tuple[Ground, Ground, int]
"""From one ground onto another, in a direction."""


class Recruit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that is to take the field: a bundled name, or a file's name and its text."""

    unit: str
    text: str = ""
    gunnery: int = 4
    piloting: int = 5
    loads: dict[str, str] = {}
    """What its bins, tubes and racks hold, where that is not what its file says."""
    pilot: str = ""


def listed(forces: Mapping[str, Sequence[Recruit]]) -> tuple[Combatant, ...]:
    """Every unit, its id its side and number, before it has a place; its side's usual facing stands until it has."""
    if not 2 <= len(forces) <= len(EDGES):
        raise refuse("muster.sides", f"two to {len(EDGES)} sides are drawn up, not {len(forces)}")
    empty = next((side for side, recruits in forces.items() if not recruits), None)
    if empty is not None:
        raise refuse("muster.sides", f"{empty} has no units", side=empty)
    return tuple(
        Combatant(
            id=f"{side}-{at + 1}",
            side=side,
            unit=recruit.unit,
            text=recruit.text,
            facing=facing,
            gunnery=recruit.gunnery,
            piloting=recruit.piloting,
            loads=recruit.loads,
            pilot=recruit.pilot.strip()[:LONGEST],
        )
        for (_, facing), (side, recruits) in zip(EDGES, forces.items(), strict=False)
        for at, recruit in enumerate(recruits)
    )


def muster(
    board: Board, rules: Ruleset, forces: Mapping[str, Sequence[Recruit]], zones: Sequence[Zone] = ()
) -> tuple[Combatant, ...]:
    """Every unit in its place: along the edge of its side, or in the zone that it has."""
    units = listed(forces)
    field = _Field(State(relief=Relief(board, rules), units={}))
    hexes: dict[str, frozenset[Hex]] = {}
    for zone in zones:
        hexes[zone.side] = hexes.get(zone.side, frozenset()) | zone.on(board)
    looks = {zone.side: zone.facing for zone in zones if zone.facing is not None}
    edges = {side: edge for (edge, _), side in zip(EDGES, forces, strict=False)}
    count: Counter[str] = Counter()
    found: list[Combatant] = []
    for unit in units:
        side, share = unit.side, (count[unit.side] + 0.5) / len(forces[unit.side])
        count[side] += 1
        if side not in hexes:
            hex = field.place(unit, _outwards(board, edges[side], share))
        else:
            hex = field.place(unit, _within(hexes[side], edges[side], share))
            unit = msgspec.structs.replace(unit, facing=looks.get(side, _towards(hex, side, hexes, board)))
        found.append(msgspec.structs.replace(unit, hex=str(hex)))
    return tuple(found)


def _within(zone: frozenset[Hex], edge: str, share: float) -> Iterator[tuple[float, Hex]]:
    """The hexes of a zone by how far they are from a share of its width, half way into it; the nearest first."""
    level = edge in ("north", "south")
    along = {hex: hex.column if level else hex.row for hex in zone}
    deep = {hex: hex.row if level else hex.column for hex in zone}
    first, last = min(along.values()), max(along.values())
    goal = first - 0.5 + share * (last - first + 1)
    middle = (min(deep.values()) + max(deep.values())) / 2
    yield from sorted((abs(along[hex] - goal) + abs(deep[hex] - middle), hex) for hex in zone)


def _towards(hex: Hex, side: str, zones: Mapping[str, frozenset[Hex]], board: Board) -> int:
    """The way to the middle of where enemies begin; to the middle of the board where that is not known."""
    theirs = [there for other, zone in zones.items() if other != side for there in zone] or list(board)
    count = len(theirs)
    goal = Hex(round(sum(there.column for there in theirs) / count), round(sum(there.row for there in theirs) / count))
    return min(range(6), key=lambda way: hex.neighbour(way).distance(goal))


class _Field:
    """A board while forces are drawn up on it: the hexes that are taken, and those that a kind of unit can use.

    Whether a unit can use a hex is found out once for each kind of unit, and only for hexes that come into question.
    """

    def __init__(self, empty: State) -> None:
        self._empty = empty
        self._taken: set[Hex] = set()
        self._usable: dict[tuple[str, str], dict[Hex, bool]] = {}
        self._passable: dict[tuple[str, str], dict[_Step, bool]] = {}

    def place(self, entry: Combatant, hexes: Iterable[tuple[float, Hex]]) -> Hex:
        """The best place there is for a unit among hexes that come with how far off they are, the nearest first.

        It is taken from now on."""
        kind = entry.unit, entry.text
        fresh = Unit.fresh(
            self._empty.relief.rules, entry.id, entry.side, entry.sheet(), Hex(1, 1), entry.facing, entry.loads
        )
        usable, passable = self._usable.setdefault(kind, {}), self._passable.setdefault(kind, {})
        board, best = self._empty.relief.board, None
        for off, hex in hexes:
            if best is not None and off > best[0]:
                break
            wanted = off + _faults(board[hex], fresh.sheet.motive), hex
            if hex in self._taken or (best is not None and wanted >= best):
                continue
            if hex not in usable:
                usable[hex] = fits(self._empty, _at(self._empty, fresh, hex), passable)
            if usable[hex]:
                best = wanted
        if best is None:
            reason = (
                f"where {entry.side} begins, no place is left for {fresh.sheet.name}: take fewer units or a larger map"
            )
            raise refuse("muster.place", reason, unit=entry.unit[:60], side=entry.side)
        self._taken.add(best[1])
        return best[1]


def _outwards(board: Board, edge: str, share: float) -> Iterator[tuple[float, Hex]]:
    """Every hex with how far it is from a share of an edge, in depth and along it; the nearest first."""
    level = edge in ("north", "south")
    wide, deep = (board.width, board.height) if level else (board.height, board.width)
    beside = sorted((abs(along - 0.5 - share * wide), along) for along in range(1, wide + 1))
    waiting = [(aside, along, 0, aside) for aside, along in beside]
    while waiting:
        off, along, depth, aside = heappop(waiting)
        rank = depth + 1 if edge in ("north", "west") else deep - depth
        yield off, Hex(along, rank) if level else Hex(rank, along)
        if depth + 1 < deep:
            heappush(waiting, (depth + 1 + aside, along, depth + 1, aside))


def _at(state: State, unit: Unit, hex: Hex) -> Unit:
    elevation = elevation_at(state.relief.board, hex, unit.sheet)
    return msgspec.structs.replace(unit, hex=hex, elevation=elevation)


def _faults(ground: Ground, motive: str) -> int:
    """What is wrong with a place, in hexes that a unit would rather be off."""
    wet = IN_WATER if "water" in ground and motive not in SHIPS else 0
    return wet + (IN_WALLS if "building" in ground else 0)


def fits(state: State, unit: Unit, passable: dict[_Step, bool]) -> bool:
    """Whether a unit can use the ground of its hex, has it to itself, and can get away from it.

    `passable` remembers which steps a unit of this kind can make.
    """
    ground, rules = state.relief.board[unit.hex], state.relief.rules
    if state.at(unit.hex) or has_room_for(state, unit, unit.hex) is not None:
        return False
    if unit.sheet.motive == "vtol" and not unit.airborne:
        return rules[can_land](rules, ground)
    level = ground.level + unit.elevation
    if barred(Entry(rules, unit, ground, ground, level, level)) is not None:
        return False
    still = unit.sheet.walk <= 0 and unit.sheet.jump <= 0
    return still or any(_ways_out(state, unit, passable))


def _ways_out(state: State, unit: Unit, passable: dict[_Step, bool]) -> Iterator[bool]:
    """For each hex around, whether the unit could go there."""
    board = state.relief.board
    origin = board[unit.hex]
    for direction in range(6):
        hex = unit.hex.neighbour(direction)
        if hex in board:
            step = origin, board[hex], direction
            if step not in passable:
                passable[step] = _can_step(state, unit, step)
            yield passable[step]


def _can_step(state: State, unit: Unit, step: _Step) -> bool:
    origin, target, direction = step
    level = origin.level + unit.elevation
    road = by_road(origin, target, direction)
    onto = target.level + elevation_in(target, unit, level, road)
    return barred(Entry(state.relief.rules, unit, origin, target, level, onto, road)) is None
