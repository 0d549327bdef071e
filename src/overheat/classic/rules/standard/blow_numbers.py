"""What a physical attack needs: the number to hit, term by term."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import DAY
from overheat.classic.rules.standard.physical import (
    ARMS,
    CHARGE,
    DEATH_FROM_ABOVE,
    EVERY_BLOW,
    FRENZY,
    KINDS,
    PHYSICAL,
    PROTOMECHS,
    THRASH,
    WEAPONS,
    PhysicalAttack,
    carries,
    clawed,
    gone,
    struck_with,
)
from overheat.classic.rules.standard.physical_weapons import HIGH
from overheat.classic.rules.standard.switches import illuminated
from overheat.classic.rules.standard.systems import hits_on
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term

WEATHER = QUICK_REFERENCE("Weather")
TERRAIN = QUICK_REFERENCE("All Attacks, Terrain")
ENHANCED = TACTICAL_OPERATIONS("Actuator Enhancement System", 279)
MYOMER = TACTICAL_OPERATIONS("Industrial Triple-Strength Myomer", 346)
THRASHING = TOTAL_WARFARE("Thrashing attacks", 149)
LARGE_VEHICLES = TOTAL_WARFARE("Large Support Vehicles", 206)


AIMING = 4
"""What a blow with a weapon is harder by that is aimed at the upper body or at the legs."""


@rule("physical.skill", cite=PHYSICAL)
def skill(attack: PhysicalAttack) -> Term:
    """A physical attack starts from the pilot's skill in piloting; who wears his machine like a suit has but one."""
    if attack.kind == FRENZY:
        return Term("physical.skill", attack.attacker.gunnery, "gunnery skill", PROTOMECHS)
    return Term("physical.skill", attack.attacker.piloting, "piloting skill", PHYSICAL)


@rule("physical.kind", cite=PHYSICAL, implements=("QR-physical-type",), slot=EVERY_BLOW)
def kind(attack: PhysicalAttack) -> Term | None:
    """Kicks are easy, -2, clubs and pushes a little, -1, punches plain; a physical weapon has a number of its own."""
    value = attack.rules[KINDS][attack.kind] if attack.weapon is None else attack.weapon.to_hit
    return Term("physical.kind", value, attack.kind, PHYSICAL) if value else None


@rule("physical.aimed", cite=WEAPONS, implements=("TO-290-mace", "TO-291-shield-4"), slot=EVERY_BLOW)
def aimed(attack: PhysicalAttack) -> Term | None:
    """A physical weapon that is swung at the upper body or at the legs is harder to hit with, +4."""
    if not attack.aimed:
        return None
    where = "upper body" if attack.aimed == HIGH else "legs"
    return Term("physical.aimed", AIMING, f"at the {where}", WEAPONS)


@rule(
    "physical.arm",
    cite=PHYSICAL,
    implements=(
        "QR-physical-arm-actuator",
        "QR-physical-hand",
        "QR-crit-hand",
        "QR-crit-upper-arm",
        "QR-crit-lower-arm",
    ),
    slot=EVERY_BLOW,
)
def arm(attack: PhysicalAttack) -> Term | None:
    """A blow with a damaged arm is harder: 2 for an upper or lower actuator, 1 for a punch without a hand."""
    if attack.limb not in ARMS or attack.kind == "push":
        return None
    unit, arm = attack.attacker, attack.limb
    value = 2 * sum(gone(unit, f"{part} actuator", arm) for part in ("upper arm", "lower arm"))
    handless = gone(unit, "hand actuator", arm) and not clawed(unit, arm)
    if attack.kind == "punch" or (attack.kind == "brush off" and not gone(unit, "lower arm actuator", arm)):
        value += handless
    return Term("physical.arm", value, f"damaged {arm}", PHYSICAL) if value else None


@rule("physical.claws", cite=WEAPONS, slot=EVERY_BLOW)
def claws(attack: PhysicalAttack) -> Term | None:
    """A claw punches clumsily, +1, and has no hand to miss."""
    if attack.kind != "punch" or not clawed(attack.attacker, attack.limb):
        return None
    return Term("physical.claws", 1, "claws", WEAPONS)


@rule("physical.enhanced_limbs", cite=ENHANCED, implements=("TO-279-aes",), slot=EVERY_BLOW)
def enhanced_limbs(attack: PhysicalAttack) -> Term | None:
    """Enhanced actuators make a blow of their arm, a kick or a charge easier, -1; what takes two arms needs both."""
    unit = attack.attacker
    if "aes" not in unit.plan.flags:
        return None
    legs = attack.kind == "charge" or struck_with(attack) == "leg"
    limbs = LEGS if legs else ARMS if attack.kind == "club" else (attack.limb,)
    there = [code for code in limbs if any(place.code == code for place in unit.condition.locations)]
    if not there or not all(carries(unit, "aes", code) for code in there):
        return None
    return Term("physical.enhanced_limbs", -1, "enhanced actuators", ENHANCED)


@rule("physical.industrial_myomer", cite=MYOMER, slot=EVERY_BLOW)
def industrial_myomer(attack: PhysicalAttack) -> Term | None:
    """Industrial triple-strength myomer is strong and clumsy, +2."""
    if "industrial_tsm" not in attack.attacker.plan.flags:
        return None
    return Term("physical.industrial_myomer", 2, "industrial myomer", MYOMER)


@rule("physical.large_target", cite=LARGE_VEHICLES, slot=EVERY_BLOW)
def large_target(attack: PhysicalAttack) -> Term | None:
    """The largest of support vehicles are hard to miss from near by, -1 more than from afar."""
    if attack.target.sheet.kind != "support vehicle" or not attack.target.plan.oversized:
        return None
    return Term("physical.large_target", -1, "large, and near", LARGE_VEHICLES)


@rule("physical.soldiers_from_above", cite=DEATH_FROM_ABOVE, slot=EVERY_BLOW)
def soldiers_from_above(attack: PhysicalAttack) -> Term | None:
    """Soldiers are hard to land on, +3."""
    if attack.kind != "death from above" or attack.target.sheet.kind not in ("infantry", "battle armour"):
        return None
    return Term("physical.soldiers_from_above", 3, "soldiers scatter", DEATH_FROM_ABOVE)


@rule(
    "physical.leg",
    cite=PHYSICAL,
    implements=("QR-physical-leg", "QR-crit-foot", "QR-crit-leg-actuators"),
    slot=EVERY_BLOW,
)
def leg(attack: PhysicalAttack) -> Term | None:
    """A blow with a damaged leg is harder: 2 for an upper or lower actuator, 1 for the foot."""
    if struck_with(attack) != "leg":
        return None
    unit, leg = attack.attacker, attack.limb
    value = 2 * sum(hits_on(unit, f"{part} leg actuator", leg) for part in ("upper", "lower"))
    value += hits_on(unit, "foot actuator", leg)
    return Term("physical.leg", value, f"damaged {leg}", PHYSICAL) if value else None


@rule(
    "physical.push_shoulders", cite=PHYSICAL, implements=("QR-physical-shoulder", "QR-crit-shoulder"), slot=EVERY_BLOW
)
def push_shoulders(attack: PhysicalAttack) -> Term | None:
    """A push is harder by 2 for each destroyed shoulder."""
    if attack.kind != "push":
        return None
    value = 2 * sum(hits_on(attack.attacker, "shoulder", arm) for arm in ARMS)
    return Term("physical.push_shoulders", value, "destroyed shoulder", PHYSICAL) if value else None


@rule("physical.rear_kick", cite=PHYSICAL, implements=("QR-physical-other",), slot=EVERY_BLOW)
def rear_kick(attack: PhysicalAttack) -> Term | None:
    """A quad that kicks behind itself does so at +1."""
    if attack.kind != "kick" or not attack.attacker.quad or attack.limb not in ("RLL", "RRL"):
        return None
    return Term("physical.rear_kick", 1, "kick to the rear", PHYSICAL)


@rule(
    "physical.comparison", cite=CHARGE, implements=("QR-comparative-modifier", "QR-charge", "QR-dfa"), slot=EVERY_BLOW
)
def comparison(attack: PhysicalAttack) -> Term | None:
    """Charges and deaths from above pit pilot against pilot: the attacker's skill less the target's."""
    if attack.kind not in ("charge", "death from above", "unintentional charge"):
        return None
    value = attack.attacker.piloting - attack.target.piloting
    return Term("physical.comparison", value, "pilots compared", CHARGE) if value else None


DARK_BLOWS: Table[str, tuple[int, bool]] = Table(
    "physical.light_conditions",
    {"moonless": (1, True)},
    cite=WEATHER,
    implements=("QR-weather-physical",),
    where="overheat.classic.rules.standard.blow_numbers.DARK_BLOWS",
)
"""What a light costs blows, and whether a light on the target helps."""
NIGHTS = {"moonless": "moonless night"}


@rule("physical.darkness", cite=WEATHER, implements=("QR-weather-physical",), slot=EVERY_BLOW)
def darkness(attack: PhysicalAttack) -> Term | None:
    """On a moonless night an unlit target is harder to strike, +1."""
    light = attack.weather.light
    if light == DAY or light not in attack.rules[DARK_BLOWS]:
        return None
    value, lamp_helps = attack.rules[DARK_BLOWS][light]
    if lamp_helps and illuminated(attack.target):
        return None
    return Term("physical.darkness", value, NIGHTS.get(light, light), WEATHER)


@rule("physical.terrain", cite=TERRAIN, implements=("QR-attack-terrain",))
def terrain(attack: PhysicalAttack) -> Tally:
    """Woods and water that the target stands in shield it from blows as from shots, but not from above."""
    return Tally() if attack.kind == "death from above" else attack.sight.target_hex


SURE = 2
"""What two dice always show."""


ON_ITSELF = ("brush off",)
"""Blows at who sits on the machine: nobody's movement and no ground matter for them."""


def blow_number(attack: PhysicalAttack, every: tuple[Term | None, ...]) -> Tally:
    """What must be rolled for a blow, term by term; `every` are the terms of every attack."""
    own = (rule.function(attack) for rule in attack.rules[EVERY_BLOW])
    if attack.kind == THRASH:
        return Tally((Term("physical.thrash", SURE, "thrashing always hits", THRASHING),))
    if attack.kind in ON_ITSELF:
        return Tally.of([attack.rules[skill](attack), *own])
    return Tally.of([attack.rules[skill](attack), *every, *own]) + attack.rules[terrain](attack)


RULES = (
    skill,
    kind,
    aimed,
    arm,
    leg,
    push_shoulders,
    rear_kick,
    comparison,
    claws,
    enhanced_limbs,
    industrial_myomer,
    large_target,
    soldiers_from_above,
    darkness,
    terrain,
    DARK_BLOWS,
)
