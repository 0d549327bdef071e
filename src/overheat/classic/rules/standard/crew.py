"""The crew: hits, consciousness, death."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import cockpit_in, hits_on
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule

CONSCIOUSNESS = TOTAL_WARFARE("Consciousness Table", 42)
HEAD_HITS = QUICK_REFERENCE("Damage, head hits")
LIFE_SUPPORT = QUICK_REFERENCE("Critical Hit Effects, life support")

STAY_AWAKE: Table[int, int] = Table(
    "crew.stay_awake",
    {1: 3, 2: 5, 3: 7, 4: 10, 5: 11},
    cite=CONSCIOUSNESS,
    where="overheat.classic.rules.standard.crew.STAY_AWAKE",
)
"""The number to stay or come awake, by the hits the crew has taken."""

DEADLY_HITS = 6

FAINTED = named("fainted", "")
"""The mark of a crew that passed out in this round. That it is out is told of its condition."""


def fainted(unit: Unit) -> bool:
    """Whether the crew passed out in this round, and so does not come to in it."""
    return FAINTED in unit.marks


@rule("crew.dead", cite=CONSCIOUSNESS)
def dead(rules: Ruleset, hits: int) -> bool:
    """The sixth hit kills."""
    return hits >= DEADLY_HITS


@rule("crew.head_hit", cite=HEAD_HITS, implements=("QR-head-hit-pilot",))
def head_hit(rules: Ruleset, unit: Unit, location: str) -> int:
    """Every hit on the head hurts the pilot who sits in it once, however small it is."""
    return 1 if location == "HD" and cockpit_in(unit) == "HD" else 0


@rule("crew.life_support", cite=LIFE_SUPPORT, implements=("QR-crit-life-support",))
def life_support_hits(rules: Ruleset, unit: Unit, submerged: bool) -> int:
    """Without life support heat hurts the pilot, once from 15 and twice from 26, and being under water once more."""
    if not hits_on(unit, "life support"):
        return 0
    heat = unit.condition.heat
    return (2 if heat >= 26 else 1 if heat >= 15 else 0) + (1 if submerged else 0)


@rule("crew.at_the_controls", cite=CONSCIOUSNESS)
def at_the_controls(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Whoever is knocked out or shut down on its way goes no further.

    A fall asks for its consciousness check at once, as the quick reference lists it under Falling, so that a pilot may
    be out before the movement is over.
    """
    if unit.helpless:
        return Refusal("crew.at_the_controls", f"nobody can move {unit.sheet.name} any further", CONSCIOUSNESS)
    return None


RULES = (dead, at_the_controls, head_hit, life_support_hits, STAY_AWAKE)
