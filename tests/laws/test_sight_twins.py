"""The fast twin of sight answers as the plain one does, on every board; and sight keeps its laws."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from boards import CORPUS, needs_corpus, random_boards
from overheat.classic.board.board import Board
from overheat.classic.board.board_file import read_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.sight import HALF_POINTS, OVERSHADOWS, fills_the_view
from overheat.classic.rulesets import CLASSIC, LAYERS, ruleset, standard
from overheat.classic.sight import field
from overheat.classic.sight.model import Shadow, Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.kernel.dice import Seeded
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from skirmish import with_needs

OPTIONS = sorted(LAYERS.keys() - {CLASSIC.id})
HOUSE_RULE = TOTAL_WARFARE("a rule of the house")
HEIGHTS = some.integers(-2, 5)


def answer(line: Sight) -> tuple[int, bool, bool]:
    """What the fast twin tells of a line, told by the plain one."""
    if not line.visible:
        return field.UNSEEN, False, False
    return int(line.modifiers.total), line.target_cover is not None, line.attacker_cover is not None


def check_pairs(
    board: Board, heights: tuple[int, int], pairs: list[tuple[Hex, Hex]], rules: Ruleset | None = None
) -> None:
    """Hold both twins against each other over some pairs of hexes."""
    relief = Relief(board, rules or standard())
    seen = field.all_pairs(relief, *heights)
    for start, end in pairs:
        viewer, target = Viewpoint.on(board, start, heights[0]), Viewpoint.on(board, end, heights[1])
        at = field.hex_number(relief, start), field.hex_number(relief, end)
        fast = int(seen.modifier[at]), bool(seen.target_cover[at]), bool(seen.attacker_cover[at])
        assert fast == answer(sight(relief, viewer, target)), f"{start} to {end} at heights {heights}"


def every_pair(board: Board) -> list[tuple[Hex, Hex]]:
    return [(start, end) for start in board for end in board]


def random_pairs(board: Board, count: int) -> list[tuple[Hex, Hex]]:
    dice = Seeded(1, stream="pairs")
    hexes = list(board)
    return [
        (hexes[dice.roll("from", 1, len(hexes)).total - 1], hexes[dice.roll("to", 1, len(hexes)).total - 1])
        for _ in range(count)
    ]


@settings(max_examples=60)
@given(random_boards(most=7), HEIGHTS, HEIGHTS)
def test_twins_agree_on_random_boards(board: Board, viewer: int, target: int) -> None:
    check_pairs(board, (viewer, target), every_pair(board))


def test_twins_agree_on_a_board_too_large_to_keep_its_lines() -> None:
    board = generate(3, 120, 110, "hills")
    relief = Relief(board, standard())
    viewer = Viewpoint.on(board, Hex(60, 7))
    seen = field.field(relief, viewer)
    for _, end in random_pairs(board, 1000):
        at = end.row - 1, end.column - 1
        fast = int(seen.modifier[at]), bool(seen.target_cover[at]), bool(seen.attacker_cover[at])
        assert fast == answer(sight(relief, viewer, Viewpoint.on(board, end)))


@pytest.mark.parametrize("landscape", PRESETS)
def test_twins_agree_on_generated_maps(landscape: str) -> None:
    board = generate(3, 32, 34, landscape)
    check_pairs(board, (1, 0), random_pairs(board, 600))


@needs_corpus
@pytest.mark.parametrize("path", sorted((CORPUS / "boards").rglob("*.board")), ids=lambda path: path.stem)
def test_twins_agree_on_real_boards(path: Path) -> None:
    board = read_board(path).board
    if board.width * board.height > 2500:
        board = Board(40, 40, tuple(board[Hex(column, row)] for row in range(1, 41) for column in range(1, 41)))
    check_pairs(board, (1, 1), random_pairs(board, 250))


@settings(max_examples=60)
@given(random_boards(), HEIGHTS, some.integers(1, 81))
def test_the_field_of_one_hex_is_its_row_of_all_pairs(board: Board, height: int, number: int) -> None:
    relief = Relief(board, standard())
    hex = list(board)[number % (board.width * board.height)]
    one = field.field(relief, Viewpoint.on(board, hex, 1), height)
    row = field.all_pairs(relief, 1, height).modifier[field.hex_number(relief, hex)]
    assert np.array_equal(one.modifier.ravel(), row)


@settings(max_examples=60)
@given(random_boards(most=7), HEIGHTS, HEIGHTS)
def test_twins_agree_under_dead_zones(board: Board, viewer: int, target: int) -> None:
    check_pairs(board, (viewer, target), every_pair(board), ruleset(["dead_zones"]))


@pytest.mark.parametrize("landscape", PRESETS)
def test_twins_agree_under_dead_zones_on_generated_maps(landscape: str) -> None:
    board = generate(3, 32, 34, landscape)
    check_pairs(board, (1, 0), random_pairs(board, 600), ruleset(["dead_zones"]))


@pytest.mark.parametrize("layer", OPTIONS)
@settings(max_examples=8)
@given(board=random_boards(most=5), viewer=HEIGHTS, target=HEIGHTS)
def test_twins_agree_under_every_option(layer: str, board: Board, viewer: int, target: int) -> None:
    check_pairs(board, (viewer, target), every_pair(board), ruleset(with_needs(layer)))


@pytest.mark.parametrize("layer", OPTIONS)
def test_no_option_leaves_sight_to_the_plain_twin(layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*line: object) -> None:
        raise AssertionError("a line of sight was traced by the plain twin")

    monkeypatch.setattr(field, "sight", too_slow)
    relief = Relief(generate(3, 8, 8, "hills"), ruleset(with_needs(layer)))
    assert field.all_pairs(relief).visible.any()


@settings(max_examples=60)
@given(random_boards(most=6), HEIGHTS, HEIGHTS)
def test_any_rule_of_overshadowing_is_asked_by_both_twins(board: Board, viewer: int, target: int) -> None:
    @rule("sight.spite", cite=HOUSE_RULE, slot=OVERSHADOWS)
    def spite(shadow: Shadow) -> bool:
        """What is nearer to the viewer than to the target blocks, if its top is an even level or below the viewer."""
        return shadow.to_viewer < shadow.to_target and (shadow.top % 2 == 0 or shadow.top < shadow.viewer_level)

    layer = Layer("spite", cite=HOUSE_RULE, needs=("classic",), add=(spite,))
    check_pairs(board, (viewer, target), every_pair(board), compose(CLASSIC, layer))


@settings(max_examples=40)
@given(random_boards(most=5), HEIGHTS, HEIGHTS)
def test_a_ruleset_with_other_geometry_is_left_to_the_plain_twin(board: Board, viewer: int, target: int) -> None:
    @rule("sight.fills_the_view", cite=HOUSE_RULE)
    def dimmer(rules: Ruleset, half_points: int) -> bool:
        """Two points of woods and smoke block the view."""
        return half_points >= 2 * HALF_POINTS

    layer = Layer("dimmer", cite=HOUSE_RULE, needs=("classic",), change=(fills_the_view.replaced_by(dimmer),))
    check_pairs(board, (viewer, target), every_pair(board), compose(CLASSIC, layer))


@settings(max_examples=60)
@given(random_boards(), HEIGHTS, HEIGHTS, some.data())
def test_who_sees_is_seen(board: Board, viewer: int, target: int, data: some.DataObject) -> None:
    hexes = some.sampled_from(list(board))
    ends = Viewpoint.on(board, data.draw(hexes), viewer), Viewpoint.on(board, data.draw(hexes), target)
    relief = Relief(board, standard())
    there, back = sight(relief, *ends), sight(relief, ends[1], ends[0])
    assert there.visible == back.visible
    if there.side is None:
        assert there.target_cover == back.attacker_cover
        assert sorted(map(str, there.findings)) == sorted(map(str, back.findings))


@settings(max_examples=50)
@given(random_boards(), some.data())
def test_a_changed_relief_is_the_relief_of_the_changed_board(board: Board, data: some.DataObject) -> None:
    hexes = list(board)
    changes = {data.draw(some.sampled_from(hexes)): board[data.draw(some.sampled_from(hexes))] for _ in range(3)}
    changed, fresh = Relief(board, standard()).changed(changes), Relief(board.with_changes(changes), standard())
    assert changed.board == fresh.board
    assert (changed.obstacles, changed.bottoms, changed.summits) == (fresh.obstacles, fresh.bottoms, fresh.summits)
