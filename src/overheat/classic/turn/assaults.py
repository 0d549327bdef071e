"""Soldiers' attacks on machines within the weapon attack phase: what may be declared, and resolving it."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.attack.assaults import resolve_assault
from overheat.classic.commands import Strike
from overheat.classic.events import BlowDeclared
from overheat.classic.rules.standard.assaults import ASSAULTS, Assault, allowed
from overheat.classic.rules.standard.fire import DECLARATION
from overheat.classic.scene import Scene
from overheat.classic.state import Blow, State, Unit
from overheat.kernel.refusal import Refusal

ATTACKERS = ("infantry", "battle armour")


def assaults(state: State, unit: Unit) -> Iterator[Strike]:
    """Every attack on a machine that soldiers may declare."""
    if unit.sheet.kind not in ATTACKERS or unit.volley or unit.blows:
        return
    for other in state.at(unit.hex):
        for kind in ASSAULTS:
            if state.relief.rules[allowed](Assault(state, unit, other, kind)) is None:
                yield Strike(kind, "", other.id)


def declare_assault(scene: Scene, unit: Unit, command: Strike) -> Refusal | None:
    """Declare an attack on a machine, or say why not."""
    target = scene.state.units.get(command.target)
    if target is None or command.limb:
        return Refusal("assaults.target", f"there is no enemy {command.target!r}", DECLARATION)
    no = scene.rules[allowed](Assault(scene.state, unit, target, command.kind))
    if no is None:
        scene.tell(BlowDeclared(unit.id, Blow(command.kind, "", target.id)))
    return no


def resolve_assaults(scene: Scene, before: State) -> None:
    """Resolve what was declared, as the attackers stood when it was."""
    for unit in before.units.values():
        for blow in unit.blows:
            if blow.kind in ASSAULTS and scene.unit(blow.target).active:
                resolve_assault(scene, Assault(scene.state, unit, scene.unit(blow.target), blow.kind))
