"""Bridges bear as many tons as their construction factor, and come down under more."""

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board
from overheat.classic.damage.terrain import tread
from overheat.classic.facts.events import FateMet, Fell, GroundChanged
from overheat.kernel.dice import Scripted, Seeded
from skirmish import scene, state, told, unit
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


def test_a_tank_that_goes_down_with_a_bridge_over_water_is_lost() -> None:
    playing = scene(Scripted(), unit(sheet(WARDEN), elevation=1), board=bridge(40, 2))
    tread(playing, "red")
    assert told(playing.events, FateMet)[0].why == "sunk"
