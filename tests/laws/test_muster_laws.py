"""Whoever is drawn up can begin the battle, and can move from where it was put."""

from collections.abc import Sequence

import pytest

from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board, write_board
from overheat.classic.board.generate import generate
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.places import EDGES, IN_WALLS, IN_WATER, Recruit, _at, fits, muster
from overheat.classic.muster.setup import Setup
from overheat.classic.rulesets import standard
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import reach
from overheat.classic.unitfile.library import find
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal

FORCE = tuple(
    Recruit(unit=name)
    for name in (
        "Wasp WSP-1A",
        "Atlas AS7-D",
        "Scorpion SCP-1N",
        "Vedette Medium Tank",
        "Hetzer Wheeled Assault Gun",
        "Saladin Assault Hover Tank",
        "Warrior Attack Helicopter H-7",
        "Foot Platoon (Rifle)",
        "Motorized Platoon (MG)",
        "Cavalier Battle Armor [Laser](Sqd4)",
    )
)
SIDES = ("red", "blue", "green", "white")


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("land", ["hills", "lakeland", "forest", "town"])
def test_everybody_who_is_drawn_up_can_begin_and_can_move(land: str, sides: int) -> None:
    board = generate(sides, 18, 18, land)
    units = muster(board, standard(), dict.fromkeys(SIDES[:sides], FORCE))
    begun = Classic().start(Setup(board="made", board_text=write_board(board), units=units), Seeded(1))
    assert not isinstance(begun, Refusal)
    state = begun[0]
    assert len({unit.hex for unit in units}) == sides * len(FORCE)
    quick = [unit for unit in state.units.values() if unit.sheet.walk > 1]  # What is slower may have to turn first.
    stuck = [unit.id for unit in quick if len({place.hex for place in reach(state, unit)}) == 1]
    assert stuck == []


def test_sides_stand_at_their_own_edges_and_face_each_other() -> None:
    board = generate(1, 16, 20, "hills")
    units = muster(board, standard(), {"red": FORCE[:3], "blue": FORCE[:3]})
    rows = {side: [Hex.parse(unit.hex).row for unit in units if unit.side == side] for side in ("red", "blue")}
    assert max(rows["red"]) < 5
    assert min(rows["blue"]) > 15
    assert {(unit.side, unit.facing) for unit in units} == {("red", 3), ("blue", 0)}


def plainly_placed(board: Board, names: Sequence[str], sides: int) -> list[str]:
    """The places by trying every unit in every hex: the one nearest to its share of the edge that fits."""
    state = State(relief=Relief(board, standard()), units={})
    places = []
    for edge, facing in EDGES[:sides]:
        for at, name in enumerate(names):
            unit = Unit.fresh(standard(), f"{edge}-{at}", edge, find(name).sheet, Hex(1, 1), facing)
            there = [found for hex in board if fits(state, found := _at(state, unit, hex), {})]
            best = min(there, key=lambda found: (strain(board, found, edge, (at + 0.5) / len(names)), found.hex))
            state = state.with_unit(best)
            places.append(str(best.hex))
    return places


def strain(board: Board, unit: Unit, edge: str, share: float) -> float:
    """How far a place is from where a unit would like to be."""
    (column, row), ground = unit.hex, board[unit.hex]
    along, wide = (column, board.width) if edge in ("north", "south") else (row, board.height)
    off = {"north": row - 1, "south": board.height - row, "west": column - 1, "east": board.width - column}[edge]
    wet = IN_WATER if "water" in ground else 0
    return off + abs(along - 0.5 - share * wide) + wet + (IN_WALLS if "building" in ground else 0)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("land", ["hills", "lakeland", "town"])
def test_the_search_from_the_edge_finds_the_place_that_a_search_of_the_whole_board_finds(land: str, sides: int) -> None:
    board, names = generate(sides + 4, 15, 14, land), [recruit.unit for recruit in FORCE[:7]]
    forces = {side: [Recruit(unit=name) for name in names] for side in SIDES[:sides]}
    assert [unit.hex for unit in muster(board, standard(), forces)] == plainly_placed(board, names, sides)


def test_a_hundred_rows_are_drawn_up_and_begun() -> None:
    text = "size 12 120\nend\n"
    units = muster(parse_board(text).board, standard(), {"red": FORCE[:3], "blue": FORCE[:3]})
    assert {Hex.parse(unit.hex).row for unit in units if unit.side == "blue"} == {120}
    begun = Classic().start(Setup(board="tall", board_text=text, units=units), Seeded(1))
    assert not isinstance(begun, Refusal)
    assert [str(unit.hex) for unit in begun[0].units.values()] == [unit.hex for unit in units]
