"""Ways to go of the advanced rules: shielding, hurrying, skilled evasion, weapons that a sprinter fires for heat."""

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import Prospect, allowance
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command, Step
from overheat.classic.facts.events import CheckMade, Fell, Moved
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.tacops.hurried_movement import Hurry
from overheat.classic.rules.tacops.sprinting import FireForHeat
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.foresight import rolls_of_step
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.classic.turn.moves import prospect
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from overheat.lab.players import make_bot
from skirmish import broken, ground, known, maimed, mount, moved, replace, state, told, unit


def under(*layers: str, units: tuple[Unit, ...], column: str = "0 0 0", phase: str = "movement") -> State:
    before = state(*units, board=column)
    return replace(before, relief=Relief(ground(column), ruleset(layers)), phase=phase, acting="red", order=("red",))


def said(scene: Scene, *commands: Command) -> Scene:
    for command in commands:
        no = carry_out(scene, scene.unit("red"), command)
        assert no is None, no
        scene.follow()
    return scene


@pytest.mark.proves("TO-018-sprinting", "sprinting.mode")
def test_the_worked_example_of_a_sprint() -> None:
    """EX-018-sprint."""
    answer = adjudicated("sprint", "sprinting", walk_mp=5, running_heat=2)
    assert (answer["sprint_mp"], answer["sprint_heat"]) == (10, 3)
    walker = unit(known("Phoenix Hawk PXH-1"))
    before = under("sprinting", units=(walker,))
    found = adjudicated("points", "sprinting", unit="Phoenix Hawk PXH-1")
    assert found["sprint"] == allowance(before, walker, "sprint") == 12
    assert adjudicated("heat", "sprinting", unit="Phoenix Hawk PXH-1")["builds"]["sprint"] == 3


@pytest.mark.proves("sprinting.questions")
def test_a_sprint_can_be_asked_for() -> None:
    assert adjudicated("sprint", "sprinting", walk_mp=4)["piloting_modifier"] == 2


@pytest.mark.proves("TO-018-sprinting", "sprinting.mode")
@pytest.mark.parametrize("lame", [broken(unit(), "hip@RL"), maimed(unit(), "LL")])
def test_it_takes_two_working_hips_to_sprint(lame: Unit) -> None:
    before = under("sprinting", units=(unit(),))
    assert allowance(before, lame, "sprint") == 0
    assert allowance(before, unit(), "sprint") == 8


@pytest.mark.proves("TO-018-sprinting", "sprinting.heat", "sprinting.verbs")
def test_a_sprinter_fires_at_nobody_for_the_heat_of_it() -> None:
    red = unit(motion=moved("sprint", 8))
    before = under("sprinting", units=(red, unit(id="blue", hex="0103")), phase="weapons")
    offered = [command for command in legal(before, red) if isinstance(command, FireForHeat)]
    gun, laser = mount(red, "AC/10"), mount(red, "Medium Laser")
    assert {gun, laser} <= {command.mount for command in offered}
    usual = heat_of(toil_of(before, red))[0].total
    scene = said(Scene(before, Scripted()), FireForHeat(laser), FireForHeat(gun))
    fired = scene.unit("red")
    assert heat_of(toil_of(scene.state, fired))[0].total == usual + 3 + 3
    assert fired.condition.shots != red.condition.shots
    again = carry_out(scene, fired, FireForHeat(laser))
    assert again is not None
    assert again.id == "sprinting.heat"


def test_who_walks_fires_at_nobody_for_heat() -> None:
    red = unit(motion=moved("walk", 3))
    before = under("sprinting", units=(red, unit(id="blue", hex="0103")), phase="weapons")
    assert not [command for command in legal(before, red) if isinstance(command, FireForHeat)]


def aimed_at(target: Unit, *others: Unit, layers: tuple[str, ...], column: str = "0 0 0 0") -> WeaponAttack:
    attacker = unit(id="blue", hex="0101", facing=3)
    there = (attacker, target, *others)
    return WeaponAttack(
        Relief(ground(column), ruleset(layers)), attacker, target, mount(attacker, "Medium Laser"), others=there
    )


@pytest.mark.proves("TO-019-shielding", "shielding.mode")
def test_who_shields_others_goes_as_far_as_a_walk_and_attacks_at_one_more() -> None:
    red = unit()
    before = under("shielding_others", units=(red,))
    assert allowance(before, red, "shield") == allowance(before, red, "walk") == 4
    numbers = []
    for mode in ("walk", "shield"):
        attacker = unit(id="blue", facing=3, motion=moved(mode, 2))
        target = unit(hex="0103")
        attack = WeaponAttack(before.relief, attacker, target, mount(attacker, "Medium Laser"))
        numbers.append(target_number(attack).total)
    assert numbers[1] - numbers[0] == 1


@pytest.mark.proves("shielding.covered", "shielding.figures")
def test_shots_past_a_shielding_friend_are_harder_by_one() -> None:
    target = unit(id="red-2", side="red", hex="0104")
    between = unit(hex="0103", motion=moved("shield", 1))
    layers = ("shielding_others",)
    plain = target_number(aimed_at(target, layers=layers)).total
    assert target_number(aimed_at(target, between, layers=layers)).total == plain + 1
    idle = replace(between, motion=moved("walk", 1))
    assert target_number(aimed_at(target, idle, layers=layers)).total == plain


@pytest.mark.proves("skilled_evasion.to_hit", "skilled_evasion.bonuses")
@pytest.mark.parametrize(("piloting", "bonus"), [(1, 3), (3, 2), (6, 0)])
def test_evading_is_worth_what_the_pilot_is(piloting: int, bonus: int) -> None:
    found = []
    for mode in ("run", "evade"):
        target = unit(hex="0103", piloting=piloting, motion=moved(mode, 3))
        found.append(target_number(aimed_at(target, layers=("evading", "skilled_evasion"))).total)
    assert found[1] - found[0] == bonus


def test_an_ordinary_pilot_evades_as_ever() -> None:
    target = unit(hex="0103", piloting=5, motion=moved("evade", 3))
    assert "skilled_evasion.to_hit" not in target_number(aimed_at(target, layers=("evading", "skilled_evasion")))


def hurried(column: str, *dice: int | tuple[int, ...], who: Unit | None = None) -> Scene:
    red = replace(unit() if who is None else who, motion=moved("walk"))
    scene = Scene(under("hurried_movement", units=(red,), column=column), Scripted(*dice))
    return said(scene, Hurry(), Step("forward"))


@pytest.mark.proves("TO-020-hurried-movement", "hurried_movement.cost", "hurried_movement.verbs")
def test_who_hurries_does_not_pay_for_the_ground() -> None:
    scene = hurried("0 0w2 0", (6, 6))
    assert scene.unit("red").motion.spent == 1


@pytest.mark.proves("TO-020-hurried-movement", "hurried_movement.cost")
def test_going_up_a_level_is_paid_for_in_a_hurry_too() -> None:
    scene = hurried("0 2w1 0", (6, 6))
    assert scene.unit("red").motion.spent == 1 + 2
    assert [int(part.value) for part in told(scene.events, Moved)[-1].cost] == [1, 1, 2, -1]


def test_going_down_a_level_need_not_be_paid_for() -> None:
    assert hurried("2 0 0", (6, 6)).unit("red").motion.spent == 1


@pytest.mark.proves("hurried_movement.roll")
def test_a_machine_in_a_hurry_rolls_for_each_point_that_it_does_not_pay() -> None:
    scene = hurried("0 0w2 0", (3, 3), (6, 6), 1, (3, 4), (3, 4))
    check = told(scene.events, CheckMade)[0]
    assert sum(int(part.value) for part in check.needed) == 5 + 2
    assert told(scene.events, Fell)


@pytest.mark.proves("hurried_movement.driving", "hurried_movement.stops")
def test_a_vehicle_that_fails_in_a_hurry_stops() -> None:
    tank = unit(known("Manticore Heavy Tank"))
    scene = hurried("0 0w1 0", (2, 3), who=tank)
    assert scene.unit("red").motion.done
    assert str(scene.unit("red").hex) == "0101"
    assert str(hurried("0 0w1 0", (6, 6), who=tank).unit("red").hex) == "0102"


def test_the_roll_is_told_before_the_step_is_taken() -> None:
    red = unit(motion=moved("walk"))
    scene = said(Scene(under("hurried_movement", units=(red,), column="0 0w2 0"), Scripted()), Hurry())
    step = prospect(scene.state, scene.unit("red"), Step("forward"))
    assert isinstance(step, Prospect)
    assert (int(step.cost.total), [check.id for check in step.checks]) == (1, ["hurried_movement.roll"])
    told_so = rolls_of_step(scene.state, scene.unit("red"), Step("forward"))
    assert told_so is not None
    assert "7+" in told_so.says


LAYERS = ("sprinting", "evading", "skilled_evasion", "shielding_others", "hurried_movement", "turn_modes")


@pytest.mark.parametrize("seed", [3, 8])
def test_bots_play_on_under_these_rules_and_the_log_replays(seed: int) -> None:
    session: Session[Any, State, Any] = Session(Classic(("classic", *LAYERS)), find("duel")[1], seed)
    bots = {side: make_bot("classic", name, seed, side) for side, name in (("red", "random"), ("blue", "greedy"))}
    while session.state.round < 4 and (player := session.game.to_act(session.state)) is not None:
        state = session.game.known(session.state, player)
        session.apply(player, bots[player].choose(session.game, state, player, list(session.game.legal(state, player))))
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
