"""Skilled evasion: how much harder an evading unit is to hit depends on who drives it."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

SKILLED = TACTICAL_OPERATIONS("Evading, skilled evasion", 18)
EVADE = "evade"

BONUSES: Table[int, int] = Table(
    "skilled_evasion.bonuses",
    {0: 3, 2: 2, 4: 1, 6: 0},
    cite=SKILLED,
    where="overheat.classic.rules.tacops.skilled_evasion.BONUSES",
)
"""What evading adds to attacks on the unit in all, by the best piloting skill for which it is so."""


@rule("skilled_evasion.to_hit", cite=SKILLED, slot=EVERY_ATTACK)
def skilled(attack: Engagement) -> Term | None:
    """A good pilot who evades is harder to hit than others, and a green one no harder than who runs."""
    target = attack.target
    if target.motion.mode != EVADE:
        return None
    rows = attack.rules[BONUSES].rows
    whole = rows[max((best for best in rows if best <= target.piloting), default=0)]
    more = whole - attack.rules[MODES][EVADE].target
    return Term("skilled_evasion.to_hit", more, f"piloting skill {target.piloting}", SKILLED) if more else None


LAYER = Layer(
    "skilled_evasion",
    title="Skilled evasion",
    group="Movement",
    cite=SKILLED,
    needs=("classic", "evading"),
    add=(skilled, BONUSES),
)
