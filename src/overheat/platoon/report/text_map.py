"""The table as a map of characters, and everybody on it in a line each: for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase, digits

from shapely import box

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle.state import State, Unit
from overheat.platoon.battle.vocabulary import order_words
from overheat.platoon.ground.geometry import SCALE
from overheat.platoon.ground.terrain import Ground, ground, terrain

CELL = 2
"""How many inches a cell of the map is wide and deep."""
OPEN = "·"
PLACES = {"waiting": "not yet set up", "reserve": "in reserve", "lost": "lost"}


def labels(state: State) -> dict[str, str]:
    """Every unit's two letters on the map: one for its side, one for itself."""
    first, second = (player[:1].upper() for player in state.setup.players)
    sides = (first, second) if first != second else ("1", "2")
    numbers = tuple(iter(digits[1:] + ascii_uppercase) for _ in sides)
    return {id: sides[unit.side] + next(numbers[unit.side], "?") for id, unit in state.units.items()}


def text_map(state: State, rules: Ruleset) -> str:
    """The table with north above, terrain and units in two letters each, and what they mean."""
    table, land = state.setup.table, ground(state.setup.table, terrain(rules))
    codes = _codes(piece.kind for piece in table.pieces)
    shown = {_cell(unit): label for id, label in labels(state).items() if (unit := state.units[id]).place == "table"}
    across, up = range(int(-(-table.width // CELL))), range(int(-(-table.depth // CELL)))
    rows = [
        f"{row * CELL:>3} "
        + "".join(shown.get((column, row)) or _terrain(land, column, row, codes) for column in across)
        for row in reversed(up)
    ]
    scale = "".join(f"{column * CELL:<10}" for column in across if column % 5 == 0)
    legend = "  ".join(f"{code} {kind}" for kind, code in codes.items())
    return "\n".join([*rows, f"    {scale.rstrip()}", f"inches from the south-west corner; {legend}"])


def standing(state: State, rules: Ruleset) -> Iterator[str]:
    """Everybody in a line: where he is, what is left of him, and what he does."""
    for id, label in labels(state).items():
        unit, sheet = state.units[id], state.sheets[id]
        told = [_where(state, unit)]
        if unit.alive:
            told += [counted(len(unit.men), "man", "men")] if sheet.men else []
            told += [counted(unit.pins, "pin")] if unit.pins else []
            told += [order_words(rules, unit.order)] if unit.order else []
        yield f"{label} {sheet.name}: {', '.join(told)}"


def _where(state: State, unit: Unit) -> str:
    if unit.place == "table":
        high = f", {unit.at.z / SCALE:g}″ up" if unit.at.z else ""
        return f"{unit.at.x / SCALE:.3g}″ east, {unit.at.y / SCALE:.3g}″ north{high}"
    return f"in {state.sheets[unit.carrier].name}" if unit.carrier else PLACES.get(unit.place, unit.place)


def _cell(unit: Unit) -> tuple[int, int]:
    return unit.at.x // (CELL * SCALE), unit.at.y // (CELL * SCALE)


def _codes(kinds: Iterable[str]) -> dict[str, str]:
    """Two letters for each kind of terrain that is there: its first, and the next one that no other kind has."""
    found: dict[str, str] = {}
    for kind in sorted(set(kinds)):
        codes = [kind[0] + letter for letter in kind[1:]]
        found[kind] = next((code for code in codes if code not in found.values()), codes[0])
    return found


def _terrain(land: Ground, column: int, row: int, codes: dict[str, str]) -> str:
    """What a cell shows where nobody stands: the highest terrain in it."""
    side = CELL * SCALE
    there = land.crossed(box(column * side, row * side, (column + 1) * side, (row + 1) * side))
    highest = max(there, key=lambda feature: feature.top, default=None)
    return f" {OPEN}" if highest is None else codes[land.table.pieces[highest.index].kind]
