"""Coolant trucks: a machine that is hooked up to one sinks much more heat, and its coolant is filled up.

That a hose takes 15 points more, and that both stand still beside each other for it, is from memory of the book; the
errata say how much of lost coolant comes back.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import HeatSettled, MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.coolant import carries_coolant
from overheat.classic.rules.standard.heat import SINKS_IT, Toil
from overheat.classic.rules.tacops.coolant_failure import LEAKING, lost_coolant
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

TRUCKS = TACTICAL_OPERATIONS("Coolant Systems", 106)
HOOKED = named("hooked_up", "hooked up to {about}")
"""The mark of a machine that draws coolant from a truck this round, which it is about."""

FIGURES: Table[str, int] = Table(
    "coolant_trucks.figures",
    {"sinks": 15, "filled up": 2},
    cite=TRUCKS,
    implements=("TO-106-coolant-systems-1",),
    where="overheat.classic.rules.tacops.coolant_trucks.FIGURES",
)
"""Points that a hose sinks besides, and points of lost coolant that it brings back."""


class HookUp(msgspec.Struct, frozen=True, tag=True):
    """Draw coolant from a truck this round."""

    truck: str


def _offers(state: State, unit: Unit) -> Iterator[HookUp]:
    if unit.machine:
        yield from (HookUp(other.id) for other in state.on_side(unit.side) if carries_coolant(other))


def _refuses(state: State, unit: Unit, command: HookUp) -> Refusal | None:
    truck = state.units.get(command.truck)
    if truck is None or not truck.active or truck.side != unit.side or not truck.vehicle or not carries_coolant(truck):
        return Refusal("coolant_trucks.truck", f"there is no coolant truck {command.truck!r}", TRUCKS)
    if not unit.machine or HOOKED in unit.marks:
        return Refusal("coolant_trucks.machine", "only machines hook up, to one truck", TRUCKS)
    if unit.hex.distance(truck.hex) > 1 or unit.motion.travelled or truck.motion.travelled:
        return Refusal("coolant_trucks.near", "both must stand still beside each other", TRUCKS)
    if any(other.about(HOOKED) == truck.id for other in state.on_side(unit.side)):
        return Refusal("coolant_trucks.busy", f"{truck.sheet.name} serves another machine", TRUCKS)
    return None


def _does(scene: Scene, unit: Unit, command: HookUp) -> None:
    scene.tell(MarkLaid(unit.id, HOOKED, Mark(about=command.truck, this_round=True)))


def _words(state: State, unit: Unit, command: HookUp, names: Names) -> str:
    return f"hook up to {names.get(command.truck, command.truck)}"


def _worth(state: State, unit: Unit, command: HookUp) -> float:
    return float(unit.condition.heat)


@rule("coolant_trucks.sinks", cite=TRUCKS, slot=SINKS_IT)
def sinks_more(toil: Toil) -> Term | None:
    """A machine that is hooked up sinks 15 points more."""
    if not toil.unit.marks or HOOKED not in toil.unit.marks:
        return None
    return Term("coolant_trucks.sinks", toil.rules[FIGURES]["sinks"], "from a coolant truck", TRUCKS)


@rule("coolant_trucks.fills_up", cite=TRUCKS, implements=("TO-106-coolant-systems-1",), slot=FOLLOWS)
def fills_up(scene: Scene, event: Event, before: State) -> None:
    """A machine that is hooked up gets back two points of the coolant that it has lost, every turn alike."""
    if not isinstance(event, HeatSettled) or HOOKED not in scene.unit(event.unit).marks:
        return
    unit = scene.unit(event.unit)
    lost = lost_coolant(unit)
    left = max(0, lost - scene.rules[FIGURES]["filled up"])
    if left:
        scene.tell(MarkLaid(unit.id, LEAKING, Mark(value=left)))
    elif lost:
        scene.tell(MarkLifted(unit.id, LEAKING, unit.marks[LEAKING]))


VERB = Verb(
    command=HookUp,
    phases=("weapons",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Coolant",
    worth=_worth,
)

LAYER = Layer(
    "coolant_trucks",
    title="Coolant trucks",
    group="Heat",
    cite=TRUCKS,
    needs=("classic", "coolant_failure"),
    add=(sinks_more, fills_up, FIGURES),
    change=(VERBS.amended("coolant_trucks.verbs", {"coolant_trucks.hook_up": VERB}, cite=TRUCKS),),
)
