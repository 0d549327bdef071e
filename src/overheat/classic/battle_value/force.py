"""The battle value of a force: its units, those in C3 networks worth more, and nothing for how many they are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.battle_value.kinds import value_of
from overheat.classic.battle_value.worksheet import round_half_up
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term

FORCES = TACTICAL_OPERATIONS("Constructing a battle force", 386)

C3 = ("c3_master", "c3_slave", "c3_emergency_master", "c3i", "nova")


@rule("bv.c3_share", cite=FORCES, implements=("TO-386-force-bv-c3-1",))
def c3_share(rules: Ruleset, sheet: Sheet) -> Fraction:
    """The share of its network's value that a unit gains, by the kind of C3 it has itself, whatever the others have."""
    mounts = sheet.flagged(*C3)
    if not mounts:
        raise refuse("bv.network", f"{sheet.name} has no C3 and can be in no network")
    boosted = any("c3_boosted" in mount.equipment.flags for mount in mounts)
    return rules[FACTORS]["boosted C3 network" if boosted else "C3 network"]


def networked(rules: Ruleset, sheets: Sequence[Sheet]) -> tuple[Tally, ...]:
    """What each unit of one C3 network is worth in it: its own value, and its share of what all are worth together."""
    values = [rules[value_of](rules, sheet).total for sheet in sheets]
    whole = sum(values)
    return tuple(
        Tally(
            (
                Term("bv.unit", value, sheet.name, FORCES),
                Term("bv.network", round_half_up(whole * rules[c3_share](rules, sheet)), "its C3 network", FORCES),
            )
        )
        for sheet, value in zip(sheets, values, strict=True)
    )


@rule("bv.force", cite=FORCES, implements=("TO-386-force-bv-c3-2",))
def force_value(rules: Ruleset, units: Sequence[Tally]) -> Tally:
    """A force is worth the sum of its units; being more or fewer than the enemy changes nothing."""
    return Tally(tuple(term for unit in units for term in unit))


RULES = (c3_share, force_value)
