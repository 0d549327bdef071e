"""What helps or hinders those who aim: figures of weapons, fire control, enhanced arms, guidance, shields, mortars."""

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.facts.state import Unit
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from skirmish import NORTH, armed, forbidden, rearmed, replace, shot, term, unit
from vehicles import WARDEN


def column(hexes: int) -> str:
    return " ".join(["0"] * (hexes + 1))


@pytest.mark.proves("to_hit.weapon_type")
@pytest.mark.parametrize(
    ("weapon", "hexes", "value"),
    [
        ("ER Small Pulse Laser", 2, -1),
        ("Medium Re-engineered Laser", 2, -1),
        ("Silver Bullet Gauss Rifle", 5, -1),
        ("Medium VSP Laser", 2, -3),
        ("Medium VSP Laser", 5, -2),
        ("Medium VSP Laser", 9, -1),
        ("Bombast Laser", 5, 3),
        ("Mek Taser", 1, 1),
    ],
)
def test_a_weapon_adds_what_its_entry_states_by_range_where_it_varies(weapon: str, hexes: int, value: int) -> None:
    assert term(shot(weapon, column=column(hexes)), "to_hit.weapon_type") == value


def of(kind: str, *items: str, **fields: Any) -> Unit:
    """A tank that counts as another kind of unit."""
    sheet = parse_blk(WARDEN, "warden.blk").sheet
    return unit(armed(replace(sheet, kind=kind, **fields), *items))


def test_improved_heavy_lasers_have_no_malus() -> None:
    assert term(shot("Improved Heavy Medium Laser"), "to_hit.weapon_type") == 0


@pytest.mark.proves("to_hit.fire_control", "to_hit.fire_controls")
def test_support_vehicles_aim_by_their_fire_control() -> None:
    for items, value in (((), 2), (("Basic Fire Control@BD",), 1), (("Advanced Fire Control@BD",), 0)):
        assert term(shot(attacker=of("support vehicle", *items)), "to_hit.fire_control") == value
    assert term(shot(attacker=of("vehicle")), "to_hit.fire_control") == 0


@pytest.mark.proves("to_hit.fire_control", "to_hit.fire_controls")
def test_an_industrial_cockpit_needs_advanced_fire_control() -> None:
    plain: Sheet = replace(armed(HUNTER), cockpit="Industrial Cockpit")
    assert term(shot(attacker=unit(plain)), "to_hit.fire_control") == 1
    assert term(shot(attacker=unit(armed(plain, "Advanced Fire Control@HD"))), "to_hit.fire_control") == 0
    assert term(shot(), "to_hit.fire_control") == 0


@pytest.mark.proves("TO-279-aes", "to_hit.enhanced_arm")
def test_enhanced_actuators_steady_the_weapons_of_their_own_arm() -> None:
    both = armed(HUNTER, "Actuator Enhancement System@LA", "Small Laser@LA", "Large Laser@RA")
    assert term(shot("Small Laser", attacker=unit(both)), "to_hit.enhanced_arm") == -1
    assert term(shot("Large Laser", attacker=unit(both)), "to_hit.enhanced_arm") == 0
    reaching = tuple(replace(mount, also_in=("LT",)) for mount in both.mounts)
    assert term(shot("Small Laser", attacker=unit(replace(both, mounts=reaching))), "to_hit.enhanced_arm") == 0


@pytest.mark.proves("to_hit.artemis_v")
def test_artemis_v_steers_its_own_missiles_in_plain_sight_where_nothing_jams() -> None:
    red = unit(armed(HUNTER, "LRM 15@LA", "Artemis V@LA"))
    capable = "IS Ammo LRM-15 Artemis V-capable"
    friend, jammer = (
        unit(id="friend", hex="0102", side="red"),
        rearmed(unit(id="blue", hex="0103"), "Guardian ECM Suite"),
    )
    assert term(shot("LRM 15", attacker=red, ammunition=capable), "to_hit.artemis_v") == -1
    assert term(shot("LRM 15", attacker=red, ammunition="IS Ammo LRM-15"), "to_hit.artemis_v") == 0
    assert term(shot("LRM 15", attacker=red, ammunition=capable, spotter=friend), "to_hit.artemis_v") == 0
    assert term(shot("LRM 15", attacker=red, ammunition=capable, others=(jammer,)), "to_hit.artemis_v") == 0


@pytest.mark.proves("to_hit.shield")
def test_a_shield_is_in_the_way_of_the_weapons_of_its_arm() -> None:
    red = unit(armed(HUNTER, "Medium Shield@RA", "Small Laser@RA", "Large Laser@LA"))
    assert term(shot("Small Laser", attacker=red), "to_hit.shield") == 1
    assert term(shot("Large Laser", attacker=red), "to_hit.shield") == 0


@pytest.mark.proves("to_hit.mortar")
def test_a_mortar_is_hard_to_fire_straight() -> None:
    friend = unit(id="friend", hex="0102", side="red")
    assert term(shot("Mek Mortar 1", column=column(7)), "to_hit.mortar") == 3
    assert term(shot("Mek Mortar 1", column=column(7), spotter=friend), "to_hit.mortar") == 0


@pytest.mark.proves("to_hit.munition")
def test_hyper_assault_rifles_burst_near_what_flies() -> None:
    flying = replace(of("vehicle", motive="vtol"), id="blue", hex=unit(hex="0106").hex, facing=NORTH, elevation=3)
    assert term(shot("HAG/20", column=column(6), target=flying), "to_hit.munition") == -3
    assert term(shot("HAG/20", column=column(6)), "to_hit.munition") == 0


@pytest.mark.proves("fire.torpedoes")
def test_torpedoes_run_through_water_all_the_way() -> None:
    wet: dict[str, Any] = {"column": "0~2 0~2 0~2", "attacker": unit(elevation=-2), "ammunition": "IS Ammo LRTorpedo-5"}
    under = unit(id="blue", hex="0103", facing=NORTH, elevation=-2)
    fired = shot("LRT 5", target=under, **wet)
    assert forbidden(fired) != "fire.torpedoes"
    shallow = unit(id="blue", hex="0103", facing=NORTH, elevation=-1)
    apart = {**wet, "column": "0~1 0 0~1", "attacker": unit(elevation=-1)}
    assert forbidden(shot("LRT 5", target=shallow, **apart)) == "fire.torpedoes"
    assert forbidden(shot("LRT 5", ammunition="IS Ammo LRTorpedo-5")) == "fire.torpedoes"


def test_a_sponson_and_a_pintle_cover_half_of_what_is_around() -> None:
    sheet = armed(parse_blk(WARDEN, "warden.blk").sheet, "Small Laser@LS")
    small = tuple(replace(mount, mounting="sponson") if mount.location == "LS" else mount for mount in sheet.mounts)
    hull, turret = unit(sheet), unit(replace(sheet, mounts=small))
    assert forbidden(shot("Small Laser", attacker=hull)) == "fire.arc"
    assert forbidden(shot("Small Laser", attacker=turret)) is None
    assert forbidden(shot("Small Laser", attacker=replace(turret, facing=1))) == "fire.arc"
