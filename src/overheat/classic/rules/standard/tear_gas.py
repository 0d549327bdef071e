"""Tear gas: what it does to the view, whom it reaches, and what those can no longer do."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard, Hazards
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.sight import HALF_POINTS, HANGS
from overheat.classic.sight.model import Hanging, Obstacle
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

TEAR_GAS = TACTICAL_OPERATIONS("Tear gas missiles", 372)

GAS = named("tear_gas", "tear gas")
"""The effect on a hex that is full of it."""
GASSED = named("gassed", "blinded by tear gas")
"""The mark of a unit that it has reached, until when."""

FIGURES: Table[str, int] = Table(
    "tear_gas.figures",
    {"support vehicles": 8, "turns": 2, "most turns": 15, "skills": 3},
    cite=TEAR_GAS,
    implements=("TO-372-tear-gas-srm-b",),
    where="overheat.classic.rules.standard.tear_gas.FIGURES",
)
"""What it must roll to reach the crew of a support vehicle, what is added to a die of turns, and the most there are.

And what it adds to rolls of skill.
"""


@rule("tear_gas.hangs", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-a",), slot=HANGS)
def gas_hangs(hanging: Hanging) -> tuple[Obstacle, ...]:
    """Tear gas is light smoke of one level."""
    if hanging.effect != GAS:
        return ()
    return (Obstacle("light smoke", hanging.ground.level + 1, False, HALF_POINTS, "tear_gas.hangs", TEAR_GAS),)


@rule("tear_gas.reaches", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-b",))
def reaches(rules: Ruleset, unit: Unit) -> int | None:
    """Tear gas reaches soldiers without a suit of any kind, support vehicles that are not sealed on 8, nobody else.

    What must be rolled, 0 for nothing; None for who does not mind it. Battle armour counts as sealed.
    """
    if unit.sheet.kind == "infantry":
        return None if any("suit" in mount.equipment.id for mount in unit.sheet.mounts) else 0
    if unit.sheet.kind != "support vehicle":
        return None
    sealed = any("environmental_sealing" in mount.equipment.flags for mount in unit.sheet.mounts)
    return None if sealed else rules[FIGURES]["support vehicles"]


def gas_at(state: State, unit: Unit) -> bool:
    """Whether a unit is in tear gas."""
    return bool(state.effects) and state.effect(unit.hex, GAS) is not None and not unit.airborne


@rule("tear_gas.entered", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-a",), slot=HAZARDS)
def entered(arrival: Arrival) -> Hazards:
    """Who enters tear gas is exposed to it."""
    if not arrival.state.effects or not gas_at(arrival.state, arrival.unit):
        return None
    needed = arrival.rules[reaches](arrival.rules, arrival.unit)
    return None if needed is None else Hazard(GAS, (), needs=needed)


@rule(
    "tear_gas.no_shot",
    cite=TEAR_GAS,
    implements=("TO-372-tear-gas-srm-b",),
    slot=FORBIDS,
    only=lambda attack: GASSED in attack.attacker.marks,
)
def no_shot(attack: WeaponAttack) -> Refusal | None:
    """Who is blinded by tear gas moves and does nothing else: it does not fire."""
    if not attack.attacker.marks or GASSED not in attack.attacker.marks:
        return None
    return Refusal("tear_gas.no_shot", f"{attack.attacker.sheet.name} is blinded by tear gas", TEAR_GAS)


@rule("tear_gas.no_blow", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-b",), slot=NO_BLOW)
def no_blow(attack: PhysicalAttack) -> Refusal | None:
    """Nor does it strike."""
    if not attack.attacker.marks or GASSED not in attack.attacker.marks:
        return None
    return Refusal("tear_gas.no_blow", f"{attack.attacker.sheet.name} is blinded by tear gas", TEAR_GAS)


@rule("tear_gas.skills", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-b",), slot=STEADINESS)
def skills(check: Check) -> Term | None:
    """And drives worse, +3."""
    if not check.unit.marks or GASSED not in check.unit.marks:
        return None
    return Term("tear_gas.skills", check.rules[FIGURES]["skills"], "tear gas", TEAR_GAS)


RULES = (gas_hangs, reaches, entered, no_shot, no_blow, skills, FIGURES)
