"""The defensive value of whatever flies by thrust."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overheat.alphastrike.points.defence import CRITICAL_RESISTANT, QUARTER
from overheat.alphastrike.points.rated import DEFENSIVE, FACTORS, HALF, Rated, to_half
from overheat.kernel.terms import Term

FAST = ((10, 1), (7, HALF))
"""Thrust from which on speed adds something."""


def defensive(rated: Rated) -> tuple[Term, ...]:
    """The terms of the defensive value of a fighter.

    That stealth and a large size count nothing here, that resistance to critical hits does, and that weak barriers
    halve the structure too, is fitted to published cards.
    """
    return (*_thrust(rated), *_abilities(rated), _resistance(rated))


def _thrust(rated: Rated) -> Iterator[Term]:
    """Four for flying, a quarter of its thrust, and more for high thrust."""
    thrust = rated.fastest
    flying = rated.rules[FACTORS]["flying"]
    yield Term("pv.move", flying + Fraction(thrust, 4), f"{flying} + thrust {thrust} / 4", DEFENSIVE)
    fast = next((value for least, value in FAST if thrust >= least), 0)
    if fast:
        yield Term("pv.fast", fast, "high thrust", DEFENSIVE)


def _abilities(rated: Rated) -> Iterator[Term]:
    """Point defence by its number, defence against missiles, and armour that resists by what there is to protect."""
    if rated.has("PNT"):
        yield Term("pv.protection", rated.amount("PNT"), rated.abilities["PNT"].printed, DEFENSIVE)
    if rated.has("AMS"):
        yield Term("pv.protection", 1, "AMS", DEFENSIVE)
    if rated.has("CR") and rated.structure >= CRITICAL_RESISTANT:
        yield Term("pv.protection", QUARTER, "CR", DEFENSIVE)
    if rated.has("RCA"):
        yield Term("pv.protection", Fraction(rated.armour // 3) * (HALF if rated.has("BAR") else 1), "RCA", DEFENSIVE)


def _resistance(rated: Rated) -> Term:
    """Armour, which counts more behind a high threshold, and structure; both count half for weak barriers."""
    factor = min(Fraction(13 + rated.threshold, 10), rated.rules[FACTORS]["armour behind a threshold at most"])
    height = rated.rules[FACTORS]["high above the field"]
    weak = HALF if rated.has("BAR") else 1
    value = to_half((rated.armour * factor + rated.structure) * weak * height)
    plates = f"{rated.armour} armour x {float(factor):g}"
    label = f"({plates} + {rated.structure} structure) x {float(weak * height):g}, to a half"
    return Term("pv.resistance", value, label, DEFENSIVE)
