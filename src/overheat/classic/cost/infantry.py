"""What conventional infantry costs.

A soldier costs two thousand times the root of the price of his weapon, and his armour. The way the platoon moves and
its training multiply that. Field guns and implants come on top. For animals to ride no price is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.plan import Plan
from overheat.classic.cost.formulas import cost_of
from overheat.classic.cost.parts import charged, is_item, priced
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Mount, Platoon, Sheet
from overheat.classic.soldiers import ENGINEERS, held_by_all, kits
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally, Term

SOLDIERS = TECH_MANUAL("Costs, conventional infantry")
ADVANCED = TACTICAL_OPERATIONS("Costs, advanced infantry")
IMPLANTED = INTERSTELLAR_OPERATIONS("Costs, augmentations")

PER_ROOT = 2000
EXACTLY = 10**6
"""Roots are taken to the millionth."""
CLIMBING = 5
"""What anti-'Mech training multiplies the whole by."""
UNTRAINED = 8
"""The anti-'Mech skill of those who never learnt it."""
MOTIVES = {
    "foot": Fraction(1),
    "motorized": Fraction(8, 5),
    "jump": Fraction(13, 5),
    "hover": Fraction(16, 5),
    "wheeled": Fraction(16, 5),
    "tracked": Fraction(16, 5),
    "submarine": Fraction(16, 5),
    "vtol": Fraction(9, 2),
    "microlite": Fraction(4),
    "microcopter": Fraction(9, 2),
    "umu": Fraction(2),
    "scuba": Fraction(2),
    "motorized scuba": Fraction(5, 2),
}
"""What each way of moving multiplies the whole by."""
ENGINEERING = 5
TRAINING = {"marines": 3, "mountain troops": 2, "paratroops": 3, "extreme conditions troops": 5}
"""What special training multiplies the whole by; that of engineers of any sort once."""
ENCUMBERING, UNENCUMBERING = 1600, 4300
SPACESUIT, DEST = 5000, 50_000
SNEAKING = (0, 7000, 21_000, 28_000)
"""C-bills of armour that a file describes without naming a kit; of sneak suits by how much they do."""
IMPLANTS = {
    "artificial_pain_shunt": 500_000,
    "pain_shunt": 500_000,
    "comm_implant": 8000,
    "boost_comm_implant": 8000,
    "cyber_imp_audio": 650_000,
    "cyber_imp_visual": 650_000,
    "cyber_imp_laser": 600_000,
    "cyber_imp_tele": 600_000,
    "mm_implants": 900_000,
    "enh_mm_implants": 1_600_000,
    "filtration": 60_000,
    "gas_effuser_pheromone": 40_000,
    "gas_effuser_toxin": 10_000,
    "dermal_armor": 1_500_000,
    "dermal_camo_armor": 1_100_000,
    "tsm_implant": 2_500_000,
    "triple_core_processor": 3_000_000,
    "vdni": 1_400_000,
    "bvdni": 2_000_000,
    "proto_dni": 2_500_000,
    "suicide_implants": 250,
    "pl_masc": 255_000,
    "pl_enhanced": 100_000,
    "pl_ienhanced": 202_000,
    "pl_extra_limbs": 400_000,
    "pl_tail": 60_000,
    "pl_glider": 90_000,
    "pl_flight": 120_000,
}
"""C-bills of an implant for each soldier."""


def infantry_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a platoon costs, as a worksheet."""
    platoon = _platoon(sheet)
    plan = Plan(sheet, rules)
    soldiers = Tally((*_weapons(plan, platoon), *_armour(plan, platoon)))
    guns = [mount for mount in sheet.mounts if is_item(mount) and "infantry" not in mount.equipment.flags]
    return CostSheet(
        Step("Soldiers", soldiers, tuple(_factors(sheet, platoon))),
        Step("Field guns", Tally(tuple(priced(plan, guns)))),
        Step("Ammunition", Tally()),
        others=(Step("Implants", Tally(tuple(_implants(sheet, platoon)))),),
    )


def _platoon(sheet: Sheet) -> Platoon:
    if sheet.platoon is None or not sheet.troopers:
        raise refuse("cost.platoon", f"{sheet.name} is no infantry")
    return sheet.platoon


def _weapons(plan: Plan, platoon: Platoon) -> Iterator[Term]:
    """Two thousand times the root of a weapon's price, for each soldier who carries it."""
    for mount, count in held_by_all(plan.sheet, platoon):
        price = PER_ROOT * root(cost_of(plan, mount)) * count
        yield from charged("weapons", price, f"{count} soldiers with {mount.equipment.name}", SOLDIERS)


def root(value: Fraction) -> Fraction:
    """The square root, to the millionth."""
    return Fraction(isqrt(int(value * EXACTLY**2)), EXACTLY)


def _armour(plan: Plan, platoon: Platoon) -> Iterator[Term]:
    """A kit at its price for each soldier; without one, what the file says that the armour does."""
    worn, count = kits(plan.sheet, platoon), plan.sheet.troopers
    if worn:
        kit = worn[0].equipment
        price = cost_of(plan, Mount(equipment=kit, location="Troopers"))
        yield from charged("armour", count * price, f"{count} x {kit.name}", SOLDIERS)
    else:
        yield from charged("armour", count * _described(platoon), f"{count} suits of armour", SOLDIERS)


def _described(platoon: Platoon) -> int:
    """What armour costs that has no name, by what it does."""
    worn = platoon.protection
    plates = ENCUMBERING if "encumbering" in worn else UNENCUMBERING
    price = plates if (platoon.armour_divisor or 1) > 1 else 0
    price += DEST if "dest" in worn else SNEAKING[sum(word.startswith("sneak") for word in worn)]
    return price + (SPACESUIT if "spacesuit" in worn else 0)


def _factors(sheet: Sheet, platoon: Platoon) -> Iterator[Term]:
    """Anti-'Mech training, the way of moving, and special training multiply the price of soldiers."""
    skill = platoon.anti_mek_skill
    if skill is not None and skill < UNTRAINED:
        yield Term("cost.climbing", CLIMBING, "anti-'Mech training", SOLDIERS)
    if sheet.motive not in MOTIVES:
        reason = f"{sheet.name}: no price is known for infantry that moves by {sheet.motive}"
        raise refuse("cost.motive", reason, motive=sheet.motive)
    if MOTIVES[sheet.motive] != 1:
        yield Term("cost.motive", MOTIVES[sheet.motive], sheet.motive, SOLDIERS)
    if ENGINEERS.intersection(platoon.specialities):
        yield Term("cost.training", ENGINEERING, "engineers", ADVANCED)
    for word in platoon.specialities:
        if word in TRAINING:
            yield Term("cost.training", TRAINING[word], word, ADVANCED)


def _implants(sheet: Sheet, platoon: Platoon) -> Iterator[Term]:
    """The implants of all soldiers; one without a known price is refused."""
    for word in platoon.augmentations:
        if word not in IMPLANTS:
            raise refuse("cost.implant", f"{sheet.name}: no price is known for the implant {word!r}", implant=word)
        label = f"{sheet.troopers} x {word.replace('_', ' ')}"
        yield from charged("implant", IMPLANTS[word] * sheet.troopers, label, IMPLANTED)
