"""Hurried movement: a unit goes through difficult ground as if it were clear, at the peril of losing its footing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.crashes import MISHAPS
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import MarkLaid, MarkLifted, Moved
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.driving import HANDLING
from overheat.classic.rules.standard.entries import ENTRY_CHECKS
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import COSTS, Entry
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

HURRIED = TACTICAL_OPERATIONS("Hurried Movement", 20)
HURRYING = named("hurrying", "hurries")
"""The mark of a unit that does not mind the ground for the rest of its move, or until it says so."""
ROLL = "hurried_movement.roll"
WEATHER = ("movement.fog", "movement.darkness")
"""Costs that come not from the ground, and are paid all the same."""


class Hurry(msgspec.Struct, frozen=True, tag=True):
    """Go through difficult ground without minding what it costs, or mind it again."""

    on: bool = True


def _offers(state: State, unit: Unit) -> Iterator[Hurry]:
    yield Hurry(HURRYING not in unit.marks)


def _refuses(state: State, unit: Unit, command: Hurry) -> Refusal | None:
    mode = mode_of(state.relief.rules, unit)
    able = unit.machine or (unit.vehicle and unit.sheet.motive != "vtol")
    if not able or not mode.moves or mode.leaps or mode.skims or unit.motion.done or unit.condition.prone:
        return Refusal("hurried_movement.able", "machines on their feet and vehicles hurry, on the way", HURRIED)
    if command.on == (HURRYING in unit.marks):
        return Refusal("hurried_movement.able", "it does so already", HURRIED)
    return state.relief.rules[may_change](state.relief.rules, state.changes)


def _does(scene: Scene, unit: Unit, command: Hurry) -> None:
    scene.tell(MarkLaid(unit.id, HURRYING, Mark(this_phase=True)) if command.on else MarkLifted(unit.id, HURRYING))


def _words(state: State, unit: Unit, command: Hurry, names: Names) -> str:
    return "hurry through difficult ground" if command.on else "mind the ground again"


def waived(entry: Entry) -> int:
    """The points beyond the first that a unit in a hurry does not pay; going up a level is never among them."""
    if HURRYING not in entry.unit.marks:
        return 0
    total = 0
    for costs in entry.rules[COSTS]:
        if costs.id == hastens.id or costs.id in WEATHER:
            continue
        if costs.id == "movement.levels" and entry.to_level > entry.from_level:
            continue
        term = costs.function(entry)
        total += 0 if term is None else int(term.value)
    return max(0, total)


@rule("hurried_movement.cost", cite=HURRIED, implements=("TO-020-hurried-movement",), slot=COSTS, steady=(HURRYING,))
def hastens(entry: Entry) -> Term | None:
    """Who hurries pays nothing for the ground, nor for going down; what going up a level costs is paid in any case."""
    points = waived(entry)
    return Term("hurried_movement.cost", -points, "hurries", HURRIED) if points else None


def _roll(entry: Entry) -> Term | None:
    points = waived(entry)
    return Term(ROLL, points, f"hurries past {counted(points, 'point')}", HURRIED) if points else None


@rule(ROLL, cite=HURRIED, slot=ENTRY_CHECKS, steady=(HURRYING,))
def keeps_its_feet(entry: Entry, motion: Motion) -> Term | None:
    """A machine rolls for every hex that it hurries through, +1 for each point that it does not pay, or falls."""
    return _roll(entry)


@rule("hurried_movement.driving", cite=HURRIED, slot=HANDLING)
def keeps_going(entry: Entry, motion: Motion) -> Term | None:
    """A vehicle rolls for every hex that it hurries through, +1 for each point that it does not pay, or stops."""
    return _roll(entry)


@rule("hurried_movement.stops", cite=HURRIED, slot=MISHAPS)
def stops(scene: Scene, id: str, why: Term, missed_by: int) -> bool:
    """A vehicle that fails goes no further this turn."""
    if why.id != ROLL:
        return False
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, done=True)
    scene.tell(Moved(id, "stop", unit.hex, unit.facing, unit.elevation, motion))
    return True


VERB = Verb(
    command=Hurry,
    phases=("movement",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Hurry",
)

LAYER = Layer(
    "hurried_movement",
    title="Hurried movement",
    group="Movement",
    cite=HURRIED,
    needs=("classic",),
    add=(hastens, keeps_its_feet, keeps_going, stops),
    change=(VERBS.amended("hurried_movement.verbs", {"hurried_movement.hurry": VERB}, cite=HURRIED),),
)
