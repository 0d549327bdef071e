"""Coolant trucks: a machine that is hooked up to one sinks much more heat, and its coolant is filled up.

That a hose takes 15 points more, and that both stand still beside each other for it, is from memory of the book; the
errata say how much of lost coolant comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
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
from overheat.kernel.answers import Answer
from overheat.kernel.dice import Seeded
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term, number_as_json

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


class TruckAsked(OneUnit, kw_only=True):
    """A machine that is hooked up to a coolant truck, and the points of coolant that it has lost."""

    lost: Annotated[int, Meta(ge=0, le=50)] = 0


def answer(desk: Desk, asked: TruckAsked) -> Answer:
    """What the hose sinks besides, and the lost coolant that is left after a turn."""
    state, unit = staged(desk, asked)
    leaking = {LEAKING: Mark(value=asked.lost)} if asked.lost else {}
    hooked = msgspec.structs.replace(unit, marks={**unit.marks, **leaking, HOOKED: Mark(about="truck")})
    state = state.with_unit(hooked)
    scene = Scene(state, Seeded(0))
    held = number_as_json(unit.condition.heat)
    scene.tell(HeatSettled(unit.id, held, (), (), held))
    scene.follow()
    toil = Toil(desk.rules, hooked, (), state=state)
    sunk = Tally.of(rule.function(toil) for rule in desk.rules[SINKS_IT])
    more = Tally(tuple(term for term in sunk.terms if term.id == "coolant_trucks.sinks"))
    figures = {"sinks_more": int(more.total), "coolant_lost": lost_coolant(scene.unit(unit.id))}
    return Answer(figures=figures, terms=more)


ROW = Inquiry(title="What a coolant truck does for a machine", facts=TruckAsked, answer=answer, cite=TRUCKS)

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
    change=(
        VERBS.amended("coolant_trucks.verbs", {"coolant_trucks.hook_up": VERB}, cite=TRUCKS),
        INQUIRIES.amended("coolant_trucks.questions", {"coolant truck": ROW}, cite=TRUCKS),
    ),
)
