"""Fires and smoke: what lights woods, what the fire does, how it spreads and where its smoke goes."""

import pytest

from asking import asked
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Aim, Done, Fire, Go, Step
from overheat.classic.facts.events import FateMet, GroundChanged, HeatSettled
from overheat.classic.facts.state import Weather
from overheat.classic.rules.standard.fires import burnt, can_burn, ignites_on
from overheat.classic.sight.trace import sight
from overheat.classic.turn.burning import burn
from overheat.classic.turn.heat import settle
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.kernel.dice import Scripted
from skirmish import known, mount, on_turn, refused, relief, replace, say, scene, shot, told, unit

SEVEN, TWELVE, TWO = (3, 4), (6, 6), (1, 1)
LIGHT, HEAVY = 1, 2


def weapon(name: str) -> Weapon:
    found = catalogue().find(name)
    assert isinstance(found, Weapon)
    return found


def at(after: Scene, hex: str) -> Ground:
    return after.state.relief.board[Hex.parse(hex)]


def downwind(direction: int) -> Weather:
    return Weather(wind_towards=direction)


@pytest.mark.proves("fires.ignites_on", "fires.ignition")
@pytest.mark.parametrize(
    ("name", "ammunition", "needed"),
    [
        ("Flamer", None, 4),
        ("SRM 6", "IS Ammo SRM-6 Inferno", 4),
        ("Medium Laser", None, 7),
        ("PPC", None, 7),
        ("SRM 6", "IS Ammo SRM-6", 9),
        ("AC/10", "IS Ammo AC/10", 9),
    ],
)
def test_flames_light_woods_more_easily_than_beams_and_these_than_shells(
    name: str, ammunition: str | None, needed: int
) -> None:
    assert ignites_on(shot(name, ammunition=ammunition)) == needed


@pytest.mark.proves("fires.ignites_on")
def test_a_designator_lights_nothing() -> None:
    assert ignites_on(shot("TAG")) is None
    assert ignites_on(shot("Medium Laser")) is not None


@pytest.mark.proves("fires.can_burn")
def test_woods_and_fields_burn_once_and_not_in_water() -> None:
    woods, fire, water = Feature("woods"), Feature("fire"), Feature("water")
    assert asked(can_burn)(Ground(0, (woods,)))
    assert asked(can_burn)(Ground(0, (Feature("planted_fields"),)))
    assert not asked(can_burn)(Ground(0, (woods, fire)))
    assert not asked(can_burn)(Ground(0, (woods, water)))
    assert not asked(can_burn)(Ground(0, ()))


@pytest.mark.proves("fires.ignites_on", "fires.can_burn", "fires.has_air")
def test_a_laser_that_hits_a_hex_of_woods_sets_it_alight_on_seven() -> None:
    red = unit()
    laser = mount(red, "Medium Laser")
    for roll, lit in (((3, 3), False), (SEVEN, True)):
        with Scripted() as dice:
            before, _ = say(on_turn(red, board="0 0 0w1 0", phase="weapons"), dice, Aim("0103"))
        with Scripted(TWELVE, roll) as dice:
            after, _ = say(before, dice, Fire(laser, "hex 0103"), Done())
        assert ("fire" in after.relief.board[Hex.parse("0103")]) is lit


@pytest.mark.proves("heat.burning")
def test_a_machine_in_a_burning_hex_takes_in_five_points_of_heat() -> None:
    around = scene(Scripted(), unit(), board="0w1f 0")
    settle(around)
    (settled,) = told(around.events, HeatSettled)
    assert [(part.id, part.value) for part in settled.built] == [("heat.burning", 5)]


@pytest.mark.proves("heat.through_fire")
def test_every_burning_hex_that_a_machine_walks_into_is_two_points_of_heat() -> None:
    """Walking 1, two burning fields 4; the one it stops in is 5 more."""
    field = "0[planted_fields:1]f"
    with Scripted() as dice:
        after, _ = say(on_turn(unit(), board=f"0 {field} {field}"), dice, Go("walk"), Step("forward"), Step("forward"))
    around = Scene(after, Scripted())
    settle(around)
    (settled,) = told(around.events, HeatSettled)
    assert sum(part.value for part in settled.built) == 1 + 4 + 5


@pytest.mark.proves("former.into_fire")
def test_once_only_war_machines_walked_into_a_fire() -> None:
    burning = relief("0 0[planted_fields:1]f 0", ("former_ground",))
    with Scripted() as dice:
        tank, _ = say(replace(on_turn(unit(known("Vedette Medium Tank"))), relief=burning), dice, Go("walk"))
        machine, _ = say(replace(on_turn(unit()), relief=burning), dice, Go("walk"))
    assert refused(tank, Step("forward")) == "movement.into_fire"
    assert refused(machine, Step("forward")) is None


@pytest.mark.proves("fires.survives")
@pytest.mark.parametrize("name", ["Vedette Medium Tank", "Foot Platoon (Rifle)"])
def test_vehicles_and_soldiers_in_a_fire_live_on_eight_or_more(name: str) -> None:
    for roll, lost in (((4, 4), False), (SEVEN, True)):
        with Scripted(roll, TWO) as dice:
            around = scene(dice, unit(known(name), hex="0102"), board="0 0w1f 0")
            burn(around)
        assert bool(told(around.events, FateMet)) is lost


def test_a_machine_needs_no_luck_to_live_through_a_fire() -> None:
    with Scripted(TWO) as dice:
        around = scene(dice, unit(hex="0102"), board="0 0w1f 0")
        burn(around)
    assert around.unit("red").active


@pytest.mark.proves("fires.spreading", "fires.spreads_on")
def test_a_fire_spreads_downwind_on_nine_and_to_the_sides_of_that_on_eleven() -> None:
    """The wind blows south: 0203 lies downwind of 0202, 0302 and 0103 beside that."""
    board = Board(3, 3, (Ground(0, (Feature("woods"),)),) * 9)
    board = board.with_changes({Hex.parse("0202"): Ground(0, (Feature("woods"), Feature("fire")))})
    for roll, spread in (((4, 4), 0), ((4, 5), 1), ((5, 5), 1), ((5, 6), 3)):
        with Scripted(roll, roll, roll, TWO) as dice:
            around = scene(dice, board=board, weather=downwind(3))
            burn(around)
        alight = {str(hex) for hex in board if "fire" in around.state.relief.board[hex]} - {"0202"}
        assert len(alight) == spread
        assert spread != 1 or alight == {"0203"}


@pytest.mark.proves("fires.burns_out", "fires.burnt", "fires.goes_out")
def test_on_eleven_heavy_woods_burn_down_to_light_ones_and_those_to_rough_ground() -> None:
    with Scripted((5, 5)) as dice:
        around = scene(dice, board="0w1f")
        burn(around)
    assert "woods" in at(around, "0101")
    with Scripted((5, 6), (5, 6)) as dice:
        around = scene(dice, board="0w2f")
        burn(around)
        assert (at(around, "0101").amount("woods"), "fire" in at(around, "0101")) == (1, True)
        burn(around)
    assert {feature.kind for feature in at(around, "0101").features} == {"rough"}


@pytest.mark.proves("fires.burnt")
def test_what_has_burnt_down_keeps_its_level() -> None:
    assert asked(burnt)(Ground(2, (Feature("woods"), Feature("fire")))) == Ground(2, (Feature("rough"),))


def test_a_fire_sends_light_smoke_downwind() -> None:
    with Scripted(TWO) as dice:
        around = scene(dice, board="0w1f 0", weather=downwind(3))
        burn(around)
    assert at(around, "0102").amount("smoke") == LIGHT


@pytest.mark.proves("smoke.thins", "smoke.together")
def test_smoke_drifts_a_hex_a_round_and_thins_on_ten() -> None:
    with Scripted((4, 5), (4, 6)) as dice:
        around = scene(dice, board="0s2 0 0", weather=downwind(3))
        burn(around)
        assert [at(around, hex).amount("smoke") for hex in ("0101", "0102", "0103")] == [0, HEAVY, 0]
        burn(around)
    assert [at(around, hex).amount("smoke") for hex in ("0101", "0102", "0103")] == [0, 0, LIGHT]


def test_smoke_that_thins_to_nothing_or_leaves_the_board_is_gone() -> None:
    with Scripted((6, 6), (1, 1)) as dice:
        around = scene(dice, board="0s1 0 0s1", weather=downwind(3))
        burn(around)
    assert [at(around, hex).amount("smoke") for hex in ("0101", "0102", "0103")] == [0, 0, 0]
    assert {change.what for change in told(around.events, GroundChanged)} == {"drift"}


def test_smoke_of_a_fire_stands_in_the_way_of_sight() -> None:
    one, other = unit(), unit(id="blue", hex="0103")
    for smoke, modifier in (("0s1", 1), ("0s2", 2)):
        line = sight(relief(f"0 {smoke} 0"), one.viewpoint, other.viewpoint)
        assert line.modifiers.total == modifier


@pytest.mark.proves("fires.ignites_on")
def test_a_shot_at_a_unit_in_the_woods_lights_nothing() -> None:
    attack = shot("Flamer", "0 0w1")
    with Scripted(TWELVE, SEVEN) as dice:
        around = scene(dice, attack.attacker, attack.target, board="0 0w1")
        resolve(around, attack)
    assert not told(around.events, GroundChanged)
    assert ignites_on(attack) == 4
