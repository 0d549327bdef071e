"""Battles between bots by name, and scenario files."""

from __future__ import annotations

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.kernel.replay import Header, rerun, verify
from overheat.platoon import match
from overheat.platoon.ground import ground
from overheat.platoon.scenario import load_scenario, read_scenario, scenarios


def test_a_battle_by_name_is_fought_told_and_replayed() -> None:
    played = match.battle("heath", 2, ("greedy", "random"))
    found = match.result(played)
    assert found.turns in (6, 7) or 0 in [len(played.state.setup.forces[side]) - found.lost[side] for side in (0, 1)]
    assert found.reason.endswith("victory points")
    assert verify(played.log(), match.game_of) is None


def test_a_battle_under_an_option_names_it_in_its_log() -> None:
    played = match.battle("sectors", 1, ("random", "random"), ("six_directions", "stray_shells"))
    assert rerun(played.log(), match.game_of).game.rules == ("heat", "six_directions", "stray_shells")


def test_a_log_of_another_game_is_refused() -> None:
    header = Header(1, "race", (), 1, b"{}")  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="race"):
        match.game_of(header)


def test_an_unknown_bot_or_scenario_is_refused() -> None:
    with pytest.raises(RefusedError, match="genius"):
        match.battle("heath", 1, ("genius", "random"))
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
