"""The battle value of any unit that there are rules for."""

from __future__ import annotations

from overheat.classic.battle_value.kinds import value_of
from overheat.classic.battle_value.skill import with_crew
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.rulesets import standard
from overheat.classic.unit.fielding import EMPTY, Loads, under
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset


def battle_value(sheet: Sheet, rules: Ruleset | None = None, loads: Loads = EMPTY) -> Worksheet:
    """The battle value of a unit with an ordinary crew, as a worksheet; a kind without rules is refused.

    By the standard rules, or by those of a ruleset with other layers in it, with what its bins are declared to hold.
    """
    held = rules or standard()
    return held[value_of](held, under(held, sheet, loads))


def with_skills(worksheet: Worksheet, gunnery: int, piloting: int, rules: Ruleset | None = None) -> Worksheet:
    """The battle value of the same unit under a crew of some skills."""
    return with_crew(rules or standard(), worksheet, gunnery, piloting)
