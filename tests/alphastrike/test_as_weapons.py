"""What weapons do in Alpha Strike, against published figures and by hand from the classic ones."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.weapons import Aid, converted, figures, kind_of, minimum_range, reaches, strike, weapon_damage
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.kernel.refusal import RefusedError

PUBLISHED = {
    "is_medium_laser": "0.5 0.5 0 0",
    "is_er_large_laser": "0.8 0.8 0.8 0",
    "is_large_pulse_laser": "0.99 0.99 0 0",
    "clan_heavy_large_laser": "1.52 1.52 0 0",
    "is_large_vsp_laser": "1.265 0.863 0 0",
    "is_medium_vsp_laser": "1.035 0.648 0 0",
    "is_bombast_laser": "1.02 1.02 0 0",
    "is_ppc": "0.75 1 1 0",
    "is_snub_nose_ppc": "1 0.65 0 0",
    "is_ac_2": "0.132 0.2 0.2 0.2",
    "is_ac_5": "0.375 0.5 0.5 0",
    "is_ac_10": "1 1 0 0",
    "is_lb_5_x_ac": "0.236 0.315 0.315 0",
    "clan_lb_20_x_ac": "1.26 1.26 0 0",
    "is_gauss_rifle": "1.245 1.5 1.5 0",
    "is_heavy_gauss_rifle": "1.65 2 1 0",
    "is_srm_6": "0.8 0.8 0 0",
    "clan_streak_srm_6": "1.2 1.2 0 0",
    "is_lrm_20": "0.6 1.2 1.2 0",
    "clan_lrm_20": "1.2 1.2 1.2 0",
    "is_extended_lrm_15": "0.25 0.9 0.9 0.9",
    "is_mrm_40": "2.28 2.28 0 0",
    "is_mml_9": "1 0.75 0.5 0",
    "clan_atm_9": "2.1 1.4 0.7 0.7",
    "clan_iatm_3": "0.9 0.6 0.3 0.3",
    "is_thunderbolt_5": "0.29 0.5 0.5 0",
    "ba_light_mortar": "0.276 0 0 0",
    "clan_ba_lb_x_ac": "0.315 0.315 0 0",
    "clan_er_micro_laser": "0.2 0 0 0",
    "naval_laser_35": "3.5 3.5 3.5 0",
    "killer_whale": "4 4 4 4",
}
"""Damage at short, medium, long and extreme range."""
AIDED = {
    ("is_mml_5", "artemis_iv"): "0.8 0.6 0.4 0",
    ("clan_srm_2", "artemis_iv"): "0.4 0.4 0 0",
    ("clan_srm_2", "artemis_v"): "0.42 0.42 0 0",
    ("is_mrm_20", "apollo"): "1.2 1.2 0 0",
    ("is_er_ppc", "ppc_capacitor"): "0.75 0.75 0.75 0",
    ("is_snub_nose_ppc", "ppc_capacitor"): "0.75 0.5 0 0",
    ("is_medium_laser", "laser_pulse_module"): "0.55 0.55 0 0",
}


def weapon(id: str) -> Weapon:
    found = catalogue()[id]
    assert isinstance(found, Weapon)
    return found


def row(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split()))


def made(**figures: object) -> Weapon:
    """A weapon of a user's own."""
    return msgspec.convert({"id": "x", "name": "X", "cite": "own", "damage": 6, **figures}, Weapon)


def test_every_weapon_of_the_catalogue_does_something_or_says_why_not() -> None:
    weapons = [entry for entry in catalogue().entries.values() if isinstance(entry, Weapon)]
    idle = [
        one for one in weapons if not (any(strike(standard(), one).damage) or any(strike(standard(), one).heat_damage))
    ]
    silent = [one for one in idle if not strike(standard(), one).nothing]
    assert len(weapons) > 800
    assert [one.id for one in silent if one.damage or "infantry" not in one.flags] == []


@pytest.mark.parametrize("id", PUBLISHED)
def test_a_weapon_does_the_published_damage(id: str) -> None:
    assert strike(standard(), weapon(id)).damage == row(PUBLISHED[id])


@pytest.mark.parametrize(("id", "aid"), AIDED)
def test_fire_control_and_charges_change_what_a_weapon_does(id: str, aid: str) -> None:
    assert strike(standard(), weapon(id), aid).damage == row(AIDED[id, aid])


@pytest.mark.proves("as.weapons")
def test_published_damage_goes_before_what_follows_from_classic_figures() -> None:
    assert converted(standard(), weapon("is_bombast_laser")).damage == row("1.02 1.02 0 0")


@pytest.mark.proves("as.weapon_damage")
def test_a_tenth_of_the_damage_that_hits_counts_at_each_range() -> None:
    launcher = made(damage=2, cluster=6, range=(0, 3, 6, 9, 12), flags=["missile", "srm"])
    assert [weapon_damage(standard(), launcher, kind_of(launcher), Aid(), band) for band in range(4)] == [
        Fraction(8, 10),
        Fraction(8, 10),
        0,
        0,
    ]
    assert converted(standard(), launcher).damage == row("0.8 0.8 0 0")


@pytest.mark.proves("as.weapon_reach")
@pytest.mark.parametrize(("long", "band", "there"), [(4, 1, False), (5, 1, True), (15, 2, False), (16, 2, True)])
def test_a_weapon_reaches_into_a_bracket_by_its_long_range(long: int, band: int, there: bool) -> None:
    assert reaches(standard(), made(range=(0, 1, 2, long, 99)), band) is there


@pytest.mark.proves("as.weapon_minimum_range")
def test_a_minimum_range_takes_from_the_damage_at_short_range() -> None:
    assert [minimum_range(standard(), hexes) for hexes in range(8)] == [
        Fraction(part, 100) for part in (100, 92, 83, 75, 66, 58, 50, 50)
    ]


def test_a_weapon_of_a_users_own_follows_the_same_rules() -> None:
    own = made(range=(3, 6, 12, 18, 24), heat=7, flags=["energy", "direct", "laser", "pulse"])
    assert converted(standard(), own).damage == row("0.495 0.66 0.66 0")
    assert converted(standard(), own).heat == 7


def test_damage_that_is_given_for_fewer_ranges_holds_for_the_others() -> None:
    assert converted(standard(), made(damage=(6, 4), range=(0, 6, 12, 18, 24))).damage == row("0.6 0.4 0.4 0")
    assert converted(standard(), made(damage=(), range=(0, 6, 12, 18, 24))).damage == row("0 0 0 0")


def test_what_is_known_of_a_weapon_is_not_told_of_another_by_the_same_id() -> None:
    first = made(range=(0, 3, 6, 9, 12))
    second = msgspec.structs.replace(first, damage=8)
    assert strike(standard(), first).short == Fraction(6, 10)
    assert strike(standard(), second).short == Fraction(8, 10)
    assert strike(standard(), first) is not strike(standard(), second)
    assert strike(standard(), second) is strike(standard(), second)


def test_a_weapon_heats_as_often_as_it_fires_and_prototypes_more_than_their_sheet_says() -> None:
    assert strike(standard(), weapon("is_ultra_ac_10")).heat == 2 * 4
    assert strike(standard(), weapon("clan_rotary_ac_5")).heat == 6
    assert strike(standard(), weapon("is_medium_pulse_laser_prototype")).heat == 4 + 3


@pytest.mark.parametrize(
    ("family", "ids"),
    [
        ("AC", ("is_ac_20", "is_light_ac_5", "clan_protomech_ac_4")),
        ("", ("is_ultra_ac_20", "is_rotary_ac_5", "is_hvac_10", "clan_streak_lrm_20", "clan_atm_3", "is_mrm_30")),
        ("FLK", ("is_lb_10_x_ac", "clan_hag_30", "is_silver_bullet_gauss_rifle")),
        ("LRM", ("is_lrm_5", "clan_lrm_20", "is_enhanced_lrm_10")),
        ("SRM", ("is_srm_2", "clan_srm_6")),
        ("MML", ("is_mml_3",)),
        ("IATM", ("clan_iatm_12",)),
        ("TOR", ("is_lrt_15", "clan_srt_6")),
        ("CAP", ("nac_10", "heavy_naval_ppc")),
        ("MSL", ("white_shark",)),
        ("SCAP", ("scl_1", "piranha")),
    ],
)
def test_a_weapon_counts_to_the_ability_of_its_family(family: str, ids: tuple[str, ...]) -> None:
    assert {strike(standard(), weapon(id)).family for id in ids} == {family}


def test_missiles_that_arc_count_to_indirect_fire() -> None:
    arcing = ("is_lrm_5", "is_mml_9", "is_thunderbolt_10", "is_mech_mortar_8", "is_extended_lrm_5")
    flat = ("clan_iatm_6", "clan_streak_lrm_5", "clan_atm_6", "is_lrt_5", "is_long_tom", "rocket_launcher_10")
    assert all(strike(standard(), weapon(id)).indirect for id in arcing)
    assert not any(strike(standard(), weapon(id)).indirect for id in flat)


def test_flames_and_plasma_heat_their_target() -> None:
    heats = {
        "is_flamer": (2, 0, 0),
        "clan_er_flamer": (2, 2, 0),
        "is_heavy_flamer": (4, 0, 0),
        "is_plasma_rifle": (3, 3, 0),
        "clan_plasma_cannon": (7, 7, 7),
        "is_medium_laser": (0, 0, 0),
    }
    assert {id: strike(standard(), weapon(id)).heat_damage for id in heats} == heats


def test_what_does_no_damage_of_its_own_says_why() -> None:
    for id in ("is_ams", "is_tag", "is_narc", "is_thumper", "he_bomb", "is_machine_gun_array", "screen_launcher"):
        assert strike(standard(), weapon(id)).nothing
        assert not any(strike(standard(), weapon(id)).damage)


def test_a_cluster_beyond_the_table_is_taken_apart() -> None:
    assert figures().clusters.hits(35, 7) == 18 + 3
    assert figures().clusters.hits(40, 9) == 32


def test_help_that_is_not_known_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match="Medium Laser: nothing is known of 'lucky charm'"):
        strike(standard(), weapon("is_medium_laser"), "lucky charm")
