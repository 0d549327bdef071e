"""The battle value of a war machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.movement import jump_points, movement_modifier, run_points, speed_factor
from overheat.classic.battle_value.weapons import ammunition_terms, weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, exact
from overheat.classic.formulas import worked_out
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.terms import Tally, Term

TECH_MANUAL = Book("TechManual")
DEFENSIVE = TECH_MANUAL("Battle Value, defensive", 302)
OFFENSIVE = TECH_MANUAL("Battle Value, offensive", 303)
FINAL = TECH_MANUAL("Battle Value, final", 304)

COCKPITS = {
    "small cockpit": Fraction(19, 20),
    "torso-mounted cockpit": Fraction(19, 20),
    "small command console": Fraction(19, 20),
    "interface cockpit": Fraction(13, 10),
    "industrial cockpit": Fraction(9, 10),
    "primitive industrial cockpit": Fraction(9, 10),
}
SIDES = ("LT", "RT")
NEXT_IN = {"LA": "LT", "RA": "RT"}


def machine_battle_value(sheet: Sheet) -> Worksheet:
    """The battle value of a war machine with an ordinary crew, as a worksheet."""
    cockpit = COCKPITS.get(sheet.cockpit.lower())
    final = () if cockpit is None else (Term("bv.cockpit", cockpit, sheet.cockpit.lower(), FINAL),)
    return Worksheet((defensive(sheet), offensive(sheet)), final)


def defensive(sheet: Sheet) -> Step:
    """Armour, structure and gyro, less what may explode, times how hard it is to hit."""
    tally = Tally.of([*_armour(sheet), _structure(sheet), _gyro(sheet), *_equipment(sheet), *_explosives(sheet)])
    return Step("Defensive battle rating", tally, (_hard_to_hit(sheet),))


def _armour(sheet: Sheet) -> Iterator[Term]:
    """Armour points times 2.5, times what the kind of armour is worth."""
    shield = exact(0.2) if sheet.flagged("blue_shield") else 0
    points: dict[str, list[Fraction]] = {}
    for place in sheet.locations:
        kind = place.armour_kind
        worth = (exact(kind.bv_multiplier) if kind else Fraction(1)) + shield + _harjel(sheet, place.code)
        name = kind.name if kind else "armour"
        points.setdefault(name, []).append((place.armour + place.rear_armour) * worth)
    for name, listed in points.items():
        yield Term("bv.armour", sum(listed, start=Fraction(0)) * Fraction(5, 2), f"{name} x 2.5", DEFENSIVE)
    modular = 10 * len(sheet.flagged("modular_armour"))
    if modular:
        yield Term("bv.modular_armour", modular * Fraction(5, 2), "modular armour x 2.5", DEFENSIVE)


def _harjel(sheet: Sheet, code: str) -> Fraction:
    """What HarJel repair adds to the armour of its location."""
    here = {flag for mount in sheet.mounts if mount.location == code for flag in mount.equipment.flags}
    return Fraction(1, 5) if "harjel_iii" in here else Fraction(1, 10) if "harjel_ii" in here else Fraction(0)


def _structure(sheet: Sheet) -> Term:
    """Structure points times 1.5, times what structure and engine are worth."""
    points = sum(place.structure for place in sheet.locations)
    structure = exact(sheet.structure.bv_multiplier) if sheet.structure else Fraction(1)
    if sheet.flagged("blue_shield"):
        structure += exact(0.2)
    engine = exact(sheet.engine.kind.bv_multiplier) if sheet.engine else Fraction(1)
    return Term("bv.structure", points * Fraction(3, 2) * structure * engine, f"{points} structure x 1.5", DEFENSIVE)


def _gyro(sheet: Sheet) -> Term:
    """Half a point a ton; a whole one for a heavy-duty gyro, nothing without one."""
    words = sheet.gyro.lower()
    worth = Fraction(0) if words == "none" else Fraction(1) if "heavy" in words else Fraction(1, 2)
    return Term("bv.gyro", exact(sheet.tons) * worth, sheet.gyro.lower(), DEFENSIVE)


def _equipment(sheet: Sheet) -> Iterator[Term]:
    """Equipment that protects, and armoured components."""
    for mount in sheet.mounts:
        if "defensive" in mount.equipment.flags and not mount.ammunition and _number(mount):
            yield Term("bv.defence", exact(_number(mount)), mount.equipment.name, DEFENSIVE)
    loads = [mount for mount in sheet.flagged("defensive") if mount.ammunition]
    if loads:
        systems = sum(exact(_number(mount)) for mount in sheet.flagged("anti_missile"))
        total = min(systems, sum(exact(_number(mount)) for mount in loads))
        yield Term("bv.defence_ammunition", total, "ammunition of these", DEFENSIVE)
    armoured = sum(mount.slots for mount in sheet.mounts if mount.armoured)
    systems_armoured = sum("armored" in slot.lower() for place in sheet.locations for slot in place.slots) - armoured
    if armoured + systems_armoured > 0:
        yield Term("bv.armoured", 5 * (armoured + max(0, systems_armoured)), "armoured components", DEFENSIVE)


def _number(mount: Mount) -> float:
    return mount.equipment.bv if isinstance(mount.equipment.bv, int | float) else 0


def _explosives(sheet: Sheet) -> Iterator[Term]:
    """What may explode counts against it: 15 for each slot of ammunition, 1 for each of other things."""
    for mount in sheet.mounts:
        if "explosive" not in mount.equipment.flags:
            continue
        places = (mount.location, *mount.also_in)
        if any(_unprotected(sheet, place) for place in places):
            worth = 15 * mount.slots if mount.ammunition else _risk(mount)
            yield Term("bv.explosive", -worth, f"{mount.equipment.name} in {mount.location}", DEFENSIVE)


def _risk(mount: Mount) -> int:
    return 1 if "explosive_once" in mount.equipment.flags else mount.slots


def _unprotected(sheet: Sheet, code: str) -> bool:
    """Whether an explosion in a location would be the machine's end, or cost it dearly."""
    if _has(sheet, code, "case_ii"):
        return False
    thick = sheet.engine is not None and sheet.engine.kind.side_torso_slots > 2
    if sheet.clan and code not in ("CT", "HD") and not code.endswith("L"):
        return thick and code in SIDES and not _has(sheet, code, "case_ii")
    if code in ("CT", "HD") or code.endswith("L"):
        return True
    if code in SIDES:
        return thick or not _has(sheet, code, "case")
    return not _has(sheet, code, "case") and _unprotected(sheet, NEXT_IN[code])


def _has(sheet: Sheet, code: str, flag: str) -> bool:
    return any(mount.location == code and flag in mount.equipment.flags for mount in sheet.mounts)


def _hard_to_hit(sheet: Sheet) -> Term:
    """One, and a tenth for each point of the best movement modifier and of systems that hide it."""
    jump = jump_points(sheet)
    moved = max(movement_modifier(run_points(sheet)), movement_modifier(jump) + 1 if jump else 0)
    hidden = 2 * bool(_stealthy(sheet)) + 2 * bool(sheet.flagged("chameleon"))
    if sheet.flagged("void_signature"):
        moved = max(3, moved + (1 if moved == 3 else 0)) if moved <= 3 else moved
    return Term("bv.defensive_factor", 1 + Fraction(moved + hidden, 10), "defensive factor", DEFENSIVE)


def _stealthy(sheet: Sheet) -> bool:
    stealth = any(place.armour_kind and "stealth" in place.armour_kind.flags for place in sheet.locations)
    return stealth or bool(sheet.flagged("null_signature"))


def offensive(sheet: Sheet) -> Step:
    """Weapons as far as the heat allows, ammunition, tools and weight, times its speed."""
    weapons = weapon_terms(sheet, heat_efficiency(sheet), OFFENSIVE)
    tally = Tally.of([*weapons, *ammunition_terms(sheet, OFFENSIVE), *_tools(sheet), _weight(sheet)])
    points = run_points(sheet) + ceil(jump_points(sheet) / 2)
    return Step("Offensive battle rating", tally, (Term("bv.speed", speed_factor(points), "speed factor", OFFENSIVE),))


def heat_efficiency(sheet: Sheet) -> int | None:
    """How much heat its weapons may make before they count half; None when it does not track heat."""
    return 6 + dissipation(sheet) - max(_run_heat(sheet), _jump_heat(sheet)) - _hiding_heat(sheet)


def dissipation(sheet: Sheet) -> int:
    """The heat its sinks and aids take away."""
    sinks = sheet.heat_sinks
    capacity = sinks.dissipation if sinks else 0
    if sheet.flagged("radical_heat_sink") and sinks:
        capacity += ceil(sinks.count * 2 / 5)
    if sheet.flagged("partial_wing"):
        capacity += 3
    return capacity + _coolant(sheet)


def _coolant(sheet: Sheet) -> int:
    pods = len(sheet.flagged("coolant_pod"))
    return ceil((sheet.heat_sinks.count if sheet.heat_sinks else 0) * pods / 5) if pods else 0


def _run_heat(sheet: Sheet) -> int:
    if sheet.engine and not sheet.engine.kind.flags.isdisjoint({"combustion", "fuel_cell"}):
        return 0
    if "super-cooled" in sheet.myomer.lower():
        return 0
    return 6 if sheet.engine and "xxl" in sheet.engine.kind.flags else 2


def _jump_heat(sheet: Sheet) -> int:
    if not sheet.jump:
        return 0
    jump = sheet.jump
    heat = max(3, ceil(jump / 2)) if sheet.flagged("improved_jump_jet") else max(3, jump)
    if sheet.engine and "xxl" in sheet.engine.kind.flags:
        heat *= 2
    return heat


def _hiding_heat(sheet: Sheet) -> int:
    heat = 10 if _stealthy(sheet) else 0
    return heat + 6 * bool(sheet.flagged("chameleon")) + 10 * bool(sheet.flagged("void_signature"))


def _tools(sheet: Sheet) -> Iterator[Term]:
    """Physical weapons and other gear that helps to attack."""
    for mount in sheet.mounts:
        gear = mount.gear
        if gear is None or "defensive" in gear.flags:
            continue
        worth = _tool(sheet, mount)
        if worth:
            yield Term("bv.tool", worth, gear.name, OFFENSIVE)


def _tool(sheet: Sheet, mount: Mount) -> Fraction:
    worth = mount.equipment.bv
    if worth == "ppc capacitor":
        return Fraction(0)
    return worked_out(worth, sheet, mount) if isinstance(worth, str) else exact(worth)


def _weight(sheet: Sheet) -> Term:
    """Its tons; half as much again with triple-strength myomer."""
    worth = Fraction(1)
    if sheet.flagged("industrial_tsm"):
        worth = Fraction(23, 20)
    elif sheet.flagged("tsm"):
        worth = Fraction(3, 2)
    aes = _aes(sheet)
    return Term("bv.weight", exact(sheet.tons) * (worth + aes), "weight", OFFENSIVE)


def _aes(sheet: Sheet) -> Fraction:
    places: Iterable[str] = {mount.location for mount in sheet.flagged("aes")}
    arms = sum(place in ("LA", "RA") for place in places)
    legs = any(place.endswith("L") for place in places)
    share = Fraction(2 if sheet.motive == "biped" else 4, 10) if legs else Fraction(0)
    return Fraction(arms, 10) + share
