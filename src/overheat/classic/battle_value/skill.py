"""What a crew's skills do to a battle value."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib.resources import files

import msgspec

from overheat.classic.battle_value.worksheet import Worksheet, exact
from overheat.classic.books import TECH_MANUAL
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Term

SKILLS = TECH_MANUAL("Battle Value, skill multipliers", 315)
ORDINARY = (4, 5)
"""The skills of an ordinary crew, which change nothing."""


def _written() -> dict[tuple[int, int], Fraction]:
    """What the data says of each pair of skills."""
    text = files("overheat.classic").joinpath("data/tables/skill_multipliers.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["multipliers"]
    return {
        (int(gunnery), piloting): Fraction(exact(value))
        for gunnery, across in rows.items()
        for piloting, value in enumerate(across)
    }


MULTIPLIERS: Table[tuple[int, int], Fraction] = Table("bv.skills", _written(), cite=SKILLS)
"""What each gunnery skill and each piloting skill, as a pair, multiply by."""


def with_crew(rules: Ruleset, worksheet: Worksheet, gunnery: int, piloting: int) -> Worksheet:
    """The battle value of the same unit under a crew of some skills."""
    factor = rules[MULTIPLIERS].get((gunnery, piloting))
    if factor is None:
        raise refuse("bv.skill", f"no crew has skills {gunnery}/{piloting}", gunnery=gunnery, piloting=piloting)
    if (gunnery, piloting) == ORDINARY:
        return worksheet
    label = f"gunnery {gunnery}, piloting {piloting}"
    return msgspec.structs.replace(worksheet, skill=Term("bv.skill", factor, label, SKILLS))


RULES = (MULTIPLIERS,)
