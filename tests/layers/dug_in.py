"""Dug in: a posture for vehicles and soldiers that takes all their movement, and lasts until they come out of it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from overheat.classic.battle.steps import points_left
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.commands import Adopt, Jump, Step
from overheat.classic.facts.events import AttackRolled
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.impacts import AMONG_SOLDIERS, Impact
from overheat.classic.rules.standard.postures import POSTURES, Posture
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term, scaled

HERE = TACTICAL_OPERATIONS("Digging in", 106)
SCENARIO = "combined_arms"
ID = "postures.dug_in"


def takes(state: State, unit: Unit) -> Tally | Refusal:
    if unit.machine or unit.airborne or unit.motion.travelled:
        return Refusal("dug_in.who", "vehicles and soldiers dig in where they stand", HERE)
    return Tally((Term("dug_in.digging", points_left(state, unit), "digging", HERE),))


def bars(state: State, unit: Unit, command: object) -> Refusal | None:
    stuck = isinstance(command, Step | Jump) and getattr(command, "way", "") not in ("left", "right")
    return Refusal("dug_in.out", f"{unit.sheet.name} must come out first", HERE) if stuck else None


@rule(ID, cite=HERE, slot=POSTURES)
def dug_in(rules: Ruleset) -> Posture:
    """Digging in takes all the points of a turn; coming out is free."""
    return Posture(title="dug in", takes=takes, bars=bars)


def is_dug_in(unit: Unit) -> bool:
    return unit.condition.stance is not None and unit.condition.stance.id == ID


@rule("dug_in.to_hit", cite=HERE, slot=EVERY_ATTACK)
def harder(attack: Engagement) -> Term | None:
    """Who is dug in is harder to hit, +2."""
    return Term("dug_in.to_hit", 2, "dug in", HERE) if is_dug_in(attack.target) else None


@rule("dug_in.soldiers", cite=HERE, slot=AMONG_SOLDIERS)
def fewer(impact: Impact) -> Term | None:
    """Of soldiers who are dug in half as many fall, rounded up."""
    if not is_dug_in(impact.unit):
        return None
    return scaled("dug_in.soldiers", impact.damage, Fraction(1, 2), ceil, "dug in", HERE)


def felt(session: Any) -> bool:
    """Somebody has dug in and was shot at."""
    needed = {part.id for event in session.events if isinstance(event, AttackRolled) for part in event.needed}
    return any(isinstance(said, Adopt) for _, said in session.commands) and "dug_in.to_hit" in needed


LAYER = Layer("dug_in", HERE, title="Digging in", needs=("classic",), add=(dug_in, harder, fewer))
