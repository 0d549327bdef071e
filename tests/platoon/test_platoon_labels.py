"""Labels on the drawn table: beside what they name, and never upon one another."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

from overheat.platoon.battle.state import Ordering
from overheat.platoon.report.drawing import draw
from overheat.platoon.report.labels import Box, Label, Placed, place, text_size
from platoon.positions import BLUE, RED, TableTop

FRAME = Box(0, 0, 720, 480)
TEXT = "{http://www.w3.org/2000/svg}text"
LINE = "{http://www.w3.org/2000/svg}line"


def named(name: str, x: float, y: float, size: float = 10) -> Label:
    return Label(name, name, Box(x, y, x + size, y + size))


def test_a_lone_label_stands_right_above_its_symbol() -> None:
    (put,) = place([named("Rifle squad", 300, 200)], FRAME)
    assert put.leader is None
    assert put.box.bottom < 200
    assert put.box.middle[0] == 305


def test_a_label_at_the_upper_edge_stands_below() -> None:
    (put,) = place([named("Rifle squad", 300, 2)], FRAME)
    assert put.box.top > 12
    assert put.box.inside(FRAME)


def test_labels_of_a_crowd_do_not_overlap_and_those_pushed_away_are_led_to() -> None:
    crowd = [
        named(f"Heavy mortar team {row}{column}", 200 + 14 * column, 150 + 14 * row)
        for row in range(4)
        for column in range(5)
    ]
    found = place(crowd, FRAME)
    assert not overlapping(found)
    symbols = [label.symbol for label in crowd]
    assert not [put for put in found if any(put.box.meets(symbol) for symbol in symbols)]
    led = [put for put in found if put.leader is not None]
    assert led
    for put in led:
        assert put.leader is not None
        x, y, to_x, to_y = put.leader
        symbol = put.label.symbol
        assert symbol.left <= x <= symbol.right
        assert symbol.top <= y <= symbol.bottom
        assert put.box.left <= to_x <= put.box.right
        assert put.box.top <= to_y <= put.box.bottom


def overlapping(found: list[Placed]) -> list[tuple[str, str]]:
    return [(a.label.name, b.label.name) for a, b in combinations(found, 2) if a.box.meets(b.box)]


def test_what_is_taken_already_is_left_free() -> None:
    above = Box(250, 180, 400, 199)
    (put,) = place([named("Rifle squad", 300, 200)], FRAME, [above])
    assert not put.box.meets(above)


def test_a_label_without_any_room_is_still_written() -> None:
    (put,) = place([named("Rifle squad", 5, 5)], Box(0, 0, 20, 20))
    assert put.label.text == "Rifle squad"


def test_units_that_crowd_on_a_table_are_all_named_without_overlap() -> None:
    table = TableTop()
    for number in range(12):
        side = RED if number % 2 else BLUE
        table.add(side, "mmg_team", 30 + 4.5 * (number % 4), 18 + 3 * (number // 4), id=f"u{number}", pins=number)
    root = ElementTree.fromstring(draw(table.ready(Ordering(RED)).state, table.game.ruleset))
    texts = [each for each in root.iter(TEXT) if each.get("data-label")]
    assert len(texts) == 12
    boxes = [box_of(each) for each in texts]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert list(root.iter(LINE))


def box_of(text: ElementTree.Element) -> Box:
    wide, high = text_size(text.text or "")
    x, y = float(text.get("x", "0")), float(text.get("y", "0"))
    return Box(x - wide / 2 + 0.1, y - high * 0.76, x + wide / 2 - 0.1, y + high * 0.2)
