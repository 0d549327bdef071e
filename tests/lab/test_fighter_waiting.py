"""Fighting bots that wait in vain, and what keeps them from doing something: falls, skids, enemies under water."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Stand
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.game import Classic
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.reach import Place
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Seeded
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.players.fighter.backs import behind
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.places import appraise
from overheat.lab.players.fighter.preferences import HARD
from skirmish import field, known, moved, on_turn, unit

replace = msgspec.structs.replace
WOLVERINE, WARHAMMER, SLOW = known("Wolverine WVR-6R"), known("Warhammer WHM-6R"), known("UrbanMech UM-R60")
LIGHT = known("Vindicator VND-1R")
GAME = Classic()
TRIED = replace(moved("run"), spent=4, stand_attempts=2)


def _bot() -> Fighting:
    return Fighting(HARD, Seeded(1, "bot"))


def _moves(now: State, bot: Fighting) -> tuple[State, State]:
    """The position before the last command of red's move, and after it."""
    before, dice = now, Seeded(1, "dice")
    while now.phase == "movement" and "red" not in now.acted:
        done = GAME.apply(now, "red", bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red"))), dice)
        assert not isinstance(done, Refusal)
        before, now = now, done[0]
    return before, now


WALL = {Hex(column, 6): Ground(3, ()) for column in range(2, 7)}


def _behind_a_wall(phase: Any, number: int, red: Unit, blue: Unit) -> State:
    """Two machines four hexes apart, with a wall between them; blue has still to move."""
    now = on_turn(red, blue, phase=phase, board=field(7, 12).with_changes(WALL))
    return replace(now, round=number, acted=frozenset())


def _waited(rounds: int, red: Unit, blue: Unit) -> Fighting:
    """A bot that came to where it is and had nothing to fire at, then and in some rounds more."""
    bot = _bot()
    for number in range(1, rounds + 2):
        now = _behind_a_wall("weapons", number, red, blue)
        bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    return bot


def _taken_after(bot: Fighting, red: Unit, blue: Unit) -> float:
    """The damage that a bot is ready to take where it goes."""
    now = _behind_a_wall("movement", 9, red, blue)
    bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    return float(bot.reason.figures["taken"])


def test_who_has_waited_in_vain_goes_where_it_did_not_dare_to_go() -> None:
    """The lighter of two machines keeps behind a wall; when the other does not come either it goes after it."""
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0408", facing=0)
    fresh, waited = (_waited(rounds, red, blue) for rounds in (0, 3))
    assert _taken_after(fresh, red, blue) < 1.0
    assert _taken_after(waited, red, blue) > 10.0


def test_a_wait_is_over_when_there_is_something_to_fire_at_or_the_enemy_comes() -> None:
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0408", facing=0)
    beside, nearer = replace(blue, hex=Hex(4, 5)), replace(blue, hex=Hex(4, 7))
    for other in (beside, nearer):
        bot = _waited(3, red, blue)
        now = _behind_a_wall("weapons", 5, red, other)
        bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
        assert _taken_after(bot, red, blue) < 1.0


def test_who_walks_on_does_not_wait() -> None:
    """Nothing to fire at is no wait as long as one gets on."""
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0408", facing=0)
    bot = _bot()
    for number, hex in enumerate((Hex(4, 1), Hex(1, 3), Hex(4, 4)), 1):
        now = _behind_a_wall("weapons", number, replace(red, hex=hex), blue)
        bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    assert _taken_after(bot, red, blue) < 1.0


def test_who_goes_after_an_enemy_that_draws_back_does_not_wait() -> None:
    """Slow troops make a hex in a round; they get on as long as it is one nearer to the enemy than they were."""
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0408", facing=0)
    bot, stays = _bot(), _bot()
    for number, (mine, theirs) in enumerate(((3, 7), (4, 8)), 1):
        now = _behind_a_wall("weapons", number, replace(red, hex=Hex(4, mine)), replace(blue, hex=Hex(4, theirs)))
        bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
        now = _behind_a_wall("weapons", number, red, blue)
        stays.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    assert _taken_after(bot, red, blue) < 1.0 < _taken_after(stays, red, blue)


def _across_rubble(blue: str, walls: dict[Hex, Ground]) -> State:
    """Red stands before rubble that machines fall in, and has still to get to an enemy."""
    board = field(1, 26)
    rubble = {hex: Ground(0, (Feature("rubble", 1),)) for hex in board if hex != Hex(1, 1)}
    board = board.with_changes(rubble | walls)
    return on_turn(unit(WARHAMMER, hex="0101"), unit(WARHAMMER, "blue", blue), board=board)


def test_who_may_fall_where_nobody_makes_use_of_it_goes_all_the_same() -> None:
    hidden = _across_rubble("0114", {Hex(1, 11): Ground(5, ())})
    assert _moves(hidden, _bot())[1].units["red"].hex != Hex(1, 1)


def test_a_fall_costs_more_where_somebody_shoots() -> None:
    """What a roll on the way costs a place, in sight of the enemy and out of it."""
    cost = {}
    for name, walls in (("hidden", {Hex(1, 11): Ground(5, ())}), ("seen", {})):
        now = _across_rubble("0114", walls)
        sure, risky = (Place(Hex(1, 2), 3, "walk", 1, 2, trips, ()) for trips in (0, 1))
        found = appraise(now, now.units["red"], [sure, risky], HARD)
        cost[name] = found.worth[0] - found.worth[1]
    assert 0 < cost["hidden"] < cost["seen"]


def test_a_vehicle_that_may_skid_does_not_count_on_what_it_would_do_where_it_is_headed() -> None:
    tank = unit(known("Saladin Assault Hover Tank"), hex="0101")
    costs = []
    for far in ("0104", "0118"):
        now = on_turn(tank, unit(WARHAMMER, "blue", far), board=field(1, 20))
        sure, risky = (Place(Hex(1, 2), 3, "walk", 1, 1, trips, ()) for trips in (0, 2))
        found = appraise(now, tank, [sure, risky], HARD)
        costs.append(found.worth[0] - found.worth[1])
    assert 0 < costs[1] < costs[0]


@pytest.mark.parametrize(("water", "expects"), [(False, True), (True, False)])
def test_nothing_is_expected_of_shots_at_who_lies_under_water(water: bool, expects: bool) -> None:
    """Who stands in water of depth 1 is shot at, who lies in it is not: there is no use in waiting for it to be hit."""
    board = field(6, 9)
    if water:
        board = board.with_changes({Hex(3, 7): Ground(0, (Feature("water", 1),))})
    lying = unit(WOLVERINE, "blue", "0307", prone=True, elevation=-1 if water else 0)
    now, bot = on_turn(unit(SLOW, hex="0301"), lying, board=board), _bot()
    bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    assert (float(bot.reason.figures["given"]) > 0) is expects


@pytest.mark.parametrize(("depth", "kicks"), [(0, True), (1, False)])
def test_who_lies_in_the_water_is_not_kicked_from_the_shore(depth: int, kicks: bool) -> None:
    """Nothing else is expected of a machine that has no gun left; it does not stand beside the pond for good."""
    board, pond = field(3, 3), Ground(0, (Feature("water", 1),))
    board = board.with_changes({Hex(2, 2): pond} if depth else {})
    lying = unit(WOLVERINE, "blue", "0202", prone=True, elevation=-depth)
    guns = frozenset(range(len(WOLVERINE.mounts)))
    red = unit(WOLVERINE, hex="0201", jammed=guns)
    now = on_turn(red, lying, board=board)
    found = appraise(now, red, [Place(red.hex, 3, "stationary", 0, 0, 0, ())], HARD)
    assert (float(found.given[0]) > 0) is kicks
    assert any(True for _ in strikes(replace(now, phase="physical"), red)) is kicks


@pytest.mark.parametrize(("far", "tries"), [("0304", False), ("0309", True)])
def test_a_third_try_to_stand_up_at_long_odds_is_not_made_with_enemies_near(far: str, tries: bool) -> None:
    lying = unit(WOLVERINE, hex="0301", prone=True, piloting=8, motion=TRIED)
    now = on_turn(lying, unit(WOLVERINE, "blue", far, facing=0), board=field(6, 9))
    assert Stand() in GAME.legal(now, "red")
    said = _bot().choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    assert (said == Stand()) is tries


def test_who_shows_its_back_to_an_enemy_that_has_moved_turns_although_that_costs_aim() -> None:
    """On a pillar it aims best as it stands, with its back to a light machine eight hexes behind it."""
    pillars = {Hex(1, row): Ground(4, ()) for row in (2, 10, 14)}
    front = unit(WOLVERINE, "blue", "0114", facing=0)
    rear = unit(known("Locust LCT-1V"), "other", "0102", side="blue", facing=3)
    now = on_turn(unit(WARHAMMER, hex="0110", facing=3), front, rear, board=field(1, 18).with_changes(pillars))
    assert [enemy.id for enemy in behind(now, now.units["red"])] == ["other"]
    before, after = _moves(now, _bot())
    assert behind(before, after.units["red"]) == []


POND = {Hex(column, row): Ground(0, (Feature("water", 1),)) for column in (2, 3, 4) for row in (4, 5, 6)}


@pytest.mark.parametrize("near", [True, False])
def test_who_has_beams_lies_down_in_the_water_where_the_last_enemy_lies_and_stays_while_it_can_fire(near: bool) -> None:
    """Nothing is fired through the surface: from the shore a Warhammer could wait for good."""
    board = field(5, 9).with_changes(POND)
    lying = unit(WOLVERINE, "blue", "0305", prone=True, elevation=-1)
    others = () if near else (unit(WOLVERINE, "other", "0309", facing=0, side="blue"),)
    now = on_turn(unit(WARHAMMER, hex="0302"), lying, *others, board=board)
    now = replace(now, phase="movement", acted=frozenset(now.units) - {"red"}, acting="red", order=("red",))
    bot, dice = _bot(), Seeded(5, "dice")
    while now.phase == "movement" and "red" not in now.acted:
        done = GAME.apply(now, "red", bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red"))), dice)
        assert not isinstance(done, Refusal)
        now = done[0]
    red = now.units["red"]
    assert red.condition.prone is near
    if near:
        assert board[red.hex].amount("water")
        assert {fire.target for fire in fires(replace(now, phase="weapons"), red)} == {"blue"}
        again = on_turn(replace(red, motion=Motion()), lying, board=board)
        bot = _bot()
        said = bot.choose(GAME, again, "red", in_order(GAME.legal(again, "red")))
        assert said != Stand()
        assert "under water" in bot.reason.text
