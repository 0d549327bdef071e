"""ProtoMechs: where they are hit, what goes on inside, and how their Points take turns.

The Imp of these tests weighs 6 tons, walks 5 and jumps 4; its torso has 6 points of structure, its legs 4, its arms 2.
"""

from typing import Any

import pytest

from overheat.classic.battle.steps import allowance
from overheat.classic.damage.hits import take
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.events import CrewHurt, CriticalHit, FateMet, MountLost, NearlyMissed, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.riding import boards
from overheat.classic.rules.standard.twists import may_twist
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.refusal import Refusal
from overheat.table.classic.live_sheet import live_sheet
from protomechs import IMP, crossed, imp
from skirmish import armed, bared, forbidden, marked, mount, replace, scene, shot, state, term, told, unit
from vehicles import WARDEN
from vehicles import sheet as vehicle_sheet

AWAKE = (6, 6)


def struck(target: Unit, damage: int, *dice: int | tuple[int, ...]) -> Any:
    """What happens to a ProtoMech that takes a hit."""
    playing = scene(Scripted(*dice), target)
    take(playing, Hit("blue", "front", damage, "test"))
    return playing


@pytest.mark.proves("locations.protomech", "locations.protomechs")
def test_two_dice_say_where_a_protomech_is_hit() -> None:
    rolls = {(1, 1): "MG", (1, 3): "RA", (1, 4): "L", (3, 4): "T", (4, 5): "L", (4, 6): "LA", (6, 6): "HD"}
    for roll, code in rolls.items():
        assert told(struck(imp(), 1, roll).events, Struck)[0].location == code


@pytest.mark.proves("locations.protomech")
def test_three_and_eleven_are_near_misses_that_do_nothing() -> None:
    playing = struck(imp(), 20, (5, 6))
    assert told(playing.events, NearlyMissed)
    assert playing.unit("blue").condition == imp().condition


def test_damage_that_an_arm_cannot_take_goes_on_to_the_torso() -> None:
    playing = struck(imp(), 8, (1, 3), AWAKE)
    assert playing.unit("blue").condition["RA"].destroyed
    assert playing.unit("blue").condition["T"].armour == 12 - 3


@pytest.mark.proves("protomechs.pilot_hurt", "protomechs.boxes")
def test_who_loses_an_arm_is_hurt_by_its_shaded_box() -> None:
    assert len(told(struck(imp(), 5, (1, 3), AWAKE).events, CrewHurt)) == 1


@pytest.mark.proves("protomechs.criticals", "protomechs.critical_numbers")
def test_structure_damage_is_rolled_for_and_eight_is_the_first_critical_hit() -> None:
    for roll, hits in (((1, 6), 0), ((2, 6), 1), ((4, 6), 2), ((6, 6), 3)):
        pilot = [AWAKE] if hits == 3 else []
        playing = struck(bared(imp(), "L"), 1, (1, 4), roll, *pilot)
        assert len(told(playing.events, CriticalHit)) == hits


@pytest.mark.proves("protomechs.torso_weapon", "protomechs.torso_weapons")
def test_a_critical_hit_on_the_torso_hurts_the_pilot_and_may_strike_a_weapon() -> None:
    for die, weapons in ((2, ["ER Small Laser"]), (3, ["ER Micro Laser"]), (5, [])):
        playing = struck(bared(imp(), "T"), 1, (3, 4), (2, 6), AWAKE, die)
        lost = told(playing.events, MountLost)
        assert [playing.unit("blue").sheet.mounts[event.mount].equipment.name for event in lost] == weapons
        assert told(playing.events, CrewHurt)


@pytest.mark.proves("protomechs.destroyed")
def test_the_third_critical_hit_on_the_torso_destroys_a_protomech() -> None:
    playing = struck(bared(crossed(imp(), "T", 2), "T"), 1, (3, 4), (2, 6), AWAKE, 6)
    assert told(playing.events, FateMet)[0].why == "torso_wrecked"


@pytest.mark.proves("protomechs.destroyed")
def test_a_protomech_is_lost_with_its_torso() -> None:
    playing = struck(bared(imp(), "T", 1), 1, (3, 4), AWAKE, AWAKE, AWAKE)
    assert told(playing.events, FateMet)[0].why == "torso_destroyed"


@pytest.mark.parametrize(("hits", "walk", "run"), [(1, 4, 6), (2, 2, 3), (3, 0, 0)])
@pytest.mark.proves("protomechs.legs_hit")
def test_hits_on_the_legs_cost_a_point_then_half_then_all(hits: int, walk: int, run: int) -> None:
    hurt = crossed(imp(), "L", hits)
    field = state(hurt)
    assert (allowance(field, hurt, "walk"), allowance(field, hurt, "run")) == (walk, run)


@pytest.mark.parametrize(("hits", "jump"), [(1, 3), (2, 2)])
@pytest.mark.proves("protomechs.torso_hit")
def test_hits_on_the_torso_cost_jumping_points(hits: int, jump: int) -> None:
    hurt = crossed(imp(), "T", hits)
    assert allowance(state(hurt), hurt, "jump") == jump


@pytest.mark.proves("protomechs.head_hit")
def test_each_hit_on_the_head_costs_one_on_every_shot() -> None:
    assert term(shot("ER Medium Laser", attacker=crossed(imp("red"), "HD", 1)), "protomechs.head_hit") == 1
    assert term(shot("ER Medium Laser", attacker=crossed(imp("red"), "HD", 2)), "protomechs.head_hit") == 2


@pytest.mark.proves("protomechs.blinded")
def test_with_two_hits_on_the_head_there_are_no_shots_at_long_range() -> None:
    far = "0 " * 12 + "0"
    assert forbidden(shot("ER Medium Laser", far, attacker=crossed(imp("red"), "HD", 1))) is None
    assert forbidden(shot("ER Medium Laser", far, attacker=crossed(imp("red"), "HD", 2))) == "protomechs.blinded"


@pytest.mark.proves("protomechs.arm_hit")
def test_a_hit_on_an_arm_costs_the_weapon_in_it_one() -> None:
    hurt = crossed(imp("red"), "LA", 1)
    assert term(shot("Machine Gun", "0 0", attacker=hurt), "protomechs.arm_hit") == 1
    assert term(shot("ER Medium Laser", attacker=hurt), "protomechs.arm_hit") == 0


def test_the_second_hit_on_an_arm_takes_its_weapon() -> None:
    playing = struck(bared(crossed(imp(), "LA", 1), "LA"), 1, (5, 5), (2, 6), AWAKE)
    (lost,) = told(playing.events, MountLost)
    assert playing.unit("blue").sheet.mounts[lost.mount].equipment.name == "Machine Gun"


@pytest.mark.proves("fire.may_twist")
def test_a_protomech_turns_its_torso_by_a_hexside_and_its_main_gun_reaches_all_but_the_rear() -> None:
    standing = imp("red", facing=0)
    assert may_twist.function(standard(), standing, 1) is None
    assert isinstance(may_twist.function(standard(), standing, 3), Refusal)
    gun = standing.sheet.mounts[mount(standing, "ER Medium Laser")]
    here = replace(standing, hex=standing.hex.__class__(5, 5))
    reached = [bears_on(here, gun, here.hex.neighbour(direction)) for direction in range(6)]
    assert reached == [True, True, True, False, True, True]


def test_a_protomech_neither_heats_up_nor_falls() -> None:
    playing = struck(imp(taken=19), 11, (3, 4))
    assert not playing.shaken
    assert playing.unit("blue").condition.heat == 0


def points(count: int) -> Setup:
    """Red has so many ProtoMechs and one machine, blue two machines, far apart."""
    small = [
        Combatant(id=f"red-{at}", side="red", unit="imp.blk", text=IMP, hex=f"{at:02}01") for at in range(1, count + 1)
    ]
    large = [
        Combatant(id=f"{side}-x{at}", side=side, unit="Locust LCT-1V", hex=f"{column:02}{row}")
        for at, (side, column, row) in enumerate((("red", 12, "01"), ("blue", 3, "17"), ("blue", 6, "17")))
    ]
    return Setup(board="crossroads", units=(*small, *large), rounds=1)


@pytest.mark.proves("turns.points")
def test_a_point_of_five_takes_one_turn_in_the_order_of_the_sides() -> None:
    started = Classic().start(points(5), Seeded(1))
    assert not isinstance(started, Refusal)
    assert sorted(started[0].order) == ["blue", "blue", "red", "red"]


@pytest.mark.proves("turns.point_first")
def test_once_one_of_a_point_has_moved_the_others_move_next() -> None:
    game, dice = Classic(), Seeded(1)
    started = game.start(points(5), dice)
    assert not isinstance(started, Refusal)
    field = started[0]
    while game.to_act(field) != "red":
        field = said(game, field, next(iter(game.legal(field, "blue"))), Done())
    field = said(game, field, Choose("red-2"), Done())
    assert game.to_act(field) == "red"
    assert set(game.legal(field, "red")) == {Choose(id) for id in ("red-1", "red-3", "red-4", "red-5")}
    answer = game.apply(field, "red", Choose("red-x0"), dice)
    assert isinstance(answer, Refusal)
    assert answer.id == "turn.unit"
    for id in ("red-1", "red-3", "red-4", "red-5"):
        field = said(game, field, Choose(id), Done())
    assert game.to_act(field) == "blue"


def said(game: Classic, field: Any, *commands: Any) -> Any:
    """The battle after somebody has said something."""
    for command in commands:
        answer = game.apply(field, str(game.to_act(field)), command, Seeded(2))
        assert not isinstance(answer, Refusal), answer
        field = answer[0]
    return field


@pytest.mark.proves("riding.boards")
def test_a_protomech_with_clamps_rides_on_a_machine_of_its_side_and_on_nothing_else() -> None:
    clamped = unit(armed(imp().sheet, "ProtoMagneticClamp@T"), id="small", side="red", hex="0101")
    carrier, tank = unit(id="red", hex="0101"), unit(vehicle_sheet(WARDEN), id="tank", side="red", hex="0101")
    field = state(clamped, carrier)
    assert standard()[boards](field, clamped, carrier) is None
    assert standard()[boards](field, imp("plain", side="red", hex="0101"), carrier) is not None
    assert standard()[boards](state(clamped, tank), clamped, tank) is not None


@pytest.mark.proves("riding.burdens")
def test_a_machine_is_slowed_by_a_protomech_that_is_clamped_to_it() -> None:
    rider = unit(imp().sheet, id="small", side="red", marks=marked("aboard", about="red"))
    carrier = unit(id="red")
    assert allowance(state(carrier), carrier, "walk") == 4
    assert allowance(state(carrier, rider), carrier, "walk") == 2


def test_the_sheet_in_play_shows_what_is_crossed_out() -> None:
    assert live_sheet(imp()) != live_sheet(crossed(imp(), "T", 2))
    assert live_sheet(crossed(imp(), "T", 1)) != live_sheet(crossed(imp(), "T", 2))
