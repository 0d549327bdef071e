"""What conventional infantry costs.

A soldier costs two thousand times the root of the price of his weapon, and his armour. The way the platoon moves and
its training multiply that. Field guns and implants come on top. For animals to ride no price is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.infantry import PlatoonPlan
from overheat.classic.cost.formulas import item_cost
from overheat.classic.cost.parts import charged, is_item, priced, structure
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.infantry import ENGINEERS, held_by_all
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

SOLDIERS = TECH_MANUAL("Costs, conventional infantry")
ADVANCED = TACTICAL_OPERATIONS("Costs, advanced infantry")
IMPLANTED = INTERSTELLAR_OPERATIONS("Costs, augmentations")

FIGURES: Table[str, int] = Table(
    "cost.infantry.figures",
    {
        "root of a weapon": 2000,
        "anti-'Mech training": 5,
        "skill of the untrained": 8,
        "engineers": 5,
        "encumbering armour": 1600,
        "other armour": 4300,
        "spacesuit": 5000,
        "DEST suit": 50_000,
        "sneak suit": 7000,
        "sneak suit of two kinds": 21_000,
        "sneak suit of three kinds": 28_000,
    },
    cite=SOLDIERS,
)
"""What soldiers are charged for, in C-bills or as a factor: armour that a file describes without naming a kit, sneak
suits by how much they do. Who has a worse anti-'Mech skill than others never learnt it."""
EXACTLY = 10**6
"""Roots are taken to the millionth."""
_MOTIVES = {
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
    "motorized scuba": Fraction(5, 2),
}
MOTIVES: Table[str, Fraction] = Table("cost.infantry.motives", _MOTIVES, cite=SOLDIERS)
"""What each way of moving multiplies the whole by."""
TRAINING: Table[str, int] = Table(
    "cost.infantry.training",
    {"marines": 3, "mountain troops": 2, "paratroops": 3, "extreme conditions troops": 5},
    cite=ADVANCED,
)
"""What special training multiplies the whole by; that of engineers of any sort once."""
SNEAKING = ("", "sneak suit", "sneak suit of two kinds", "sneak suit of three kinds")
"""The rows of sneak suits, by how much they do."""
_IMPLANTS = {
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
IMPLANTS: Table[str, int] = Table("cost.infantry.implants", _IMPLANTS, cite=IMPLANTED)
"""C-bills of an implant for each soldier."""


def infantry_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a platoon costs, as a worksheet."""
    plan = PlatoonPlan(sheet, rules)
    if sheet.platoon is None or not sheet.troopers:
        raise refuse("cost.platoon", f"{sheet.name} is no infantry")
    soldiers = structure(plan, (weapons, armour)).tally
    guns = [mount for mount in sheet.mounts if is_item(mount) and "infantry" not in mount.equipment.flags]
    return CostSheet(
        Step("Soldiers", soldiers, tuple(rules[factors](plan))),
        Step("Field guns", Tally(tuple(priced(plan, guns)))),
        Step("Ammunition", Tally()),
        others=(Step("Implants", Tally(tuple(rules[implants](plan)))),),
    )


@rule("cost.infantry.weapons", cite=SOLDIERS)
def weapons(plan: PlatoonPlan) -> Iterable[Term]:
    """Two thousand times the root of a weapon's price, for each soldier who carries it."""
    for mount, count in held_by_all(plan.sheet, plan.platoon):
        price = plan.rules[FIGURES]["root of a weapon"] * root(plan.rules[item_cost](plan, mount)) * count
        yield from charged("weapons", price, f"{count} soldiers with {mount.equipment.name}", SOLDIERS)


def root(value: Fraction) -> Fraction:
    """The square root, to the millionth."""
    return Fraction(isqrt(int(value * EXACTLY**2)), EXACTLY)


@rule("cost.infantry.armour", cite=SOLDIERS)
def armour(plan: PlatoonPlan) -> Iterable[Term]:
    """A kit at its price for each soldier; without one, what the file says that the armour does."""
    worn, count = plan.kits, plan.sheet.troopers
    if worn:
        kit = worn[0].equipment
        price = plan.rules[item_cost](plan, Mount(equipment=kit, location="Troopers"))
        yield from charged("armour", count * price, f"{count} x {kit.name}", SOLDIERS)
    else:
        yield from charged("armour", count * _described(plan), f"{count} suits of armour", SOLDIERS)


def _described(plan: PlatoonPlan) -> int:
    """What armour costs that has no name, by what it does."""
    worn, figures = plan.platoon.protection, plan.rules[FIGURES]
    plates = figures["encumbering armour" if "encumbering" in worn else "other armour"]
    price = plates if (plan.platoon.armour_divisor or 1) > 1 else 0
    sneaking = "DEST suit" if "dest" in worn else SNEAKING[sum(word.startswith("sneak") for word in worn)]
    price += figures[sneaking] if sneaking else 0
    return price + (figures["spacesuit"] if "spacesuit" in worn else 0)


@rule("cost.infantry.factors", cite=SOLDIERS)
def factors(plan: PlatoonPlan) -> Iterable[Term]:
    """Anti-'Mech training, the way of moving, and special training multiply the price of soldiers."""
    sheet, figures, platoon = plan.sheet, plan.rules[FIGURES], plan.platoon
    if platoon.anti_mek_skill is not None and platoon.anti_mek_skill < figures["skill of the untrained"]:
        yield Term("cost.climbing", figures["anti-'Mech training"], "anti-'Mech training", SOLDIERS)
    moving = plan.rules[MOTIVES].get(sheet.motive)
    if moving is None:
        reason = f"{sheet.name}: no price is known for infantry that moves by {sheet.motive}"
        raise refuse("cost.motive", reason, motive=sheet.motive)
    if moving != 1:
        yield Term("cost.motive", moving, sheet.motive, SOLDIERS)
    if ENGINEERS.intersection(platoon.specialities):
        yield Term("cost.training", figures["engineers"], "engineers", ADVANCED)
    for word in platoon.specialities:
        if word in plan.rules[TRAINING]:
            yield Term("cost.training", plan.rules[TRAINING][word], word, ADVANCED)


@rule("cost.infantry.implanted", cite=IMPLANTED)
def implants(plan: PlatoonPlan) -> Iterable[Term]:
    """The implants of all soldiers; one without a known price is refused."""
    sheet, prices = plan.sheet, plan.rules[IMPLANTS]
    for word in plan.platoon.augmentations:
        if word not in prices:
            raise refuse("cost.implant", f"{sheet.name}: no price is known for the implant {word!r}", implant=word)
        label = f"{sheet.troopers} x {word.replace('_', ' ')}"
        yield from charged("implant", prices[word] * sheet.troopers, label, IMPLANTED)


RULES = (FIGURES, MOTIVES, TRAINING, IMPLANTS, weapons, armour, factors, implants)
