"""Movement points: how many a machine has, what every kind of step costs, and where it cannot go."""

from typing import Any

import pytest

from asking import asked
from machines import HUNTER
from overheat.classic.battle.steps import Prospect, allowance, entered, turned
from overheat.classic.facts.state import Unit, Weather
from overheat.classic.rules.standard.movement import run_points, walk_points
from overheat.classic.rules.standard.skids import skid_damage, skid_distance
from overheat.classic.rules.standard.switches import SEARCHLIGHT
from overheat.kernel.refusal import Refusal
from skirmish import armed, broken, known, maimed, marked, mount, moved, replace, shot_up, state, unit

WALKING = moved("walk")


def step(
    column: str, mover: Unit | None = None, way: str = "forward", weather: Weather | None = None
) -> Prospect | Refusal:
    """A step of a machine with points to spare from the first hex of a column into the second."""
    strong = unit(replace(unit().sheet, walk=9)) if mover is None else mover
    walker = replace(strong, motion=WALKING if strong.motion.mode == "stationary" else strong.motion)
    return entered(state(walker, board=column, weather=weather), walker, way)


def cost(column: str, mover: Unit | None = None, **facts: Any) -> int:
    found = step(column, mover, **facts)
    assert isinstance(found, Prospect), found
    return int(found.cost.total)


def refusal(column: str, mover: Unit | None = None, **facts: Any) -> str:
    found = step(column, mover, **facts)
    assert isinstance(found, Refusal)
    return found.id


def walk(mover: Unit) -> int:
    return int(walk_points(state(mover), mover).total)


def run(mover: Unit) -> int:
    return allowance(state(mover), mover, "run")


@pytest.mark.proves("QR-run-mp", "movement.run")
def test_running_is_one_and_a_half_times_walking() -> None:
    assert {points: asked(run_points)(points) for points in (1, 2, 3, 4, 5, 6, 7, 9)} == {
        1: 2,
        2: 3,
        3: 5,
        4: 6,
        5: 8,
        6: 9,
        7: 11,
        9: 14,
    }


@pytest.mark.proves("QR-terrain-costs", "movement.terrain", "movement.terrain_costs", "terrain.kinds")
@pytest.mark.parametrize(
    ("hex", "points"),
    [
        ("0r", 2),
        ("0u", 2),
        ("0w1", 2),
        ("0w2", 3),
        ("0j1", 3),
        ("0j2", 4),
        ("0[rough:2]", 3),
        ("0[rubble:6]", 3),
    ],
)
def test_every_kind_of_terrain_has_its_price(hex: str, points: int) -> None:
    assert cost(f"0 {hex}") == points


@pytest.mark.proves("QR-terrain-costs", "movement.walls", "movement.terrain_costs")
@pytest.mark.parametrize(("hex", "points"), [("0b1.15.2", 2), ("0b2.40.2", 3), ("0b3.90.2", 4), ("0b4.120.2", 5)])
def test_walls_cost_by_their_strength(hex: str, points: int) -> None:
    assert cost(f"0 {hex}") == points


@pytest.mark.proves("QR-terrain-costs", "movement.terrain")
@pytest.mark.parametrize(("hex", "points"), [("0~1", 1 + 1 + 1), ("0~2", 1 + 3 + 2)])
def test_water_costs_its_depth_besides_the_levels_down_to_the_bottom(hex: str, points: int) -> None:
    assert cost(f"0 {hex}") == points


@pytest.mark.proves("QR-terrain-costs", "movement.terrain")
def test_deep_water_costs_three_more_from_as_deep_a_hex() -> None:
    assert cost("0~3 0~3", replace(unit(replace(unit().sheet, walk=9)), elevation=-3)) == 1 + 3


def test_clear_ground_sand_and_roads_cost_nothing_more() -> None:
    for hex in ("0", "0d", "0p", "0=^03"):
        assert cost(f"0 {hex}") == 1


@pytest.mark.proves("movement.terrain")
def test_who_follows_a_road_pays_nothing_for_what_it_leads_through() -> None:
    assert cost("0=^03 0w2=^03") == 1
    assert cost("0 0w2=^03") == 3


@pytest.mark.proves("QR-terrain-costs", "movement.levels")
def test_a_level_up_or_down_costs_a_point() -> None:
    assert [cost("0 1"), cost("0 2"), cost("1 0"), cost("2 0")] == [2, 3, 2, 3]
    assert cost("0 1w2") == 4


@pytest.mark.proves("movement.too_steep")
def test_a_machine_climbs_two_levels_and_none_backwards() -> None:
    assert refusal("0 3") == "movement.too_steep"
    assert refusal("3 0") == "movement.too_steep"
    back = replace(unit(replace(unit().sheet, walk=9)), facing=0)
    assert cost("0 0", back, way="back") == 1
    assert refusal("0 1", back, way="back") == "movement.too_steep"


@pytest.mark.proves("movement.impassable")
def test_impassable_ground_is_not_entered() -> None:
    assert refusal("0 0x") == "movement.impassable"


@pytest.mark.proves("QR-terrain-modifications-move", "movement.modified", "terrain.kinds")
@pytest.mark.parametrize(("hex", "points"), [("0i", 2), ("0ri", 3), ("0m", 2), ("0n2", 2), ("0g", 2), ("0w1m", 3)])
def test_ice_mud_deep_snow_and_swamp_cost_a_point_on_top(hex: str, points: int) -> None:
    assert cost(f"0 {hex}") == points


@pytest.mark.proves("QR-weather-movement", "movement.fog", "movement.fog_costs")
def test_fog_slows_everybody() -> None:
    assert cost("0 0", weather=Weather(fog="light")) == 2
    assert cost("0 0", weather=Weather(fog="heavy")) == 3


@pytest.mark.proves("QR-weather-movement", "movement.darkness", "movement.darkness_costs")
def test_the_night_slows_who_has_no_searchlight_on() -> None:
    lit = unit(marks=marked(SEARCHLIGHT))
    assert cost("0 0", weather=Weather(light="full moon")) == 2
    assert cost("0 0", weather=Weather(light="moonless")) == 3
    assert cost("0 0", lit, weather=Weather(light="moonless")) == 1
    assert cost("0 0", weather=Weather(light="moonless", fog="heavy")) == 5


@pytest.mark.proves("QR-additional-movement", "movement.other_costs")
def test_a_turn_costs_a_point_a_hexside_and_a_quads_step_aside_one_more() -> None:
    walker = unit(motion=WALKING)
    turn = turned(state(walker), walker, "left")
    assert isinstance(turn, Prospect)
    assert turn.cost.total == 1
    quad = unit(known("Scorpion SCP-1N"), facing=4)
    assert cost("0 0r", quad, way="shift left") == 3


@pytest.mark.proves("movement.heat")
def test_every_five_points_of_heat_cost_a_walking_point() -> None:
    assert [walk(unit(heat=heat)) for heat in (0, 4, 5, 9, 10, 24, 25)] == [4, 4, 3, 3, 2, 0, 0]


@pytest.mark.proves("QR-crit-foot", "movement.legs")
def test_a_foot_costs_a_walking_point() -> None:
    hurt = broken(unit(replace(unit().sheet, walk=5)), "foot actuator@LL")
    assert (walk(hurt), run(hurt)) == (4, 6)


@pytest.mark.proves("QR-crit-leg-actuators", "movement.legs")
def test_each_actuator_of_a_leg_costs_a_walking_point() -> None:
    hurt = broken(unit(), "upper leg actuator@LL", "lower leg actuator@LL")
    assert (walk(hurt), run(hurt)) == (2, 3)


@pytest.mark.proves("QR-crit-hip", "movement.legs")
def test_a_hip_halves_the_walking_points_and_two_leave_none() -> None:
    five, six = unit(replace(unit().sheet, walk=5)), unit(replace(unit().sheet, walk=6))
    hurt = broken(five, "hip@LL")
    assert (walk(hurt), run(hurt)) == (3, 5)
    stuck = broken(six, "hip@LL", "hip@RL")
    assert (walk(stuck), run(stuck)) == (0, 0)


@pytest.mark.proves("QR-crit-hip", "movement.legs")
def test_a_hip_overrides_the_other_actuators_of_its_leg() -> None:
    five = unit(replace(unit().sheet, walk=5))
    assert walk(broken(five, "hip@LL", "foot actuator@LL", "upper leg actuator@LL")) == 3
    assert walk(broken(five, "hip@LL", "foot actuator@RL")) == 2


@pytest.mark.proves("movement.lost_legs", "movement.can_run")
def test_a_biped_that_lost_a_leg_hops_a_hex_and_does_not_run() -> None:
    assert (walk(maimed(unit(), "LL")), run(maimed(unit(), "LL"))) == (1, 0)
    assert walk(maimed(unit(), "LL", "RL")) == 0
    assert walk(broken(maimed(unit(), "LL"), "hip@RL", "foot actuator@RL")) == 1


@pytest.mark.proves("movement.lost_legs", "movement.can_run")
def test_a_quad_loses_a_point_with_its_first_leg_and_nearly_all_with_the_second() -> None:
    quad = unit(known("Scorpion SCP-1N"))
    assert walk(quad) == 6
    assert (walk(maimed(quad, "FLL")), run(maimed(quad, "FLL"))) == (5, 8)
    assert (walk(maimed(quad, "FLL", "RRL")), run(maimed(quad, "FLL", "RRL"))) == (1, 0)
    assert walk(maimed(quad, "FLL", "RRL", "RLL")) == 0
    assert walk(broken(maimed(quad, "FLL"), "hip@RRL")) == 3
    assert walk(broken(quad, "hip@RRL", "hip@FRL")) == 2


@pytest.mark.proves("movement.jump")
def test_a_machine_jumps_as_far_as_its_working_jets_carry_it() -> None:
    hunter = unit()
    assert allowance(state(hunter), hunter, "jump") == 4
    limping = shot_up(hunter, mount(hunter, "Jump Jet"))
    assert allowance(state(limping), limping, "jump") == 3
    one_sided = maimed(hunter, "LT")
    assert allowance(state(one_sided), one_sided, "jump") == 2
    hot = unit(heat=20)
    assert allowance(state(hot), hot, "jump") == 4


@pytest.mark.proves("movement.heat")
def test_a_machine_with_a_single_point_left_may_enter_one_hex_whatever_it_costs() -> None:
    slow = unit(heat=15, motion=WALKING)
    assert cost("0 0w2", slow) == 3
    assert refusal("0 0w2", replace(slow, motion=replace(WALKING, spent=1))) == "movement.points"


@pytest.mark.proves("skids.distance")
def test_a_skid_is_half_as_long_as_the_way_before_it() -> None:
    assert [asked(skid_distance)(hexes) for hexes in (1, 2, 3, 6, 7)] == [1, 1, 2, 3, 4]


@pytest.mark.proves("skids.damage")
def test_each_hex_of_a_skid_does_half_of_what_a_fall_does() -> None:
    assert asked(skid_damage)(55, 1) == 3
    assert asked(skid_damage)(100, 3) == 15
    assert asked(skid_damage)(20, 4) == 4


@pytest.mark.proves("movement.prohibited", "terrain.kinds")
@pytest.mark.parametrize(
    ("motive", "closed", "passable"),
    [
        ("tracked", ("0w2", "0j1", "0j2", "0~1"), ("0", "0w1", "0r", "0u", "0n2")),
        ("wheeled", ("0w1", "0w2", "0r", "0u", "0j1", "0~1", "0n2"), ("0", "0d")),
        ("hover", ("0w1", "0w2", "0j1"), ("0", "0r", "0u", "0~1", "0~3")),
    ],
)
def test_vehicles_cannot_enter_every_terrain(motive: str, closed: tuple[str, ...], passable: tuple[str, ...]) -> None:
    tank = unit(replace(known("Vedette Medium Tank"), motive=motive, walk=20))
    assert {hex: isinstance(step(f"0 {hex}", tank), Refusal) for hex in closed} == dict.fromkeys(closed, True)
    assert {hex: isinstance(step(f"0 {hex}", tank), Refusal) for hex in passable} == dict.fromkeys(passable, False)


@pytest.mark.proves("movement.prohibited")
def test_a_road_leads_vehicles_through_what_is_closed_to_them() -> None:
    tank = unit(replace(known("Vedette Medium Tank"), walk=20))
    assert isinstance(step("0 0w2=^03", tank), Refusal)
    assert cost("0=^03 0w2=^03", tank) == 1


@pytest.mark.proves("movement.triple_strength", "movement.heat")
def test_triple_strength_myomer_adds_two_points_from_nine_points_of_heat_on() -> None:
    strong = armed(HUNTER, "Triple Strength Myomer@LT")
    assert [walk(unit(strong, heat=heat)) for heat in (0, 8, 9, 10, 25)] == [4, 3, 5, 4, 1]
    assert walk(unit(heat=9)) == 3
    assert walk(maimed(unit(strong, heat=9), "LL")) == 0
