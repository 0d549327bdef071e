"""Machine gun arrays: linked guns fire together, or each by itself."""

import pytest

from machines import HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import Jammed, ShotsSpent, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, mount, on_turn, refused, relief, replace, say, scene, told, unit

TWO, SEVEN, TWELVE = (1, 1), (3, 4), (6, 6)
BELT = "IS Machine Gun Ammo - Half"


def gunner(guns: int = 4) -> Unit:
    """A machine with an array of so many guns in its left arm."""
    return unit(armed(HUNTER, *["Machine Gun@LA"] * guns, "ISMGA@LA", BELT))


def array(red: Unit, rate: int) -> WeaponAttack:
    blue = unit(id="blue", hex="0102", facing=NORTH)
    return WeaponAttack(relief("0 0"), red, blue, mount(red, "ISMGA"), feed=mount(red, BELT), rate=rate)


@pytest.mark.proves("clusters.together")
def test_the_guns_of_an_array_that_hit_strike_one_place_and_all_of_them_use_ammunition() -> None:
    """Four guns on a 7: three hit, two points each."""
    red = gunner()
    with Scripted(TWELVE, SEVEN, SEVEN) as dice:
        around = scene(dice, red, array(red, 4).target, board="0 0")
        resolve(around, array(red, 4))
    assert [hit.damage for hit in told(around.events, Struck)] == [6]
    assert [spent.left for spent in told(around.events, ShotsSpent)] == [96]


@pytest.mark.proves("salvos.jams")
def test_an_array_does_not_jam() -> None:
    red = unit(armed(HUNTER, *["Machine Gun@LA"] * 2, "ISMGA@LA", BELT), gunnery=0)
    with Scripted(TWO, SEVEN, SEVEN) as dice:
        around = scene(dice, red, array(red, 2).target, board="0 0")
        resolve(around, array(red, 2))
    assert told(around.events, Struck)
    assert not told(around.events, Jammed)


@pytest.mark.proves("fire.array", "salvos.rates")
def test_an_array_fires_all_its_guns_that_work_and_each_gun_once() -> None:
    red = gunner(3)
    blue = unit(id="blue", hex="0102", facing=NORTH)
    before = on_turn(red, blue, phase="weapons")
    belt, linked, gun = mount(red, BELT), mount(red, "ISMGA"), mount(red, "Machine Gun")
    together, alone = Fire(linked, "blue", belt, 3), Fire(gun, "blue", belt)
    shots = [command for command in legal(before, red, "weapons") if isinstance(command, Fire)]
    assert {shot.rate for shot in shots if shot.mount == linked} == {3}
    assert refused(before, Fire(linked, "blue", belt, 2)) == "fire.array"
    with Scripted() as dice:
        assert refused(say(before, dice, together)[0], alone) == "fire.array"
        assert refused(say(before, dice, alone)[0], together) == "fire.array"


@pytest.mark.proves("fire.array")
def test_a_gun_that_is_lost_no_longer_fires_with_its_array_and_one_alone_is_no_array() -> None:
    red = gunner(3)
    blue = unit(id="blue", hex="0102", facing=NORTH)
    belt, linked, gun = mount(red, BELT), mount(red, "ISMGA"), mount(red, "Machine Gun")
    for lost, rate, no in (({gun}, 2, None), ({gun}, 3, "fire.array"), ({gun, gun + 1}, 2, "fire.array")):
        hurt = replace(red, condition=replace(red.condition, lost=frozenset(lost)))
        assert refused(on_turn(hurt, blue, phase="weapons"), Fire(linked, "blue", belt, rate)) == no
