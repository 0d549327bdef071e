"""Coordinates, distance, directions, arcs and straight lines, held against plain geometry."""

import json
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files
from math import atan2, degrees, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Arc, Hex, bearing, in_arc
from overheat.kernel.refusal import RefusedError

STATIC = Path(str(files("overheat").joinpath("table/static")))
HEXES = some.builds(Hex, some.integers(1, 40), some.integers(1, 40))


def point(hex: Hex) -> tuple[float, float]:
    """The centre of a hex in the plane, east and north, with neighbours one apart."""
    return hex.column * sqrt(3) / 2, -(hex.row + (0.5 if hex.column % 2 == 0 else 0))


def compass(start: Hex, end: Hex) -> float:
    """The direction from one hex to another in degrees clockwise from north."""
    (x, y), (to_x, to_y) = point(start), point(end)
    return degrees(atan2(to_x - x, to_y - y)) % 360


@given(HEXES)
def test_a_hex_is_its_name(hex: Hex) -> None:
    assert Hex.parse(str(hex)) == hex
    assert Hex.from_axial(*hex.axial) == hex


@pytest.mark.parametrize(
    "name", ["", "1", "01", "011", "1x11", "-101", "0000", "0100", "0001", "٠١٠١", "01 1", "0" * 50]
)
def test_what_is_not_a_hex_name_is_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="is not a hex name"):
        Hex.parse(name)


def test_neighbours_go_round_from_north() -> None:
    assert [str(hex) for hex in Hex(3, 3).neighbours()] == ["0302", "0402", "0403", "0304", "0203", "0202"]
    assert [str(hex) for hex in Hex(4, 3).neighbours()] == ["0402", "0503", "0504", "0404", "0304", "0303"]


@given(HEXES)
def test_neighbours_are_one_away_and_know_their_direction(hex: Hex) -> None:
    for direction, neighbour in enumerate(hex.neighbours()):
        assert hex.distance(neighbour) == 1
        assert hex.direction(neighbour) == direction
        assert neighbour.neighbour(direction + 3) == hex


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(one: Hex, two: Hex, three: Hex) -> None:
    assert one.distance(two) == two.distance(one)
    assert (one.distance(two) == 0) == (one == two)
    assert one.distance(three) <= one.distance(two) + two.distance(three)


@given(HEXES, HEXES, some.integers(0, 5))
def test_bearings_agree_with_the_compass(start: Hex, end: Hex, facing: int) -> None:
    if start != end:
        turn = bearing(start, end, facing)
        angle = (compass(start, end) - 60 * facing) % 360
        beyond = (angle - 60 * turn.sixths + 0.0001) % 360 - 0.0001
        assert -0.001 < beyond < 60
        assert turn.exact == (abs(beyond) < 0.001)
        assert turn.half == (abs(beyond - 30) < 0.001)
        assert turn.past_half == (beyond > 30.001)


ARCS: dict[Arc, Callable[[float], bool]] = {
    Arc.FORWARD: lambda angle: angle >= 300 or angle <= 60,
    Arc.RIGHT_SIDE: lambda angle: 60 < angle <= 120,
    Arc.LEFT_SIDE: lambda angle: 240 <= angle < 300,
    Arc.REAR: lambda angle: 120 < angle < 240,
    Arc.RIGHT_ARM: lambda angle: angle >= 300 or angle <= 120,
    Arc.LEFT_ARM: lambda angle: angle >= 240 or angle <= 60,
    Arc.ALL_ROUND: lambda angle: True,
}
"""The arcs in degrees from the facing, clockwise."""


@given(HEXES, HEXES, some.integers(0, 5))
def test_arcs_are_as_wide_as_the_rules_say(start: Hex, end: Hex, facing: int) -> None:
    angle = round(compass(start, end) - 60 * facing, 6) % 360
    for arc, holds in ARCS.items():
        assert in_arc(start, facing, end, arc) == (start == end or holds(angle))


def crossed(start: Hex, end: Hex) -> dict[Hex, float]:
    """Every hex that the segment between two centres comes near enough to, with its distance past the edge: negative
    inside. Measured in the plane, corner by corner."""
    (x, y), (to_x, to_y) = point(start), point(end)
    long = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    along, across = ((to_x - x) / long, (to_y - y) / long), ((to_y - y) / long, -(to_x - x) / long)
    found = {}
    for column in range(min(start.column, end.column) - 1, max(start.column, end.column) + 2):
        for row in range(min(start.row, end.row) - 1, max(start.row, end.row) + 2):
            at = point(Hex(column, row))
            forward = (at[0] - x) * along[0] + (at[1] - y) * along[1]
            aside = abs((at[0] - x) * across[0] + (at[1] - y) * across[1])
            corners = [(cx * across[0] + cy * across[1]) for cx, cy in CORNERS]
            if 0.001 < forward < long - 0.001:
                found[Hex(column, row)] = aside - max(corners)
    return found


CORNERS = [(side * sqrt(3) / 6 * (2 if not tall else 1), tall / 2) for side in (-1, 1) for tall in (0, 1, -1)]


@given(HEXES, HEXES)
def test_a_line_crosses_what_it_touches_and_nothing_else(start: Hex, end: Hex) -> None:
    if start == end:
        assert start.line(end) == ()
        return
    steps = start.line(end)
    listed = [hex for step in steps for hex in step]
    near = crossed(start, end)
    assert len(set(listed)) == len(listed)
    assert set(listed) == {hex for hex, past in near.items() if past < 0.0001}
    for step in steps:
        if len(step) == 2:
            assert all(abs(near[hex]) < 0.0001 for hex in step)
    assert [hex for step in reversed(end.line(start)) for hex in reversed(step)] == listed


@given(HEXES, some.integers(0, 5), some.integers(1, 6))
def test_a_line_along_hexsides_is_pairs_and_singles_in_turn_left_first(start: Hex, direction: int, pairs: int) -> None:
    end = start
    for _ in range(pairs):
        end = end.neighbour(direction).neighbour(direction + 1)
    steps = start.line(end)
    assert [len(step) for step in steps] == [2, 1] * (pairs - 1) + [2]
    assert steps[0] == (start.neighbour(direction), start.neighbour(direction + 1))


@pytest.mark.parametrize(
    ("hex", "name"),
    [
        (Hex(99, 99), "9999"),
        (Hex(5, 100), "005100"),
        (Hex(100, 5), "100005"),
        (Hex(100, 101), "100101"),
        (Hex(500, 500), "500500"),
    ],
)
def test_beyond_99_column_and_row_have_three_digits_each(hex: Hex, name: str) -> None:
    assert str(hex) == name
    assert Hex.parse(name) == hex


@pytest.mark.parametrize(("width", "height"), [(120, 3), (3, 120), (101, 101)])
def test_every_hex_of_a_large_board_has_a_name_of_its_own(width: int, height: int) -> None:
    board = Board(width, height, (Ground(),) * (width * height))
    names = {str(hex): hex for hex in board}
    assert len(names) == width * height
    assert all(board.parse_hex(name) == hex for name, hex in names.items())


NAMES_IN_JS = """
import {{ fromPair, hexAt, centre, neighbour, split }} from {module};
const found = {pairs}.map(([column, row]) => {{
  const name = fromPair([column, row]);
  const back = split(name);
  return [name, back.column, back.row, hexAt(centre(name)), neighbour(neighbour(name, 2), 5)];
}});
console.log(JSON.stringify(found));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the page's scripts with")
def test_the_page_names_hexes_as_the_engine_does() -> None:
    hexes = [Hex(1, 1), Hex(99, 99), Hex(99, 100), Hex(100, 99), Hex(7, 100), Hex(100, 7), Hex(250, 131)]
    pairs = json.dumps([[hex.column, hex.row] for hex in hexes])
    text = NAMES_IN_JS.format(module=json.dumps((STATIC / "js/classic/map/hexes.js").as_uri()), pairs=pairs)
    script = ["node", "--input-type=module", "--eval", text]
    told = json.loads(subprocess.run(script, capture_output=True, check=True, timeout=60).stdout)
    assert told == [[str(hex), hex.column, hex.row, str(hex), str(hex)] for hex in hexes]
