"""The battle value of conventional infantry.

The soldiers count one and a half each, times what divides the damage done to them, times the defensive factor. Their
weapons count each for itself, twice where the platoon climbs 'Mechs, times the speed factor. Field guns and what they
shoot count beside them. The way it moves and special training multiply the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.factors import FACTORS, hard_to_hit_by
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.movement import movement_modifier, speed_factor
from overheat.classic.battle_value.shots import with_part_loads
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal, exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.infantry import ENGINEERS, field_guns, held_by_all, kits
from overheat.classic.unit.sheet import Platoon, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Tally, Term

DEFENSIVE = TECH_MANUAL("Battle Value, conventional infantry, defensive")
OFFENSIVE = TECH_MANUAL("Battle Value, conventional infantry, offensive")
FINAL = TECH_MANUAL("Battle Value, conventional infantry, final")
ADVANCED = TACTICAL_OPERATIONS("Advanced Infantry", 379)
SPECIALISTS = TACTICAL_OPERATIONS("Specialized infantry", 341)
UNIT_TYPE = TACTICAL_OPERATIONS("Battle Value, unit type modifiers", 381)

DIVISORS: Table[str, Fraction] = Table(
    "bv.infantry.divisors",
    {"divisor_0_5": Fraction(1, 2), "divisor_1": Fraction(1), "divisor_2": Fraction(2)},
    cite=DEFENSIVE,
)
"""What kits divide damage by."""
IMPLANTS: Table[str, Fraction] = Table(
    "bv.infantry.implants", {"dermal_armor": Fraction(1), "dermal_camo_armor": Fraction(1, 2)}, cite=ADVANCED
)
"""What implants add to that."""
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
    },
    cite=UNIT_TYPE,
    implements=("TO-381-infantry-type-modifier",),
)
"""Tenths that a platoon loses of the whole for what it rides; jump infantry counts as foot soldiers do."""
CLIMBERS = frozenset({"foot", "jump", "motorized"})
BEARERS = frozenset({"tsm_implant", "dermal_armor"})
"""Implants that bear the weight of support weapons."""
UNSLOWED = frozenset({"tracked", "jump", "vtol"})
"""Whose movement on the ground support weapons do not slow."""
FAST: Table[str, int] = Table("bv.infantry.unstated", {"vtol": 5, "submarine": 3, "umu": 1}, cite=SPECIALISTS)
"""Points of movement that no sheet states."""


class Beast(NamedTuple):
    """An animal to ride: how far it goes, what it divides damage by, and whether it flies (Tactical Operations)."""

    points: int
    divisor: int = 1
    flies: bool = False


ANIMALS: Table[str, Beast] = Table(
    "bv.infantry.animals",
    {
        "donkey": Beast(2),
        "coventry kangaroo": Beast(3),
        "horse": Beast(3),
        "camel": Beast(2),
        "branth": Beast(6, flies=True),
        "odessan raxx": Beast(2),
        "tabiranth": Beast(2),
        "tariq": Beast(5),
        "elephant": Beast(2, 2),
        "orca": Beast(5, 2),
        "hipposaur": Beast(2, 4),
    },
    cite=SPECIALISTS,
)
"""The animals that soldiers ride."""


def infantry_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a platoon of conventional infantry, as a worksheet."""
    kind = _kind(rules, sheet)
    return Worksheet((defensive(rules, sheet), offensive(rules, sheet)), () if kind is None else (kind,))


def _platoon(sheet: Sheet) -> Platoon:
    if sheet.platoon is None:
        raise refuse("bv.platoon", f"{sheet.name} is no infantry")
    return sheet.platoon


def _kind(rules: Ruleset, sheet: Sheet) -> Term | None:
    """What the whole is multiplied by: less for what carries the platoon, more for what it is trained in."""
    trained = _platoon(sheet).specialities
    tenths = sum(rules[TRAINING].rows.get(word, 0) for word in trained)
    tenths += 1 if ENGINEERS.intersection(trained) else 0
    if sheet.motive not in rules[UNIT_TYPES]:
        raise refuse("bv.platoon", f"{sheet.name}: there is no unit type modifier for {sheet.motive} infantry")
    tenths -= rules[UNIT_TYPES][sheet.motive]
    label = ", ".join((sheet.motive, *trained))
    return Term("bv.kind", 1 + Fraction(tenths, 10), label, FINAL) if tenths else None


def _kit(sheet: Sheet) -> Equipment | None:
    """The armour that soldiers wear."""
    return next((kit.equipment for kit in kits(sheet, _platoon(sheet))), None)


def _wears(sheet: Sheet, word: str) -> bool:
    """Whether what soldiers wear does something, by the word of its flag; files may say so apart from the kit."""
    kit = _kit(sheet)
    return word.replace("_", " ") in _platoon(sheet).protection or (kit is not None and word in kit.flags)


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


def damage_divisor(rules: Ruleset, sheet: Sheet) -> Number:
    """What divides the damage done to them: that of the kit, more with implants, times that of the animal."""
    platoon, kit = _platoon(sheet), _kit(sheet)
    worn: Number = next((by for flag, by in rules[DIVISORS].rows.items() if kit and flag in kit.flags), Fraction(1))
    if platoon.armour_divisor is not None:
        worn = exact(platoon.armour_divisor)
    beast = _beast(rules, sheet)
    implants = sum(
        (rules[IMPLANTS].rows.get(word.lower(), Fraction(0)) for word in platoon.augmentations), start=Fraction(0)
    )
    return (worn + implants) * (beast.divisor if beast else 1)


@rule("bv.infantry.defensive_factor", cite=ADVANCED, implements=("TO-379-adv-infantry-bv", "TO-379-dest-suit-modifier"))
def defensive_factor(rules: Ruleset, sheet: Sheet) -> Term:
    """One, and a tenth for each point of the best movement modifier and of what the soldiers' suits hide by."""
    jump = jump_points(rules, sheet)
    moved = max(
        movement_modifier(rules, ground_points(rules, sheet)), movement_modifier(rules, jump) + 1 if jump else 0
    )
    hidden = sum(points for word, points in rules[HIDING].rows.items() if _wears(sheet, word))
    return Term("bv.defensive_factor", hard_to_hit_by(rules, moved + hidden), "defensive factor", ADVANCED)


def _beast(rules: Ruleset, sheet: Sheet) -> Beast | None:
    return rules[ANIMALS].get(_platoon(sheet).beast.lower())


def flies(rules: Ruleset, sheet: Sheet) -> bool:
    """Whether the soldiers fly, by rotor or on an animal's back."""
    beast = _beast(rules, sheet)
    return sheet.motive == "vtol" or (beast is not None and beast.flies)


def ground_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points of movement that are no jump: one less in encumbering armour and under heavy weapons, but for tracks.

    Whoever serves artillery moves one hex at most.
    """
    beast = _beast(rules, sheet)
    points = (0 if beast.flies else beast.points) if beast else sheet.walk or rules[FAST].rows.get(sheet.motive, 0)
    if sheet.motive == "vtol":
        return 0
    slower = _wears(sheet, "encumbering") + (sheet.motive not in UNSLOWED and rules[laden](rules, sheet))
    return min(max(0, points - slower), 1 if _serves_artillery(sheet) else points)


def jump_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points of jumping or flying: a jump is one less under heavy weapons, a flight with any second weapon."""
    beast = _beast(rules, sheet)
    if flies(rules, sheet):
        points = beast.points if beast else rules[FAST]["vtol"]
        return points - (sheet.motive == "vtol" and _platoon(sheet).secondary_per_squad > 0)
    return min(sheet.jump, 2) if rules[laden](rules, sheet) else sheet.jump


@rule("bv.infantry.laden", cite=SPECIALISTS, implements=("TO-341-specialized-infantry-9",))
def laden(rules: Ruleset, sheet: Sheet) -> bool:
    """Whether each squad carries two or more support weapons, without implants to bear them; TAG weighs nobody down."""
    platoon = _platoon(sheet)
    flags = platoon.secondary.equipment.flags if platoon.secondary else frozenset()
    heavy = "support" in flags and "tag" not in flags
    return heavy and platoon.secondary_per_squad >= 2 and BEARERS.isdisjoint(platoon.augmentations)


def _serves_artillery(sheet: Sheet) -> bool:
    return any("artillery" in mount.equipment.flags for mount in field_guns(sheet))


def offensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Weapons, once more against 'Mechs, and field guns, times the speed factor of the best movement."""
    speed = rules[speed_factor](rules, max(ground_points(rules, sheet), jump_points(rules, sheet)))
    terms = [*_weapons(sheet), *_field_guns(rules, sheet)]
    return Step("Offensive battle rating", Tally.of(terms), (Term("bv.speed", speed, "speed factor", OFFENSIVE),))


def _weapons(sheet: Sheet) -> Iterator[Term]:
    """What soldiers shoot with; against 'Mechs all but archaic weapons count once more."""
    for mount, soldiers in held_by_all(sheet, _platoon(sheet)):
        weapon = mount.equipment
        worth = soldiers * (0 if isinstance(weapon.bv, str) else exact(weapon.bv))
        yield Term("bv.weapon", worth, f"{soldiers} x {weapon.name}", OFFENSIVE)
        if climbs(sheet) and "archaic" not in weapon.flags:
            yield Term("bv.anti_mek", worth, f"{soldiers} x {weapon.name} against 'Mechs", OFFENSIVE)


def climbs(sheet: Sheet) -> bool:
    """Whether soldiers make leg and swarm attacks: those in vehicles, in encumbering armour or with guns do not."""
    return sheet.motive in CLIMBERS and not _wears(sheet, "encumbering") and not field_guns(sheet)


def _field_guns(rules: Ruleset, sheet: Sheet) -> Iterator[Term]:
    """Field guns, and their ammunition up to what the guns are worth."""
    for gun in field_guns(sheet):
        if not isinstance(gun.equipment.bv, str):
            yield Term("bv.field_gun", exact(gun.equipment.bv), gun.equipment.name, OFFENSIVE)
    yield from ammunition_terms(Build(rules, with_part_loads(sheet)), OFFENSIVE)


RULES = (
    UNIT_TYPES,
    DIVISORS,
    IMPLANTS,
    HIDING,
    TRAINING,
    FAST,
    ANIMALS,
    defensive_factor,
    laden,
)
