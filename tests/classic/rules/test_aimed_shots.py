"""Aimed shots: at what cannot move, or with a targeting computer; and arms that are flipped to the rear."""

from typing import Any

import pytest

from machines import HUNTER, KNIGHT
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.advance import advance
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire, FlipArms, Twist
from overheat.classic.facts.events import Aimed, RoundBegan, Struck, Switched
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import aim_of
from overheat.classic.rules.standard.twists import flipped
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from overheat.kernel.events import fold
from skirmish import (
    NORTH,
    forbidden,
    known,
    mount,
    needs,
    on_turn,
    rearmed,
    refused,
    replace,
    say,
    scene,
    shot,
    state,
    told,
    unit,
)

SEVEN, TWELVE = (3, 4), (6, 6)


def down(**others: Any) -> Unit:
    """A target that cannot move."""
    return unit(id="blue", facing=NORTH, shut_down=True, **others)


def computing() -> Unit:
    return rearmed(unit(), "Targeting Computer")


def struck(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> list[str]:
    """Where a shot that hits lands."""
    with Scripted(TWELVE, *dice) as scripted:
        around = scene(scripted, attack.attacker, attack.target)
        resolve(around, attack)
    return [hit.location for hit in told(around.events, Struck)]


@pytest.mark.proves("fire.aim_is_true")
@pytest.mark.parametrize(("roll", "location"), [((3, 3), "LL"), ((4, 4), "LL"), ((2, 3), "CT"), ((4, 5), "CT")])
def test_a_shot_at_what_cannot_move_hits_where_it_was_aimed_on_six_to_eight(
    roll: tuple[int, int], location: str
) -> None:
    dice = (roll,) if location == "LL" else (roll, SEVEN)
    assert struck(shot(target=down(), aimed="LL"), *dice) == [location]


@pytest.mark.proves("to_hit.aimed")
def test_aiming_at_the_head_of_what_cannot_move_is_three_and_elsewhere_minus_four() -> None:
    """Gunnery 4 at short range."""
    assert needs(shot(target=down(), aimed="LL")) == 0
    assert needs(shot(target=down(), aimed="HD")) == 7


@pytest.mark.proves("to_hit.aimed")
def test_a_computer_aims_at_three_without_its_usual_bonus_and_always_true() -> None:
    aimed = shot(attacker=computing(), aimed="RT")
    assert (needs(shot(attacker=computing())), needs(aimed)) == (3, 7)
    assert struck(aimed) == ["RT"]


@pytest.mark.proves("fire.aimed")
def test_what_may_not_be_aimed() -> None:
    assert forbidden(shot(aimed="LL")) == "fire.aimed"
    assert forbidden(shot(attacker=computing(), aimed="LL")) is None
    assert forbidden(shot(attacker=computing(), aimed="HD")) == "fire.aimed"
    assert forbidden(shot("Medium Pulse Laser", attacker=computing(), aimed="LL")) == "fire.aimed"
    assert forbidden(shot("SRM 6", target=down(), aimed="LL", ammunition="IS Ammo SRM-6")) == "fire.aimed"
    assert forbidden(shot(target=down(), aimed="XX")) == "fire.aimed"
    tank = unit(known("Vedette Medium Tank"), id="blue", facing=NORTH, shut_down=True)
    assert forbidden(shot(target=tank, aimed="FR")) == "fire.aimed"


@pytest.mark.proves("fire.may_aim")
def test_aimed_shots_are_offered_where_they_may_be_made() -> None:
    red = unit()
    laser = mount(red, "Medium Laser")
    still = on_turn(red, replace(down(), hex=red.hex.neighbour(3)), phase="weapons")
    lively = on_turn(red, unit(id="blue", hex="0102", facing=NORTH), phase="weapons")
    assert Fire(laser, "blue", aimed="HD") in set(legal(still, red, "weapons"))
    assert not any(isinstance(command, Fire) and command.aimed for command in legal(lively, red, "weapons"))
    assert refused(lively, Fire(laser, "blue", aimed="HD")) == "fire.aimed"


@pytest.mark.proves("fire.may_flip")
def test_arms_without_lower_arms_and_hands_flip_to_the_rear_in_place_of_a_twist() -> None:
    behind = unit(id="blue", hex="0103", facing=NORTH)
    armless = known("Rifleman RFL-3N")
    red = unit(armless, hex="0102", facing=NORTH)
    gun = next(at for at in red.plan.weapons if red.sheet.mounts[at].location == "RA" and at not in red.plan.feeds)
    before = on_turn(red, behind, phase="weapons")
    assert refused(before, Fire(gun, "blue")) == "fire.arc"
    with Scripted() as dice:
        turned_over, _ = say(before, dice, FlipArms())
        twisted, _ = say(before, dice, Twist(1))
    assert refused(turned_over, Fire(gun, "blue")) is None
    assert refused(turned_over, Twist(1)) == "fire.twist"
    assert refused(twisted, FlipArms()) == "fire.flip"
    assert refused(on_turn(unit(HUNTER), behind, phase="weapons"), FlipArms()) == "fire.may_flip"
    assert refused(on_turn(unit(KNIGHT), behind, phase="weapons"), FlipArms()) == "fire.may_flip"


def test_a_torso_turns_back_and_what_was_aimed_at_is_forgotten_when_a_round_begins() -> None:
    turret = replace(unit(known("Vedette Medium Tank"), id="blue"), torso=5)
    before = state(replace(unit(facing=3), torso=4), turret)
    aiming = fold(before, [Aimed("red", "hex 0103"), Switched("red", "flipped", True)], advance)
    assert (aim_of(aiming.units["red"]), flipped(aiming.units["red"])) == ("hex 0103", True)
    after = advance(aiming, RoundBegan(2)).units
    assert (after["red"].torso, aim_of(after["red"]), flipped(after["red"])) == (3, "", False)
    assert after["blue"].torso == 5
