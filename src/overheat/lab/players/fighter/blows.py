"""What to strike: the blow that counts most, with what its hit or its miss may bring to the ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.facts.commands import Strike
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.assaults import ASSAULTS
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.piloting import BLOWS, DEEDS, Check, cause, piloting_number
from overheat.classic.turn.preview import of_assault, of_blow
from overheat.kernel.rules.rule import Table
from overheat.lab.players.fighter.bearings import SIDES
from overheat.lab.players.fighter.lives import by_side, weights
from overheat.lab.players.fighter.preferences import Preferences

TRIPS = {"kick": "kicked", "push": "pushed"}
"""Blows whose target must roll to stay up, by the cause of the roll."""
STUMBLES = {"kick": "missed kick"}
"""Blows whose miss makes the attacker roll."""
HEAD_BLOW = 1.1
"""A punch may strike the head."""


class Striking(NamedTuple):
    """A blow, and why."""

    worth: float
    strike: Strike | None
    promise: float = 0.0
    chance: float = 0.0


def best_blow(state: State, unit: Unit, strikes: Sequence[Strike], likes: Preferences) -> Striking:
    """The blow that is worth most; none where all of them risk more than they promise, or promise next to nothing."""
    best = Striking(0.0, None)
    weight = weights(state, [other for other in state.units.values() if other.active], likes)
    for strike in strikes:
        found = _weighed(state, unit, strike, weight, likes)
        if found.worth >= likes.trifle and found.worth > best.worth + 0.01:
            best = found
    return best


def worth_of_blow(state: State, unit: Unit, strike: Strike, likes: Preferences) -> Striking:
    """What a blow is worth."""
    return _weighed(
        state, unit, strike, weights(state, [other for other in state.units.values() if other.active], likes), likes
    )


def _weighed(state: State, unit: Unit, strike: Strike, weight: Mapping[str, float], likes: Preferences) -> Striking:
    target = state.units.get(strike.target)
    promise = (of_assault if strike.kind in ASSAULTS else of_blow)(state, unit, strike)
    chance, worth = float(promise.chance), float(promise.damage)
    if target is not None:
        rules = state.relief.rules
        side = SIDES.index(rules[side_hit](rules, target, unit.hex))
        worth *= weight.get(target.id, 1.0) * float(by_side(state, target, likes)[side])
        worth *= HEAD_BLOW if strike.kind == "punch" else 1.0
        if strike.kind in TRIPS and target.machine and not target.condition.prone:
            worth += chance * likes.enemy_falls * falls(state, target, BLOWS, TRIPS[strike.kind])
    if strike.kind in STUMBLES and unit.machine:
        worth -= (1.0 - chance) * likes.fall * falls(state, unit, DEEDS, STUMBLES[strike.kind])
    return Striking(worth, strike, float(promise.damage), chance)


def falls(state: State, unit: Unit, table: Table[str, int], why: str) -> float:
    """The chance that a machine falls which must roll for a reason."""
    reason = cause(state.relief.rules[table], why)
    number = piloting_number(Check(state.relief.rules, unit, reason, state=state))
    return 1.0 - float(chance_to_stand(state, unit, int(number.total), reason))
