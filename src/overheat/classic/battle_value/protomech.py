"""The battle value of a ProtoMech.

As of a 'Mech without heat, gyro, weight or anything that explodes: armour, structure and protection times the
defensive factor, weapons and the shots it carries times the speed factor.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.factors import FACTORS, hard_to_hit_by
from overheat.classic.battle_value.machine.movement import movement_modifier, speed_factor
from overheat.classic.battle_value.shots import shots_worth
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal, exact
from overheat.classic.books import TECH_MANUAL
from overheat.classic.unit.formulas import worked_out
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number, Tally, Term

DEFENSIVE = TECH_MANUAL("Battle Value, ProtoMechs, defensive")
OFFENSIVE = TECH_MANUAL("Battle Value, ProtoMechs, offensive")


def protomech_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a ProtoMech, as a worksheet."""
    return Worksheet((defensive(rules, sheet), offensive(rules, sheet)))


def _worth(sheet: Sheet, mount: Mount) -> Number:
    worth = mount.equipment.bv
    return worked_out(worth, sheet, mount) if isinstance(worth, str) else exact(worth)


def defensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Armour, structure and protective gear, times how hard it is to hit."""
    points = sum(place.armour for place in sheet.locations)
    structure = sum(place.structure for place in sheet.locations)
    armour, each = rules[FACTORS]["armour"], rules[FACTORS]["structure"]
    tally = Tally.of(
        [
            Term("bv.armour", points * armour, f"{points} armour x {decimal(armour)}", DEFENSIVE),
            Term("bv.structure", structure * each, f"{structure} structure x {decimal(each)}", DEFENSIVE),
            *_charged_armour(sheet),
            *_equipment(sheet),
        ]
    )
    return Step("Defensive battle rating", tally, (_hard_to_hit(rules, sheet),))


def _charged_armour(sheet: Sheet) -> Iterator[Term]:
    """Armour with a battle value of its own, as electric discharge armour has, counts it once."""
    kinds = {place.armour_kind.id: place.armour_kind for place in sheet.locations if place.armour_kind}
    for kind in kinds.values():
        if kind.bv and not isinstance(kind.bv, str):
            yield Term("bv.armour_kind", exact(kind.bv), kind.name, DEFENSIVE)


def _equipment(sheet: Sheet) -> Iterator[Term]:
    for mount in sheet.flagged("defensive"):
        if not mount.ammunition:
            yield Term("bv.defence", _worth(sheet, mount), mount.equipment.name, DEFENSIVE)


def _hard_to_hit(rules: Ruleset, sheet: Sheet) -> Term:
    """One, a tenth for so small a target, and a tenth for each point of the best movement modifier.

    Jumping makes it a point harder to hit, and so does gliding.
    """
    jump = jump_points(sheet)
    moved = max(
        movement_modifier(rules, run_points(sheet)) + (1 if sheet.motive == "wige" else 0),
        movement_modifier(rules, swim_points(sheet)),
        movement_modifier(rules, jump) + 1 if jump else 0,
    )
    return Term("bv.defensive_factor", hard_to_hit_by(rules, 1 + moved), "defensive factor", DEFENSIVE)


def run_points(sheet: Sheet) -> int:
    """Half as much again as it walks; twice as much with a myomer booster."""
    return ceil(sheet.walk * Fraction(2 if sheet.flagged("myomer_booster") else Fraction(3, 2)))


def jump_points(sheet: Sheet) -> int:
    """Jumping points, two more with partial wings."""
    return sheet.jump + (2 if sheet.jump and sheet.flagged("partial_wing") else 0)


def swim_points(sheet: Sheet) -> int:
    """Underwater points: one for each unit of the kind."""
    return len(sheet.flagged("umu"))


def offensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Weapons, what they shoot and other tools, times the speed factor."""
    points = run_points(sheet) + ceil(max(jump_points(sheet), swim_points(sheet)) / 2)
    speed = Term("bv.speed", rules[speed_factor](rules, points), "speed factor", OFFENSIVE)
    return Step("Offensive battle rating", Tally.of([*_weapons(rules, sheet), *_ammunition(sheet)]), (speed,))


def _weapons(rules: Ruleset, sheet: Sheet) -> Iterator[Term]:
    """Weapons, those to the rear by half, and gear that helps to attack."""
    for mount in sheet.mounts:
        if mount.ammunition or "defensive" in mount.equipment.flags or not (mount.weapon or mount.gear):
            continue
        worth = _worth(sheet, mount)
        if mount.weapon or worth:
            id = "bv.weapon" if mount.weapon else "bv.tool"
            yield Term(
                id, worth * rules[FACTORS]["to the rear"] if mount.rear else worth, mount.equipment.name, OFFENSIVE
            )


def _ammunition(sheet: Sheet) -> Iterator[Term]:
    """Ammunition by the shots it holds, of each kind no more than its weapons are worth."""
    carried: dict[tuple[str, int], Number] = {}
    names: dict[tuple[str, int], str] = {}
    for mount in sheet.mounts:
        load = mount.ammunition
        if load is not None and "defensive" not in load.flags:
            sort = load.feeds, load.rack
            carried[sort] = carried.get(sort, 0) + shots_worth(mount)
            names[sort] = load.name
    for sort, worth in carried.items():
        yield Term("bv.ammunition", min(worth, _fed(sheet, sort)), names[sort], OFFENSIVE)


def _fed(sheet: Sheet, sort: tuple[str, int]) -> Number:
    """What the weapons are worth that take a kind of ammunition."""
    users = [mount for mount in sheet.weapons if mount.weapon and (mount.weapon.ammunition, mount.weapon.rack) == sort]
    return sum((_worth(sheet, mount) for mount in users), start=0)
