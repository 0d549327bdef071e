"""Carrying out scatter."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import Scattered
from overheat.classic.rules.standard.scattering import DIRECTIONS, Drift, distance


def scatter(scene: Scene, drift: Drift) -> Hex | None:
    """Where something comes down that misses its hex; None beyond the edge of the map."""
    what, hex = drift.what, str(drift.hex)
    hexes, dice = scene.rules[distance](drift)
    if dice:
        hexes += scene.roll("scatter.distance", dice, what=what, hex=hex)
    if hexes <= 0:
        return drift.hex
    direction = scene.rules[DIRECTIONS][scene.roll("scatter.direction", 1, what=what, hex=hex)]
    landed = drift.hex
    for _ in range(hexes):
        landed = landed.neighbour(direction)
    found = landed if landed in scene.state.relief.board else None
    scene.tell(Scattered(drift.what, drift.hex, direction, hexes, found))
    return found
