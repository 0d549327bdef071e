"""Figures of units and whole battles are worked out by the ruleset that is given, and by nothing beside it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec
import pytest

from bypasses import PastTheRulesError, apart
from overheat.alphastrike.convert import convert
from overheat.alphastrike.rulesets import CONVERSION
from overheat.classic import game as classic_game
from overheat.classic.battle_value.factors import FACTORS
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.construction.check import check, weigh
from overheat.classic.cost.unit import unit_cost
from overheat.classic.recordsheet import draw_sheet
from overheat.classic.rulesets import CLASSIC, standard
from overheat.classic.unit.fielding import under
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.library import find, names
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.games import find_scenario
from overheat.lab.match import play
from overheat.platoon import game as platoon_game
from overheat.platoon.rulesets import HEAT

FIGURES: dict[str, Callable[[Sheet, Ruleset], object]] = {
    "check": check,
    "weight": weigh,
    "battle value": lambda sheet, rules: with_skills(battle_value(sheet, rules), 3, 4, rules).total,
    "cost": lambda sheet, rules: unit_cost(sheet, rules).total,
    "record sheet": lambda sheet, rules: draw_sheet(under(rules, sheet), rules=rules),
}


def worked_out(figure: str, sheet: Sheet, rules: Ruleset) -> object:
    """A figure of a unit, or why there is none."""
    try:
        return FIGURES[figure](sheet, rules)
    except RefusedError as error:
        return error.refusal.id


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_of_units_ask_the_rules_that_they_are_given(figure: str) -> None:
    drawn = figure == "record sheet"
    sheets = [find(name).sheet for name in (names()[::10] if drawn else names())]
    plain = [worked_out(figure, sheet, standard()) for sheet in sheets]
    with apart(CLASSIC) as copies:
        rules = compose(*copies)
        assert [worked_out(figure, sheet, rules) for sheet in sheets] == plain


def test_cards_ask_the_rules_that_they_are_given() -> None:
    sheets = [find(name).sheet for name in names()]
    plain = [convert(sheet).card for sheet in sheets]
    with apart(CLASSIC, CONVERSION) as copies:
        rules = compose(*copies)
        assert [convert(sheet, rules=rules).card for sheet in sheets] == plain


def cut_short(setup: Any) -> Any:
    """The same battle with four rounds, where it is one that goes by rounds."""
    return msgspec.structs.replace(setup, rounds=4) if hasattr(setup, "rounds") else setup


@pytest.mark.parametrize(
    ("scenario", "layer", "engine"), [("duel", CLASSIC, classic_game), ("ridge", HEAT, platoon_game)]
)
def test_a_battle_asks_the_rules_that_it_is_played_under(
    scenario: str, layer: Layer, engine: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, brief = find_scenario(scenario)
    setup = cut_short(brief.setup)
    plain = play(kind.make(()), setup, 1, {}, default="random")
    with apart(layer) as copies:
        rules = compose(*copies)
        monkeypatch.setattr(engine, "ruleset", lambda names: rules)
        assert play(kind.make(()), setup, 1, {}, default="random").events == plain.events


def test_who_asks_past_the_rules_is_caught() -> None:
    sheet = find("Atlas AS7-D").sheet
    rules = standard()
    with apart(CLASSIC):
        for past in (lambda: FACTORS["armour"], lambda: "armour" in FACTORS, lambda: battle_value(sheet, rules)):
            with pytest.raises(PastTheRulesError):
                past()
    assert FACTORS["armour"]
