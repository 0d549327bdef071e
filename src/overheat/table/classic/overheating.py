"""What heat brings a machine at the end of a round: slower, worse at aiming, in danger of shutting down or blowing up.

Numbers are those of the rules in force, from the functions that the game asks in its heat phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from overheat.classic.battle.chances import as_ways, chance_to_roll
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.crew import LIFE_SUPPORT, life_support_hits
from overheat.classic.rules.standard.heat import SCALE, Overheating, avoid_number, certainly_shuts_down
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.turn.heat import at_heat, most_dangerous_bin, slower, worse_aim
from overheat.kernel.cite import Cite
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Number, Term
from overheat.kernel.wording.phrases import counted

Told = dict[str, Any]


def consequences(state: State, unit: Unit, heat: Number) -> list[Told]:
    """Everything that a heat does to a machine: its name, where it is written, and how likely it is."""
    hot = at_heat(unit, heat)
    parts = (_slower, _worse_aim, _power, _ammunition, _crew)
    return [told for part in parts for told in part(state, hot)]


def _told(
    id: str,
    label: str,
    cite: Cite,
    *,
    value: int | None = None,
    number: int | None = None,
    happens: Fraction | None = None,
) -> Told:
    """One consequence; `number` is what the pilot must roll, `happens` how likely it comes to pass."""
    chance = None if happens is None else as_ways(happens)
    return {"id": id, "label": label, "cite": str(cite), "value": value, "target_number": number, "probability": chance}


def _slower(state: State, hot: Unit) -> Iterator[Told]:
    """Walking points that heat gives or takes, beyond what a cool machine has."""
    for term in slower(state, hot):
        points = "point" if abs(term.value) == 1 else "points"
        yield _told(term.id, f"{_signed(term)} walking {points}", term.cite, value=int(term.value))


def _signed(term: Term) -> str:
    return f"{int(term.value):+d}".replace("-", "−")


def _worse_aim(state: State, hot: Unit) -> Iterator[Told]:
    """What heat adds to the number of every shot."""
    term = worse_aim(state, hot)
    if term is not None:
        yield _told(term.id, f"{_signed(term)} to hit", term.cite, value=int(term.value))


def _misses(state: State, hot: Unit, purpose: str, number: int) -> Fraction:
    """How likely a number is not reached."""
    return 1 - chance_to_roll(state, purpose, number, hot.id)


def _power(state: State, hot: Unit) -> Iterator[Told]:
    """Whether the reactor goes on, or starts again."""
    rules, down = state.relief.rules, hot.condition.shut_down
    number = rules[avoid_number](Overheating(rules, hot, hot.condition.heat, "shutdown", state=state))
    if number is None:
        if down:
            yield _told("heat.restart", "starts up again", SCALE, happens=Fraction(1))
    elif rules[certainly_shuts_down](rules, hot.condition.heat) or not hot.condition.conscious:
        label = "stays shut down" if down else "shuts down"
        yield _told("heat.shutdown", label, SCALE, happens=Fraction(1))
    elif down:
        label = f"starts up again on {number}+"
        starts = chance_to_roll(state, "heat.restart", number, hot.id)
        yield _told("heat.restart", label, SCALE, number=number, happens=starts)
    else:
        missed = _misses(state, hot, "heat.shutdown", number)
        yield _told("heat.shutdown", f"shuts down unless {number}+", SCALE, number=number, happens=missed)


def _ammunition(state: State, hot: Unit) -> Iterator[Told]:
    """Whether ammunition may explode, where any is left that does."""
    rules = state.relief.rules
    number = rules[avoid_number](Overheating(rules, hot, hot.condition.heat, "ammunition explosion", state=state))
    if number is not None and most_dangerous_bin(Scene(state, Scripted()), hot.id) is not None:
        label = f"ammunition explodes unless {number}+"
        missed = _misses(state, hot, "heat.ammunition", number)
        yield _told("heat.ammunition", label, SCALE, number=number, happens=missed)


def _crew(state: State, hot: Unit) -> Iterator[Told]:
    """What the pilot suffers without life support."""
    rules = state.relief.rules
    under = rules[submerged](rules, state.relief.board, hot.viewpoint)
    hits = rules[life_support_hits](rules, hot, under)
    if hits:
        label = f"pilot takes {counted(hits, 'hit')}"
        yield _told("crew.life_support", label, LIFE_SUPPORT, value=hits, happens=Fraction(1))
