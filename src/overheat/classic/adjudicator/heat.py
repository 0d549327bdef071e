"""What heat does to a machine, what makes it, and what its sinks take away."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Motion, Shot, State, Unit
from overheat.classic.rules.standard import to_hit
from overheat.classic.rules.standard.heat import (
    BUILD_UP,
    BUILDS,
    SCALE,
    SINKS_IT,
    Danger,
    Overheating,
    Toil,
    avoid_number,
    certainly_shuts_down,
    tracks_heat,
)
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.movement import walk_points
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Number, Tally

AUTO = "auto"
"""The number of a roll that nobody makes because the worst is certain."""


def answer(desk: Desk, asked: OneUnit) -> Answer:
    """Every effect of a machine's heat, and what it builds up and sinks in a round."""
    state, unit = staged(desk, asked)
    if not desk.rules[tracks_heat](desk.rules, unit):
        return Answer.refused(Refusal("heat.machine", "only machines have a heat scale", SCALE), "to_hit", "walk")
    aim, walk = _aim(state, unit), walk_points(state, unit)
    return Answer(
        figures={
            "to_hit": int(aim.total),
            **{mode: allowance(state, unit, mode) for mode in ("walk", "run", "jump")},
            "shutdown_avoid": _avoid(state, unit, "shutdown"),
            "explosion_avoid": _avoid(state, unit, "ammunition explosion"),
            "shuts_down": desk.rules[certainly_shuts_down](desk.rules, unit.condition.heat),
            "builds": _builds(state, unit),
            "sinks": {place: _sunk(state, unit, depth) for place, depth in _DEPTHS.items()},
        },
        terms={name: tally for name, tally in (("to_hit", aim), ("walk", walk)) if tally.terms},
    )


_DEPTHS = {"land": 0, "water_1": 1, "water_2": 2}


def _aim(state: State, unit: Unit) -> Tally:
    """What heat adds to the unit's shots."""
    shot = WeaponAttack(state.relief, unit, unit, next(iter(unit.plan.weapons), 0))
    return Tally.of((state.relief.rules[to_hit.heat](shot),))


def _avoid(state: State, unit: Unit, danger: Danger) -> int | str | None:
    """What is to be rolled to avoid a danger of heat: nothing, a number, or what no roll can help."""
    rules, heat = state.relief.rules, unit.condition.heat
    if danger == "shutdown" and rules[certainly_shuts_down](rules, heat):
        return AUTO
    return rules[avoid_number](Overheating(rules, unit, heat, danger, state=state))


def _builds(state: State, unit: Unit) -> dict[str, Any]:
    """The heat of a round spent in each way: standing, in every mode, jumping one hex, firing everything."""
    rows = state.relief.rules[MODES].rows
    modes = {name: mode for name, mode in rows.items() if not mode.moves or mode.points(state, unit) > 0}
    found: dict[str, Any] = {}
    for name, mode in modes.items():
        hexes = mode.points(state, unit)
        found |= {f"{name}_1": _built(state, unit, Motion(name, 1, 1, 1))} if mode.leaps else {}
        found[name] = _built(state, unit, Motion(name, hexes, hexes, hexes))
    still = Motion()
    fired = _built(state, unit, still, tuple(Shot(at, "target") for at in unit.plan.weapons))
    return {**found, "weapons": fired - _built(state, unit, still)}


def _built(state: State, unit: Unit, motion: Motion, shots: tuple[Shot, ...] = ()) -> Number:
    rules = state.relief.rules
    toil = Toil(rules, msgspec.structs.replace(unit, motion=motion), shots, state=state)
    return Tally.of(rule.function(toil) for rule in rules[BUILDS]).total


def _sunk(state: State, unit: Unit, depth: int) -> Number:
    toil = Toil(state.relief.rules, unit, (), depth, state=state)
    return Tally.of(rule.function(toil) for rule in toil.rules[SINKS_IT]).total


INQUIRIES = {
    "heat": Inquiry(
        title="What heat does to a machine, what builds it up, and what is sunk",
        facts=OneUnit,
        answer=answer,
        cite=BUILD_UP,
    )
}
