"""Whom to charge, or to jump upon: where it does more than the volley that it costs, and what it does to oneself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from overheat.classic.attack.blows import attack_of, number_of, refusal
from overheat.classic.facts.commands import Charge, Step
from overheat.classic.facts.state import Blow, Motion, State, Unit
from overheat.classic.rules.standard.blow_force import charge_damage, from_above_damage
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.piloting import BLOWS, DEEDS
from overheat.classic.turn.moves import charges, kind_of_charge
from overheat.classic.turn.preview import chance_to_hit
from overheat.classic.turn.reach import Place
from overheat.lab.players.fighter.bearings import SIDES
from overheat.lab.players.fighter.blows import falls
from overheat.lab.players.fighter.lives import by_side, caution_of, life, weights
from overheat.lab.players.fighter.options import has_moved
from overheat.lab.players.fighter.places import appraise
from overheat.lab.players.fighter.preferences import Preferences

ABOVE = "death from above"
MISSED = 1.5
"""How much worse a fall is that a missed death from above ends in: it is of two levels, and certain."""
FEW = 12
"""Charges that are looked at closely."""
SHAKES = {"charge": ("charge", "charged"), ABOVE: (ABOVE, "attacked from above")}
"""The rolls to stay on their feet that a hit asks of both."""


class Charging(NamedTuple):
    """A charge or a death from above, and why."""

    worth: float
    """What it is worth with what the place draws upon the unit, by the measure of places."""
    place: Place
    target: str
    kind: str
    promise: float
    """The damage that is expected of it."""
    chance: float
    hurt: float
    """The damage that it is expected to do to who makes it."""

    @property
    def command(self) -> Charge:
        return Charge(self.target)


def best_charge(state: State, unit: Unit, places: Sequence[Place], likes: Preferences) -> Charging | None:
    """The charge that is worth most, by the measure of places: without the fire that it costs; None where none pays.

    Only who has moved is charged: everybody else may be gone by then.
    """
    if not likes.charge or not (unit.machine or unit.vehicle):
        return None
    weight = weights(state, [other for other in state.units.values() if other.active], likes)
    found = [
        charge
        for target in state.units.values()
        if target.active and target.side != unit.side and has_moved(state, target) and not target.airborne
        for charge in _on(state, unit, target, places, weight, likes)
        if charge.worth > 0
    ]
    found = sorted(found, key=lambda charge: -charge.worth)[:FEW]
    if not found:
        return None
    there = appraise(state, unit, [charge.place for charge in found], likes)
    whole = []
    for charge in found:
        at = there.places.index(charge.place)
        fire = float(there.given[at]) * weight.get(there.at_whom[at], 1.0)
        whole.append(charge._replace(worth=charge.worth + float(there.worth[at]) - (1 + likes.second_target) * fire))
    return max(whole, key=lambda charge: charge.worth)


def _on(
    state: State, unit: Unit, target: Unit, places: Sequence[Place], weight: dict[str, float], likes: Preferences
) -> Iterator[Charging]:
    """Charges on one enemy from places beside it."""
    modes = state.relief.rules[MODES]
    for place in places:
        ahead = modes[place.mode].leaps or place.hex.neighbour(place.facing) == target.hex
        if place.hex.distance(target.hex) == 1 and place.hexes and ahead and Step("back") not in place.path:
            found = _weighed(state, unit, target, place, weight, likes)
            if found is not None:
                yield found


def _weighed(
    state: State, unit: Unit, target: Unit, place: Place, weight: dict[str, float], likes: Preferences
) -> Charging | None:
    """What a charge gives and costs besides what the place does; None where the rules do not allow it."""
    rules = state.relief.rules
    there = msgspec.structs.replace(
        unit,
        hex=place.hex,
        facing=place.facing,
        elevation=-state.relief.board[place.hex].amount("water"),
        motion=Motion(place.mode, place.hexes, place.hexes, place.spent, heading=place.facing),
    )
    then = msgspec.structs.replace(state, units={**state.units, unit.id: there})
    if charges(then, there, target) is not None:
        return None
    kind = kind_of_charge(then, there)
    attack = attack_of(then, there, Blow(kind, "", target.id))
    if refusal(attack) is not None:
        return None
    chance = float(chance_to_hit(then, attack, number_of(attack)))
    if kind == ABOVE:
        done, taken = rules[from_above_damage](rules, there)
    else:
        done, taken = rules[charge_damage](rules, there, target, place.hexes)
    side = SIDES.index(rules[side_hit](rules, target, there.hex))
    counted = min(float(done), life(target)) * weight.get(target.id, 1.0) * float(by_side(state, target, likes)[side])
    hurts = float(taken) * weight.get(unit.id, 1.0) * caution_of(state, unit.side, likes)
    own, other = SHAKES[kind]
    worth = chance * (counted - hurts)
    if target.machine and not target.condition.prone:
        worth += chance * likes.enemy_falls * falls(then, target, BLOWS, other)
    if unit.machine:
        worth -= chance * likes.fall * falls(then, there, DEEDS, own)
        worth -= (1.0 - chance) * likes.fall * MISSED if kind == ABOVE else 0.0
    return Charging(likes.charge * worth, place, target.id, kind, chance * done, chance, chance * taken)
