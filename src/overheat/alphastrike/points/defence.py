"""The defensive value: movement, what abilities add to it, and how much damage the card takes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from overheat.alphastrike.figure import once
from overheat.alphastrike.points.offence import ARTILLERY
from overheat.alphastrike.points.rated import DEFENSIVE, FACTORS, HALF, Rated, to_half
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Term, added, multiplied

EIGHTH, TENTH, QUARTER = Fraction(1, 8), Fraction(1, 10), Fraction(1, 4)

HAVING: Table[str, Number] = Table(
    "as.points.defence",
    {"ABA": HALF, "AMS": 1, "FR": HALF, "RAMS": Fraction(5, 4)},
    cite=DEFENSIVE,
)
"""What an ability adds to the defensive value by being there."""
OF_ARMOUR: Table[str, Number] = Table(
    "as.points.defence_of_armour",
    {
        "BHJ2": 1,
        "RCA": 1,
        "SHLD": 1,
        "BHJ3": Fraction(3, 2),
        "BRA": Fraction(3, 4),
        "IRA": HALF,
    },
    cite=DEFENSIVE,
)
"""What it adds for each full three points of armour."""
CRITICAL_RESISTANT = 3
"""The structure from which on resistance to critical hits counts."""
ARMOUR_FACTORS: Table[str, Number] = Table(
    "as.points.vehicle_armour",
    {
        "t": Fraction(9, 5),
        "n": Fraction(9, 5),
        "s": Fraction(9, 5),
        "h": Fraction(17, 10),
        "w": Fraction(17, 10),
        "w(b)": Fraction(17, 10),
        "w(m)": Fraction(17, 10),
        "v": Fraction(3, 2),
        "g": Fraction(3, 2),
    },
    cite=DEFENSIVE,
)
"""What a point of armour counts on vehicles, by how they move; on all others it counts two."""
HIDDEN = (("MAS", 3), ("LMAS", 2))
"""Abilities that hide whoever does not move, and the modifier they count as in place of a lower one."""
ATTACKS = frozenset({"TSEMP", *ARTILLERY})
"""Abilities that are attacks without damage of their own."""
FEW = 2
"""Up to so many points of modifiers each is worth a tenth; above, each is worth a quarter."""


def defensive(rated: Rated) -> tuple[Term, ...]:
    """The terms of the defensive value of a unit on the ground."""
    return (*_movement(rated), *_abilities(rated), _resistance(rated))


def _movement(rated: Rated) -> Iterator[Term]:
    """An eighth of its best move, a half for jumping, and a quarter of the thrust of what turns into a fighter."""
    yield once(_speed, rated.rules, rated.fastest)
    if rated.thrust:
        yield Term("pv.thrust", QUARTER * rated.thrust, f"thrust {rated.thrust} / 4", DEFENSIVE)
    if rated.jump:
        yield CAN_JUMP


def _speed(rules: Ruleset, inches: int) -> Term:
    return Term("pv.move", multiplied((EIGHTH, inches)), f'{inches}" of movement / 8', DEFENSIVE)


CAN_JUMP = Term("pv.jump", HALF, "can jump", DEFENSIVE)


def _abilities(rated: Rated) -> Iterator[Term]:
    """What each ability adds; those that spare armour count by the armour there is, by half if it is weak."""
    of_armour, having = rated.rules[OF_ARMOUR].rows, rated.rules[HAVING].rows
    for code, ability in rated.abilities.items():
        value = having.get(code, 0)
        if code in of_armour:
            value = multiplied((of_armour[code], rated.armour // 3, HALF if rated.has("BAR") else 1))
        if code == "CR" and rated.structure >= CRITICAL_RESISTANT:
            value = QUARTER
        elif code == "ARM" and rated.structure > 1:
            value = HALF
        if value:
            yield Term("pv.protection", value, ability.printed, DEFENSIVE)


def _resistance(rated: Rated) -> Term:
    """How much it takes: armour and structure, each for what it is worth, and how hard it is to hit."""
    plates, frame = (rated.armour, _armour_factor(rated)), (rated.structure, _structure_factor(rated))
    return once(_taken, rated.rules, plates, frame, rated.rules[defence_factor].function(rated))


def _taken(rules: Ruleset, plates: tuple[int, Number], frame: tuple[int, Number], factor: Number) -> Term:
    """Armour and structure, times how hard the card is to hit, to the nearest half."""
    value = to_half(multiplied((added((plates[0] * plates[1], frame[0] * frame[1])), factor)))
    armour, structure = f"{plates[0]} armour x {float(plates[1]):g}", f"{frame[0]} structure x {float(frame[1]):g}"
    return Term("pv.resistance", value, f"({armour} + {structure}) x {float(factor):g}, to a half", DEFENSIVE)


def _armour_factor(rated: Rated) -> Number:
    """Two; less on vehicles, more again with an armoured motive system, and half of it for weak barriers."""
    factor: Number = 2
    if rated.type in ("CV", "SV"):
        factors = rated.rules[ARMOUR_FACTORS].rows
        factor = next((factors[move.mode] for move in rated.moves if move.mode in factors), factor)
        if rated.has("ARS"):
            factor += rated.rules[FACTORS]["armoured motive system"]
    return Fraction(factor) / 2 if rated.has("BAR") else factor


def _structure_factor(rated: Rated) -> Number:
    """Twice as much for infantry, half as much for industrial machines and behind weak barriers."""
    if rated.infantry:
        return 2
    return HALF if rated.type == "IM" or rated.has("BAR") else 1


@rule("as.defence_factor", cite=DEFENSIVE)
def defence_factor(rated: Rated) -> Number:
    """One, and more for every point that makes the card harder to hit; many points count more each."""
    return _factor(_hard_to_hit(rated))


@cache
def _factor(points: Number) -> Number:
    return added((1, multiplied((points, TENTH if points <= FEW else QUARTER))))


def _hard_to_hit(rated: Rated) -> Number:
    """The movement modifier or what hides it, one each for small, flying and stealthy, one less if large.

    A jump or dive that is harder to hit than other movement counts by half.
    """
    points = rated.tmm + (1 if rated.jump and _jumps_always(rated) else 0)
    for code, least in HIDDEN:
        if code in rated.abilities and least > points:
            points = least
            break
    points += rated.type in ("BA", "PM")
    points += rated.type not in ("BM", "IM") and not rated.modes.isdisjoint(("v", "g"))
    points += "STL" in rated.abilities
    points -= rated.has("LG", "SLG", "VLG")
    return points + HALF * rated.nimble if rated.nimble else points


def _jumps_always(rated: Rated) -> bool:
    """Infantry that can jump does, and so does whoever has no attack to lose by it."""
    return rated.infantry or not (any(rated.damage) or not ATTACKS.isdisjoint(rated.abilities))


RULES = (HAVING, OF_ARMOUR, ARMOUR_FACTORS, defence_factor)
