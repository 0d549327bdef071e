"""Weapons that fail on the lowest rolls: hyper-velocity autocannons, hyper lasers."""

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CrewHurt, Exploded, MountLost
from overheat.kernel.dice import Scripted
from skirmish import armed, known, replace, scene, shot, told, unit

TWO, THREE, SEVEN, EIGHT = (1, 1), (1, 2), (3, 4), (4, 4)


def missed(attack: WeaponAttack, *dice: tuple[int, ...]) -> Scene:
    with Scripted(*dice) as scripted:
        around = scene(scripted, attack.attacker, attack.target)
        resolve(around, attack)
    return around


@pytest.mark.proves("misfires.fails", "misfires.kinds", "TO-285-hyper-velocity-ac")
def test_a_hyper_velocity_autocannon_explodes_on_a_two_as_ammunition_does() -> None:
    """Five points into the structure of the torso, a roll for critical hits, and the pilot hurt twice."""
    attack = shot("HVAC/5", "0 0 0", ammunition="IS Ammo HVAC/5")
    around = missed(attack, TWO, SEVEN, EIGHT, EIGHT)
    assert told(around.events, MountLost) == [MountLost("red", attack.index, "HVAC/5")]
    assert told(around.events, Exploded) == [Exploded("red", "RT", "HVAC/5", 5)]
    assert len(told(around.events, CrewHurt)) == 2


@pytest.mark.proves("misfires.fails", "misfires.kinds")
def test_a_hyper_laser_explodes_on_a_three_and_less() -> None:
    around = missed(shot("RISC Hyper Laser", "0 0 0"), THREE, SEVEN, EIGHT, EIGHT)
    assert [event.damage for event in told(around.events, Exploded)] == [10]


@pytest.mark.proves("misfires.fails")
def test_in_a_vehicle_it_goes_off_where_it_is_mounted() -> None:
    tank = unit(armed(known("Vedette Medium Tank"), "HVAC/2@FR", "IS Ammo HVAC/2@BD"))
    attack = shot("HVAC/2", "0 0 0", tank, feed=len(tank.sheet.mounts) - 1)
    around = missed(attack, TWO, TWO)
    assert told(around.events, Exploded) == [Exploded("red", "FR", "HVAC/2", 2)]


def test_nothing_explodes_in_a_vehicle_that_is_lost_already() -> None:
    tank = unit(armed(known("Vedette Medium Tank"), "HVAC/2@FR", "IS Ammo HVAC/2@BD"))
    attack = shot("HVAC/2", "0 0 0", tank, feed=len(tank.sheet.mounts) - 1)
    with Scripted(TWO) as scripted:
        around = scene(scripted, replace(attack.attacker, fate="destroyed"), attack.target)
        resolve(around, attack)
    assert told(around.events, MountLost)
    assert not told(around.events, Exploded)
