"""The battle value of conventional infantry.

The soldiers count one and a half each, times what divides the damage done to them, times the defensive factor. Their
weapons count each for itself, twice where the platoon climbs 'Mechs, times the speed factor. Field guns and what they
shoot count beside them. The way it moves and special training multiply the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.factors import FACTORS, hard_to_hit_by
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.movement import movement_modifier, speed_factor
from overheat.classic.battle_value.shots import with_part_loads
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal, exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.rules.standard.infantry_sheets import (
    climbs,
    damage_divisor,
    ground_points,
    jump_points,
    platoon_of,
    wears,
)
from overheat.classic.unit.infantry import ENGINEERS, field_guns, held_by_all
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

DEFENSIVE = TECH_MANUAL("Battle Value, conventional infantry, defensive")
OFFENSIVE = TECH_MANUAL("Battle Value, conventional infantry, offensive")
FINAL = TECH_MANUAL("Battle Value, conventional infantry, final")
ADVANCED = TACTICAL_OPERATIONS("Advanced Infantry", 379)
SPECIALISTS = TACTICAL_OPERATIONS("Specialized infantry", 341)
UNIT_TYPE = TACTICAL_OPERATIONS("Battle Value, unit type modifiers", 381)

HIDING: Table[str, int] = Table(
    "bv.infantry.hiding", {"dest": 2, "sneak_camo": 2, "sneak_ir": 2, "sneak_ecm": 1}, cite=ADVANCED
)
"""Points of the defensive factor that suits hide by."""
TRAINING: Table[str, int] = Table(
    "bv.infantry.training",
    {"marines": 3, "mountain troops": 2, "paratroops": 1, "scuba": 1, "extreme conditions troops": 1},
    cite=SPECIALISTS,
)
"""Tenths that special training adds to the whole; any engineers add one."""
UNIT_TYPES: Table[str, int] = Table(
    "bv.infantry.unit_type",
    {
        "foot": 0,
        "beast": 0,
        "jump": 0,
        "motorized": 2,
        "wheeled": 2,
        "tracked": 1,
        "hover": 3,
        "vtol": 3,
        "submarine": 4,
        "umu": 0,
        "motorized scuba": 0,
    },
    cite=UNIT_TYPE,
)
"""Tenths that a platoon loses of the whole for what it rides; jump infantry counts as foot soldiers do."""


def infantry_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a platoon of conventional infantry, as a worksheet."""
    kind = _kind(rules, sheet)
    return Worksheet((defensive(rules, sheet), offensive(rules, sheet)), () if kind is None else (kind,))


def _kind(rules: Ruleset, sheet: Sheet) -> Term | None:
    """What the whole is multiplied by: less for what carries the platoon, more for what it is trained in."""
    trained = platoon_of(sheet).specialities
    tenths = sum(rules[TRAINING].rows.get(word, 0) for word in trained)
    tenths += 1 if ENGINEERS.intersection(trained) else 0
    if sheet.motive not in rules[UNIT_TYPES]:
        raise refuse("bv.platoon", f"{sheet.name}: there is no unit type modifier for {sheet.motive} infantry")
    tenths -= rules[UNIT_TYPES][sheet.motive]
    label = ", ".join((sheet.motive, *trained))
    return Term("bv.kind", 1 + Fraction(tenths, 10), label, FINAL) if tenths else None


def defensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Soldiers at one and a half each, times what divides the damage done to them, times the defensive factor."""
    divisor = damage_divisor(rules, sheet)
    each = rules[FACTORS]["soldier"]
    soldiers = Term(
        "bv.soldiers",
        sheet.troopers * each * divisor,
        f"{sheet.troopers} soldiers x {decimal(each)} x {float(divisor)}",
        DEFENSIVE,
    )
    return Step("Defensive battle rating", Tally((soldiers,)), (rules[defensive_factor](rules, sheet),))


@rule("bv.infantry.defensive_factor", cite=ADVANCED, implements=("TO-379-adv-infantry-bv",))
def defensive_factor(rules: Ruleset, sheet: Sheet) -> Term:
    """One, and a tenth for each point of the best movement modifier and of what the soldiers' suits hide by."""
    jump = jump_points(rules, sheet)
    moved = max(
        movement_modifier(rules, ground_points(rules, sheet)), movement_modifier(rules, jump) + 1 if jump else 0
    )
    hidden = sum(points for word, points in rules[HIDING].rows.items() if wears(sheet, word))
    return Term("bv.defensive_factor", hard_to_hit_by(rules, moved + hidden), "defensive factor", ADVANCED)


def offensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Weapons, once more against 'Mechs, and field guns, times the speed factor of the best movement."""
    speed = rules[speed_factor](rules, max(ground_points(rules, sheet), jump_points(rules, sheet)))
    terms = [*_weapons(sheet), *_field_guns(rules, sheet)]
    return Step("Offensive battle rating", Tally.of(terms), (Term("bv.speed", speed, "speed factor", OFFENSIVE),))


def _weapons(sheet: Sheet) -> Iterator[Term]:
    """What soldiers shoot with; against 'Mechs all but archaic weapons count once more."""
    for mount, soldiers in held_by_all(sheet, platoon_of(sheet)):
        weapon = mount.equipment
        worth = soldiers * (0 if isinstance(weapon.bv, str) else exact(weapon.bv))
        yield Term("bv.weapon", worth, f"{soldiers} x {weapon.name}", OFFENSIVE)
        if climbs(sheet) and "archaic" not in weapon.flags:
            yield Term("bv.anti_mek", worth, f"{soldiers} x {weapon.name} against 'Mechs", OFFENSIVE)


def _field_guns(rules: Ruleset, sheet: Sheet) -> Iterator[Term]:
    """Field guns, and their ammunition up to what the guns are worth."""
    for gun in field_guns(sheet):
        if not isinstance(gun.equipment.bv, str):
            yield Term("bv.field_gun", exact(gun.equipment.bv), gun.equipment.name, OFFENSIVE)
    yield from ammunition_terms(Build(rules, with_part_loads(sheet)), OFFENSIVE)


RULES = (
    UNIT_TYPES,
    HIDING,
    TRAINING,
    defensive_factor,
)
