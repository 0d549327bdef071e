"""Drawing up forces: each side along its own edge, spread out, facing the enemy, on ground that its units can use.

Nothing is left to chance: the same forces on the same board are always drawn up the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from overheat.classic.adjudicate import elevation_at
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.rules.standard.driving import can_land
from overheat.classic.rules.standard.movement import Entry, barred
from overheat.classic.setup import Combatant
from overheat.classic.sight.relief import Relief
from overheat.classic.state import State, Unit
from overheat.classic.turn.steps import by_road, elevation_in, has_room_for
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset

SHIPS = ("naval", "submarine", "hydrofoil")
"""What moves by water alone."""
IN_WATER, IN_WALLS = 6, 3
"""How many hexes a unit would rather be off its place than stand in water, or in a building."""
EDGES = (("north", 3), ("south", 0), ("west", 1), ("east", 4))
"""The edge of each side in turn, and the way it faces."""


class Recruit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that is to take the field: a bundled name, or a file's name and its text."""

    unit: str
    text: str = ""
    gunnery: int = 4
    piloting: int = 5


def muster(board: Board, rules: Ruleset, forces: Mapping[str, Sequence[Recruit]]) -> tuple[Combatant, ...]:
    """Every unit in its place, its id its side and number."""
    if not 2 <= len(forces) <= len(EDGES):
        raise refuse("muster.sides", f"two to {len(EDGES)} sides are drawn up, not {len(forces)}")
    state = State(relief=Relief(board, rules), units={})
    found: list[Combatant] = []
    for (edge, facing), (side, recruits) in zip(EDGES, forces.items(), strict=False):
        if not recruits:
            raise refuse("muster.sides", f"{side} has no units", side=side)
        for at, recruit in enumerate(recruits):
            entry = Combatant(
                id=f"{side}-{at + 1}",
                side=side,
                unit=recruit.unit,
                text=recruit.text,
                hex=str(Hex(1, 1)),
                facing=facing,
                gunnery=recruit.gunnery,
                piloting=recruit.piloting,
            )
            unit = _placed(state, entry, edge, (at + 0.5) / len(recruits))
            state = state.with_unit(unit)
            found.append(msgspec.structs.replace(entry, hex=str(unit.hex)))
    return tuple(found)


def _placed(state: State, entry: Combatant, edge: str, share: float) -> Unit:
    """A unit at the best place there is, near its share of the edge."""
    fresh = Unit.fresh(entry.id, entry.side, entry.sheet(), Hex(1, 1), entry.facing)
    fitting = [unit for hex in state.relief.board if fits(state, unit := _at(state, fresh, hex))]
    if not fitting:
        raise refuse("muster.place", f"no place on the board fits {fresh.sheet.name}", unit=entry.unit[:60])
    return min(fitting, key=lambda unit: (_strain(state.relief.board, unit, edge, share), unit.hex))


def _at(state: State, unit: Unit, hex: Hex) -> Unit:
    elevation = elevation_at(state.relief.board, hex, unit.sheet)
    return msgspec.structs.replace(unit, hex=hex, elevation=elevation)


def _strain(board: Board, unit: Unit, edge: str, share: float) -> float:
    """How far a place is from where a unit would like to be, and what is wrong with it."""
    column, row = unit.hex
    along, wide = (column, board.width) if edge in ("north", "south") else (row, board.height)
    off = {"north": row - 1, "south": board.height - row, "west": column - 1, "east": board.width - column}[edge]
    ground = board[unit.hex]
    wet = IN_WATER if "water" in ground and unit.sheet.motive not in SHIPS else 0
    return off + abs(along - 0.5 - share * wide) + wet + (IN_WALLS if "building" in ground else 0)


def fits(state: State, unit: Unit) -> bool:
    """Whether a unit can use the ground of its hex, has it to itself, and can get away from it."""
    ground, rules = state.relief.board[unit.hex], state.relief.rules
    if state.at(unit.hex) or has_room_for(state, unit, unit.hex) is not None:
        return False
    if unit.sheet.motive == "vtol" and not unit.airborne:
        return rules[can_land](ground)
    level = ground.level + unit.elevation
    if barred(Entry(rules, unit, ground, ground, level, level)) is not None:
        return False
    still = unit.sheet.walk <= 0 and unit.sheet.jump <= 0
    return still or any(_ways_out(state, unit))


def _ways_out(state: State, unit: Unit) -> Iterator[bool]:
    """For each hex around, whether the unit could go there."""
    board = state.relief.board
    origin = board[unit.hex]
    level = origin.level + unit.elevation
    for direction, hex in enumerate(unit.hex.neighbours()):
        if hex in board:
            target = board[hex]
            road = by_road(origin, target, direction)
            onto = target.level + elevation_in(target, unit, level, road)
            yield barred(Entry(state.relief.rules, unit, origin, target, level, onto, road)) is None
