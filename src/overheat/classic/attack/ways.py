"""A shot and all the ways that it may be fired in: as usual, for heat, called high.

A rule says the same of two ways if it has asked nothing about the way that has another answer for the other. So every
rule is asked about the usual way, and about another only where its questions have other answers there.
"""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import UNASKED, WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, fixed_number, gunnery, terrain
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term

Asked = frozenset[tuple[str, ...]]


class Ways:
    """What the rules say of a shot that is fired as usual, and with it of its other ways."""

    __slots__ = ("_added", "_asked_of_ground", "_forbidding", "_ground", "attack")

    def __init__(self, attack: WeaponAttack) -> None:
        self.attack = attack
        self._forbidding: list[tuple[Callable[[WeaponAttack], Refusal | None], Asked]] = []
        self._added: list[tuple[Callable[[WeaponAttack], Term | None], Term | None, Asked]] = []
        self._ground, self._asked_of_ground = Tally(), UNASKED

    def refusal(self) -> Refusal | None:
        """Why the shot may not be fired as usual; None when it may. What forbids it in other ways is noted."""
        attack = self.attack
        attack.questions()
        for forbids in attack.rules.among(FORBIDS, attack):
            no = forbids.function(attack)
            if no is not None:
                return no
            asked = attack.questions()
            if asked:
                self._forbidding.append((forbids.function, asked))
        return None

    def otherwise(self, mode: str) -> WeaponAttack | None:
        """The shot in another way, after it may be fired as usual; None where it may not be fired so."""
        made = self.attack.fired_otherwise(mode)
        for forbids, asked in self._forbidding:
            if not self.attack.answers(asked, mode) and forbids(made) is not None:
                return None
        return made

    def target_number(self, attack: WeaponAttack) -> Tally:
        """What must be rolled for the shot in one of its ways, term by term, as `to_hit.target_number` has it."""
        rules, usual, mode = attack.rules, self.attack, attack.mode
        if rules[cannot_miss](attack) is not None or rules[fixed_number](attack) is not None:
            return target_number(attack)
        if not self._added:
            self._add_up()
        terms: list[Term] = []
        for adds, said, asked in self._added:
            found = adds(attack) if asked and not usual.answers(asked, mode) else said
            if found is not None:
                terms.append(found)
        ground = self._ground if usual.answers(self._asked_of_ground, mode) else rules[terrain](attack)
        return Tally((*terms, *ground.terms))

    def _add_up(self) -> None:
        """Ask every rule about the usual way, and note what it asks about the way."""
        attack, rules = self.attack, self.attack.rules
        attack.questions()
        adding: list[Callable[[WeaponAttack], Term | None]] = [rules[gunnery].function]
        adding += [rule.function for rule in rules.among(EVERY_ATTACK, attack)]
        adding += [rule.function for rule in rules.among(EVERY_SHOT, attack)]
        for adds in adding:
            said = adds(attack)
            asked = attack.questions()
            if said is not None or asked:
                self._added.append((adds, said, asked))
        self._ground, self._asked_of_ground = rules[terrain](attack), attack.questions()
