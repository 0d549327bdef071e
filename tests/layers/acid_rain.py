"""Acid rain: a weather of its own that heats machines, slows them, bars jumps, and leaves slippery puddles."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import CheckMade, EffectLaid, HeatSettled
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.movement import SLOWS, Pace, jump_points
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.weather import PRECIPITATION
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.verb import Phase
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Acid rain")
RAIN, PUDDLE = "acid rain", "puddle"


def setup(given: Setup) -> Setup:
    """The battle is fought in the rain."""
    return msgspec.structs.replace(given, weather=Weather(precipitation=RAIN))


@rule("acid_rain.heat", cite=HERE, slot=BUILDS)
def eats_in(toil: Toil) -> Term | None:
    """The rain heats every machine that stands out in it by a point, in a puddle by two."""
    if toil.weather.precipitation != RAIN:
        return None
    return Term("acid_rain.heat", 1 + (PUDDLE in toil.effects_at(toil.unit.hex)), RAIN, HERE)


@rule("acid_rain.piloting", cite=HERE, slot=STEADINESS)
def slippery(check: Check) -> Term | None:
    """Puddles are slippery, +1."""
    return Term("acid_rain.piloting", 1, PUDDLE, HERE) if PUDDLE in check.effects_at(check.unit.hex) else None


@rule("acid_rain.pace", cite=HERE, slot=SLOWS)
def slower(pace: Pace) -> Term | None:
    """Nobody is in a hurry: a walking point less."""
    wet = pace.weather.precipitation == RAIN and pace.points > 1
    return Term("acid_rain.pace", -1, RAIN, HERE) if wet else None


@rule("acid_rain.jump", cite=HERE)
def no_jets(state: State, unit: Unit) -> int:
    """Nobody lights jump jets in it."""
    return 0 if state.weather.precipitation == RAIN else state.relief.rules.below(no_jets)(state, unit)


def gather(scene: Scene) -> None:
    """Where somebody stands at the end of a round the rain gathers for another one."""
    for unit in scene.state.units.values():
        if unit.active and scene.state.weather.precipitation == RAIN:
            scene.tell(EffectLaid(unit.hex, PUDDLE, Mark(until=scene.state.round + 1)))


def felt(session: Any) -> bool:
    """A puddle heated somebody, and made a piloting roll harder."""
    heat = (part for event in session.events if isinstance(event, HeatSettled) for part in event.built)
    rolls = (part for event in session.events if isinstance(event, CheckMade) for part in event.needed)
    hot = any(part.id == "acid_rain.heat" and part.value == 2 for part in heat)
    return hot and any(part.id == "acid_rain.piloting" for part in rolls)


LAYER = Layer(
    "acid_rain",
    HERE,
    title="Acid rain",
    needs=("classic",),
    add=(eats_in, slippery, slower),
    change=(
        PRECIPITATION.amended("acid_rain.precipitation", {RAIN: 1}, cite=HERE),
        PHASES.amended(
            "acid_rain.phases", {"puddles": Phase(title="Rain", after="heat", turns=False, begin=gather)}, cite=HERE
        ),
        jump_points.wrapped_in(no_jets),
    ),
)
