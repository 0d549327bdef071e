"""What holds in every battle: no crash, dice and men and heights in order, logs that replay."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overheat.kernel.log.replay import verify
from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.game import PlatoonGame
from overheat.platoon.rulesets import LAYERS
from platoon.battles import all_arms, battle
from platoon.laws import lawful

SOURCE = Path(__file__).parents[2] / "src" / "overheat"


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_random_battles_keep_the_laws_and_replay(scenario: str) -> None:
    game = PlatoonGame()
    played = battle(set_up(scenarios()[scenario], game.ruleset), 11, watch=lawful)
    assert played.state.outcome is not None
    assert verify(played.log(), lambda header: PlatoonGame(header.rules)) is None


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_of_every_kind_of_unit_keep_the_laws(seed: int) -> None:
    played = battle(all_arms(PlatoonGame(), "sectors"), seed, watch=lawful)
    assert played.state.outcome is not None


def test_undoing_a_command_leads_back_to_the_state_before() -> None:
    game = PlatoonGame()
    played = battle(set_up(scenarios()["crossroads"], game.ruleset), 5)
    before = played.undone(40)
    player, command = played.commands[len(before.commands)]
    after = before.undone(0)
    after.apply(player, command)
    assert after.undone().state == before.state


def test_the_same_seed_gives_the_same_log() -> None:
    game = PlatoonGame()
    setup = set_up(scenarios()["heath"], game.ruleset)
    assert battle(setup, 3).log() == battle(setup, 3).log()


def test_a_greedy_player_beats_a_random_one() -> None:
    game = PlatoonGame()
    won = 0
    for seed, name in enumerate(scenarios()):
        setup = set_up(scenarios()[name], game.ruleset)
        kinds = ("greedy", "random") if seed % 2 else ("random", "greedy")
        outcome = battle(setup, seed, kinds).state.outcome
        assert outcome is not None
        won += outcome.winners == (setup.players[kinds.index("greedy")],)
    assert won >= 3


STACKED = (
    *("leash_36", "chart_margin", "he_radius", "dmr_0_36", "ar_long_range", "no_massive_damage"),
    *("double_one_steadies", "full_strength_reroll", "pins_by_weapon", "six_directions", "ones_may_succeed"),
    *("law_any_target", "stray_shells", "guided_limits", "later_drones", "anti_drone", "many_axles", "list_prices"),
    *("later_weapons", "untested_drones", "model_size_point", "rotating_weapons"),
)


def test_a_battle_under_many_options_at_once_is_played_and_replayed() -> None:
    game = PlatoonGame(STACKED)
    played = battle(all_arms(game, "heath"), 8, game=game)
    assert played.state.outcome is not None
    assert verify(played.log(), lambda header: PlatoonGame(header.rules)) is None


def test_the_engine_names_no_option() -> None:
    options = [name for name in LAYERS if name != "platoon"]
    for path in (SOURCE / "platoon").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in options if re.search(rf"\b{name}\b", text)], path.name
