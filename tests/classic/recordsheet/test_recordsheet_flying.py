"""Sheets of what flies: attack values by range, bombs, and records of height; and prices on every sheet."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import msgspec
import pytest

from overheat.classic.recordsheet import draw_sheet
from overheat.classic.recordsheet.attack_values import attack_values, hits, values
from overheat.classic.recordsheet.inventory import flying_lines, ranges
from overheat.classic.recordsheet.reminders import to_hit_table
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.classic.unitfile.library import find

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def weapon(id: str) -> Weapon:
    found = catalogue()[id]
    assert isinstance(found, Weapon)
    return found


PUBLISHED = {
    "is_small_laser": (3, 0, 0, 0),
    "is_medium_laser": (5, 0, 0, 0),
    "is_er_medium_laser": (5, 5, 0, 0),
    "is_large_laser": (8, 8, 0, 0),
    "is_large_pulse_laser": (9, 9, 0, 0),
    "is_er_large_laser": (8, 8, 8, 0),
    "clan_er_large_laser": (10, 10, 10, 10),
    "is_ppc": (10, 10, 0, 0),
    "clan_er_ppc": (15, 15, 15, 0),
    "is_ac_2": (2, 2, 2, 0),
    "is_ac_5": (5, 5, 0, 0),
    "is_ac_20": (20, 0, 0, 0),
    "is_gauss_rifle": (15, 15, 15, 0),
    "is_light_gauss_rifle": (8, 8, 8, 8),
    "is_heavy_gauss_rifle": (25, 20, 10, 0),
    "is_lb_10_x_ac": (6, 6, 0, 0),
    "is_ultra_ac_5": (7, 7, 7, 0),
    "is_rotary_ac_5": (20, 20, 0, 0),
    "clan_rotary_ac_2": (8, 8, 8, 8),
    "is_lrm_5": (3, 3, 3, 0),
    "is_lrm_20": (12, 12, 12, 0),
    "is_srm_2": (2, 0, 0, 0),
    "is_srm_4": (6, 0, 0, 0),
    "is_srm_6": (8, 0, 0, 0),
    "is_streak_srm_6": (12, 0, 0, 0),
    "clan_streak_lrm_15": (15, 15, 15, 0),
    "is_mml_5": (6, 3, 3, 0),
    "is_mrm_40": (24, 24, 0, 0),
    "is_ams": (0, 0, 0, 0),
}
"""Attack values at short, medium, long and extreme range, as they are published."""


@pytest.mark.parametrize(("id", "shown"), PUBLISHED.items())
def test_weapons_have_their_published_attack_values(id: str, shown: tuple[int, ...]) -> None:
    assert values(weapon(id)) == shown


@pytest.mark.parametrize(("id", "value"), [("is_lrm_5", 4), ("is_lrm_20", 16), ("is_srm_6", 10)])
def test_fire_control_lets_more_missiles_hit(id: str, value: int) -> None:
    assert values(weapon(id), guided=True)[0] == value


def test_a_size_without_a_column_takes_its_share_of_the_next_smaller_one() -> None:
    assert hits(20, 7) == 12
    assert hits(8, 7) == 6


def test_a_guided_launcher_is_told_apart_from_one_that_is_not() -> None:
    text = "<UnitType>\nAero\n</UnitType>\n<Name>\nMartin\n</Name>\n<tonnage>\n40\n</tonnage>\n<SafeThrust>\n5\n"
    text += "</SafeThrust>\n<motion_type>\nAerodyne\n</motion_type>\n<armor>\n9\n9\n9\n9\n</armor>\n"
    text += "<type>\nIS Level 2\n</type>\n<Nose Equipment>\nISLRM20\nISArtemisIV\n</Nose Equipment>\n"
    sheet = parse_blk(text + "<Aft Equipment>\nISLRM20\n</Aft Equipment>\n").sheet
    assert sorted(attack_values(standard(), sheet).values()) == [(12, 12, 12, 0), (16, 16, 16, 0)]
    assert [line.ranges[0] for line in flying_lines(standard(), sheet, {})] == ["16", "12"]


def shilone() -> Sheet:
    return find("Shilone SL-17").sheet


def test_a_fighter_tells_attack_values_and_not_the_ranges_of_the_ground() -> None:
    told = words(draw_sheet(shilone()))
    assert "Ext" in told
    assert "Min" not in told
    assert "15–21" not in told
    assert told.count("12") > 1


def test_a_fighter_has_a_hardpoint_for_each_five_tons_and_a_record_of_its_flight() -> None:
    told = words(draw_sheet(shilone()))
    assert any(line.startswith("13 at most") for line in told)
    assert {"Flight record", "Thrust", "Velocity", "Altitude"} <= set(told)


def test_a_rotorcraft_keeps_a_record_of_its_elevation_and_a_tank_does_not() -> None:
    assert "Elevation" in words(draw_sheet(find("Warrior Attack Helicopter H-7").sheet))
    assert "Elevation" not in words(draw_sheet(find("Manticore Heavy Tank").sheet))


def test_hits_on_the_pilots_of_a_rotorcraft_say_what_they_do() -> None:
    assert {"Co-pilot hit: +1", "Pilot hit: +2"} <= set(words(draw_sheet(find("Warrior Attack Helicopter H-7").sheet)))


def test_the_price_stands_beside_the_battle_value() -> None:
    told = words(draw_sheet(shilone(), bv=1230, cost=3_399_045))
    assert {"1,230", "3,399,045", "C-bills"} <= set(told)
    assert "C-bills" not in words(draw_sheet(shilone(), bv=1230))


def test_vehicles_cruise_where_machines_walk_and_lie_down() -> None:
    machine, tank = to_hit_table(find("Atlas AS7-D").sheet), to_hit_table(find("Manticore Heavy Tank").sheet)
    assert machine.rows[0][0].startswith("You walked")
    assert tank.rows[0] == ("You cruised, flanked", "+1 +2")
    assert any(row[0] == "You are prone" for row in machine.rows)
    assert all(row[0] != "You are prone" for row in tank.rows)


def test_only_what_jumps_has_a_death_from_above() -> None:
    assert "Death from above" not in words(draw_sheet(find("Atlas AS7-D").sheet))
    assert "Death from above" in words(draw_sheet(find("Spider SDR-5V").sheet))


def test_soldiers_are_told_what_is_left_of_their_leg_attack() -> None:
    assert "Leg attack: soldiers left" in words(draw_sheet(find("Foot Platoon (Rifle)").sheet))


def test_a_fighter_for_air_alone_tracks_no_heat() -> None:
    plain = msgspec.structs.replace(shilone(), kind="conventional fighter")
    assert "Heat" in words(draw_sheet(shilone()))
    assert not {"Heat", "Heat sinks"} & set(words(draw_sheet(plain)))


def test_a_land_air_machine_tells_how_it_moves_in_every_shape() -> None:
    plain = find("Phoenix Hawk PXH-1").sheet
    told = words(draw_sheet(msgspec.structs.replace(plain, motive="lam", jump=5)))
    assert any("AirMech 15/23" in line and "thrust 5/8" in line for line in told)
    assert told[told.index("Jump") - 1] == "5"


def test_the_range_of_artillery_is_told_in_maps() -> None:
    assert ranges(weapon("is_thumper")) == ("–", "–", "–", "21 maps")
