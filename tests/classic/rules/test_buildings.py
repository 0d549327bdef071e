"""Buildings: what they stop, what they bear, how they come down, and what breaking into them does."""

from typing import Any

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.displacement import displace
from overheat.classic.damage.terrain import factor_at, hit_building
from overheat.classic.facts.commands import Aim, Done, Fire, Go, Jump, Step
from overheat.classic.facts.events import Fell, GroundChanged, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.clusters import in_groups
from overheat.kernel.dice import Scripted
from skirmish import NORTH, SOUTH, known, mount, on_turn, refused, say, scene, shot, told, unit

SEVEN, TWELVE, TWO = (3, 4), (6, 6), (1, 1)


def left(after: Scene, hex: str) -> int:
    """The construction factor of a building."""
    return factor_at(after, Hex.parse(hex))


def blue(hex: str = "0103", **others: Any) -> Unit:
    return unit(id="blue", hex=hex, facing=NORTH, **others)


@pytest.mark.proves("buildings.factor", "buildings.factors")
@pytest.mark.parametrize(("kind", "factor"), [(1, 15), (2, 40), (3, 90), (4, 120)])
def test_a_building_whose_map_says_nothing_takes_what_its_kind_takes(kind: int, factor: int) -> None:
    bare = f"0[building:{kind}][bldg_elev:2]"
    assert left(scene(Scripted(), board=f"0 {bare}"), "0102") == factor


@pytest.mark.proves("buildings.factor")
def test_a_building_takes_what_its_map_says_and_open_ground_has_none() -> None:
    around = scene(Scripted(), board="0 0b2.33.1")
    assert (left(around, "0101"), left(around, "0102")) == (0, 33)


@pytest.mark.proves("buildings.absorbs", "buildings.shelters")
def test_walls_stop_a_tenth_of_their_factor_and_take_it_themselves() -> None:
    """An AC/10 at who is inside a building of factor 33: four points stay in the wall, six arrive."""
    attack = shot("AC/10", "0 0 0b2.33.2", target=blue())
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attack.attacker, attack.target, board="0 0 0b2.33.2")
        resolve(around, attack)
    assert [hit.damage for hit in told(around.events, Struck)] == [6]
    assert left(around, "0103") == 29


@pytest.mark.proves("buildings.absorbs")
def test_a_weak_shot_stays_in_the_wall_and_does_it_no_more_than_its_damage() -> None:
    """A medium laser against hardened walls of factor 120, which stop up to twelve points."""
    attack = shot("Medium Laser", "0 0 0b4.120.2", target=blue())
    with Scripted(TWELVE) as dice:
        around = scene(dice, attack.attacker, attack.target, board="0 0 0b4.120.2")
        resolve(around, attack)
    assert not told(around.events, Struck)
    assert left(around, "0103") == 115


@pytest.mark.proves("buildings.shelters")
def test_who_stands_on_the_roof_is_not_sheltered() -> None:
    attack = shot("AC/10", "2 2 0b2.90.2", target=blue(elevation=2))
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attack.attacker, attack.target, board="2 2 0b2.90.2")
        resolve(around, attack)
    assert [hit.damage for hit in told(around.events, Struck)] == [10]
    assert left(around, "0103") == 90


def test_no_walls_stand_between_two_units_inside_one_building() -> None:
    attack = shot("AC/10", "0b2.40.2 0b2.40.2", target=blue("0102"))
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attack.attacker, attack.target, board="0b2.40.2 0b2.40.2")
        resolve(around, attack)
    assert [hit.damage for hit in told(around.events, Struck)] == [10]


def test_every_hex_of_a_building_has_a_factor_of_its_own() -> None:
    around = scene(Scripted(), board="0 0b2.40.2 0b2.40.2")
    hit_building(around, Hex.parse("0102"), 10, "test")
    assert (left(around, "0102"), left(around, "0103")) == (30, 40)


@pytest.mark.proves("buildings.collapse", "buildings.ruins")
def test_a_building_shot_to_nothing_falls_on_who_is_inside() -> None:
    """Factor 40 is 4 points a level, and two levels lie above: 8 points in groups of five."""
    with Scripted(SEVEN, SEVEN) as dice:
        around = scene(dice, blue("0102"), board="0 0b2.40.2")
        hit_building(around, Hex.parse("0102"), 45, "test")
    assert [hit.damage for hit in told(around.events, Struck)] == [5, 3]
    ground = around.state.relief.board[Hex.parse("0102")]
    assert "rubble" in ground
    assert "building" not in ground
    assert "bldg_cf" not in ground


@pytest.mark.proves("buildings.bears")
def test_a_roof_that_cannot_bear_its_machine_any_more_comes_down_with_it() -> None:
    """Fifty tons on factor 55; six points less are too little. The fall is two levels: 5 x 3 points."""
    with Scripted(SEVEN, 1, SEVEN, SEVEN, SEVEN) as dice:
        around = scene(dice, blue("0102", elevation=2), board="0 0b2.55.2")
        hit_building(around, Hex.parse("0102"), 6, "test")
    assert [(fall.levels, fall.damage) for fall in told(around.events, Fell)] == [(2, 15)]
    fallen = around.unit("blue")
    assert fallen.elevation == 0
    assert fallen.condition.prone


@pytest.mark.proves("buildings.bears")
def test_a_roof_bears_as_many_tons_as_its_factor_and_the_ground_floor_any_number() -> None:
    around = scene(Scripted(), blue("0102", elevation=2), board="0 0b2.51.2")
    hit_building(around, Hex.parse("0102"), 1, "test")
    inside = scene(Scripted(), blue("0102"), board="0 0b2.15.2")
    hit_building(inside, Hex.parse("0102"), 5, "test")
    assert (left(around, "0102"), left(inside, "0102")) == (50, 10)


@pytest.mark.proves("buildings.bears")
def test_a_machine_that_jumps_onto_too_weak_a_roof_goes_through_it() -> None:
    before = on_turn(unit(), blue("0103"), board="0 0b2.40.2 0")
    with Scripted(SEVEN, 1, SEVEN, SEVEN, SEVEN) as dice:
        after, events = say(before, dice, Go("jump"), Jump("0102"))
    assert told(events, Fell)[0].levels == 2
    assert "building" not in after.relief.board[Hex.parse("0102")]


@pytest.mark.proves("buildings.trampled")
def test_who_breaks_in_does_the_walls_a_tenth_of_its_weight() -> None:
    """Fifty tons: five points, whether the piloting roll at +1 is made or not."""
    before = on_turn(unit(), blue("0103"), board="0 0b2.40.2 0")
    with Scripted(TWELVE) as dice:
        after, events = say(before, dice, Go("walk"), Step("forward"))
    assert not told(events, Struck)
    assert left(Scene(after, Scripted()), "0102") == 35


@pytest.mark.proves("buildings.scrapes")
def test_who_breaks_in_badly_is_scraped_by_the_walls_and_keeps_its_feet() -> None:
    """Factor 40: four points to the front."""
    before = on_turn(unit(), blue("0103"), board="0 0b2.40.2 0")
    with Scripted(TWO, SEVEN) as dice:
        after, events = say(before, dice, Go("walk"), Step("forward"))
    assert [(hit.damage, hit.what) for hit in told(events, Struck)] == [(4, "walls")]
    assert not after.units["red"].condition.prone


def test_a_vehicle_breaks_in_by_a_driving_roll_and_soldiers_use_the_door() -> None:
    tank, soldiers = known("Vedette Medium Tank"), known("Foot Platoon (Rifle)")
    with Scripted(TWELVE) as dice:
        after, _ = say(on_turn(unit(tank), blue("0103"), board="0 0b1.15.2 0"), dice, Go("walk"), Step("forward"))
    assert left(Scene(after, Scripted()), "0102") == 10
    with Scripted() as dice:
        after, _ = say(on_turn(unit(soldiers), blue("0103"), board="0 0b1.15.2 0"), dice, Go("walk"), Step("forward"))
    assert left(Scene(after, Scripted()), "0102") == 15


def test_a_building_can_be_shot_down_and_is_the_easiest_of_targets() -> None:
    """Gunnery 4, immobile -4, short range: 0. Ten points of an AC/10 bring a building of factor 10 down."""
    red = unit()
    before = on_turn(red, board="0 0 0b1.10.1 0", phase="weapons")
    assert refused(before, Aim("0102")) == "fire.aim"
    with Scripted() as dice:
        aimed, _ = say(before, dice, Aim("0103"))
    gun = mount(red, "AC/10")
    feed = red.plan.feeds[gun][0]
    assert refused(aimed, Fire(gun, "hex 0104", feed)) == "fire.target"
    with Scripted(TWO) as dice:
        after, events = say(aimed, dice, Fire(gun, "hex 0103", feed), Done())
    hit, collapse = told(events, GroundChanged)
    assert (hit.what, hit.by, hit.item, hit.before, hit.after) == ("hit", "fire", "AC/10", 10, 0)
    assert collapse.what == "collapse"
    assert "rubble" in after.relief.board[Hex.parse("0103")]


@pytest.mark.proves("buildings.bears")
def test_who_is_pushed_onto_too_weak_a_roof_goes_through_it() -> None:
    around = scene(Scripted(SEVEN, 1, SEVEN, SEVEN, SEVEN), blue("0101"), board="2 0b2.40.2")
    assert displace(around, "blue", SOUTH, "push")
    assert "building" not in around.state.relief.board[Hex.parse("0102")]
    assert around.unit("blue").condition.prone


@pytest.mark.proves("buildings.reaches_soldiers", "buildings.reaching")
@pytest.mark.parametrize(("kind", "arrives"), [(1, 8), (2, 5), (3, 3), (4, 0)])
def test_a_part_of_a_shot_at_a_building_reaches_the_soldiers_inside(kind: int, arrives: int) -> None:
    """Ten points of an AC/10, rounded up; who sits in battle armour takes all of it, in groups of five."""
    red = unit()
    board = f"0 0 0b{kind}.100.2"
    squad = unit(known("Elemental Battle Armor [Laser](Sqd5)"), id="blue", hex="0103")
    gun = mount(red, "AC/10")
    with Scripted() as dice:
        before, _ = say(on_turn(red, squad, board=board, phase="weapons"), dice, Aim("0103"))
    shots = Fire(gun, "hex 0103", red.plan.feeds[gun][0])
    with Scripted(TWELVE, *[1] * len(in_groups(arrives, 5))) as dice:
        _, events = say(before, dice, shots, Done())
    assert sum(hit.damage for hit in told(events, Struck)) == arrives


def test_a_part_of_a_shot_at_a_building_fells_soldiers_inside_and_none_on_the_roof() -> None:
    """Five of ten points reach the inside of a medium building; direct fire fells a tenth of that, rounded up."""
    red, gun = unit(), mount(unit(), "AC/10")
    for elevation, felled in ((0, 1), (2, 0)):
        platoon = unit(known("Foot Platoon (Rifle)"), id="blue", hex="0103", elevation=elevation)
        with Scripted(TWELVE) as dice:
            around = on_turn(red, platoon, board="0 0 0b2.100.2", phase="weapons")
            after, _ = say(around, dice, Aim("0103"), Fire(gun, "hex 0103", red.plan.feeds[gun][0]), Done())
        assert platoon.condition.troopers - after.units["blue"].condition.troopers == felled
