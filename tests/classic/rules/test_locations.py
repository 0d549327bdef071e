"""Where hits go: the side an attack comes from, the tables of locations, and what cover does."""

import pytest

from asking import asked
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.facts.events import Deflected, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import (
    Placement,
    hidden_low,
    kick_location,
    luck,
    protomech_location,
    punch_location,
    side_hit,
    weapon_location,
)
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Rolled
from protomechs import imp
from skirmish import NORTH, bared, known, scene, told, unit

OURS = {"H": "HD", "LFL": "FLL", "RFL": "FRL", "LRL": "RLL", "RRL": "RRL"}
"""Our codes for the sheet's, where they differ."""

WEAPONS = """
2   LT          CT          RT
3   LL/LRL      RA/RFL      RL/RRL
4   LA/LFL      RA/RFL      RA/RFL
5   LA/LFL      RL/RRL      RA/RFL
6   LL/LRL      RT          RL/RRL
7   LT          CT          RT
8   CT          LT          CT
9   RT          LL/LRL      LT
10  RA/RFL      LA/LFL      LA/LFL
11  RL/RRL      LA/LFL      LL/LRL
12  H           H           H
"""
PUNCHES = """
1   LT          LA/LFL-LRL  RT
2   LT          LT          RT
3   CT          CT          CT
4   LA/LFL      RT          RA/RFL
5   LA/LRL      RA/RFL-RRL  RA/RRL
6   H           H           H
"""
KICKS = """
1   LL/LFL      RL/RFL-RRL  RL/RFL
4   LL/LRL      LL/LFL-LRL  RL/RRL
"""
"""The tables as the quick reference prints them: left, front and rear, right; a biped's location before a quad's."""


def printed(cell: str, quad: bool, side: str) -> str:
    """The location that a cell of the sheet names for a kind of machine struck from a side."""
    biped, _, legs = cell.partition("/")
    if not quad or not legs:
        return OURS.get(biped, biped)
    front, _, rear = legs.partition("-")
    return OURS[rear if rear and side == "rear" else front]


def rows(table: str) -> list[tuple[int, dict[str, str]]]:
    found = []
    for line in table.strip().splitlines():
        roll, left, middle, right = line.split()
        found.append((int(roll), {"left": left, "front": middle, "rear": middle, "right": right}))
    return found


def target(quad: bool) -> Unit:
    return unit(known("Scorpion SCP-1N" if quad else "Wasp WSP-1A"))


@pytest.mark.proves("QR-hit-locations", "locations.weapon_hit", "locations.weapons")
@pytest.mark.parametrize("quad", [False, True])
def test_every_cell_of_the_hit_locations_is_as_printed(quad: bool) -> None:
    for roll, cells in rows(WEAPONS):
        for side, cell in cells.items():
            assert weapon_location(Placement(standard(), target(quad), side, roll)) == printed(cell, quad, side)  # type: ignore[arg-type]


@pytest.mark.proves("QR-punch-locations", "locations.punch_hit", "locations.punches")
@pytest.mark.parametrize("quad", [False, True])
def test_every_cell_of_the_punch_locations_is_as_printed(quad: bool) -> None:
    for roll, cells in rows(PUNCHES):
        for side, cell in cells.items():
            assert punch_location(Placement(standard(), target(quad), side, roll)) == printed(cell, quad, side)  # type: ignore[arg-type]


@pytest.mark.proves("QR-kick-locations", "locations.kick_hit", "locations.kicks")
@pytest.mark.parametrize("quad", [False, True])
def test_every_cell_of_the_kick_locations_is_as_printed(quad: bool) -> None:
    for first, cells in rows(KICKS):
        for roll in range(first, first + 3):
            for side, cell in cells.items():
                assert kick_location(Placement(standard(), target(quad), side, roll)) == printed(cell, quad, side)  # type: ignore[arg-type]


CENTRE = Hex(5, 5)
AROUND = {
    "0504": "front",
    "0604": "front",
    "0605": "right",
    "0506": "rear",
    "0405": "left",
    "0404": "front",
}
"""The hexes around 0505, seen from a machine that faces north, 0, 60, 120, 180, 240 and 300 degrees."""


@pytest.mark.proves("locations.side")
def test_a_machine_is_hit_on_the_side_that_the_attack_comes_from() -> None:
    machine = unit(hex="0505", facing=NORTH)
    assert {hex: asked(side_hit)(machine, Hex.parse(hex)) for hex in AROUND} == AROUND
    turned = unit(hex="0505", facing=3)
    assert asked(side_hit)(turned, Hex.parse("0506")) == "front"
    assert asked(side_hit)(turned, Hex.parse("0504")) == "rear"


@pytest.mark.proves("locations.side")
def test_on_a_boundary_the_defender_has_the_better_side() -> None:
    machine = unit(hex="0505", facing=NORTH)
    assert asked(side_hit)(machine, Hex(7, 5)) == "front"
    assert asked(side_hit)(machine, Hex(3, 5)) == "front"
    assert asked(side_hit)(machine, Hex(6, 6)) == "right"
    assert asked(side_hit)(machine, Hex(4, 6)) == "left"
    assert asked(side_hit)(machine, Hex(7, 6)) == "right"


def test_a_torso_that_is_turned_does_not_turn_the_machine() -> None:
    machine = unit(hex="0505", facing=NORTH, torso=1)
    assert {hex: asked(side_hit)(machine, Hex.parse(hex)) for hex in AROUND} == AROUND


@pytest.mark.proves("QR-hit-locations")
def test_a_hit_from_behind_strikes_the_rear_armour_of_a_torso_and_the_only_armour_of_a_limb() -> None:
    playing = scene(Scripted((3, 4), (4, 6)), unit(id="blue"))
    for _ in range(2):
        take(playing, Hit("blue", "rear", 5, "test"))
    assert told(playing.events, Struck) == [
        Struck("blue", "CT", True, 5, "test"),
        Struck("blue", "LA", False, 5, "test"),
    ]
    condition = playing.unit("blue").condition
    assert (condition["CT"].armour, condition["CT"].rear_armour, condition["LA"].armour) == (20, 1, 11)


@pytest.mark.proves("QR-hit-locations")
def test_a_two_may_be_critical_even_through_whole_armour() -> None:
    with Scripted((1, 1), (3, 4)) as dice:
        take(scene(dice, unit(id="blue")), Hit("blue", "front", 1, "test"))


@pytest.mark.proves("QR-hit-locations")
def test_a_two_that_also_reaches_the_structure_is_rolled_for_twice() -> None:
    with Scripted((1, 1), (3, 4), (3, 4)) as dice:
        take(scene(dice, bared(unit(id="blue"), "CT")), Hit("blue", "front", 1, "test"))


@pytest.mark.proves("locations.covered")
def test_partial_cover_keeps_hits_from_the_legs_and_from_nothing_else() -> None:
    playing = scene(Scripted((2, 3), (3, 4)), unit(id="blue"))
    hidden = hidden_low(standard(), unit(id="blue"))
    take(playing, Hit("blue", "front", 5, "test", in_cover=hidden))
    take(playing, Hit("blue", "front", 5, "test", in_cover=hidden))
    assert told(playing.events, Deflected) == [Deflected("blue", "RL", 5)]
    assert [hit.location for hit in told(playing.events, Struck)] == ["CT"]


@pytest.mark.proves("locations.luck", "QR-hit-locations")
def test_a_two_rolls_for_a_critical_hit_besides_and_no_other_roll_does() -> None:
    rolls = [roll for roll in range(2, 13) if luck(Placement(standard(), target(False), "front", roll)).critical]
    assert rolls == [2]
    playing = scene(Scripted((1, 1), (3, 4)), unit(id="blue"))
    take(playing, Hit("blue", "front", 1, "test"))
    assert [roll.roll.total for roll in told(playing.events, Rolled)] == [2, 7]


@pytest.mark.proves("locations.protomech", "locations.protomechs")
def test_a_protomech_is_missed_after_all_on_3_and_11() -> None:
    rules = standard()
    landed = [rules[protomech_location](rules, imp(), roll, False) for roll in range(2, 13)]
    assert landed == ["MG", "a near miss", "RA", "L", "T", "T", "T", "L", "LA", "a near miss", "HD"]
