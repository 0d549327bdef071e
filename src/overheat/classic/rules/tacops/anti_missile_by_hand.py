"""Anti-missile fire by hand: whoever is hit by a salvo says whether a system fires at it."""

from __future__ import annotations

from overheat.classic.attack.decisions import DECISIONS, Moment
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.phrases import called
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.guidance import interceptor
from overheat.classic.rules.standard.salvos import damage_at, salvo_size
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

BY_HAND = TACTICAL_OPERATIONS("Anti-missile systems, the player's choice", 99)
ID = "anti_missile_by_hand.fire"
FIRE, HOLD = "fire", "hold"


@rule("anti_missile_by_hand.asks", cite=BY_HAND, slot=DECISIONS)
def asks(moment: Moment) -> Question | None:
    """Who is hit by a salvo that one of its systems may fire at is asked whether it does."""
    attack = moment.attack
    if not moment.hit or not isinstance(attack, WeaponAttack) or is_ground(attack.target.id):
        return None
    unit = moment.state.units[attack.target.id]
    if attack.rules[interceptor](unit, attack) is None:
        return None
    facts: dict[str, str | int] = {
        "attacker": attack.attacker.id,
        "weapon": attack.weapon.name,
        "damage": attack.rules[damage_at](attack) * attack.rules[salvo_size](attack),
    }
    return Question(ID, unit.side, (FIRE, HOLD), unit.id, facts)


@rule("anti_missile_by_hand.interceptor", cite=BY_HAND)
def as_decided(unit: Unit, attack: WeaponAttack) -> int | None:
    """A system holds its fire where its owner said so."""
    if attack.decided.get(ID) == HOLD:
        return None
    usual: int | None = attack.rules.below(as_decided)(unit, attack)
    return usual


@rule(ID, cite=BY_HAND, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether an anti-missile system fires at a salvo."""
    return Asking(words=_words, option=_option, worth=_worth)


def _words(state: State, question: Question) -> str:
    facts, names = question.facts, called(state.units.values())
    who, whom = names[str(facts["attacker"])], names[question.unit]
    return f"{facts['weapon']} of {who} hits {whom} for up to {facts['damage']}: fire at the missiles?"


def _option(state: State, question: Question, answer: str) -> str:
    return "fire at them" if answer == FIRE else "hold fire"


def _worth(state: State, question: Question, answer: str) -> float:
    """Small salvos are let through: a larger one may follow."""
    damage = float(question.facts["damage"])
    return damage if answer == FIRE else 4.0


LAYER = Layer(
    "anti_missile_by_hand",
    title="Anti-missile fire by hand",
    group="Gunnery",
    cite=BY_HAND,
    needs=("classic",),
    add=(asks, asked),
    change=(interceptor.wrapped_in(as_decided),),
)
