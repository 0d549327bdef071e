"""What several units do to one target in a phase, each from where it stands, without one board for all of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State
from overheat.classic.outcomes.chain import MANY
from overheat.classic.outcomes.volley import VolleyOutcomes, outcomes_of
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.refusal import refuse

Volley = tuple[State, Sequence[Fire]]
"""A field with an attacker and the target, and what the attacker fires."""


def fired_together(
    volleys: Sequence[Volley], attacker: str, target: str, *, exactly: bool = False, most: int = MANY
) -> VolleyOutcomes:
    """What some volleys, one after the other, may make of a target.

    On each field the attacker and the target have the same ids; the target must be the same unit as it is on all.
    """
    attacks: list[WeaponAttack] = []
    fields: list[State] = []
    first = volleys[0][0].units[target]
    for number, (state, fires) in enumerate(volleys, 1):
        its = state.units[target]
        if (first.sheet, first.condition) != (its.sheet, its.condition):
            raise refuse("shot.other_target", f"they fire at {first.sheet.name}, not at {its.sheet.name} as it is")
        unit = msgspec.structs.replace(state.units[attacker], id=attacker if number == 1 else f"{attacker} {number}")
        field = state.with_unit(unit)
        attacks += [attack_of(field, unit, fire) for fire in fires]
        fields += [field] * len(fires)
    return outcomes_of(volleys[0][0], target, attacks, exactly=exactly, most=most, fields=fields)
