"""How an Arrow flies: a course hex by hex, so many hexes a turn, with few turns and none of them sharp."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule

FLIGHT = Book("Omega Rules")("Indirect Fire Arrows", 11)
ALL_ROUND = tuple(range(6))

FIGURES: Table[str, int] = Table(
    "omega.arrow_flight",
    {"least hexes": 9, "most hexes": 17, "most of a hex": 1, "most turns": 3},
    cite=FLIGHT,
    implements=("OM-arrow-flight", "OM-arrow-ranges"),
    where="overheat.classic.rules.omega.flight.FIGURES",
)
"""The hexes that an Arrow flies each weapon phase, the hexsides that it turns by in one hex, and in one phase."""


@rule("omega.course", cite=FLIGHT, implements=("OM-arrow-flight",))
def course(rules: Ruleset, hexes: int, turns: Sequence[int], *, ends: bool) -> Refusal | None:
    """An Arrow flies 9 to 17 hexes a phase, turns by one hexside in a hex and by three in all.

    One whose flight ends in this phase, since it attacks, need not fly as far as others.
    """
    figures = rules[FIGURES]
    if hexes > figures["most hexes"]:
        return Refusal("omega.course", f"an Arrow flies {figures['most hexes']} hexes a turn at most", FLIGHT)
    if hexes < figures["least hexes"] and not ends:
        return Refusal("omega.course", f"an Arrow flies at least {figures['least hexes']} hexes a turn", FLIGHT)
    if any(turn > figures["most of a hex"] for turn in turns):
        return Refusal("omega.course", "an Arrow turns by one hexside in a hex", FLIGHT)
    if sum(turns) > figures["most turns"]:
        return Refusal("omega.course", f"an Arrow turns by {figures['most turns']} hexsides a turn at most", FLIGHT)
    return None


def headings(path: Sequence[Hex]) -> tuple[int, ...]:
    """The direction of every step of a way."""
    return tuple(hex.direction(onward) for hex, onward in pairwise(path))


def turned(one: int, other: int) -> int:
    """The hexsides between two directions."""
    return min((one - other) % 6, (other - one) % 6)


def turns_of(path: Sequence[Hex], flown: int) -> tuple[int, ...]:
    """The hexsides turned in each of the hexes that were flown last, where any were."""
    way = headings(path)
    first = max(1, len(way) - flown)
    return tuple(by for at in range(first, len(way)) if (by := turned(way[at], way[at - 1])))


def onward(rules: Ruleset, path: Sequence[Hex], flown: int, first: Sequence[int] = ALL_ROUND) -> tuple[int, ...]:
    """The directions that a missile may fly on in; one that is still in its tube may take any of the first."""
    way = headings(path)
    if not way:
        return tuple(first)
    before = turns_of(path, flown)
    by = [0, *(turn for turn in (-1, 1) if rules[course](rules, flown, (*before, 1), ends=True) is None)]
    return tuple((way[-1] + turn) % 6 for turn in by)


def legs(
    rules: Ruleset, board: Board, path: Sequence[Hex], flown: int, first: Sequence[int] = ALL_ROUND
) -> Iterator[tuple[Hex, ...]]:
    """Every straight leg that a missile may fly on from where it is, on the map, as the hexes of it."""
    for heading in onward(rules, path, flown, first):
        leg: tuple[Hex, ...] = ()
        while True:
            leg = (*leg, (leg[-1] if leg else path[-1]).neighbour(heading))
            hexes = flown + len(leg)
            if leg[-1] not in board or rules[course](rules, hexes, turns_of((*path, *leg), hexes), ends=True):
                break
            yield leg


def shortest(
    rules: Ruleset, board: Board, path: Sequence[Hex], flown: int, to: Hex, first: Sequence[int] = ALL_ROUND
) -> tuple[Hex, ...] | None:
    """The shortest way on to a hex that a missile may still fly this turn; None where there is none."""
    most, least = rules[FIGURES]["most hexes"], path[-1].distance(to)
    if not 0 < least <= most - flown:
        return None
    seen: set[tuple[Hex, int, int]] = set()
    open_ways: list[tuple[Hex, ...]] = [tuple(path)]
    while open_ways:
        longer: list[tuple[Hex, ...]] = []
        for way in open_ways:
            more = flown + len(way) - len(path)
            for heading in onward(rules, way, more, first):
                hex = way[-1].neighbour(heading)
                if hex not in board or more + 1 + hex.distance(to) > most:
                    continue
                grown = (*way, hex)
                if hex == to:
                    return grown[len(path) :]
                key = (hex, heading, sum(turns_of(grown, more + 1)))
                if key not in seen:
                    seen.add(key)
                    longer.append(grown)
        open_ways = longer
    return None
