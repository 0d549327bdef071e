"""The battle value of a fighter: aerospace and conventional fighters, and support vehicles with fixed wings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.craft import DEFENSIVE, FINAL, OFFENSIVE, as_counted, protection, tools
from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.heat import HEAT, dissipation
from overheat.classic.battle_value.machine.movement import speed_factor
from overheat.classic.battle_value.weapons import weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term

TWO_LOTS = frozenset({"ac", "lac"})
"""Families of ammunition that are stored apart in two lots."""


def fighter_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a fighter with an ordinary pilot, as a worksheet."""
    build = Build(rules, as_counted(sheet))
    return Worksheet((_defensive(build), _offensive(build)), tuple(_final(build)))


def _final(build: Build) -> Iterator[Term]:
    """What multiplies the whole: being a drone, or else a small cockpit (ruling TO-381-drone-bv)."""
    if "drone" in build.flags:
        yield Term("bv.drone", build.rules[FACTORS]["unmanned"], "drone", FINAL)
    elif "small" in build.sheet.cockpit.lower():
        yield Term("bv.cockpit", build.rules[FACTORS]["small cockpit of a fighter"], build.sheet.cockpit.lower(), FINAL)


def _defensive(build: Build) -> Step:
    """Armour, structural integrity and equipment, less what may explode, times what kind of craft it is."""
    points = build.sheet.structural_integrity or build.sheet.walk
    each = build.rules[FACTORS]["structural integrity"]
    structure = Term("bv.structure", points * each, f"structural integrity {points} x {decimal(each)}", DEFENSIVE)
    tally = Tally.of([*protection(build), structure, *_explosives(build)])
    return Step("Defensive battle rating", tally, (_kind(build),))


def _kind(build: Build) -> Term:
    """An aerospace fighter counts a fifth more, any other craft a tenth; stealth armour adds three tenths."""
    factors = build.rules[FACTORS]
    factor = factors["aerospace fighter" if build.sheet.kind == "aerospace fighter" else "other flying craft"]
    if "stealth" in build.plating:
        factor += factors["stealth of a fighter"]
    return Term("bv.defensive_factor", factor, build.sheet.kind, DEFENSIVE)


def _explosives(build: Build) -> Iterator[Term]:
    """Each kind of ammunition counts 15 against a fighter without CASE, however much of it, other things one each.

    All tons of a kind are stored together, those of anti-missile systems like any other. The rulebook counts critical
    slots, which fighters do not have; the published values count the ammunition of plain and light autocannons as two
    kinds, and so do we. A support vehicle with wings is a vehicle here and loses nothing.
    """
    if build.sheet.clan or not build.flags.isdisjoint({"case", "case_ii"}) or build.sheet.kind == "support vehicle":
        return
    explosive = build.having("explosive")
    risky = [mount for mount in explosive if mount.ammunition or "defensive" not in mount.equipment.flags]
    loads = {(load.feeds, load.rack): load.name for mount in risky if (load := mount.ammunition)}
    risk = build.rules[FACTORS]["explosive ammunition"]
    for (family, _), name in loads.items():
        yield Term("bv.explosive", -risk * (2 if family in TWO_LOTS else 1), name, DEFENSIVE)
    for mount in risky:
        if not mount.ammunition:
            yield Term("bv.explosive", -1, mount.equipment.name, DEFENSIVE)


def _offensive(build: Build) -> Step:
    """Weapons as far as the heat allows, ammunition and tools, times its speed; weight counts nothing."""
    weapons = weapon_terms(build, _heat_efficiency(build), OFFENSIVE)
    tally = Tally.of([*weapons, *ammunition_terms(build, OFFENSIVE), *tools(build)])
    speed = build.rules[speed_factor](build.rules, ceil(build.sheet.walk * Fraction(3, 2)))
    return Step("Offensive battle rating", tally, (Term("bv.speed", speed, "speed factor", OFFENSIVE),))


def _heat_efficiency(build: Build) -> int | None:
    """Six and what its sinks take away; flying and stealth armour make no heat that counts.

    None but aerospace fighters track heat.
    """
    return build.rules[HEAT]["allowance"] + dissipation(build) if build.sheet.kind == "aerospace fighter" else None
