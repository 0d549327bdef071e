"""What a player sees as numbers between -1 and 1: the battle, and every unit in a row of its own."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overheat.kernel.game import Player

Numbers = NDArray[np.float32]
HEAD = 12
"""Numbers about the battle."""
ROW = 18
"""Numbers about each unit."""
Rows = dict[str, tuple[Any, Numbers]]
"""Units as they were when they were last seen, and their rows but for whose they are and whose turn it is."""
Whole = Callable[[Any, Player, Numbers, Rows], None]
"""What fills in the numbers of a state."""


class Looker:
    """Who looks at battles of one set-up: the row of a unit is worked out anew when the unit is another than before."""

    def __init__(self, numbers: Whole, most: int) -> None:
        self._numbers = numbers
        self._most = most
        self._kept: Rows = {}

    def __call__(self, state: Any, player: Player) -> Numbers:
        """A battle as numbers, from a state that holds only what its player may know."""
        seen = np.zeros(HEAD + ROW * self._most, np.float32)
        self._numbers(state, player, seen, self._kept)
        return seen


def _classic(state: Any, player: Player, seen: Numbers, kept: Rows) -> None:
    """A battle of the classic game."""
    _begin(seen, state.round / max(1, state.rounds or 30), state.phase)
    at, board, acting, acted = HEAD, state.relief.board, state.acting, state.acted
    for id, unit in islice(state.units.items(), (len(seen) - HEAD) // ROW):
        held = kept.get(id)
        if held is None or held[0] is not unit:
            held = kept[id] = unit, _clipped(_of_unit(unit, board))
        seen[at : at + ROW] = held[1]
        seen[at + 1] = 1 if unit.side == player else -1
        if id == acting:
            seen[at + 3] = 1
        if id in acted:
            seen[at + 4] = 1
        at += ROW


def _of_unit(unit: Any, board: Any) -> tuple[float, ...]:
    """A unit of the classic game, but for whose it is and whether it is its turn."""
    condition = unit.condition
    whole = sum([place.armour + place.rear_armour + place.structure for place in unit.sheet.locations]) or 1
    left = sum([place.armour + place.rear_armour + place.structure for place in condition.locations])
    centre = sum([place.structure for place in condition.locations if place.code in ("CT", "BD")])
    return (
        1,
        0,
        unit.active,
        0,
        0,
        unit.hex.column / board.width,
        unit.hex.row / board.height,
        unit.facing / 5,
        ((unit.torso - unit.facing) % 6) / 5,
        unit.elevation / 5,
        float(condition.heat) / 30,
        float(left) / float(whole),
        float(centre) / 40,
        condition.prone,
        condition.shut_down,
        unit.motion.hexes / 12,
        unit.motion.spent / 12,
        len(unit.volley) / 8,
    )


def _platoon(state: Any, player: Player, seen: Numbers, kept: Rows) -> None:
    """A game of H.E.A.T."""
    _begin(seen, state.turn / 8, "")
    at, setup = HEAD, state.setup
    side = setup.players.index(player)
    for id, unit in islice(state.units.items(), (len(seen) - HEAD) // ROW):
        held = kept.get(id)
        if held is None or held[0] is not unit:
            held = kept[id] = unit, _clipped(_of_element(unit, setup))
        seen[at : at + ROW] = held[1]
        seen[at + 1] = 1 if unit.side == side else -1
        at += ROW


def _of_element(unit: Any, setup: Any) -> tuple[float, ...]:
    """An element of H.E.A.T, but for whose it is."""
    sheet = next((sheet for force in setup.forces for sheet in force if sheet.id == unit.id), unit)
    men = len(getattr(sheet, "men", unit.men))
    return (
        1,
        0,
        unit.alive,
        unit.acted,
        unit.place == "waiting",
        unit.at.x / 7200,
        unit.at.y / 7200,
        unit.at.z / 1000,
        unit.heading / 360,
        unit.pins / 10,
        len(unit.men) / max(1, men),
        unit.immobilised,
        *(0,) * (ROW - 12),
    )


def _clipped(row: tuple[float, ...]) -> Numbers:
    """A row in which no number is beyond -1 and 1."""
    return np.array([1 if number > 1 else -1 if number < -1 else number for number in row], np.float32)


def _begin(seen: Numbers, time: float, phase: str) -> None:
    """The head: how much of the time is over, and which phase it is."""
    seen[0] = min(1.0, time)
    if phase:
        seen[_place(phase)] = 1


@cache
def _place(phase: str) -> int:
    """Which number of the head is a phase."""
    return 1 + zlib.crc32(phase.encode()) % (HEAD - 1)


LOOKERS: dict[str, Whole] = {"classic": _classic, "platoon": _platoon}
"""How a state of each game is seen as numbers."""


def looker(game: str, most: int) -> Looker:
    """Who looks at battles of a game, with at most so many units."""
    return Looker(LOOKERS[game], most)
