"""Switching searchlights and stealth systems before moving, and who stands in the light when the shooting begins."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.commands import Command, Eject, Switch
from overheat.classic.events import FateMet, Marked, Switched, TurnEnded
from overheat.classic.rules.standard.movement import DARKNESS
from overheat.classic.rules.standard.switches import SEARCHLIGHTS, lit_by, may_eject, may_hide, may_shine
from overheat.classic.scene import Scene
from overheat.classic.state import State, Unit
from overheat.kernel.refusal import Refusal


def legal(state: State, unit: Unit) -> Iterator[Command]:
    """What a unit may switch before it moves, and whether its pilot may leave it."""
    lamp = Switch("searchlight", not unit.searchlight)
    if state.weather.light in state.relief.rules[DARKNESS] and switches(state, unit, lamp) is None:
        yield lamp
    system = Switch("stealth", not unit.stealth)
    if switches(state, unit, system) is None:
        yield system
    if state.relief.rules[may_eject](unit) is None:
        yield Eject()


def switches(state: State, unit: Unit, command: Switch) -> Refusal | None:
    """Why something cannot be switched."""
    if command.on == (unit.searchlight if command.what == "searchlight" else unit.stealth):
        return Refusal("switches.already", f"the {command.what} is so already", SEARCHLIGHTS)
    if command.what == "searchlight":
        return state.relief.rules[may_shine](unit)
    return state.relief.rules[may_hide](unit) if command.on else None


def apply(scene: Scene, unit: Unit, command: Switch | Eject) -> Refusal | None:
    """Switch, or eject; or say why not."""
    if isinstance(command, Eject):
        no = scene.rules[may_eject](unit)
        if no is None:
            scene.tell(FateMet(unit.id, "ejected", "pilot ejects"))
            scene.tell(TurnEnded(unit.id))
        return no
    no = switches(scene.state, unit, command)
    if no is not None:
        return no
    if command.what == "searchlight":
        scene.tell(Switched(unit.id, "searchlight", command.on))
    else:
        _hide(scene, unit, command.on)
    return None


def _hide(scene: Scene, unit: Unit, on: bool) -> None:
    scene.tell(Marked(unit.id, unit.tagged, tuple(sorted(unit.narced_by)), on))


def look_around(scene: Scene) -> None:
    """Before the shooting: stealth systems without their jammer fail, and lights show who stands in them."""
    units = [unit for unit in scene.state.units.values() if unit.active]
    lamps = [unit for unit in units if unit.searchlight]
    for unit in units:
        if unit.stealth and scene.rules[may_hide](unit) is not None:
            _hide(scene, unit, False)
        lit = any(scene.rules[lit_by](scene.state.relief, lamp, unit) for lamp in lamps)
        if lit != unit.illuminated:
            scene.tell(Switched(unit.id, "illuminated", lit))
