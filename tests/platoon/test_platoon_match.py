"""Battles between bots by name, and scenario files."""

from __future__ import annotations

from typing import Any

import pytest
from shapely import box

from overheat.kernel.log.replay import Session, rerun, verify
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario, game_of, kind_named
from overheat.lab.match import play
from overheat.platoon.battle.scenario import load_scenario, read_scenario, scenarios, set_up
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import SCALE
from overheat.platoon.ground.terrain import ground


def fought(scenario: str, seed: int, bots: tuple[str, str], rules: tuple[str, ...] = ()) -> Session[Any, Any, Any]:
    kind, brief = find_scenario(scenario)
    return play(kind.make(rules), brief.setup, seed, dict(zip(kind.sides(brief.setup), bots, strict=True)))


def test_a_battle_by_name_is_fought_told_and_replayed() -> None:
    played = fought("heath", 2, ("greedy", "random"))
    outcome = played.state.outcome
    assert played.state.turn in (6, 7) or 0 in kind_named("platoon").survivors(played.state).values()
    assert outcome.reason.endswith("victory points")
    assert verify(played.log(), game_of) is None
    assert any("fires at" in line for line in kind_named("platoon").report(played.game, played.state, played.events))


def test_a_battle_under_an_option_names_it_in_its_log() -> None:
    played = fought("sectors", 1, ("random", "random"), ("six_directions", "stray_shells"))
    assert rerun(played.log(), game_of).game.rules == ("platoon", "six_directions", "stray_shells")


def test_an_unknown_bot_or_scenario_is_refused() -> None:
    with pytest.raises(RefusedError, match="genius"):
        fought("heath", 1, ("genius", "random"))
    with pytest.raises(RefusedError, match="bundled are crossroads"):
        load_scenario("nowhere")


def test_five_scenarios_are_bundled_with_room_for_both_sides() -> None:
    assert sorted(scenarios()) == ["crossroads", "heath", "ridge", "sectors", "village"]
    for scenario in scenarios().values():
        assert ground(scenario.table).features
        for zone in scenario.zones:
            assert 0 <= zone.west < zone.east <= scenario.table.width
            assert 0 <= zone.south < zone.north <= scenario.table.depth


@pytest.mark.parametrize(
    ("text", "match_"),
    [("name = ", "x.toml"), ('name = "X"\nplatoons = ["a", "b"]\ntable = {}\nzones = []\n', "zones")],
)
def test_a_scenario_that_cannot_be_read_is_refused(text: str, match_: str) -> None:
    with pytest.raises(RefusedError, match=match_):
        read_scenario(text, "x.toml")


PLAIN = """
name = "Plain"
platoons = ["border_brigade", "response_platoon"]
zones = [
  { west = 0, south = 0, east = 72, north = 12, edge = "south" },
  { west = 0, south = 36, east = 72, north = 48, edge = "north" },
]
objectives = [{ name = "Hill", x = 36, y = 24 }]

[table]
width = 72
pieces = [{ kind = "wood", points = [[10, 10], [20, 10], [20, 20]] }]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("width = 72", "width = nan", "x.toml: a table is 12 to 1000 inches wide and deep, not nan by 48"),
        ("width = 72", "width = 9000", "x.toml: a table is 12 to 1000 inches wide and deep, not 9000 by 48"),
        ("east = 72, north = 12", "east = inf, north = 12", "72 by 48 inches, not on 0 to inf by 0 to 12"),
        ("south = 36", "south = 50", "x.toml: a zone lies on the table of 72 by 48 inches, not on 0 to 72 by 50 to 48"),
        ("x = 36", "x = 73", "x.toml: the objective 'Hill' at (73, 24) is off the table"),
        ("y = 24", "y = 24, radius = -1", "x.toml: the objective 'Hill' has a radius of -1 inches and is worth 3"),
        ("y = 24", "y = 24, worth = 101", "x.toml: the objective 'Hill' has a radius of 3 inches and is worth 101"),
        ("[20, 20]]", "[20, nan]]", "x.toml: piece 1 (wood) lies nowhere near the table"),
        ("[20, 20]]", "[30, 10]]", "x.toml: piece 1 (wood) crosses itself"),
        ('"wood"', '"jungle"', "x.toml: no terrain kind 'jungle'"),
        ('name = "Plain"', 'name = ""', "x.toml: '' is no name"),
        ('name = "Plain"', 'name = "Plain"\nplayers = ["a", "a"]', "two players have two names without a stroke"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused_with_what_was_measured(old: str, new: str, says: str) -> None:
    assert read_scenario(PLAIN, "x.toml").name == "Plain"
    with pytest.raises(RefusedError) as refused:
        read_scenario(PLAIN.replace(old, new, 1), "x.toml")
    assert says in refused.value.refusal.reason
    assert "\n" not in str(refused.value)


def test_both_sides_of_a_bundled_scenario_have_observers() -> None:
    setup = set_up(scenarios()["ridge"], PlatoonGame().ruleset)
    flags = [{flag for sheet in force for flag in sheet.flags} for force in setup.forces]
    assert "artillery_observer" in flags[0]
    assert "air_observer" in flags[1]


def test_who_attacks_the_village_finds_cover_where_he_begins() -> None:
    setup = set_up(scenarios()["village"], PlatoonGame().ruleset)
    laid, zone = ground(setup.table), setup.zones[0]
    inside = box(zone.west * SCALE, zone.south * SCALE, zone.east * SCALE, zone.north * SCALE)
    kinds = {feature.kind.cover for feature in laid.features if feature.area.intersects(inside)}
    assert kinds - {"none"}


def test_both_sides_of_the_ridge_can_pick_out_operators() -> None:
    rules = PlatoonGame().ruleset
    for force in set_up(scenarios()["ridge"], rules).forces:
        assert any(sheet.system == "sniper" for sheet in force)
