"""What a support vehicle costs.

Chassis, engine and armour come first, dearer the better the technology they are built at. What the chassis and the
engine cost depends on what they weigh, and that on the way of moving, the size, and the letters of technology.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, prod
from typing import NamedTuple

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.plan import Plan
from overheat.classic.construction.support import COMBUSTION, ENGINES, SMALL, amplifier_tons
from overheat.classic.construction.weights import exact
from overheat.classic.cost.bays import bays_step
from overheat.classic.cost.formulas import item_tons
from overheat.classic.cost.parts import FINAL, ammunition_step, charged, equipment_step, omni_factor
from overheat.classic.cost.vehicle import AMPLIFIERS, DIVISORS, HEAT_SINK, TURRET, drawing, turret_loads
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.rulesets import standard
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Table
from overheat.kernel.terms import Tally, Term

FRAME = TECH_MANUAL("Costs, support vehicle structure")
LETTERS = "ABCDEF"


class Frame(NamedTuple):
    """Shares of the vehicle's tons that count for chassis and engine by size, and where large ones begin."""

    chassis: tuple[str, str, str]
    engine: tuple[str, str, str]
    large: int


SHIP = Frame(("0.12", "0.15", "0.17"), ("0.004", "0.007", "0.009"), 300)
RAILWAY = Frame(("0.15", "0.2", "0.3"), ("0.003", "0.004", "0.005"), 300)
FRAMES = {
    "aerodyne": Frame(("0.08", "0.1", "0.15"), ("0.005", "0.01", "0.015"), 100),
    "hover": Frame(("0.2", "0.25", "0.3"), ("0.0025", "0.004", "0.008"), 50),
    "naval": SHIP,
    "hydrofoil": SHIP,
    "submarine": SHIP,
    "rail": RAILWAY,
    "maglev": RAILWAY,
    "tracked": Frame(("0.13", "0.15", "0.25"), ("0.006", "0.013", "0.025"), 100),
    "vtol": Frame(("0.2", "0.25", "0.3"), ("0.002", "0.0025", "0.004"), 30),
    "wheeled": Frame(("0.12", "0.15", "0.18"), ("0.0025", "0.0075", "0.015"), 80),
    "wige": Frame(("0.12", "0.15", "0.17"), ("0.003", "0.005", "0.006"), 80),
}
"""Support vehicles by the way they move (TechManual, support vehicle construction)."""
STRUCTURE_WEIGHT = dict(zip(LETTERS, map(Fraction, ("1.6", "1.3", "1.15", "1", "0.85", "0.66")), strict=True))
"""What the letter of the structure's technology multiplies its weight by."""
ENGINE_WEIGHT: Table[str, str] = Table(
    "cost.support.engine_weight",
    {
        "steam": "4 3.5 3 2.8 2.6 2.5",
        "battery": "- - 1.5 1.2 1 0.8",
        "fuel_cell": "- - 1.2 1 0.9 0.7",
        "solar": "- - 5 4.5 4 3.5",
        "fission": "- - 1.75 1.5 1.4 1.3",
        "fusion": "- - 1.5 1 0.75 0.5",
        "maglev": "- - 0.8 0.7 0.6 0.5",
        "external": "- 1.4 1 0.8 0.7 0.6",
    },
    cite=ENGINES,
    implements=("TO-246-sv-engine-compat-2",),
)
"""What the letter of the engine's technology, from A to F, multiplies its weight by; a dash where none is made.

Combustion engines have a table of their own.
"""
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
LEAST_ENGINE = {"fusion": Fraction(1, 4), "fission": Fraction(5)}
LEAST_POOR_FUSION = Fraction(5)
"""The least tons of such an engine; fusion of a letter below D weighs as much as fission."""
LEAST_HOVER = Fraction(1, 5)
"""The least share of a hovercraft that its engine weighs."""
STANDING = 4
"""What is added to the square of the cruising points."""
RAILS = ("rail", "maglev")
RAILS_HELP = 2
"""Cruising points that a railway needs no engine for."""


class Change(NamedTuple):
    """What a change to the chassis multiplies its weight and its price by."""

    weight: str
    price: str


CHANGES = {
    "amphibious": Change("1.75", "1.25"),
    "armoured_chassis": Change("1.5", "2"),
    "bicycle": Change("0.75", "0.75"),
    "convertible": Change("1.1", "1.1"),
    "dune_buggy": Change("1.5", "1.25"),
    "environmental_sealing": Change("2", "1.75"),
    "external_power": Change("1.1", "1.1"),
    "hydrofoil": Change("1.7", "1.1"),
    "monocycle": Change("0.5", "1.3"),
    "off_road": Change("1.5", "1.2"),
    "propeller": Change("1.2", "0.75"),
    "snowmobile": Change("1.75", "1.3"),
    "stol": Change("1.5", "1.5"),
    "submersible": Change("1.8", "3.5"),
    "tractor": Change("1.2", "1.1"),
    "trailer": Change("0.8", "0.75"),
    "ultra_light": Change("0.5", "1.5"),
    "vstol": Change("2", "2"),
}
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


def support_cost(sheet: Sheet) -> CostSheet:
    """What a support vehicle costs, as a worksheet."""
    plan = Plan(sheet, standard())
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


def _frame(sheet: Sheet) -> Frame:
    frame = FRAMES.get(sheet.motive)
    if frame is None:
        reason = f"{sheet.name}: no price is known for a support vehicle that moves by {sheet.motive or 'nothing'}"
        raise refuse("cost.motive", reason, motive=sheet.motive)
    return frame


def _size(sheet: Sheet) -> int:
    """Small, medium or large, as 0, 1 or 2."""
    return 0 if sheet.tons < SMALL else 2 if sheet.tons > _frame(sheet).large else 1


def _letter(sheet: Sheet, of: str) -> str:
    """The letter of technology that a part is built at; where the file says it for the structure alone, that."""
    ratings = sheet.tech_ratings
    letter = (getattr(ratings, of) or ratings.structure) if ratings else ""
    if letter not in LETTERS or not letter:
        raise refuse("cost.technology", f"{sheet.name} does not say at what technology it is built", part=of)
    return letter


def _step(sheet: Sheet) -> Fraction:
    """What weights are rounded to: kilograms of small vehicles, which weigh less than five tons, else half tons."""
    return Fraction(1, 1000) if sheet.tons < SMALL else Fraction(1, 2)


def _chassis(plan: Plan) -> Iterator[Term]:
    """A chassis by its tons, which are rounded down; changes to it multiply its weight and its price."""
    sheet = plan.sheet
    changes = [change for flag, change in CHANGES.items() if sheet.flagged(flag)]
    share = Fraction(_frame(sheet).chassis[_size(sheet)]) * STRUCTURE_WEIGHT[_letter(sheet, "structure")]
    tons = exact(sheet.tons) * share * prod((Fraction(change.weight) for change in changes), start=Fraction(1))
    tons = floor(tons / _step(sheet)) * _step(sheet)
    price = tons * CHASSIS * prod((Fraction(change.price) for change in changes), start=Fraction(1))
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
    tons = _engine_tons(plan.sheet, kind)
    yield from charged("engine", tons * ENGINE * ENGINE_PRICE[kind], f"{float(tons):g} tons of {kind} engine", FRAME)


def _engine_tons(sheet: Sheet, kind: str) -> Fraction:
    """What an engine weighs: by the square of the cruising points, rounded to the nearest step."""
    letter = _letter(sheet, "engine")
    made = _engine_weight(kind, letter)
    if made is None:
        raise refuse("cost.engine", f"{sheet.name}: no {kind} engine is built at technology {letter}", engine=kind)
    points = max(0, sheet.walk - RAILS_HELP) if sheet.motive in RAILS else sheet.walk
    share = Fraction(_frame(sheet).engine[_size(sheet)])
    tons = exact(sheet.tons) * share * (STANDING + points**2) * made
    least = LEAST_POOR_FUSION if kind == "fusion" and letter < "D" else LEAST_ENGINE.get(kind, Fraction(0))
    if sheet.motive == "hover":
        least = max(least, exact(sheet.tons) * LEAST_HOVER)
    step = _step(sheet)
    return floor(max(tons, least) / step + Fraction(1, 2)) * step


def _engine_weight(kind: str, letter: str) -> Fraction | None:
    """What an engine's kind and technology multiply its weight by; none where none is made."""
    if kind == "combustion":
        return COMBUSTION.get(letter)
    made = ENGINE_WEIGHT[kind].split()[LETTERS.index(letter)]
    return None if made == "-" else Fraction(made)


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
    count = sum(mount.weapon.heat for mount in _powered(plan) if mount.weapon)
    yield from charged("heat_sinks", count * HEAT_SINK, f"{count} heat sinks")


def _turrets(plan: Plan) -> Iterator[Term]:
    """A turret by its tons: a tenth of what stands in it."""
    for tons in turret_loads(plan):
        yield from charged("turret", _up(plan.sheet, tons / 10) * TURRET, "turret")


def _up(sheet: Sheet, tons: Fraction) -> Fraction:
    return -floor(-tons / _step(sheet)) * _step(sheet)


def _by_motive(sheet: Sheet) -> Term:
    """One, and the tons by a number for the way of moving; far less for ships."""
    by = WATER_DIVISOR if sheet.motive in OVER_WATER else DIVISORS.get(sheet.motive, WINGED_DIVISOR)
    return Term("cost.motive", 1 + exact(sheet.tons) / by, f"1 + tons / {by}, {sheet.motive}", FINAL)
