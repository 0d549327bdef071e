"""Gas: a can for each unit, opened in the End Phase; the cloud drifts by the dice, thins, and harms who is in it."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.events import EffectLaid, EffectLifted, MarkLaid, Struck
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import COSTS, Entry
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Gas")
SCENARIO = "combined_arms"
GAS, OPENED = "gas", "has opened its can"


class OpenCan(msgspec.Struct, frozen=True, tag=True):
    """Open a can of gas in one's own hex."""


def refuses(state: State, unit: Unit, command: OpenCan) -> Refusal | None:
    return Refusal("gas.can", "there is one can for each unit", HERE) if OPENED in unit.marks else None


def does(scene: Scene, unit: Unit, command: OpenCan) -> None:
    scene.tell(MarkLaid(unit.id, OPENED))
    scene.tell(EffectLaid(unit.hex, GAS, Mark(value=3, owner=unit.side)))


def drift(scene: Scene) -> None:
    """Every cloud harms who is in it, thins, and spreads into a hex next to it."""
    for hex, marks in list(scene.state.effects.items()):
        if GAS not in marks:
            continue
        for unit in scene.state.at(hex):
            if scene.roll("gas.harms", who=unit.id, needed=9) >= 9:
                take(scene, Hit(unit.id, "front", 2, GAS))
        onward, left = hex.neighbour(scene.roll("gas.drifts", 1, hex=str(hex)) - 1), marks[GAS].value - 1
        scene.tell(EffectLaid(hex, GAS, Mark(value=left)) if left else EffectLifted(hex, GAS))
        if left and onward in scene.state.relief.board and scene.state.effect(onward, GAS) is None:
            scene.tell(EffectLaid(onward, GAS, Mark(value=left)))


@rule("gas.met", cite=HERE, slot=HAZARDS)
def met(arrival: Arrival) -> Hazard | None:
    """Who walks into a cloud may be harmed at once."""
    return Hazard(GAS, (1,), needs=10) if arrival.state.effect(arrival.unit.hex, GAS) is not None else None


@rule("gas.cost", cite=HERE, slot=COSTS)
def groping(entry: Entry) -> Term | None:
    """Nobody is fast in a cloud: a point more."""
    return Term("gas.cost", 1, GAS, HERE) if GAS in entry.effects else None


def felt(session: Any) -> bool:
    """The gas has spread and harmed somebody."""
    clouds = {event.hex for event in session.events if isinstance(event, EffectLaid)}
    cans = sum(isinstance(command, OpenCan) for _, command in session.commands)
    return len(clouds) > cans and any(isinstance(event, Struck) and event.what == GAS for event in session.events)


VERB = Verb(
    command=OpenCan,
    phases=("end",),
    offers=lambda state, unit: (OpenCan(),),
    refuses=refuses,
    does=does,
    words=always("open a can of gas"),
    worth=lambda state, unit, command: float(state.round > 2),
)
LAYER = Layer(
    "gas",
    HERE,
    title="Gas",
    needs=("classic",),
    add=(met, groping),
    change=(
        PHASES.amended("gas.phases", {"gas": Phase(title="Gas", after="heat", turns=False, begin=drift)}, cite=HERE),
        VERBS.amended("gas.verbs", {"gas.open": VERB}, cite=HERE),
    ),
)
