"""What games of earlier formats had: every weapon under water at its full range, tight hulls, bridges for any load."""

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board_file import parse_board
from overheat.classic.damage.hits import take
from overheat.classic.damage.terrain import tread
from overheat.classic.facts.events import Flooded
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.impacts import Hit
from overheat.kernel.dice import Scripted
from skirmish import armed, forbidden, relief, replace, shot, told, unit

WATERS = ("former_waters",)


@pytest.mark.proves("former.wet_reach")
def test_beams_carry_as_far_as_above_the_surface() -> None:
    red, target = unit(elevation=-2), unit(id="blue", facing=0, elevation=-2)
    assert shot("Medium Laser", "0~2 0~2 0~2 0~2", red, target, rules=WATERS).bracket == "short"


@pytest.mark.proves("former.under_water")
def test_a_wet_weapon_and_a_dry_target_do_not_meet_nor_a_dry_one_and_a_submerged() -> None:
    red = unit(armed(unit().sheet, "Medium Pulse Laser@LL", "Large Laser@RA"), elevation=-1)
    diver = unit(id="blue", facing=0, elevation=-2)
    assert forbidden(shot("Medium Pulse Laser", "0~1 0 0", red, rules=WATERS)) == "fire.under_water"
    assert forbidden(shot("Large Laser", "0~1 0~2 0~2", red, diver, rules=WATERS)) == "fire.under_water"


@pytest.mark.proves("former.torpedoes")
def test_torpedoes_run_between_wet_ends() -> None:
    wading = unit(id="blue", facing=0, elevation=-1)
    attack = shot("SRT 4", "0 0~1 0~1", unit(), wading, ammunition="SRT 4 Ammo", rules=WATERS)
    assert forbidden(attack) == "fire.torpedoes"


@pytest.mark.proves("former.cover")
def test_water_covers_from_shots_through_it() -> None:
    target = unit(id="blue", facing=0, elevation=-1)
    attack = shot("Medium Laser", "0~2 0~1 0~1", unit(elevation=-2), target, rules=WATERS)
    assert attack.rules[in_cover](attack)


@pytest.mark.proves("former.breaches")
def test_no_hull_lets_water_in() -> None:
    field = State(relief=relief("0~2 0 0", WATERS), units={"blue": unit(id="blue", elevation=-2)}, round=1)
    playing = Scene(field, Scripted())
    take(playing, Hit("blue", "front", 16, "test", location="LA"))
    take(playing, Hit("blue", "front", 0, "test", location="LA"))
    assert not told(playing.events, Flooded)


@pytest.mark.proves("former.bridges")
def test_bridges_bear_anything() -> None:
    text = 'size 1 1\nhex 0101 0 "bridge:2:9;bridge_elev:1;bridge_cf:10" ""\nend\n'
    field = State(
        relief=relief(parse_board(text, "bridge").board, ("former_bridges",)), units={"red": unit(elevation=1)}, round=1
    )
    playing = Scene(replace(field), Scripted())
    tread(playing, "red")
    assert not playing.events
