"""The offensive half of a war machine's battle value and what multiplies the whole, worked by hand."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from classic.battle_value.inventions import PLAIN_OFFENCE, factor, offence, sheet_of, small_lasers, worked
from overheat.classic.battle_value.unit import battle_value

LASER = ["ISLargeLaser"] * 2
"""One large laser: worth 123, heat 8."""
SUITS = ("LA", "RA", "LT", "RT", "CT", "LL", "RL")


def test_weapons_beyond_the_heat_it_can_bear_count_half() -> None:
    """It may make 6 + 10 - 2 = 14: the second laser reaches 16, the third is halved."""
    sheet = worked({"RT": LASER * 3})
    assert sheet.steps[1].tally.total == PLAIN_OFFENCE + 123 + 123 + Fraction("61.5")
    assert sheet.exact == Fraction("479.4") + Fraction("357.5") * Fraction("1.12")


def test_weapons_to_the_rear_count_half() -> None:
    assert offence({"RT": [*LASER, "ISMediumLaser (R)"]}) == PLAIN_OFFENCE + 123 + 23


def test_the_front_counts_half_where_the_rear_is_stronger_and_arms_take_no_side() -> None:
    assert offence({"RT": ["ISLargeLaser (R)"] * 2 + ["ISMediumLaser"]}) == PLAIN_OFFENCE + 123 + 23
    assert offence({"RA": LASER, "RT": ["ISMediumLaser (R)"]}) == PLAIN_OFFENCE + 123 + 46


def test_ammunition_counts_no_more_than_its_weapons() -> None:
    """Machine guns are worth 5; six tons at 1 count 5. Without the gun they count nothing."""
    assert offence({"RT": ["ISMG", *["ISMG Ammo"] * 6]}) == PLAIN_OFFENCE + 5 + 5
    assert offence({"RT": ["ISMG Ammo"] * 6}) == PLAIN_OFFENCE


@pytest.mark.parametrize("half", ["ISMG Ammo (100)", "IS Ammo MG - Half"])
def test_half_a_ton_of_ammunition_counts_half(half: str) -> None:
    """A ton of 200 shots is worth 1."""
    assert offence({"RT": ["ISMG", half]}) == PLAIN_OFFENCE + 5 + Fraction(1, 2)


def test_ammunition_counts_by_the_shots_that_are_stated() -> None:
    sheet = sheet_of({"RT": ["ISMG", "ISMG Ammo"]})
    mounts = tuple(replace(mount, shots=50) if mount.ammunition else mount for mount in sheet.mounts)
    part = battle_value(replace(sheet, mounts=mounts))
    assert part.steps[1].tally.total == PLAIN_OFFENCE + 5 + Fraction(1, 4)


@pytest.mark.proves("bv.fire_controls")
def test_fire_controls_serve_the_first_launchers_of_their_location() -> None:
    """LRM 5 is worth 45: one with Artemis IV 54, the other plain."""
    assert offence({"RT": ["ISLRM5", "ISLRM5", "ISArtemisIV"]}) == PLAIN_OFFENCE + 54 + 45
    assert offence({"RT": ["ISMRM10", "ISMRM10", "ISApollo"]}) == PLAIN_OFFENCE + Fraction("64.4")
    slots = {"RT": ["CLLRM5", "CLArtemisV", "CLArtemisV"]}
    assert offence(slots, TechBase="Clan") == PLAIN_OFFENCE + Fraction("71.5")


def test_a_targeting_computer_helps_what_fires_directly() -> None:
    assert (
        offence({"RT": [*LASER, "ISLRM5"], "LT": ["ISTargeting Computer"]}) == PLAIN_OFFENCE + Fraction("153.75") + 45
    )


def test_the_arrays_of_a_location_share_its_guns() -> None:
    """Six guns at 5 and two arrays of three: 0.67 x 15 each."""
    guns = ["ISMG"] * 3 + ["ISMGA"]
    assert offence({"RT": guns + guns}) == PLAIN_OFFENCE + 30 + Fraction("20.1")


@pytest.mark.proves("bv.capacitors")
def test_a_capacitor_adds_to_its_particle_cannon_and_five_to_its_heat() -> None:
    """PPC 176 + 88, heat 15 of 14: the medium laser after it is halved."""
    assert offence({"RT": ["ISPPC"] * 3 + ["PPC Capacitor", "ISMediumLaser"]}) == PLAIN_OFFENCE + 264 + 23


@pytest.mark.proves("TO-380-aes-bv-1", "TO-383-bv-is-b-9")
def test_enhanced_actuators_help_the_weapons_of_their_arm_but_no_ammunition() -> None:
    """AC/5 70 x 1.25, its ammunition 9 as ever; a tenth of the weight for the arm; the torso's laser is plain."""
    slots = {"RA": ["AES", *["ISAC5"] * 4, "IS Ammo AC/5"], "RT": LASER}
    assert offence(slots) == 55 + Fraction("87.5") + 9 + 123
    assert offence({"RA": ["AES", *["Hatchet"] * 4]}) == 55 + Fraction("18.75")


def test_enhanced_actuators_do_not_help_a_capacitor() -> None:
    """PPC 176 x 1.25 = 220, and 88."""
    assert offence({"RA": ["AES", *["ISPPC"] * 3, "PPC Capacitor"]}) == 55 + 220 + 88


@pytest.mark.proves("TO-381-drone-bv")
def test_a_drone_aims_badly_and_has_no_cockpit_that_counts() -> None:
    """Laser 123 x 0.8; the ammunition in full; 0.95 for the whole, and nothing for the small cockpit."""
    slots = {"RT": [*LASER, "IS Ammo AC/5", *["ISAC5"] * 4], "HD": ["ISDroneOperatingSystem"]}
    sheet = worked(slots, Cockpit="Small Cockpit")
    assert sheet.steps[1].tally.total == PLAIN_OFFENCE + Fraction("98.4") + 56 + 9
    assert [term.value for term in sheet.factors] == [Fraction("0.95")]


def test_a_robot_counts_a_twentieth_less() -> None:
    sheet = worked({"RT": LASER}, nocrit="SRCS:None")
    assert sheet.steps[1].tally.total == PLAIN_OFFENCE + 123
    assert factor(sheet, "bv.unmanned") == Fraction("0.95")


@pytest.mark.proves("TO-381-torso-cockpit-bv", "bv.cockpits")
def test_a_torso_mounted_cockpit_takes_a_twentieth_of_the_whole() -> None:
    sheet = worked({}, Cockpit="Torso-Mounted Cockpit")
    assert sheet.exact == (Fraction("479.4") + Fraction("62.5") * Fraction("1.2") + 56) * Fraction("0.95")


@pytest.mark.proves("TO-383-bv-is-b-8")
def test_triple_strength_myomer_doubles_what_weight_makes_hard() -> None:
    """Hatchet 10 x 1.5 x 2; a dual saw does the same as ever; weight by a half more; it walks 5 and runs 8."""
    muscles = {"LT": ["Triple Strength Myomer"] * 6}
    sheet = worked({**muscles, "RA": ["Hatchet"] * 4, "LA": ["Dual Saw"] * 7}, Myomer="Triple-Strength")
    assert sheet.steps[1].tally.total == 75 + 30 + 9
    assert factor(sheet, "bv.defensive_factor") == Fraction("1.3")


def test_talons_count_once_for_all_legs_rounded_up() -> None:
    """A kick of 55 tons does 11; half of it is 6. A ram plate: charging 6 hexes does 33, half of it x 1.1."""
    assert offence({"LL": ["ISTalons"] * 2, "RL": ["ISTalons"] * 2}, Mass="55") == 55 + 6
    assert offence({"RT": ["Ram Plate"] * 3}, Mass="55") == 55 + Fraction("18.15")


@pytest.mark.proves("bv.heat")
def test_a_vibroblade_makes_heat_like_a_weapon() -> None:
    """Two large lasers use up the 14; the large blade, worth 24, counts half. Alone it counts in full."""
    blade = {"RA": ["Large Vibroblade"] * 4}
    assert offence({**blade, "RT": LASER * 2}) == PLAIN_OFFENCE + 246 + 12
    assert offence(blade) == PLAIN_OFFENCE + 24


@pytest.mark.proves("TO-382-bombast-bv")
def test_a_bombast_laser_makes_its_most_heat() -> None:
    """Twelve, and a medium laser's three, reach 14; the third laser is halved."""
    slots = {"RT": ["ISBombastLaser"] * 3 + ["ISMediumLaser"] * 2}
    assert offence(slots) == PLAIN_OFFENCE + 137 + 46 + 23


@pytest.mark.proves("TO-381-chameleon-bv")
def test_the_heat_of_a_chameleon_shield_counts() -> None:
    """14 - 6 = 8: one large laser uses it up."""
    slots = {code: ["Chameleon Light Polarization Shield"] for code in ("LA", "RA", "LT", "RT", "LL", "RL")}
    assert offence({**slots, "HD": [*LASER, "ISMediumLaser"]}) == PLAIN_OFFENCE + 123 + 23


@pytest.mark.proves("TO-382-null-sig-bv")
def test_the_heat_of_a_null_signature_counts() -> None:
    """14 - 10 = 4: one large laser uses it up."""
    slots = {code: ["Null Signature System"] for code in SUITS}
    assert offence({**slots, "HD": [*LASER, "ISMediumLaser"]}) == PLAIN_OFFENCE + 123 + 23


@pytest.mark.proves("TO-308-nonfusion-mechs-c")
def test_running_costs_a_combustion_engine_no_heat() -> None:
    """6 + 8 sinks are 14, where fusion would leave 12; the sixteenth small laser is the second, or fourth, too many."""
    told = {"Heat_Sinks": "8 Single"}
    assert offence(small_lasers(16), Engine="200 I.C.E. Engine", **told) == PLAIN_OFFENCE + 14 * 9 + 2 * Fraction("4.5")
    assert offence(small_lasers(16), **told) == PLAIN_OFFENCE + 12 * 9 + 4 * Fraction("4.5")


def test_an_xxl_engine_runs_and_jumps_hot() -> None:
    """10 sinks: 6 + 10 - 6 leaves 10 when running; jumping four hexes doubles to 8 and leaves 8."""
    lasers = {"RT": ["ISLargeLaser"] * 2 + ["ISMediumLaser"]}
    assert offence(lasers, Engine="200 XXL Engine(IS)") == PLAIN_OFFENCE + 123 + 46
    jets = {**lasers, "LL": ["Jump Jet"] * 2, "RL": ["Jump Jet"] * 2}
    assert offence(jets, Engine="200 XXL Engine(IS)", Jump_MP="4") == PLAIN_OFFENCE + 123 + 23


def test_aids_take_heat_away() -> None:
    """14 and: a coolant pod 10/5, radical sinks 4, emergency coolant 200/60, a wing 3, a prototype 1."""
    spare = {
        "Coolant Pod": 2,
        "Radical Heat Sink System": 4,
        "RISC Emergency Coolant System": 3,
        "ISPartialWing": 3,
        "IS Double Heat Sink Prototype": 1,
    }
    sizes = {"Radical Heat Sink System": 3, "ISPartialWing": 8, "IS Double Heat Sink Prototype": 3}
    for name, more in spare.items():
        slots = {"LT": [name] * sizes.get(name, 1), **small_lasers(14 + more + 1)}
        assert offence(slots) == PLAIN_OFFENCE + 9 * (14 + more) + Fraction("4.5"), name


def test_lasers_run_cooler_insulated_and_hotter_pulsed() -> None:
    """A large laser makes 8 of 14 and leaves 6 small ones; insulated 7, pulsed 10, and then it is worth 141.45."""
    insulated = {"RT": [*LASER, "Laser Insulator", *["ISSmallLaser"] * 8]}
    assert offence(insulated) == PLAIN_OFFENCE + 123 + 7 * 9 + Fraction("4.5")
    assert offence({"RT": [*LASER, *["ISSmallLaser"] * 8]}) == PLAIN_OFFENCE + 123 + 6 * 9 + 2 * Fraction("4.5")
    pulsed = {"RT": [*LASER, "Laser Pulse Module", *["ISSmallLaser"] * 5]}
    assert offence(pulsed) == PLAIN_OFFENCE + Fraction("141.45") + 4 * 9 + Fraction("4.5")


def test_weapons_count_the_heat_that_they_may_be_expected_to_make() -> None:
    """Of 14: an Ultra AC/20 makes 16, a rotary AC/5 six, a Streak SRM 6 two; small lasers fill up what is left."""
    for name, slots, worth, made in (
        ("ISUltraAC20", 10, 281, 16),
        ("ISRotaryAC5", 6, 247, 6),
        ("ISStreakSRM6", 2, 89, 2),
    ):
        full = max(0, 14 - made)
        expected = PLAIN_OFFENCE + worth + 9 * full + Fraction("4.5") * (14 - full)
        assert offence({"RT": [name] * slots, **small_lasers(14)}) == expected, name


def test_a_one_shot_launcher_makes_a_quarter_of_its_heat() -> None:
    """SRM 4 (OS), worth 8, heat 3/4: after thirteen small lasers it still fires, and so does one more of them."""
    assert offence({"RT": ["ISSRM4OS"], **small_lasers(14)}) == PLAIN_OFFENCE + 14 * 9 + 4


@pytest.mark.proves("TO-380-modular-armor-bv-2")
def test_modular_armour_does_not_slow() -> None:
    sheet = worked({"RT": ["ISModularArmor"]})
    assert factor(sheet, "bv.speed") == Fraction("1.12")
    assert factor(sheet, "bv.defensive_factor") == Fraction("1.2")


@pytest.mark.proves("TO-377-patchwork-armor-table")
def test_hardened_armour_slows_only_where_a_leg_has_it() -> None:
    """Running 6 is 1.12, running 5 is 1."""
    kinds = {"Armor": "Patchwork", "RTL_Armor": "Standard(Inner Sphere):3", "RTR_Armor": "Standard(Inner Sphere):3"}
    places = {f"{code}_Armor": "Standard(Inner Sphere):10" for code in ("LA", "RA", "LT", "RT", "HD", "LL", "RL")}
    hard = "Hardened(Inner Sphere):10"
    values = {**kinds, **places, "CT_Armor": hard, "RTC_Armor": "Hardened(Inner Sphere):5"}
    assert factor(worked({}, **values), "bv.speed") == Fraction("1.12")
    assert factor(worked({}, **{**values, "LL_Armor": hard}), "bv.speed") == 1


def test_boosters_make_it_faster() -> None:
    """Walking 4 runs 8 with one and 10 with both: factors 1.37 and 1.63."""
    assert factor(worked({"LT": ["Supercharger"]}), "bv.speed") == Fraction("1.37")
    assert factor(worked({"LT": ["Supercharger", *["ISMASC"] * 3]}), "bv.speed") == Fraction("1.63")


def test_half_of_jumping_or_swimming_adds_to_the_speed() -> None:
    """6 + 2 for four jets, 6 + 2 for three swimming units, 6 + 1 on boosters for two."""
    assert factor(worked({"LT": ["Jump Jet"] * 4}), "bv.speed") == Fraction("1.37")
    assert factor(worked({"LT": ["ISUMU"] * 3}), "bv.speed") == Fraction("1.37")
    boosters = {"LL": ["MechanicalJumpBooster"] * 2, "RL": ["MechanicalJumpBooster"] * 2}
    assert factor(worked(boosters, Jump_MP="2"), "bv.speed") == Fraction("1.24")


def test_shields_slow_and_a_large_one_keeps_it_on_the_ground() -> None:
    """A medium shield leaves 3 to walk and 5 to run; so does a large one, and no jumping."""
    assert factor(worked({"LA": ["ISMediumShield"] * 5}), "bv.speed") == 1
    assert factor(worked({"LA": ["ISSmallShield"] * 3}), "bv.speed") == Fraction("1.12")
    assert factor(worked({"LA": ["ISLargeShield"] * 7, "LT": ["Jump Jet"] * 4}), "bv.speed") == 1


def test_an_industrial_machine_without_advanced_fire_control_attacks_worse() -> None:
    crude = worked({}, Structure="Industrial", Cockpit="Industrial Cockpit")
    assert crude.steps[1].total == Fraction("50.4")
    fitted = worked({}, Structure="Industrial", Cockpit="Industrial Cockpit (AFC)")
    assert fitted.steps[1].total == 56


def test_a_half_is_rounded_up_at_the_end() -> None:
    """Walking 3 its speed counts 1: 479.4 + 50, and six guns in two arrays for 50.1, are 579.5."""
    guns = ["ISMG"] * 3 + ["ISMGA"]
    sheet = worked({"RT": guns + guns}, Walk_MP="3")
    assert sheet.exact == Fraction("579.5")
    assert sheet.total == 580
