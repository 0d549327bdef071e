"""Climbing what is too steep to walk, level by level, and leaping down from it."""

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.attack.blows import refusal as blow_refusal
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import stand_or_fall
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command, Step
from overheat.classic.facts.events import CheckMade, Fell, Struck
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.piloting import BLOWS, Check, cause, piloting_number
from overheat.classic.rules.tacops.climbing_faces import HANGS, ClimbFace
from overheat.classic.rules.tacops.leaping_down import LeapDown
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from skirmish import broken, ground, mount, moved, replace, state, told, unit

MADE, FAILED = (6, 6), (1, 1)
CLIMBER = unit(motion=moved("walk"))


def scene_of(column: str, *dice: int | tuple[int, ...], who: Unit = CLIMBER, layer: str = "climbing_faces") -> Scene:
    before = state(who, board=column)
    before = replace(before, relief=Relief(ground(column), ruleset([layer])), acting="red", order=("red",))
    return Scene(replace(before, phase="movement"), Scripted(*dice))


def say(scene: Scene, *commands: Command) -> Unit:
    for command in commands:
        no = carry_out(scene, scene.unit("red"), command)
        assert no is None, no
        scene.follow()
    return scene.unit("red")


def next_round(scene: Scene, *dice: int | tuple[int, ...]) -> Scene:
    rested = replace(scene.unit("red"), motion=moved("walk"))
    return Scene(scene.state.with_unit(rested), Scripted(*dice))


@pytest.mark.proves("TO-022-climbing-1", "climbing.verbs", "climbing.figures")
def test_each_level_takes_a_roll_and_two_points_and_the_climb_goes_on_next_round() -> None:
    scene = scene_of("0 3 0", MADE, MADE)
    red = say(scene, ClimbFace(), ClimbFace())
    assert (red.elevation, red.motion.spent, HANGS in red.marks) == (2, 4, True)
    assert [check.reason for check in told(scene.events, CheckMade)] == ["climbing.roll"] * 2
    red = say(next_round(scene, MADE), ClimbFace())
    assert (str(red.hex), red.elevation, HANGS in red.marks) == ("0102", 0, False)


def test_what_can_be_walked_is_not_climbed() -> None:
    scene = scene_of("0 2 0")
    assert not [command for command in legal(scene.state, scene.unit("red")) if isinstance(command, ClimbFace)]


def test_it_takes_a_good_arm_to_climb() -> None:
    lame = broken(CLIMBER, "hand actuator@LA", "shoulder@RA")
    scene = scene_of("0 3 0", who=lame)
    assert not [command for command in legal(scene.state, lame) if isinstance(command, ClimbFace)]


@pytest.mark.proves("TO-022-climbing-1", "climbing.ends")
def test_who_fails_falls_from_the_last_level_that_it_reached() -> None:
    scene = scene_of("0 4 0", MADE, FAILED, MADE, 1, (3, 4), (3, 4), (3, 4), (3, 4))
    red = say(scene, ClimbFace(), ClimbFace())
    fell = told(scene.events, Fell)[0]
    assert (fell.levels, fell.damage) == (1, 10)
    assert (red.condition.prone, red.elevation, HANGS in red.marks) == (True, 0, False)


def hanging(of: Unit = CLIMBER, levels: int = 2) -> Unit:
    return replace(of, elevation=levels, marks={HANGS: Mark(3)})


def number(who: Unit, why: str) -> int:
    rules = ruleset(["climbing_faces"])
    term = cause(rules[BLOWS], "kicked")
    return int(piloting_number(Check(rules, who, replace(term, id=why) if why else term)).total)


@pytest.mark.proves("TO-022-climbing-1", "climbing.other_rolls", "climbing.figures")
def test_other_rolls_of_a_climber_are_at_one_more_and_that_to_climb_is_not() -> None:
    usual = number(CLIMBER, "")
    assert number(hanging(), "") == usual + 1
    assert number(hanging(), "climbing.roll") == usual


@pytest.mark.proves("TO-022-climbing-1", "climbing.one_arm", "climbing.figures")
def test_with_one_good_arm_every_roll_is_at_two_more() -> None:
    usual, lame = number(CLIMBER, ""), broken(hanging(), "hand actuator@LA")
    assert number(lame, "climbing.roll") == usual + 2
    assert number(lame, "") == usual + 1 + 2


@pytest.mark.proves("TO-022-climbing-1", "climbing.fall_damage", "climbing.seat_belt", "climbing.ends")
def test_who_is_kicked_off_falls_from_where_it_hangs() -> None:
    scene = scene_of("0 4 0", FAILED, MADE, 1, *[(3, 4)] * 3, who=hanging())
    stand_or_fall(scene, "red", cause(scene.rules[BLOWS], "kicked"))
    scene.follow()
    assert sum(event.damage for event in told(scene.events, Struck)) == 5 * (2 + 1)
    assert "falls.seat_belt" in [part.id for part in told(scene.events, CheckMade)[1].needed]
    assert scene.unit("red").elevation == 0


def attack_by(attacker: Unit, target: Unit, weapon: str = "AC/10") -> WeaponAttack:
    place = Relief(ground("0 0 0 0"), ruleset(["climbing_faces"]))
    at = mount(attacker, weapon)
    feeds = attacker.plan.feeds.get(at, (None,))
    return WeaponAttack(place, attacker, target, at, feed=feeds[0])


BLUE = unit(id="blue", hex="0103", facing=0)


@pytest.mark.proves("TO-022-climbing-2", "climbing.hands_full")
def test_a_climber_fires_only_what_faces_rear() -> None:
    no = refusal(attack_by(hanging(), BLUE))
    assert no is not None
    assert no.id == "climbing.hands_full"
    assert refusal(attack_by(CLIMBER, BLUE)) is None
    turned = replace(hanging(), facing=0, torso=0)
    rear = next(at for at, held in enumerate(turned.sheet.mounts) if held.rear)
    place = Relief(ground("0 0 0 0"), ruleset(["climbing_faces"]))
    assert refusal(WeaponAttack(place, turned, BLUE, rear)) is None


@pytest.mark.proves("TO-022-climbing-2", "climbing.no_blows")
def test_a_climber_strikes_nobody() -> None:
    place = Relief(ground("0 0"), ruleset(["climbing_faces"]))
    beside = unit(id="blue", hex="0102", facing=0)
    attack = PhysicalAttack(place, hanging(levels=0), beside, Blow("kick", "RL", "blue"), Weather())
    no = blow_refusal(attack)
    assert no is not None
    assert no.id == "climbing.no_blows"


@pytest.mark.proves("TO-022-climbing-2", "climbing.easy_target", "climbing.figures")
def test_attacks_on_a_climber_are_easier_by_two() -> None:
    numbers = [target_number(attack_by(BLUE, target)).total for target in (CLIMBER, hanging(levels=0))]
    assert numbers[1] - numbers[0] == -2


@pytest.mark.proves("TO-022-climbing-2", "climbing.verbs")
def test_a_climber_is_seen_at_the_level_that_it_has_reached() -> None:
    scene = scene_of("0 0 3 0 2 0 0 0 0", MADE, MADE, who=replace(CLIMBER, hex=BLUE.hex.parse("0104"), facing=0))
    before = scene.unit("red").viewpoint
    viewer = unit(id="blue", hex="0109", facing=0).viewpoint
    red = say(scene, ClimbFace(), ClimbFace())
    assert not sight(scene.state.relief, viewer, before).visible
    assert sight(scene.state.relief, viewer, red.viewpoint).visible


@pytest.mark.proves("climbing.holds_on")
def test_a_climber_goes_nowhere_but_up_or_down() -> None:
    scene = scene_of("0 4 0", MADE, MADE)
    red = say(scene, ClimbFace())
    assert not [command for command in legal(scene.state, red) if isinstance(command, Step)]
    red = say(scene, ClimbFace(up=False))
    assert (red.elevation, HANGS in red.marks) == (0, False)


def test_a_machine_climbs_down_over_an_edge_facing_it() -> None:
    red = say(scene_of("4 0 0", MADE), ClimbFace(up=False))
    assert (str(red.hex), red.facing, red.elevation, HANGS in red.marks) == ("0102", 0, 3, True)


@pytest.mark.proves("climbing.easy_target")
def test_what_a_climb_does_can_be_asked() -> None:
    facts: dict[str, Any] = {
        "board": "valley",
        "attacker": {"unit": "WHM-6R", "hex": "0202", "facing": 3},
        "weapon": {"name": "PPC"},
    }
    numbers = []
    for marks in ({}, {HANGS: 0}):
        target = {"unit": "WHM-6R", "hex": "0205", "marks": marks}
        numbers.append(adjudicated("attack", "climbing_faces", target=target, **facts)["target_number"])
    assert numbers[1] - numbers[0] == -2


def leapt(*dice: int | tuple[int, ...], column: str = "3 0 0") -> Scene:
    scene = scene_of(column, *dice, layer="leaping_down")
    say(scene, LeapDown())
    return scene


@pytest.mark.proves("leaping_down.figures", "leaping_down.verbs")
def test_a_leap_takes_two_rolls_one_for_the_legs_and_one_to_stay_up() -> None:
    scene = leapt(MADE, MADE)
    needed = [sum(int(part.value) for part in check.needed) for check in told(scene.events, CheckMade)]
    assert needed == [5 + 2 * 3, 5 + 3]
    assert (str(scene.unit("red").hex), scene.unit("red").motion.spent) == ("0102", 3)


@pytest.mark.proves("leaping_down.verbs")
def test_legs_that_do_not_bear_a_leap_are_hurt_by_a_point_a_level() -> None:
    scene = leapt(FAILED, (1, 1), (1, 1), MADE)
    assert [(event.location, event.damage) for event in told(scene.events, Struck)] == [("LL", 3), ("RL", 3)]
    assert not told(scene.events, Fell)


@pytest.mark.proves("leaping_down.verbs")
def test_who_does_not_stay_up_falls_as_far_as_it_leapt() -> None:
    scene = leapt(MADE, FAILED, MADE, 1, *[(3, 4)] * 6)
    assert [event.levels for event in told(scene.events, Fell)] == [3]


def test_what_can_be_walked_is_not_leapt() -> None:
    scene: Scene = scene_of("2 0 0", layer="leaping_down")
    before: State = scene.state
    assert not [command for command in legal(before, scene.unit("red")) if isinstance(command, LeapDown)]
