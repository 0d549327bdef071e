"""What a unit can look at and point at from where it is: arcs, lines of sight, hexes within range."""

from __future__ import annotations

from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import line_between, line_of
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.ranges import furthest, longest_range
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.wording import as_json
from overheat.kernel.refusal import refuse

ARCS = {"front": Arc.FORWARD, "left": Arc.LEFT_SIDE, "right": Arc.RIGHT_SIDE, "rear": Arc.REAR}


def arcs(state: State, unit: Unit) -> dict[str, object]:
    """The hexes in each arc of a unit, counted from its torso or turret, and those that each weapon bears on."""
    reach = min(longest_range(state.relief, unit), _across(state))
    near = _within(state, unit.hex, reach)
    return {
        "unit": unit.id,
        "hex": str(unit.hex),
        "facing": unit.facing,
        "torso": unit.torso,
        "range": reach,
        "arcs": {
            name: [str(hex) for hex in near if in_arc(unit.hex, unit.torso, hex, arc)] for name, arc in ARCS.items()
        },
        "weapons": [_weapon(state, unit, mount, near) for mount in unit.plan.weapons],
    }


def _across(state: State) -> int:
    """Hexes that no two hexes of the board are apart."""
    return state.relief.board.width + state.relief.board.height


def _within(state: State, centre: Hex, reach: int) -> list[Hex]:
    return [hex for hex in state.relief.board if 0 < centre.distance(hex) <= reach]


def _weapon(state: State, unit: Unit, at: int, near: list[Hex]) -> dict[str, object]:
    mount = unit.sheet.mounts[at]
    weapon = mount.weapon
    assert weapon is not None
    far = min(furthest(state.relief.rules, weapon.range), _across(state))
    hexes = [str(hex) for hex in near if unit.hex.distance(hex) <= far and bears_on(unit, mount, hex)]
    return {"mount": at, "weapon": weapon.name, "location": mount.location, "range": far, "hexes": hexes}


def look(state: State, viewer: Viewpoint | Unit, to: str) -> dict[str, object]:
    """The line of sight from a unit or a viewpoint to a hex and whoever is in it, and the hexes that it crosses."""
    target, tallest = viewpoint(state, to), _tallest(state, to)
    if isinstance(viewer, Unit) and tallest is not None:
        line = line_of(state.relief, viewer, tallest)
    else:
        line = line_between(state.relief, viewer.viewpoint if isinstance(viewer, Unit) else viewer, target)
    crossed = [str(hex) for step in viewer.hex.line(target.hex) for hex in step if hex in state.relief.board]
    return {**as_json(line), "hexes": crossed, "total": (line.modifiers + line.target_hex).as_json()}


def viewpoint(state: State, name: str) -> Viewpoint:
    """Whoever stands in a hex, the tallest of several; a standing machine where nobody does."""
    board = state.relief.board
    hex = board.parse_hex(name)
    if hex not in board:
        raise refuse("preview.hex", f"{name[:20]} is off the board", hex=name[:20])
    tallest = _tallest(state, name)
    return Viewpoint.on(board, hex) if tallest is None else tallest.viewpoint


def _tallest(state: State, name: str) -> Unit | None:
    """Whoever stands in a hex, the tallest of several."""
    there = state.at(state.relief.board.parse_hex(name))
    return max(there, key=lambda unit: unit.viewpoint.height, default=None)
