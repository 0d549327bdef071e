"""What fighting bots make of falls, of lying on the ground, and of what is broken."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.commands import Done, Fire, Go
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.weapons import fires
from overheat.classic.unit.condition import Stance
from overheat.kernel.dice import Seeded
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.falling import crew_at_risk, worth_rising
from overheat.lab.players.fighter.lives import by_side, sinks
from overheat.lab.players.fighter.options import of_places, where_it_stands
from overheat.lab.players.fighter.places import appraise
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.prospects import guns_ahead, trade
from overheat.lab.players.fighter.shooting.exchange import blows
from overheat.lab.players.fighter.shooting.heat import cost_of_heat
from overheat.lab.players.fighter.shooting.volleys import best_volley, worth_of_shots
from skirmish import broken, field, known, maimed, moved, on_turn, shot_up, unit, with_needs

replace = msgspec.structs.replace
GAME = Classic()
WOLVERINE, ENFORCER, WARHAMMER = known("Wolverine WVR-6R"), known("Enforcer ENF-4R"), known("Warhammer WHM-6R")
CRUSADER = known("Crusader CRD-3R")
BLUE = unit(WOLVERINE, "blue", "0306", facing=0)


def _now(red: Unit, *others: Unit, **facts: Any) -> State:
    return on_turn(red, *(others or (BLUE,)), board=field(6, 9), **facts)


def _hurt(hits: int, red: Unit) -> Unit:
    return replace(red, condition=replace(red.condition, crew_hits=hits))


def test_a_fall_costs_more_the_more_hits_the_crew_has_taken_and_no_more_than_the_machine() -> None:
    red = unit(WOLVERINE)
    cost = [crew_at_risk(_now(red), _hurt(hits, red), 1.0, HARD) for hits in range(4)]
    assert cost == sorted(cost)
    assert cost[0] < 1 < 10 < cost[2]
    bare = maimed(red, "LA", "RA", "LL", "RL", "LT", "RT")
    assert crew_at_risk(_now(bare), _hurt(5, bare), 1.0, HARD) < cost[3]


def _price_of_a_jump(red: Unit) -> float:
    """What the best place to jump to is worth less than the same with sound legs and crew."""
    now = _now(replace(red, hex=Hex(3, 1)), replace(BLUE, condition=replace(BLUE.condition, conscious=False)))
    red = now.units["red"]
    found = appraise(now, red, reach(now, red), HARD)
    return max(float(found.worth[at]) for at, place in enumerate(found.places) if place.mode == "jump")


def test_a_jump_on_a_damaged_gyro_costs_what_it_was_made_for_and_what_the_crew_may_come_to() -> None:
    """Where nobody shoots as well: the enemy is unconscious."""
    sound = unit(ENFORCER)
    shaken = broken(sound, "gyro")
    fresh, hurt = (_price_of_a_jump(_hurt(hits, shaken)) for hits in (0, 2))
    assert _price_of_a_jump(sound) - fresh > HARD.tumble
    assert _price_of_a_jump(_hurt(2, sound)) - hurt > HARD.tumble + 4


@pytest.mark.parametrize(("hits", "rises"), [(0, True), (1, True), (2, False), (3, False)])
def test_who_has_been_hurt_does_not_try_to_stand_at_long_odds_again(hits: int, rises: bool) -> None:
    red = unit(ENFORCER, prone=True)
    assert worth_rising(_now(red), _hurt(hits, red), 15 / 36, True, HARD) is rises


def test_who_can_neither_fire_nor_kick_stays_down_at_long_odds_and_who_can_do_nothing_from_the_ground_does_not() -> (
    None
):
    whole = unit(ENFORCER, prone=True)
    guns = [at for at, fitted in enumerate(whole.sheet.mounts) if fitted.weapon is not None]
    bare = shot_up(whole, *guns)
    assert not guns_ahead(_now(bare), bare) or sum(gun.damage for gun in guns_ahead(_now(bare), bare)) == 0
    assert not worth_rising(_now(bare), bare, 15 / 36, False, HARD)
    assert worth_rising(_now(whole), _hurt(2, whole), 15 / 36, False, HARD)


def _said(now: State) -> list[Any]:
    """What a bot says in its turn."""
    bot, dice, said = Fighting(HARD, Seeded(1, "bot")), Seeded(1, "dice"), list[Any]()
    phase = now.phase
    while now.phase == phase and "red" not in now.acted and now.acting == "red":
        said.append(bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red"))))
        done = GAME.apply(now, "red", said[-1], dice)
        assert not isinstance(done, Refusal)
        now = done[0]
    return said


def test_who_has_not_the_points_to_stand_up_does_not_say_that_it_does() -> None:
    """Its heat leaves it none."""
    red = unit(ENFORCER, hex="0303", facing=0, prone=True, heat=20)
    now, bot = _now(red), Fighting(HARD, Seeded(1, "bot"))
    assert bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red"))) == Done()
    assert bot.reason.text == "stays down: it has no points left to stand up"


def test_who_lies_on_the_ground_leans_on_the_arm_that_it_can_spare_and_promises_what_the_other_fires() -> None:
    """The Enforcer has its large gun in one arm and a large laser in the other: only one of them is fired."""
    red = unit(ENFORCER, hex="0304", facing=3, prone=True)
    now = _now(red, phase="weapons")
    found = best_volley(now, red, [*fires(now, red)], HARD, {})
    used = {red.sheet.mounts[shot.mount].location for shot in found.commands if isinstance(shot, Fire)}
    assert len(used & {*ARMS}) == 1
    said = [command for command in _said(now) if isinstance(command, Fire)]
    assert said == [command for command in found.commands if isinstance(command, Fire)]


def test_nobody_is_expected_to_fire_from_the_ground_without_both_arms() -> None:
    place = Place(Hex(3, 4), 3, "stationary", 0, 0, 0, ())
    for red, can in ((unit(ENFORCER), True), (unit(ENFORCER, prone=True), True)):
        for state, expected in ((red, can), (maimed(red, "LA"), can and not red.condition.prone)):
            now = _now(state)
            assert bool(of_places(now, state, [place]).fires[0]) is expected


def test_no_kick_is_expected_of_a_broken_hip_or_of_one_leg() -> None:
    beside = replace(BLUE, hex=Hex(3, 5))
    whole = unit(WOLVERINE, hex="0304", facing=3)
    for red, kicks in ((whole, True), (broken(whole, "hip@LL"), False), (maimed(whole, "RL"), False)):
        now = _now(red, beside)
        found = blows(now, red, where_it_stands(now, red), beside, where_it_stands(now, beside))
        assert bool(found.any()) is kicks


def test_a_side_that_is_gone_is_tender_since_hits_on_it_go_on_inward() -> None:
    red = maimed(unit(WARHAMMER), "LT", "LA")
    assert by_side(_now(red), red, HARD)[1] > by_side(_now(red), red, HARD)[2]


def test_an_engine_that_is_hit_leaves_less_of_the_sinks_and_makes_heat_dearer() -> None:
    sound = unit(CRUSADER)
    once, twice = broken(sound, "engine"), broken(sound, "engine", "engine")
    assert [sinks(_now(red), red) - sinks(_now(sound), sound) for red in (once, twice)] == [-5, -10]
    guns = guns_ahead(_now(sound), sound)
    cool, hot = (cost_of_heat(_now(red), red, [24], guns, HARD)[0] for red in (sound, twice))
    assert hot > cool + 10
    ran = replace(sound, motion=moved("run", 4))
    assert sinks(_now(ran), ran) == sinks(_now(sound), sound)


def test_what_a_volley_promises_is_what_was_declared_of_it() -> None:
    """Both launchers are fed from one bin, in which one shot is left."""
    red = unit(CRUSADER, hex="0303", facing=3)
    shots = tuple(
        1 if held and "SRM" in fitted.equipment.name else held
        for held, fitted in zip(red.condition.shots, red.sheet.mounts, strict=True)
    )
    red = replace(red, condition=replace(red.condition, shots=shots))
    now, bot, dice = _now(red, phase="weapons"), Fighting(HARD, Seeded(1, "bot")), Seeded(1, "dice")
    while now.acting == "red":
        said = bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
        before, done = now, GAME.apply(now, "red", said, dice)
        assert not isinstance(done, Refusal)
        now = done[0]
    declared = worth_of_shots(before, before.units["red"], before.units["red"].volley, HARD, {}).at_each
    assert bot._promised["blue"] == pytest.approx(declared["blue"])


def test_who_is_covered_but_has_waited_in_vain_stands_up_and_goes() -> None:
    """Hull down behind a rise, with the enemy out of reach."""
    board = field(6, 40)
    red = unit(ENFORCER, hex="0303", facing=3, stance=Stance("postures.hull_down", 0, 1))
    far = unit(WOLVERINE, "blue", "0338", facing=0)
    bot = Fighting(HARD, Seeded(1, "bot"))
    rules = ruleset(with_needs("hull_down"))
    rise = {Hex(column, 4): Ground(1, ()) for column in range(1, 7)}
    relief = Relief(board.with_changes(rise), rules)
    for number in (1, 2, 3):
        now = replace(on_turn(red, far, phase="weapons", board=board), relief=relief, round=number)
        bot.choose(GAME, now, "red", in_order(GAME.legal(now, "red")))
    now = replace(on_turn(red, far, board=board), relief=relief, round=4)
    fresh = Fighting(HARD, Seeded(1, "bot"))
    legal = in_order(GAME.legal(now, "red"))
    stays, goes = (isinstance(one.choose(GAME, now, "red", legal), Go) for one in (fresh, bot))
    assert not stays
    assert fresh.reason.text
    assert goes


def test_of_ways_to_face_that_are_alike_else_one_towards_the_enemy_is_taken() -> None:
    """Both sides of a fresh machine are as sound as its front; torso and arms bear on the enemy either way."""
    red = unit(WARHAMMER, hex="0303", facing=3)
    now = _now(red)
    faced = {
        place.facing: at
        for at, place in enumerate(reach(now, red))
        if place.hex == red.hex and place.mode in ("stationary", "walk")
    }
    plain, found = (
        appraise(now, red, reach(now, red), replace(HARD, reply=0.0, askew=cost)).worth for cost in (0.0, HARD.askew)
    )
    lost = {facing: float(plain[at] - found[at]) for facing, at in faced.items()}
    assert lost[3] < lost[2] < lost[1] < lost[0]
    assert np.isclose(lost[0], HARD.askew)


def test_a_wreck_that_lies_for_good_without_an_arm_is_no_threat() -> None:
    """It takes both arms to lie and shoot; who may still stand up counts."""
    whole = unit(WARHAMMER, "blue", "0306", facing=0, prone=True)
    wreck, lame = maimed(whole, "LA", "LL", "RL"), maimed(whole, "LL", "RL")
    red = unit(WOLVERINE)
    done = [float(trade(_now(red, blue), red, blue, HARD).take.max()) for blue in (lame, wreck)]
    assert done[0] > 0 == done[1]
