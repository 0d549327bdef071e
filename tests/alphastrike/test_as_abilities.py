"""Special unit abilities: what gives each, what takes in what, and how a card prints them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from alphastrike.frames import armour_kind, engine, item, machine, plated, platoon, squad, unit, vehicle
from overheat.alphastrike.abilities import abilities, printed
from overheat.alphastrike.abilities.build import stronger
from overheat.alphastrike.abilities.equipment import aimed_abilities, granted, grants
from overheat.alphastrike.abilities.explosives import built_in_case, explosive
from overheat.alphastrike.abilities.fighter import fuel
from overheat.alphastrike.abilities.infantry import mechanized, platoon_tons
from overheat.alphastrike.abilities.machine import advanced_fire_control, flight
from overheat.alphastrike.abilities.point_defence import against_missiles
from overheat.alphastrike.abilities.transport import bay, cargo
from overheat.alphastrike.card import Ability, CardType, Damage, DamageRow, Move
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.movement import Movement, movement
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.classic.unit.sheet import BattleSuit, Location, Mount, Platoon
from overheat.kernel.refusal import RefusedError

UNARMED = Firepower(row=DamageRow())


def special(subject: Subject, firepower: Firepower = UNARMED) -> str:
    """The abilities of a unit as its card prints them, with those that carry damage as given."""
    return printed(abilities(subject, movement=movement(subject), firepower=firepower))


def codes(subject: Subject) -> set[str]:
    return set(special(subject).split(",")) - {""}


def at(location: str, id: str, **more: Any) -> Mount:
    return Mount(equipment=item(id), location=location, **more)


def with_mounts(subject: Subject, *mounts: Mount, **more: Any) -> Subject:
    return Subject(standard(), msgspec.structs.replace(subject.sheet, mounts=mounts, **more))


def fighter(*gear: str, tons: float = 60, **more: Any) -> Subject:
    return unit("aerospace fighter", *gear, motive="aerodyne", tons=tons, **{"fuel": 400.0, **more})


@pytest.mark.parametrize(
    ("gear", "given"),
    [
        ("is_guardian_ecm", {"ECM"}),
        ("angel_ecm", {"AECM"}),
        ("is_beagle_active_probe", {"PRB", "RCN"}),
        ("clan_light_active_probe", {"LPRB", "RCN"}),
        ("bloodhound_active_probe", {"BH", "RCN"}),
        ("watchdog_cews", {"WAT", "LPRB", "ECM", "RCN"}),
        ("nova_cews", {"NOVA", "PRB", "ECM", "RCN", "MHQ1"}),
        ("c3_slave", {"C3S", "MHQ1"}),
        ("c3_master", {"C3M", "MHQ5", "TAG"}),
        ("c3i", {"C3I", "MHQ2"}),
        ("c3_boosted_slave", {"C3BSS", "MHQ2"}),
        ("c3_emergency_master", {"C3S", "C3EM", "MHQ2"}),
        ("is_tag", {"TAG"}),
        ("clan_light_tag", {"LTAG"}),
        ("is_narc", {"SNARC"}),
        ("is_inarc", {"INARC"}),
        ("is_ams", {"AMS"}),
        ("is_risc_apds", {"RAMS"}),
        ("hatchet", {"MEL"}),
        ("is_buzzsaw", {"MEL", "SAW"}),
        ("backhoe", {"MEL", "ENG"}),
        ("large_shield", {"MEL", "SHLD"}),
        ("tsm", {"TSM"}),
        ("industrial_tsm", {"I-TSM"}),
        ("harjel_ii", {"BHJ2"}),
        ("null_signature_system", {"STL"}),
        ("void_signature_system", {"MAS"}),
        ("radical_heat_sink_system", {"RHS"}),
        ("drone_operating_system", {"DRO"}),
        ("remote_sensor_dispenser", {"RSD1", "RCN"}),
    ],
)
def test_equipment_gives_its_abilities(gear: str, given: set[str]) -> None:
    assert codes(machine(gear)) == {"ENE"} | given


def test_numbers_of_the_same_ability_add_up() -> None:
    assert codes(machine("is_tsemp_cannon", "is_tsemp_cannon")) == {"TSEMP2"}
    assert codes(machine("is_narc", "is_narc", "c3_master", "c3_master")) == {"ENE", "SNARC2", "C3M2", "MHQ10", "TAG"}


def test_headquarters_are_added_up_before_they_are_rounded_down() -> None:
    assert "MHQ5" in codes(machine("c3i", "c3i"))
    assert "MHQ4" in codes(machine("c3i", "nova_cews"))


def test_one_item_of_a_squad_is_counted_once_however_many_troopers_carry_it() -> None:
    mounts = [at(f"Trooper {number}", "is_ba_taser") for number in range(1, 5)]
    assert "BTAS1" in codes(with_mounts(squad(), *mounts))


def test_every_entry_of_the_table_speaks_of_equipment_that_exists() -> None:
    entries = catalogue().entries.values()
    for grant in grants():
        assert grant.ids <= set(catalogue().entries), grant
        types: tuple[CardType, ...] = tuple(grant.types or ("BM", "CV", "SV", "BA", "AF", "SC"))
        assert any(grant in granted(entry, card) for entry in entries for card in types), grant


def test_a_turret_tells_of_what_is_aimed_and_of_nothing_else() -> None:
    mounts = [at("TU", "is_tag"), at("TU", "is_ams"), at("TU", "is_guardian_ecm"), at("TU", "is_narc")]
    assert printed(aimed_abilities(mounts, "CV")) == "AMS,SNARC,TAG"


@pytest.mark.proves("as.explosive")
def test_ammunition_and_gauss_rifles_explode_but_capacitors_do_not_count() -> None:
    assert explosive(standard(), at("CT", "is_ac_20_ammo")) is True
    assert explosive(standard(), at("CT", "is_gauss_rifle")) is True
    assert explosive(standard(), at("CT", "bomb_bay")) is True
    assert explosive(standard(), at("CT", "ppc_capacitor")) is False
    assert explosive(standard(), at("CT", "is_medium_laser")) is False


def test_only_a_unit_without_anything_explosive_is_an_energy_unit() -> None:
    assert codes(machine("is_ppc", "ppc_capacitor")) == {"ENE"}
    assert codes(machine("is_ac_20", "is_ac_20_ammo")) == set()


def test_an_industrial_machine_without_weapons_is_not_called_an_energy_unit() -> None:
    idle = unit("industrial machine", cockpit="Industrial Cockpit")
    armed = unit("industrial machine", "is_medium_laser", cockpit="Industrial Cockpit")
    assert (codes(idle), codes(armed)) == ({"BFC"}, {"BFC", "ENE"})


@pytest.mark.proves("as.built_in_case")
def test_clan_units_have_case_built_in_and_mixed_vehicles_have_to_mount_it() -> None:
    assert built_in_case(machine(tech="Clan")) is True
    assert built_in_case(machine(tech="Clan", mixed=True)) is True
    assert built_in_case(machine(tech="IS")) is False
    assert built_in_case(vehicle(tech="Clan")) is True
    assert built_in_case(vehicle(tech="Clan", mixed=True)) is False
    assert built_in_case(fighter(tech="Clan")) is False


def test_case_is_told_only_where_something_explodes() -> None:
    assert codes(machine("is_case", "is_ac_20_ammo")) == {"CASE"}
    assert codes(machine("is_case", "is_ppc")) == {"ENE"}
    assert codes(machine("clan_gauss_rifle", tech="Clan")) == {"CASE"}


def test_better_abilities_take_in_lesser_ones() -> None:
    assert codes(machine("is_case", "is_case_ii", "is_ac_20_ammo")) == {"CASEII"}
    assert codes(machine("is_guardian_ecm", "angel_ecm")) == {"ENE", "AECM"}
    assert "MEC" not in codes(squad("ba_battle_claw", "ba_magnetic_clamp"))


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("hardened_armour", "CR"),
        ("ferro_lamellor", "CR"),
        ("stealth_armour", "STL"),
        ("is_reactive", "RCA"),
        ("is_reflective", "RFA"),
        ("impact_resistant_armour", "IRA"),
        ("ballistic_reinforced", "BRA"),
        ("heat_dissipating_armour", "FR"),
        ("anti_penetrative_ablation", "ABA"),
    ],
)
def test_armour_gives_its_ability_unless_it_is_patchwork(kind: str, code: str) -> None:
    assert codes(machine(locations=plated(10, kind))) == {"ENE", code}
    assert codes(machine(locations=plated(10, kind), patchwork=True)) == {"ENE"}


def test_mimetic_armour_is_not_told_as_stealth_too() -> None:
    suits = squad(locations=(Location(code="Trooper 1", armour=6, armour_kind=armour_kind("ba_mimetic_armour")),))
    assert codes(suits) == {"CAR4", "MAS", "MEC"}


@pytest.mark.parametrize(("id", "code"), [("ice_engine", "EE"), ("fuel_cell_engine", "FC"), ("fusion_engine", "")])
def test_engines_that_burn_something_are_told(id: str, code: str) -> None:
    assert codes(vehicle(engine=engine(id))) == {"ENE", "SRCH", code} - {""}


@pytest.mark.proves("as.stronger_jump")
def test_a_jump_is_strong_or_weak_by_the_difference_of_movement_modifiers() -> None:
    assert [stronger(standard(), *inches) for inches in ((14, 8), (8, 14), (12, 10), (20, 8))] == [2, -2, 0, 3]


def test_a_strong_jumper_and_a_weak_one_say_so() -> None:
    subject = machine()
    for inches, told in ((12, "ENE,JMPS1"), (4, "ENE,JMPW1"), (6, "ENE")):
        moving = Movement((Move(8), Move(inches, "j")), inches, 1, ())
        assert printed(abilities(subject, movement=moving, firepower=UNARMED)) == told


def test_omni_units_on_the_ground_say_so_and_fighters_do_not() -> None:
    assert codes(machine(omni=True)) == {"ENE", "OMNI"}
    assert "OMNI" not in codes(fighter(omni=True))


def test_an_armoured_component_is_told_whether_mounted_or_built_in() -> None:
    cockpit = Location(code="HD", slots=("Life Support", "Cockpit (Armored)"))
    assert codes(machine(locations=(cockpit,))) == {"ENE", "ARM"}
    assert codes(with_mounts(machine(), at("CT", "is_tag", armoured=True))) == {"ARM", "ENE", "TAG"}


@pytest.mark.proves("as.recon_station")
@pytest.mark.parametrize(("size", "tons", "recon"), [(2, 40, True), (2, 41, False), (7, 50, True)])
def test_communications_of_a_twentieth_of_the_weight_make_a_recon_unit(size: float, tons: float, recon: bool) -> None:
    subject = with_mounts(vehicle(tons=tons), at("BD", "communications_equipment", size=size))
    assert codes(subject) == {"ENE", "SRCH", f"MHQ{size}"} | ({"RCN"} if recon else set())


@pytest.mark.proves("as.cargo")
def test_cargo_is_told_in_half_tons_and_little_of_it_not_at_all() -> None:
    half = Fraction(1, 2)
    assert [cargo(standard(), tons) for tons in (4, Fraction(7, 2), half)] == [4, Fraction(7, 2), half]
    assert [cargo(standard(), Fraction(tons)) for tons in ("7.83", "17.4", "0.2")] == [8, 17, 0]


def test_cargo_of_many_bays_is_added_up() -> None:
    subject = vehicle(transporters=("cargobay:1.0:1:0::-1:0", "CargoBay:2.5:1", "troopspace: 4"))
    assert codes(subject) == {"CT3.5", "ENE", "IT4", "SRCH"}


def test_bays_for_infantry_are_told_in_tons() -> None:
    told = [bay(text) for text in ("infantrybay:2.0:1:2:Foot", "infantrybay:1:1:2:Jump", "battlearmorbay:4.5:1:1")]
    assert [each and each.amount for each in told] == [10, 6, 36]
    assert bay("steeragequarters:5.0:1") is None


def test_a_bay_of_no_number_is_refused() -> None:
    with pytest.raises(RefusedError, match="'cargobay:much:1' does not say how much it carries"):
        special(vehicle(transporters=("cargobay:much:1",)))


def test_large_craft_tell_of_doors_and_of_thousands_of_tons() -> None:
    subject = unit("dropship", motive="spheroid", tons=5000, transporters=("asfbay:6:2:1", "cargobay:2600:3:2"))
    assert {"AT6D2", "CK3D3", "VLG", "SPC"} <= codes(subject)


def test_liquid_storage_is_no_cargo() -> None:
    assert codes(with_mounts(machine(), at("CT", "liquid_storage", size=1), at("CT", "cargo", size=2))) == {
        "CT2",
        "ENE",
    }


@pytest.mark.proves("as.fire_control")
def test_a_standard_cockpit_has_advanced_fire_control() -> None:
    assert advanced_fire_control(standard(), "Standard Cockpit") is True
    assert advanced_fire_control(standard(), "Industrial Cockpit (AFC)") is True
    assert advanced_fire_control(standard(), "Industrial Cockpit") is False


def test_a_sealed_industrial_machine_works_in_space_unless_it_burns_fuel() -> None:
    for plant, told in (("fusion_engine", {"BFC", "SEAL", "SOA"}), ("ice_engine", {"BFC", "EE", "SEAL"})):
        subject = unit(
            "industrial machine", "environmental_sealing", cockpit="Industrial Cockpit", engine=engine(plant)
        )
        assert codes(subject) == told


@pytest.mark.proves("as.land_air")
def test_a_land_air_machine_hovers_three_times_its_thrust_in_points() -> None:
    lam = unit("war machine", motive="lam", jump=5)
    bimodal = unit("war machine", motive="lam", jump=3, extra=(("lam", "Bimodal"),))
    assert (flight(lam), flight(bimodal)) == (("LAM", '(30"g/5a)'), ("BIM", "(3a)"))


@pytest.mark.proves("as.fuel")
def test_a_card_tells_a_twentieth_of_the_fuel() -> None:
    assert [fuel(standard(), points) for points in (400, 480, 250, 310)] == [20, 24, 13, 16]


def test_an_aerospace_fighter_tells_of_bombs_fuel_and_space() -> None:
    assert special(fighter(tons=60)) == "BOMB2,ENE,FUEL20,SPC,VSTOL"
    assert special(unit("conventional fighter", "is_srm_4_ammo", motive="aerodyne", tons=20)) == "ATMO,BOMB1,VSTOL"


@pytest.mark.proves("as.point_defence")
def test_small_lasers_machine_guns_and_anti_missile_systems_defend_against_missiles() -> None:
    def share(id: str) -> object:
        weapon = item(id)
        assert isinstance(weapon, Weapon)
        return against_missiles(standard(), weapon)

    assert share("is_ams") == Fraction("0.3")
    assert share("is_small_laser") == Fraction("0.3")
    assert share("is_machine_gun") == Fraction("0.2")
    assert (share("is_medium_laser"), share("is_medium_pulse_laser"), share("is_small_vsp_laser")) == (0, 0, 0)


def test_point_defence_counts_what_does_not_fire_aft_and_is_rounded_up() -> None:
    lasers = [at(place, "is_small_laser") for place in ("LWG", "LWG", "RWG", "RWG")]
    assert "PNT2" in codes(with_mounts(fighter(), *lasers))
    assert "PNT1" in codes(with_mounts(fighter(), *lasers[:3], at("AFT", "is_small_laser")))
    assert not any(code.startswith("PNT") for code in codes(with_mounts(fighter(), at("AFT", "is_small_laser"))))


def test_a_support_vehicle_tells_of_its_barrier_its_size_and_its_bombs() -> None:
    clad = plated(60)
    truck = unit("support vehicle", motive="wheeled", tons=60, bar=7, locations=clad)
    train = unit("support vehicle", motive="tracked", tons=150, bar=10, locations=clad)
    stores = ["external_stores_hardpoint"] * 6
    plane = unit("support vehicle", *stores, motive="aerodyne", tons=40, bar=5, locations=clad)
    cycle = unit("support vehicle", motive="wheeled", tons=1, bar=7, locations=clad)
    assert [special(each) for each in (truck, train, plane, cycle)] == ["BAR,ENE", "ENE,LG", "ATMO,BAR,BOMB2,ENE", ""]


def test_weak_armour_that_no_point_of_the_card_shows_is_not_told() -> None:
    points = {7: "BAR,ENE", 1: "ENE"}
    trucks = [
        unit("support vehicle", motive="wheeled", tons=60, bar=7, locations=plated(5 * count)) for count in points
    ]
    assert [special(truck) for truck in trucks] == list(points.values())
    worker = unit("industrial machine", locations=plated(10, "commercial_armour"), cockpit="Industrial Cockpit")
    assert "BAR" not in special(worker)


def test_soldiers_trained_for_extreme_conditions_are_sealed() -> None:
    plain = platoon()
    assert plain.sheet.platoon is not None
    trained = msgspec.structs.replace(plain.sheet.platoon, specialities=("extreme conditions troops",))
    sealed = Subject(standard(), msgspec.structs.replace(plain.sheet, platoon=trained))
    assert (special(plain), special(sealed)) == ("AM,CAR3", "AM,CAR3,SEAL")


def test_a_drone_fighter_is_a_drone() -> None:
    assert "DRO" in special(unit("aerospace fighter", "drone_operating_system", motive="aerodyne", fuel=200)).split(",")


@pytest.mark.proves("as.platoon_tons")
@pytest.mark.parametrize(
    ("motive", "troopers", "training", "tons"),
    [
        ("foot", 28, (), "2.8"),
        ("jump", 21, (), "3.78"),
        ("motorized", 28, (), "5.88"),
        ("wheeled", 24, (), "24"),
        ("motorized", 14, ("trench engineers",), "4.34"),
    ],
)
def test_a_platoon_weighs_what_its_soldiers_carry(motive: str, troopers: int, training: Any, tons: str) -> None:
    held = Platoon(squads=4, squad_size=7, specialities=training)
    sheet = msgspec.structs.replace(platoon(motive, troopers=troopers).sheet, platoon=held)
    assert platoon_tons(standard(), sheet, held) == Fraction(tons)


def test_field_guns_and_their_ammunition_weigh_on_a_platoon() -> None:
    subject = with_mounts(platoon("motorized"), at("Field Guns", "is_ac_10"), at("Field Guns", "is_ac_10"))
    assert codes(subject) == {"CAR32"}


def test_soldiers_are_trained_equipped_and_hidden() -> None:
    held = Platoon(squads=4, squad_size=7, specialities=("paratroops",), augmentations=("tsm_implant",))
    kit = msgspec.structs.replace(held, armour_kit=at("Troopers", "kit_sneak_suit_camo"))
    space = msgspec.structs.replace(held, specialities=(), armour_kit=at("Troopers", "kit_spacesuit_combat"))
    sheet = platoon().sheet
    assert codes(Subject(standard(), msgspec.structs.replace(sheet, platoon=kit))) == {
        "AM",
        "CAR3",
        "LMAS",
        "PAR",
        "TSI",
    }
    assert {"SEAL", "SOA"} <= codes(Subject(standard(), msgspec.structs.replace(sheet, platoon=space)))


def test_a_squad_takes_a_ton_for_each_trooper() -> None:
    assert codes(squad("ba_battle_claw", troopers=5)) == {"AM", "CAR5", "MEC"}


@pytest.mark.proves("as.mechanized")
@pytest.mark.parametrize(
    ("weight", "chassis", "hands", "rides"),
    [
        ("medium", "biped", ("ba_battle_claw",), True),
        ("heavy", "biped", (), True),
        ("assault", "biped", ("ba_battle_claw",), False),
        ("medium", "quad", (), False),
        ("light", "biped", ("ba_armoured_glove", "ba_armoured_glove"), True),
        ("medium", "biped", ("ba_armoured_glove", "ba_armoured_glove"), False),
        ("PA(L)", "biped", ("ba_cargo_lifter", "ba_cargo_lifter"), False),
        ("PA(L)", "biped", ("ba_basic_manipulator", "ba_salvage_arm"), True),
    ],
)
def test_suits_with_hands_that_hold_ride_on_others(weight: str, chassis: str, hands: Any, rides: bool) -> None:
    suit = BattleSuit(chassis=chassis, weight_class=weight, armour=6)
    assert mechanized(standard(), squad(*hands, suit=suit).sheet) is rides


def test_protomechs_glide_and_cling() -> None:
    assert codes(unit("protomech", "protomech_magnetic_clamp", motive="wige", tons=9)) == {"GLD", "MCS"}
    assert codes(unit("protomech", "protomech_magnetic_clamp", motive="biped", tons=11)) == {"UCS"}


def test_abilities_with_damage_stand_in_the_same_order_of_the_alphabet() -> None:
    shooting = Firepower(
        row=DamageRow(),
        abilities=(Ability("TUR", "TUR(2/2/-)"), Ability("AC", "AC2/2/-", "Autocannon/10", (Damage(2),))),
    )
    assert special(vehicle("is_ams"), shooting) == "AC2/2/-,AMS,ENE,SRCH,TUR(2/2/-)"


def test_every_ability_says_what_it_comes_from() -> None:
    subject = machine("is_guardian_ecm", "c3_slave", "is_case", "is_ac_20_ammo", omni=True)
    told = abilities(subject, movement=movement(subject), firepower=UNARMED)
    because = {each.code: each.because for each in told}
    assert because == {
        "C3S": item("c3_slave").name,
        "CASE": item("is_case").name,
        "ECM": item("is_guardian_ecm").name,
        "MHQ": item("c3_slave").name,
        "OMNI": "omni unit",
    }
