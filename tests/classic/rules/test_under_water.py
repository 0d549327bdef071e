"""Fights in the water: what fires there and how far, what it strikes, and hulls that let the water in.

Boards are columns of hexes: `0~1` is water of depth 1, in which a machine stands with its legs, `0~2` hides it whole.
"""

from typing import Any

import pytest

from launchers import gunner
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.damage.terrain import tread
from overheat.classic.facts.events import FateMet, Flooded, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.dice import Scripted
from protomechs import imp
from skirmish import armed, bared, forbidden, replace, scene, shot, term, told, unit
from vehicles import vehicle

DEEP = "0~2 0~2 0~2 0~2 0~2 0~2 0~2"
TIGHT = (4, 5)
BREACHED = (4, 6)
AWAKE = (6, 6)

BOAT = vehicle(
    ("Front", "Right", "Left", "Rear", "Turret"),
    "20 16 16 12 14",
    {"Front": "Medium Laser"},
    UnitType="Naval",
    Name="Boat",
    Model="B-1",
    type="IS Level 2",
    year="3030",
    tonnage="40",
    motion_type="Naval",
    cruiseMP="4",
    engine_type="1",
    armor_type="0",
)


def diver(id: str = "red", depth: int = 2, **others: Any) -> Unit:
    return unit(id=id, elevation=-depth, **others)


def boat(id: str = "red", *items: str, elevation: int = 0) -> Unit:
    sheet = armed(parse_blk(BOAT.encode(), "boat.blk").sheet, *items)
    return unit(sheet, id=id, elevation=elevation)


@pytest.mark.proves("fire.wet_weapon")
def test_missiles_and_shells_do_not_fire_under_water_and_beams_do() -> None:
    target = diver("blue", facing=0)
    for weapon, ammunition in (("LRM 5", "LRM 5 Ammo"), ("AC/5", "AC/5 Ammo"), ("Machine Gun", "Machine Gun Ammo")):
        attack = shot(weapon, "0~2 0~2 0~2", diver(), target, ammunition=ammunition)
        assert forbidden(attack) == "fire.wet_weapon", weapon
    assert forbidden(shot("Flamer", "0~2 0~2", diver(), target)) == "fire.wet_weapon"
    assert forbidden(shot("Medium Laser", "0~2 0~2 0~2", diver(), target)) is None


@pytest.mark.proves("water.multi_purpose", "loads.munitions", "TO-224-underwater-attacks-f")
def test_multi_purpose_missiles_go_through_the_water_and_through_its_surface_both_ways() -> None:
    for above, below in (((0, 0), (-2, 2)), ((-2, 2), (0, 0)), ((-2, 2), (-2, 2))):
        (red, at), (blue, there) = above, below
        column = " ".join(["0" if not at else "0~2", *["0~2"] * 7, "0" if not there else "0~2"])
        shooter = replace(gunner("LRM 10", "IS Ammo LRM-10", "Multi-Purpose"), hex=Hex(1, 1), elevation=red)
        attack = shot(
            "LRM 10", column, shooter, unit(id="blue", facing=0, elevation=blue), feed=len(shooter.sheet.mounts) - 1
        )
        assert forbidden(attack) is None
        assert term(attack, "to_hit.range") == 2
    plain = shot("LRM 10", "0 0~2 0~2 0~2 0~2 0~2 0~2 0~2 0~2", unit(), diver("blue"), ammunition="IS Ammo LRM-10")
    assert forbidden(plain) in ("fire.under_water", "sight.submerged")


@pytest.mark.proves("ranges.wet", "ranges.under_water")
def test_beams_carry_less_far_under_water() -> None:
    target = diver("blue", facing=0)
    assert shot("Medium Laser", "0~2 0~2 0~2", diver(), target).bracket == "short"
    assert shot("Medium Laser", "0~2 0~2 0~2 0~2", diver(), target).bracket == "medium"
    assert shot("PPC", DEEP + " 0~2 0~2", diver(), target).bracket == "long"
    assert forbidden(shot("Medium Laser", DEEP + " 0~2", diver(), target)) == "fire.range"


@pytest.mark.proves("fire.under_water", "QR-underwater", "water.covers")
def test_nothing_is_fired_through_the_surface() -> None:
    standing = unit(id="blue", facing=0)
    assert forbidden(shot("Medium Laser", "0~2 0~2 0", diver(), standing)) in ("fire.under_water", "sight.submerged")
    legs = armed(unit().sheet, "Medium Laser@LL")
    wading = unit(legs, elevation=-1)
    attack = shot("Medium Laser", "0~1 0 0", wading, standing)
    attack.index = len(legs.mounts) - 1
    assert forbidden(attack) == "fire.under_water"
    swimming = unit(id="blue", facing=0, elevation=-1)
    below = shot("Medium Laser", "0~1 0~1 0~1", wading, swimming)
    below.index = len(legs.mounts) - 1
    assert below.under_water
    assert forbidden(below) is None


@pytest.mark.proves("water.touches")
def test_torpedoes_of_a_ship_reach_what_is_in_the_water_and_nothing_ashore() -> None:
    ship = boat("red", "SRT 4@FR")
    assert forbidden(shot("SRT 4", "0~2 0~2 0~2", ship, diver("blue"), ammunition="SRT 4 Ammo")) is None
    ashore = unit(id="blue", facing=0)
    attack = shot("SRT 4", "0~2 0~2 0", ship, ashore, ammunition="SRT 4 Ammo")
    assert forbidden(attack) in ("fire.under_water", "fire.torpedoes")


@pytest.mark.proves("water.touches")
def test_a_submerged_machine_reaches_the_hull_of_a_ship() -> None:
    assert forbidden(shot("Medium Laser", "0~2 0~2 0~2", diver(), boat("blue"))) is None


@pytest.mark.proves("fire.torpedoes")
def test_torpedoes_are_not_fired_from_the_shore() -> None:
    wading = unit(id="blue", facing=0, elevation=-1)
    assert forbidden(shot("SRT 4", "0 0~1 0~1", unit(), wading, ammunition="SRT 4 Ammo")) == "fire.torpedoes"


@pytest.mark.proves("water.legs_only")
def test_a_shot_through_the_water_strikes_the_legs_of_who_stands_in_it() -> None:
    target = unit(id="blue", hex="0103", facing=0, elevation=-1)
    attack = shot("Medium Laser", "0~2 0~1 0~1", diver(), target)
    playing = scene(Scripted(2, TIGHT), target, board="0~2 0~1 0~1")
    take(playing, Hit("blue", "front", 5, "fire", by=attack))
    assert told(playing.events, Struck)[0].location == "RL"


@pytest.mark.proves("cover.partial")
def test_water_is_no_cover_from_a_shot_through_it() -> None:
    target = unit(id="blue", facing=0, elevation=-1)
    assert not in_cover.function(shot("Medium Laser", "0~2 0~1 0~1", diver(), target))


def struck(target: Unit, damage: int, place: str, *dice: Any, board: str = "0~2 0 0") -> Any:
    playing = scene(Scripted(*dice), target, board=board)
    take(playing, Hit("blue", "front", damage, "test", location=place))
    return playing


@pytest.mark.proves("water.breached_on")
def test_a_hit_under_water_breaches_the_hull_on_ten_and_nothing_in_that_place_works_again() -> None:
    assert not told(struck(diver("blue"), 5, "LA", TIGHT).events, Flooded)
    flooded = struck(diver("blue"), 5, "LA", BREACHED).unit("blue")
    assert flooded.condition["LA"].flooded
    assert not flooded.condition["LA"].destroyed
    assert len(flooded.condition["LA"].critical_hits) == len(flooded.plan.slots["LA"])


@pytest.mark.proves("water.breached_on")
def test_without_armour_a_place_floods_without_a_roll() -> None:
    assert told(struck(bared(diver("blue"), "LA"), 1, "LA", (1, 1)).events, Flooded)


@pytest.mark.proves("water.covers", "hull.exposed")
def test_what_is_above_the_surface_is_not_breached() -> None:
    wading = diver("blue", 1)
    assert not struck(wading, 5, "LA", board="0~1 0 0").events[2:]
    assert told(struck(wading, 5, "LL", BREACHED, board="0~1 0 0").events, Flooded)


def test_a_flooded_cockpit_kills_and_a_flooded_hull_sinks() -> None:
    head = struck(diver("blue"), 1, "HD", AWAKE, BREACHED)
    assert told(head.events, FateMet)
    submarine = boat("blue", elevation=-2)
    assert told(struck(submarine, 5, "FR", BREACHED).events, FateMet)[0].why == "hull_breached"
    small = struck(imp("blue", elevation=-1), 1, "T", BREACHED, board="0~1 0 0")
    assert told(small.events, FateMet)[0].why == "torso_wrecked"


def test_who_wades_with_bare_legs_takes_on_water() -> None:
    playing = scene(Scripted(), bared(diver("blue", 1), "LL"), board="0~1 0 0")
    tread(playing, "blue")
    assert [event.location for event in told(playing.events, Flooded)] == ["LL"]
