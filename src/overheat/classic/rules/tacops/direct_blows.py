"""Direct blows: an attack that beats its number by far does more than usual."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.impacts import (
    CRITICAL_ROLL,
    DAMAGE_TERMS,
    CriticalChance,
    Hit,
    Impact,
)
from overheat.classic.rules.standard.infantry import FURTHER_DICE, burst_dice
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

DIRECT = TACTICAL_OPERATIONS("Direct Blow", 81)
LABEL = "direct blow"

FIGURES: Table[str, int] = Table(
    "direct_blows.figures",
    {"margin": 3, "damage": 1, "clusters": 2, "critical hits": 1, "dice": 1},
    cite=DIRECT,
    where="overheat.classic.rules.tacops.direct_blows.FIGURES",
)
"""The margin of a direct blow; what each such margin adds to damage, to the roll on the cluster table and to the roll
for critical hits; and the dice that a burst does besides to soldiers."""


def _times(rules: Ruleset, attack: Engagement | None) -> int:
    """How many times over an attack has beaten its number by the margin."""
    return 0 if attack is None else attack.beaten(rules[FIGURES]["margin"])


def _bursts(rules: Ruleset, hit: Hit) -> bool:
    """Whether what hits soldiers is a burst or their own kind of fire, which go by dice and by how many hit."""
    own = hit.weapon is not None and "infantry" in hit.weapon.flags
    return own or rules[burst_dice](rules, hit.weapon) is not None


@rule("direct_blows.damage", cite=DIRECT, implements=("TO-081-direct-blow-2",), slot=DAMAGE_TERMS)
def more_damage(impact: Impact) -> Term | None:
    """A point more for every three by which the number was beaten, at most twice as much; after all that myomer adds.

    A salvo counts more hits instead, a burst among soldiers more dice; other fire at soldiers has the points before it
    is counted how many fall.
    """
    times = _times(impact.rules, impact.attack)
    if not times or impact.hit.counted or (impact.unit.sheet.kind == "infantry" and _bursts(impact.rules, impact.hit)):
        return None
    more = min(impact.damage, times * impact.rules[FIGURES]["damage"])
    return Term("direct_blows.damage", more, LABEL, DIRECT)


@rule("direct_blows.clusters", cite=DIRECT, slot=EVERY_CLUSTER)
def more_hits(attack: WeaponAttack) -> Term | None:
    """A salvo rolls for its hits at +2 for every three by which the number was beaten."""
    times = _times(attack.rules, attack)
    return Term("direct_blows.clusters", times * attack.rules[FIGURES]["clusters"], LABEL, DIRECT) if times else None


@rule("direct_blows.soldiers", cite=DIRECT, implements=("TO-081-direct-blow-1",), slot=FURTHER_DICE)
def a_die_more(rules: Ruleset, hit: Hit) -> int:
    """A burst among soldiers that is a direct blow does a die more."""
    by = hit.by if isinstance(hit.by, Engagement) else None
    return rules[FIGURES]["dice"] if _times(rules, by) else 0


@rule("direct_blows.critical_hits", cite=DIRECT, slot=CRITICAL_ROLL)
def more_criticals(chance: CriticalChance) -> Term | None:
    """A direct blow rolls for critical hits at +1 for every three by which the number was beaten."""
    by = None if chance.hit is None else chance.hit.by
    if not isinstance(by, Engagement) or by.target.id != chance.unit.id:
        return None
    more = _times(chance.rules, by) * chance.rules[FIGURES]["critical hits"]
    return Term("direct_blows.critical_hits", more, LABEL, DIRECT) if more else None


LAYER = Layer(
    "direct_blows",
    title="Direct blows",
    group="Damage",
    cite=DIRECT,
    needs=("classic",),
    add=(more_damage, more_hits, a_die_more, more_criticals, FIGURES),
)
