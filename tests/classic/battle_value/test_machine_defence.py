"""The defensive half of a war machine's battle value, worked by hand on machines of our own."""

from fractions import Fraction

import pytest

from classic.battle_value.inventions import PLAIN, PLAIN_DEFENCE, defence, factor, halves, worked


@pytest.mark.proves("bv.factors", "bv.movement_modifiers", "bv.speed_factor", "bv.kinds", "bv.value")
def test_a_plain_machine_is_armour_structure_gyro_and_weight() -> None:
    assert halves({}) == PLAIN
    sheet = worked({})
    assert sheet.exact == Fraction("535.4")
    assert sheet.total == 535


def test_a_heavy_duty_gyro_counts_twice() -> None:
    assert defence({}, Gyro="Heavy Duty Gyro") == PLAIN_DEFENCE + 25


def test_an_interface_cockpit_stands_in_for_the_gyro() -> None:
    sheet = worked({}, Gyro="None", Cockpit="Interface Cockpit")
    assert sheet.steps[0].tally.total == PLAIN_DEFENCE
    assert factor(sheet, "bv.cockpit") == Fraction(13, 10)


def test_armour_before_a_cockpit_in_the_torso_counts_twice() -> None:
    """Twenty points in front and five behind: 25 x 2.5 more."""
    assert defence({}, Cockpit="Torso-Mounted Cockpit") == PLAIN_DEFENCE + Fraction("62.5")


@pytest.mark.proves("bv.structure")
def test_composite_structure_counts_half() -> None:
    """83 x 1.5 = 124.5; half of it is 62.25."""
    assert defence({}, Structure="Composite") == PLAIN_DEFENCE - Fraction("62.25")


@pytest.mark.proves("bv.engine")
def test_an_xxl_engine_leaves_a_quarter_of_the_structure_or_half_if_clan() -> None:
    """124.5 less three quarters of itself; less half of itself with the Clan engine."""
    assert defence({}, Engine="200 XXL Engine(IS)") == PLAIN_DEFENCE - Fraction("93.375")
    assert defence({}, Engine="200 XXL Engine(Clan)", TechBase="Clan") == PLAIN_DEFENCE - Fraction("62.25")


def test_a_superheavy_xl_engine_leaves_three_quarters() -> None:
    sheet = worked({}, Mass="200", Engine="400 XL Engine(IS)", Walk_MP="2", Gyro="Superheavy Gyro")
    structure = sheet.steps[0].tally["bv.structure"]
    points = int(structure.label.split()[0])
    assert structure.value == points * Fraction(3, 2) * Fraction(3, 4)


def test_modular_armour_counts_as_the_kind_under_it() -> None:
    """Ten points x 2.5; a half more on reflective armour."""
    assert defence({"RT": ["ISModularArmor"]}) == PLAIN_DEFENCE + 25
    plain = defence({}, Armor="Reflective(Inner Sphere)")
    assert defence({"RT": ["ISModularArmor"]}, Armor="Reflective(Inner Sphere)") == plain + Fraction("37.5")


def test_harjel_that_repairs_is_a_tenth_of_the_armour_there_and_a_risk() -> None:
    """13 points in the right torso x 2.5 x 0.1, less 1 for its slot, whatever shields the place."""
    assert defence({"RT": ["HarJel II"]}) == PLAIN_DEFENCE + Fraction("3.25") - 1
    assert defence({"RT": ["HarJel III"] * 2 + ["ISCASEII"]}) == PLAIN_DEFENCE + Fraction("6.5") - 2


def test_a_blue_shield_adds_a_fifth_to_armour_and_structure() -> None:
    """250 and 124.5 by a fifth are 74.9; less 1 for each of the seven places it sits in."""
    places = {code: ["Blue Shield"] for code in ("LA", "RA", "LT", "RT", "CT", "LL", "RL")}
    assert defence(places) == PLAIN_DEFENCE + Fraction("74.9") - 7


def test_what_protects_counts_and_its_ammunition_up_to_its_value() -> None:
    """32 for the system; three tons at 11 are 33 but count 32; with CASE nothing explodes."""
    tons = ["ISAMS Ammo"] * 3
    assert defence({"RT": ["ISAntiMissileSystem", *tons, "ISCASE"]}) == PLAIN_DEFENCE + 32 + 32
    assert defence({"RT": [*tons, "ISCASE"]}) == PLAIN_DEFENCE


def test_armoured_components_add_a_twentieth_a_slot_or_five() -> None:
    """Guardian ECM: 61, and two slots at 3.05; a cockpit 5; one slot of the gyro a twentieth of 25."""
    slots = {"RT": ["ISGuardianECM (ARMORED)"] * 2, "HD": ["Sensors (ARMORED)"], "CT": ["Gyro (ARMORED)"]}
    assert defence(slots) == PLAIN_DEFENCE + 61 + Fraction("6.1") + 5 + Fraction("1.25")


def test_ammunition_is_a_risk_without_case() -> None:
    assert defence({"RT": ["ISAC5"] * 4 + ["IS Ammo AC/5"]}) == PLAIN_DEFENCE - 15
    assert defence({"RT": ["ISAC5"] * 4 + ["IS Ammo AC/5", "ISCASE"]}) == PLAIN_DEFENCE
    assert defence({"CT": ["IS Ammo AC/5", "ISCASE"]}) == PLAIN_DEFENCE - 15
    assert defence({"LL": ["IS Ammo AC/5"]}) == PLAIN_DEFENCE - 15


def test_ammunition_in_an_arm_is_safe_behind_case_in_arm_or_torso() -> None:
    assert defence({"RA": ["IS Ammo AC/5"]}) == PLAIN_DEFENCE - 15
    assert defence({"RA": ["IS Ammo AC/5", "ISCASE"]}) == PLAIN_DEFENCE
    assert defence({"RA": ["IS Ammo AC/5"], "RT": ["ISCASE"]}) == PLAIN_DEFENCE


def test_case_is_useless_beside_an_xl_engine() -> None:
    """The engine itself halves the structure: 62.25 less."""
    slots = {"RT": ["IS Ammo AC/5", "ISCASE"]}
    assert defence(slots, Engine="200 XL Engine(IS)") == PLAIN_DEFENCE - Fraction("62.25") - 15


def test_clan_machines_have_case_wherever_it_can_be() -> None:
    assert defence({"RT": ["IS Ammo AC/5"], "LA": ["IS Ammo AC/5"]}, TechBase="Clan") == PLAIN_DEFENCE
    assert defence({"HD": ["IS Ammo AC/5"]}, TechBase="Clan") == PLAIN_DEFENCE - 15


@pytest.mark.proves("TO-381-xxl-clan-bv")
def test_a_clan_xxl_engine_makes_side_torso_ammunition_a_risk() -> None:
    slots = {"RT": ["IS Ammo AC/5"], "LA": ["IS Ammo AC/5"]}
    halved = PLAIN_DEFENCE - Fraction("62.25")
    assert defence(slots, Engine="200 XXL Engine(Clan)", TechBase="Clan") == halved - 15


@pytest.mark.proves("TO-381-case-ii-bv", "TO-383-bv-is-b-4")
def test_case_ii_saves_its_place_and_the_next_one_out_but_no_leg() -> None:
    halved = PLAIN_DEFENCE - Fraction("62.25")
    engine = "200 XL Engine(IS)"
    ammunition = {code: ["IS Ammo AC/5"] for code in ("RA", "RT", "RL")}
    safe = {**ammunition, "RT": ["IS Ammo AC/5", "ISCASEII"]}
    assert defence(ammunition, Engine=engine) == halved - 45
    assert defence(safe, Engine=engine) == halved - 15
    assert defence({"RT": ["IS Ammo AC/5"], "CT": ["ISCASEII"]}, Engine=engine) == halved


def test_a_gauss_rifle_is_a_risk_of_one_for_each_slot() -> None:
    assert defence({"RT": ["ISGaussRifle"] * 7}) == PLAIN_DEFENCE - 7


@pytest.mark.proves("TO-383-bv-is-b-10")
def test_a_particle_cannon_with_a_capacitor_may_explode() -> None:
    """Three slots and one; without a capacitor it is harmless."""
    assert defence({"RT": ["ISPPC"] * 3 + ["PPC Capacitor"]}) == PLAIN_DEFENCE - 4
    assert defence({"RT": ["ISPPC"] * 3}) == PLAIN_DEFENCE


@pytest.mark.proves("bv.explosives")
def test_a_taser_and_its_ammunition_may_explode() -> None:
    assert defence({"RT": ["ISMekTaser"] * 3 + ["Mek Taser Ammo"]}) == PLAIN_DEFENCE - 3 - 15


@pytest.mark.proves("bv.explosives")
def test_an_m_pod_protects_and_may_explode() -> None:
    assert defence({"RT": ["ISMPod"]}) == PLAIN_DEFENCE + 5 - 1
    assert defence({"RT": ["ISBPod"]}) == PLAIN_DEFENCE + 2 - 1


def test_fuel_is_a_risk_like_ammunition_and_a_hyper_velocity_cannon_one_in_all() -> None:
    assert defence({"RT": ["Extended Fuel Tank:SIZE:1.0"]}) == PLAIN_DEFENCE - 15
    assert defence({"RT": ["ISHVAC2"] * 2}) == PLAIN_DEFENCE - 1


def test_jumping_counts_one_more_than_running_as_far() -> None:
    """It runs 6 for 2; it jumps 4 for 1 + 1, or 5 for 2 + 1."""
    assert factor(worked({"LT": ["Jump Jet"] * 4}), "bv.defensive_factor") == Fraction("1.2")
    assert factor(worked({"LT": ["Jump Jet"] * 5}), "bv.defensive_factor") == Fraction("1.3")


def test_a_partial_wing_lengthens_the_jump() -> None:
    """At 50 tons by two: 4 jets make 6, which is 2 + 1."""
    slots = {"LT": ["Jump Jet"] * 4 + ["ISPartialWing"] * 4, "RT": ["ISPartialWing"] * 4}
    assert factor(worked(slots), "bv.defensive_factor") == Fraction("1.3")


@pytest.mark.proves("TO-380-modular-armor-bv-1")
def test_stealth_armour_counts_in_full_under_modular_armour() -> None:
    sheet = worked({"RT": ["ISModularArmor"]}, Armor="Stealth(Inner Sphere)")
    assert factor(sheet, "bv.defensive_factor") == Fraction("1.4")


@pytest.mark.proves("TO-382-void-sig-bv")
def test_a_void_signature_is_worth_three_or_one_more_on_a_tie() -> None:
    """Running 6 is worth 2, so three; running 8 is worth 3, so four; running 15 is worth 4 and stays."""
    slots = {code: ["Void Signature System"] for code in ("LA", "RA", "LT", "RT", "CT", "LL", "RL")}
    for walk, worth in (("4", "1.3"), ("5", "1.4"), ("10", "1.4")):
        assert factor(worked(slots, Walk_MP=walk), "bv.defensive_factor") == Fraction(worth)


def test_a_land_air_machine_glides_as_an_airmech() -> None:
    """Five jets glide 23 hexes: 5 + 1; half of that, 12, and 6 of running are 18 points, a factor of 2.72."""
    sheet = worked({"LT": ["Jump Jet"] * 5}, Config="LAM", LAM="Standard")
    assert factor(sheet, "bv.defensive_factor") == Fraction("1.6")
    assert factor(sheet, "bv.speed") == Fraction("2.72")
    bimodal = worked({"LT": ["Jump Jet"] * 5}, Config="LAM", LAM="Bimodal")
    assert factor(bimodal, "bv.defensive_factor") == Fraction("1.3")
