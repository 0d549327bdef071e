"""Which rules check each kind of unit: what they make of its sheet, and the slot that they stand in."""

from __future__ import annotations

from typing import Any, NamedTuple

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.battle_armour.plan import SUIT, SuitPlan
from overheat.classic.construction.fighter.plan import FIGHTER, FighterPlan
from overheat.classic.construction.handheld import HANDHELD, HandheldPlan
from overheat.classic.construction.infantry import PLATOON, PlatoonPlan
from overheat.classic.construction.machine.plan import MACHINE, Finding, Plan
from overheat.classic.construction.protomech.plan import PROTOMECH, ProtomechPlan
from overheat.classic.construction.support_vehicle.plan import SUPPORT, SupportPlan
from overheat.classic.construction.vehicle.plan import VEHICLE, VehiclePlan
from overheat.kernel.rules.rule import Slot, Table


class Drawn(NamedTuple):
    """A kind of unit on the drawing board."""

    plan: type[Plan]
    """What the rules make of its sheet."""
    checks: Slot[[Any], tuple[Finding, ...]]
    """Where its checks stand."""


KINDS: Table[str, Drawn] = Table(
    "construction.kinds",
    {
        "war machine": Drawn(Plan, MACHINE),
        "industrial machine": Drawn(Plan, MACHINE),
        "vehicle": Drawn(VehiclePlan, VEHICLE),
        "support vehicle": Drawn(SupportPlan, SUPPORT),
        "aerospace fighter": Drawn(FighterPlan, FIGHTER),
        "conventional fighter": Drawn(FighterPlan, FIGHTER),
        "battle armour": Drawn(SuitPlan, SUIT),
        "protomech": Drawn(ProtomechPlan, PROTOMECH),
        "infantry": Drawn(PlatoonPlan, PLATOON),
        "handheld weapon": Drawn(HandheldPlan, HANDHELD),
    },
    cite=TECH_MANUAL("Construction"),
)
"""The kinds of unit that there are rules of construction for; a layer may bring one that has no row here."""

RULES = (KINDS,)
