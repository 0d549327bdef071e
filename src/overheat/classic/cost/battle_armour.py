"""What a squad in battle armour costs.

A suit is its chassis, the ways it moves, its manipulators and its armour; suits of the Clans cost a tenth more. Every
trooper is trained and equipped. What only one trooper carries is paid for once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.battle_armour.plan import SQUAD, SuitPlan
from overheat.classic.construction.weights import exact
from overheat.classic.cost.formulas import item_cost
from overheat.classic.cost.parts import EQUIPMENT, FINAL, STRUCTURAL, charged, is_item, priced, structure
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

TRAINING = TECH_MANUAL("Costs, battle armour training")


class SuitPrices(NamedTuple):
    """C-bills of a chassis, and of each point of moving in the air, by rotor or under water."""

    chassis: int
    jump: int
    rotor: int
    dive: int


_CLASSES = {
    "PA(L)": SuitPrices(50_000, 50_000, 50_000, 50_000),
    "light": SuitPrices(50_000, 50_000, 50_000, 50_000),
    "medium": SuitPrices(100_000, 75_000, 100_000, 75_000),
    "heavy": SuitPrices(200_000, 150_000, 150_000, 100_000),
    "assault": SuitPrices(400_000, 300_000, 300_000, 150_000),
}
CLASSES: Table[str, SuitPrices] = Table("cost.suit.classes", _CLASSES, cite=STRUCTURAL)
"""Prices of the weight classes."""
FIGURES: Table[str, Fraction] = Table(
    "cost.suit.figures",
    {
        "further walking point": Fraction(25_000),
        "suits of the Clans": Fraction(11, 10),
        "training": Fraction(150_000),
        "training by the Clans": Fraction(200_000),
        "boosted point": Fraction(75_000),
    },
    cite=STRUCTURAL,
)
"""What suits and troopers are charged for, in C-bills or as a factor."""
BOOSTED: Table[str, int] = Table(
    "cost.suit.boosted", {"PA(L)": 2, "light": 2, "medium": 1, "heavy": 1, "assault": 1}, cite=EQUIPMENT
)
"""How many points a myomer booster gives, by the weight class."""
MOVING = frozenset({"jump_jet", "vtol", "umu"})
"""What the structure is charged for."""


def battle_armour_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a squad in battle armour costs, as a worksheet."""
    if sheet.suit is None or not sheet.troopers:
        raise refuse("cost.suit", f"{sheet.name} is no squad in battle armour")
    plan = SuitPlan(sheet, rules)
    squad = Term("cost.squad", sheet.troopers, f"squad of {sheet.troopers}", FINAL)
    clan = (Term("cost.clan", rules[FIGURES]["suits of the Clans"], "suits of the Clans", FINAL),) if sheet.clan else ()
    suit = Step("Suit", structure(plan, (chassis, worn)).tally, (*clan, squad))
    carried = [mount for mount in sheet.mounts if is_item(mount) and not _built_in(mount)]
    loads = [mount for mount in sheet.mounts if mount.ammunition]
    return CostSheet(
        suit,
        Step("Weapons and equipment of every trooper", Tally(tuple(_items(plan, carried, alone=False))), (squad,)),
        Step("Ammunition of every trooper", Tally(tuple(_items(plan, loads, alone=False))), (squad,)),
        others=(
            Step("Training", Tally(tuple(rules[training](plan))), (squad,)),
            Step("Carried by one trooper", Tally(tuple(_items(plan, [*carried, *loads], alone=True)))),
        ),
    )


def _built_in(mount: Mount) -> bool:
    """Whether an item belongs to the suit: manipulators, and what it moves by."""
    flags = mount.equipment.flags
    return "manipulator" in flags or not flags.isdisjoint(MOVING)


def _alone(mount: Mount) -> bool:
    """Whether a single trooper carries it for the squad."""
    return mount.location != SQUAD or mount.mounting == "squad support weapon mount"


def _items(plan: SuitPlan, mounts: list[Mount], *, alone: bool) -> Iterator[Term]:
    """Items at their prices; boosters by what they do for the suit."""
    chosen = [mount for mount in mounts if _alone(mount) is alone]
    plain = [mount for mount in chosen if mount.equipment.flags.isdisjoint(BOOSTERS)]
    yield from priced(plan, plain)
    for flag in BOOSTERS:
        if any(flag in mount.equipment.flags for mount in chosen):
            yield Term(f"cost.{flag}", _booster(plan, flag), flag.replace("_", " "), EQUIPMENT)


BOOSTERS = ("mechanical_jump_booster", "myomer_booster")


def _booster(plan: SuitPlan, flag: str) -> Fraction:
    """A mechanical jump booster costs as one point of jumping, a myomer booster by the points that it gives."""
    if flag == "mechanical_jump_booster":
        return Fraction(plan.rules[CLASSES][plan.suit.weight_class].jump)
    return plan.rules[FIGURES]["boosted point"] * plan.rules[BOOSTED][plan.suit.weight_class]


@rule("cost.suit.training", cite=TRAINING)
def training(plan: SuitPlan) -> Iterable[Term]:
    """Every trooper is trained, those of the Clans at greater cost."""
    price = plan.rules[FIGURES]["training by the Clans" if plan.sheet.clan else "training"]
    yield Term("cost.training", price, "training of a trooper", TRAINING)


@rule("cost.suit.chassis", cite=STRUCTURAL)
def chassis(plan: SuitPlan) -> Iterable[Term]:
    """A chassis and its ways of moving, by the weight class."""
    prices, sheet = plan.rules[CLASSES][plan.suit.weight_class], plan.sheet
    point = {"vtol": prices.rotor, "umu": prices.dive}.get(sheet.motive, prices.jump)
    yield from charged("chassis", prices.chassis, f"{plan.suit.weight_class} chassis")
    yield from charged("jump", point * sheet.jump, f"{sheet.jump} points of moving off the ground")
    walked = plan.rules[FIGURES]["further walking point"] * max(0, sheet.walk - 1)
    yield from charged("walk", walked, f"{sheet.walk} walking points")


@rule("cost.suit.worn", cite=STRUCTURAL)
def worn(plan: SuitPlan) -> Iterable[Term]:
    """Manipulators at their prices, and armour by the point at the price of its kind."""
    for mount in plan.manipulators():
        yield from charged("manipulator", plan.rules[item_cost](plan, mount), mount.equipment.name, STRUCTURAL)
    kind = plan.armour_kind
    if kind is not None and not isinstance(kind.cost, str):
        points = plan.suit.armour
        yield from charged("armour", points * exact(kind.cost), f"{points} points of {kind.name}")


RULES = (CLASSES, FIGURES, BOOSTED, training, chassis, worn)
