"""What a combat vehicle costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.construction.plan import Plan
from overheat.classic.construction.tonnage import FREE_HEAT_SINKS
from overheat.classic.construction.weights import exact, up_to_half
from overheat.classic.cost.bays import bays_step
from overheat.classic.cost.formulas import item_tons
from overheat.classic.cost.parts import (
    FINAL,
    ammunition_step,
    armour_terms,
    charged,
    engine_terms,
    equipment_step,
    jump_terms,
    omni_factor,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally, Term

FRAME = 10_000
CONTROLS = 10_000
AMPLIFIERS = 20_000
TURRET = 5000
"""C-bills for each ton of these."""
HEAT_SINK = 2000
LIFTING = {"hover": 20_000, "hydrofoil": 20_000, "submarine": 20_000, "wige": 20_000, "vtol": 40_000}
"""C-bills for each ton of what lifts a vehicle or lets it dive: a tenth of its weight."""
DIVISORS = {
    "hover": 50,
    "submarine": 50,
    "hydrofoil": 75,
    "naval": 200,
    "wheeled": 200,
    "tracked": 100,
    "vtol": 30,
    "wige": 25,
    "rail": 250,
    "maglev": 250,
}
"""The whole is multiplied by one and the tons by this, for each way of moving."""
CHASSIS = (
    (("flotation_hull", "environmental_sealing"), Fraction(5, 4), "flotation hull or sealing"),
    (("off_road",), Fraction(6, 5), "off-road chassis"),
)
"""What changes to the chassis multiply the whole by."""
TURRETS = ("TU", "FT")
HEAVY = {"hover": 50, "vtol": 30, "wige": 80}
"""The most tons of a vehicle by how it moves; what is heavier is superheavy."""
HEAVIEST = 100
SHIPS = ("naval", "submarine", "hydrofoil")
APART = frozenset({"heat_sink", "jump_jet", "umu"})


def vehicle_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a combat vehicle costs, as a worksheet."""
    plan = Plan(sheet, rules)
    structure = Tally(tuple(term for part in PARTS for term in part(plan)))
    factors = (*_by_motive(plan), *omni_factor(plan), *_chassis(plan))
    loaded = (equipment_step(plan, APART), ammunition_step(plan))
    return CostSheet(Step("Structure", structure), *loaded, factors, others=(bays_step(sheet),))


def _by_motive(plan: Plan) -> Iterator[Term]:
    """One, and the tons by a number for the way of moving."""
    by = DIVISORS.get(plan.sheet.motive)
    if by:
        label = f"1 + tons / {by}, {plan.sheet.motive}"
        yield Term("cost.motive", 1 + exact(plan.sheet.tons) / by, label, FINAL)


def _chassis(plan: Plan) -> Iterator[Term]:
    """A chassis that floats, is sealed or leaves roads costs more."""
    for flags, factor, label in CHASSIS:
        if plan.sheet.flagged(*flags):
            yield Term("cost.chassis", factor, label, FINAL)


def _frame(plan: Plan) -> Iterator[Term]:
    """The frame by its tons: a tenth of the vehicle, a fifth of one too heavy for its way of moving."""
    sheet = plan.sheet
    superheavy = sheet.motive not in SHIPS and sheet.tons > HEAVY.get(sheet.motive, HEAVIEST)
    tons = up_to_half(exact(sheet.tons) / (5 if superheavy else 10))
    yield from charged("structure", tons * FRAME, "internal structure")


def _controls(plan: Plan) -> Iterator[Term]:
    """Controls by their tons, a twentieth of the vehicle; a trailer has none."""
    if not plan.sheet.trailer and not plan.sheet.flagged("trailer"):
        yield from charged("controls", up_to_half(exact(plan.sheet.tons) / 20) * CONTROLS, "controls")


def _lifting(plan: Plan) -> Iterator[Term]:
    """What lifts it or lets it dive, by its tons: a tenth of the vehicle."""
    price = LIFTING.get(plan.sheet.motive, 0)
    label = "rotors" if plan.sheet.motive == "vtol" else "lift or dive equipment"
    yield from charged("lift", up_to_half(exact(plan.sheet.tons) / 10) * price, label)


def drawing(plan: Plan) -> list[Mount]:
    """The weapons that draw on the engine: energy weapons but for those that burn fuel."""
    weapons = (mount for mount in plan.sheet.weapons if "energy" in mount.equipment.flags)
    return [mount for mount in weapons if not _burning(mount)]


def _burning(mount: Mount) -> bool:
    """Whether it is a chemical laser or a flamer with a tank."""
    flags = mount.equipment.flags
    return "chemical" in flags or ("flamer" in flags and mount.weapon is not None and bool(mount.weapon.ammunition))


def _heat_sinks(plan: Plan) -> Iterator[Term]:
    """Single heat sinks for all heat of energy weapons, beyond those that come with the engine."""
    flags = plan.sheet.engine.kind.flags if plan.sheet.engine else frozenset()
    free = next((count for flag, count in FREE_HEAT_SINKS.items() if flag in flags), 0)
    count = max(0, ceil(sum((mount.weapon.heat for mount in drawing(plan) if mount.weapon), start=0)) - free)
    yield from charged("heat_sinks", count * HEAT_SINK, f"{count} heat sinks")


def _amplifiers(plan: Plan) -> Iterator[Term]:
    """Without fusion or fission, power amplifiers of a tenth of the energy weapons' tons."""
    engine = plan.sheet.engine
    if engine is not None and not engine.kind.flags.isdisjoint(("fusion", "fission")):
        return
    tons = sum((item_tons(plan, mount) for mount in drawing(plan)), start=Fraction(0))
    yield from charged("amplifiers", up_to_half(tons / 10) * AMPLIFIERS, "power amplifiers")


def turret_loads(plan: Plan) -> Iterator[Fraction]:
    """The tons that stand in each turret, ammunition aside."""
    for code in TURRETS:
        inside = [mount for mount in plan.sheet.mounts if mount.location == code and mount.ammunition is None]
        yield sum((item_tons(plan, mount) for mount in inside), start=Fraction(0))


def _turrets(plan: Plan) -> Iterator[Term]:
    """A turret by its tons: a tenth of what stands in it."""
    for tons in turret_loads(plan):
        yield from charged("turret", up_to_half(tons / 10) * TURRET, "turret")


PARTS: tuple[Callable[[Plan], Iterator[Term]], ...] = (
    _frame,
    _controls,
    engine_terms,
    _lifting,
    jump_terms,
    _heat_sinks,
    _amplifiers,
    _turrets,
    armour_terms,
)
"""What the structure of a vehicle is charged for."""
