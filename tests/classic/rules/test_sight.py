"""Line of sight, ruling by ruling, on the smallest boards that show it. A board's rows are columns of text here: all
lines below run down column 1, north to south, so the hexes between are the rows between."""

import pytest

from asking import asked
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse
from overheat.classic.rules.standard.sight import gives_partial_cover, intervenes
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.model import Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight


def look(column: str, heights: tuple[int, int] = (1, 1), rules: tuple[str, ...] = ()) -> Sight:
    """The line between the ends of a column of hexes, such as `0 2w1 0`."""
    board = parse(column.replace(" ", " / "))
    return between(board, Hex(1, 1), Hex(1, board.height), heights, rules)


def between(
    board: Board, start: Hex, end: Hex, heights: tuple[int, int] = (1, 1), rules: tuple[str, ...] = ()
) -> Sight:
    ends = Viewpoint.on(board, start, heights[0]), Viewpoint.on(board, end, heights[1])
    return sight(Relief(board, ruleset(rules)), *ends)


def blocker(line: Sight) -> str | None:
    return line.refusal.id if line.refusal else None


@pytest.mark.proves("QR-los-intervening")
def test_a_hill_as_high_as_both_units_blocks() -> None:
    line = look("0 0 2 0 0")
    assert blocker(line) == "sight.ground"
    assert line.refusal is not None
    assert line.refusal.facts == {"hex": "0103"}
    assert str(line.refusal) == (
        "ground in 0103, up to level 2 blocks the line of sight [Quick Reference: Line of Sight, p. 22 / 100]"
    )


def test_a_hill_lower_than_standing_units_does_not_block() -> None:
    assert look("0 0 1 0 0").visible


@pytest.mark.proves("QR-los-intervening")
def test_a_hill_that_is_lower_than_one_unit_blocks_only_next_to_the_other() -> None:
    assert look("2 0 3 0 0").visible
    assert blocker(look("2 0 0 3 0")) == "sight.ground"
    assert blocker(look("0 3 0 0 2")) == "sight.ground"
    assert blocker(look("0 3 0 0 9")) == "sight.ground"


@pytest.mark.proves("QR-los-intervening")
def test_the_worked_cases_of_intervening_hold() -> None:
    assert asked(intervenes)(2, 2, 2, 2, 2) is True
    assert asked(intervenes)(3, 4, 2, 2, 1) is True
    assert asked(intervenes)(3, 4, 2, 2, 2) is False


@pytest.mark.proves("sight.ground")
def test_a_prone_unit_is_hidden_by_what_a_standing_one_looks_over() -> None:
    assert look("0 0 1 0 0", heights=(1, 0)).visible
    assert not look("0 0 1 0 0", heights=(0, 0)).visible
    assert not look("0 0 0 1 0", heights=(1, 0)).visible


def test_adjacent_units_always_see_each_other_over_land() -> None:
    assert look("9 0").visible
    assert look("0 9").visible
    assert look("0w2 0w2").visible


@pytest.mark.proves("sight.fills_the_view")
def test_three_points_block_where_two_do_not() -> None:
    assert look("0 0w1 0w1 0").visible
    assert not look("0 0w1 0w1 0w1 0").visible


@pytest.mark.proves("sight.woods")
def test_woods_of_every_grade_thin_the_view() -> None:
    assert look("0 0w1 0").count("light woods") == 1
    assert look("0 0j2 0").count("heavy jungle") == 1


@pytest.mark.proves("sight.smoke")
def test_smoke_of_every_grade_thins_the_view() -> None:
    assert look("0 0s1 0").count("light smoke") == 1
    assert look("0 0s4 0").count("heavy smoke") == 1


@pytest.mark.parametrize(
    ("column", "sees", "modifier"),
    [
        ("0 0w1 0 0", True, 1),
        ("0 0w1 0w1 0", True, 2),
        ("0 0w2 0 0", True, 2),
        ("0 0w1 0w1 0w1 0", False, 0),
        ("0 0w2 0w1 0", False, 0),
        ("0 0w3 0 0", False, 0),
        ("0 0j1 0w1 0", True, 2),
        ("0 0s1 0s1 0", True, 2),
        ("0 0s2 0s1 0", False, 0),
        ("0 0w1s1 0 0", True, 2),
        ("0 0w1s1 0s1 0", False, 0),
        ("0 0s3 0s4 0", False, 0),
    ],
)
def test_woods_and_smoke_add_up_and_three_points_block(column: str, sees: bool, modifier: int) -> None:
    line = look(column)
    assert (line.visible, line.modifiers.total) == (sees, modifier)
    assert blocker(line) == (None if sees else "sight.fills_the_view")


def test_woods_below_the_line_do_not_count() -> None:
    assert look("2 0w1 0w1 0w1 2").modifiers.total == 0
    assert look("2 0w1 0w1 0w1 0").modifiers.total == 1
    assert look("0 0w1h1 0").modifiers.total == 0


@pytest.mark.proves("to_hit.target_hex_terrain", "terrain.kinds")
def test_the_woods_that_units_stand_in_do_not_block() -> None:
    line = look("0w2 0 0w2")
    assert line.visible
    assert line.modifiers.total == 0
    assert line.target_hex.total == 2


@pytest.mark.proves("QR-attack-terrain")
def test_light_woods_cost_one_and_heavy_woods_two_between_and_around_the_target() -> None:
    both = parse("0 / 0w1 / 0w2 / 0")
    assert between(both, Hex(1, 1), Hex(1, 3)).modifiers.total == 1
    assert between(both, Hex(1, 1), Hex(1, 3)).target_hex.total == 2
    assert look("0w2 0 0w2").target_hex["to_hit.target_in.heavy_woods"].value == 2


@pytest.mark.proves("QR-attack-terrain")
def test_partial_cover_costs_one_once_wherever_it_comes_from() -> None:
    hill, water, both = look("0 0 1 0"), look("1 0 -1 0~1"), look("0 0 0 0~1")
    assert (hill.modifiers.total, hill.target_hex.total) == (1, 0)
    assert (water.modifiers.total, water.target_hex.total) == (0, 1)
    assert both.modifiers.total + both.target_hex.total == 1


@pytest.mark.proves("sight.planted_field", "sight.industrial_zone")
def test_fields_count_half_and_industrial_zones_one_point() -> None:
    field, zone = "0[planted_fields:1]", "0[heavy_industrial:2]"
    assert look(f"0 {field} 0 0", heights=(0, 0)).modifiers.total == 0
    assert look(f"0 {field} {field} 0", heights=(0, 0)).modifiers.total == 1
    assert look(f"0 {zone} {zone} 0").modifiers.total == 2
    assert not look(f"0 {zone} {zone} {zone} 0").visible


@pytest.mark.proves("QR-partial-cover")
def test_ground_next_to_a_standing_unit_and_one_level_lower_than_it_gives_partial_cover() -> None:
    line = look("0 0 1 0")
    assert line.target_cover is not None
    assert str(line.target_cover) == "ground in 0103, up to level 1"
    assert line.attacker_cover is None
    assert line.modifiers["to_hit.partial_cover"].value == 1
    assert look("0 1 0 0").attacker_cover is not None


@pytest.mark.proves("QR-partial-cover", "to_hit.cover_by_water", "sight.partial_cover")
def test_a_higher_attacker_cancels_partial_cover_but_not_that_of_water() -> None:
    assert look("0 0 1 0").target_cover is not None
    assert look("1 0 1 0").target_cover is None
    assert look("4 0 0 0~1").target_hex["to_hit.partial_cover"].value == 1


@pytest.mark.proves("QR-partial-cover")
def test_the_worked_cases_of_partial_cover_hold() -> None:
    assert asked(gives_partial_cover)(1, 2, 1, 3) is False
    assert asked(gives_partial_cover)(1, 2, 1, 2) is True


def test_units_of_one_level_have_no_partial_cover() -> None:
    assert look("0 0 0 0", heights=(0, 0)).target_cover is None
    assert look("-1 0 0 -1", heights=(0, 0)).target_cover is None


@pytest.mark.proves("sight.building")
def test_a_building_blocks_and_covers_by_its_height() -> None:
    assert blocker(look("0 0b2.40.2 0 0")) == "sight.building"
    assert look("0 0 0b2.40.1 0").target_cover is not None
    assert look("0 0T1.40.1 0 0").visible
    assert not look("0 0T1.40.2 0 0").visible


@pytest.mark.proves("QR-building-interior")
def test_inside_one_building_each_hex_between_costs_one_and_three_block() -> None:
    part = "0b2.40.3"
    assert look(f"{part} {part}").modifiers.total == 0
    assert look(f"{part} {part} {part}").modifiers.total == 1
    assert look(f"{part} {part} {part} {part}").modifiers.total == 2
    assert blocker(look(" ".join([part] * 5))) == "sight.same_building"


@pytest.mark.proves("QR-building-interior")
def test_levels_of_one_building_between_two_units_cost_one_each() -> None:
    part = "0b2.40.5"
    assert look(f"{part} {part}", heights=(1, 3)).modifiers.total == 1
    assert look(f"{part} {part}", heights=(1, 2)).modifiers.total == 0


def test_two_buildings_are_not_one() -> None:
    assert blocker(look("0b2.40.3 0b3.90.3 0b2.40.3")) == "sight.building"
    assert blocker(look("0b2.40.3^ 0b2.40.3^ 0b2.40.3^")) == "sight.building"


def test_on_the_roof_is_not_inside() -> None:
    part = "0b2.40.2"
    assert look(f"{part} {part} {part}", heights=(3, 3)).modifiers.total == 0
    assert look(f"{part} {part} {part}", heights=(1, 1)).modifiers["sight.same_building"].value == 1


@pytest.mark.proves("sight.submerged", "sight.wet")
def test_the_water_surface_hides_what_is_submerged() -> None:
    assert blocker(look("0 0 0~2")) == "sight.submerged"
    assert blocker(look("0~2 0 0")) == "sight.submerged"
    assert blocker(look("0 0~2")) == "sight.submerged"


@pytest.mark.proves("sight.bottom")
def test_under_water_the_line_is_free_where_the_water_is() -> None:
    assert look("0~2 0~2 0~2").visible
    assert look("0~2 0~1 0~2", heights=(1, 1)).visible
    assert blocker(look("0~2 0 0~2")) == "sight.bottom"
    assert blocker(look("0~3 0~1 0~3")) == "sight.bottom"


def test_the_legs_of_a_unit_in_shallow_water_see_under_water() -> None:
    assert look("0~1 0~2 0~2").visible
    assert blocker(look("0~1 0 0~2")) == "sight.bottom"


def test_woods_and_hills_do_not_matter_under_water() -> None:
    assert look("0~2 0~2w2 0~2").modifiers.total == 0


def test_a_line_along_hexsides_is_taken_the_way_that_is_worse_for_the_attacker() -> None:
    open_left = parse("0 0 0 / 0 3 0 / 0 0 0")
    line = between(open_left, Hex(1, 2), Hex(3, 2))
    assert blocker(line) == "sight.ground"
    assert line.side == "right"
    wooded = parse("0 0w1 0 / 0 0w2 0 / 0 0 0")
    assert between(wooded, Hex(1, 2), Hex(3, 2)).modifiers.total == 2
    assert between(wooded, Hex(3, 2), Hex(1, 2)).side == "left"


def test_hexes_beside_a_line_along_hexsides_count_on_one_side_only() -> None:
    board = parse("0 0w1 0 / 0 0w1 0 / 0 0 0")
    assert between(board, Hex(1, 2), Hex(3, 2)).modifiers.total == 1


def test_a_line_that_touches_a_corner_crosses_the_hex() -> None:
    start, end = Hex(1, 1), Hex(2, 5)
    steps = [step for step in start.line(end) if len(step) == 1]
    assert [str(step[0]) for step in steps] == ["0102", "0202", "0103", "0203", "0104", "0204"]


@pytest.mark.proves("TO-080-dead-zone-threshold", "TO-080-dead-zone-example")
def test_a_hill_close_to_the_lower_unit_puts_it_into_a_dead_zone() -> None:
    assert look("3 0 0 3 0 0").visible
    assert blocker(look("3 0 0 3 0 0", rules=("dead_zones",))) == "sight.dead_zone"
    assert blocker(look("0 0 3 0 0 3", rules=("dead_zones",))) == "sight.dead_zone"


def test_the_printed_example_of_a_dead_zone_leaves_the_line_open() -> None:
    hill_2_above_the_lower_and_1_below_the_higher_unit = "3 0 3 0 0 0 0 0"
    assert look(hill_2_above_the_lower_and_1_below_the_higher_unit, rules=("dead_zones",)).visible
    assert not look("3 0 3 0 0", rules=("dead_zones",)).visible
