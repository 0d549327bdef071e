"""Squads in battle armour: how hard they are to hit, who of them is hit, and how their troopers fire together."""

from typing import Any

import pytest

from overheat.classic.attack.blows import number_of
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.soldiers import how_many_hit
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ArmourLost, ClusterRolled, FateMet, Felled, Scorched, ShotsSpent, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.unit.equipment import Armour, catalogue
from overheat.kernel.dice import Scripted
from skirmish import NORTH, blow, forbidden, mount, moved, rearmed, relief, replace, scene, shot, term, told, unit
from soldiers import CAVALIERS, ELEMENTALS, SCOUTS, platoon, rifles, squad, volley

SEVEN, TWELVE = (3, 4), (6, 6)


def blue(*lost: int, **others: Any) -> Unit:
    return squad(ELEMENTALS, *lost, id="blue", hex="0103", facing=NORTH, **others)


@pytest.mark.proves("battle_armour.small")
def test_machines_find_battle_armour_hard_to_hit_and_soldiers_do_not() -> None:
    assert term(shot(target=blue()), "battle_armour.small") == 1
    assert term(volley(platoon(), blue()), "battle_armour.small") == 0
    assert term(shot(target=platoon(id="blue", hex="0103")), "battle_armour.small") == 0


@pytest.mark.proves("battle_armour.small")
def test_so_it_is_for_kicks() -> None:
    target = replace(blue(), hex=unit(hex="0102").hex)
    assert "battle_armour.small" in number_of(blow("kick", "LL", target=target))


def clad(armour: str) -> Unit:
    """A blue squad whose suits are of a kind of armour."""
    kind = catalogue().entries[armour]
    assert isinstance(kind, Armour)
    whole = blue()
    places = tuple(replace(place, armour_kind=kind) for place in whole.sheet.locations)
    return replace(whole, sheet=replace(whole.sheet, locations=places))


@pytest.mark.proves("battle_armour.stealth", "battle_armour.stealth_ranges")
@pytest.mark.parametrize(
    ("armour", "added"),
    [("is_ba_basic_stealth", [0, 1, 2]), ("is_ba_stealth", [1, 1, 2]), ("is_ba_improved_stealth", [1, 2, 3])],
)
def test_suits_of_stealth_armour_are_harder_to_hit_the_further_off_they_are(armour: str, added: list[int]) -> None:
    """A medium laser at 2, 5 and 8 hexes."""
    far = [replace(clad(armour), hex=unit(hex=f"010{1 + hexes}").hex) for hexes in (2, 5, 8)]
    board = " ".join(["0"] * 9)
    assert [term(shot("Medium Laser", board, target=target), "battle_armour.stealth") for target in far] == added


def test_soldiers_are_not_deceived_by_stealth_armour() -> None:
    assert term(volley(platoon(), clad("is_ba_improved_stealth")), "battle_armour.stealth") == 0


@pytest.mark.proves("battle_armour.camouflage", "battle_armour.camouflages")
@pytest.mark.parametrize(("hexes", "added"), [(0, 3), (1, 2), (2, 1)])
def test_mimetic_suits_blend_in_less_for_every_hex_they_moved(hexes: int, added: int) -> None:
    target = replace(clad("ba_mimetic_armour"), motion=moved("walk", hexes))
    assert term(shot(target=target), "battle_armour.camouflage") == added
    assert term(volley(platoon(), target), "battle_armour.camouflage") == added
    assert term(shot(target=target), "battle_armour.stealth") == 0


def struck(target: Unit, damage: int, *dice: Any) -> Scene:
    with Scripted(*dice) as thrown:
        around = scene(thrown, unit(), target)
        take(around, Hit("blue", "front", damage, "test"))
    return around


@pytest.mark.proves("battle_armour.trooper")
def test_a_hit_strikes_the_trooper_whose_number_falls_again_if_he_is_out_or_not_there() -> None:
    """A 6 is nobody in a squad of five, and the second is out."""
    around = struck(blue(2), 4, 6, 2, 3)
    assert [event.location for event in told(around.events, Struck)] == ["Trooper 3"]
    assert around.unit("blue").condition["Trooper 3"].armour == 6


def test_ten_points_of_armour_and_the_man_inside_are_eleven_and_the_rest_is_lost() -> None:
    around = struck(blue(), 15, 1)
    assert [event.left for event in told(around.events, Felled)] == [4]
    assert [(event.before, event.after) for event in told(around.events, ArmourLost)] == [(10, 0)]
    assert around.unit("blue").condition["Trooper 2"].armour == 10


def test_ten_points_leave_the_man_alive() -> None:
    around = struck(blue(), 10, 1)
    assert (told(around.events, Felled), around.unit("blue").condition.troopers) == ([], 5)


def test_with_its_last_trooper_a_squad_is_gone_and_he_needs_no_dice() -> None:
    around = struck(blue(1, 2, 3, 4), 11)
    assert [event.unit for event in told(around.events, FateMet)] == ["blue"]


@pytest.mark.proves("battle_armour.barrels")
def test_troopers_hit_by_the_column_of_their_number_each_in_a_place_of_its_own() -> None:
    """A 7 on the column of five is 3 hits of 3 points each."""
    attacker, target = squad(id="red"), unit(id="blue", hex="0102", facing=NORTH)
    with Scripted(TWELVE, SEVEN, SEVEN, SEVEN, SEVEN) as dice:
        around = scene(dice, attacker, target, board="0 0")
        resolve(around, shot("BA Small Laser", "0 0", attacker, target))
    assert [(event.size, event.hits) for event in told(around.events, ClusterRolled)] == [(5, 3)]
    assert [event.damage for event in told(around.events, Struck)] == [3, 3, 3]


@pytest.mark.proves("battle_armour.barrels")
def test_fallen_troopers_fire_no_more() -> None:
    attacker, target = squad(CAVALIERS, 1, 2, 3, id="red"), unit(id="blue", hex="0102", facing=NORTH)
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attacker, target, board="0 0")
        resolve(around, shot("BA Small Laser", "0 0", attacker, target))
    assert [event.damage for event in told(around.events, Struck)] == [3]


@pytest.mark.proves("battle_armour.barrels")
def test_a_support_weapon_of_the_squad_fires_once() -> None:
    attacker, target = squad(id="red"), unit(id="blue", hex="0102", facing=NORTH)
    laser = mount(attacker, "BA Small Laser")
    mounts = list(attacker.sheet.mounts)
    mounts[laser] = replace(mounts[laser], mounting="squad support weapon mount")
    attacker = replace(attacker, sheet=replace(attacker.sheet, mounts=tuple(mounts)))
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attacker, target, board="0 0")
        resolve(around, WeaponAttack(relief("0 0"), attacker, target, laser))
    assert [event.damage for event in told(around.events, Struck)] == [3]


def missiles(target: Unit, *dice: Any) -> Scene:
    """Five suits fire two short-range missiles each."""
    attacker = squad(id="red")
    launcher = next(at for at, held in enumerate(attacker.sheet.mounts) if "srm" in held.equipment.flags)
    attack = WeaponAttack(relief("0 0 0w1"), attacker, target, launcher, feed=attacker.plan.feeds[launcher][0])
    assert forbidden(attack) is None
    with Scripted(TWELVE, *dice) as thrown:
        around = scene(thrown, attacker, target, board="0 0 0w1")
        resolve(around, attack)
    return around


@pytest.mark.proves("battle_armour.missiles")
def test_the_missiles_of_a_squad_are_one_salvo_from_one_shot_of_each_suit() -> None:
    """A 7 on the column of ten is 6 missiles, each of 2 points in a place of its own."""
    around = missiles(unit(id="blue", hex="0103", facing=NORTH), SEVEN, *[SEVEN] * 6)
    assert [event.damage for event in told(around.events, Struck)] == [2] * 6
    assert [event.left for event in told(around.events, ShotsSpent)] == [1]


@pytest.mark.proves("salvos.scorches")
def test_flamers_of_suits_heat_a_machine_up_by_as_many_as_hit() -> None:
    """A 7 on the column of five is 3 flamers, each of 2 points of heat in place of damage."""
    attacker, target = rearmed(squad(id="red"), "Flamer@Squad"), unit(id="blue", hex="0102", facing=NORTH)
    attack = WeaponAttack(relief("0 0"), attacker, target, mount(attacker, "Flamer"), mode="heat")
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attacker, target, board="0 0")
        resolve(around, attack)
    assert [event.heat for event in told(around.events, Scorched)] == [6]
    assert told(around.events, Struck) == []


@pytest.mark.proves("infantry.one_lump")
def test_at_soldiers_the_whole_salvo_counts() -> None:
    """Ten missiles of 2: a fifth of 20 is 4 soldiers in the woods."""
    around = missiles(platoon(id="blue", hex="0103", facing=NORTH))
    assert around.unit("blue").condition.troopers == 24


def test_a_personal_weapon_in_a_suits_mount_counts_as_soldiers_count_it() -> None:
    """Four scouts with rifles: a 7 on the column of four is 3 hits, 1.56 points, in one group of 2."""
    attacker, target = squad(SCOUTS, id="red"), unit(id="blue", hex="0102", facing=NORTH)
    with Scripted(TWELVE, SEVEN, SEVEN) as dice:
        around = scene(dice, attacker, target, board="0 0")
        resolve(around, shot("Auto-Rifle", "0 0", attacker, target))
    assert [event.damage for event in told(around.events, Struck)] == [2]


@pytest.mark.proves("infantry.clusters")
@pytest.mark.parametrize(
    ("count", "roll", "hit"),
    [(8, (1, 1), 2), (8, (2, 2), 3), (17, (5, 4), 14), (14, (2, 2), 6), (23, (5, 5), 19), (36, (4, 4), 22)],
)
def test_columns_that_soldiers_need_are_the_published_ones(count: int, roll: tuple[int, int], hit: int) -> None:
    with Scripted(roll) as dice:
        assert how_many_hit(scene(dice), shot(), count) == hit


def test_more_than_any_column_holds_is_rolled_for_in_parts() -> None:
    """45 are 40 and 5: a 7 on each is 24 and 3."""
    with Scripted(SEVEN, SEVEN) as dice:
        assert how_many_hit(scene(dice), shot(), 45) == 27


def test_soldiers_fire_at_a_squad_in_twos() -> None:
    """17 of 28 do 9 points: 2, 2, 2, 2 and 1, each on a trooper by the dice."""
    men = platoon(id="red")
    with Scripted(TWELVE, SEVEN, 1, 2, 3, 4, 5) as dice:
        around = scene(dice, men, blue())
        resolve(around, WeaponAttack(relief("0 0 0"), men, blue(), rifles(men)))
    assert [place.armour for place in around.unit("blue").condition.locations] == [8, 8, 8, 8, 9]
