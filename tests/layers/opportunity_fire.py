"""Opportunity fire: a unit that does not move may watch, and fire a weapon at an enemy that enters a hex in its sight.

A weapon that has fired so is silent for the rest of the round, and its heat counts.
"""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import settle_falls
from overheat.classic.facts.events import Answered, HeatSettled, MarkLaid, Moved, TurnEnded
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.heat import BUILDS, Toil, shot_heat
from overheat.classic.rules.standard.salvos import times_a_round
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb, always
from overheat.classic.turn.weapons import attack_of, fires_at
from overheat.kernel.events import Event
from overheat.kernel.questions import Asking, Question
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

HERE = TACTICAL_OPERATIONS("Opportunity Fire", 86)
SCENARIO = "lance"
WATCHES, HOLD, ASKED = "watches", "hold", "opportunity.fire"


def fired(mount: int) -> str:
    """The mark of a weapon that has fired in passing."""
    return f"fired in passing: {mount}"


class Watch(msgspec.Struct, frozen=True, tag=True):
    """Stay, and fire at who comes into sight."""


def refuses(state: State, unit: Unit, command: Watch) -> Refusal | None:
    if unit.motion.mode == "stationary" and not unit.motion.done:
        return None
    return Refusal("opportunity.moved", "only a unit that has not moved watches", HERE)


def does(scene: Scene, unit: Unit, command: Watch) -> None:
    scene.tell(MarkLaid(unit.id, WATCHES, Mark(until=scene.state.round)))
    scene.tell(TurnEnded(unit.id))


@rule("opportunity.interrupts", cite=HERE, slot=FOLLOWS)
def interrupts(scene: Scene, event: Event, before: State) -> None:
    """Whoever watches an enemy enter a hex may fire at it before it goes on."""
    if not isinstance(event, Moved) or event.hex == before.units[event.unit].hex:
        return
    for id, unit in scene.state.units.items():
        if WATCHES in unit.marks and unit.side != scene.unit(event.unit).side:
            fire_in_passing(scene, id, event.unit)


def fire_in_passing(scene: Scene, id: str, target: str) -> None:
    unit, mover = scene.unit(id), scene.unit(target)
    if not mover.active or not unit.active or unit.helpless:
        return
    shots = {str(shot.mount): shot for shot in ready(scene.state, unit, mover)}
    numbers = {mount: int(target_number(attack_of(scene.state, unit, shot)).total) for mount, shot in shots.items()}
    facts: dict[str, str | int] = {"target": target, **numbers}
    answer = scene.ask(Question(ASKED, unit.side, (HOLD, *shots), id, facts))
    if answer != HOLD:
        scene.tell(MarkLaid(id, fired(int(answer)), Mark(until=scene.state.round)))
        resolve(scene, attack_of(scene.state, unit, shots[answer]))
        settle_falls(scene)


def ready(state: State, unit: Unit, target: Unit) -> list[Shot]:
    """A shot with each weapon that may still fire at a target."""
    mounts = [mount for mount in unit.plan.weapons if fired(mount) not in unit.marks]
    found = (next(fires_at(state, unit, mount, target), None) for mount in mounts)
    return [Shot(fire.mount, fire.target, fire.feed, fire.rate) for fire in found if fire is not None]


@rule(ASKED, cite=HERE, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether to fire at who comes into sight, and with what."""

    def option(state: State, question: Question, answer: str) -> str:
        name = "" if answer == HOLD else state.units[question.unit].sheet.mounts[int(answer)].equipment.name
        return f"fire the {name}, which needs {question.facts[answer]}" if name else "hold fire"

    return Asking(
        words=lambda state, question: f"{question.facts['target']} comes into sight of {question.unit}: fire?",
        option=option,
        worth=lambda state, question, answer: 3.5 if answer == HOLD else 12.0 - int(question.facts[answer]),
    )


@rule("opportunity.silent", cite=HERE)
def silent(rules: Ruleset, unit: Unit, mount: int) -> int:
    """A weapon that has fired in passing fires no more in the round."""
    return 0 if fired(mount) in unit.marks else rules.below(silent)(rules, unit, mount)


@rule("opportunity.heat", cite=HERE, slot=BUILDS)
def heats(toil: Toil) -> Term | None:
    """What was fired in passing makes its heat like everything else."""
    mounts = [mount for mount in toil.unit.plan.weapons if fired(mount) in toil.unit.marks]
    points = sum((shot_heat(toil.rules, toil.unit, Shot(mount, "")) for mount in mounts), start=0)
    return Term("opportunity.heat", points, "opportunity fire", HERE) if points else None


def felt(session: Any) -> bool:
    """Somebody has fired in passing, and it made heat."""
    answers = [event.answer for event in session.events if isinstance(event, Answered)]
    heat = [part.id for event in session.events if isinstance(event, HeatSettled) for part in event.built]
    return any(answer != HOLD for answer in answers) and "opportunity.heat" in heat


VERB = Verb(
    command=Watch,
    phases=("movement",),
    offers=lambda state, unit: (Watch(),),
    refuses=refuses,
    does=does,
    words=always("watch"),
    worth=lambda state, unit, command: float(len(state.acted) < 3),
)
LAYER = Layer(
    "opportunity_fire",
    HERE,
    title="Opportunity fire",
    needs=("classic",),
    add=(interrupts, asked, heats),
    change=(
        times_a_round.wrapped_in(silent),
        VERBS.amended("opportunity.verbs", {"opportunity.watch": VERB}, cite=HERE),
    ),
)
