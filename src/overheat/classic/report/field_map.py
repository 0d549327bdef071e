"""The battlefield in letters: the board, the units on it with the way they face, and what else is to be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.text_map import print_cell, text_map
from overheat.classic.facts.phrases import by_side
from overheat.classic.facts.state import State, Unit
from overheat.classic.turn.reach import Place

ARROWS = "↑↗↘↓↙↖"
"""An arrow for each facing, north first, clockwise."""
MODES = {"stationary": "s", "walk": "w", "run": "r", "jump": "j"}
EASE = ("walk", "run", "jump")
"""The modes of the standard game, the easiest first."""


def labels(units: Mapping[str, Unit]) -> dict[str, str]:
    """A short word for each unit: the first letter of its side, or more where sides begin alike, and a number."""
    sides = by_side(units)
    length = next(
        (size for size in range(1, 20) if len({side[:size] for side in sides}) == len(sides)), max(map(len, sides))
    )
    return {unit.id: f"{side[:length]}{at}" for side, own in sides.items() for at, unit in enumerate(own, start=1)}


def field_map(
    state: State,
    cells: Mapping[Hex, str] | None = None,
    paint: Callable[[Ground, str], str] | None = None,
) -> str:
    """The board with its units: `R1↓` is red's first facing south, `r1↓` the same lying down. `cells` are shown over
    the ground where no unit stands."""
    words = labels(state.units)

    def cell(hex: Hex) -> str:
        there = state.at(hex)
        if there:
            return _unit(there[0], words[there[0].id]) + ("+" if len(there) > 1 else "")
        return (cells or {}).get(hex) or print_cell(state.relief.board[hex])

    return text_map(state.relief.board, cell, paint)


def _unit(unit: Unit, word: str) -> str:
    return (word if unit.condition.prone else word.upper())[:3] + ARROWS[unit.facing]


def reach_cells(places: list[Place]) -> dict[Hex, str]:
    """The cheapest way to each hex: how, for how many points, with `!` where it takes a piloting roll."""
    best: dict[Hex, Place] = {}
    for place in places:
        known = best.get(place.hex)
        if place.mode != "stationary" and (known is None or _ease(place) < _ease(known)):
            best[place.hex] = place
    return {hex: f"{letter(place.mode)}{place.spent}{'!' if place.trips else ''}" for hex, place in best.items()}


def letter(mode: str) -> str:
    """The letter that a map shows for a mode of movement: of one that a layer brings its first, as a capital."""
    return MODES.get(mode, mode[:1].upper())


def rank(mode: str) -> int:
    """How easy a mode is: those that layers bring come after those of the standard game."""
    return EASE.index(mode) if mode in EASE else len(EASE)


def _ease(place: Place) -> tuple[int, int, int]:
    return rank(place.mode), place.spent, place.trips
