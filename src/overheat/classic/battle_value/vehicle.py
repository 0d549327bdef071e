"""The battle value of a vehicle: combat and support vehicles on the ground, on water and low in the air."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Literal

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.craft import DEFENSIVE, FINAL, OFFENSIVE, as_counted, protection, tools
from overheat.classic.battle_value.factors import FACTORS, hard_to_hit_by
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.movement import movement_modifier, speed_factor
from overheat.classic.battle_value.weapons import weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal, exact
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

MOTIVES: Table[str, int] = Table(
    "bv.vehicle.motives", {"tracked": 9, "wheeled": 8, "hover": 7, "vtol": 7, "wige": 7, "any other": 6}, cite=DEFENSIVE
)
"""Tenths of its defence that each way of moving leaves a vehicle with; any other are those on water and on rails."""
CHASSIS: Table[str, int] = Table(
    "bv.vehicle.chassis",
    {
        "limited_amphibious": 1,
        "dune_buggy": 1,
        "flotation_hull": 1,
        "environmental_sealing": 1,
        "armoured_motive_system": 1,
        "fully_amphibious": 2,
    },
    cite=DEFENSIVE,
)
"""Tenths that changes to the chassis and sealing give back."""
AFLOAT: Table[str, frozenset[str]] = Table(
    "bv.vehicle.afloat", {"hover": frozenset({"flotation_hull"})}, cite=DEFENSIVE
)
"""Changes that add nothing to a vehicle which moves so: a hovercraft floats anyway."""
BOOSTERS = ("masc", "supercharger", "jet_booster")
FLYING = frozenset({"vtol", "wige"})
MAST_MOUNT = TACTICAL_OPERATIONS("Battle Value, VTOL mast mount", 382)


def vehicle_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a vehicle with an ordinary crew, as a worksheet."""
    build = Build(rules, as_counted(sheet))
    final = (Term("bv.drone", build.rules[FACTORS]["unmanned"], "drone", FINAL),) if "drone" in build.flags else ()
    return Worksheet((_defensive(build), _offensive(build), *_lifted(build)), final)


def _defensive(build: Build) -> Step:
    """Armour, structure and equipment, times how easily it is stopped and how hard it is to hit.

    What may explode counts nothing against a vehicle.
    """
    points = sum(place.structure for place in build.sheet.locations)
    each = build.rules[FACTORS]["structure"]
    structure = Term("bv.structure", points * each, f"{points} structure x {decimal(each)}", DEFENSIVE)
    tally = Tally.of([*protection(build), structure, *build.rules[mast_terms](build, "defence")])
    return Step("Defensive battle rating", tally, (_motive(build), _hard_to_hit(build)))


def _motive(build: Build) -> Term:
    """Tracks are hard to damage, wheels less so, and hovercraft, rotors and ships are stopped soonest."""
    motives = build.rules[MOTIVES]
    tenths = motives[build.sheet.motive if build.sheet.motive in motives else "any other"]
    counted = build.flags - build.rules[AFLOAT].rows.get(build.sheet.motive, frozenset())
    tenths += sum(more for flag, more in build.rules[CHASSIS].rows.items() if flag in counted)
    return Term("bv.motive", Fraction(tenths, 10), build.sheet.motive, DEFENSIVE)


def _hard_to_hit(build: Build) -> Term:
    """One, and a tenth for each point of the best movement modifier, for flying, and two for stealth armour."""
    jump = jump_points(build)
    moved = max(
        movement_modifier(build.rules, flank_points(build)), movement_modifier(build.rules, jump) + 1 if jump else 0
    )
    moved += build.sheet.motive in FLYING
    hidden = 2 * ("stealth" in build.plating)
    return Term("bv.defensive_factor", hard_to_hit_by(build.rules, moved + hidden), "defensive factor", DEFENSIVE)


def flank_points(build: Build) -> int:
    """Flanking points: half as much again as cruising, and as much again with a booster going.

    Hardened armour slows a war machine, but no vehicle.
    """
    boosters = sum(flag in build.flags for flag in BOOSTERS)
    return ceil(build.sheet.walk * Fraction(3 + boosters, 2))


def jump_points(build: Build) -> int:
    """Jumping points: those on the sheet, or one for each jump jet."""
    return max(build.sheet.jump, len(build.having("jump_jet")))


def _offensive(build: Build) -> Step:
    """Weapons, ammunition and tools, with half the weight, times its speed; heat does not matter."""
    armed = [*weapon_terms(build, None, OFFENSIVE), *ammunition_terms(build, OFFENSIVE)]
    half = build.rules[FACTORS]["weight of a vehicle"]
    weight = Term("bv.weight", exact(build.sheet.tons) * half, "half its weight", OFFENSIVE)
    tally = Tally.of(
        [*armed, *_fire_control(build, armed), *build.rules[mast_terms](build, "offence"), *tools(build), weight]
    )
    return Step("Offensive battle rating", tally, (_speed(build),))


def _fire_control(build: Build, armed: Iterable[Term]) -> Iterator[Term]:
    """The weapons of a support vehicle count a tenth less with basic fire control, and a fifth less with none."""
    if build.sheet.kind != "support vehicle" or "advanced_fire_control" in build.flags:
        return
    control = "basic fire control" if "basic_fire_control" in build.flags else "no fire control"
    lost = sum(term.value for term in armed) * (build.rules[FACTORS][control] - 1)
    if lost:
        yield Term("bv.fire_control", lost, control, OFFENSIVE)


def _lifted(build: Build) -> Iterator[Step]:
    """What a mast adds to the whole, for items on it that are worth a share of other things."""
    terms = tuple(build.rules[mast_terms](build, "whole"))
    if terms:
        yield Step("Mast mount", Tally(terms))


@rule("bv.mast_mount", cite=MAST_MOUNT, implements=("TO-382-mast-mount-bv", "TO-383-bv-is-b-11"))
def mast_terms(build: Build, side: Literal["defence", "offence", "whole"]) -> tuple[Term, ...]:
    """Each item on the mast of a rotor is worth ten more, where it counts; one worth a share adds ten to the whole."""
    if "mast_mount" not in build.flags:
        return ()
    lifted = [mount for mount in build.sheet.mounts if mount.location == "RO" and "mast_mount" not in _flags(mount)]
    return tuple(
        Term("bv.mast_mount", build.rules[FACTORS]["mast mount"], f"{mount.equipment.name} on a mast", MAST_MOUNT)
        for mount in lifted
        if _side(mount) == side
    )


def _flags(mount: Mount) -> frozenset[str]:
    return mount.equipment.flags


def _side(mount: Mount) -> str:
    """Where an item on a mast counts: what has no value of its own is worth a share of others."""
    if "defensive" in _flags(mount):
        return "defence"
    return "whole" if isinstance(mount.equipment.bv, str) or not mount.equipment.bv else "offence"


def _speed(build: Build) -> Term:
    """Its flanking points and half the jumping points; a trailer, which has none, counts as having one."""
    points = max(1, flank_points(build) + ceil(jump_points(build) / 2))
    return Term("bv.speed", build.rules[speed_factor](build.rules, points), "speed factor", OFFENSIVE)


RULES = (MOTIVES, CHASSIS, AFLOAT, mast_terms)
