"""Weapons that heat their target up: flamers, infernos, plasma; and how much heat others can put into a machine."""

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import HeatSettled, Scorched, Struck
from overheat.classic.rules.standard.scorching import SCORCHED, heat_from_others
from overheat.classic.turn.heat import settle
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, known, marked, mount, on_turn, refused, scene, shot, told, unit

SEVEN, TWELVE = (3, 4), (6, 6)


def hit(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    """A shot that hits; what came of it."""
    with Scripted(TWELVE, *dice) as scripted:
        around = scene(scripted, attack.attacker, attack.target)
        resolve(around, attack)
    return around


@pytest.mark.proves("salvos.scorches")
def test_a_flamer_hurts_or_heats() -> None:
    hurt, heated = hit(shot("Flamer", "0 0"), SEVEN), hit(shot("Flamer", "0 0", mode="heat"))
    assert [struck.damage for struck in told(hurt.events, Struck)] == [2]
    assert not told(hurt.events, Scorched)
    assert [heat.heat for heat in told(heated.events, Scorched)] == [2]
    assert not told(heated.events, Struck)


@pytest.mark.proves("salvos.scorches")
def test_each_inferno_missile_that_hits_is_two_points_of_heat_and_no_damage() -> None:
    """Six missiles on a 7: four hit."""
    around = hit(shot("SRM 6", "0 0", ammunition="IS Ammo SRM-6 Inferno"), SEVEN)
    assert heat_from_others(around.unit("blue")) == 8
    assert not told(around.events, Struck)


@pytest.mark.proves("salvos.scorches")
def test_a_plasma_rifle_hurts_and_heats_by_a_die() -> None:
    around = hit(shot("Plasma Rifle", "0 0", ammunition="ISPlasmaRifleAmmo"), 5, SEVEN)
    assert heat_from_others(around.unit("blue")) == 5
    assert [struck.damage for struck in told(around.events, Struck)] == [10]


@pytest.mark.proves("heat.outside")
@pytest.mark.parametrize(("board", "taken", "felt"), [("0 0", 6, 6), ("0 0", 20, 15), ("0w1f 0", 20, 10)])
def test_others_heat_a_machine_up_by_fifteen_at_most_a_fire_included(board: str, taken: int, felt: int) -> None:
    around = scene(Scripted(), unit(marks=marked(SCORCHED, value=taken)), board=board)
    settle(around)
    (settled,) = told(around.events, HeatSettled)
    assert {part.id: part.value for part in settled.built}["heat.outside"] == felt


@pytest.mark.proves("fire.modes")
def test_a_flamer_may_be_used_for_heat_on_machines_only() -> None:
    red = unit(armed(unit().sheet, "Flamer@LA"))
    flamer = mount(red, "Flamer")
    machine = on_turn(red, unit(id="blue", hex="0102", facing=NORTH), phase="weapons")
    tank = on_turn(red, unit(known("Vedette Medium Tank"), id="blue", hex="0102"), phase="weapons")
    wanted = Fire(flamer, "blue", mode="heat")
    assert wanted in set(legal(machine, red, "weapons"))
    assert wanted not in set(legal(tank, red, "weapons"))
    assert refused(tank, wanted) == "fire.mode"
    assert refused(machine, Fire(mount(red, "Medium Laser"), "blue", mode="heat")) == "fire.mode"
