"""What the guns of a unit may be expected to do to another at every distance, by the rules of shots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt

from overheat.classic.attack.decisions import DECISIONS
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.chances import HIGHEST_ROLL, chance_of, chance_to_roll
from overheat.classic.battle.scene import COUNTS_AS
from overheat.classic.facts.attack import FromAfar, WeaponAttack, of_distance
from overheat.classic.facts.lasting import of_attacks
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, gunnery
from overheat.classic.turn.preview import Usual, usual_damage
from overheat.kernel.terms import Number, Term

Floats = npt.NDArray[np.float64]

REACH = 31
"""Distances that a curve goes to."""
SHIFTS = 16
"""Additions to the target number that it goes to."""
EASIEST = -10
"""The lowest number that anybody needs."""
HARDEST = 50
"""The highest."""


def damage_curve(state: State, unit: Unit, target: Unit) -> Floats:
    """The damage that a unit does to another on average, by distance and by what movement and ground add.

    It is worked out anew when either of them is no longer what it was, but for its armour.
    """
    kept: dict[tuple[str, str], tuple[object, Floats]] = state.relief.remember("bot curves", lambda _: {})
    facts = _lasting(unit), _lasting(target)
    known = kept.get((unit.id, target.id))
    if known is None or known[0] != facts:
        known = kept[unit.id, target.id] = facts, _curve(state, unit, target)
    return known[1]


def _lasting(unit: Unit) -> tuple[object, ...]:
    """What shots depend on of a unit that battle changes."""
    left = tuple(bool(shots) for shots in unit.condition.shots)
    places = tuple((place.destroyed, place.critical_hits) for place in unit.condition.locations)
    return msgspec.structs.replace(unit.condition, shots=left, locations=()), places, of_attacks(unit.marks)


def _curve(state: State, unit: Unit, target: Unit) -> Floats:
    curve = np.zeros((REACH, SHIFTS))
    for mount in unit.plan.weapons:
        if not works(unit, mount) or unit.sheet.mounts[mount].rear:
            continue
        feed = _feed(unit, mount)
        if feed is not None and not unit.condition.shots[feed]:
            continue
        gun = Gun(state)
        for attack, last in _over_distances(state, unit, target, mount, feed):
            easiest = gun.number(attack) - EASIEST
            done = gun.damage(attack) * _chances(state, attack)[easiest : easiest + SHIFTS]
            curve[attack.far : last + 1] += done
    return curve


def _feed(unit: Unit, mount: int) -> int | None:
    """The bin that a weapon is fed from: the first that holds anything."""
    bins = unit.plan.feeds.get(mount) or (None,)
    return next((at for at in bins if at is not None and unit.condition.shots[at]), bins[0])


def _over_distances(
    state: State, unit: Unit, target: Unit, mount: int, feed: int | None
) -> Iterator[tuple[FromAfar, int]]:
    """The attack of a weapon on a target where a range begins, with where it ends; hex by hex too near for it."""
    near, far = _at(state, unit, target, mount, feed), 1
    while far < REACH:
        attack = near.from_afar(far)
        if attack.within is None:
            return
        ends = next(last for last, bracket in attack.limits if bracket == attack.within)
        last = far if far <= attack.reach[0] else min(ends, REACH - 1)
        yield attack, last
        far = last + 1


def _at(state: State, unit: Unit, target: Unit, mount: int, feed: int | None) -> WeaponAttack:
    return WeaponAttack(
        state.relief,
        unit,
        target,
        mount,
        feed=feed,
        weather=state.weather,
        others=state.units.values(),
        effects=state.effects,
    )


class Gun:
    """One weapon at one target: what no rule asks the distance for is found out once for all distances."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._everywhere: Number | None = None
        self._asking: list[Callable[[WeaponAttack], Term | None]] = []
        self._known: list[Usual] = []

    def number(self, attack: FromAfar) -> int:
        """What a shot needs but for what movement and ground add."""
        if self._everywhere is None:
            self._everywhere = self._sum_up(attack)
        terms = (adds(attack) for adds in self._asking)
        number = self._everywhere + sum(term.value for term in terms if term is not None)
        return max(EASIEST, min(int(number), HARDEST))

    def _sum_up(self, attack: FromAfar) -> Number:
        """What is the same at every distance; who asks for it is noted."""
        attack.questions()
        whole: Number = 0
        shot: list[Callable[[WeaponAttack], Term | None]] = [attack.rules[gunnery].function]
        shot += [rule.function for rule in attack.rules.among(EVERY_SHOT, attack)]
        for adds in shot:
            term = adds(attack)
            if any(map(of_distance, attack.questions())):
                self._asking.append(adds)
            elif term is not None:
                whole += term.value
        return whole

    def damage(self, attack: FromAfar) -> float:
        """What a hit does on average, worked out once for each bracket."""
        kept: dict[tuple[object, ...], float] = self._state.relief.remember("bot damages", lambda _: {})
        unit, target = attack.attacker, attack.target
        numbers = unit.condition.troopers, target.condition.troopers
        key = id(unit.plan), id(target.plan), *numbers, attack.index, attack.feed, attack.within
        if key not in kept:
            kept[key] = float(self._of_hit(attack))
        return kept[key]

    def _of_hit(self, attack: FromAfar) -> Fraction:
        """What a hit does on average; nothing is decided about it where no rule asks anybody."""
        rules = attack.rules
        if not rules[DECISIONS] and rules[cannot_miss](attack) is None:
            for known in self._known:
                if known.everywhere:
                    return known.mean
        return usual_damage(self._state, attack, target_number(attack), self._known)


def _chances(state: State, attack: WeaponAttack) -> Floats:
    """The chance of every number, from the easiest on."""
    if not state.relief.rules[COUNTS_AS]:
        return _plain_chances()
    who, about = attack.attacker.id, {"target": attack.target.id, "weapon": attack.weapon.name}
    kept: dict[tuple[int, str], Floats] = state.relief.remember("bot chances", lambda _: {})
    if (state.round, who) not in kept:
        counted = [float(chance_to_roll(state, "fire.to_hit", at, who, **about)) for at in range(2, HIGHEST_ROLL + 1)]
        kept[state.round, who] = _from_the_easiest(counted)
    return kept[state.round, who]


@cache
def _plain_chances() -> Floats:
    return _from_the_easiest([float(chance_of(at)) for at in range(2, HIGHEST_ROLL + 1)])


def _from_the_easiest(chances: list[float]) -> Floats:
    """Chances of the numbers from 2 to 12, with those that are easier or out of reach."""
    beyond = HARDEST + SHIFTS - HIGHEST_ROLL
    return np.array([1.0] * (2 - EASIEST) + chances + [0.0] * beyond)
