"""The coach: what a decision cost, what would have been better, and where to look at it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import overheat as oh
from overheat.classic.facts.commands import Done
from overheat.lab.classic_coach import mistakes
from overheat.lab.positions import parse_position
from overheat.lab.readings import played_again
from small_battles import small_battle
from terminal import run


def idle(game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
    """Does nothing that it need not do."""
    return Done() if Done() in legal else legal[0]


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> oh.Battle:
    """Red does nothing, blue fights."""
    return oh.play(small_battle(tmp_path_factory.mktemp("coach"), rounds=3), red=idle, blue="hard", seed=5)


def test_the_costliest_decisions_come_first_and_each_has_a_better_one(battle: oh.Battle) -> None:
    found = oh.coach(battle, "red", most=4)
    assert 1 <= len(found) <= 4
    assert [mistake.cost for mistake in found] == sorted((mistake.cost for mistake in found), reverse=True)
    for mistake in found:
        assert mistake.better.figures["worth"] - mistake.done.figures["worth"] == pytest.approx(mistake.cost, abs=0.02)
        assert mistake.why


def test_a_mistake_says_where_in_the_replay_its_turn_begins(battle: oh.Battle) -> None:
    found = oh.coach(battle, "red")
    assert "movement" in {mistake.phase for mistake in found}
    for mistake in found:
        then = played_again(battle.log(), mistake.at).state
        assert bool(mistake.better.place) == (mistake.phase == "movement")
        assert (then.acting, then.phase, then.round) == (mistake.unit, mistake.phase, mistake.round)


def test_who_does_nothing_has_more_to_learn_than_who_fights(battle: oh.Battle) -> None:
    red, blue = (sum(mistake.cost for mistake in oh.coach(battle, side, most=100)) for side in ("red", "blue"))
    assert red > blue


def test_a_side_that_is_not_there_is_refused(battle: oh.Battle) -> None:
    with pytest.raises(oh.RefusedError, match="no side 'green'"):
        oh.coach(battle, "green")


def test_the_command_tells_it_to_people_and_to_programs(battle: oh.Battle, tmp_path: Path) -> None:
    log = tmp_path / "small.log"
    battle.save(log)
    told = run("coach", str(log), "--player", "red", "--most", "2").stdout
    assert "better:" in told
    found = json.loads(run("coach", str(log), "--player", "red", "--most", "2", "--format", "json").stdout)
    assert [mistake["cost"] for mistake in found["mistakes"]] == [
        mistake.cost for mistake in oh.coach(battle, "red", 2)
    ]


HOT = """game classic
rules classic
board street
board_text
  0 0 0
  0 0 0
  0 0 0
  0 0 0
units red-1 red "Wasp WSP-1A" hex=0202 facing=0
units blue-1 blue "Locust LCT-1V" hex=0204
rounds 1

phase = weapons
round = 1
initiative = ["red","blue"]
order = ["red","blue"]
red-1.condition.heat = 26
"""


def test_who_is_hot_and_can_shoot_nobody_does_right_to_hold_fire() -> None:
    """The enemy stands behind it: the heat that stays is no mistake, for nothing would end cooler."""
    session = parse_position(HOT).session()
    while (player := session.game.to_act(session.state)) is not None:
        session.apply(player, idle(session.game, session.state, player, [*session.game.legal(session.state, player)]))
    assert [mistake for mistake in mistakes(session, "red") if mistake.phase == "weapons"] == []


@pytest.fixture(scope="module")
def skirmish() -> oh.Battle:
    """A battle of H.E.A.T between a bot that does anything and one that fights."""
    return oh.play("crossroads", "random", "hard", seed=3)


@pytest.fixture(scope="module")
def told(skirmish: oh.Battle) -> list[oh.Mistake]:
    """What the coach says of the side that did anything."""
    return list(oh.coach(skirmish, "attacker", most=6))


def test_the_coach_knows_heat_and_finds_nothing_to_teach_the_bot_that_he_is(
    skirmish: oh.Battle, told: list[oh.Mistake]
) -> None:
    assert len(told) == 6
    assert {mistake.period for mistake in told} == {"turn"}
    for mistake in told:
        assert mistake.better.figures["worth"] - mistake.done.figures["worth"] == pytest.approx(mistake.cost, abs=0.02)
        assert mistake.done.words != mistake.better.words
        assert mistake.why
    assert oh.coach(skirmish, "defender") == []


def test_a_mistake_of_heat_says_where_in_the_replay_it_was_and_of_which_unit(
    skirmish: oh.Battle, told: list[oh.Mistake]
) -> None:
    tasks = {"orders": "Ordering", "movement": "Moving", "shooting": "Shooting", "reaction": "Reacting"}
    for mistake in told:
        then = played_again(skirmish.log(), mistake.at).state
        assert (then.turn, type(then.tasks[-1]).__name__) == (mistake.round, tasks[mistake.phase])
        assert then.units[mistake.unit].side == 0
