"""Conventional infantry: the size of its platoons and squads, its weapons and who serves them, its armour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import broken, found
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.construction.weights import tons_of
from overheat.classic.unit.infantry import field_guns, kits
from overheat.classic.unit.infantry_types import infantry_type, of_motive
from overheat.classic.unit.sheet import Mount, Platoon
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally

SIZES = TECH_MANUAL("Conventional infantry, platoons")
MOVEMENT = TECH_MANUAL("Conventional infantry, movement")
WEAPONS = TECH_MANUAL("Conventional infantry, weapons")
KITS = TECH_MANUAL("Conventional infantry, armour kits")
FIELD_GUNS = TACTICAL_OPERATIONS("Field guns", 310)
BEASTS = TACTICAL_OPERATIONS("Beast-mounted infantry", 294)
SPECIALISTS = TACTICAL_OPERATIONS("Specialized infantry", 341)
XENOPLANETARY = TACTICAL_OPERATIONS("Xenoplanetary condition-trained troops", 350)

_LARGEST = {
    "foot": (10, 30),
    "motorized": (10, 30),
    "jump": (10, 30),
    "beast": (10, 30),
    "tracked": (7, 28),
    "wheeled": (6, 24),
    "hover": (5, 20),
    "vtol": (5, 20),
}
LARGEST: Table[str, tuple[int, int]] = Table("construction.platoon.largest", _LARGEST, cite=SIZES)
"""The most soldiers of a squad and of a platoon, by how they move; special types have figures of their own."""

LIMITS: Table[str, int] = Table(
    "construction.platoon.limits",
    {"squads": 5, "secondary weapons of a squad": 2, "least crew of a gun": 2},
    cite=SIZES,
)
"""The most squads of a platoon, the most weapons of a squad that are not those of all its soldiers (who is augmented
carries more), and the least soldiers who serve a field gun."""

TOWING = ("motorized", "tracked", "wheeled")
"""How infantry moves that brings field guns."""

RIDERS: Table[str, int] = Table("construction.platoon.riders", {"elephant": 2, "orca": 2, "hipposaur": 4}, cite=BEASTS)
"""How many ride a very large or monstrous beast."""

MOST_BEASTS: Table[str, int] = Table(
    "construction.platoon.most_beasts", {"elephant": 7, "orca": 7, "hipposaur": 2}, cite=BEASTS
)
"""The most such beasts of a platoon."""

TEMPERATURE_SUITS = frozenset({"kit_environment_suit_hostile", "kit_environment_suit_marine"})
SUITS: Table[str, frozenset[str]] = Table(
    "construction.platoon.suits",
    {"extreme cold": TEMPERATURE_SUITS, "extreme heat": TEMPERATURE_SUITS},
    cite=XENOPLANETARY,
    implements=("TO-350-xenoplanetary-suits",),
)
"""The kits of which troops trained for conditions of another world wear one, by the condition."""


@dataclass(frozen=True)
class PlatoonPlan(Plan):
    """A platoon with the rules it is checked by."""

    @property
    def platoon(self) -> Platoon:
        return self.sheet.platoon or Platoon(squads=0, squad_size=0)

    @property
    def largest(self) -> tuple[int, int]:
        """The most soldiers of a squad and of the platoon."""
        special = of_motive(self.sheet.motive)
        if special and special.squad_size and special.platoon_size:
            return special.squad_size, special.platoon_size
        sizes = self.rules[LARGEST]
        return sizes.get(self.sheet.motive, sizes["foot"])

    @property
    def squads(self) -> int:
        """How many squads it goes apart into."""
        return self.rules[beast_squads](self) or self.platoon.squads

    @property
    def guns(self) -> tuple[Mount, ...]:
        """The field guns that it serves."""
        return field_guns(self.sheet)

    @property
    def gunners(self) -> int:
        """How many soldiers serve the field guns: a gun needs one for each ton or fraction of it, two at least."""
        least = self.rules[LIMITS]["least crew of a gun"]
        return sum(max(least, ceil(tons_of(self, gun))) for gun in self.guns)

    @property
    def kits(self) -> tuple[Mount, ...]:
        """The kits of armour that its soldiers wear."""
        return kits(self.sheet, self.platoon)

    def weight(self) -> Tally:
        """Nothing: the rules give no weight to the parts of a platoon."""
        return Tally(())


PLATOON: Slot[[PlatoonPlan], tuple[Finding, ...]] = Slot("construction.platoon", nothing=())
"""The checks of conventional infantry."""


@rule("construction.platoon.movement", cite=MOVEMENT, slot=PLATOON)
def movement(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """Infantry moves in one of the ways there are."""
    reason = f"{plan.sheet.motive} is no way in which infantry moves"
    known = plan.sheet.motive in plan.rules[LARGEST] or of_motive(plan.sheet.motive) is not None
    return broken("construction.platoon.movement", MOVEMENT, reason, when=not known)


@rule("construction.platoon.squad_size", cite=SIZES, slot=PLATOON)
def squad_size(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """How a squad moves limits its soldiers."""
    size, (most, _) = plan.platoon.squad_size, plan.largest
    reason = f"a {plan.sheet.motive} squad has 1 to {most} soldiers, found {size}"
    return broken("construction.platoon.squad_size", SIZES, reason, when=not 1 <= size <= most)


@rule("construction.platoon.squads", cite=SIZES, slot=PLATOON)
def squads(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """A platoon has one to five squads; on very large beasts up to seven, on monstrous ones up to two."""
    count, most = plan.squads, plan.rules[MOST_BEASTS].get(plan.platoon.beast.lower(), plan.rules[LIMITS]["squads"])
    reason = f"a platoon has 1 to {most} squads, found {count}"
    return broken("construction.platoon.squads", SIZES, reason, when=not 1 <= count <= most)


@rule("construction.platoon.beast_squads", cite=BEASTS, implements=("TO-294-beast-mounted",))
def beast_squads(plan: PlatoonPlan) -> int:
    """Each very large or monstrous beast with its riders is a squad; other infantry goes by its own squads."""
    riders = plan.rules[RIDERS].get(plan.platoon.beast.lower())
    return ceil(plan.sheet.troopers / riders) if riders else 0


@rule("construction.platoon.size", cite=SIZES, slot=PLATOON)
def size(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """How a platoon moves limits its soldiers."""
    _, most = plan.largest
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
    return found("construction.platoon.secondary", WEAPONS, ((None, reason) for reason in _secondary(plan)))


def _secondary(plan: PlatoonPlan) -> Iterator[str]:
    platoon, most = plan.platoon, plan.rules[LIMITS]["secondary weapons of a squad"]
    carried, count = platoon.secondary, platoon.secondary_per_squad
    if count > most and not platoon.augmentations:
        yield f"a squad has up to {most} secondary weapons, found {count}"
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


@rule(
    "construction.platoon.tag_troops",
    cite=SPECIALISTS,
    implements=("TO-341-specialized-infantry-8", "TO-341-specialized-infantry-9"),
    slot=PLATOON,
)
def tag_troops(plan: PlatoonPlan) -> tuple[Finding, ...]:
    """TAG troops do their work with two to a squad, and there are no more of them, nor of paramedics."""
    carried, kind = plan.platoon.secondary, infantry_type("tag_troops")
    pointing = carried is not None and "tag" in carried.equipment.flags
    if "tag troops" not in plan.platoon.specialities and not pointing:
        return ()
    count = plan.platoon.secondary_per_squad if pointing else 0
    reason = f"a squad has {kind.least_in_squad} TAG troopers, found {count}"
    wrong = not kind.least_in_squad <= count <= (kind.most_in_squad or count)
    return broken("construction.platoon.tag_troops", SPECIALISTS, reason, when=wrong)


def dressed_for(rules: Ruleset, condition: str, kit: str) -> bool:
    """Whether a kit of armour, by its id, protects in a condition of another world; by no ruling, any does."""
    suits = rules[SUITS].get(condition)
    return suits is None or kit in suits


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
    LARGEST,
    LIMITS,
    RIDERS,
    MOST_BEASTS,
    SUITS,
    movement,
    squad_size,
    squads,
    beast_squads,
    size,
    primary,
    secondary,
    crew,
    tag_troops,
    gun_crew,
    gun_kind,
    gun_towing,
    armour_kit,
)
