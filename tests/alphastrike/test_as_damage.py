"""Damage conversion on units of our own, with figures worked out by hand from the published damage of each weapon."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from alphastrike.frames import engine, item, published_subjects
from boards import CORPUS
from overheat.alphastrike.damage.abilities import artillery_code, heat_value
from overheat.alphastrike.damage.conversion import firepower
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.damage.guns import AIDS, ONE, counted, guns
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.heat import converted_heat, overheats_at_long
from overheat.alphastrike.heat_case import HeatCase
from overheat.alphastrike.movement import movement
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.alphastrike.weapons import strike
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.classic.unit.sheet import HeatSinks, Kind, Location, Mount, Sheet
from overheat.kernel.terms import Number


def mount(text: str) -> Mount:
    """`is_ppc RA`, with `R` behind it to the rear and `T` in a turret."""
    id, place, *turned = text.split()
    return Mount(equipment=item(id), location=place, rear="R" in turned, turret="T" in turned)


def armed(*mounts: str, kind: Kind = "war machine", motive: str = "biped", sinks: int = 30, **more: Any) -> Subject:
    """A unit that mounts some equipment and keeps as cool as its single heat sinks let it."""
    fields: dict[str, Any] = {"chassis": "Wren", "tech": "IS", "walk": 4, "engine": engine("fusion_engine"), **more}
    listed = tuple(mount(text) for text in mounts)
    return Subject(
        standard(),
        Sheet(kind=kind, motive=motive, tons=50, heat_sinks=HeatSinks(sinks, "single"), mounts=listed, **fields),
    )


def tank(*mounts: str) -> Subject:
    return armed(*mounts, kind="vehicle", motive="tracked")


def row(power: Firepower) -> list[str]:
    return [str(cell) for cell in (power.row.short, power.row.medium, power.row.long)]


def printed(power: Firepower) -> set[str]:
    return {ability.printed for ability in power.abilities}


def figure(power: Firepower, id: str) -> Figure:
    return next(figure for figure in power.figures if figure.id == id)


def medium(*mounts: str, **more: Any) -> Number:
    """The damage at medium range before heat and rounding."""
    return figure(firepower(armed(*mounts, **more)), "damage.medium").tally.total


ATLAS = (
    "is_ac_20 RT",
    "is_lrm_20 LT",
    "is_srm_6 LT",
    "is_medium_laser LA",
    "is_medium_laser RA",
    "is_medium_laser CT R",
    "is_medium_laser CT R",
    "is_ac_20_ammo RT",
    "is_ac_20_ammo RT",
    "is_lrm_20_ammo LT",
    "is_lrm_20_ammo LT",
    "is_srm_6_ammo LT",
)


def test_a_hundred_tons_with_everything_come_out_as_published() -> None:
    power = firepower(armed(*ATLAS, sinks=20))
    assert row(power) == ["5", "5", "2"]
    assert (power.overheat, power.overheat_long) == (0, False)
    assert printed(power) == {"AC2/2/-", "LRM1/1/1", "IF1", "REAR1/1/-"}


def test_every_weapon_is_a_term_and_every_change_a_step() -> None:
    short = figure(firepower(armed(*ATLAS, sinks=20)), "damage.short")
    assert [(term.label, term.value) for term in short.tally] == [
        ("AC/20", 2),
        ("LRM 20", Fraction("0.6")),
        ("SRM 6", Fraction("0.8")),
        ("Medium Laser", Fraction("0.5")),
        ("Medium Laser", Fraction("0.5")),
    ]
    assert [(step.label, step.value) for step in short.steps] == [
        ("x 20 / (25 - 4), for heat", Fraction("4.4") * Fraction(20, 21)),
        ("up to the next tenth", Fraction("4.2")),
        ("up to the next whole number", 5),
    ]


def test_heat_is_explained_by_all_that_makes_it_and_takes_it_away() -> None:
    power = firepower(armed("is_ppc LA", "is_ams LT", "is_ams_ammo LT", "coolant_pod RT", sinks=12), 10)
    made = [(term.label, term.value) for term in figure(power, "heat.output").tally]
    assert made == [("PPC", 10), ("movement", 5), ("1 anti-missile systems", 1)]
    taken = [(term.label, term.value) for term in figure(power, "heat.dissipation").tally]
    assert taken == [("12 standard heat sinks", 12), ("1 coolant pods", 1)]


def test_a_machine_that_overheats_shows_by_how_much() -> None:
    power = firepower(armed("is_ppc LA", "is_ppc RA", "is_ppc RT", sinks=12))
    assert row(power) == ["1", "2", "2"]
    assert (power.overheat, power.overheat_long) == (1, True)
    assert printed(power) == {"OVL"}
    assert figure(power, "heat.output").tally.total == 32


def test_a_vehicle_keeps_cool_whatever_it_fires() -> None:
    assert row(firepower(tank("is_ppc FR", "is_ppc FR", "is_ppc TU"))) == ["3", "3", "3"]


@pytest.mark.proves("as.few_shots")
def test_fewer_than_ten_shots_for_each_weapon_leave_three_quarters() -> None:
    assert medium("is_ac_10 RT", "is_ac_10_ammo RT") == 1
    assert medium("is_ac_10 RT", "is_ac_10 LT", "is_ac_10_ammo RT") == Fraction("1.5")
    assert medium("is_ac_10 RT") == Fraction("0.75")


@pytest.mark.proves("as.few_shots")
def test_a_weapon_that_fires_twice_in_a_turn_needs_twice_the_shots() -> None:
    assert medium("is_ultra_ac_10 RT", "is_ultra_ac_10_ammo RT") == Fraction("1.125")
    assert medium("is_ultra_ac_10 RT", "is_ultra_ac_10_ammo RT", "is_ultra_ac_10_ammo RT") == Fraction("1.5")


@pytest.mark.proves("as.single_shot")
def test_a_single_shot_counts_a_tenth() -> None:
    assert medium("is_srm_6_os RT") == Fraction("0.08")


@pytest.mark.proves("as.targeting_computer")
def test_a_targeting_computer_adds_a_tenth_to_what_fires_directly() -> None:
    assert medium("is_medium_laser RA", "is_targeting_computer RT") == Fraction("0.55")
    assert medium("is_srm_6 RA", "is_srm_6_ammo RA", "is_targeting_computer RT") == Fraction("0.8")
    assert medium("is_lb_10_x_ac RA", "is_lb_10_x_ac_ammo RA", "is_targeting_computer RT") == Fraction("0.693")


def test_an_extended_range_pulse_laser_aims_a_twentieth_better_and_others_a_tenth() -> None:
    assert medium("clan_er_medium_pulse_laser RA") == Fraction("0.735")
    assert medium("clan_medium_pulse_laser RA") == Fraction("0.77")


@pytest.mark.proves("as.heat_checked_at_long")
def test_shooting_at_missiles_does_not_make_a_unit_overheat_at_long_range() -> None:
    """Two points of damage: of 32 heat 14 sinks leave one, at any range; of 46 with missiles, 21 sinks leave 1.5."""
    guns = ["is_er_ppc RA", "is_er_ppc LA"]
    plain = firepower(armed(*guns, sinks=14))
    guarded = firepower(armed(*guns, *["is_laser_ams CT"] * 2, sinks=21))
    assert (plain.overheat, plain.overheat_long) == (1, True)
    assert (guarded.overheat, guarded.overheat_long) == (1, False)
    assert figure(guarded, "heat.output_long").value == 32


@pytest.mark.proves("as.overheats_at_all")
def test_no_unit_overheats_at_long_range_alone() -> None:
    case = {
        "unit_type": "BattleMech",
        "weapons": [{"name": "guns", "heat": 30, "long": True}],
        "heat_sinks": {"double": 13},
        "subtotals": {"S": "2", "M": "2", "L": "2.1"},
    }
    heated = converted_heat(standard(), HeatCase.read(case))
    assert overheats_at_long(standard(), Fraction("2.1"), 26, heated.output_long)
    assert (heated.overheat, heated.overheat_long) == (0, False)


def test_the_heat_of_a_plasma_cannon_counts_at_long_range_where_it_heats_its_target() -> None:
    power = firepower(armed("clan_plasma_cannon RA", "clan_plasma_cannon LA", "is_er_ppc RT", sinks=20))
    assert figure(power, "heat.output_long").value == 2 + 7 + 7 + 15
    assert "HT2/2/2" in printed(power)


@pytest.mark.proves("as.artillery_cannon_in_the_air")
def test_an_artillery_cannon_of_a_fighter_is_a_gun_and_of_a_tank_artillery() -> None:
    cannon = ("is_thumper_cannon NOS", "is_thumper_cannon_ammo FSLG")
    flown = firepower(armed(*cannon, kind="aerospace fighter", motive="aerodyne"))
    driven = firepower(tank("is_thumper_cannon TU", "is_thumper_cannon_ammo RR"))
    assert (row(flown)[:2], printed(flown)) == (["0*", "1"], set())
    assert (row(driven)[:2], "ARTTC-1" in printed(driven)) == (["0", "0"], True)


@pytest.mark.proves("as.enhanced_actuators")
def test_enhanced_actuators_add_a_twentieth_in_their_arm() -> None:
    assert medium("is_medium_laser RA", "is_medium_laser LA", "is_medium_laser RT", "aes RA") == Fraction("1.525")


def test_damage_in_whole_units_is_exact_for_every_weapon_and_every_share() -> None:
    weapons = [entry for entry in catalogue().entries.values() if isinstance(entry, Weapon)]
    aided = [(weapon, aid) for weapon, (aid, kinds) in product(weapons, AIDS.items()) if weapon.flags & kinds]
    for weapon, aid in [*product(weapons, ("",)), *aided]:
        share = (75, 10, 110, 105)
        held = counted(standard(), weapon, aid, share)
        damage = [value * Fraction(75 * 10 * 110 * 105, 100**4) for value in strike(standard(), weapon, aid).damage]
        assert [Fraction(amount, ONE) for amount in held.amounts] == damage == [term.value for term in held.terms]


def test_fire_control_belongs_to_the_first_launcher_of_its_location() -> None:
    launchers = ("is_lrm_20 LT", "is_lrm_20 LT", "is_lrm_20 RT", *["is_lrm_20_ammo RT"] * 5)
    assert [gun.aid for gun in guns(armed(*launchers, "is_artemis_iv LT"))] == ["artemis_iv", "", ""]
    assert medium(*launchers, "is_artemis_iv LT") == Fraction("1.6") + 2 * Fraction("1.2")


def test_indirect_fire_and_missile_abilities_take_no_account_of_fire_control() -> None:
    power = firepower(armed("is_lrm_20 LT", "is_artemis_iv LT", *["is_lrm_20_ammo RT"] * 2))
    assert row(power) == ["1", "2", "2"]
    assert printed(power) == {"IF1"}


@pytest.mark.proves("as.indirect_fire")
def test_indirect_fire_is_what_its_weapons_do_at_long_range() -> None:
    assert "IF0*" in printed(firepower(armed("is_lrm_5 LT", "is_lrm_5_ammo LT")))
    assert "IF1" in printed(firepower(armed("is_lrm_10 LT", "is_lrm_10_ammo LT")))


@pytest.mark.proves("as.ability_is_earned")
def test_a_family_counts_from_a_point_at_medium_range_on_and_flak_at_any_damage() -> None:
    assert printed(firepower(armed("is_ac_5 RT", "is_ac_5_ammo RT"))) == set()
    assert printed(firepower(armed("is_ac_10 RT", "is_ac_10_ammo RT"))) == {"AC1/1/-"}
    assert printed(firepower(armed("is_lb_2_x_ac RT", "is_lb_2_x_ac_ammo RT"))) == {"FLK0*/0*/0*"}


@pytest.mark.proves("as.family_share")
def test_multi_missile_launchers_count_for_both_kinds_of_missile() -> None:
    launchers = ["is_mml_9 LT"] * 4 + ["is_mml_9_lrm_ammo LT"] * 2 + ["is_mml_9_srm_ammo LT"] * 2
    assert printed(firepower(armed(*launchers, sinks=40))) == {"IF2", "LRM-/2/2", "SRM4/2"}


@pytest.mark.proves("as.family_share")
def test_launchers_with_fire_control_count_for_no_family() -> None:
    plain = ("is_lrm_20 LT", "is_lrm_20_ammo LT", "is_lrm_20_ammo LT")
    assert "LRM1/1/1" in printed(firepower(armed(*plain)))
    assert "LRM1/1/1" not in printed(firepower(armed(*plain, "is_artemis_iv LT")))


@pytest.mark.proves("as.heat_ability")
def test_weapons_that_heat_their_target_are_told_by_range() -> None:
    assert [heat_value(standard(), heat) for heat in (0, 4, 5, 10, 11)] == [0, 0, 1, 1, 2]
    cannons = ("clan_plasma_cannon LA", "clan_plasma_cannon RA", *["clan_plasma_cannon_ammo RT"] * 2)
    assert "HT2/2/2" in printed(firepower(armed(*cannons)))


@pytest.mark.proves("as.artillery")
@pytest.mark.parametrize(
    ("id", "code"),
    [("is_arrow_iv", "ARTAIS"), ("clan_arrow_iv", "ARTAC"), ("is_sniper_cannon", "ARTSC")],
)
def test_artillery_is_told_by_its_kind(id: str, code: str) -> None:
    piece = item(id)
    assert isinstance(piece, Weapon)
    assert artillery_code(standard(), piece) == code
    power = firepower(tank(f"{id} FR"))
    assert f"{code}-1" in printed(power)
    assert row(power) == ["0", "0", "0"]


def test_torpedoes_do_no_damage_on_land() -> None:
    power = firepower(armed("is_srt_6 LT", "is_srt_6_ammo LT"))
    assert row(power) == ["0", "0", "0"]
    assert printed(power) == {"TOR1/1/-"}


def test_weapons_to_the_rear_have_an_ability_of_their_own_and_only_their_own_heat() -> None:
    power = firepower(armed("is_ppc LA", "is_ppc RA", "is_medium_laser CT R", "is_medium_laser CT R", sinks=10))
    assert "REAR1/1/-" in printed(power)
    assert figure(power, "heat.output").tally.total == 22
    assert row(power) == ["1", "2", "2"]


@pytest.mark.proves("as.in_turret")
def test_what_turns_with_a_turret_counts_twice() -> None:
    power = firepower(tank("is_ac_10 TU", "is_ac_10_ammo BD", "is_medium_laser FR", "is_tag TU"))
    assert row(power) == ["2", "2", "0"]
    assert printed(power) == {"AC1/1/-", "TUR(1/1/-,AC1/1/-,TAG)"}


@pytest.mark.proves("as.in_turret")
def test_sponsons_count_to_a_turret_where_there_is_one() -> None:
    lasers = tuple(Mount(equipment=item("is_medium_laser"), location=side, mounting="sponson") for side in ("LS", "RS"))
    sheet = tank("is_medium_laser TU").sheet
    sheet = msgspec.structs.replace(sheet, mounts=(*sheet.mounts, *lasers))
    turreted = msgspec.structs.replace(sheet, locations=(Location(code="FR"), Location(code="TU")))
    assert printed(firepower(Subject(standard(), turreted))) == {"TUR(2/2/-)"}
    without = msgspec.structs.replace(sheet, mounts=lasers, locations=(Location(code="FR"),))
    assert printed(firepower(Subject(standard(), without))) == set()


@pytest.mark.proves("as.in_turret")
def test_a_tripod_turns_with_all_that_is_above_its_legs() -> None:
    lasers = ("is_large_laser RA", "is_medium_laser LL")
    assert printed(firepower(armed(*lasers, motive="tripod"))) == {"TUR(1/1/-)"}
    assert printed(firepower(armed(*lasers))) == set()
    assert printed(firepower(armed("is_large_laser RT T", "is_medium_laser LL"))) == {"TUR(1/1/-)"}


def test_fighters_reach_to_extreme_range() -> None:
    craft = armed(
        "clan_er_large_laser NOS", "is_medium_laser AFT", kind="aerospace fighter", motive="aerodyne", sinks=10
    )
    power = firepower(craft)
    assert [*row(power), str(power.row.extreme)] == ["1", "1", "1", "1"]
    assert printed(power) == {"REAR1/1/-"}


def test_most_published_cards_agree() -> None:
    if not (CORPUS / "official_cards.csv").is_file():
        pytest.skip("the published cards are not on this machine")
    agreeing = []
    for card, subject in published_subjects(8):
        if card["type"] in ("BM", "IM", "CV", "SV", "AF", "CF"):
            power = firepower(subject, movement(subject).jump)
            agreeing.append([*row(power), str(power.overheat)] == [card[name] for name in ("s", "m", "l", "ov")])
    assert sum(agreeing) >= 0.98 * len(agreeing)
