"""Soldiers' attacks on machines within the weapon attack phase: what may be declared, and resolving it."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.attack.assaults import resolve_assault
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import Strike
from overheat.classic.facts.events import BlowDeclared
from overheat.classic.facts.phrases import place
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.assaults import ASSAULTS, Assault, allowed
from overheat.classic.rules.standard.fire import DECLARATION
from overheat.classic.turn.verb import Names, Verb
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


def _cannot_assault(state: State, unit: Unit, command: Strike) -> Refusal | None:
    target = state.units.get(command.target)
    if target is None or command.limb:
        return Refusal("assaults.target", f"there is no enemy {command.target!r}", DECLARATION)
    return state.relief.rules[allowed](Assault(state, unit, target, command.kind))


def _declare_assault(scene: Scene, unit: Unit, command: Strike) -> None:
    scene.tell(BlowDeclared(unit.id, Blow(command.kind, "", command.target)))


def resolve_assaults(scene: Scene, before: State) -> None:
    """Resolve what was declared, as the attackers stood when it was."""
    for unit in before.units.values():
        for blow in unit.blows:
            if blow.kind in ASSAULTS and scene.unit(blow.target).active:
                resolve_assault(scene, Assault(scene.state, unit, scene.unit(blow.target), blow.kind))


def strike_words(state: State, unit: Unit, command: Strike, names: Names) -> str:
    """An attack hand to hand as it is listed."""
    limb = f" with the {place(command.limb)}" if command.limb else ""
    return f"{command.kind} {names[command.target]}{limb}"


VERBS: dict[str, Verb] = {
    "assaults.strike": Verb(
        command=Strike,
        only=lambda unit: unit.sheet.kind in ATTACKERS,
        phases=("weapons",),
        offers=assaults,
        refuses=_cannot_assault,
        does=_declare_assault,
        words=strike_words,
        sure=True,
    ),
}
