"""Battles between bots by name, and scenario files."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.kernel.replay import Session, rerun, verify
from overheat.lab.games import find_scenario, game_of, kind_named
from overheat.lab.match import play
from overheat.platoon.ground import ground
from overheat.platoon.scenario import load_scenario, read_scenario, scenarios


def fought(scenario: str, seed: int, bots: tuple[str, str], rules: tuple[str, ...] = ()) -> Session[Any, Any, Any]:
    kind, brief = find_scenario(scenario)
    return play(kind.make(rules), brief.setup, seed, dict(zip(kind.sides(brief.setup), bots, strict=True)))


def test_a_battle_by_name_is_fought_told_and_replayed() -> None:
    played = fought("heath", 2, ("greedy", "random"))
    outcome = played.state.outcome
    assert played.state.turn in (6, 7) or 0 in kind_named("platoon").survivors(played.state).values()
    assert outcome.reason.endswith("victory points")
    assert verify(played.log(), game_of) is None
    assert any("fires at" in line for line in kind_named("platoon").report(played.state, played.events))


def test_a_battle_under_an_option_names_it_in_its_log() -> None:
    played = fought("sectors", 1, ("random", "random"), ("six_directions", "stray_shells"))
    assert rerun(played.log(), game_of).game.rules == ("heat", "six_directions", "stray_shells")


def test_an_unknown_bot_or_scenario_is_refused() -> None:
    with pytest.raises(RefusedError, match="genius"):
        fought("heath", 1, ("genius", "random"))
    with pytest.raises(RefusedError, match="bundled are crossroads"):
        load_scenario("nowhere")


def test_four_scenarios_are_bundled_with_room_for_both_sides() -> None:
    assert sorted(scenarios()) == ["crossroads", "heath", "sectors", "village"]
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
