"""The offensive value: damage, overheating, size, and what abilities add to an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from overheat.alphastrike.points.rated import FACTORS, HALF, OFFENSIVE, Rated, term, to_half
from overheat.kernel.rules.rule import Table
from overheat.kernel.terms import Number, Tally, Term, multiplied

QUARTER = Fraction(1, 4)

HAVING: Table[str, Number] = Table(
    "as.points.offence",
    {"TAG": HALF, "LTAG": QUARTER, "TSM": 1, "ECS": QUARTER, "MEL": HALF},
    cite=OFFENSIVE,
)
"""What an ability adds to the offensive value by being there."""

ARTILLERY_WORTH: dict[str, Number] = {
    "ARTAIS": 12,
    "ARTAC": 12,
    "ARTT": 6,
    "ARTS": 12,
    "ARTBA": 6,
    "ARTLTC": 12,
    "ARTSC": 6,
    "ARTTC": 3,
    "ARTLT": 27,
    "ARTCM5": 30,
    "ARTCM7": 54,
    "ARTCM9": 72,
    "ARTCM12": 93,
}
ARTILLERY = tuple(ARTILLERY_WORTH)
EACH: Table[str, Number] = Table(
    "as.points.offence_each",
    {
        "SNARC": 1,
        "INARC": 1,
        "CNARC": HALF,
        "MDS": 1,
        "MTAS": 1,
        "BTAS": QUARTER,
        "BOMB": 1,
        "TSEMP": 5,
        **ARTILLERY_WORTH,
    },
    cite=OFFENSIVE,
)
"""What it adds for each that there is; the worth of bombs is fitted to published cards."""

ONE_SHOT_MOST = 5
"""The most that one-shot TSEMP cannons add together."""
TENTH = Fraction(1, 10)
LESS_OR_MORE: Table[str, Number] = Table(
    "as.points.offence_shares",
    {"ATAC": TENTH, "VRT": TENTH, "SHLD": -TENTH, "BFC": -TENTH},
    cite=OFFENSIVE,
)
"""What an ability adds to all of the offensive value, as a share of it."""


def offensive(rated: Rated) -> tuple[Term, ...]:
    """The terms of the offensive value; what changes all of it comes last.

    That this share is taken to the nearest half is fitted to published cards.
    """
    terms = (*_damage(rated), *_abilities(rated))
    change = _change(rated)
    if not change:
        return terms
    whole = Tally(terms).total
    share = to_half(whole * change) if change > 0 else -to_half(whole * -change)
    label = f"{float(change):+.0%} of the offensive value"
    return (*terms, term("blanket", share, label, OFFENSIVE))


def _damage(rated: Rated) -> Iterator[Term]:
    """Damage at short and long range once, at medium range twice, overheating, and half the size of 'Mechs."""
    short, medium, long = rated.damage
    yield term("short", short, "damage at short range", OFFENSIVE)
    twice = rated.rules[FACTORS]["damage at medium range"]
    yield term("medium", multiplied((twice, medium)), f"damage at medium range x {twice}", OFFENSIVE)
    yield term("long", long, "damage at long range", OFFENSIVE)
    if rated.overheat:
        heat = 1 + HALF * (rated.overheat - 1)
        yield term("overheat", heat if medium or long else heat / 2, f"overheat {rated.overheat}", OFFENSIVE)
    if rated.type in ("BM", "IM", "PM"):
        half = rated.rules[FACTORS]["size of a 'Mech"]
        yield term("size", multiplied((half, rated.size)), f"size {rated.size} / 2", OFFENSIVE)


def _abilities(rated: Rated) -> Iterator[Term]:
    """What each ability adds."""
    for code, ability in rated.abilities.items():
        value = _worth(rated, code)
        if value:
            yield term("attack", value, ability.printed, OFFENSIVE)


def _worth(rated: Rated, code: str) -> Number:
    """What an ability adds to the offensive value of this card."""
    value = rated.rules[HAVING].get(code)
    if value is not None:
        return value
    each = rated.rules[EACH].get(code)
    if each is not None:
        return each * rated.amount(code)
    special = SPECIAL.get(code)
    return special(rated) if special else 0


def _one_shot(rated: Rated) -> Number:
    return min(ONE_SHOT_MOST, rated.amount("TSEMP-O"))


def _heat(rated: Rated) -> Number:
    """The most heat it causes at any range, and a half more if it does at medium range."""
    found = rated.damages("HT")
    return max(found) + (HALF if found[1] else 0)


def _radical_heat_sinks(rated: Rated) -> Number:
    """Radical heat sinks help most whoever overheats at long range, and least whoever does not overheat."""
    if rated.has("OVL"):
        return 1
    return HALF if rated.overheat else QUARTER


def _booby_trap(rated: Rated) -> Number:
    """A booby trap hurts by size, and on the ground by how far it is carried."""
    return rated.size if rated.aerospace else HALF * rated.fastest * rated.size


SPECIAL: dict[str, Callable[[Rated], Number]] = {
    "TSEMP-O": _one_shot,
    "HT": _heat,
    "RHS": _radical_heat_sinks,
    "BT": _booby_trap,
    "IATM": lambda rated: rated.damages("IATM")[2],
    "OVL": lambda rated: QUARTER * rated.overheat,
    "IF": lambda rated: rated.amount("IF"),
}
"""What works out the worth of abilities that depend on more than their number."""


def _change(rated: Rated) -> Number:
    """How much of all its offensive value is lost or won."""
    shares = rated.rules[LESS_OR_MORE].rows
    change: Number = 0
    if rated.has(*shares):
        change = sum((share for code, share in shares.items() if code in rated.abilities), start=0)
    if rated.type in ("SV", "IM") and not rated.has("AFC", "BFC"):
        change += rated.rules[FACTORS]["no fire control"]
    return change


RULES = (HAVING, EACH, LESS_OR_MORE)
