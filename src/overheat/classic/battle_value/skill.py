"""What a crew's skills do to a battle value."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec

from overheat.classic.battle_value.worksheet import Worksheet, exact
from overheat.kernel.cite import Book
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Term

SKILLS = Book("TechManual")("Battle Value, skill multipliers", 315)
ORDINARY = (4, 5)
"""The skills of an ordinary crew, which change nothing."""


@cache
def multipliers() -> tuple[tuple[Fraction, ...], ...]:
    """What each gunnery skill, and each piloting skill across, multiplies by."""
    text = files("overheat.classic").joinpath("data/tables/skill_multipliers.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["multipliers"]
    return tuple(tuple(Fraction(exact(value)) for value in rows[str(gunnery)]) for gunnery in range(len(rows)))


def with_skills(worksheet: Worksheet, gunnery: int, piloting: int) -> Worksheet:
    """The battle value of the same unit under a crew of some skills."""
    table = multipliers()
    if not (0 <= gunnery < len(table) and 0 <= piloting < len(table[0])):
        raise refuse("bv.skill", f"no crew has skills {gunnery}/{piloting}", gunnery=gunnery, piloting=piloting)
    if (gunnery, piloting) == ORDINARY:
        return worksheet
    label = f"gunnery {gunnery}, piloting {piloting}"
    return msgspec.structs.replace(worksheet, skill=Term("bv.skill", table[gunnery][piloting], label, SKILLS))
