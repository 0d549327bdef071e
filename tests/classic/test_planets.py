"""The planets: their page, their maps, and battles on each to the end."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from adjudicated import adjudicated
from doors import told
from overheat.classic.board.board_file import parse_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.terrain import kinds
from overheat.classic.facts.state import Weather
from overheat.classic.muster.planets import find, map_of, planets
from overheat.classic.muster.scenario import find as find_scenario
from overheat.classic.rules.standard.weather import check_weather
from overheat.classic.rulesets import ruleset
from overheat.kernel.log.replay import verify
from overheat.kernel.refusal import RefusedError
from overheat.lab.classic_kind import CLASSIC
from overheat.lab.match import play

PROJECT = Path(__file__).parents[2]
OTHER_WORLDS = {
    "dunes": "sand",
    "glacier": "snow",
    "volcano": "magma",
    "swamp": "swamp",
    "city": "building",
    "moon": "rough",
}


def test_the_page_of_planets_is_as_the_data_have_it() -> None:
    written = runpy.run_path(str(PROJECT / "scripts" / "describe_planets.py"))
    assert written["PAGE"].read_text(encoding="utf-8") == written["page"](), "run `make planets`"


@pytest.mark.parametrize(("landscape", "kind"), OTHER_WORLDS.items())
def test_the_generator_makes_other_worlds(landscape: str, kind: str) -> None:
    board = generate(3, landscape=landscape)
    found = [hex for hex in board if kind in board[hex]]
    assert len(found) >= 10
    assert all(feature.kind in kinds() for hex in board for feature in board[hex].features)


def test_glaciers_freeze_their_lakes_and_moons_have_craters() -> None:
    glacier, moon = generate(3, landscape="glacier"), generate(3, landscape="moon")
    waters = [glacier[hex] for hex in glacier if "water" in glacier[hex]]
    assert waters
    assert all("ice" in ground for ground in waters)
    assert min(moon[hex].level for hex in moon) < 0


@pytest.mark.parametrize("name", planets())
def test_the_rules_of_a_planet_know_its_conditions_and_its_map_can_be_read(name: str) -> None:
    planet = find(name)
    assert planet.landscape in PRESETS
    check_weather(ruleset(planet.rules), planet.conditions)
    assert planet.conditions != Weather()
    assert parse_board(map_of(name).encode(), name).board.name == name
    scenario, setup = find_scenario(f"planet_{name}")
    assert (scenario.planet, setup.weather) == (name, planet.conditions)


@pytest.mark.parametrize("name", planets())
def test_bots_fight_a_battle_on_every_planet_to_its_end_and_it_replays(name: str) -> None:
    brief = CLASSIC.find(f"planet_{name}")
    layers = CLASSIC.layers(brief)
    session = play(CLASSIC.make(layers), brief.setup, 2, {})
    assert session.state.outcome is not None
    assert session.state.round >= 3
    assert verify(session.log(), CLASSIC.game_of) is None


def test_a_scenario_is_moved_to_a_planet_by_a_word() -> None:
    moved = told("overheat battle duel --planet glacier --seed 3")
    assert "+1 heavy snow" in moved
    assert "heavy snow" not in told("overheat battle duel --seed 3")
    with pytest.raises(RefusedError, match="did you mean 'glacier'"):
        find("glacir")


def test_every_question_may_be_asked_with_conditions() -> None:
    asked = {"unit": "Griffin GRF-1N", "conditions": {"temperature": 70}}
    for ask in ("points", "heat", "piloting", "fall", "movement"):
        adjudicated(ask, "planets", **asked)
    assert adjudicated("rounding", "planets", tons=3.2, conditions={"fog": "light"})
