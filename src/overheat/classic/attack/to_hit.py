"""The number a weapon attack needs, as an explained sum, or why it may not be made. Everything asks here."""

from __future__ import annotations

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, fixed_number, gunnery, terrain
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally


def refusal(attack: WeaponAttack) -> Refusal | None:
    """Why an attack may not be made; None when it may."""
    for forbids in attack.rules.among(FORBIDS, attack):
        no = forbids.function(attack)
        if no is not None:
            return no
    return None


def target_number(attack: WeaponAttack) -> Tally:
    """What must be rolled on two dice, term by term. Whether the attack is allowed is another question."""
    rules = attack.rules
    sure = rules[cannot_miss](attack)
    if sure is not None:
        return Tally((sure,))
    fixed = rules[fixed_number](attack)
    if fixed is not None:
        return fixed
    terms = [rules[gunnery](attack)]
    for every in rules.among(EVERY_ATTACK, attack):
        term = every.function(attack)
        if term is not None:
            terms.append(term)
    for shot in rules.among(EVERY_SHOT, attack):
        term = shot.function(attack)
        if term is not None:
            terms.append(term)
    return Tally((*terms, *rules[terrain](attack).terms))


def to_hit(attack: WeaponAttack) -> Tally | Refusal:
    """The number that an attack needs, or why it may not be made."""
    return refusal(attack) or target_number(attack)
