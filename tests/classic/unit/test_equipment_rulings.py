"""How figures of equipment that the errata rule on go together; `test_errata` sees each of them through a door."""

from fractions import Fraction

from classic.unit.figures import BOTH, by_tonnage, choices, gear, has, is_marked, munition, takes, tons_for, weapon
from overheat.classic.battle_value.weapons import counted_heat
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Ammunition, Weapon, catalogue

MORTARS = (1, 2, 4, 8)


def fed_by(family: str) -> set[str]:
    """The names, without their sizes, of the weapons that take a family of ammunition."""
    listed = catalogue().entries.values()
    return {
        entry.name.rstrip("0123456789 ") for entry in listed if isinstance(entry, Weapon) and entry.ammunition == family
    }


# Weight and slots


def test_limited_amphibious_takes_a_twenty_fifth_of_the_vehicle_up_to_half_tons() -> None:
    assert tons_for("limited_amphibious", 50) == 2
    assert tons_for("limited_amphibious", 60) == Fraction(5, 2)
    assert tons_for("limited_amphibious", 65) == 3


def test_fully_amphibious_takes_a_tenth_of_the_vehicle_up_to_half_tons() -> None:
    assert tons_for("fully_amphibious", 50) == 5
    assert tons_for("fully_amphibious", 55) == Fraction(11, 2)
    assert tons_for("fully_amphibious", 52) == Fraction(11, 2)


def test_an_improved_one_shot_launcher_weighs_half_a_ton_less() -> None:
    listed = catalogue()
    improved = [id for id, entry in listed.entries.items() if "improved_one_shot" in entry.flags]
    assert len(improved) > 40
    for id in improved:
        ordinary = listed[id.removesuffix("_ios")].tons
        assert isinstance(ordinary, float)
        least = 0.25 if listed[id].tech == "Clan" else 0.5
        has(id, tons=max(ordinary - 0.5, least))
    has("is_srm_2_ios", tons=0.5)
    has("clan_srm_2_ios", tons=0.25)


def test_protomechs_mount_no_improved_one_shot_launcher() -> None:
    improved = [id for id, entry in catalogue().entries.items() if "improved_one_shot" in entry.flags]
    assert len(improved) > 40
    for id in improved:
        takes(id, protomech="NA")


# Heat, damage and range


def test_a_lance_does_a_point_of_damage_for_every_five_tons() -> None:
    assert by_tonnage(gear("lance").damage, 50) == 10
    assert by_tonnage(gear("lance").damage, 60) == 12


def test_a_watchdog_sees_as_far_as_a_light_probe_of_the_clans() -> None:
    assert gear("watchdog_cews").reach == gear("clan_light_active_probe").reach > 0


def test_clan_rotary_autocannons_make_one_heat_a_shot_and_six_at_most() -> None:
    for id in ("clan_rotary_ac_2", "clan_rotary_ac_5"):
        has(id, heat=1)
        assert counted_heat.function(standard(), weapon(id).heat, weapon(id).flags) == 6


# Types


def test_artillery_cannons_have_no_choice_of_ammunition() -> None:
    for tech in ("is", "clan"):
        for gun in ("long_tom", "sniper", "thumper"):
            assert choices(weapon(f"{tech}_{gun}_cannon").ammunition) == []


def test_hyper_velocity_autocannons_have_no_choice_of_ammunition() -> None:
    for size in (2, 5, 10):
        assert choices(weapon(f"is_hvac_{size}").ammunition) == []


def test_extended_lrms_are_clusters_of_missiles_without_a_choice_of_ammunition() -> None:
    for size in (5, 10, 15, 20):
        launcher = weapon(f"is_extended_lrm_{size}")
        assert "missile" in launcher.flags
        assert launcher.cluster == size
        assert choices(launcher.ammunition) == []


def test_a_fluid_gun_is_a_ballistic_weapon_fired_directly_with_a_choice_of_ammunition() -> None:
    for id in ("is_fluid_gun", "clan_fluid_gun"):
        is_marked(id, "ballistic")
        assert weapon(id).flags.isdisjoint({"indirect", "area_effect", "energy"})
        assert len(choices(weapon(id).ammunition)) > 1


# Munitions


def test_tube_artillery_of_battle_armour_fires_explosives_and_smoke_alone() -> None:
    assert choices(weapon("ba_tube_artillery").ammunition) == ["munition_smoke_artillery"]


def test_chaff_grenades_are_for_vehicular_launchers_alone() -> None:
    (family,) = munition("munition_chaff").families
    assert fed_by(family) == {"Vehicular Grenade Launcher"}


def mortar_rounds(kind: str, munition: str) -> None:
    """Rounds of a kind for every size of mortar, and for nothing but mortars of war machines."""
    for tech in ("is", "clan"):
        for size in MORTARS:
            has(f"{tech}_mech_mortar_{size}{kind}_ammo", munition=munition, feeds="mortar", rack=size)
    assert fed_by("mortar") == {"'Mech Mortar"}


def test_airburst_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_airburst", "airburst")


def test_anti_personnel_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_anti_personnel", "anti-personnel")


def test_semi_guided_rounds_are_for_the_mortars_of_war_machines() -> None:
    mortar_rounds("_semi_guided", "semi-guided")


def test_armour_piercing_rounds_are_for_the_mortars_of_war_machines() -> None:
    for size in MORTARS:
        rounds = catalogue().find(f"ISArmorPiercingMortarAmmo{size}")
        assert isinstance(rounds, Ammunition)
        assert (rounds.feeds, rounds.rack) == ("mortar", size)
    mortar_rounds("", "standard")


# Battle value


def test_sub_capital_missiles_are_rated_by_the_shot_and_not_by_the_ton() -> None:
    """An entry is one missile, however many tons it takes, and worth an eighth of its launcher."""
    for missile in ("piranha", "stingray", "swordfish", "manta_ray"):
        entry, launcher = catalogue()[f"{missile}_ammo"], catalogue()[missile]
        assert isinstance(entry.tons, float)
        assert entry.tons > 1
        assert isinstance(launcher.bv, float)
        has(f"{missile}_ammo", shots=1, bv=int(launcher.bv / 8 + 0.5), tech=BOTH)


def test_mortars_and_artillery_of_the_clans_are_worth_what_those_of_the_inner_sphere_are() -> None:
    mortars = [f"mech_mortar_{size}" for size in MORTARS]
    for gun in (*mortars, "long_tom", "sniper", "thumper", "arrow_iv"):
        has(f"clan_{gun}", bv=catalogue()[f"is_{gun}"].bv)
        has(f"clan_{gun}_ammo", bv=catalogue()[f"is_{gun}_ammo"].bv)


# Blows


def test_physical_weapons_strike_as_their_entries_say() -> None:
    blows = standard()[PHYSICAL_WEAPONS]
    assert blows["chain whip"].damage(50) == gear("chain_whip").damage
    assert blows["lance"].damage(60) == by_tonnage(gear("lance").damage, 60)
    assert (blows["flail"].to_hit, blows["mace"].to_hit) == (gear("flail").to_hit, gear("mace").to_hit)
