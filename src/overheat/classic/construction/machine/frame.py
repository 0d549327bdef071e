"""The frame of a war machine: its engine, its own systems, its structure and its armour, and the slots they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found, wrong_places
from overheat.classic.construction.machine.plan import (
    ARMS,
    LIMITS,
    MACHINE,
    SIDES,
    Finding,
    Plan,
    Severity,
    is_leg,
)
from overheat.classic.unit.equipment import Armour, Structure
from overheat.classic.unit.sheet import Location
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import number_to_read

CHASSIS = TECH_MANUAL("Design the chassis", 46)
ENGINE = TECH_MANUAL("Engines", 48)
SYSTEMS = TECH_MANUAL("Gyros and cockpits", 50)
SLOTS = TECH_MANUAL("Critical slots", 51)
STRUCTURE = TECH_MANUAL("Internal structure", 46)
ARMOUR = TECH_MANUAL("Armour", 55)
ACTUATORS = TECH_MANUAL("Actuators", 51)
CONVERSION = INTERSTELLAR_OPERATIONS("Conversion equipment")

MADE_OF: dict[str, tuple[str, ...]] = {
    "biped": ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL"),
    "lam": ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL"),
    "quad": ("HD", "CT", "LT", "RT", "FLL", "FRL", "RLL", "RRL"),
    "quadvee": ("HD", "CT", "LT", "RT", "FLL", "FRL", "RLL", "RRL"),
    "tripod": ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL", "CL"),
}
PLACES: Table[str, tuple[str, ...]] = Table("construction.places", MADE_OF, cite=CHASSIS)
"""The locations of a machine by how it moves."""

LEG = Counter({"hip": 1, "upperlegactuator": 1, "lowerlegactuator": 1, "footactuator": 1})
GEAR: dict[str, dict[str, dict[str, int]]] = {
    "lam": {"HD": {"avionics": 1}, "CT": {"landinggear": 1}, "LT": {"avionics": 1, "landinggear": 1}},
    "quadvee": {code: {"conversiongear": 1} for code in MADE_OF["quadvee"] if is_leg(code)},
}
GEAR["lam"]["RT"] = GEAR["lam"]["LT"]
CONVERTIBLE: Table[str, dict[str, dict[str, int]]] = Table("construction.conversion_gear", GEAR, cite=CONVERSION)
"""The systems with which a machine changes its shape, by how it moves."""


@rule("construction.tonnage", cite=CHASSIS, slot=MACHINE)
def tonnage(plan: Plan) -> tuple[Finding, ...]:
    """A war machine weighs 10 to 200 tons in steps of five, one that flies 55 at most."""
    tons, limits = plan.sheet.tons, plan.rules[LIMITS]
    least, step = limits["least tons"], limits["step of tons"]
    most = limits["most tons of a land-air machine" if plan.sheet.motive == "lam" else "most tons"]
    if least <= tons <= most and tons % step == 0:
        return ()
    reason = f"{tons:g} tons; {least} to {most} are possible, in steps of {step}"
    return (Finding(id="construction.tonnage", reason=reason, cite=CHASSIS),)


@rule("construction.weight", cite=CHASSIS, slot=MACHINE)
def weight(plan: Plan) -> tuple[Finding, ...]:
    """All that a machine is made of weighs no more than the machine; what it weighs less is told."""
    total, tons = plan.weight().total, plan.sheet.tons
    if total == tons:
        return ()
    severity: Severity = "error" if total > tons else "note"
    reason = f"weighs {number_to_read(total)} tons of {tons:g}"
    return (Finding(id="construction.weight", severity=severity, reason=reason, cite=CHASSIS),)


@rule("construction.locations", cite=CHASSIS, slot=MACHINE)
def locations(plan: Plan) -> tuple[Finding, ...]:
    """A machine has the locations that its shape has, each once."""
    needed, there = set(plan.rules[PLACES].get(plan.sheet.motive, ())), {place.code for place in plan.sheet.locations}
    reasons = wrong_places(needed, there, f"a {plan.sheet.motive} machine")
    return found("construction.locations", CHASSIS, reasons)


@rule("construction.engine_rating", cite=ENGINE, slot=MACHINE)
def engine_rating(plan: Plan) -> tuple[Finding, ...]:
    """An engine's rating is tons times walking points; a primitive machine's is 1.2 times that, up to a step of 5."""
    engine = plan.sheet.engine
    if engine is None:
        return (Finding(id="construction.engine_rating", reason="has no engine that is known", cite=ENGINE),)
    needed = int(plan.sheet.tons * plan.sheet.walk)
    if plan.primitive:
        step = plan.rules[LIMITS]["step of ratings"]
        needed = ceil(needed * 6 / (5 * step)) * step
    if engine.rating == needed:
        return ()
    reason = f"{plan.sheet.tons:g} tons at {plan.sheet.walk} need a rating of {needed}, found {engine.rating}"
    return (Finding(id="construction.engine_rating", reason=reason, cite=ENGINE),)


@rule("construction.engine_limit", cite=ENGINE, slot=MACHINE)
def engine_limit(plan: Plan) -> tuple[Finding, ...]:
    """Engines are rated 10 to 400 in steps of 5, large ones from there to 500."""
    engine = plan.sheet.engine
    if engine is None:
        return ()
    limits, large = plan.rules[LIMITS], "large" in engine.kind.flags
    step = limits["step of ratings"]
    least, most = limits["most rating"] + step, limits["most rating of a large engine"]
    if not large:
        least, most = limits["least rating"], limits["most rating"]
    if least <= engine.rating <= most and engine.rating % step == 0:
        return ()
    reason = f"{engine.kind.name} rated {engine.rating}; {least} to {most} are made, in steps of {step}"
    return (Finding(id="construction.engine_limit", reason=reason, cite=ENGINE),)


def _systems(plan: Plan, id: str, needed: dict[str, dict[str, int]], names: set[str]) -> Iterator[Finding]:
    """Where systems of some names fill other slots than needed."""
    for code, there in plan.systems.items():
        for name in sorted(names):
            want, have = needed.get(code, {}).get(name, 0), there[name]
            if want != have:
                reason = f"{name} needs {want} slots in {code}, found {have}"
                yield Finding(id=id, location=code, reason=reason, cite=SYSTEMS)


@rule("construction.engine_slots", cite=ENGINE, slot=MACHINE)
def engine_slots(plan: Plan) -> tuple[Finding, ...]:
    """An engine fills slots in the centre torso and, of some kinds, in each side torso."""
    engine = plan.sheet.engine
    if engine is None or not isinstance(engine.kind.slots, int):
        return ()
    side = plan.fits(engine.kind.side_torso_slots)
    needed = {"CT": {"engine": plan.fits(engine.kind.slots)}} | {code: {"engine": side} for code in SIDES}
    return tuple(_systems(plan, "construction.engine_slots", needed, {"engine"}))


@rule("construction.gyro", cite=SYSTEMS, slot=MACHINE)
def gyro(plan: Plan) -> tuple[Finding, ...]:
    """A gyro fills the slots of its kind in the centre torso."""
    if plan.gyro is None:
        return (Finding(id="construction.gyro", reason=f"no gyro is called {plan.sheet.gyro!r}", cite=SYSTEMS),)
    needed = {"CT": {"gyro": plan.gyro.slots}}
    return tuple(_systems(plan, "construction.gyro", needed, {"gyro"}))


@rule("construction.cockpit", cite=SYSTEMS, slot=MACHINE)
def cockpit(plan: Plan) -> tuple[Finding, ...]:
    """A cockpit, its sensors and its life support fill the slots of its kind."""
    kind = plan.cockpit
    if kind is None:
        reason = f"no cockpit is called {plan.sheet.cockpit!r}"
        return (Finding(id="construction.cockpit", reason=reason, cite=SYSTEMS),)
    return tuple(_systems(plan, "construction.cockpit", kind.systems, {"cockpit", "sensors", "lifesupport"}))


@rule("construction.actuators", cite=ACTUATORS, slot=MACHINE)
def actuators(plan: Plan) -> tuple[Finding, ...]:
    """Legs have hip, knee and foot; arms a shoulder and an upper arm, and a hand only on a lower arm."""
    reasons = ((code, reason) for code, there in plan.systems.items() if (reason := _limb(code, there)))
    return found("construction.actuators", ACTUATORS, reasons)


def _limb(code: str, there: Counter[str]) -> str:
    """What is wrong with the actuators of a location."""
    if is_leg(code):
        wrong = [name for name, count in LEG.items() if there[name] != count]
        return f"{code} needs each of its actuators once, found otherwise: {', '.join(wrong)}" if wrong else ""
    if code not in ARMS:
        return ""
    if there["shoulder"] != 1 or there["upperarmactuator"] != 1:
        return f"{code} needs one shoulder and one upper arm actuator"
    if there["handactuator"] > there["lowerarmactuator"]:
        return f"{code} has a hand on no lower arm"
    return ""


@rule("construction.conversion", cite=CONVERSION, slot=MACHINE)
def conversion(plan: Plan) -> tuple[Finding, ...]:
    """What changes its shape has the gear for it: avionics and landing gear to fly, conversion gear in each leg."""
    needed = plan.rules[CONVERTIBLE].get(plan.sheet.motive, {})
    return tuple(_systems(plan, "construction.conversion", needed, {"avionics", "landinggear", "conversiongear"}))


def room(rules: Ruleset, code: str) -> int:
    """The slots of a location."""
    return rules[LIMITS][f"slots {'of the head' if code == 'HD' else 'of a leg' if is_leg(code) else 'elsewhere'}"]


@rule("construction.slots", cite=SLOTS, slot=MACHINE)
def slots(plan: Plan) -> tuple[Finding, ...]:
    """Twelve slots to a location, six to heads and legs."""
    findings = []
    for place in plan.sheet.locations:
        there, most = sum(map(bool, place.slots)), room(plan.rules, place.code)
        if there > most or any(place.slots[most:]):
            reason = f"{place.code} has {most} slots, found {there} filled"
            findings.append(Finding(id="construction.slots", location=place.code, reason=reason, cite=SLOTS))
    return tuple(findings)


@rule("construction.structure_slots", cite=STRUCTURE, slot=MACHINE)
def structure_slots(plan: Plan) -> tuple[Finding, ...]:
    """Bulky structure fills so many slots, wherever they are, and no slot holds structure of another kind."""
    kind = plan.sheet.structure
    if kind is None:
        return (Finding(id="construction.structure_slots", reason="has no structure that is known", cite=STRUCTURE),)
    reason = _bulk(plan, kind, plan.material(Structure))
    return (Finding(id="construction.structure_slots", reason=reason, cite=STRUCTURE),) if reason else ()


def _bulk(plan: Plan, kind: Armour | Structure, material: Counter[tuple[str, str]]) -> str:
    """What is wrong with the slots that a material fills."""
    there = sum(count for (name, _), count in material.items() if name == kind.name)
    others = sorted({name for name, _ in material} - {kind.name})
    needed = plan.fits(kind.slots) if isinstance(kind.slots, int) else 0
    if others:
        return f"{kind.name} fills {needed} slots, found {', '.join(others)} in some"
    return "" if there == needed else f"{kind.name} needs {needed} slots, found {there}"


@rule("construction.armour_slots", cite=ARMOUR, slot=MACHINE)
def armour_slots(plan: Plan) -> tuple[Finding, ...]:
    """Bulky armour fills so many slots, wherever they are; in patchwork, each location its share."""
    kinds = {place.armour_kind for place in plan.sheet.locations}
    if len(kinds) > 1:
        return tuple(_patchwork(plan))
    kind = next(iter(kinds), None)
    reason = _bulk(plan, kind, plan.material(Armour)) if kind else "has no armour that is known"
    return (Finding(id="construction.armour_slots", reason=reason, cite=ARMOUR),) if reason else ()


def _patchwork(plan: Plan) -> Iterator[Finding]:
    material, shared = plan.material(Armour), plan.rules[LIMITS]["locations of patchwork"]
    for place in plan.sheet.locations:
        kind = place.armour_kind
        if kind is not None and isinstance(kind.slots, int):
            needed, there = kind.slots // shared, material[kind.name, place.code]
            if needed != there:
                reason = f"{kind.name} needs {needed} slots in {place.code}, found {there}"
                yield Finding(id="construction.armour_slots", location=place.code, reason=reason, cite=ARMOUR)


@rule("construction.armour_limit", cite=ARMOUR, slot=MACHINE)
def armour_limit(plan: Plan) -> tuple[Finding, ...]:
    """Two points of armour for each of structure, front and rear together; three on the head."""
    reasons = (
        (place.code, f"{place.code} may have {most} points of armour, found {_points(place)}")
        for place in plan.sheet.locations
        if (most := plan.rules[most_armour](plan.rules, place)) is not None and _points(place) > most
    )
    return found("construction.armour_limit", ARMOUR, reasons)


@rule("construction.most_armour", cite=ARMOUR)
def most_armour(rules: Ruleset, place: Location) -> int | None:
    """A location has at most two points of armour for each of structure, front and rear together; the head three."""
    return place.structure * rules[LIMITS]["armour of the head" if place.code == "HD" else "armour elsewhere"]


def _points(place: Location) -> int:
    return place.armour + place.rear_armour


RULES = (
    PLACES,
    CONVERTIBLE,
    tonnage,
    weight,
    locations,
    engine_rating,
    engine_limit,
    engine_slots,
    gyro,
    cockpit,
    actuators,
    conversion,
    slots,
    structure_slots,
    armour_slots,
    most_armour,
    armour_limit,
)
