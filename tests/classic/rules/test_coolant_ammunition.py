"""Coolant as ammunition: what it takes from who keeps heat, what it does to soldiers, fires that it puts out."""

from typing import Any

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Aim, Fire
from overheat.classic.facts.events import Felled, GroundChanged, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import target_of
from overheat.classic.game import Classic
from overheat.classic.rules.standard.coolant import COOLED
from overheat.classic.rulesets import standard
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.kernel.dice import Scripted
from skirmish import forbidden, on_turn, relief, replace, state, told, unit
from soldiers import platoon
from trucks import truck
from vehicles import WARDEN, sheet

SOUTH = 3


def jet(by: Unit, target: Unit, board: str = "0 0") -> WeaponAttack:
    gun = len(by.sheet.mounts) - 2
    return WeaponAttack(relief(board), by, target, gun, feed=gun + 1)


def sprayed(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    before = replace(state(attack.attacker, attack.target, board=attack.relief.board), relief=attack.relief)
    with Scripted(*dice) as fallen:
        scene = Scene(before, fallen)
        resolve(scene, attack)
    return scene


def hot(heat: int = 20, **facts: Any) -> Unit:
    return unit(id="blue", hex="0102", facing=0, heat=heat, **facts)


@pytest.mark.proves(
    "TO-361-coolant-ammo", "TO-106-coolant-truck-fire-2a", "coolant.takes", "coolant.cools", "coolant.figures",
    "heat.coolant_jets", "salvos.scorches",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "ammunition", "taken"),
    [
        ("Vehicle Flamer", "Vehicle Flamer Ammo", 3),
        ("Heavy Flamer", "Heavy Flamer Ammo", 4),
        ("Fluid Gun", "Fluid Gun Ammo", 3),
    ],
)
def test_a_jet_of_coolant_takes_three_points_of_heat_and_four_from_a_heavy_flamer(
    weapon: str, ammunition: str, taken: int
) -> None:
    scene = sprayed(jet(truck(weapon, ammunition), hot()), (6, 6))
    assert not told(scene.events, Struck)
    cooled = scene.unit("blue")
    assert cooled.marks[COOLED].value == taken
    plain = heat_of(toil_of(scene.state, hot()))[1].total
    assert heat_of(toil_of(scene.state, cooled))[1].total == plain + taken


@pytest.mark.proves("TO-361-coolant-ammo", "coolant.takes", "coolant.figures")
def test_all_jets_of_a_round_take_nine_at_most() -> None:
    by, target = truck("Heavy Flamer", "Heavy Flamer Ammo"), hot()
    values = []
    for _ in range(3):
        target = sprayed(jet(by, target), (6, 6)).unit("blue")
        values.append(target.marks[COOLED].value)
    assert values == [4, 8, 9]


@pytest.mark.proves("TO-106-coolant-truck-fire-2a", "salvos.damage", "coolant.figures")
def test_soldiers_take_it_as_a_point_of_ballistic_fire_and_no_burst() -> None:
    """A tenth of a point rounded up is one, twice that in the open."""
    men = platoon(id="blue", hex="0102", facing=0)
    scene = sprayed(jet(truck(), men), (6, 6))
    assert [men.condition.troopers - event.left for event in told(scene.events, Felled)] == [2]


@pytest.mark.proves("coolant.target")
def test_vehicles_do_not_mind_coolant() -> None:
    assert forbidden(jet(truck(), unit(sheet(WARDEN), id="blue", hex="0102"))) == "coolant.target"


@pytest.mark.proves("TO-106-coolant-truck-fire-2a", "fire.friendly", "fire.own_side")
def test_coolant_and_nothing_else_is_fired_at_a_hot_friend() -> None:
    friend, enemy = hot(side="red"), unit(id="green", hex="0103", facing=0, side="green")
    before = on_turn(truck(), friend, enemy, phase="weapons", board="0 0 0")
    game = Classic()
    shots = [said for said in game.legal(before, "red") if isinstance(said, Fire) and said.target == "blue"]
    gun = len(truck().sheet.mounts) - 2
    assert {said.mount for said in shots} == {gun}
    cool = on_turn(truck(), hot(0, side="red"), enemy, phase="weapons", board="0 0 0")
    assert not [said for said in game.legal(cool, "red") if isinstance(said, Fire) and said.target == "blue"]


def doused(fire: str, *dice: int | tuple[int, ...]) -> list[GroundChanged]:
    by = truck()
    around = state(by, board=f"0 0w1[fire:{fire}]")
    hex = target_of(around, "hex 0102")
    assert hex is not None
    gun = len(by.sheet.mounts) - 2
    attack = WeaponAttack(around.relief, by, hex, gun, feed=gun + 1)
    with Scripted((6, 6), *dice) as fallen:
        scene = Scene(around, fallen)
        resolve(scene, attack)
    return told(scene.events, GroundChanged)


@pytest.mark.proves("TO-106-coolant-truck-fire-2b", "coolant.lands", "coolant.puts_out", "coolant.figures")
def test_coolant_puts_fires_out_on_four_and_those_of_inferno_fuel_on_twelve() -> None:
    assert [event.what for event in doused("1", (1, 3))] == ["put_out"]
    assert not doused("1", (1, 2))
    assert not doused("2", (5, 6))
    assert [event.what for event in doused("2", (6, 6))] == ["put_out"]


@pytest.mark.proves("TO-106-coolant-truck-fire-2b", "coolant.hexes")
def test_a_truck_may_take_a_burning_hex_for_a_target() -> None:
    enemy = unit(id="green", hex="0104", facing=0, side="green")
    before = on_turn(truck(), enemy, phase="weapons", board="0 0[fire:1] 0 0")
    aims = [said.hex for said in Classic().legal(before, "red") if isinstance(said, Aim)]
    assert aims == ["0102"]


@pytest.mark.proves("coolant.worth")
def test_to_a_bot_a_jet_is_worth_the_heat_of_a_friend() -> None:
    from overheat.classic.rules.standard.fire import WORTH

    def worth(attack: WeaponAttack) -> int:
        return sum(rule.function(attack) for rule in standard()[WORTH])

    assert worth(jet(truck(), hot(2, side="red"))) == 2
    assert worth(jet(truck(), hot(20, side="red"))) == 3
    assert worth(jet(truck(), hot(20))) == 0
