"""A shot and all the ways that it may be fired in: as usual, for heat, called high.

A rule says the same of two ways if it has asked nothing about the way that has another answer for the other. So every
rule is asked about the usual way, and about another only where its questions have other answers there. Likewise of a
shot with the torso turned otherwise: only rules that have asked where it points are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import TORSO, UNASKED, WeaponAttack
from overheat.classic.rules.standard.fire import ASKED_FIRST, FORBIDS
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, fixed_number, gunnery, terrain
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Rule, Ruleset
from overheat.kernel.terms import Tally, Term

Asked = frozenset[tuple[str, ...]]


def _asked_first(rules: Ruleset) -> tuple[Rule[[WeaponAttack], Refusal | None], ...]:
    """The rules in force that stand against most shots; what lies over one of them is asked in its turn."""
    kept = rules.remembered("asked first of shots")
    if "" not in kept:
        kept[""] = tuple(rule for rule in rules[FORBIDS] if rule in ASKED_FIRST)
    found: tuple[Rule[[WeaponAttack], Refusal | None], ...] = kept[""]
    return found


class Ways:
    """What the rules say of a shot that is fired as usual, and with it of its other ways."""

    __slots__ = (
        "_added",
        "_asked_of_ground",
        "_forbidding",
        "_ground",
        "_made",
        "_numbers",
        "_turning",
        "attack",
        "turns",
    )

    def __init__(self, attack: WeaponAttack) -> None:
        self.attack = attack
        self.turns = False
        """Whether a rule has asked where the torso points that has not been told apart from those that forbid it."""
        self._turning: list[Callable[[WeaponAttack], Refusal | None]] = []
        self._made: dict[str, WeaponAttack | None] = {}
        self._numbers: dict[str, Tally] = {}
        self._forbidding: list[tuple[Callable[[WeaponAttack], Refusal | None], Asked]] = []
        self._added: list[tuple[Callable[[WeaponAttack], Term | None], Term | None, Asked]] = []
        self._ground, self._asked_of_ground = Tally(), UNASKED

    def refused(self) -> bool:
        """Whether the shot may not be fired as usual. What forbids it in other ways is noted."""
        attack = self.attack
        attack.questions()
        first = _asked_first(attack.rules)
        if self._refused_by(first):
            return True
        return self._refused_by([rule for rule in attack.rules.among(FORBIDS, attack) if rule not in first])

    def _refused_by(self, rules: Iterable[Rule[[WeaponAttack], Refusal | None]]) -> bool:
        attack = self.attack
        for forbids in rules:
            no = forbids.function(attack)
            asked = attack.questions()
            if no is not None:
                self.turns = TORSO in asked
                return True
            if asked:
                self._forbidding.append((forbids.function, asked))
            if TORSO in asked:
                self._turning.append(forbids.function)
        return False

    def serve(self, turned: WeaponAttack) -> bool:
        """Whether all that was found out holds of the shot with the torso turned otherwise."""
        return not self.turns and all(forbids(turned) is None for forbids in self._turning)

    def otherwise(self, mode: str) -> WeaponAttack | None:
        """The shot in another way, after it may be fired as usual; None where it may not be fired so."""
        if mode not in self._made:
            made = self.attack.fired_otherwise(mode)
            self._made[mode] = made if self._allowed(made, mode) else None
            self.turns |= TORSO in made.questions()
        return self._made[mode]

    def _allowed(self, made: WeaponAttack, mode: str) -> bool:
        made.questions()
        again = (forbids for forbids, asked in self._forbidding if not self.attack.answers(asked, mode))
        return all(forbids(made) is None for forbids in again)

    def target_number(self, attack: WeaponAttack) -> Tally:
        """What must be rolled for the shot in one of its ways, term by term, as `to_hit.target_number` has it."""
        mode = attack.mode
        if mode not in self._numbers:
            attack.questions()
            self._numbers[mode] = self._number(attack, mode)
            self.turns |= TORSO in attack.questions()
        return self._numbers[mode]

    def _number(self, attack: WeaponAttack, mode: str) -> Tally:
        rules, usual = attack.rules, self.attack
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
            self.turns |= TORSO in asked
            if said is not None or asked:
                self._added.append((adds, said, asked))
        self._ground, self._asked_of_ground = rules[terrain](attack), attack.questions()
        self.turns |= TORSO in self._asked_of_ground
