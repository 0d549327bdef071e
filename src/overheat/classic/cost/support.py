"""What a support vehicle costs.

Chassis, engine and armour come first, dearer the better the technology they are built at. What the chassis and the
engine cost depends on what they weigh, and that on the way of moving, the size, and the letters of technology.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, prod

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.plan import Plan
from overheat.classic.construction.support import amplifier_tons
from overheat.classic.construction.supportframe import (
    FRAMES,
    LETTERS,
    SMALL,
    changes_of,
    chassis_tons,
    engine_tons,
    up,
)
from overheat.classic.construction.weights import exact
from overheat.classic.cost.bays import bays_step
from overheat.classic.cost.formulas import item_tons
from overheat.classic.cost.parts import FINAL, ammunition_step, charged, equipment_step, omni_factor
from overheat.classic.cost.vehicle import AMPLIFIERS, DIVISORS, HEAT_SINK, TURRET, drawing, turret_loads
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally, Term

FRAME = TECH_MANUAL("Costs, support vehicle structure")

ENGINE_PRICE = {
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
"""What the kind of engine multiplies its price by."""
MILITARY = frozenset({"xl", "xxl", "light", "compact", "large"})
"""Kinds of fusion engines that no support vehicle has."""
CHASSIS, ENGINE = 2500, 5000
"""C-bills for each ton of chassis and engine."""
ARMOUR = (0, 0, 50, 100, 150, 200, 250, 300, 400, 500, 625)
"""C-bills for a point of armour, by its barrier rating."""
TECHNOLOGY, TECHNOLOGY_STEP = Fraction(1, 2), Fraction(1, 4)
"""What the structure is multiplied by at technology A, and what every further letter adds."""
OVER_WATER = ("naval", "hydrofoil", "submarine")
WATER_DIVISOR = 100_000
WINGED_DIVISOR = 50
APART = frozenset({"heat_sink", "chassis", "omni"})


def support_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a support vehicle costs, as a worksheet."""
    plan = Plan(sheet, rules)
    built = Tally((*_chassis(plan), *_engine(plan), *_armour(plan)))
    letter = _letter(sheet, "structure")
    better = TECHNOLOGY + TECHNOLOGY_STEP * LETTERS.index(letter)
    technology = Term("cost.technology", better, f"technology {letter}", FRAME)
    systems = Tally((*_amplifiers(plan), *_heat_sinks(plan), *_turrets(plan)))
    return CostSheet(
        Step("Structure", built, (technology,)),
        equipment_step(plan, APART),
        ammunition_step(plan),
        (*omni_factor(plan), _by_motive(sheet)),
        others=(Step("Systems", systems), bays_step(sheet)),
    )


def _known_motive(sheet: Sheet) -> None:
    """Refuse what moves in a way that no price is known for."""
    if sheet.motive not in FRAMES:
        reason = f"{sheet.name}: no price is known for a support vehicle that moves by {sheet.motive or 'nothing'}"
        raise refuse("cost.motive", reason, motive=sheet.motive)


def _letter(sheet: Sheet, of: str) -> str:
    """The letter of technology that a part is built at; where the file says it for the structure alone, that."""
    ratings = sheet.tech_ratings
    letter = (getattr(ratings, of) or ratings.structure) if ratings else ""
    if letter not in LETTERS or not letter:
        raise refuse("cost.technology", f"{sheet.name} does not say at what technology it is built", part=of)
    return letter


def _chassis(plan: Plan) -> Iterator[Term]:
    """A chassis by its tons; changes to it multiply its weight and its price."""
    sheet = plan.sheet
    _known_motive(sheet)
    tons = chassis_tons(sheet, _letter(sheet, "structure"))
    price = tons * CHASSIS * prod((Fraction(change.price) for change in changes_of(sheet)), start=Fraction(1))
    yield from charged("chassis", price, f"{float(tons):g} tons of chassis", FRAME)


def _engine(plan: Plan) -> Iterator[Term]:
    """An engine by its tons and its kind; a trailer may have none."""
    engine = plan.sheet.engine
    if engine is None or "none" in engine.kind.flags:
        return
    kind = next((kind for kind in ENGINE_PRICE if kind in engine.kind.flags), None)
    if kind is None or not MILITARY.isdisjoint(engine.kind.flags):
        reason = f"{plan.sheet.name}: no support vehicle has a {engine.kind.name}"
        raise refuse("cost.engine", reason, engine=engine.kind.id)
    letter = _letter(plan.sheet, "engine")
    tons = engine_tons(plan.sheet, kind, letter)
    if tons is None:
        reason = f"{plan.sheet.name}: no {kind} engine is built at technology {letter}"
        raise refuse("cost.engine", reason, engine=kind)
    yield from charged("engine", tons * ENGINE * ENGINE_PRICE[kind], f"{float(tons):g} tons of {kind} engine", FRAME)


def _armour(plan: Plan) -> Iterator[Term]:
    """Armour by the point, dearer the better its barrier rating."""
    points = sum(place.armour for place in plan.sheet.locations)
    rating = min(max(plan.sheet.bar or 0, 0), len(ARMOUR) - 1)
    yield from charged("armour", points * ARMOUR[rating], f"{points} points of armour, rating {rating}", FRAME)


def _powered(plan: Plan) -> list[Mount]:
    """Energy weapons that draw on the engine; what foot soldiers carry brings its own power."""
    return [mount for mount in drawing(plan) if "infantry" not in mount.equipment.flags]


def _amplifiers(plan: Plan) -> Iterator[Term]:
    """Without fusion or fission, power amplifiers of a tenth of the energy weapons' tons; small vehicles need none."""
    engine = plan.sheet.engine
    if plan.sheet.tons < SMALL or (engine and not engine.kind.flags.isdisjoint(("fusion", "fission"))):
        return
    tons = sum((item_tons(plan, mount) for mount in _powered(plan)), start=Fraction(0))
    yield from charged("amplifiers", amplifier_tons(tons) * AMPLIFIERS, "power amplifiers")


def _heat_sinks(plan: Plan) -> Iterator[Term]:
    """Heat sinks for all heat of energy weapons; none come with the engine."""
    count = ceil(sum((mount.weapon.heat for mount in _powered(plan) if mount.weapon), start=0))
    yield from charged("heat_sinks", count * HEAT_SINK, f"{count} heat sinks")


def _turrets(plan: Plan) -> Iterator[Term]:
    """A turret by its tons: a tenth of what stands in it."""
    for tons in turret_loads(plan):
        yield from charged("turret", up(plan.sheet, tons / 10) * TURRET, "turret")


def _by_motive(sheet: Sheet) -> Term:
    """One, and the tons by a number for the way of moving; far less for ships."""
    by = WATER_DIVISOR if sheet.motive in OVER_WATER else DIVISORS.get(sheet.motive, WINGED_DIVISOR)
    return Term("cost.motive", 1 + exact(sheet.tons) / by, f"1 + tons / {by}, {sheet.motive}", FINAL)
