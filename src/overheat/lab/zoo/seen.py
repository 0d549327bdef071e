"""What a player sees as numbers between -1 and 1: the battle, and every unit in a row of its own."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overheat.kernel.game import Player

Numbers = NDArray[np.float32]
HEAD = 12
"""Numbers about the battle."""
ROW = 18
"""Numbers about each unit."""


def classic_numbers(state: Any, player: Player, most: int) -> Numbers:
    """A battle of the classic game, from a state that holds only what its player may know."""
    board, rows = state.relief.board, np.zeros((most, ROW), np.float32)
    for row, unit in zip(rows, state.units.values(), strict=False):
        condition = unit.condition
        whole = sum(place.armour + place.rear_armour + place.structure for place in unit.sheet.locations) or 1
        left = sum(place.armour + place.rear_armour + place.structure for place in condition.locations)
        centre = sum(place.structure for place in condition.locations if place.code in ("CT", "BD"))
        row[:] = (
            1,
            1 if unit.side == player else -1,
            unit.active,
            unit.id == state.acting,
            unit.id in state.acted,
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
    return _joined(state.round / max(1, state.rounds or 30), state.phase, rows)


def platoon_numbers(state: Any, player: Player, most: int) -> Numbers:
    """A game of H.E.A.T, from a state that holds only what its player may know."""
    side = state.setup.players.index(player)
    sheets = {sheet.id: sheet for force in state.setup.forces for sheet in force}
    rows = np.zeros((most, ROW), np.float32)
    for row, unit in zip(rows, state.units.values(), strict=False):
        men = len(sheets[unit.id].men) if unit.id in sheets and hasattr(sheets[unit.id], "men") else len(unit.men)
        row[:12] = (
            1,
            1 if unit.side == side else -1,
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
        )
    return _joined(state.turn / 8, "", rows)


def _joined(time: float, phase: str, rows: Numbers) -> Numbers:
    """The head and all rows as one row of numbers, none of them beyond -1 and 1."""
    head = np.zeros(HEAD, np.float32)
    head[0] = time
    if phase:
        head[1 + zlib.crc32(phase.encode()) % (HEAD - 1)] = 1
    joined: Numbers = np.clip(np.concatenate((head, rows.ravel())), -1, 1).astype(np.float32)
    return joined


NUMBERS: dict[str, Callable[[Any, Player, int], Numbers]] = {"classic": classic_numbers, "platoon": platoon_numbers}
"""How a state of each game is seen as numbers."""
