"""Hidden units that somebody finds, strikes, or runs into."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import has_room_for
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.displacement import displace
from overheat.classic.facts.events import Found
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.hiding import in_hiding


def uncover(scene: Scene, id: str, by: str = "") -> None:
    """Everybody learns of a unit that was hidden."""
    unit = scene.unit(id)
    if in_hiding(unit):
        scene.tell(Found(id, unit.hex, by))


def run_into(scene: Scene, unit: Unit, hex: Hex, elevation: int, *, jumps: bool) -> bool:
    """Whether a unit is stopped by who hides where it is going: it stays where it is, and they know of each other.

    Who jumps comes down all the same, and whoever hides there is pushed on.
    """
    there = [other for other in scene.state.at(hex) if other.side != unit.side and in_hiding(other)]
    if not there or has_room_for(scene.state, unit, hex, elevation) is None:
        return False
    for other in there:
        uncover(scene, other.id, unit.id)
    if not jumps:
        return True
    direction = min(range(6), key=lambda way: unit.hex.neighbour(way).distance(hex))
    return not all(displace(scene, other.id, direction, "make_room") for other in there)
