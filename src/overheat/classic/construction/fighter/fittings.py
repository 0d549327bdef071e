"""What a fighter mounts: where it stands, how much an arc holds, and what is not for fighters."""

from __future__ import annotations

from collections import Counter

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.fighter.plan import ARCS, FIGHTER, LIMITS, OF_OTHERS, FighterPlan
from overheat.classic.construction.findings import broken, found, told
from overheat.classic.construction.machine import fittings, technology
from overheat.classic.construction.machine.plan import Finding
from overheat.kernel.rules.rule import rule

EQUIPMENT = TECH_MANUAL("Fighters, weapons and equipment")
AMMUNITION = TECH_MANUAL("Fighters, ammunition")
TECH_BASE = TECH_MANUAL("Technology base", 21)
OMNI = TECH_MANUAL("Fighters, omni technology")
C3_BOOSTED = TACTICAL_OPERATIONS("C3 boosted systems", 298)
HEAVY_FLAMERS = TACTICAL_OPERATIONS("Heavy flamers", 312)
COOLANT = TACTICAL_OPERATIONS("Coolant pods", 304)
ENGINE_SLOTS = TACTICAL_OPERATIONS("Advanced Engine Master Table", 308)

STERN = "AFT"

FUSELAGE = "FSLG"
HEAVY_FLAMER = frozenset({"is_heavy_flamer", "clan_heavy_flamer"})
OF_THE_GROUND = frozenset({"hand_weapon", "physical", "masc", "jump_jet", "talons", "partial_wing", "supercharger"})
"""What belongs to machines that walk and drive."""


@rule("construction.fighter.arc", cite=EQUIPMENT, slot=FIGHTER)
def arc(plan: FighterPlan) -> tuple[Finding, ...]:
    """An arc has at most five weapons, less what its engine takes up there."""
    counted = Counter(mount.location for mount in plan.sheet.weapons if mount.location in ARCS)
    most = plan.rules[LIMITS]["weapons of an arc"]
    room = {code: most - plan.rules[engine_slots](plan, code) for code in counted}
    crowded = ((code, count) for code, count in counted.items() if count > room[code])
    reasons = ((code, f"{code} may have {room[code]} weapons, found {count}") for code, count in crowded)
    return found("construction.fighter.arc", EQUIPMENT, reasons)


@rule("construction.fighter.engine_slots", cite=ENGINE_SLOTS, implements=("TO-308-engine-master-table-2",))
def engine_slots(plan: FighterPlan, code: str) -> int:
    """The weapon slots that an engine takes up are all in the stern; none spill over to the wings.

    What flies in air alone has too little room for an engine of the largest kind; one that flies in space has enough.
    """
    engine = plan.sheet.engine
    if not plan.conventional or code != STERN or engine is None or "xxl" not in engine.kind.flags:
        return 0
    clan = engine.clan or engine.kind.tech == "Clan"
    return plan.rules[LIMITS][f"weapons that {'a Clan' if clan else 'an'} XXL engine takes"]


@rule("construction.fighter.weapon_place", cite=EQUIPMENT, slot=FIGHTER)
def weapon_place(plan: FighterPlan) -> tuple[Finding, ...]:
    """Weapons stand in an arc: the nose, a wing, the stern."""
    inside = [mount for mount in plan.sheet.weapons if mount.location not in ARCS]
    reasons = ((mount.location, f"{mount.equipment.name} is in {mount.location}, which is no arc") for mount in inside)
    return found("construction.fighter.weapon_place", EQUIPMENT, reasons)


@rule("construction.fighter.ammunition_place", cite=AMMUNITION, slot=FIGHTER)
def ammunition_place(plan: FighterPlan) -> tuple[Finding, ...]:
    """Ammunition is kept in the fuselage."""
    outside = [mount for mount in plan.sheet.mounts if mount.ammunition and mount.location != FUSELAGE]
    reasons = ((mount.location, f"{mount.equipment.name} is in {mount.location}") for mount in outside)
    return found("construction.fighter.ammunition_place", AMMUNITION, reasons)


@rule("construction.fighter.ammunition_missing", cite=AMMUNITION, slot=FIGHTER)
def ammunition_missing(plan: FighterPlan) -> tuple[Finding, ...]:
    """A weapon that needs ammunition and has none is worth a note."""
    reasons = ((mount.location, f"no ammunition for {mount.equipment.name}") for mount in fittings.unfed(plan))
    return told("construction.fighter.ammunition_missing", AMMUNITION, reasons)


@rule("construction.fighter.ammunition_unused", cite=AMMUNITION, slot=FIGHTER)
def ammunition_unused(plan: FighterPlan) -> tuple[Finding, ...]:
    """Ammunition that no weapon takes is worth a note."""
    reasons = ((mount.location, f"no weapon takes {mount.equipment.name}") for mount in fittings.unused(plan))
    return told("construction.fighter.ammunition_unused", AMMUNITION, reasons)


@rule("construction.fighter.stealth", cite=fittings.STEALTH, slot=FIGHTER)
def stealth(plan: FighterPlan) -> tuple[Finding, ...]:
    """Stealth armour needs an ECM suite."""
    reason = "stealth armour needs an ECM suite, found none"
    return broken("construction.fighter.stealth", fittings.STEALTH, reason, when=fittings.unhidden(plan))


@rule("construction.fighter.once", cite=EQUIPMENT, slot=FIGHTER)
def once(plan: FighterPlan) -> tuple[Finding, ...]:
    """Of some equipment a fighter has one at most."""
    reasons = ((more[1].location, f"may have 1 {name}, found {len(more)}") for name, more in fittings.twice(plan))
    return found("construction.fighter.once", EQUIPMENT, reasons)


@rule("construction.fighter.barred", cite=EQUIPMENT, implements=("TO-322-laser-ams-availability",), slot=FIGHTER)
def barred(plan: FighterPlan) -> tuple[Finding, ...]:
    """What is made for suits, protomechs, soldiers, ships or machines on the ground is not for fighters.

    Laser anti-missile systems are for all fighters.
    """
    wrong = plan.sheet.flagged(*OF_OTHERS, *OF_THE_GROUND)
    reasons = ((mount.location, f"{mount.equipment.name} is not for fighters") for mount in wrong)
    return found("construction.fighter.barred", EQUIPMENT, reasons)


@rule(
    "construction.fighter.boosted_master",
    cite=C3_BOOSTED,
    implements=("TO-298-c3bs-1", "TO-298-c3em"),
    slot=FIGHTER,
)
def boosted_master(plan: FighterPlan) -> tuple[Finding, ...]:
    """Boosted and emergency masters of a C3 network are not mounted on fighters."""
    boosted = [mount for mount in plan.sheet.flagged("c3_master") if "c3_boosted" in mount.equipment.flags]
    wrong = (*boosted, *plan.sheet.flagged("c3_emergency_master"))
    reasons = ((mount.location, f"{mount.equipment.name} is not for fighters") for mount in wrong)
    return found("construction.fighter.boosted_master", C3_BOOSTED, reasons)


@rule("construction.fighter.heavy_flamer", cite=HEAVY_FLAMERS, implements=("TO-312-heavy-flamer-2",), slot=FIGHTER)
def heavy_flamer(plan: FighterPlan) -> tuple[Finding, ...]:
    """Heavy flamers are not for fighters."""
    wrong = [mount for mount in plan.sheet.mounts if mount.equipment.id in HEAVY_FLAMER]
    reasons = ((mount.location, f"{mount.equipment.name} is not for fighters") for mount in wrong)
    return found("construction.fighter.heavy_flamer", HEAVY_FLAMERS, reasons)


@rule("construction.fighter.coolant_pod", cite=COOLANT, implements=("TO-304-coolant-pod-1",), slot=FIGHTER)
def coolant_pod(plan: FighterPlan) -> tuple[Finding, ...]:
    """What flies in air alone has no coolant pods."""
    wrong = plan.sheet.flagged("coolant_pod") if plan.conventional else ()
    reasons = ((mount.location, f"{mount.equipment.name} on a conventional fighter") for mount in wrong)
    return found("construction.fighter.coolant_pod", COOLANT, reasons)


@rule("construction.fighter.tech", cite=TECH_BASE, slot=FIGHTER)
def tech(plan: FighterPlan) -> tuple[Finding, ...]:
    """Only a fighter of mixed technology has equipment of the other side."""
    return found("construction.fighter.tech", TECH_BASE, technology.of_others(plan, "fighter"))


@rule("construction.fighter.level", cite=technology.LEVELS, slot=FIGHTER)
def level(plan: FighterPlan) -> tuple[Finding, ...]:
    """Equipment beyond the rules level that the file states is worth a note."""
    return told("construction.fighter.level", technology.LEVELS, technology.too_advanced(plan))


@rule("construction.fighter.pods_of_others", cite=OMNI, slot=FIGHTER)
def pods_of_others(plan: FighterPlan) -> tuple[Finding, ...]:
    """Only omni fighters have pods."""
    wrong = [mount for mount in plan.sheet.mounts if mount.omnipod and not plan.sheet.omni]
    reasons = ((mount.location, f"{mount.equipment.name} is in a pod of no omni fighter") for mount in wrong)
    return found("construction.fighter.pods_of_others", OMNI, reasons)


RULES = (
    arc,
    engine_slots,
    weapon_place,
    ammunition_place,
    ammunition_missing,
    ammunition_unused,
    stealth,
    once,
    barred,
    boosted_master,
    heavy_flamer,
    coolant_pod,
    tech,
    level,
    pods_of_others,
)
