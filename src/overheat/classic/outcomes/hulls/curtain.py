"""What battle did to the parts of a vehicle, behind a curtain: only what other parts have to know is told apart.

How often was rolled for a part is enough to know how likely it is in which state; each such state of knowledge is a
lot. Parts that know nothing of one another are independent of one another as long as a vehicle is in the battle.
"""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.outcomes.anatomy import Local
from overheat.classic.outcomes.blows import Blow, Fate, Locally, Widely
from overheat.classic.outcomes.hulls.hull import Common, Hull, Inside
from overheat.classic.rules.standard.locations import Side

DIGITS = 15
"""Chances that differ by less are the same."""
Lot = dict[tuple[Inside, frozenset[str]], float]
"""What a part may be like inside, and everything that may have happened to it by name, with its chance."""


class Drawn(NamedTuple):
    """What shows of a roll: its chance, what is known of the part then, what all parts know, and a fate."""

    chance: float
    lot: int
    common: Common
    fate: Fate | None


class Curtain:
    """What is known of each part, by numbers; 0 is what was known at first."""

    def __init__(self, hull: Hull) -> None:
        self.hull = hull
        self.lots: list[list[Lot]] = [[{(inside, frozenset()): 1.0}] for inside in hull.inside]
        self._numbers = [{_rounded(first): 0} for (first,) in self.lots]
        self.many = len(self.lots)
        """In how many states parts are known."""
        self._drawn: dict[tuple[int, int, Common, Side | None], tuple[Drawn, ...]] = {}
        self._spared: dict[tuple[int, int], dict[str, float]] = {}

    def draw(self, part: int, lot: int, common: Common, side: Side | None = None) -> tuple[Drawn, ...]:
        """A roll for a part of which so much is known."""
        known = self.hull.known(part, common)
        key = part, lot, known, side
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = self._found(*key)
        if known == common:
            return found
        return tuple([drawn._replace(common=self.hull.told(drawn.common, known, common)) for drawn in found])

    def _found(self, part: int, lot: int, common: Common, side: Side | None) -> tuple[Drawn, ...]:
        signs: dict[tuple[Common, Fate | None], Lot] = {}
        for (inside, seen), chance in self.lots[part][lot].items():
            for (after, told, fate, happened), share in self.hull.changes(part, inside, common, side):
                into = signs.setdefault((told, fate), {})
                held = after, seen | happened if happened else seen
                into[held] = into.get(held, 0.0) + chance * share
        return tuple([self._told(part, *sign, insides) for sign, insides in signs.items()])

    def _told(self, part: int, common: Common, fate: Fate | None, insides: Lot) -> Drawn:
        """A sign with what is known then; what was known before by another way has its number already."""
        chance = sum(insides.values())
        known = {inside: weight / chance for inside, weight in insides.items()}
        held = self.lots[part]
        lot = self._numbers[part].setdefault(_rounded(known), len(held))
        if lot == len(held):
            held.append(known)
            self.many += len(known)
        return Drawn(chance, lot, common, fate)

    def spared(self, part: int, lot: int) -> dict[str, float]:
        """By the name of everything that may have happened to a part how likely it has not."""
        found = self._spared.get((part, lot))
        if found is None:
            insides = self.lots[part][lot].items()
            names = {name for (_, seen), _ in insides for name in seen}
            found = self._spared[part, lot] = {
                name: sum(chance for (_, seen), chance in insides if name not in seen) for name in names
            }
        return found


def _rounded(lot: Lot) -> frozenset[tuple[tuple[Inside, frozenset[str]], float]]:
    """Chances as far as rounding leaves them alone."""
    return frozenset((held, round(chance, DIGITS)) for held, chance in lot.items())


class HullBlows:
    """Hits on one vehicle."""

    def __init__(self, hull: Hull) -> None:
        self.hull, self.curtain = hull, Curtain(hull)

    def here(self, blow: Blow, local: Local) -> tuple[Locally, ...] | None:
        """What a hit makes of a location; None where dice are rolled for it."""
        after, left = _worn(blow, local)
        if after.gone:
            return (Locally(1.0, after, self.hull.lost_with(blow.place)),)
        if left or blow.critical or blow.side is not None:
            return None
        return (Locally(1.0, after, None),)

    def concerned(
        self, blow: Blow, left: tuple[Local, ...], crew: Common
    ) -> tuple[tuple[tuple[Widely[Common], float], ...], frozenset[int]]:
        """What a hit that dice are rolled for makes of a vehicle, and the parts that it came to."""
        after, through = _worn(blow, left[blow.place])
        found = {Widely((*left[: blow.place], after, *left[blow.place + 1 :]), crew, 0, None): 1.0}
        for _ in range((through > 0) + blow.critical + (blow.side is not None)):
            found = self._rolled(found, blow.place, blow.side)
        return tuple(found.items()), frozenset(self.surely(blow))

    def surely(self, blow: Blow) -> tuple[int, ...]:
        """The part that a hit strikes, and what all parts have in common."""
        return blow.place, len(self.hull.codes)

    def _rolled(self, ways: dict[Widely[Common], float], part: int, side: Side | None) -> dict[Widely[Common], float]:
        """A roll for a part, for everybody who is still in the battle."""
        found: dict[Widely[Common], float] = {}
        for way, chance in ways.items():
            if way.fate is not None:
                found[way] = found.get(way, 0.0) + chance
                continue
            local = way.locals[part]
            for share, lot, common, fate in self.curtain.draw(part, local.lot, way.crew, side):
                held = (*way.locals[:part], local._replace(lot=lot), *way.locals[part + 1 :])
                after = Widely(held, common, 0, fate)
                found[after] = found.get(after, 0.0) + chance * share
        return found


def _worn(blow: Blow, local: Local) -> tuple[Local, int]:
    """What damage leaves of a location, and how much of it went through the armour."""
    left = max(0, blow.damage - local.front)
    return local._replace(front=max(0, local.front - blow.damage), structure=max(0, local.structure - left)), left
