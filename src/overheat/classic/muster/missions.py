"""What a kind of scenario makes of two forces on a board: where they begin, what they want, and for how long.

Every aim is read off the board, and nothing is left to chance: the same forces on the same board always get the same
aims. What a player says in `Orders` goes before that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Annotated

import msgspec

from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.missions import Mission, mission_called
from overheat.classic.facts.state import Edge, Objective
from overheat.classic.muster.setup import Combatant, Zone
from overheat.kernel.game import Player
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset

HOMES: tuple[Edge, ...] = ("north", "south", "west", "east")
"""The edge of each side in turn."""
ACROSS: Mapping[Edge, Edge] = {"north": "south", "south": "north", "west": "east", "east": "west"}
ENOUGH = 5
"""How many points make a king of the hill."""
BEHIND = 0.3
"""The share of the board that lies behind a line that is held."""
LEVEL, BUILT, CLEAR = 4, 3, -6
"""What a level of height, a building and a hex off the middle of the board are worth to a place that is fought over,
and what water there takes from it: a hill is high, near the middle, and can be stood on."""


class Orders(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of scenario, and what of it somebody has said: all else is as the kind has it."""

    mission: str
    side: Player = ""
    """The side that wants something, where only one does."""
    units: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many must get through; more than half of them where nobody says."""
    targets: tuple[str, ...] = ()
    """The prey, by the ids of units; the unit that is worth most where nobody says."""
    hexes: tuple[str, ...] = ()
    """The place that is fought over."""
    depth: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many rows lie behind the line."""
    points: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many points win at once."""


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What a kind of scenario comes to on a board."""

    mission: Mission
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...] = ()


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets where, as the aims look at it."""

    board: Board
    rules: Ruleset
    units: Sequence[Combatant]
    orders: Orders
    sides: tuple[Player, ...]
    side: Player
    """The side that wants something."""

    def home(self, side: Player) -> Edge:
        return HOMES[self.sides.index(side)]

    def of(self, side: Player) -> list[Combatant]:
        return [unit for unit in self.units if unit.side == side]


def given(orders: Orders, board: Board, units: Sequence[Combatant], rules: Ruleset) -> Given:
    """Zones and objectives of a kind of scenario; `units` need no places yet."""
    mission = mission_called(orders.mission)
    sides = tuple(dict.fromkeys(unit.side for unit in units))
    if not 2 <= len(sides) <= len(HOMES):
        raise refuse("mission.sides", f"two to {len(HOMES)} sides meet, not {len(sides)}", sides=len(sides))
    side = orders.side or sides[mission.wants or 0]
    if side not in sides:
        raise refuse("mission.side", f"there is no side {side[:60]!r}: there are {', '.join(sides)}", side=side[:60])
    field = _Field(board=board, rules=rules, units=units, orders=orders, sides=sides, side=side)
    return Given(
        mission=mission,
        zones=tuple(_zone(field, mission, each) for each in sides),
        objectives=AIMS[orders.mission](field) if orders.mission in AIMS else (),
    )


def _zone(field: _Field, mission: Mission, side: Player) -> Zone:
    """The strip along its edge that a side begins in."""
    deep = mission.zones[0 if side == field.side else 1]
    edge = field.home(side)
    size = field.board.height if edge in ("north", "south") else field.board.width
    depth = int(deep) if deep >= 1 else ceil(deep * size)
    return Zone(side=side, edge=edge, depth=max(1, min(depth, size // 2 or 1)))


def _breakthrough(field: _Field) -> tuple[Objective, ...]:
    """More than half of the units leave over the edge across the board: of two one would always get by."""
    there = len(field.of(field.side))
    units = field.orders.units or there // 2 + 1
    if units > there:
        raise refuse("mission.units", f"{units} units cannot get through: {field.side} has {there}", units=units)
    edge = ACROSS[field.home(field.side)]
    return (Objective(kind="breakthrough", side=field.side, edge=edge, units=units),)


def _line(field: _Field) -> tuple[Objective, ...]:
    edge = field.home(field.side)
    size = field.board.height if edge in ("north", "south") else field.board.width
    depth = field.orders.depth or max(1, round(BEHIND * size))
    if depth >= size:
        raise refuse("mission.depth", f"a line {depth} hexes deep leaves nothing of a board of {size}", depth=depth)
    return (Objective(kind="line", side=field.side, edge=edge, depth=depth),)


def _ground(field: _Field) -> tuple[Objective, ...]:
    return (Objective(kind="hold", side=field.side, hexes=_place(field)),)


def _hunt(field: _Field) -> tuple[Objective, ...]:
    """The prey is named, or the enemy's most valuable unit."""
    enemies = [unit for unit in field.units if unit.side != field.side]
    targets = field.orders.targets or (max(enemies, key=lambda unit: _worth(unit, field.rules)).id,)
    return (Objective(kind="hunt", side=field.side, targets=targets),)


def _worth(unit: Combatant, rules: Ruleset) -> int:
    try:
        return unit.value(rules)
    except RefusedError:
        return 0


def _hill(field: _Field) -> tuple[Objective, ...]:
    points, hexes = field.orders.points or ENOUGH, _place(field)
    return tuple(Objective(kind="hill", side=side, hexes=hexes, points=points) for side in field.sides)


def _place(field: _Field) -> tuple[str, ...]:
    """The place that is fought over: the best near the middle with the hexes around it, the middle first."""
    board = field.board
    if field.orders.hexes:
        return tuple(str(board.parse_hex(name)) for name in field.orders.hexes)
    middle = Hex((board.width + 1) // 2, (board.height + 1) // 2)
    reach = max(1, min(board.width, board.height) // 5)
    near = (hex for hex in board if hex.distance(middle) <= reach)
    best = max(near, key=lambda hex: (_suits(board, hex, middle), -hex.row, -hex.column))
    return tuple(map(str, (best, *(hex for hex in best.neighbours() if hex in board))))


def _suits(board: Board, hex: Hex, middle: Hex) -> int:
    ground = board[hex]
    wet = CLEAR if "water" in ground else 0
    return LEVEL * ground.level + (BUILT if "building" in ground else 0) + wet - hex.distance(middle)


AIMS: dict[str, Callable[[_Field], tuple[Objective, ...]]] = {
    "breakthrough": _breakthrough,
    "line": _line,
    "ground": _ground,
    "hunt": _hunt,
    "hill": _hill,
}
"""What sides want in each kind of scenario that has an aim."""
