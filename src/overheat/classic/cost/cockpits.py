"""What cockpits cost, of machines and of fighters for space."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.weights import exact
from overheat.classic.cost.parts import FIGURES, STRUCTURAL, charged
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Table
from overheat.kernel.terms import Term

_COCKPITS = {
    "standard cockpit": 200_000,
    "small cockpit": 175_000,
    "command console": 700_000,
    "small command console": 675_000,
    "torso-mounted cockpit": 750_000,
    "industrial cockpit": 100_000,
    "industrial cockpit (afc)": 100_000,
    "primitive cockpit": 200_000,
    "primitive industrial cockpit": 100_000,
    "virtual reality piloting pod": 1_250_000,
    "tripod cockpit": 400_000,
    "superheavy cockpit": 300_000,
    "superheavy tripod cockpit": 500_000,
    "superheavy command console": 800_000,
    "tripod industrial cockpit": 300_000,
    "superheavy tripod industrial cockpit": 400_000,
    "quadvee cockpit": 375_000,
    "interface cockpit": 200_000,
}
COCKPITS: Table[str, int] = Table("cost.cockpits", _COCKPITS, cite=STRUCTURAL)
"""C-bills for a cockpit with its controls; a command console comes on top of the cockpit it serves.

For an interface cockpit no price of its own is published; it is charged as the standard one.
"""


def cockpit_terms(plan: Plan, named: str, cite: Cite = STRUCTURAL) -> Iterator[Term]:
    """A cockpit at the price of its kind, life support, and sensors by the tons of the unit."""
    price, figures = plan.rules[COCKPITS].get(named), plan.rules[FIGURES]
    if price is None:
        raise refuse("cost.cockpit", f"{plan.sheet.name}: no price is known for a {named}", cockpit=named)
    yield from charged("cockpit", price, named, cite)
    yield from charged("life_support", figures["life support"], "life support")
    yield from charged("sensors", figures["sensors of each ton"] * exact(plan.sheet.tons), "sensors")


RULES = (COCKPITS,)
