"""Fighting bots that wait in vain, and what keeps them from doing something: falls, skids, enemies under water."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Spot, Stand
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
from overheat.lab.players.fighter.options import of_places, where_it_stands
from overheat.lab.players.fighter.places import appraise, fighter
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.shooting.exchange import damage
from overheat.lab.players.fighter.waiting import Waiting
from skirmish import field, known, marked, moved, on_turn, unit

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


@pytest.mark.parametrize(("rounds", "twice"), [(0, False), (20, False), (12, True)])
def test_a_round_of_waiting_counts_twice_near_the_end_of_a_battle(rounds: int, twice: bool) -> None:
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0415", facing=0)
    now, waiting = on_turn(red, blue, phase="weapons", board=field(7, 20), rounds=rounds), Waiting()
    for at in (5, 6, 7):
        now = replace(now, round=at)
        waiting.fired(now, red, 0.0)
    assert waiting.rounds(now, red) == (8 if twice else 4)


@pytest.mark.parametrize(("promise", "struck", "counted"), [(0.0, False, 4), (5.0, False, 2), (0.0, True, 2)])
def test_a_round_of_waiting_counts_twice_where_the_whole_side_waits(promise: float, struck: bool, counted: int) -> None:
    red, blue = unit(LIGHT, hex="0404"), unit(WARHAMMER, "blue", "0415", facing=0)
    friend = unit(WOLVERINE, "friend", "0416", side="red")
    now, waiting = on_turn(red, friend, blue, phase="weapons", board=field(7, 20)), Waiting()
    for at in (1, 2, 3):
        waiting.fired(replace(now, round=at), red, 0.0)
        waiting.fired(replace(now, round=at), friend, promise)
    if struck:
        waiting.struck(friend)
    assert waiting.rounds(replace(now, round=4), red) == counted


def test_a_volley_of_less_than_a_point_is_no_more_than_waiting_to_who_never_does_much() -> None:
    red, blue = unit(known("Locust LCT-1V"), hex="0404"), unit(WARHAMMER, "blue", "0410", facing=0)
    red = replace(red, condition=replace(red.condition, jammed=frozenset(range(len(red.sheet.mounts)))))
    now, found = on_turn(red, blue, phase="weapons", board=field(7, 20)), []
    for promise in (0.5, 1.5):
        waiting = Waiting()
        for at in (1, 2):
            waiting.fired(replace(now, round=at), red, promise)
        found.append(waiting.rounds(now, red))
    assert found == [2, 0]


def test_a_step_nearer_does_not_make_up_for_rounds_of_waiting() -> None:
    """Nor is it one more of them; who goes three hexes on has waited for nothing any more."""
    blue = unit(WARHAMMER, "blue", "0415", facing=0)
    stays, nearer, away = (replace(unit(LIGHT, hex="0404"), hex=Hex(4, row)) for row in (4, 5, 7))
    found = []
    for then in (stays, nearer, away):
        now = on_turn(then, blue, phase="weapons", board=field(7, 20))
        waiting = Waiting()
        for at, red in enumerate((stays, stays, then), 1):
            waiting.fired(replace(now, round=at), red, 0.0)
        found.append(waiting.rounds(now, then))
    assert found == [4, 2, 0]


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


@pytest.mark.parametrize(
    ("features", "expects"),
    [
        ((Feature("water", 1),), True),
        ((Feature("water", 2),), False),
        ((Feature("water", 2), Feature("bridge", 2), Feature("bridge_elev", 0), Feature("bridge_cf", 40)), True),
    ],
)
def test_who_stands_in_deep_water_does_not_count_on_firing_through_its_surface(
    features: tuple[Feature, ...], expects: bool
) -> None:
    """In water of depth 2 a standing machine is covered whole; on a bridge above it, it is not."""
    board = field(6, 9).with_changes({Hex(3, 3): Ground(0, features)})
    now = on_turn(unit(WOLVERINE, hex="0302"), unit(WARHAMMER, "blue", "0304"), board=board)
    found = appraise(now, now.units["red"], [Place(Hex(3, 3), 3, "walk", 1, 1, 0, ())], HARD)
    assert (float(found.given[0]) > 0, float(found.taken[0]) > 0) == (expects, expects)


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


STREAM = {Hex(3, row): Ground(0, (Feature("water", depth),)) for row, depth in ((3, 2), (4, 1), (5, 1))}


@pytest.mark.parametrize(
    ("shooter", "target"),
    [("0302", "0303"), ("0304", "0303"), ("0303", "0302"), ("0303", "0304"), ("0302", "0304"), ("0304", "0305")],
    ids=["into the deep", "wading into the deep", "out of it", "out at who wades", "at who wades", "both wading"],
)
def test_of_fire_through_the_surface_nothing_is_expected_and_of_beams_below_it_what_they_do(
    shooter: str, target: str
) -> None:
    """What the game offers is what is counted on: machines that both wade fire above the water, and who is below it
    fires beams at legs in the water."""
    board = field(6, 9).with_changes(STREAM)
    red, blue = (
        unit(known("Warhammer WHM-6R"), id, hex, elevation=-board[Hex.parse(hex)].amount("water"), facing=facing)
        for id, hex, facing in (("red", shooter, 3 if shooter < target else 0), ("blue", target, 0))
    )
    now = on_turn(red, blue, board=board)
    place = Place(red.hex, red.facing, "stationary", 0, 0, 0, ())
    found = damage(now, fighter(now, red, HARD), of_places(now, red, [place]), *_seen(now, blue))
    shots = {fire.mount for fire in fires(replace(now, phase="weapons"), red)}
    assert (float(found[0, 0]) > 0) == bool(shots)
    dry = on_turn(red := replace(red, elevation=0), replace(blue, elevation=0), board=field(6, 9))
    whole = damage(dry, fighter(dry, red, HARD), of_places(dry, red, [place]), *_seen(dry, dry.units["blue"]))
    beams_alone = board[Hex.parse(shooter)].amount("water") > 1
    assert not shots or (float(found[0, 0]) < float(whole[0, 0])) >= beams_alone


def _seen(now: State, blue: Unit) -> tuple[Any, Any]:
    return fighter(now, blue, HARD), where_it_stands(now, blue)


@pytest.mark.parametrize("rise", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("prone", [True, False])
def test_a_kick_is_counted_on_where_a_leg_reaches(rise: int, prone: bool) -> None:
    board = field(3, 3).with_changes({Hex(2, 1): Ground(2, ()), Hex(2, 2): Ground(2 + rise, ())})
    guns = frozenset(range(len(WOLVERINE.mounts)))
    red, blue = unit(WOLVERINE, hex="0201", jammed=guns), unit(WOLVERINE, "blue", "0202", prone=prone)
    now = on_turn(red, blue, board=board)
    found = appraise(now, red, [Place(red.hex, 3, "stationary", 0, 0, 0, ())], HARD)
    kicks = any(strike.kind == "kick" for strike in strikes(replace(now, phase="physical"), red))
    assert (float(found.given[0]) > 0) is kicks


@pytest.mark.parametrize(("lies", "busy", "spots"), [(False, False, True), (True, False, False), (False, True, False)])
def test_nobody_spots_for_a_friend_who_could_not_fire_by_it_or_has_somebody_to_do_so(
    lies: bool, busy: bool, spots: bool
) -> None:
    """A Catapult stands behind a wall; its friend sees the enemy, in the open or lying under water."""
    board = field(7, 12).with_changes({Hex(column, 4): Ground(5, ()) for column in range(1, 8)})
    if lies:
        board = board.with_changes({Hex(4, 9): Ground(0, (Feature("water", 1),))})
    red = unit(WOLVERINE, hex="0405", facing=3, jammed=frozenset(range(len(WOLVERINE.mounts))))
    other = unit(WOLVERINE, "other", "0505", side="red", marks=marked("spotting", this_round=True) if busy else {})
    friend = unit(known("Catapult CPLT-C1"), "friend", "0402", side="red", facing=3)
    blue = unit(WOLVERINE, "blue", "0409", facing=0, prone=lies, elevation=-1 if lies else 0)
    now = on_turn(red, friend, other, blue, board=board, phase="weapons")
    now = replace(now, acted=frozenset({"other", "blue"}))
    said = _bot().choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    assert (said == Spot()) is spots


@pytest.mark.parametrize(("far", "attempts", "tries"), [("0304", 0, False), ("0318", 0, True), ("0318", 1, False)])
def test_at_the_longest_odds_it_is_tried_once_to_stand_up_and_only_where_there_is_nothing_to_fire_at(
    far: str, attempts: int, tries: bool
) -> None:
    """At 9; a wall bars the view of who is far away."""
    wall = {Hex(column, 9): Ground(5, ()) for column in range(1, 7)}
    motion = replace(moved("run"), spent=2 * attempts, stand_attempts=attempts) if attempts else Motion()
    lying = unit(WOLVERINE, hex="0301", prone=True, piloting=9, motion=motion, facing=3)
    now = on_turn(lying, unit(WOLVERINE, "blue", far, facing=0), board=field(6, 20).with_changes(wall))
    _, after = _moves(now, _bot())
    assert (after.units["red"].motion.stand_attempts > attempts) is tries


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
