"""What a point value wins or loses when offence and defence are known: agility, networks, short arms, force bonuses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from overheat.alphastrike.points.offence import ARTILLERY
from overheat.alphastrike.points.rated import BONUS, FACTORS, HALF, Rated, to_half, worth
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Number, Tally, Term

NETWORKS = frozenset({"C3BSM", "C3BSS", "C3EM", "C3I", "C3M", "C3S", "AC3", "NC3", "NOVA"})
"""Abilities that join a C3 network."""
NO_BRAWLER = frozenset({"BT", "C3RS", "ECM", "AECM", *NETWORKS, *ARTILLERY})
"""Abilities that are of use to others or from afar, so that short arms do not matter."""
CARRIED = 10
"""Tons up to which infantry is easily carried to where its arms reach; fitted to published cards, as 7 to 10 all do."""
LEAST, SLOW, MIDDLING = 2, 6, 10
"""Inches that a unit must move to count as slow, below which it does, and up to which it is not fast."""
FORCE: Table[str, Number] = Table(
    "as.points.force",
    {
        "AECM": 3,
        "BH": 2,
        "C3RS": 2,
        "ECM": 2,
        "RCN": 2,
        "TRN": 2,
        "LPRB": 1,
        "PRB": 1,
        "LECM": HALF,
    },
    cite=BONUS,
)
"""What abilities add that help a whole force."""
HEADQUARTERS = 4
"""The number up to which a mobile headquarters counts in full."""


def ground_bonuses(rated: Rated, values: tuple[Term, ...]) -> Iterator[Term]:
    """Agility and networks add, short arms take away, of what offence and defence come to."""
    agile = rated.rules[agility].function(rated)
    if agile:
        yield Term("pv.agile", agile, "agile", BONUS)
    yield from network(rated, values)
    share = rated.rules[brawler].function(rated)
    if share:
        yield Term("pv.brawler", -to_half(Tally(values).total * share), f"short arms: {float(share):.0%}", BONUS)


def network(rated: Rated, values: tuple[Term, ...]) -> Iterator[Term]:
    """A twentieth of offence and defence for joining a C3 network."""
    if not NETWORKS.isdisjoint(rated.abilities):
        share = rated.rules[FACTORS]["C3 network"]
        yield Term("pv.network", to_half(Tally(values).total * share), "C3 network", BONUS)


@rule("as.agile", cite=BONUS)
def agility(rated: Rated) -> Number:
    """Each point of movement modifier above one counts the damage at medium range; above two, else at short range."""
    short, medium = worth(rated.row.short), worth(rated.row.medium)
    modifier = rated.tmm + HALF * rated.nimble if rated.nimble else rated.tmm
    if modifier > 1 and medium:
        return to_half((modifier - 1) * medium)
    return to_half((modifier - 2) * short) if rated.tmm >= 3 else 0


@rule("as.brawler", cite=BONUS)
def brawler(rated: Rated) -> Number:
    """The share lost by whoever is too slow to bring short arms to bear.

    That infantry light enough to be carried is spared is fitted to published cards.
    """
    short, medium, long = rated.damage
    if long or not (short or medium) or not NO_BRAWLER.isdisjoint(rated.abilities):
        return 0
    if rated.fastest < LEAST or (rated.infantry and rated.amount("CAR") <= CARRIED):
        return 0
    if rated.fastest < SLOW:
        return Fraction(1, 4) if medium else HALF
    return Fraction(1, 4) if not medium and rated.fastest <= MIDDLING else 0


def force(rated: Rated) -> Iterator[Term]:
    """What it does for a whole force."""
    helping = rated.rules[FORCE].rows
    for code, ability in rated.abilities.items():
        value = _headquarters(rated.amount("MHQ")) if code == "MHQ" else helping.get(code, 0)
        if value:
            yield Term("pv.force", value, ability.printed, BONUS)


def _headquarters(number: Number) -> Number:
    """A mobile headquarters adds its number up to four, and one for every five or part of five beyond.

    What is beyond four is fitted to published cards.
    """
    return number if number <= HEADQUARTERS else HEADQUARTERS + ceil(Fraction(number - HEADQUARTERS, 5))


RULES = (FORCE, agility, brawler)
