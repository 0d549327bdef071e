"""Piloting rolls: what they need, from skill, cause, earlier damage and the ground."""

import pytest

from machines import HUNTER, line
from overheat.classic.board.notation import parse
from overheat.classic.damage.falls import check_piloting, settle_falls
from overheat.classic.damage.kinds.machine import hit_slot, lose_location
from overheat.classic.facts.events import CheckMade, Fell, Moved, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.piloting import BLOWS, CAUSES, DEEDS, Check, cause, piloting_number
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.rule import Table
from skirmish import armed, broken, known, maimed, scene, told, unit

PILOTING = 5


def number(pilot: Unit, table: Table[str, int] = DEEDS, reason: str = "standing up", ground: str = "0") -> int:
    """What a roll for a reason needs on a kind of ground."""
    here = parse(ground)[pilot.hex]
    return int(piloting_number(Check(standard(), pilot, cause(table, reason), here)).total)


@pytest.mark.proves("piloting.skill")
def test_a_roll_starts_from_the_pilots_skill() -> None:
    assert number(unit()) == 5
    assert number(unit(piloting=3)) == 3


@pytest.mark.proves("QR-psr-damage", "piloting.causes")
def test_twenty_points_of_damage_in_a_phase_ask_for_a_roll_at_one_more_however_many_they_are() -> None:
    for damage, piloting, needed in ((27, 5, 6), (43, 4, 5), (20, 5, 6)):
        playing = scene(Scripted((6, 6)), unit(piloting=piloting))
        playing.tell(Struck("red", "CT", False, damage, "test"))
        settle_falls(playing)
        assert sum(part.value for part in told(playing.events, CheckMade)[0].needed) == needed
    calm = scene(Scripted(), unit())
    calm.tell(Struck("red", "CT", False, 19, "test"))
    settle_falls(calm)
    assert told(calm.events, CheckMade) == []


@pytest.mark.proves("QR-psr-damage", "piloting.causes")
@pytest.mark.parametrize(
    ("code", "slot", "needed"),
    [("LL", 1, 5 + 1), ("LL", 2, 5 + 1), ("LL", 3, 5 + 1), ("LL", 0, 5 + 2), ("CT", 3, 5 + 3)],
)
def test_a_critical_hit_on_leg_hip_or_gyro_asks_for_a_roll_and_counts_once(code: str, slot: int, needed: int) -> None:
    playing = scene(Scripted((6, 6)), unit())
    hit_slot(playing, "red", code, slot)
    settle_falls(playing)
    [check] = told(playing.events, CheckMade)
    assert sum(part.value for part in check.needed) == needed


@pytest.mark.proves("QR-psr-damage", "QR-crit-gyro", "piloting.causes", "piloting.gyro")
def test_a_destroyed_gyro_fells_a_machine_with_a_seat_belt_check_at_six_more() -> None:
    with Scripted((6, 6), 1, (3, 4)) as dice:
        playing = scene(dice, broken(unit(piloting=4), "gyro"))
        hit_slot(playing, "red", "CT", 4)
        settle_falls(playing)
    [belt] = told(playing.events, CheckMade)
    assert (belt.reason, sum(part.value for part in belt.needed)) == ("piloting.seat_belt", 10)
    assert playing.unit("red").condition.prone


@pytest.mark.proves("QR-psr-damage", "piloting.legs")
def test_a_lost_leg_fells_a_machine_with_a_seat_belt_check_at_five_more() -> None:
    with Scripted((6, 6), 1, (3, 4)) as dice:
        playing = scene(dice, unit())
        lose_location(playing, "red", "LL")
        settle_falls(playing)
    [belt] = told(playing.events, CheckMade)
    assert (belt.reason, sum(part.value for part in belt.needed)) == ("piloting.seat_belt", 10)
    assert told(playing.events, Fell)[0].damage == 5


@pytest.mark.proves("QR-psr-damage", "piloting.causes")
def test_a_shutdown_asks_for_a_roll_at_three_more() -> None:
    assert number(unit(), CAUSES, "shutdown") == PILOTING + 3


@pytest.mark.proves("QR-psr-physical", "piloting.blows")
def test_blows_ask_for_rolls() -> None:
    wanted = {"kicked": 0, "pushed": 0, "charged": 2, "attacked from above": 2}
    assert {reason: number(unit(), BLOWS, reason) - PILOTING for reason in wanted} == wanted


@pytest.mark.proves("QR-psr-special", "piloting.blows")
def test_an_unintentional_charge_asks_for_a_roll_at_three_more() -> None:
    assert number(unit(), BLOWS, "unintentional charge") == PILOTING + 3


@pytest.mark.proves("QR-psr-actions", "piloting.deeds")
def test_deeds_ask_for_rolls() -> None:
    wanted = {"missed kick": 0, "charge": 2, "death from above": 4, "standing up": 0}
    assert {reason: number(unit(), DEEDS, reason) - PILOTING for reason in wanted} == wanted


@pytest.mark.proves("QR-psr-preexisting", "QR-crit-gyro", "piloting.gyro")
def test_a_hit_gyro_adds_three_to_every_roll() -> None:
    assert number(broken(unit(), "gyro")) == PILOTING + 3
    assert number(broken(unit(piloting=4), "gyro"), DEEDS, "run with damaged gyro or hip") == 7


@pytest.mark.proves("QR-psr-preexisting", "QR-crit-foot", "QR-crit-leg-actuators", "piloting.legs")
def test_each_actuator_of_a_leg_adds_one_to_every_roll() -> None:
    hurt = broken(unit(), "foot actuator@LL")
    assert number(hurt) == PILOTING + 1
    assert number(broken(hurt, "upper leg actuator@LL", "lower leg actuator@RL")) == PILOTING + 3


@pytest.mark.proves("QR-psr-preexisting", "piloting.gyro", "piloting.legs")
def test_gyro_and_foot_add_up() -> None:
    assert number(broken(unit(), "gyro", "foot actuator@RL")) == PILOTING + 4


@pytest.mark.proves("QR-psr-preexisting", "QR-crit-hip", "piloting.legs")
def test_a_hip_adds_two_in_place_of_the_rest_of_its_leg() -> None:
    hurt = broken(unit(), "hip@LL", "upper leg actuator@LL", "foot actuator@LL")
    assert number(hurt) == PILOTING + 2
    assert number(broken(hurt, "foot actuator@RL")) == PILOTING + 3


@pytest.mark.proves("QR-psr-preexisting", "piloting.legs")
def test_a_lost_leg_adds_five_in_place_of_its_actuators() -> None:
    assert number(maimed(broken(unit(), "foot actuator@LL"), "LL")) == PILOTING + 5


@pytest.mark.proves("QR-psr-special", "piloting.four_legs")
def test_a_quad_with_all_its_legs_stands_firmer() -> None:
    quad = unit(known("Scorpion SCP-1N"))
    assert number(quad) == PILOTING - 2
    assert number(maimed(quad, "RLL")) == PILOTING
    assert number(maimed(maimed(quad, "RLL"), "FLL")) == PILOTING + 5


@pytest.mark.proves("piloting.modular_armour")
def test_modular_armour_makes_clumsy() -> None:
    assert number(unit(armed(HUNTER, "Modular Armor@LT"))) == PILOTING + 1


@pytest.mark.proves("piloting.hopeless")
def test_without_gyro_or_legs_nothing_is_rolled_and_the_roll_fails() -> None:
    for wreck in (broken(unit(), "gyro", "gyro"), maimed(maimed(unit(), "LL"), "RL")):
        assert not check_piloting(scene(Scripted(), wreck), "red", cause(BLOWS, "kicked"))


@pytest.mark.proves("QR-psr-special", "piloting.enhanced_legs")
def test_an_enhancement_of_the_leg_actuators_helps() -> None:
    assert number(unit(armed(HUNTER, "AES@LL", "AES@RL"))) == PILOTING - 2
    assert number(unit(armed(HUNTER, "AES@RA"))) == PILOTING


@pytest.mark.proves("QR-psr-special", "piloting.hardened_armour")
def test_hardened_armour_is_clumsy() -> None:
    hardened = line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)")
    assert number(unit(hardened)) == PILOTING + 1


@pytest.mark.proves("QR-psr-special", "piloting.cockpit")
def test_small_and_torso_mounted_cockpits_are_clumsy() -> None:
    small = line(HUNTER, "myomer:Standard", "myomer:Standard\ncockpit:Small Cockpit")
    torso = line(HUNTER, "myomer:Standard", "myomer:Standard\ncockpit:Torso-Mounted Cockpit")
    assert number(unit(small)) == PILOTING + 1
    assert number(unit(torso)) == PILOTING + 1


@pytest.mark.proves("QR-terrain-modifications-move", "piloting.ground", "terrain.kinds")
@pytest.mark.parametrize(("ground", "added"), [("0i", 3), ("0ri", 3), ("0m", 1), ("0n2", 1), ("0g", 1)])
def test_slippery_ground_adds_to_every_roll(ground: str, added: int) -> None:
    assert number(unit(), ground=ground) == PILOTING + added


def test_thin_snow_is_not_slippery() -> None:
    assert number(unit(), ground="0n1") == PILOTING


@pytest.mark.proves("QR-psr-actions", "piloting.deeds")
def test_the_worked_rolls_of_actions() -> None:
    assert number(unit(piloting=4), DEEDS, "death from above") == 8
    assert number(broken(unit(), "gyro"), DEEDS, "run with damaged gyro or hip") == 8


def test_a_machine_that_is_shut_down_falls_without_a_roll() -> None:
    with Scripted((6, 6), 4, (3, 4)) as dice:
        playing = scene(dice, unit(shut_down=True))
        playing.shaken["red"].append(cause(BLOWS, "kicked"))
        settle_falls(playing)
    assert [check.reason for check in told(playing.events, CheckMade)] == ["piloting.seat_belt"]
    assert told(playing.events, Moved)[-1].facing == 0


def test_a_machine_whose_pilot_is_out_falls_without_a_roll() -> None:
    with Scripted(4, (3, 4)) as dice:
        playing = scene(dice, unit(conscious=False))
        playing.shaken["red"].append(cause(BLOWS, "kicked"))
        settle_falls(playing)
    assert playing.unit("red").condition.prone
