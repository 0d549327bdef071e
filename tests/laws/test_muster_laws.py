"""Whoever is drawn up can begin the battle, and can move from where it was put."""

import pytest

from overheat.classic.board.boardfile import write_board
from overheat.classic.board.generate import generate
from overheat.classic.board.hexes import Hex
from overheat.classic.game import Classic
from overheat.classic.muster import Recruit, muster
from overheat.classic.rulesets import standard
from overheat.classic.setup import Setup
from overheat.classic.turn.reach import reach
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
