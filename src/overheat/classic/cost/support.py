"""What a support vehicle costs.

Chassis, engine and armour come first, dearer the better the technology they are built at. What the chassis and the
engine cost depends on what they weigh, and that on the way of moving, the size, and the letters of technology.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, prod

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.support_vehicle.frame import (
    FRAMES,
    LETTERS,
    changes_of,
    chassis_tons,
    engine_tons,
    is_small,
    up,
)
from overheat.classic.construction.support_vehicle.rules import amplifier_tons
from overheat.classic.construction.weights import exact
from overheat.classic.cost.bays import bays_step
from overheat.classic.cost.formulas import item_tons
from overheat.classic.cost.parts import (
    FINAL,
    ammunition_step,
    charged,
    equipment_step,
    omni_factor,
    structure,
)
from overheat.classic.cost.vehicle import DIVISORS, drawing, turret_loads
from overheat.classic.cost.vehicle import FIGURES as PRICES
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Rule, Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

FRAME = TECH_MANUAL("Costs, support vehicle structure")

_ENGINES = {
    "steam": Fraction(4, 5),
    "combustion": Fraction(1),
    "battery": Fraction(6, 5),
    "fuel_cell": Fraction(7, 5),
    "solar": Fraction(8, 5),
    "maglev": Fraction(5, 2),
    "fission": Fraction(3),
    "fusion": Fraction(2),
    "external": Fraction(1),
}
ENGINES: Table[str, Fraction] = Table("cost.support.engines", _ENGINES, cite=FRAME)
"""What the kind of engine multiplies its price by."""
MILITARY = frozenset({"xl", "xxl", "light", "compact", "large"})
"""Kinds of fusion engines that no support vehicle has."""
FIGURES: Table[str, Fraction] = Table(
    "cost.support.figures",
    {
        "ton of chassis": Fraction(2500),
        "ton of engine": Fraction(5000),
        "technology A": Fraction(1, 2),
        "further letter of technology": Fraction(1, 4),
        "tons divisor of ships": Fraction(100_000),
        "tons divisor of wings": Fraction(50),
    },
    cite=FRAME,
)
"""What support vehicles are charged for, in C-bills or as a factor: the structure is multiplied by more the better its
technology."""
ARMOUR: Table[int, int] = Table(
    "cost.support.armour",
    dict(enumerate((0, 0, 50, 100, 150, 200, 250, 300, 400, 500, 625))),
    cite=FRAME,
)
"""C-bills for a point of armour, by its barrier rating."""
OVER_WATER = ("naval", "hydrofoil", "submarine")
APART = frozenset({"heat_sink", "chassis", "omni"})


def support_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a support vehicle costs, as a worksheet."""
    plan = Plan(sheet, rules)
    built = structure(plan, (chassis, engine, armour)).tally
    letter = _letter(sheet, "structure")
    better = rules[FIGURES]["technology A"] + rules[FIGURES]["further letter of technology"] * LETTERS.index(letter)
    technology = Term("cost.technology", better, f"technology {letter}", FRAME)
    systems = Tally(tuple(term for part in SYSTEMS for term in rules[part](plan)))
    return CostSheet(
        Step("Structure", built, (technology,)),
        equipment_step(plan, APART),
        ammunition_step(plan),
        (*rules[omni_factor](plan), _by_motive(plan)),
        others=(Step("Systems", systems), bays_step(plan)),
    )


def _known_motive(rules: Ruleset, sheet: Sheet) -> None:
    """Refuse what moves in a way that no price is known for."""
    if sheet.motive not in rules[FRAMES]:
        reason = f"{sheet.name}: no price is known for a support vehicle that moves by {sheet.motive or 'nothing'}"
        raise refuse("cost.motive", reason, motive=sheet.motive)


def _letter(sheet: Sheet, of: str) -> str:
    """The letter of technology that a part is built at; where the file says it for the structure alone, that."""
    ratings = sheet.tech_ratings
    letter = (getattr(ratings, of) or ratings.structure) if ratings else ""
    if letter not in LETTERS or not letter:
        raise refuse("cost.technology", f"{sheet.name} does not say at what technology it is built", part=of)
    return letter


@rule("cost.support.chassis", cite=FRAME)
def chassis(plan: Plan) -> Iterable[Term]:
    """A chassis by its tons; changes to it multiply its weight and its price."""
    sheet = plan.sheet
    _known_motive(plan.rules, sheet)
    tons = chassis_tons(plan, _letter(sheet, "structure"))
    changed = prod((Fraction(change.price) for change in changes_of(plan)), start=Fraction(1))
    price = tons * plan.rules[FIGURES]["ton of chassis"] * changed
    yield from charged("chassis", price, f"{float(tons):g} tons of chassis", FRAME)


@rule("cost.support.engine_price", cite=FRAME)
def engine(plan: Plan) -> Iterable[Term]:
    """An engine by its tons and its kind; a trailer may have none."""
    fitted, prices = plan.sheet.engine, plan.rules[ENGINES]
    if fitted is None or "none" in fitted.kind.flags:
        return
    kind = next((kind for kind in prices.rows if kind in fitted.kind.flags), None)
    if kind is None or not MILITARY.isdisjoint(fitted.kind.flags):
        reason = f"{plan.sheet.name}: no support vehicle has a {fitted.kind.name}"
        raise refuse("cost.engine", reason, engine=fitted.kind.id)
    letter = _letter(plan.sheet, "engine")
    tons = engine_tons(plan, kind, letter)
    if tons is None:
        reason = f"{plan.sheet.name}: no {kind} engine is built at technology {letter}"
        raise refuse("cost.engine", reason, engine=kind)
    price = tons * plan.rules[FIGURES]["ton of engine"] * prices[kind]
    yield from charged("engine", price, f"{float(tons):g} tons of {kind} engine", FRAME)


@rule("cost.support.armour_price", cite=FRAME)
def armour(plan: Plan) -> Iterable[Term]:
    """Armour by the point, dearer the better its barrier rating."""
    points = sum(place.armour for place in plan.sheet.locations)
    prices = plan.rules[ARMOUR]
    rating = min(max(plan.sheet.bar or 0, 0), max(prices.rows))
    yield from charged("armour", points * prices[rating], f"{points} points of armour, rating {rating}", FRAME)


def _powered(plan: Plan) -> list[Mount]:
    """Energy weapons that draw on the engine; what foot soldiers carry brings its own power."""
    return [mount for mount in drawing(plan) if "infantry" not in mount.equipment.flags]


@rule("cost.support.amplifiers", cite=FRAME)
def amplifiers(plan: Plan) -> Iterable[Term]:
    """Without fusion or fission, power amplifiers of a tenth of the energy weapons' tons; small vehicles need none."""
    engine = plan.sheet.engine
    if is_small(plan.rules, plan.sheet.tons) or (engine and not engine.kind.flags.isdisjoint(("fusion", "fission"))):
        return
    tons = sum((item_tons(plan, mount) for mount in _powered(plan)), start=Fraction(0))
    price = plan.rules[amplifier_tons](plan.rules, tons) * plan.rules[PRICES]["ton of amplifiers"]
    yield from charged("amplifiers", price, "power amplifiers")


@rule("cost.support.heat_sinks", cite=FRAME)
def heat_sinks(plan: Plan) -> Iterable[Term]:
    """Heat sinks for all heat of energy weapons; none come with the engine."""
    count = ceil(sum((mount.weapon.heat for mount in _powered(plan) if mount.weapon), start=0))
    yield from charged("heat_sinks", count * plan.rules[PRICES]["heat sink"], f"{count} heat sinks")


@rule("cost.support.turrets", cite=FRAME)
def turrets(plan: Plan) -> Iterable[Term]:
    """A turret by its tons: a tenth of what stands in it."""
    for tons in turret_loads(plan):
        yield from charged("turret", up(plan, tons / 10) * plan.rules[PRICES]["ton of a turret"], "turret")


def _by_motive(plan: Plan) -> Term:
    """One, and the tons by a number for the way of moving; far less for ships."""
    sheet, figures, divisors = plan.sheet, plan.rules[FIGURES], plan.rules[DIVISORS]
    by = Fraction(divisors[sheet.motive]) if sheet.motive in divisors else figures["tons divisor of wings"]
    by = figures["tons divisor of ships"] if sheet.motive in OVER_WATER else by
    return Term("cost.motive", 1 + exact(sheet.tons) / by, f"1 + tons / {by}, {sheet.motive}", FINAL)


SYSTEMS: tuple[Rule[[Plan], Iterable[Term]], ...] = (amplifiers, heat_sinks, turrets)
"""What a support vehicle is charged for besides its structure."""

RULES = (ENGINES, FIGURES, ARMOUR, chassis, engine, armour, amplifiers, heat_sinks, turrets)
