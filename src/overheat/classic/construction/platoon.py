"""Conventional infantry: the size of its platoons and squads, its weapons and who serves them, its armour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import broken, found
from overheat.classic.construction.plan import Finding, Plan
from overheat.classic.construction.weights import tons_of
from overheat.classic.sheet import Mount, Platoon
from overheat.kernel.rules import Slot, rule
from overheat.kernel.terms import Tally

SIZES = TECH_MANUAL("Conventional infantry, platoons")
MOVEMENT = TECH_MANUAL("Conventional infantry, movement")
WEAPONS = TECH_MANUAL("Conventional infantry, weapons")
KITS = TECH_MANUAL("Conventional infantry, armour kits")
FIELD_GUNS = TACTICAL_OPERATIONS("Field guns", 310)

LARGEST = {
    "foot": (10, 30),
    "motorized": (10, 30),
    "jump": (10, 30),
    "beast": (10, 30),
    "tracked": (7, 28),
    "wheeled": (6, 24),
    "hover": (5, 20),
    "submarine": (5, 20),
    "vtol": (5, 20),
}
"""The most soldiers of a squad and of a platoon, by how they move."""

SQUADS = 5
"""The most squads of a platoon."""

SUPPORT_WEAPONS = 2
"""The most weapons of a squad that are not those of all its soldiers; who is augmented carries more."""

TOWING = ("motorized", "tracked", "wheeled")
"""How infantry moves that brings field guns."""

GUN_CREW = 2
"""The least soldiers who serve a field gun."""


@dataclass(frozen=True)
class PlatoonPlan(Plan):
    """A platoon with the rules it is checked by."""

    @property
    def platoon(self) -> Platoon:
        return self.sheet.platoon or Platoon(squads=0, squad_size=0)

    @property
    def guns(self) -> tuple[Mount, ...]:
        """The field guns that it serves."""
        return tuple(mount for mount in self.sheet.weapons if mount.location == "Field Guns")

    @property
    def gunners(self) -> int:
        """How many soldiers serve the field guns: a gun needs one for each ton or fraction of it, two at least."""
        return sum(max(GUN_CREW, ceil(tons_of(self, gun))) for gun in self.guns)

    @property
    def kits(self) -> tuple[Mount, ...]:
        """The kits of armour that its soldiers wear."""
        stated = self.platoon.armour_kit
        return (*self.sheet.flagged("armour_kit"), *((stated,) if stated else ()))

    def weight(self) -> Tally:
        """Nothing: the rules give no weight to the parts of a platoon."""
        return Tally(())


PLATOON: Slot[[PlatoonPlan], tuple[Finding, ...]] = Slot("construction.platoon", nothing=())
"""The checks of conventional infantry."""


@rule("construction.platoon.movement", cite=MOVEMENT, slot=PLATOON)
def movement(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """Infantry moves in one of the ways there are."""
    reason = f"{plan.sheet.motive} is no way in which infantry moves"
    return broken("construction.platoon.movement", MOVEMENT, reason, when=plan.sheet.motive not in LARGEST)


@rule("construction.platoon.squad_size", cite=SIZES, slot=PLATOON)
def squad_size(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """How a squad moves limits its soldiers."""
    size, (most, _) = plan.platoon.squad_size, LARGEST.get(plan.sheet.motive, (10, 30))
    reason = f"a {plan.sheet.motive} squad has 1 to {most} soldiers, found {size}"
    return broken("construction.platoon.squad_size", SIZES, reason, when=not 1 <= size <= most)


@rule("construction.platoon.squads", cite=SIZES, slot=PLATOON)
def squads(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """A platoon has one to five squads."""
    count = plan.platoon.squads
    reason = f"a platoon has 1 to {SQUADS} squads, found {count}"
    return broken("construction.platoon.squads", SIZES, reason, when=not 1 <= count <= SQUADS)


@rule("construction.platoon.size", cite=SIZES, slot=PLATOON)
def size(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """How a platoon moves limits its soldiers."""
    _, most = LARGEST.get(plan.sheet.motive, (10, 30))
    reason = f"a {plan.sheet.motive} platoon has up to {most} soldiers, found {plan.sheet.troopers}"
    return broken("construction.platoon.size", SIZES, reason, when=plan.sheet.troopers > most)


@rule("construction.platoon.primary", cite=WEAPONS, slot=PLATOON)
def primary(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """All soldiers have a weapon, and it is none that needs a crew of its own."""
    carried = plan.platoon.primary
    if carried is None:
        return broken("construction.platoon.primary", WEAPONS, "has no primary weapon", when=True)
    wrong = "infantry" not in carried.equipment.flags or "support" in carried.equipment.flags
    reason = f"{carried.equipment.name} is no weapon that every soldier carries"
    return broken("construction.platoon.primary", WEAPONS, reason, when=wrong)


@rule("construction.platoon.secondary", cite=WEAPONS, slot=PLATOON)
def secondary(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """A squad has at most two secondary weapons, which are weapons of infantry; who is augmented carries more."""
    return found("construction.platoon.secondary", WEAPONS, ((None, reason) for reason in _secondary(plan.platoon)))


def _secondary(platoon: Platoon) -> Iterator[str]:
    carried, count = platoon.secondary, platoon.secondary_per_squad
    if count > SUPPORT_WEAPONS and not platoon.augmentations:
        yield f"a squad has up to {SUPPORT_WEAPONS} secondary weapons, found {count}"
    if count and carried is None:
        yield f"{count} secondary weapons in a squad, and none is named"
    if carried and "infantry" not in carried.equipment.flags:
        yield f"{carried.equipment.name} is no weapon of infantry"


@rule("construction.platoon.crew", cite=WEAPONS, slot=PLATOON)
def crew(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """A squad has soldiers enough to serve its secondary weapons; a beast carries its own."""
    platoon = plan.platoon
    if platoon.secondary is None or plan.sheet.motive == "beast" or platoon.augmentations:
        return ()
    flags = platoon.secondary.equipment.flags
    each = next((int(flag.removeprefix("crew_")) for flag in flags if flag.startswith("crew_")), 1)
    needed = each * platoon.secondary_per_squad
    reason = f"its secondary weapons need {needed} soldiers in a squad of {platoon.squad_size}"
    return broken("construction.platoon.crew", WEAPONS, reason, when=needed > platoon.squad_size)


@rule("construction.platoon.gun_crew", cite=FIELD_GUNS, implements=("TO-310-field-guns-crew",), slot=PLATOON)
def gun_crew(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """A field gun is served by a soldier for each ton or fraction of it, two at least; ammunition does not count."""
    needed, there = plan.gunners, plan.sheet.troopers
    reason = f"its field guns need {needed} soldiers, found {there}"
    return broken("construction.platoon.gun_crew", FIELD_GUNS, reason, when=needed > there)


@rule("construction.platoon.gun_kind", cite=FIELD_GUNS, slot=PLATOON)
def gun_kind(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """All field guns of a platoon are of one kind."""
    kinds = sorted({gun.equipment.name for gun in plan.guns})
    reason = f"its field guns differ: {', '.join(kinds)}"
    return broken("construction.platoon.gun_kind", FIELD_GUNS, reason, when=len(kinds) > 1)


@rule("construction.platoon.gun_towing", cite=FIELD_GUNS, slot=PLATOON)
def gun_towing(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """Field guns come with infantry that is motorized, on tracks or on wheels."""
    wrong = bool(plan.guns) and plan.sheet.motive not in TOWING
    reason = f"{plan.sheet.motive} infantry brings no field guns"
    return broken("construction.platoon.gun_towing", FIELD_GUNS, reason, when=wrong)


@rule("construction.platoon.armour_kit", cite=KITS, slot=PLATOON)
def armour_kit(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """Soldiers wear one kit of armour at most, and it is a kit of armour."""
    reason = f"soldiers wear 1 kit of armour, found {len(plan.kits)}"
    strange = [kit.equipment.name for kit in plan.kits if "armour_kit" not in kit.equipment.flags]
    if strange:
        reason = f"{strange[0]} is no kit of armour"
    return broken("construction.platoon.armour_kit", KITS, reason, when=bool(strange) or len(plan.kits) > 1)


RULES = (
    movement,
    squad_size,
    squads,
    size,
    primary,
    secondary,
    crew,
    gun_crew,
    gun_kind,
    gun_towing,
    armour_kit,
)
