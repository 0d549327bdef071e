"""The battle value of a war machine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.machine.build import ARMS, Build
from overheat.classic.battle_value.machine.defence import defensive
from overheat.classic.battle_value.machine.heat import heat_efficiency
from overheat.classic.battle_value.machine.movement import jump_points, run_points, speed_factor, swim_points
from overheat.classic.battle_value.shots import with_part_loads
from overheat.classic.battle_value.weapons import enhanced_arm, weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.formulas import worked_out
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Tally, Term, multiplied

OFFENSIVE = TECH_MANUAL("Battle Value, offensive", 303)
FINAL = TECH_MANUAL("Battle Value, final", 304)

COCKPITS: Table[str, Fraction] = Table(
    "bv.cockpits",
    {
        "small cockpit": Fraction(19, 20),
        "torso-mounted cockpit": Fraction(19, 20),
        "small command console": Fraction(19, 20),
        "interface cockpit": Fraction(13, 10),
    },
    cite=FINAL,
)
"""What kinds of cockpit multiply the whole by."""


def machine_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a war machine with an ordinary crew, as a worksheet."""
    build = Build(rules, with_part_loads(sheet))
    return Worksheet((defensive(build), offensive(build)), tuple(rules[final].function(build)))


@rule(
    "bv.final",
    cite=TACTICAL_OPERATIONS("Battle Value, cockpits", 381),
    implements=("TO-381-torso-cockpit-bv", "TO-381-drone-bv"),
)
def final(build: Build) -> Iterator[Term]:
    """What multiplies the whole: the cockpit; or being a drone or a robot, which has none."""
    if "drone" in build.flags or "robot" in build.flags:
        yield Term("bv.unmanned", build.factors["unmanned"], "drone" if "drone" in build.flags else "robot", FINAL)
        return
    cockpit = build.sheet.cockpit.lower()
    factor = build.rules[COCKPITS].get(cockpit)
    if factor is not None:
        yield Term("bv.cockpit", factor, cockpit, FINAL)


def offensive(build: Build) -> Step:
    """Weapons as far as the heat allows, ammunition, tools and weight, times its speed."""
    weapons = weapon_terms(build, build.rules[heat_efficiency].function(build), OFFENSIVE)
    tally = Tally((*weapons, *ammunition_terms(build, OFFENSIVE), *_tools(build), _weight(build)))
    return Step("Offensive battle rating", tally, _factors(build))


def _factors(build: Build) -> tuple[Term, ...]:
    """Speed; and nine tenths for an industrial machine without advanced fire control."""
    points = build.once(run_points) + (max(build.once(jump_points), swim_points(build)) + 1) // 2
    speed = Term("bv.speed", build.rules[speed_factor].function(build.rules, points), "speed factor", OFFENSIVE)
    if build.sheet.kind != "industrial machine" or _aims(build):
        return (speed,)
    control = build.factors["industrial fire control"]
    return speed, Term("bv.fire_control", control, "no advanced fire control", OFFENSIVE)


def _aims(build: Build) -> bool:
    """Whether an industrial machine has advanced fire control: its cockpit line says so."""
    cockpit = build.sheet.cockpit.lower()
    return "industrial" not in cockpit or "afc" in cockpit or "advanced_fire_control" in build.flags


def _tools(build: Build) -> Iterator[Term]:
    """Physical weapons and other gear that helps to attack; vibroblades count as weapons, talons once for all legs."""
    seen = False
    for mount in build.gear:
        gear = mount.equipment
        if not gear.bv or "defensive" in gear.flags or "vibroblade" in gear.flags:
            continue
        if "talons" in gear.flags:
            if seen:
                continue
            seen = True
        worth = build.rules[tool](build, mount)
        if worth:
            yield Term("bv.tool", worth, gear.name, OFFENSIVE)


@rule("bv.tool", cite=TACTICAL_OPERATIONS("Battle Value, notes", 383), implements=("TO-383-bv-is-b-8",))
def tool(build: Build, mount: Mount) -> Number:
    """An item at its value; what its damage takes from the machine's weight doubles with triple-strength myomer.

    The damage that counts is the final one; what always does the same is not changed.
    In an arm with enhanced actuators it is worth a quarter more.
    """
    worth = mount.equipment.bv
    if worth == "ppc capacitor":
        return 0
    value: Number = exact(worth) if not isinstance(worth, str) else worked_out(worth, build.sheet, mount)
    if "tsm" in build.flags and isinstance(worth, str):
        value *= 2
    return value * build.rules[enhanced_arm](build, mount) if "aes" in build.flags else value


def _weight(build: Build) -> Term:
    """Its tons; half as much again with triple-strength myomer."""
    worth: Number = 1
    if "industrial_tsm" in build.flags:
        worth = build.factors["industrial myomer"]
    elif "tsm" in build.flags:
        worth = build.factors["triple-strength myomer"]
    if "aes" in build.flags:
        worth += _actuators(build)
    return Term("bv.weight", multiplied((exact(build.sheet.tons), worth)), "weight", OFFENSIVE)


def _actuators(build: Build) -> Fraction:
    """What enhanced actuators add to the weight: a tenth an arm, two for the legs of a biped, four for a quad's."""
    places = {mount.location for mount in build.having("aes")}
    legs = any(place.endswith("L") for place in places)
    limbs = len(places & ARMS) + (2 if build.sheet.motive == "biped" else 4) * legs
    return limbs * build.factors["enhanced actuators of a limb"]


RULES = (COCKPITS, final, tool)
