"""Bridges bear as many tons as their construction factor, and come down under more."""

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import Prospect, jumped
from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.terrain import tread
from overheat.classic.facts.events import FateMet, Fell, GroundChanged
from overheat.classic.facts.state import Motion, State
from overheat.classic.turn.reach import reach
from overheat.kernel.dice import Scripted, Seeded
from overheat.lab.players.classic_moves import firm
from skirmish import on_turn, relief, replace, scene, state, told, unit
from vehicles import WARDEN, sheet


def bridge(factor: int | None = 40, water: int = 0) -> Board:
    """A hex with a bridge one level up."""
    kinds = ["bridge:2:9", "bridge_elev:1"]
    kinds += [f"bridge_cf:{factor}"] if factor is not None else []
    kinds += [f"water:{water}"] if water else []
    return parse_board(f'size 1 1\nhex 0101 0 "{";".join(kinds)}" ""\nend\n', "bridge").board


@pytest.mark.proves("bridges.bears", "bridges.factor", "bridges.ruins")
def test_a_machine_of_fifty_tons_brings_down_a_bridge_for_forty_and_falls() -> None:
    playing = Scene(state(unit(elevation=1), board=bridge()), Seeded(1))
    tread(playing, "red")
    assert told(playing.events, GroundChanged)[0].what == "bridge_collapse"
    assert "bridge" not in playing.state.relief.board[playing.unit("red").hex]
    assert told(playing.events, Fell)[0].levels == 1


@pytest.mark.proves("bridges.factor")
def test_a_bridge_whose_map_says_nothing_bears_what_its_kind_does() -> None:
    playing = Scene(state(unit(elevation=1), board=bridge(None)), Seeded(1))
    tread(playing, "red")
    assert told(playing.events, GroundChanged)


@pytest.mark.proves("bridges.bears")
def test_who_is_under_a_bridge_or_light_enough_for_it_is_safe() -> None:
    for elevation, factor in ((0, 40), (1, 50)):
        playing = scene(Scripted(), unit(elevation=elevation), board=bridge(factor))
        tread(playing, "red")
        assert not playing.events


def chasm(rules: tuple[str, ...] = ()) -> State:
    """A machine that may jump a hex, onto or under a bridge."""
    cells = "".join(
        f'hex 010{row} 0 "{"bridge:3:9;bridge_elev:2;bridge_cf:90" if row == 2 else ""}" ""\n' for row in (1, 2)
    )
    board = parse_board(f"size 1 2\n{cells}end\n", "chasm").board
    return replace(state(unit(motion=Motion("jump"))), relief=relief(board, rules))


@pytest.mark.proves("bridges.landing")
def test_a_jump_ends_on_the_deck_of_a_bridge() -> None:
    field = chasm()
    found = jumped(field, field.units["red"], Hex(1, 2))
    assert isinstance(found, Prospect)
    assert found.elevation == 2


@pytest.mark.proves("former.landings")
def test_in_earlier_games_it_ended_below() -> None:
    field = chasm(("former_bridges",))
    found = jumped(field, field.units["red"], Hex(1, 2))
    assert isinstance(found, Prospect)
    assert found.elevation == 0


def test_a_tank_that_goes_down_with_a_bridge_over_water_is_lost() -> None:
    playing = scene(Scripted(), unit(sheet(WARDEN), elevation=1), board=bridge(40, 2))
    tread(playing, "red")
    assert told(playing.events, FateMet)[0].why == "sunk"


def test_greedy_keeps_off_bridges_that_would_not_bear_it() -> None:
    text = 'size 1 3\nhex 0102 0 "bridge:1:9;bridge_elev:0;bridge_cf:15" ""\nend\n'
    field = replace(
        on_turn(unit(hex="0101"), unit(id="blue", hex="0103", facing=0)), relief=relief(parse_board(text, "b").board)
    )
    ends = {place.hex for place in reach(field, field.units["red"])}
    assert Hex(1, 2) in ends
    assert Hex(1, 2) not in {place.hex for place in firm(field, field.units["red"], reach(field, field.units["red"]))}
