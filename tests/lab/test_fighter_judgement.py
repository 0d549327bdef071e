"""What fighting bots count on: enemies who come to, heat over rounds, rolls on the way, cover, ways on foot."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Fire, Go, Step
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.moves import foreseen, gone
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.games import find_scenario
from overheat.lab.players import Reason
from overheat.lab.players.fighter.backs import turned_away
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.falling import skids
from overheat.lab.players.fighter.lives import life, weights
from overheat.lab.players.fighter.options import where_it_stands
from overheat.lab.players.fighter.places import appraise, field_of, fighter
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.reasons import of_place
from overheat.lab.players.fighter.shooting.exchange import damage
from overheat.lab.players.fighter.shooting.volleys import Shooting, best_volley
from overheat.lab.players.fighter.ways import points_to
from skirmish import broken, field, known, maimed, moved, on_turn, unit, with_needs

replace = msgspec.structs.replace
GAME = Classic()
HAWK, WOLVERINE, WARHAMMER = known("Phoenix Hawk PXH-1"), known("Wolverine WVR-6R"), known("Warhammer WHM-6R")
WASP = known("Wasp WSP-1A")


def _volley(now: State, promised: dict[str, float] | None = None) -> Shooting:
    red = now.units["red"]
    return best_volley(now, red, [*fires(now, red)], HARD, promised or {})


def _guns(now: State) -> list[str]:
    mounts = now.units["red"].sheet.mounts
    return [mounts[shot.mount].equipment.name for shot in _volley(now).commands if isinstance(shot, Fire)]


def test_large_guns_are_fired_at_who_is_unconscious_while_that_lasts() -> None:
    red, blue = unit(HAWK, motion=moved("walk", 2)), unit(WOLVERINE, "blue", "0103", facing=0, conscious=False)
    assert "Large Laser" in _guns(on_turn(red, blue, phase="weapons", board=field(1, 6)))


def test_who_is_unconscious_counts_nearly_as_much_as_who_is_not() -> None:
    awake, asleep = unit(WOLVERINE, "awake", side="blue"), unit(WOLVERINE, "asleep", side="blue", conscious=False)
    red = unit(HAWK)
    counts = weights(on_turn(red, awake, asleep), [red, awake, asleep], HARD)
    assert 0.5 * counts["awake"] < counts["asleep"] < counts["awake"]


def test_in_the_last_round_no_fire_is_saved_for_later() -> None:
    """A gun that would leave its machine warm is held for what comes after; nothing comes after the last round."""
    red, blue = (
        unit(WARHAMMER, motion=moved("run", 2), heat=3),
        unit(WOLVERINE, "blue", "0110", facing=0, motion=moved("run", 6)),
    )
    board = field(1, 12)
    battle = on_turn(red, blue, phase="weapons", board=board, rounds=8)
    now, last = (replace(battle, round=number) for number in (2, 8))
    assert _volley(last).heat > _volley(now).heat


def test_free_fire_is_opened_at_who_may_still_stand_where_there_is_nobody_else() -> None:
    red, blue = unit(HAWK), unit(WOLVERINE, "blue", "0103", facing=0)
    found = _volley(on_turn(red, blue, phase="weapons", board=field(1, 6)), {"blue": 1.6 * life(blue)})
    assert found.commands


def _mode(red: Unit, *others: Unit, board: Any, **facts: Any) -> str:
    """How a bot moves with a unit."""
    now = on_turn(red, *others, board=board, **facts)
    said = Fighting(HARD, Seeded(1, "bot")).choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    return said.mode if isinstance(said, Go) else "stationary"


def test_nobody_runs_on_a_damaged_gyro_as_if_that_were_safe() -> None:
    """The way costs a roll at its end."""
    blue = unit(WOLVERINE, "blue", "0109", facing=0)
    sound, shaken = unit(WARHAMMER), broken(unit(WARHAMMER), "gyro")
    worth = {}
    for name, red in (("sound", sound), ("shaken", shaken)):
        now = on_turn(red, blue, board=field(1, 12))
        found = appraise(now, red, reach(now, red), HARD)
        best = {
            mode: max(float(found.worth[at]) for at, place in enumerate(found.places) if place.mode == mode)
            for mode in ("walk", "run")
        }
        worth[name] = best["run"] - best["walk"]
    assert worth["shaken"] < worth["sound"] - 1


def test_who_lies_with_a_damaged_gyro_does_not_run_to_stand_up() -> None:
    red = broken(unit(WARHAMMER, prone=True, hex="0303", facing=3), "gyro")
    assert _mode(red, unit(WOLVERINE, "blue", "0309", facing=0), board=field(6, 9)) == "walk"


def test_a_machine_whose_engine_burns_does_not_jump_into_an_explosion() -> None:
    """At the heat that it would end the round with its ammunition goes off."""
    red = broken(unit(WOLVERINE, heat=18, hex="0303", facing=3), "engine", "engine")
    blue = unit(WARHAMMER, "blue", "0308", facing=0)
    assert _mode(red, blue, board=field(6, 12)) != "jump"


def test_a_light_machine_does_not_go_where_it_is_brought_down_for_little() -> None:
    """What ends it counts more than the damage that does."""
    red, blue = unit(WASP, hex="0303", facing=3), unit(WARHAMMER, "blue", "0305", facing=0, motion=moved("walk", 1))
    now = on_turn(red, blue, board=field(6, 12))
    found = appraise(now, red, reach(now, red), HARD)
    plain = appraise(now, red, reach(now, red), replace(HARD, finishing=0.0))
    most = max(range(len(found.places)), key=lambda at: float(found.taken[at]))
    same = next(at for at, place in enumerate(plain.places) if place == found.places[most])
    assert float(found.taken[most]) > 0.5 * life(red)
    assert float(found.worth[most]) < float(plain.worth[same]) - 1


@pytest.mark.parametrize(("density", "share"), [(0, 1.0), (1, 0.8), (2, 0.5)])
def test_where_woods_stop_part_of_each_hit_less_is_expected_of_a_move(density: int, share: float) -> None:
    """In the open as much as when it fires; who stands in the woods is given and takes less."""
    woods = {Hex(1, 4): Ground(0, (Feature("woods", density),))} if density else {}
    board = field(1, 12).with_changes(woods)
    red, blue = unit(WARHAMMER), unit(WOLVERINE, "blue", "0104", facing=0)
    now = on_turn(red, blue, board=board)
    now = replace(now, relief=Relief(board, ruleset(with_needs("woods_as_cover"))))
    places = [place for place in reach(now, red) if place.mode == "stationary"]
    given = float(appraise(now, red, places, HARD).given[0])
    open_ground = on_turn(red, blue, board=field(1, 12))
    whole = float(appraise(open_ground, red, places, HARD).given[0])
    assert given == pytest.approx(whole) if density == 0 else given < share * whole


def _walks_on(now: State, rounds: int) -> State:
    """Red alone moves in some rounds."""
    bot, dice = Fighting(HARD, Seeded(1, "bot")), Seeded(1, "dice")
    for number in range(1, rounds + 1):
        red = replace(now.units["red"], motion=Motion())
        now = replace(now, round=number, phase="movement", acting="red", order=("red",), acted=frozenset({"blue"}))
        now = replace(now, units={**now.units, "red": red})
        while now.phase == "movement" and "red" not in now.acted:
            done = GAME.apply(now, "red", bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red"))), dice)
            assert not isinstance(done, Refusal)
            now = done[0]
    return now


def test_who_has_nothing_to_fire_at_goes_around_what_bars_the_straight_way() -> None:
    """A wall that nobody climbs lies before it; every way around it leads away from the enemy first."""
    wall = {Hex(column, 6): Ground(4, ()) for column in range(2, 10)} | {
        Hex(column, row): Ground(4, ()) for column in (2, 9) for row in (4, 5)
    }
    red, blue = unit(WARHAMMER, hex="0505", facing=3), unit(WOLVERINE, "blue", "0508", facing=0)
    now = _walks_on(on_turn(red, blue, board=field(10, 12).with_changes(wall)), 3)
    assert now.units["red"].hex.row > 6 or now.units["red"].hex.column in (1, 10)


def test_the_way_on_foot_is_as_long_whatever_way_a_unit_faces() -> None:
    """Who comes to stand beside an enemy that nothing reaches does not pace from one side of it to the other."""
    blue = unit(WOLVERINE, "blue", "0305")
    ways = [
        points_to(on_turn(red, blue, board=field(5, 9)), red, blue.hex)
        for red in (unit(WARHAMMER, hex="0303", facing=facing) for facing in (0, 3))
    ]
    assert ways[0].tolist() == ways[1].tolist()


def test_what_is_expected_of_fire_at_soldiers_goes_by_the_walls_that_they_are_behind() -> None:
    """Whatever hex they were looked at in first, and in the open as long as they may still come out."""
    wall = (Feature("building", 2), Feature("bldg_cf", 40), Feature("bldg_elev", 1))
    board = field(6, 9).with_changes({Hex(3, 5): Ground(0, wall)})
    kind, brief = find_scenario("combined_arms", lambda _: ())
    units = Session(kind.make(kind.layers(brief, ())), brief.setup, 1).state.units.values()
    foot = next(unit for unit in units if unit.sheet.kind == "infantry")
    red, outside = unit(WARHAMMER, hex="0303", facing=3), replace(foot, id="blue", side="blue", hex=Hex(3, 4))
    inside = replace(outside, hex=Hex(3, 5))
    then = on_turn(red, outside, board=board)
    first, walled = _fire_at(then, outside), replace(then, units={**then.units, "blue": inside})
    afresh = on_turn(red, inside, board=board)
    assert _fire_at(walled, inside) == _fire_at(afresh, inside) < first / 2
    may_come_out = on_turn(red, inside, board=board)
    assert _fire_at(replace(may_come_out, acted=frozenset()), inside) > first / 2


def _fire_at(now: State, target: Unit) -> float:
    """The damage that red may be expected to do to a unit as both stand."""
    red = now.units["red"]
    seen = [(fighter(now, one, HARD), where_it_stands(now, one)) for one in (red, target)]
    return float(damage(now, *seen[0], *seen[1])[0, 0])


def test_an_enemy_counts_less_to_who_moves_the_surer_friends_who_have_moved_bring_it_down() -> None:
    """A Wasp with a leg and a torso left, and a whole machine; first friends look at the Wasp, then at nobody."""
    wreck = maimed(unit(WASP, "wreck", "0305", side="blue", facing=0), "LL", "LT", "LA")
    whole = unit(WOLVERINE, "whole", "0307", side="blue", facing=0)
    red, friend = unit(HAWK, hex="0103", facing=3), unit(WARHAMMER, "friend", "0303", side="red", facing=3)
    away = replace(friend, facing=0, hex=Hex(6, 1))
    counts = [
        field_of(on_turn(red, other, wreck, whole, board=field(6, 9)), red, HARD).weight for other in (friend, away)
    ]
    assert counts[0]["wreck"] < 0.6 * counts[1]["wreck"]


def test_who_draws_fire_upon_itself_pays_for_it_though_a_friend_is_spared_as_much() -> None:
    """The friend stands in the open before the same guns; behind the wall nobody is shot at."""
    wall = {Hex(column, 5): Ground(4, ()) for column in (5, 6)}
    blue = unit(WARHAMMER, "blue", "0409", facing=0)
    friend, red = unit(WOLVERINE, "friend", "0304", side="red", facing=3), unit(WOLVERINE, hex="0604", facing=3)
    now = on_turn(red, friend, blue, board=field(6, 10).with_changes(wall))
    places = reach(now, red)
    likes = replace(HARD, reply=0.0)
    careful, careless = (appraise(now, red, places, one) for one in (likes, replace(likes, own_skin=0.0)))
    most = int(np.argmax(careful.taken))
    paid = careless.worth - careful.worth
    assert careful.taken[most] > 5
    assert paid[most] > 1
    assert np.allclose(paid[careful.taken < 0.01], 0)


def test_a_gun_is_fired_at_the_only_enemy_left_as_at_one_of_several_alike() -> None:
    """Friends who do much harm make an enemy count little against them; it is as good to fire at all the same."""
    red, blue = unit(HAWK, heat=4), unit(WASP, "blue", "0103", facing=0)
    friends = [unit(WARHAMMER, f"friend{at}", f"010{at}", side="red") for at in (7, 8, 9)]
    alone, among = (on_turn(red, blue, *others, phase="weapons", board=field(1, 12)) for others in ((), friends))
    assert weights(among, [*among.units.values()], HARD)["blue"] < weights(alone, [red, blue], HARD)["blue"]
    assert _volley(among).worth == pytest.approx(_volley(alone).worth)
    assert _guns(among) == _guns(alone)


@pytest.mark.parametrize("there", ["0304", "0303"])
@pytest.mark.parametrize("target", ["blue-2", "blue-3"])
def test_of_rifles_nothing_is_expected_at_armour_and_of_soldiers_something_in_the_same_hex(
    there: str, target: str
) -> None:
    """A rifle platoon of the scenario `town_watch` at a tank and at another platoon: what is offered is counted on."""
    kind, brief = find_scenario("town_watch", lambda _: ("printed",))
    battle = Session(kind.make(kind.layers(brief, ("printed",))), brief.setup, 1).state
    rifles = replace(battle.units["red-3"], id="red", hex=Hex(3, 3), facing=3)
    other = replace(battle.units[target], hex=Hex.parse(there), facing=0)
    now = replace(on_turn(rifles, other, phase="weapons"), relief=Relief(field(6, 9), battle.relief.rules))
    offered = {fire.target for fire in fires(now, rifles)}
    assert bool(offered) is (target == "blue-3")
    assert (_fire_at(now, other) > 0) is bool(offered)


@pytest.mark.parametrize("name", ["Wolverine WVR-6R", "Demolisher Heavy Tank"])
@pytest.mark.parametrize("ground", ["pavement", "rough"])
def test_who_runs_and_turns_on_pavement_reckons_with_the_rolls_that_the_way_asks_for(name: str, ground: str) -> None:
    """As many as the game asks for, step by step, on every way to every place."""
    paved = {Hex(column, row): Ground(0, (Feature(ground, 1),)) for column in range(3, 6) for row in range(3, 8)}
    red, blue = unit(known(name), hex="0402", facing=3), unit(WARHAMMER, "blue", "0914", facing=0)
    now = on_turn(red, blue, board=field(9, 14).with_changes(paved))
    places = [place for place in reach(now, red) if place.mode != "jump"]
    found = [place.trips + more for place, more in zip(places, skids(now, red, places), strict=True)]
    assert found == [_rolls(now, red, place) for place in places]
    assert any(found) is (ground == "pavement")


def _rolls(now: State, red: Unit, place: Place) -> int:
    """The rolls that a way asks for as it is gone."""
    rolls = 0
    for command in place.path:
        then = foreseen(now, red, command) if isinstance(command, Step) else None
        assert not isinstance(then, Refusal)
        rolls += len(then.checks) if then is not None else 0
        red = gone(red, command, then)
    return rolls


def test_who_may_skid_goes_straight_where_that_is_as_good() -> None:
    """A turn at a run on pavement costs what a fall costs."""
    paved = {Hex(4, row): Ground(0, (Feature("pavement", 1),)) for row in range(2, 8)}
    red, blue = unit(WOLVERINE, hex="0402", facing=3), unit(WARHAMMER, "blue", "0410", facing=0)
    costs = []
    for ground in (paved, {}):
        now = on_turn(red, blue, board=field(9, 14).with_changes(ground))
        way = (Go("run"), *[Step("forward")] * 3, Step("left"), Step("forward"))
        turns = Place(Hex(5, 5), 2, "run", 4, 5, 0, way)
        found = appraise(now, red, [turns], replace(HARD, reply=0.0))
        costs.append(float(found.worth[0]))
    assert costs[0] < costs[1] - 1


def _reason(now: State, place: Place) -> Reason:
    found = appraise(now, now.units["red"], [place], HARD)
    return of_place(now, now.units["red"], found, 0, HARD)


def test_a_reason_tells_damage_as_it_is_expected_and_not_by_what_it_counts() -> None:
    """Hits on a back count more than on a front; as many points are expected of them."""
    red, stays = unit(WOLVERINE, hex="0302", facing=3), Place(Hex(3, 2), 3, "stationary", 0, 0, 0, ())
    front, back = (on_turn(red, unit(WARHAMMER, "blue", "0307", facing=facing), board=field(6, 9)) for facing in (0, 3))
    given = [float(appraise(now, red, [stays], HARD).given[0]) for now in (front, back)]
    assert given[0] < given[1]
    told = [_reason(now, stays) for now in (front, back)]
    assert told[0].figures["given"] == pytest.approx(given[0], abs=0.01)
    assert [reason.figures["given"] for reason in told] == [told[0].figures["given"]] * 2
    assert f"does about {told[0].figures['given']:.1f} to" in told[0].text


@pytest.mark.parametrize("guns", [True, False])
def test_a_reason_names_a_kick_that_is_most_of_what_is_expected(guns: bool) -> None:
    jammed = frozenset() if guns else frozenset(range(len(WARHAMMER.mounts)))
    red = unit(WARHAMMER, hex="0302", facing=3, jammed=jammed)
    now = on_turn(red, unit(WOLVERINE, "blue", "0303", facing=0), board=field(6, 9))
    text = _reason(now, Place(red.hex, 3, "stationary", 0, 0, 0, ())).text
    assert ("mostly by a kick" in text) is not guns


@pytest.mark.parametrize(
    ("facing", "walled", "moved", "says"),
    [
        (3, False, True, "; rear covered"),
        (0, False, True, "; shows its back to 1 enemy"),
        (0, False, False, "; shows its back to 1 enemy"),
        (0, True, True, "; rear covered"),
    ],
)
def test_a_rear_is_called_covered_only_where_nobody_who_sees_it_is_behind(
    facing: int, walled: bool, moved: bool, says: str
) -> None:
    """Whether the enemy has moved or not; who is behind a wall does not see it."""
    wall = {Hex(column, 5): Ground(5, ()) for column in range(1, 7)} if walled else {}
    blue = unit(WARHAMMER, "blue", "0308", facing=0)
    now = on_turn(unit(WOLVERINE, hex="0302", facing=3), blue, board=field(6, 9).with_changes(wall))
    now = replace(now, acted=frozenset({"blue"} if moved else ()))
    text = _reason(now, Place(Hex(3, 2), facing, "walk", 0, 3, 0, ())).text
    assert text.endswith(says)


@pytest.mark.parametrize(("moved", "gap", "turns"), [(False, 1.5, True), (False, 2.5, False), (True, 2.5, True)])
def test_a_back_is_turned_away_from_who_has_still_to_move_where_that_costs_little(
    moved: bool, gap: float, turns: bool
) -> None:
    red, blue = unit(WOLVERINE, hex="0303", facing=3), unit(WARHAMMER, "blue", "0308", facing=0)
    now = replace(on_turn(red, blue, board=field(6, 9)), acted=frozenset({"blue"} if moved else ()))
    back, front = (Place(red.hex, facing, "walk", 0, 3, 0, ()) for facing in (0, 3))
    assert turned_away(now, red, [back, front], np.array([gap, 0.0]), 0, HARD.turned_back) == int(turns)
