"""Which hexes are one building, and who is inside it."""

from __future__ import annotations

from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.sight.model import Viewpoint

NOWHERE: frozenset[Hex] = frozenset()


def inside_together(board: Board, viewer: Viewpoint, target: Viewpoint) -> frozenset[Hex]:
    """The hexes of the building that both units are inside of; none when they are not inside one together."""
    if not (inside(board, viewer) and inside(board, target)):
        return NOWHERE
    hexes = building_hexes(board, viewer.hex)
    return hexes if target.hex in hexes else NOWHERE


def inside(board: Board, unit: Viewpoint) -> bool:
    """Whether a unit is within the building of its hex, below the roof."""
    ground = board[unit.hex]
    return "building" in ground and 0 <= unit.height - unit.stature < ground.amount("bldg_elev")


def building_hexes(board: Board, start: Hex) -> frozenset[Hex]:
    """All hexes of the building that stands in a hex: neighbours of one type that their exits join."""
    found, waiting = {start}, [start]
    while waiting:
        hex = waiting.pop()
        for direction, neighbour in enumerate(hex.neighbours()):
            if neighbour not in found and _joined(board, hex, neighbour, direction):
                found.add(neighbour)
                waiting.append(neighbour)
    return frozenset(found)


def _joined(board: Board, hex: Hex, neighbour: Hex, direction: int) -> bool:
    """Whether two neighbouring hexes hold parts of one building."""
    if neighbour not in board:
        return False
    here, there = board[hex].get("building"), board[neighbour].get("building")
    if here is None or there is None or here.level != there.level:
        return False
    back = (direction + 3) % 6
    leaves = here.exits is None or here.exits >> direction & 1
    enters = there.exits is None or there.exits >> back & 1
    return bool(leaves and enters)
