"""Shutting off equipment: weapons and other items are powered down for the rounds to come, and up again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import MarkLaid, MarkLifted, PhaseBegan
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.systems import SHUT_OFF, powered, whole
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.unit.equipment import Ammunition
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

SHUTTING_OFF = TACTICAL_OPERATIONS("Shutting Off Equipment", 99)
ORDERED = named("about_to_shut_off", "{kind} ({about}) about to be shut off")
"""The mark of an item that is powered down in the End Phase."""
ORDERED_ON = named("about_to_power_up", "{kind} ({about}) about to be powered up")
"""The mark of an item that is powered up in the End Phase."""
NEVER = frozenset({"fuel", "cargo", "heat_sink", "case", "case_ii", "jump_jet"})
"""What is not powered, so that there is nothing to switch."""


class ShutOff(msgspec.Struct, frozen=True, tag=True):
    """Power an item down in the End Phase, or up again."""

    mount: int
    on: bool = False


def _offers(state: State, unit: Unit) -> Iterator[ShutOff]:
    for at in range(len(unit.sheet.mounts)):
        yield ShutOff(at, on=not powered(unit, at))


def _refuses(state: State, unit: Unit, command: ShutOff) -> Refusal | None:
    at = command.mount
    if not 0 <= at < len(unit.sheet.mounts):
        return Refusal("shutting_off.item", f"{unit.sheet.name} has no such item", SHUTTING_OFF)
    item = unit.sheet.mounts[at].equipment
    electric = unit.sheet.mounts[at].weapon is not None or not item.flags.isdisjoint(("ecm", "probe", "c3_slave"))
    if isinstance(item, Ammunition) or not electric or not item.flags.isdisjoint(NEVER):
        return Refusal("shutting_off.item", f"{item.name} has no power to be shut off", SHUTTING_OFF)
    if not whole(unit, at) or powered(unit, at) == command.on:
        return Refusal("shutting_off.item", f"{item.name} is so already", SHUTTING_OFF)
    if each(ORDERED, at) in unit.marks or each(ORDERED_ON, at) in unit.marks:
        return Refusal("shutting_off.item", "that is ordered already", SHUTTING_OFF)
    return None


def _mark(unit: Unit, mount: int) -> Mark:
    held = unit.sheet.mounts[mount]
    return Mark(value=mount, kind=held.equipment.name, about=held.location)


def _does(scene: Scene, unit: Unit, command: ShutOff) -> None:
    order = ORDERED_ON if command.on else ORDERED
    scene.tell(MarkLaid(unit.id, each(order, command.mount), _mark(unit, command.mount)))


def _words(state: State, unit: Unit, command: ShutOff, names: Names) -> str:
    held = unit.sheet.mounts[command.mount]
    return f"{'power up' if command.on else 'shut off'} the {held.equipment.name} ({held.location}) in the End Phase"


@rule("shutting_off.carried_out", cite=SHUTTING_OFF, slot=FOLLOWS)
def carried_out(scene: Scene, event: Event, before: State) -> None:
    """What was ordered is done in the End Phase."""
    if not isinstance(event, PhaseBegan) or event.phase != "end":
        return
    for id, unit in scene.state.units.items():
        for at in range(len(unit.sheet.mounts) if unit.marks else 0):
            if each(ORDERED, at) in unit.marks:
                scene.tell(MarkLifted(id, each(ORDERED, at), _mark(unit, at)))
                scene.tell(MarkLaid(id, each(SHUT_OFF, at), _mark(unit, at)))
            if each(ORDERED_ON, at) in unit.marks:
                scene.tell(MarkLifted(id, each(ORDERED_ON, at), _mark(unit, at)))
                scene.tell(MarkLifted(id, each(SHUT_OFF, at), _mark(unit, at)))


@rule(
    "shutting_off.explosions",
    cite=SHUTTING_OFF,
    implements=("TO-102-gauss-power-down",),
)
def does_not_explode(hit: MountHit) -> int:
    """What is shut off is lost when it is hit, and does not explode: a gauss rifle as anything else."""
    return 0 if not powered(hit.unit, hit.mount) else hit.rules.below(does_not_explode)(hit)


VERB = Verb(
    command=ShutOff,
    phases=("weapons",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Equipment",
)
VERB_ROW = VERBS.amended(
    "shutting_off.verbs",
    {"shutting_off.shut_off": VERB},
    cite=SHUTTING_OFF,
    implements=("TO-099-shutting-off-equipment",),
)

LAYER = Layer(
    "shutting_off_equipment",
    title="Shutting off equipment",
    group="Gunnery",
    cite=SHUTTING_OFF,
    needs=("classic",),
    add=(carried_out,),
    change=(
        weapon_explosion.wrapped_in(does_not_explode),
        VERB_ROW,
    ),
)
