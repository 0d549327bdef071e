"""The coach: what a decision cost, what would have been better, and where to look at it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import overheat as oh
from overheat.classic.facts.commands import Done
from overheat.kernel.dice import Seeded
from overheat.lab.classic_coach import doubts
from overheat.lab.coach import Doubt, Mistake, Way, tried_out
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


@pytest.fixture(scope="module")
def found(battle: oh.Battle) -> list[oh.Mistake]:
    """What the coach says of the side that did nothing."""
    return list(oh.coach(battle, "red", most=5))


def test_the_costliest_decisions_come_first_and_each_has_a_better_one(found: list[oh.Mistake]) -> None:
    assert 1 <= len(found) <= 5
    assert [mistake.cost for mistake in found] == sorted((mistake.cost for mistake in found), reverse=True)
    for mistake in found:
        assert mistake.better.figures["worth"] - mistake.done.figures["worth"] == pytest.approx(mistake.cost, abs=0.02)
        assert mistake.why


def test_a_mistake_says_where_in_the_replay_its_turn_begins(battle: oh.Battle, found: list[oh.Mistake]) -> None:
    assert "movement" in {mistake.phase for mistake in found}
    for mistake in found:
        then = played_again(battle.log(), mistake.at).state
        assert bool(mistake.better.place) == (mistake.phase == "movement")
        assert (then.acting, then.phase, then.round) == (mistake.unit, mistake.phase, mistake.round)


def test_who_does_nothing_has_more_to_learn_than_who_fights(battle: oh.Battle, found: list[oh.Mistake]) -> None:
    assert sum(mistake.cost for mistake in found) > sum(mistake.cost for mistake in oh.coach(battle, "blue"))


def test_moves_are_tried_out_and_of_volleys_the_odds_are_known(found: list[oh.Mistake]) -> None:
    assert {mistake.phase for mistake in found} >= {"movement", "weapons"}
    assert all(bool(mistake.trials) == (mistake.phase == "movement") for mistake in found)


def doubt(trial: Callable[[int, Seeded], float]) -> Doubt:
    """A decision that seems to have cost 3 points, for something that seems better than another."""
    done, best, other = (Way(words, {"worth": worth}) for words, worth in (("stay", 0.0), ("go", 3.0), ("jump", 1.0)))
    mistake = Mistake(1, "movement", "red-1", "Wasp", 4, 3.0, done, best, "as it seems")
    return Doubt(mistake, [(best, "as it seems"), (other, "as it proves")], trial, trust=2.0, least=0.5)


def test_what_proves_better_when_it_is_tried_is_told_in_place_of_what_seemed_so() -> None:
    found = tried_out(doubt(lambda at, dice: (5.0, 4.0, 9.0)[at]))
    assert found is not None
    assert (found.better.words, found.why, found.trials) == ("jump", "as it proves", 18)
    assert found.cost == pytest.approx((2 * (1 - 0) + 6 * (9 - 5)) / 8, abs=0.01)


def test_what_proves_right_when_it_is_tried_is_no_mistake() -> None:
    assert tried_out(doubt(lambda at, dice: (5.0, 2.0, 2.0)[at])) is None


def test_what_was_done_and_what_could_have_been_are_tried_with_the_same_dice() -> None:
    thrown: dict[int, list[int]] = {0: [], 1: [], 2: []}

    def trial(at: int, dice: Seeded) -> float:
        thrown[at].append(dice.roll("any").total)
        return 0.0

    tried_out(doubt(trial))
    assert thrown[0] == thrown[1] == thrown[2]
    assert len(set(thrown[0])) > 1


def test_a_side_that_is_not_there_is_refused(battle: oh.Battle) -> None:
    with pytest.raises(oh.RefusedError, match="no side 'green'"):
        oh.coach(battle, "green")


def test_the_command_tells_it_to_people_and_to_programs(
    battle: oh.Battle, found: list[oh.Mistake], tmp_path: Path
) -> None:
    log = tmp_path / "small.log"
    battle.save(log)
    assert "better:" in run("coach", str(log), "--player", "red", "--most", "1").stdout
    answer = json.loads(run("coach", str(log), "--player", "red", "--format", "json").stdout)
    assert [mistake["cost"] for mistake in answer["mistakes"]] == [mistake.cost for mistake in found]


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
    assert [doubt for doubt in doubts(session, "red") if doubt.mistake.phase == "weapons"] == []


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
