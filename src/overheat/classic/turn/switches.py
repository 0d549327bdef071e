"""Switching searchlights, stealth systems and gadgets, and who stands in the light when the shooting begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from overheat.classic.attack.decisions import USED
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.boosters import engage
from overheat.classic.facts.commands import Eject, Engage, Switch, SwitchLater
from overheat.classic.facts.events import FateMet, Marked, MarkLaid, MarkLifted, Switched, TurnEnded
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.gadgets import Gadget, gadget_at, gadgets_of, may_switch, switched_on
from overheat.classic.rules.standard.guidance import beacons, tagged
from overheat.classic.rules.standard.movement import DARKNESS
from overheat.classic.rules.standard.switches import (
    SEARCHLIGHTS,
    illuminated,
    lit_by,
    may_eject,
    may_hide,
    may_shine,
    shines,
    stealthy,
)
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.turn.verb import Names, Verb, always
from overheat.kernel.refusal import Refusal

SYSTEMS: tuple[Literal["searchlight"], Literal["stealth"]] = ("searchlight", "stealth")
THINGS = {"searchlight": "searchlight", "stealth": "stealth system"}
"""What can be switched, in words."""


def offers(state: State, unit: Unit) -> Iterator[Switch]:
    """What a unit may switch: its light where it is dark, and its stealth system."""
    if state.weather.light in state.relief.rules[DARKNESS]:
        yield Switch("searchlight", not shines(unit))
    yield Switch("stealth", not stealthy(unit))


def refuses(state: State, unit: Unit, command: Switch | SwitchLater) -> Refusal | None:
    """Why something cannot be switched."""
    if command.on == (shines(unit) if command.what == "searchlight" else stealthy(unit)):
        return Refusal("switches.already", f"the {command.what} is so already", SEARCHLIGHTS)
    no = state.relief.rules[may_change](state.relief.rules, state.changes)
    if no is not None or command.what == "searchlight":
        return no or state.relief.rules[may_shine](state.relief.rules, unit)
    return state.relief.rules[may_hide](state.relief.rules, unit) if command.on else None


def switch(scene: Scene, unit: Unit, command: Switch | SwitchLater) -> None:
    """A light or a stealth system goes on or off."""
    if command.what == "searchlight":
        scene.tell(Switched(unit.id, "searchlight", command.on))
    else:
        _hide(scene, unit, command.on)


def _eject(scene: Scene, unit: Unit, command: Eject) -> None:
    scene.tell(FateMet(unit.id, "ejected", "pilot_ejects"))
    scene.tell(TurnEnded(unit.id))


def _hide(scene: Scene, unit: Unit, on: bool) -> None:
    scene.tell(Marked(unit.id, tagged(unit), beacons(unit), on))


def look_around(scene: Scene) -> None:
    """Before the shooting: stealth systems without their jammer fail, and lights show who stands in them."""
    units = [unit for unit in scene.state.units.values() if unit.active]
    lamps = [unit for unit in units if shines(unit)]
    for unit in units:
        if stealthy(unit) and scene.rules[may_hide](scene.rules, unit) is not None:
            _hide(scene, unit, False)
        lit = any(scene.rules[lit_by](scene.state.relief, lamp, unit) for lamp in lamps)
        if lit != illuminated(unit):
            scene.tell(Switched(unit.id, "illuminated", lit))


def _gadgets(state: State, unit: Unit) -> Iterator[Engage]:
    for gadget, at in gadgets_of(state.relief.rules, unit):
        if state.phase in gadget.phases:
            yield Engage(at, not switched_on(unit, gadget, at))


def _cannot_engage(state: State, unit: Unit, command: Engage) -> Refusal | None:
    rules = state.relief.rules
    no = rules[may_change](rules, state.changes)
    return no or rules[may_switch](state, unit, command.mount, command.on)


def _gadget(state: State, unit: Unit, command: Engage) -> Gadget:
    gadget = gadget_at(state.relief.rules, unit, command.mount)
    assert gadget is not None
    return gadget


def _engage(scene: Scene, unit: Unit, command: Engage) -> None:
    gadget = _gadget(scene.state, unit, command)
    mark, name = each(gadget.mark, command.mount), unit.sheet.mounts[command.mount].equipment.name
    if command.on and gadget.strains and not engage(scene, unit, command.mount):
        return
    if command.on:
        scene.tell(MarkLaid(unit.id, mark, Mark(value=scene.state.round, this_round=gadget.this_round, about=name)))
        if gadget.besides:
            scene.tell(MarkLaid(unit.id, each(gadget.besides, command.mount), Mark(this_round=True, about=name)))
        for used in scene.rules[USED]:
            used.function(scene, unit, command.mount)
    else:
        scene.tell(MarkLifted(unit.id, mark, Mark(about=name)))


def _engaging(state: State, unit: Unit, command: Engage, names: Names) -> str:
    gadget, mount = _gadget(state, unit, command), unit.sheet.mounts[command.mount]
    said = (gadget.on if command.on else gadget.off).format(item=mount.equipment.name.lower())
    return f"{said} ({mount.location})"


def _promise(state: State, unit: Unit, command: Engage) -> str | None:
    return _gadget(state, unit, command).promises(state.relief.rules, unit, command.mount) or None


def _worth(state: State, unit: Unit, command: Engage) -> float:
    return _gadget(state, unit, command).worth(state, unit, command.mount, command.on)


VERBS: dict[str, Verb] = {
    "switches.switch": Verb(
        command=Switch,
        phases=("movement",),
        offers=offers,
        refuses=refuses,
        does=switch,
        words=lambda state, unit, command, names: f"switch the {THINGS[command.what]} {'on' if command.on else 'off'}",
    ),
    "switches.eject": Verb(
        command=Eject,
        phases=("movement",),
        offers=lambda state, unit: (Eject(),),
        refuses=lambda state, unit, command: state.relief.rules[may_eject](state.relief.rules, unit),
        does=_eject,
        words=always("eject"),
    ),
    "gadgets.engage": Verb(
        command=Engage,
        phases=("movement", "weapons"),
        offers=_gadgets,
        refuses=_cannot_engage,
        does=_engage,
        words=_engaging,
        title="Equipment",
        preview=_promise,
        worth=_worth,
    ),
}
