"""What units are charged for alike: engine, armour, weapons, equipment and ammunition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.machine.tonnage import weighed
from overheat.classic.construction.weights import exact, points_per_ton
from overheat.classic.cost.formulas import item_cost
from overheat.classic.unit.equipment import Armour, Engine, Structure
from overheat.classic.unit.sheet import Mount
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Rule, Slot, Table, rule
from overheat.kernel.terms import Number, Tally, Term

STRUCTURAL = TECH_MANUAL("Costs, structural components")
EQUIPMENT = TECH_MANUAL("Costs, weapons and equipment", 282)
FINAL = TECH_MANUAL("Costs, final unit cost")

FIGURES: Table[str, Fraction] = Table(
    "cost.figures",
    {
        "omni": Fraction(5, 4),
        "engine divisor": Fraction(75),
        "CASE of the Clans": Fraction(50_000),
        "life support": Fraction(50_000),
        "sensors of each ton": Fraction(2000),
    },
    cite=FINAL,
)
"""What units of several kinds are charged for alike, in C-bills or as a factor."""
P = TypeVar("P", bound=Plan)

MACHINES = ("war machine", "industrial machine")
CASED = (*MACHINES, "vehicle", "support vehicle", "aerospace fighter", "conventional fighter")
"""What has cases for its ammunition."""


def structure(plan: P, parts: Sequence[Rule[[P], Iterable[Term]]]) -> Step:
    """What the structure of a unit is charged for: some parts, and whatever else rules say."""
    rules = plan.rules
    terms = [term for part in parts for term in rules[part](plan)]
    return Step("Structure", Tally((*terms, *(term for rule in rules[FURTHER] for term in rule(plan)))))


FURTHER: Slot[[Plan], Iterable[Term]] = Slot("cost.further", nothing=())
"""What else the structure of a unit is charged for. The standard game has nothing here."""


def charged(id: str, price: Number, label: str, cite: Cite = STRUCTURAL) -> Iterator[Term]:
    """A line for a part of the structure, unless it costs nothing."""
    if price:
        yield Term(f"cost.{id}", price, label, cite)


@rule("cost.engine", cite=STRUCTURAL)
def engine_terms(plan: Plan) -> Iterable[Term]:
    """An engine costs its kind's price times its rating and the unit's tons, by 75."""
    engine = plan.sheet.engine
    if engine is None or isinstance(engine.kind.cost, str):
        return
    price = exact(engine.kind.cost) * engine.rating * exact(plan.sheet.tons) / plan.rules[FIGURES]["engine divisor"]
    yield from charged("engine", price, f"{engine.kind.name} {engine.rating}")


@rule("cost.armour", cite=STRUCTURAL)
def armour_terms(plan: Plan) -> Iterable[Term]:
    """Armour by the ton, at the price of its kind; where kinds differ, each location is weighed for itself."""
    points: Counter[tuple[Armour, str]] = Counter()
    for place in plan.sheet.locations:
        if place.armour_kind is not None:
            apart = place.code if plan.sheet.patchwork else ""
            points[place.armour_kind, apart] += place.armour + place.rear_armour
    for (kind, apart), count in points.items():
        tons = plan.rounded(count / points_per_ton(plan.rules, kind if kind.points_per_ton else None))
        where = f" in {apart}" if apart else ""
        price = tons * (0 if isinstance(kind.cost, str) else exact(kind.cost))
        yield from charged("armour", price, f"{float(tons):g} tons of {kind.name} armour{where}")


@rule("cost.jump_jets", cite=STRUCTURAL)
def jump_terms(plan: Plan) -> Iterable[Term]:
    """Jump jets and underwater units: each costs more the more there are."""
    for flag, label in (("jump_jet", "jump jets"), ("umu", "underwater manoeuvring units")):
        jets = plan.sheet.flagged(flag)
        price = sum((plan.rules[item_cost](plan, jet) for jet in jets), start=Fraction(0))
        yield from charged("jump", price, f"{len(jets)} {label}")


def equipment_step(plan: Plan, apart: frozenset[str]) -> Step:
    """Weapons and equipment, each at its price; what carries some flags is charged for elsewhere."""
    kept = (mount for mount in plan.sheet.mounts if is_item(mount) and mount.equipment.flags.isdisjoint(apart))
    cases = plan.rules[clan_case](plan)
    return Step("Weapons and equipment", Tally((*priced(plan, weighed(plan, kept)), *cases)))


def is_item(mount: Mount) -> bool:
    """Whether a mount is paid for as a piece of equipment: neither ammunition nor what the unit is built of."""
    return mount.ammunition is None and not isinstance(mount.equipment, Armour | Structure | Engine)


@rule("cost.clan_case", cite=EQUIPMENT)
def clan_case(plan: Plan) -> Iterable[Term]:
    """The Clans store in cases wherever something may explode, without being told; a hull has one for its body."""
    if not plan.sheet.clan or plan.sheet.kind not in CASED:
        return
    risky = {_stored(plan, mount) for mount in plan.sheet.flagged("explosive")}
    safe = {_stored(plan, mount) for mount in plan.sheet.flagged("case", "case_ii")}
    for place in sorted(risky - safe):
        yield Term("cost.clan_case", plan.rules[FIGURES]["CASE of the Clans"], f"CASE in {place}", EQUIPMENT)


def _stored(plan: Plan, mount: Mount) -> str:
    return mount.location if plan.sheet.kind in MACHINES else "the body"


def ammunition_step(plan: Plan) -> Step:
    """Ammunition, each load at its price."""
    loads = (mount for mount in plan.sheet.mounts if mount.ammunition is not None)
    return Step("Ammunition", Tally(tuple(priced(plan, loads))))


def priced(plan: Plan, mounts: Iterable[Mount]) -> Iterator[Term]:
    """A line for each item that costs anything."""
    for mount in mounts:
        price = plan.rules[item_cost](plan, mount)
        if price:
            item = mount.equipment
            yield Term(f"cost.{item.id}", price, f"{item.name} in {mount.location}", EQUIPMENT)


@rule("cost.omni", cite=FINAL)
def omni_factor(plan: Plan) -> Iterable[Term]:
    """A unit with pods costs a quarter more."""
    if plan.sheet.omni:
        yield Term("cost.omni", plan.rules[FIGURES]["omni"], "omni", FINAL)


RULES = (FIGURES, engine_terms, armour_terms, jump_terms, clan_case, omni_factor)
