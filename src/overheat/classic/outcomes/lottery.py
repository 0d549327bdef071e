"""Critical hits as a lottery that is drawn behind a curtain: only what shows at once is told apart.

Which slots of a location were hit matters to nothing outside it until an engine is gone, a cockpit, or something
explodes. So it is enough to know how often was rolled for it, and how likely each hidden hand is that shows nothing.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from overheat.classic.outcomes.anatomy import BLOWN_OFF, NOWHERE, TWO_DICE, Anatomy

Shown = Literal["nothing", "blown off", "lost", "explodes", "engine", "inward"]


class Hand(NamedTuple):
    """What was hit in a location: so many slots that decide nothing, and of each special kind."""

    ordinary: int
    drawn: tuple[int, ...]


class Sign(NamedTuple):
    """What shows of critical hits: nothing, or what happens at once, with the critical hits that are still to come."""

    shown: Shown
    why: str = ""
    special: int = -1
    left: int = 0


class Drawn(NamedTuple):
    """A sign with its chance, and what is known then."""

    sign: Sign
    chance: float
    lot: int


Hands = dict[Hand, float]
QUIET = Sign("nothing")
DIGITS = 15
"""Chances of hands that differ by less are the same."""


class Lottery:
    """What is known of the critical hits of each location, by numbers; 0 is what was known at first."""

    def __init__(self, anatomy: Anatomy) -> None:
        self.anatomy = anatomy
        self.hands: list[list[Hands]] = []
        for specials in anatomy.specials:
            self.hands.append([{Hand(0, (0,) * len(specials)): 1.0}])
        self._whole = [
            len(ordinary) + sum(special.slots for special in specials)
            for ordinary, specials in zip(anatomy.ordinary, anatomy.specials, strict=True)
        ]
        self._drawn: dict[tuple[int, int, int | None], tuple[Drawn, ...]] = {}
        self._lots: list[dict[tuple[tuple[Hand, float], ...], int]] = [{} for _ in anatomy.specials]
        for index, (first,) in enumerate(self.hands):
            self._lots[index][_rounded(first)] = 0

    def roll(self, index: int, lot: int) -> tuple[Drawn, ...]:
        """A roll for critical hits on a location."""
        return self._found(index, lot, None)

    def strike(self, index: int, lot: int, count: int) -> tuple[Drawn, ...]:
        """So many critical hits on a location."""
        return self._found(index, lot, count)

    def _found(self, index: int, lot: int, count: int | None) -> tuple[Drawn, ...]:
        key = index, lot, count
        found = self._drawn.get(key)
        if found is None:
            signs: dict[Sign, Hands] = {}
            held = self.hands[index][lot]
            if count is not None:
                self._draw(index, held, count, 1.0, signs)
            else:
                for result, ways in self.anatomy.rolls[index]:
                    if result == BLOWN_OFF:
                        _add(signs, Sign("blown off"), held, ways / TWO_DICE)
                    else:
                        self._draw(index, held, int(result), ways / TWO_DICE, signs)
            found = self._drawn[key] = tuple(self._told(index, sign, hands) for sign, hands in signs.items())
        return found

    def _told(self, index: int, sign: Sign, hands: Hands) -> Drawn:
        """A sign with what is known then; what was known before by another way has its number already."""
        chance = sum(hands.values())
        known = {hand: weight / chance for hand, weight in hands.items()}
        lot = self._lots[index].setdefault(_rounded(known), len(self.hands[index]))
        if lot == len(self.hands[index]):
            self.hands[index].append(known)
        return Drawn(sign, chance, lot)

    def _draw(self, index: int, held: Hands, count: int, share: float, signs: dict[Sign, Hands]) -> None:
        """So many slots, one after the other, of each hand that it may be."""
        hands = {hand: chance * share for hand, chance in held.items()}
        if count and (empty := {hand: chance for hand, chance in hands.items() if not self._slots(index, hand)}):
            inward = self.anatomy.inward[index] != NOWHERE
            _add(signs, Sign("inward", left=count) if inward else QUIET, empty, 1.0)
            hands = {hand: chance for hand, chance in hands.items() if hand not in empty}
        plain, specials = len(self.anatomy.ordinary[index]), self.anatomy.specials[index]
        for left in reversed(range(count)):
            after: Hands = {}
            for hand, chance in hands.items():
                slots = self._slots(index, hand)
                if not slots:
                    after[hand] = after.get(hand, 0.0) + chance
                    continue
                if plain > hand.ordinary:
                    other = Hand(hand.ordinary + 1, hand.drawn)
                    after[other] = after.get(other, 0.0) + chance * (plain - hand.ordinary) / slots
                for number, special in enumerate(specials):
                    many = special.slots - hand.drawn[number]
                    if many:
                        drawn = (*hand.drawn[:number], hand.drawn[number] + 1, *hand.drawn[number + 1 :])
                        other, sign = Hand(hand.ordinary, drawn), self._sign(index, number, hand, left)
                        into = after if sign is QUIET else signs.setdefault(sign, {})
                        into[other] = into.get(other, 0.0) + chance * many / slots
            hands = after
        if hands:
            _add(signs, QUIET, hands, 1.0)

    def _slots(self, index: int, hand: Hand) -> int:
        """The slots of a location that can still be hit."""
        return self._whole[index] - hand.ordinary - sum(hand.drawn)

    def _sign(self, index: int, number: int, before: Hand, left: int) -> Sign:
        """What shows when a special slot is hit."""
        anatomy, special = self.anatomy, self.anatomy.specials[index][number]
        if special.kind == "cockpit":
            return Sign("lost", "cockpit_destroyed")
        if special.kind == "engine":
            if anatomy.spread:
                return Sign("engine", special=number, left=left)
            hits = anatomy.engine_before[index] + before.drawn[number] + 1
            return Sign("lost", "engine_destroyed") if hits >= anatomy.limit else QUIET
        if special.kind == "explosive" and (special.once < 0 or not before.drawn[number]):
            return Sign("explodes", special=number, left=left)
        return QUIET

    def engine_drawn(self, index: int, lot: int) -> int:
        """Slots of the engine in a location that were hit since, where each of them shows."""
        hand = next(iter(self.hands[index][lot]))
        kinds = zip(self.anatomy.specials[index], hand.drawn, strict=True)
        return sum(drawn for special, drawn in kinds if special.kind == "engine")


def _rounded(hands: Hands) -> tuple[tuple[Hand, float], ...]:
    """Hands by their chances as far as rounding leaves them alone."""
    return tuple(sorted((hand, round(chance, DIGITS)) for hand, chance in hands.items()))


def _add(signs: dict[Sign, Hands], sign: Sign, hands: Hands, share: float) -> None:
    into = signs.setdefault(sign, {})
    for hand, chance in hands.items():
        into[hand] = into.get(hand, 0.0) + chance * share
