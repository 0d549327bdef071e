"""Hidden units in play: what gives them away, who finds them when, and their fire at who comes too near."""

from __future__ import annotations

from typing import Any

from overheat.classic.attack.crashes import settle
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hiding import uncover
from overheat.classic.facts.commands import Deploy, Done, Fire, Spot
from overheat.classic.facts.events import FireHeld, MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.hiding import (
    HIDDEN_UNITS,
    NEXT_TO,
    POINTBLANK,
    finds,
    fired_pointblank,
    in_hiding,
    shot_pointblank,
)
from overheat.classic.turn.movement import AT_THE_END
from overheat.classic.turn.round import FIRST
from overheat.classic.turn.weapons import attack_of, fires_at
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.rule import Ruleset, rule

ASKED, ENOUGH = "hiding.pointblank", "enough"
QUIET = (Done, Deploy, Spot)
"""What a hidden unit may do without being seen."""


@rule("hiding.stirs", cite=HIDDEN_UNITS, slot=FIRST)
def stirs(scene: Scene, unit: Unit, command: Any) -> None:
    """A hidden unit that does anything but wait and watch is hidden no longer."""
    if in_hiding(unit) and not isinstance(command, QUIET):
        uncover(scene, unit.id)


@rule("hiding.ends_near", cite=HIDDEN_UNITS, slot=AT_THE_END)
def ends_near(scene: Scene, unit: Unit) -> None:
    """A unit that has moved finds who is hidden next to it or before its probe; those next to it may fire at once."""
    relief, units = scene.state.relief, scene.state.units
    there = [other for other in units.values() if in_hiding(other) and other.active and other.side != unit.side]
    for other in there:
        if scene.rules[finds](relief, unit, other, scene.state.units.values()):
            uncover(scene, other.id, unit.id)
            if scene.unit(unit.id).active and unit.hex.distance(other.hex) <= NEXT_TO:
                _fire_pointblank(scene, other.id, unit.id)


def _fire_pointblank(scene: Scene, id: str, target: str) -> None:
    """Who was hidden chooses weapons one by one, and fires them all."""
    state = scene.state.with_unit(scene.rules[shot_pointblank](scene.rules, scene.unit(target)))
    unit = scene.unit(id)
    shots = {} if unit.helpless else dict(_ready(state, unit, target))
    chosen: list[Fire] = []
    while shots:
        facts: dict[str, str | int] = {
            "target": target,
            **{mount: _number(state, unit, shots[mount]) for mount in shots},
        }
        answer = scene.ask(Question(ASKED, unit.side, (ENOUGH, *shots), id, facts))
        if answer == ENOUGH:
            break
        chosen.append(shots.pop(answer))
    for fire in chosen:
        scene.tell(MarkLaid(id, fired_pointblank(fire.mount), Mark(fire.rate, this_round=True)))
    for fire in chosen:
        if scene.unit(target).active:
            resolve(scene, attack_of(state, unit, fire.shot))
            if FireHeld(id, fire.mount) in scene.events:
                scene.tell(MarkLaid(id, fired_pointblank(fire.mount), Mark(0, this_round=True)))
    if chosen:
        settle(scene)


def _ready(state: State, unit: Unit, target: str) -> list[tuple[str, Fire]]:
    """A shot with each weapon that may be fired at a target, by its mount."""
    mounts = unit.plan.weapons
    found = (next(fires_at(state, unit, mount, state.units[target]), None) for mount in mounts)
    return [(str(fire.mount), fire) for fire in found if fire is not None]


def _number(state: State, unit: Unit, fire: Fire) -> int:
    return int(target_number(attack_of(state, unit, fire.shot)).total)


@rule(ASKED, cite=POINTBLANK, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Which weapons somebody who was hidden fires at who came next to him."""

    def name(state: State, question: Question, answer: str) -> str:
        return state.units[question.unit].sheet.mounts[int(answer)].equipment.name

    def option(state: State, question: Question, answer: str) -> str:
        if answer == ENOUGH:
            return "fire nothing more"
        return f"fire the {name(state, question, answer)}, which needs {question.facts[answer]}"

    def worth(state: State, question: Question, answer: str) -> float:
        """Weapons that are likelier to hit than not, and make little heat for what they do."""
        if answer == ENOUGH:
            return 0.0
        unit = state.units[question.unit]
        weapon = unit.sheet.mounts[int(answer)].weapon
        assert weapon is not None
        heat = float(shot_heat(rules, unit, Fire(int(answer), "").shot)) if unit.machine else 0.0
        return 9.0 - int(question.facts[answer]) - heat / 10

    return Asking(
        words=lambda state, question: (
            f"{state.units[question.unit].sheet.name} was hidden, and {question.facts['target']} came next to it: "
            "fire pointblank?"
        ),
        option=option,
        worth=worth,
    )


RULES = (stirs, ends_near, asked)
