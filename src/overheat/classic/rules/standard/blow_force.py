"""What a physical attack does: the damage of blows, charges and deaths from above."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.physical import (
    CHARGE,
    DAMAGE,
    DEATH_FROM_ABOVE,
    FRENZY,
    PROTOMECHS,
    THRASH,
    PhysicalAttack,
    carries,
    clawed,
    gone,
    struck_with,
)
from overheat.classic.rules.standard.systems import hits_on, strengthened, works
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

UNDER_WATER = TOTAL_WARFARE("Physical Attacks, underwater", 109)
TALONS = TACTICAL_OPERATIONS("Talons", 290)


@rule("physical.damage", cite=DAMAGE, implements=("QR-damage-punch", "QR-damage-kick-club", "TO-292-vibroblades"))
def blow_damage(attack: PhysicalAttack) -> int:
    """A punch does a tenth of the weight, with a claw a seventh, a kick or a club a fifth; physical weapons have rows.

    Thrashing does a third, rounded to the nearest.

    All rounded up. Hot or industrial myomer strikes twice as hard, but not with what has a motor of its own, and a
    vibroblade that is switched off never harder than one that is on.
    """
    unit = attack.attacker
    tons, strong = unit.sheet.tons, strengthened(unit) or "industrial_tsm" in unit.plan.flags
    times = 2 if strong else 1
    weapon = attack.weapon
    if weapon is not None:
        on = attack.switched_on and bool(weapon.switched[0])
        done = weapon.damage(tons, on=on) * (times if weapon.myomer and not on else 1)
        return min(done, weapon.switched[0] or done)
    if attack.kind == THRASH:
        return int(tons / 3 + 0.5)
    if attack.kind == FRENZY:
        return attack.rules[frenzy_damage](attack.rules, attack.attacker)
    if attack.kind in ("punch", "brush off"):
        return times * ceil(tons / (7 if clawed(attack.attacker, attack.limb) else 10))
    return times * ceil(tons / 5) if attack.kind in ("kick", "club") else 0


@rule(
    "physical.weakened",
    cite=DAMAGE,
    implements=(
        "QR-physical-arm-actuator",
        "QR-physical-leg",
        "QR-crit-upper-arm",
        "QR-crit-lower-arm",
        "QR-crit-leg-actuators",
    ),
)
def weakened(attack: PhysicalAttack, damage: int) -> int:
    """Each upper or lower actuator that is gone halves a punch or a kick; rounded down once at the end."""
    if attack.kind in ("punch", "brush off"):
        lost = sum(gone(attack.attacker, f"{part} arm actuator", attack.limb) for part in ("upper", "lower"))
    elif attack.kind == "kick":
        lost = sum(hits_on(attack.attacker, f"{part} leg actuator", attack.limb) for part in ("upper", "lower"))
    else:
        lost = 0
    return damage >> lost


FRENZIES: Table[int, int] = Table(
    "physical.frenzies",
    {0: 1, 6: 2, 10: 3},
    cite=PROTOMECHS,
    where="overheat.classic.rules.standard.blow_force.FRENZIES",
)
"""What a ProtoMech of so many tons or more does with its limbs."""


@rule("physical.frenzy_damage", cite=PROTOMECHS)
def frenzy_damage(rules: Ruleset, unit: Unit) -> int:
    """A ProtoMech does a point, from 6 tons two, from 10 three; a melee weapon adds a fifth of its weight."""
    done = max(points for tons, points in rules[FRENZIES].rows.items() if unit.sheet.tons >= tons)
    armed = any("melee" in mount.equipment.id and works(unit, at) for at, mount in enumerate(unit.sheet.mounts))
    return done + (ceil(unit.sheet.tons / 5) if armed else 0)


FORCE: Slot[[PhysicalAttack, int], Term | None] = Slot("physical.force", nothing=None)
"""What else changes the damage of a blow, asked in order with what it has come to."""


@rule("physical.talons", cite=TALONS, slot=FORCE)
def talons(attack: PhysicalAttack, damage: int) -> Term | None:
    """Talons make a kick half as strong again, rounded to the nearest; they need the foot."""
    if attack.kind != "kick" or not has_talons(attack.attacker, attack.limb):
        return None
    return Term("physical.talons", (damage + 1) // 2, "talons", TALONS)


def has_talons(unit: Unit, leg: str) -> bool:
    """Whether a leg has talons that work, on a foot that does."""
    return "talons" in unit.plan.flags and carries(unit, "talons", leg) and not hits_on(unit, "foot actuator", leg)


@rule("physical.under_water", cite=UNDER_WATER, slot=FORCE)
def under_water(attack: PhysicalAttack, damage: int) -> Term | None:
    """A limb under water strikes half as hard, rounded up."""
    unit = attack.attacker
    depth = -unit.elevation if "ice" not in attack.relief.board[unit.hex] else 0
    if depth < (1 if struck_with(attack) == "leg" else 2):
        return None
    return Term("physical.under_water", -(damage // 2), "under water", UNDER_WATER)


def force_of(attack: PhysicalAttack) -> Tally:
    """What a blow does by itself, term by term."""
    rules = attack.rules
    whole = rules[blow_damage](attack)
    left = rules[weakened](attack, whole)
    terms = [Term("physical.damage", whole, attack.kind, DAMAGE)]
    if left != whole:
        terms.append(Term("physical.weakened", left - whole, "damaged limb", DAMAGE))
    for changes in rules[FORCE]:
        term = changes.function(attack, left)
        if term is not None and term.value:
            terms.append(term)
            left += int(term.value)
    return Tally(tuple(terms))


@rule("physical.charge_damage", cite=CHARGE, implements=("QR-damage-charge", "QR-charge"))
def charge_damage(rules: Ruleset, attacker: Unit, target: Unit, hexes: int) -> tuple[int, int]:
    """A charge does a tenth of the weight for each hex, and a tenth of the target's weight comes back, rounded up."""
    return ceil(attacker.sheet.tons * hexes / 10), ceil(target.sheet.tons / 10)


@rule("physical.from_above_damage", cite=DEATH_FROM_ABOVE, implements=("QR-dfa",))
def from_above_damage(rules: Ruleset, attacker: Unit) -> tuple[int, int]:
    """Death from above does three tenths of the weight, and a fifth of it to the attacker's legs, rounded up.

    Talons make the one half as strong again.
    """
    done = ceil(attacker.sheet.tons * 3 / 10)
    if any(has_talons(attacker, place.code) for place in attacker.condition.locations if place.code in LEGS):
        done = (3 * done + 1) // 2
    return done, ceil(attacker.sheet.tons / 5)


RULES = (blow_damage, weakened, frenzy_damage, talons, under_water, charge_damage, from_above_damage, FRENZIES)
