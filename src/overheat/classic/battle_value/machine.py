"""The battle value of a war machine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.build import ARMS, Build
from overheat.classic.battle_value.defence import defensive
from overheat.classic.battle_value.heat import heat_efficiency
from overheat.classic.battle_value.movement import jump_points, run_points, speed_factor, swim_points
from overheat.classic.battle_value.weapons import ENHANCED_ACTUATORS, weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, exact
from overheat.classic.formulas import worked_out
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.terms import Number, Tally, Term

TECH_MANUAL = Book("TechManual")
OFFENSIVE = TECH_MANUAL("Battle Value, offensive", 303)
FINAL = TECH_MANUAL("Battle Value, final", 304)

COCKPITS = {
    "small cockpit": Fraction(19, 20),
    "torso-mounted cockpit": Fraction(19, 20),
    "small command console": Fraction(19, 20),
    "interface cockpit": Fraction(13, 10),
}
"""What kinds of cockpit multiply the whole by; the torso-mounted one after ruling TO-381-torso-cockpit-bv."""
DRONE = Fraction(19, 20)


def machine_battle_value(sheet: Sheet) -> Worksheet:
    """The battle value of a war machine with an ordinary crew, as a worksheet."""
    build = Build(sheet)
    return Worksheet((defensive(build), offensive(build)), tuple(_final(build)))


def _final(build: Build) -> Iterator[Term]:
    """What multiplies the whole: the cockpit, or being a drone, which has none (ruling TO-381-drone-bv)."""
    if "drone" in build.flags:
        yield Term("bv.drone", DRONE, "drone", FINAL)
        return
    cockpit = build.sheet.cockpit.lower()
    if cockpit in COCKPITS:
        yield Term("bv.cockpit", COCKPITS[cockpit], cockpit, FINAL)


def offensive(build: Build) -> Step:
    """Weapons as far as the heat allows, ammunition, tools and weight, times its speed."""
    weapons = weapon_terms(build, heat_efficiency(build), OFFENSIVE)
    tally = Tally.of([*weapons, *ammunition_terms(build, OFFENSIVE), *_tools(build), _weight(build)])
    return Step("Offensive battle rating", tally, tuple(_factors(build)))


def _factors(build: Build) -> Iterator[Term]:
    """Speed; and nine tenths for an industrial machine without advanced fire control."""
    points = run_points(build) + ceil(max(jump_points(build), swim_points(build)) / 2)
    yield Term("bv.speed", speed_factor(points), "speed factor", OFFENSIVE)
    if build.sheet.kind == "industrial machine" and not _aims(build):
        yield Term("bv.fire_control", Fraction(9, 10), "no advanced fire control", OFFENSIVE)


def _aims(build: Build) -> bool:
    """Whether an industrial machine has advanced fire control: its cockpit line says so."""
    return "advanced_fire_control" in build.flags or "industrial" not in build.sheet.cockpit.lower()


def _tools(build: Build) -> Iterator[Term]:
    """Physical weapons and other gear that helps to attack; vibroblades count as weapons, talons once for all legs."""
    seen = False
    for mount in build.sheet.mounts:
        gear = mount.gear
        if gear is None or not gear.bv or "defensive" in gear.flags or "vibroblade" in gear.flags:
            continue
        if "talons" in gear.flags:
            if seen:
                continue
            seen = True
        worth = _tool(build, mount)
        if worth:
            yield Term("bv.tool", worth, gear.name, OFFENSIVE)


def _tool(build: Build, mount: Mount) -> Number:
    """An item at its value: twice with triple-strength myomer, a quarter more in an arm with enhanced actuators."""
    worth = mount.equipment.bv
    if worth == "ppc capacitor":
        return 0
    value: Number = worked_out(worth, build.sheet, mount) if isinstance(worth, str) else exact(worth)
    if "physical" not in mount.equipment.flags:
        return value
    if "tsm" in build.flags and "retractable_blade" not in mount.equipment.flags:
        value *= 2
    return value * ENHANCED_ACTUATORS if build.has(mount.location, "aes") else value


def _weight(build: Build) -> Term:
    """Its tons; half as much again with triple-strength myomer."""
    worth = Fraction(1)
    if "industrial_tsm" in build.flags:
        worth = Fraction(23, 20)
    elif "tsm" in build.flags:
        worth = Fraction(3, 2)
    return Term("bv.weight", exact(build.sheet.tons) * (worth + _actuators(build)), "weight", OFFENSIVE)


def _actuators(build: Build) -> Fraction:
    """What enhanced actuators add to the weight: a tenth an arm, two for the legs of a biped, four for a quad's."""
    if "aes" not in build.flags:
        return Fraction(0)
    places = {mount.location for mount in build.having("aes")}
    legs = any(place.endswith("L") for place in places)
    return Fraction(len(places & ARMS) + (2 if build.sheet.motive == "biped" else 4) * legs, 10)
