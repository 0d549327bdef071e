"""The hits that attacks may come to, misses counted, and where each of them may strike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import lcm
from typing import Any

from overheat.classic.attack.decisions import DECISIONS, DIVERTS, stopped
from overheat.classic.attack.resolution import place as place_shot
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import COUNTS_AS
from overheat.classic.damage.hits import place_on_machine
from overheat.classic.damage.places import Place
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.facts.targets import is_ground
from overheat.classic.outcomes.effort import Work
from overheat.classic.outcomes.scenes import Catching, Foreseen, NotForeseenError
from overheat.classic.rules.standard.fire import all_rolls_first
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.turn.preview import chance_to_hit, rolls_to_hit
from overheat.kernel.branching import Branch, Weighted, all_ways

Ways = tuple[Weighted[tuple[int, ...]], int]
"""Rows of hits by their numbers, each with its weight, and what the weights add up to."""


class Arrivals:
    """Attacks on one target."""

    def __init__(self, state: State, target: str, work: Work | None = None) -> None:
        self.state, self.id, self.rules = state, target, state.relief.rules
        self._work = work or Work()
        self.hits: list[Hit] = []
        """Every kind of hit that there is, by its number."""
        self._numbers: dict[Any, int] = {}
        self._places: dict[Any, tuple[Weighted[Place], int]] = {}

    def check(self) -> None:
        """Refuse where a rule takes part that hits cannot be foreseen under one by one."""
        if self.rules[COUNTS_AS]:
            raise NotForeseenError("rolls that count as something else")
        if self.rules[DECISIONS]:
            raise NotForeseenError("what players decide about attacks")
        if self.rules[all_rolls_first](self.rules):
            raise NotForeseenError("all rolls to hit before any damage")

    def all(self, attacks: Sequence[WeaponAttack], fields: Sequence[State] = ()) -> list[Ways]:
        """The hits that each of some attacks may come to."""
        return [self.of(attack, field) for attack, field in zip_longest(attacks, fields[: len(attacks)])]

    def damage(self, hits: tuple[int, ...]) -> int:
        """What some hits do together."""
        return sum(self.hits[hit].damage for hit in hits)

    def most(self, ways: Ways) -> int:
        """The most that an attack may do."""
        return max((self.damage(hits) for hits, _ in ways[0]), default=0)

    def placed(self, state: State, hit: int) -> tuple[Weighted[Place], int]:
        """Where a hit may strike a machine as it is."""
        known, condition = self.hits[hit], state.units[self.id].condition
        key = known.side, known.in_cover, known.location, condition.gone, condition.prone
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = all_ways(
                lambda branch: place_on_machine(Foreseen(state, branch, self.id, work=self._work), known)
            )
        return found

    def of(self, attack: WeaponAttack, field: State | None = None) -> tuple[Weighted[tuple[int, ...]], int]:
        """The hits that an attack may come to, misses counted; fired on another field where one is given."""
        state = field or self.state
        rules = self.rules
        if is_ground(attack.target.id) or attack.target.id != self.id:
            raise NotForeseenError("attacks on something else")
        scene = Foreseen(state, Branch([]), self.id, work=self._work)
        if any(rule.function(scene, attack) for rule in rules[DIVERTS]):
            raise NotForeseenError("shots that are drawn away")
        needed = target_number(attack)
        chance = chance_to_hit(state, attack, needed)
        number = int(needed.total)
        if rules[cannot_miss](attack) is not None:
            return self._landed(attack, state)
        barely = attack.rolled(0)
        parts: list[tuple[tuple[int, ...], int, int]] = [((), (1 - chance).numerator, (1 - chance).denominator)]
        if chance:
            found, whole = self._landed(barely, state)
            if not barely.by_margin:
                parts += [(hits, weight * chance.numerator, whole * chance.denominator) for hits, weight in found]
            else:
                rolls = rolls_to_hit(state, attack, needed)
                for roll, ways in rolls.items():
                    if roll >= number:
                        found, whole = self._landed(attack.rolled(roll - number), state)
                        parts += [(hits, weight * ways, whole * rolls.total) for hits, weight in found]
        out_of = lcm(*(whole for _, _, whole in parts))
        merged: dict[tuple[int, ...], int] = {}
        for hits, weight, whole in parts:
            if weight:
                merged[hits] = merged.get(hits, 0) + weight * (out_of // whole)
        return tuple(merged.items()), out_of

    def _landed(self, attack: WeaponAttack, state: State) -> tuple[Weighted[tuple[int, ...]], int]:
        """The hits of an attack that is not missed."""

        def one_way(branch: Branch) -> tuple[int, ...]:
            scene = Catching(state, branch, self.id, self._work)
            if not stopped(scene, attack):
                place_shot(scene, attack)
            if scene.state.units[self.id] is not state.units[self.id]:
                raise NotForeseenError("an attack does something to its target besides damage")
            return tuple(self._hit(hit, attack) for hit in scene.caught if hit.unit == self.id)

        return all_ways(one_way)

    def _hit(self, hit: Hit, attack: WeaponAttack) -> int:
        """A hit by its number; hits of weapons that are alike are one."""
        by = (attack.attacker.id, attack.weapon.name, attack.rate, attack.mode, attack.distance)
        key = (by, hit.side, hit.damage, hit.in_cover, hit.munition, hit.location, hit.counted, attack._margin)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.hits)
            self.hits.append(hit)
        return found
