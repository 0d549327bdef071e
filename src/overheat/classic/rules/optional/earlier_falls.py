"""What games kept in logs of earlier formats had: water that breaks no fall, and rolls that nobody could make."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.falls import Fall, into_water, onto_another, rises_by_itself
from overheat.classic.rules.standard.piloting import hopeless
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

FALLING = QUICK_REFERENCE("Falling")


@rule("falls.hard_water", cite=FALLING)
def hard_water(fall: Fall) -> tuple[int, int]:
    """Falling into water is like falling onto the ground: a tenth of the weight for every level and one more."""
    return 0, ceil(fall.unit.sheet.tons / 10) * (fall.levels + 1)


@rule("piloting.never_hopeless", cite=FALLING)
def never_hopeless(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A machine without gyro or legs rolls all the same."""
    return None


@rule("falls.always_rolls", cite=FALLING)
def always_rolls(rules: Ruleset, unit: Unit) -> bool:
    """A machine on four legs rolls to get up like any other."""
    return False


@rule("falls.onto_nobody", cite=FALLING)
def onto_nobody(rules: Ruleset, unit: Unit) -> Term | None:
    """A machine that is pushed over an edge hits nobody."""
    return None


LAYER = Layer(
    "earlier_falls",
    title="Falls as in earlier versions: water breaks none, quads roll to get up, machines without a gyro roll",
    group="Earlier versions",
    cite=FALLING,
    needs=("classic",),
    change=(
        into_water.replaced_by(hard_water),
        hopeless.replaced_by(never_hopeless),
        rises_by_itself.replaced_by(always_rolls),
        onto_another.replaced_by(onto_nobody),
    ),
)
