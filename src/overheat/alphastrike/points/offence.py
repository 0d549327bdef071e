"""The offensive value: damage, overheating, size, and what abilities add to an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from overheat.alphastrike.figure import once
from overheat.alphastrike.points.rated import FACTORS, HALF, OFFENSIVE, Rated, to_half
from overheat.kernel.rules.rule import Ruleset, Table
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
    return (*terms, Term("pv.blanket", share, label, OFFENSIVE))


def _damage(rated: Rated) -> Iterator[Term]:
    """Damage at every range, overheating, and half the size of 'Mechs."""
    short, medium, long = rated.damage
    yield from once(_ranges, rated.rules, short, medium, long)
    if rated.overheat:
        yield once(_overheating, rated.rules, rated.overheat, bool(medium or long))
    if rated.type in ("BM", "IM", "PM"):
        yield once(_bulk, rated.rules, rated.size)


def _ranges(rules: Ruleset, short: Number, medium: Number, long: Number) -> tuple[Term, ...]:
    """Damage at short and long range once, at medium range twice."""
    twice = rules[FACTORS]["damage at medium range"]
    return (
        Term("pv.short", short, "damage at short range", OFFENSIVE),
        Term("pv.medium", multiplied((twice, medium)), f"damage at medium range x {twice}", OFFENSIVE),
        Term("pv.long", long, "damage at long range", OFFENSIVE),
    )


def _overheating(rules: Ruleset, overheat: int, far: bool) -> Term:
    """One for overheating, and a half for each further point; half of all that without damage beyond short range."""
    heat = 1 + HALF * (overheat - 1)
    return Term("pv.overheat", heat if far else heat / 2, f"overheat {overheat}", OFFENSIVE)


def _bulk(rules: Ruleset, size: int) -> Term:
    half = rules[FACTORS]["size of a 'Mech"]
    return Term("pv.size", multiplied((half, size)), f"size {size} / 2", OFFENSIVE)


def _abilities(rated: Rated) -> Iterator[Term]:
    """What each ability adds: by being there, for each that there is, or by what works out its worth."""
    having, each = rated.rules[HAVING].rows, rated.rules[EACH].rows
    for code, ability in rated.abilities.items():
        if code in having:
            value = having[code]
        elif code in each:
            value = each[code] * rated.amount(code)
        elif code in SPECIAL:
            value = SPECIAL[code](rated)
        else:
            continue
        if value:
            yield Term("pv.attack", value, ability.printed, OFFENSIVE)


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
    if not rated.abilities.keys().isdisjoint(shares):
        change = sum((share for code, share in shares.items() if code in rated.abilities), start=0)
    if rated.type in ("SV", "IM") and not rated.has("AFC", "BFC"):
        change += rated.rules[FACTORS]["no fire control"]
    return change


RULES = (HAVING, EACH, LESS_OR_MORE)
