"""What fighting bots give for what their side wants: points, ground, lines and ways out, by the rounds left."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.game import Classic
from overheat.classic.turn.reach import Place
from overheat.kernel.dice import Seeded
from overheat.kernel.offered import in_order
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.goals import aspired
from overheat.lab.players.fighter.lives import caution_of
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.pressing import pressed, value_decides
from skirmish import field, known, on_turn, unit

replace = msgspec.structs.replace
WOLVERINE = known("Wolverine WVR-6R")
MIDDLE = ("0105", "0106")


def _state(*units: Unit, aim: Objective, at: int = 1, rounds: int = 12, both: bool = False, **facts: Any) -> State:
    aims = (aim, replace(aim, side="blue" if aim.side == "red" else "red")) if both else (aim,)
    return replace(on_turn(*units, board=field(1, 12), objectives=aims, rounds=rounds, **facts), round=at)


def _worth(now: State, pace: int = 3) -> dict[int, float]:
    """What each row of the board is worth to red."""
    places = [Place(Hex(1, row), 3, "walk", 1, 1, 0, ()) for row in range(1, 13)]
    found = aspired(now, now.units["red"], places, pace, HARD)
    return {row: float(worth) for row, worth in zip(range(1, 13), found, strict=True)}


def _hill(*units: Unit, **facts: Any) -> dict[int, float]:
    return _worth(_state(*units, aim=Objective(kind="hill", side="red", hexes=MIDDLE, points=5), both=True, **facts))


RED, BLUE = unit(WOLVERINE, value=1000), unit(WOLVERINE, "blue", "0112", value=1000)


def test_the_point_of_the_round_is_worth_more_than_standing_beside_the_hill() -> None:
    found = _hill(RED, BLUE)
    assert found[5] == found[6] > 0
    assert found[5] - found[4] > 2 * (found[4] - found[3]) > 0


@pytest.mark.parametrize("whose", ["red", "blue"])
def test_a_point_is_worth_more_the_fewer_are_wanted(whose: str) -> None:
    """Ours where nobody else stands, and theirs where they do."""
    blue = BLUE if whose == "red" else unit(WOLVERINE, "blue", "0106")
    first, last = (_hill(RED, blue, scores={whose: held})[5] for held in (0, 4))
    assert last > 2 * first


def test_who_has_a_friend_on_the_hill_is_wanted_there_less() -> None:
    friend = unit(WOLVERINE, "friend", "0106", side="red")
    assert 0 < _hill(RED, BLUE, friend)[5] < _hill(RED, BLUE)[5]
    assert _hill(RED, BLUE, friend)[2] > _hill(RED, BLUE)[2]


def test_nobody_goes_alone_where_many_enemies_are() -> None:
    many = [unit(WOLVERINE, f"blue-{at}", f"010{at}", side="blue") for at in (6, 7, 8)]
    friends = [unit(WOLVERINE, f"red-{at}", f"010{at}", side="red") for at in (2, 3)]
    assert _hill(RED, *many)[5] < _hill(RED, *many, *friends)[5]


def _ground(side: str, at: int, blue: Unit = BLUE) -> dict[int, float]:
    return _worth(_state(RED, blue, aim=Objective(kind="hold", side=side, hexes=MIDDLE), at=at))


@pytest.mark.parametrize("side", ["red", "blue"])
def test_ground_is_hardly_wanted_while_there_is_time_and_above_all_at_the_end(side: str) -> None:
    """Who holds it has to stand there alone; for the others it is enough to stand there."""
    enemy = BLUE if side == "red" else unit(WOLVERINE, "blue", "0106")
    early, late = _ground(side, 2, enemy), _ground(side, 12, enemy)
    assert 0 < early[5] - early[1] < 5
    assert late[5] - late[4] > 20


def test_holding_ground_alone_is_no_use_beside_an_enemy_who_has_moved_there() -> None:
    alone, beside = (_ground("red", 12, unit(WOLVERINE, "blue", at))[5] for at in ("0112", "0106"))
    assert beside < alone / 2


def test_who_has_to_be_behind_a_line_sets_out_in_time() -> None:
    aim = Objective(kind="line", side="blue", edge="south", depth=3)
    early, soon, last = (_worth(_state(RED, BLUE, aim=aim, at=at)) for at in (1, 11, 12))
    assert early[10] - early[1] < 5 < soon[10] - soon[1]
    assert last[10] - last[9] > 20


def test_who_bars_the_way_keeps_close_to_the_foremost_runner_and_fires_at_it() -> None:
    near, far = (unit(WOLVERINE, f"blue-{at}", at, side="blue") for at in ("0104", "0112"))
    now = _state(RED, near, far, aim=Objective(kind="breakthrough", side="blue", edge="north", units=1))
    found = _worth(now)
    assert found[4] == found[8] > found[9] > found[12]
    assert pressed(now).keys() == {"blue-0104"}


def test_who_stands_on_the_hill_or_at_the_end_on_the_ground_is_the_better_target() -> None:
    blue = unit(WOLVERINE, "blue", "0106")
    hill = _state(RED, blue, aim=Objective(kind="hill", side="red", hexes=MIDDLE), both=True)
    assert pressed(hill).keys() == {"blue"}
    hold = Objective(kind="hold", side="red", hexes=MIDDLE)
    assert [bool(pressed(_state(RED, blue, aim=hold, at=at))) for at in (1, 12)] == [False, True]


@pytest.mark.parametrize(
    ("aim", "decides"),
    [
        (Objective(kind="hill", side="red", hexes=MIDDLE), True),
        (Objective(kind="hold", side="red", hexes=MIDDLE), False),
    ],
    ids=["a hill without points", "ground"],
)
def test_who_leads_takes_care_of_its_value_only_where_that_decides(aim: Objective, decides: bool) -> None:
    lost = unit(WOLVERINE, "lost", "0111", side="blue", fate="destroyed", value=1000)
    now = _state(RED, BLUE, lost, aim=aim, at=12)
    assert value_decides(now) == decides
    assert (caution_of(now, "red", HARD) > HARD.caution) == decides


def test_who_leads_on_the_hill_does_not_mind_the_value_that_is_kept() -> None:
    aim = Objective(kind="hill", side="red", hexes=MIDDLE)
    assert not value_decides(_state(RED, BLUE, aim=aim, both=True, scores={"red": 1}))


def test_all_of_it_is_in_points_of_damage() -> None:
    """A point of five is worth some volleys, not a battle."""
    assert 5 < np.max([*_hill(RED, BLUE).values()]) < 60


@pytest.mark.parametrize("wanted", [True, False])
def test_who_is_to_break_through_runs_past_the_enemy_and_does_not_stay_to_fight(wanted: bool) -> None:
    """The enemy stands two hexes before it; from behind it there is a good shot, and far beyond it the way out."""
    aim = Objective(kind="breakthrough", side="red", edge="south", units=1)
    runner, guard = unit(known("Cicada CDA-2A"), hex="0506"), unit(known("Commando COM-2D"), "blue", "0508", facing=0)
    now = on_turn(runner, guard, board=field(9, 24), objectives=(aim,) if wanted else (), rounds=12)
    game, bot = Classic(), Fighting(HARD, Seeded(1, "bot"))
    bot.choose(game, now, "red", in_order(game.legal(now, "red")))
    beyond = Hex.parse(str(bot.reason.figures["hex"])).row - 8
    assert beyond > 4 if wanted else beyond <= 2
