"""The battle value of what stands still and shoots: gun emplacements, and handheld weapons while nobody holds them.

A gun emplacement is its weapons, ammunition and tools, at the speed factor of what never moves; the walls around it
belong to the building. A handheld weapon has no speed: it counts twice its armour, and what it holds in full.
"""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.battle_value.ammunition import ammunition_terms
from overheat.classic.battle_value.craft import OFFENSIVE, as_counted, protection, tools
from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.movement import speed_factor
from overheat.classic.battle_value.weapons import weapon_terms
from overheat.classic.battle_value.worksheet import Step, Worksheet, decimal
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term

EMPLACEMENTS = TACTICAL_OPERATIONS("Battle Value, gun emplacements")
HANDHELD = TACTICAL_OPERATIONS("Battle Value, handheld weapons")


def gun_emplacement_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a gun emplacement with an ordinary crew, as a worksheet."""
    build = Build(rules, as_counted(sheet))
    defence = Step("Defensive battle rating", Tally(tuple(protection(build))), (rules[easy_to_hit](rules),))
    return Worksheet((defence, Step("Offensive battle rating", _armed(build), (rules[standing_still](rules),))))


@rule("bv.emplacement_defence", cite=EMPLACEMENTS)
def easy_to_hit(rules: Ruleset) -> Term:
    """What never moves is hit easily: its defence counts half."""
    return Term("bv.defensive_factor", rules[FACTORS]["standing still"], "never moves", EMPLACEMENTS)


@rule("bv.emplacement_speed", cite=EMPLACEMENTS)
def standing_still(rules: Ruleset) -> Term:
    """Guns that stand still count at the speed factor of no movement at all."""
    return Term("bv.speed", rules[speed_factor](rules, 0), "never moves", EMPLACEMENTS)


def handheld_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a handheld weapon, as a worksheet."""
    build = Build(rules, as_counted(sheet))
    guarding = [term for term in protection(build) if term.id != "bv.armour"]
    defence = Step("Defensive battle rating", Tally((*rules[handheld_armour](build), *guarding)))
    return Worksheet((defence, Step("Offensive battle rating", _armed(build))))


@rule("bv.handheld_armour", cite=HANDHELD)
def handheld_armour(build: Build) -> tuple[Term, ...]:
    """The armour of a handheld weapon counts twice its points."""
    points = sum(place.armour for place in build.sheet.locations)
    each = build.rules[FACTORS]["armour of a handheld weapon"]
    armour = Term("bv.armour", points * each, f"{points} armour x {decimal(each)}", HANDHELD)
    return (armour,) if points else ()


def _armed(build: Build) -> Tally:
    """Weapons, ammunition and tools; heat does not matter, and weight counts nothing."""
    return Tally.of(_offensive(build))


def _offensive(build: Build) -> Iterator[Term]:
    yield from weapon_terms(build, None, OFFENSIVE)
    yield from ammunition_terms(build, OFFENSIVE)
    yield from tools(build)


RULES = (easy_to_hit, standing_still, handheld_armour)
