"""The number to hit, ruling by ruling: red fires at blue, two hexes off unless a test says otherwise."""

from typing import Any

import pytest

from machines import HUNTER, KNIGHT, PROWLER
from overheat.classic.facts.state import Unit, Weather
from overheat.classic.rules.standard.switches import ILLUMINATED, STEALTH_ON
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.unit.equipment import Weapon, packaged
from skirmish import NORTH, armed, broken, known, maimed, marked, mount, moved, needs, shot, shot_up, term, unit

GUNNERY = 4


def blue(**facts: Any) -> Unit:
    return unit(id="blue", facing=NORTH, **facts)


@pytest.mark.proves("to_hit.gunnery")
def test_a_shot_starts_from_the_gunners_skill() -> None:
    assert needs(shot()) == 4
    assert needs(shot(attacker=unit(gunnery=2))) == 2


@pytest.mark.proves("QR-attacker-movement", "to_hit.attacker_movement", "movement.modes")
def test_an_attacker_shoots_worse_by_how_it_moved_and_not_by_how_far() -> None:
    modes = {"stationary": 0, "walk": 1, "run": 2, "jump": 3}
    for mode, modifier in modes.items():
        for hexes in (0, 1, 6):
            assert needs(shot(attacker=unit(motion=moved(mode, hexes)))) == GUNNERY + modifier


@pytest.mark.proves("QR-attacker-prone", "to_hit.attacker_prone")
def test_a_prone_biped_attacks_at_two_more_on_top_of_its_movement() -> None:
    assert needs(shot(attacker=unit(prone=True, motion=moved("walk")))) == GUNNERY + 3


@pytest.mark.proves("to_hit.attacker_prone")
def test_a_prone_quad_minds_only_when_it_has_lost_a_leg() -> None:
    quad = unit(known("Scorpion SCP-1N"), prone=True)
    assert needs(shot(attacker=quad)) == GUNNERY
    assert needs(shot(attacker=maimed(quad, "RLL"))) == GUNNERY + 2


@pytest.mark.proves("QR-attacker-skidding", "to_hit.attacker_skidding")
def test_a_unit_that_skidded_attacks_at_one_more() -> None:
    assert needs(shot(attacker=unit(motion=moved("run", 5, skidded=True)))) == GUNNERY + 3


@pytest.mark.proves("QR-spotting", "to_hit.spotting")
def test_a_spotter_attacks_at_one_more() -> None:
    assert needs(shot(attacker=unit(marks=marked(SPOTTING)))) == GUNNERY + 1


@pytest.mark.proves("QR-target-movement", "to_hit.target_movement", "to_hit.target_movement_bands")
def test_a_target_is_harder_to_hit_the_more_hexes_it_moved() -> None:
    bands = {(0, 2): 0, (3, 4): 1, (5, 6): 2, (7, 9): 3, (10, 17): 4, (18, 24): 5, (25, 40): 6}
    for (fewest, most), modifier in bands.items():
        for hexes in (fewest, most):
            assert needs(shot(target=blue(motion=moved("run", hexes)))) == GUNNERY + modifier


@pytest.mark.proves("QR-target-status", "to_hit.target_jumped")
def test_a_target_that_jumped_is_one_more_than_its_hexes() -> None:
    assert needs(shot(target=blue(motion=moved("jump", 5)))) == GUNNERY + 3


@pytest.mark.proves("QR-target-status", "to_hit.target_skidding")
def test_a_target_that_skidded_is_two_more() -> None:
    assert needs(shot(target=blue(motion=moved("run", 0, skidded=True)))) == GUNNERY + 2


@pytest.mark.proves("QR-target-status", "to_hit.target_prone")
def test_a_prone_target_is_easy_next_door_and_hard_from_afar() -> None:
    assert needs(shot(column="0 0", target=blue(prone=True))) == GUNNERY - 2
    assert needs(shot(column="0 0 0", target=blue(prone=True))) == GUNNERY + 1


@pytest.mark.proves("QR-target-status", "to_hit.target_immobile")
def test_what_cannot_move_is_four_less_and_that_adds_to_lying_down() -> None:
    assert needs(shot(target=blue(shut_down=True))) == GUNNERY - 4
    assert needs(shot(target=blue(conscious=False))) == GUNNERY - 4
    assert needs(shot(target=blue(shut_down=True, prone=True))) == GUNNERY - 3
    assert needs(shot(column="0 0", target=blue(shut_down=True, prone=True))) == GUNNERY - 6


@pytest.mark.proves("QR-heat-tohit", "to_hit.heat", "to_hit.heat_bands")
def test_heat_spoils_the_aim() -> None:
    bands = {(0, 7): 0, (8, 12): 1, (13, 16): 2, (17, 23): 3, (24, 40): 4}
    for (lowest, highest), modifier in bands.items():
        for heat in (lowest, highest):
            assert needs(shot(attacker=unit(heat=heat))) == GUNNERY + modifier


@pytest.mark.proves("QR-sensor-hit-tohit", "QR-crit-sensors", "to_hit.sensors")
def test_a_hit_on_the_sensors_costs_two() -> None:
    assert needs(shot(attacker=broken(unit(), "sensors"))) == GUNNERY + 2


@pytest.mark.proves("QR-shoulder-hit-tohit", "QR-crit-shoulder", "to_hit.arm_damage")
def test_a_shoulder_costs_four_and_overrides_the_rest_of_its_arm() -> None:
    red = unit(armed(HUNTER, "Small Laser@RA"))
    assert needs(shot("Small Laser", attacker=broken(red, "shoulder@RA"))) == GUNNERY + 4 + 2
    worse = broken(red, "shoulder@RA", "upper arm actuator@RA", "lower arm actuator@RA")
    assert needs(shot("Small Laser", attacker=worse)) == GUNNERY + 4 + 2


@pytest.mark.proves("QR-arm-actuator-tohit", "QR-crit-upper-arm", "QR-crit-lower-arm", "to_hit.arm_damage")
def test_each_actuator_of_an_arm_costs_one_and_the_hand_nothing() -> None:
    red = unit(armed(HUNTER, "Large Laser@RA"))
    assert needs(shot("Large Laser", attacker=broken(red, "upper arm actuator@RA"))) == GUNNERY + 1
    assert needs(shot("Large Laser", attacker=broken(red, "lower arm actuator@RA"))) == GUNNERY + 1
    both = broken(red, "upper arm actuator@RA", "lower arm actuator@RA")
    assert needs(shot("Large Laser", attacker=both)) == GUNNERY + 2
    assert needs(shot("Large Laser", attacker=broken(red, "hand actuator@RA"))) == GUNNERY
    assert needs(shot("Large Laser", attacker=broken(red, "upper arm actuator@LA"))) == GUNNERY


@pytest.mark.proves("QR-targeting-computer", "to_hit.targeting_computer")
def test_a_targeting_computer_helps_direct_fire_but_neither_missiles_nor_scattering_shot() -> None:
    red = unit(armed(PROWLER, "LB 10-X AC@RT"))
    assert needs(shot("ER Medium Laser", attacker=red)) == GUNNERY - 1
    assert needs(shot("Medium Pulse Laser", attacker=red)) == GUNNERY - 3
    assert term(shot("LRM 10", attacker=red), "to_hit.targeting_computer") == 0
    pellets = shot("LB 10-X AC", attacker=red, ammunition="Clan LB 10-X Cluster Ammo")
    assert needs(pellets) == GUNNERY - 1
    assert term(pellets, "to_hit.targeting_computer") == 0


@pytest.mark.proves("to_hit.targeting_computer")
def test_a_targeting_computer_that_was_hit_helps_nobody() -> None:
    red = unit(PROWLER)
    computer = mount(red, "Targeting Computer")
    assert needs(shot("ER Medium Laser", attacker=red)) == GUNNERY - 1
    assert needs(shot("ER Medium Laser", attacker=shot_up(red, computer))) == GUNNERY


@pytest.mark.proves("QR-weapon-type-mods", "to_hit.weapon_type", "to_hit.weapon_types")
def test_weapons_of_every_type_have_their_modifier() -> None:
    seen = set()
    for weapon in packaged():
        if not isinstance(weapon, Weapon) or weapon.flags & {"infantry", "aerospace", "battle_armour", "capital"}:
            continue
        if weapon.to_hit is not None:
            continue
        kinds = {"pulse": -2, "mrm": 1, "rocket": 1}
        expected = [kinds[flag] for flag in kinds if flag in weapon.flags]
        if "laser" in weapon.flags and "heavy" in weapon.name.lower().split():
            expected = [1]
        if not expected:
            continue
        seen.add((expected[0], *sorted(weapon.flags & set(kinds))))
        red = unit(armed(HUNTER, weapon.id))
        assert term(shot(weapon.id, attacker=red), "to_hit.weapon_type") == expected[0], weapon.id
    assert seen == {(-2, "pulse"), (1, "mrm"), (1, "rocket"), (1,)}


@pytest.mark.proves("QR-weapon-type-mods", "to_hit.munition", "to_hit.weapon_types")
def test_cluster_ammunition_is_one_less_and_slugs_are_not() -> None:
    assert needs(shot("LB 10-X AC", ammunition="IS LB 10-X Cluster Ammo")) == GUNNERY - 1
    assert term(shot("LB 10-X AC", ammunition="IS LB 10-X AC Ammo"), "to_hit.munition") == 0


@pytest.mark.proves("QR-weapon-type-mods", "to_hit.munition")
def test_flak_helps_only_against_what_flies() -> None:
    flyer = unit(known("Warrior Attack Helicopter H-7"), id="blue", facing=NORTH, elevation=1)
    assert term(shot("AC/10", target=flyer, ammunition="IS Ammo AC/10 Flak"), "to_hit.munition") == -2
    assert term(shot("LB 10-X AC", target=flyer, ammunition="IS LB 10-X Cluster Ammo"), "to_hit.munition") == -3
    assert term(shot("AC/10", target=flyer, ammunition="IS Ammo AC/10"), "to_hit.munition") == 0
    assert term(shot("AC/10", ammunition="IS Ammo AC/10 Flak"), "to_hit.munition") == 0


@pytest.mark.proves("QR-indirect-fire", "to_hit.indirect")
def test_indirect_fire_adds_the_spotters_movement_and_one_or_two_more() -> None:
    walker = unit(id="eye", side="red", hex="0102", motion=moved("walk", 2))
    jumper = unit(id="eye", side="red", hex="0102", motion=moved("jump", 2))
    assert term(shot("LRM 5", spotter=walker), "to_hit.indirect") == 2
    assert term(shot("LRM 5", spotter=jumper, spotter_attacks=True), "to_hit.indirect") == 5


@pytest.mark.proves("QR-indirect-fire")
def test_the_firers_own_movement_counts_in_indirect_fire_too() -> None:
    walker = unit(id="eye", side="red", hex="0102", motion=moved("walk", 2))
    red = unit(motion=moved("run", 4))
    fired = shot("LRM 5", column=" ".join(["0"] * 8), attacker=red, spotter=walker)
    assert needs(fired) == GUNNERY + 2 + (1 + 1)


@pytest.mark.proves("to_hit.terrain_along_line")
def test_woods_count_along_the_spotters_line_when_somebody_spots() -> None:
    column = "0 0w1 0 0 0 0 0"
    eye = unit(id="eye", side="red", hex="0103")
    assert needs(shot("LRM 5", column=column)) == GUNNERY + 1 + 1
    assert needs(shot("LRM 5", column=column, spotter=eye)) == GUNNERY + 1 + 1


@pytest.mark.proves("QR-attack-terrain")
def test_woods_between_and_around_the_target_count_and_around_the_attacker_do_not() -> None:
    assert needs(shot(column="0 0w1 0w1 0")) == GUNNERY + 2
    assert needs(shot(column="0w2 0 0w1 0w2")) == GUNNERY + 1 + 2


@pytest.mark.proves("QR-secondary-target", "to_hit.secondary_target")
def test_a_second_target_is_one_more_ahead_and_two_more_elsewhere() -> None:
    assert needs(shot(secondary="forward")) == GUNNERY + 1
    assert needs(shot(secondary="other")) == GUNNERY + 2


@pytest.mark.proves("QR-stealth-armor", "to_hit.stealth", "to_hit.stealth_ranges")
def test_stealth_hides_at_medium_and_long_range() -> None:
    knight = unit(KNIGHT, id="blue", facing=NORTH, marks=marked(STEALTH_ON))
    for hexes, bracket, hidden in ((3, 0, 0), (6, 2, 1), (9, 4, 2)):
        column = " ".join(["0"] * (hexes + 1))
        assert needs(shot(column=column, target=knight)) == GUNNERY + bracket + hidden


@pytest.mark.proves("QR-range-mods", "to_hit.range", "to_hit.ranges")
def test_medium_range_is_two_and_long_range_four() -> None:
    for hexes, modifier in ((3, 0), (4, 2), (6, 2), (7, 4), (9, 4)):
        assert needs(shot(column=" ".join(["0"] * (hexes + 1)))) == GUNNERY + modifier


@pytest.mark.proves("QR-minimum-range", "to_hit.minimum_range")
def test_inside_its_minimum_range_a_weapon_is_harder_to_use() -> None:
    for weapon, hexes, modifier in (("LRM 5", 6, 1), ("LRM 5", 2, 5), ("LRM 5", 7, 0), ("PPC", 3, 1), ("PPC", 4, 0)):
        attack = shot(weapon, column=" ".join(["0"] * (hexes + 1)))
        assert term(attack, "to_hit.minimum_range") == modifier


@pytest.mark.proves("QR-weather-fog-tohit", "to_hit.fog")
def test_heavy_fog_dims_beams_once_and_nothing_else() -> None:
    fog = Weather(fog="heavy")
    assert term(shot("Medium Laser", weather=fog), "to_hit.fog") == 1
    assert term(shot("Medium Pulse Laser", weather=fog), "to_hit.fog") == 1
    assert term(shot("AC/10", weather=fog), "to_hit.fog") == 0
    assert term(shot("LRM 5", weather=fog), "to_hit.fog") == 0
    assert term(shot("Medium Laser", weather=Weather(fog="light")), "to_hit.fog") == 0


@pytest.mark.proves("QR-weather-precip-tohit", "to_hit.precipitation", "to_hit.precipitation_kinds")
@pytest.mark.parametrize(
    ("falling", "modifier"),
    [
        ("moderate rain", 1),
        ("heavy rain", 1),
        ("torrential downpour", 2),
        ("moderate snow", 1),
        ("heavy snow", 1),
    ],
)
def test_rain_and_snow_cost_every_shot(falling: Any, modifier: int) -> None:
    assert needs(shot(weather=Weather(precipitation=falling))) == GUNNERY + modifier


@pytest.mark.proves("QR-weather-wind-tohit", "to_hit.wind", "to_hit.winds")
@pytest.mark.parametrize(
    ("wind", "missiles", "shells"), [("moderate gale", 1, 0), ("strong gale", 2, 1), ("storm", 3, 2)]
)
def test_wind_carries_missiles_off_and_then_shells_but_not_beams(wind: Any, missiles: int, shells: int) -> None:
    weather = Weather(wind=wind)
    assert term(shot("SRM 6", weather=weather), "to_hit.wind") == missiles
    assert term(shot("AC/10", weather=weather), "to_hit.wind") == shells
    assert term(shot("Medium Laser", weather=weather), "to_hit.wind") == 0


@pytest.mark.proves("QR-weather-light-tohit", "to_hit.light", "to_hit.light_conditions")
def test_darkness_hides_unlit_targets_and_dusk_all_of_them() -> None:
    for light, unlit, lit in (("dusk", 1, 1), ("full moon", 2, 0), ("moonless", 3, 0)):
        weather = Weather(light=light)
        assert needs(shot(weather=weather)) == GUNNERY + unlit
        assert needs(shot(weather=weather, target=blue(marks=marked(ILLUMINATED)))) == GUNNERY + lit


@pytest.mark.proves("QR-weather-light-tohit", "to_hit.light")
def test_a_hot_target_glows_in_the_dark() -> None:
    cases = (("moonless", 31, 1), ("moonless", 14, 3), ("full moon", 20, 1), ("dusk", 25, 0), ("moonless", 50, 0))
    for light, heat, modifier in cases:
        weather = Weather(light=light)
        assert needs(shot(weather=weather, target=blue(heat=heat))) == GUNNERY + modifier


@pytest.mark.proves("to_hit.attacker_movement", "to_hit.target_movement", "to_hit.range", "to_hit.heat")
def test_the_worked_number_of_the_attack_sequence() -> None:
    red = unit(heat=9, motion=moved("walk", 3))
    attack = shot(column="0 0w1 0 0 0 0", attacker=red, target=blue(motion=moved("run", 6)))
    assert needs(attack) == 11
