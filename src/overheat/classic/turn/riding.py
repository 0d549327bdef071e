"""Climbing onto a friend and down again, within the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.commands import Alight, Board, Command
from overheat.classic.events import Boarded, Moved
from overheat.classic.rules.standard.riding import RIDING, boards
from overheat.classic.scene import Scene
from overheat.classic.state import Motion, State, Unit
from overheat.classic.turn.steps import has_room_for
from overheat.kernel.refusal import Refusal


def rides(state: State, unit: Unit) -> Iterator[Command]:
    """Everything that a unit may climb onto, or that it may climb down."""
    if unit.aboard:
        if alights(state, unit) is None:
            yield Alight()
        return
    for other in state.at(unit.hex):
        if state.relief.rules[boards](state, unit, other) is None:
            yield Board(other.id)


def alights(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot climb down: it sits on nothing, or the hex has no room for it."""
    if not unit.aboard:
        return Refusal("riding.alights", f"{unit.sheet.name} rides on nothing", RIDING)
    if unit.motion.done:
        return Refusal("riding.alights", f"{unit.sheet.name} moves no further this turn", RIDING)
    return has_room_for(state, unit, unit.hex)


def ride(scene: Scene, unit: Unit, command: Board | Alight) -> Refusal | None:
    """Climb on or off; either way the unit's movement is over."""
    if isinstance(command, Alight):
        no, carrier = alights(scene.state, unit), ""
    else:
        other = scene.state.units.get(command.carrier)
        if other is None:
            return Refusal("turn.unit", f"there is no unit {command.carrier!r}")
        no, carrier = scene.rules[boards](scene.state, unit, other), other.id
    if no is None:
        scene.tell(Boarded(unit.id, carrier))
        _settle(scene, unit.id)
    return no


def _settle(scene: Scene, id: str) -> None:
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, done=True) if unit.motion.travelled else Motion(done=True)
    how = "holds on" if unit.aboard else "climbs down"
    scene.tell(Moved(id, how, unit.hex, unit.facing, unit.elevation, motion))
