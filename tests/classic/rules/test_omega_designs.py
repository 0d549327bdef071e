"""A dozen designs for Omega, three battles with them, and nothing of the engine that knows the variant by name."""

from __future__ import annotations

from pathlib import Path

import pytest

import overheat
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.construction.check import check
from overheat.classic.cost.unit import unit_cost
from overheat.classic.muster import scenario
from overheat.classic.recordsheet.draw import draw_sheet
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.fielding import under
from overheat.classic.unitfile.library import find, variants
from overheat.lab.classic_kind import values

OMEGA = ruleset(("omega",))
SOURCE = Path(overheat.__file__).parent
ALLOWED = ("classic/rules/omega/", "classic/data/", "register/")
"""Where the variant may be named: its own rules, data, and the register of every document."""


def test_there_are_a_dozen_designs() -> None:
    assert len(variants()) >= 12


@pytest.mark.parametrize("name", variants())
def test_a_design_is_built_by_these_rules_and_not_by_others(name: str) -> None:
    sheet = find(name).sheet
    assert [str(each) for each in check(sheet, OMEGA) if each.severity == "error"] == []
    assert battle_value(sheet, OMEGA).total > 500
    assert unit_cost(sheet, OMEGA).total > 1_000_000
    assert [each for each in check(sheet, ruleset(())) if each.severity == "error"]


def test_a_design_has_a_record_sheet() -> None:
    assert draw_sheet(find("Palisade PLS-1").sheet, rules=OMEGA)


@pytest.mark.proves("omega.built_whole")
def test_racks_of_a_design_fill_the_slots_that_they_need_here() -> None:
    held = under(OMEGA, find("Halberdier HLB-3").sheet)
    assert [(each.equipment.name, each.slots) for each in held.weapons if each.equipment.name == "LRM 10"] == [
        ("LRM 10", 3)
    ]


@pytest.mark.parametrize("name", ["cruise_missiles", "smoke_and_missiles", "town_watch"])
def test_both_sides_of_the_battles_are_worth_about_the_same(name: str) -> None:
    brief, setup = scenario.find(name)
    assert "omega" in brief.rules
    worth = values(setup, brief.rules)
    assert max(worth.values()) <= 1.05 * min(worth.values())


def test_no_module_of_the_engine_names_the_variant() -> None:
    named = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if not str(path.relative_to(SOURCE)).startswith(ALLOWED) and "omega" in path.read_text(encoding="utf-8").lower()
    ]
    assert named == []
