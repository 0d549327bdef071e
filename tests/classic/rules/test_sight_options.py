"""Options of sight: lines that are drawn from top to top, and cover that hides a side of a machine."""

import json
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board
from overheat.classic.board.board_file import write_board
from overheat.classic.board.notation import parse
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Deflected, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.locations import hidden_from
from overheat.classic.rulesets import LAYERS
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import Corner, corner
from overheat.kernel.cite import Cite
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from skirmish import forbidden, known, mount, relief, replace, shot, state, term, told, unit
from terminal import run

EAST, WEST = 1, 4
DRAWN = ["diagrammed_sight"]
HOUSE = Cite("House rules", "walls")


@pytest.mark.proves("sight.diagrammed")
@pytest.mark.parametrize(
    ("column", "usual", "drawn"),
    [
        ("4 0 0 3 0 0 0 0", True, True),
        ("4 0 0 0 3 0 0 0", True, True),
        ("4 0 0 0 4 0 0 0", True, False),
        ("4 0 0 0 0 0 3 0", False, False),
        ("4 3 0 0 0 0 0 0", True, True),
        ("0 2 0 0 0 0 0 4", False, True),
    ],
)
def test_a_line_is_drawn_from_top_to_top_and_meets_what_reaches_it(column: str, usual: bool, drawn: bool) -> None:
    """From level 6 down to level 2 over seven hexes it falls by four sevenths a hex: to 26/7 over the fourth."""
    assert shot(column=column).line.visible is usual
    assert shot(column=column, rules=DRAWN).line.visible is drawn


@pytest.mark.proves("sight.diagrammed")
def test_woods_under_a_drawn_line_do_not_count_and_woods_in_it_do() -> None:
    low, high = "4 0 2w1 0 0 0 0 0", "4 0 3w1 0 0 0 0 0"
    assert term(shot(column=low, rules=DRAWN), "to_hit.intervening.light_woods") == 0
    assert term(shot(column=high, rules=DRAWN), "to_hit.intervening.light_woods") == 1
    assert term(shot(column=high), "to_hit.intervening.light_woods") == 0


def across(left: str, right: str, target: Unit | None = None, *, last: str = "0", rules: Any = ()) -> WeaponAttack:
    """Red in 0102 fires east at blue in 0302, between a hex on its left hand and one on its right."""
    board: Board = parse(f"0 {left} 0 / 0 {right} {last} / 0 0 0")
    red = unit(hex="0102", facing=EAST)
    blue = target or unit(id="blue", hex="0302", facing=WEST)
    return WeaponAttack(relief(board, rules), red, blue, mount(red, "Medium Laser"))


COVER = ["expanded_cover"]


@pytest.mark.proves("sight.sides")
def test_where_a_line_parts_the_worse_side_counts() -> None:
    assert not across("5", "0").line.visible
    assert not across("0", "5").line.visible
    assert term(across("0w1", "0"), "to_hit.intervening.light_woods") == 1


@rule("house.past_the_left", cite=HOUSE)
def past_the_left(rules: Ruleset, walls: tuple[bool, bool], low: tuple[bool, bool]) -> Corner:
    """A wall on the left hand alone blocks nobody's line."""
    return Corner(opens=True) if walls == (True, False) else rules.below(past_the_left)(rules, walls, low)


@pytest.mark.proves("sight.corner")
def test_a_house_rule_that_looks_past_walls_on_the_left_leaves_those_on_the_right_as_they_are() -> None:
    house = compose(LAYERS["classic"], Layer("house", cite=HOUSE, change=(corner.wrapped_in(past_the_left),)))
    seen, blocked = (under(across(*hands), house) for hands in (("5", "0"), ("0", "5")))
    assert seen.line.visible
    assert forbidden(blocked) == "sight.ground"


def under(attack: WeaponAttack, rules: Ruleset) -> WeaponAttack:
    """The same attack by other rules."""
    return WeaponAttack(Relief(attack.relief.board, rules), attack.attacker, attack.target, attack.index)


@pytest.mark.proves("sight.past_corners", "expanded_cover.numbers")
@pytest.mark.parametrize(
    ("left", "right", "hides", "number"),
    [
        ("1", "0", ("low left",), 0),
        ("0", "1", ("low right",), 0),
        ("5", "0", ("low left", "high left"), 1),
        ("0", "5", ("low right", "high right"), 1),
        ("5", "1", ("low left", "high left", "low right"), 1),
    ],
)
def test_a_wall_on_one_hand_hides_that_side_of_a_machine(
    left: str, right: str, hides: tuple[str, ...], number: int
) -> None:
    attack = across(left, right, rules=COVER)
    assert attack.line.visible
    assert attack.line.hides == hides
    assert term(attack, "to_hit.partial_cover") == number


@pytest.mark.proves("sight.past_corners")
def test_walls_on_both_hands_block_and_vehicles_are_seen_past_corners_by_machines_alone() -> None:
    tank = unit(known("Manticore Heavy Tank"), id="blue", hex="0302", facing=WEST)
    assert forbidden(across("5", "5", rules=COVER)) == "sight.ground"
    seen = across("5", "0", tank, rules=COVER)
    assert seen.line.visible
    assert seen.line.hides == ()
    blind = replace(tank, id="red", side="red", hex=seen.attacker.hex)
    assert not WeaponAttack(seen.relief, blind, tank, mount(blind, "PPC")).line.visible


def deflected(attack: WeaponAttack, roll: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Where a hit that the dice place so strikes its target, and where its cover."""
    before = replace(state(attack.attacker, attack.target, board=attack.relief.board), relief=attack.relief)
    with Scripted((6, 6), roll) as dice:
        scene = Scene(before, dice)
        resolve(scene, attack)
    return (
        [event.location for event in told(scene.events, Struck)],
        [event.location for event in told(scene.events, Deflected)],
    )


RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG, RIGHT_TORSO = (1, 3), (5, 6), (1, 4), (4, 5), (3, 3)


@pytest.mark.proves("locations.hidden_quarters", "expanded_cover.quarters")
def test_who_looks_a_machine_in_the_face_has_its_right_side_hidden_on_the_left() -> None:
    wall = across("5", "0", rules=COVER)
    assert deflected(wall, RIGHT_ARM) == ([], ["RA"])
    assert deflected(wall, RIGHT_TORSO) == ([], ["RT"])
    assert deflected(wall, RIGHT_LEG) == ([], ["RL"])
    assert deflected(wall, LEFT_ARM) == (["LA"], [])
    assert deflected(wall, LEFT_LEG) == (["LL"], [])


@pytest.mark.proves("locations.hidden_quarters")
def test_who_looks_at_its_back_has_its_left_side_hidden_on_the_left() -> None:
    """From behind its left shoulder a 4 is the left arm, and a 10 the right one."""
    behind = across("5", "0", unit(id="blue", hex="0302", facing=EAST), rules=COVER)
    assert deflected(behind, (1, 3)) == ([], ["LA"])
    assert deflected(behind, (5, 5)) == (["RA"], [])


@pytest.mark.proves("locations.hidden")
def test_cover_of_the_whole_width_hides_both_legs_as_ever() -> None:
    for rules in ((), COVER):
        low = across("1", "1", rules=rules)
        assert low.rules[hidden_from](low, "front") == {"LL", "RL"}
        assert deflected(low, RIGHT_LEG) == ([], ["RL"])
        assert not low.rules[hidden_from](across("0", "0", rules=rules), "front")


@pytest.mark.proves("locations.hidden_quarters", "expanded_cover.numbers")
def test_who_stands_in_water_as_well_has_both_legs_hidden() -> None:
    wading = unit(id="blue", hex="0302", facing=WEST, elevation=-1)
    attack = across("0", "5", wading, last="0~1", rules=COVER)
    assert attack.rules[hidden_from](attack, "front") >= {"LL", "RL", "LA", "LT"}


@pytest.mark.proves("sight.past_corners", "sight.diagrammed")
def test_the_adjudicator_answers_under_both(tmp_path: Path) -> None:
    asked = {"ask": "sight", "board": _board(tmp_path, "0 5 0 / 0 0 0 / 0 0 0"), "from": "0102", "to": "0302"}
    assert _answer(tmp_path, asked)["visible"] is False
    past = _answer(tmp_path, asked | {"rules": COVER})
    assert (past["visible"], past["hidden_quarters"], past["modifier"]) == (True, ["low left", "high left"], 1)
    slope = _board(tmp_path, "4 / 0 / 0 / 0 / 4 / 0 / 0 / 0")
    hill = {"ask": "sight", "board": slope, "from": "0101", "to": "0108"}
    assert _answer(tmp_path, hill)["visible"] is True
    assert _answer(tmp_path, hill | {"rules": DRAWN})["visible"] is False


def _board(tmp_path: Path, cells: str) -> str:
    drawn = tmp_path / f"drawn{cells.count('/')}.board"
    drawn.write_text(write_board(parse(cells)), encoding="utf-8")
    return str(drawn)


def _answer(tmp_path: Path, asked: dict[str, Any]) -> dict[str, Any]:
    question = tmp_path / "asked.json"
    question.write_text(json.dumps(asked), encoding="utf-8")
    found: dict[str, Any] = json.loads(run("adjudicate", str(question), "--format", "json").stdout)
    return found
