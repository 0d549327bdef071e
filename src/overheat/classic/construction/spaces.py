"""Spaces that rulings give items by kind of unit: what has none on a kind may not be mounted there."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.fighter.plan import FIGHTER, FighterPlan
from overheat.classic.construction.findings import found
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.construction.protomech.plan import PROTOMECH, ProtomechPlan
from overheat.classic.construction.support_vehicle.plan import SUPPORT, SupportPlan
from overheat.classic.construction.vehicle.plan import VEHICLE, VehiclePlan
from overheat.kernel.rules.rule import rule

SPACES = TACTICAL_OPERATIONS("Heavy weapons and equipment construction data", 405)
NONE = "NA"
"""What is published where an item cannot be mounted."""


def _barred(plan: Plan, kind: str, whole: str) -> Iterator[tuple[str | None, str]]:
    """Where a unit has what is not made for its kind."""
    for mount in plan.sheet.mounts:
        if getattr(mount.equipment.spaces, kind) == NONE:
            yield mount.location, f"{mount.equipment.name} is not made for {whole}"


@rule("construction.vehicle.made_for", cite=SPACES, slot=VEHICLE)
def for_vehicles(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A combat vehicle mounts nothing that has no space on combat vehicles."""
    return found("construction.vehicle.made_for", SPACES, _barred(plan, "combat_vehicle", "combat vehicles"))


@rule("construction.support.made_for", cite=SPACES, slot=SUPPORT)
def for_support_vehicles(plan: SupportPlan) -> tuple[Finding, ...]:
    """A support vehicle mounts nothing that has no space on support vehicles."""
    return found("construction.support.made_for", SPACES, _barred(plan, "support_vehicle", "support vehicles"))


@rule("construction.fighter.made_for", cite=SPACES, slot=FIGHTER)
def for_fighters(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter mounts nothing that has no space on fighters."""
    return found("construction.fighter.made_for", SPACES, _barred(plan, "fighter", "fighters"))


@rule("construction.protomech.made_for", cite=SPACES, slot=PROTOMECH)
def for_protomechs(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A protomech mounts nothing that has no space on protomechs."""
    return found("construction.protomech.made_for", SPACES, _barred(plan, "protomech", "protomechs"))


RULES = (for_vehicles, for_support_vehicles, for_fighters, for_protomechs)
