"""Climbing onto a friend and down again, within the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import has_room_for
from overheat.classic.facts.commands import Alight, Board, Command
from overheat.classic.facts.events import Boarded, Moved
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.riding import RIDING, boards
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal


def rides(state: State, unit: Unit) -> Iterator[Command]:
    """Everything that a unit may climb onto, or that it may climb down."""
    if carrier_of(unit):
        if alights(state, unit) is None:
            yield Alight()
        return
    for other in state.at(unit.hex):
        if state.relief.rules[boards](state, unit, other) is None:
            yield Board(other.id)


def alights(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot climb down: it sits on nothing, or the hex has no room for it."""
    if not carrier_of(unit):
        return Refusal("riding.alights", f"{unit.sheet.name} rides on nothing", RIDING)
    if unit.motion.done:
        return Refusal("movement.done", f"{unit.sheet.name} moves no further this turn", RIDING)
    return has_room_for(state, unit, unit.hex)


def _mounts(state: State, unit: Unit) -> tuple[Board, ...]:
    return tuple([command for command in rides(state, unit) if isinstance(command, Board)])


def _cannot_board(state: State, unit: Unit, command: Board) -> Refusal | None:
    other = state.units.get(command.carrier)
    if unit.motion.done:
        return Refusal("movement.done", f"{unit.sheet.name} moves no further this turn", RIDING)
    if other is None:
        return Refusal("turn.unit", f"there is no unit {command.carrier!r}")
    return state.relief.rules[boards](state, unit, other)


def _board(scene: Scene, unit: Unit, command: Board) -> None:
    scene.tell(Boarded(unit.id, command.carrier))
    _settle(scene, unit.id)


def _alight(scene: Scene, unit: Unit, command: Alight) -> None:
    scene.tell(Boarded(unit.id, ""))
    _settle(scene, unit.id)


def _settle(scene: Scene, id: str) -> None:
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, done=True) if unit.motion.travelled else Motion(done=True)
    how = "board" if carrier_of(unit) else "alight"
    scene.tell(Moved(id, how, unit.hex, unit.facing, unit.elevation, motion))


VERBS: dict[str, Verb] = {
    "riding.board": Verb(
        command=Board,
        phases=("movement",),
        offers=_mounts,
        refuses=_cannot_board,
        does=_board,
        words=lambda state, unit, command, names: f"climb onto {names[command.carrier]}",
    ),
    "riding.alight": Verb(
        command=Alight,
        phases=("movement",),
        offers=lambda state, unit: (Alight(),) if carrier_of(unit) else (),
        refuses=lambda state, unit, command: alights(state, unit),
        does=_alight,
        words=always("climb down"),
    ),
}
