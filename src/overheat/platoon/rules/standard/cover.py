"""Cover, buildings: what terrain does for those in it."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import within
from overheat.platoon.ground.terrain import WORSE, Cover
from overheat.platoon.rules.standard.orders import gait

COVER = BASE("Cover")
BUILDINGS = BASE("Buildings")


@rule("cover.worse", cite=COVER, implements=("HEAT-base-cover",))
def worse(rules: Ruleset, first: Cover, second: Cover) -> Cover:
    """Of two kinds of cover only the better one counts."""
    return first if WORSE[first] >= WORSE[second] else second


@rule("cover.of_unit", cite=COVER)
def of_unit(rules: Ruleset, covers: Sequence[Cover]) -> Cover:
    """A unit has the cover that most of its visible men have."""
    hard = sum(cover == "hard" for cover in covers)
    soft = sum(cover != "none" for cover in covers)
    return "hard" if 2 * hard > len(covers) else "soft" if 2 * soft > len(covers) else "none"


@rule("cover.inside", cite=BUILDINGS, implements=("HEAT-base-buildings",))
def inside_building(rules: Ruleset) -> Cover:
    """Who is inside a building is in hard cover."""
    return "hard"


@rule("cover.enter_refused", cite=BUILDINGS, implements=("HEAT-base-buildings",))
def enter_refused(rules: Ruleset, order: Order, length: float) -> Refusal | None:
    """A unit enters a building with a Run that brings it within an inch."""
    if gait(rules, order) != "run" or not rules[within](rules, length, 1):
        why = (
            f"one enters a building on a Run that ends within an inch of it, not on {order}, {length:.1f} inches short"
        )
        return Refusal("buildings.enter", why, BUILDINGS)
    return None


RULES = (worse, of_unit, inside_building, enter_refused)
