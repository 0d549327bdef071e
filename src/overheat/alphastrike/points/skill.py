"""What the skill of a crew makes of a point value."""

from __future__ import annotations

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import Figure
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule

SKILL = ALPHA_STRIKE("Point value, skill adjustment")
ORDINARY = 4
"""The skill that changes nothing."""
WORST = 8


def points_at_skill(rules: Ruleset, points: Figure, skill: int) -> Figure:
    """The point value of the same card under a crew of some skill: each step costs or saves more on dear cards."""
    if not 0 <= skill <= WORST:
        raise refuse("alphastrike.skill", f"skill goes from 0 to {WORST}, not {skill}", SKILL, skill=skill)
    value = int(points.value)
    if skill == ORDINARY:
        return points
    steps = ORDINARY - skill
    return points.then(
        f"skill {skill}", max(1, value + steps * rules[step].function(rules, value, better=steps > 0)), SKILL
    )


@rule("as.skill_step", cite=SKILL)
def step(rules: Ruleset, points: int, *, better: bool) -> int:
    """What one step of skill is worth: one more for every five points if better, for every ten if worse."""
    if better:
        return 1 + max(0, (points - 3) // 5)
    return 1 + max(0, (points - 5) // 10)


RULES = (step,)
