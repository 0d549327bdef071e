"""Falls of Omega: how much damage makes a machine roll, what water breaks, and who is fallen upon."""

from __future__ import annotations

from math import ceil

from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.falls import Fall, into_water, onto_another
from overheat.classic.rules.standard.piloting import battered
from overheat.classic.rules.standard.to_hit import banded
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

OMEGA = Book("Omega Rules")
ROLLS = OMEGA("Piloting rolls due to damage", 22)
ABOVE = OMEGA("Accidental falls from above", 26)
WATER = OMEGA("Damage from falls", 26)

THRESHOLDS: Table[int, int] = Table(
    "omega.thresholds",
    {0: 15, 40: 20, 60: 25, 80: 30},
    cite=ROLLS,
    implements=("OM-psr-damage",),
    where="overheat.classic.rules.omega.falls.THRESHOLDS",
)
"""The damage of a phase that makes a machine roll, by the least weight of its class."""

FROM_ABOVE: Table[str, int] = Table(
    "omega.accidental_falls",
    {"number": 9},
    cite=ABOVE,
    implements=("OM-fall-from-above",),
    where="overheat.classic.rules.omega.falls.FROM_ABOVE",
)


def times_over(rules: Ruleset, unit: Unit, taken: int) -> int:
    """How often damage comes to the threshold of a unit."""
    return taken // banded(rules[THRESHOLDS], int(unit.sheet.tons))


@rule("omega.battered", cite=ROLLS, implements=("OM-psr-damage",))
def shaken_by_weight(rules: Ruleset, unit: Unit, taken: int) -> Term | None:
    """A machine rolls once its threshold is reached in a phase, 15 to 30 points by its weight, +1 each time over."""
    times = times_over(rules, unit, taken)
    if not unit.machine or not times:
        return None
    return Term("omega.battered", times, f"{taken} damage in a phase", ROLLS)


@rule("omega.into_water", cite=WATER, implements=("OM-fall-water",))
def half_in_water(fall: Fall) -> tuple[int, int]:
    """A fall into water does half of all that it would do on land, rounded down."""
    return 0, ceil(fall.unit.sheet.tons / 10) * (fall.levels + 1) // 2


@rule("omega.onto_another", cite=ABOVE, implements=("OM-fall-from-above",))
def hits_on_nine(rules: Ruleset, unit: Unit) -> Term | None:
    """Who falls from above by accident hits who stands there on 9 or more."""
    return Term("falls.onto_another", rules[FROM_ABOVE]["number"], "falls from above by accident", ABOVE)


LAYER = Layer(
    "omega_falls",
    title="Falls by weight class",
    group="Omega",
    cite=ROLLS,
    needs=("classic",),
    excludes=("earlier_falls",),
    add=(THRESHOLDS, FROM_ABOVE),
    change=(
        battered.replaced_by(shaken_by_weight),
        into_water.replaced_by(half_in_water),
        onto_another.replaced_by(hits_on_nine),
    ),
)
