"""Who may fire which rounds, as the errata say in the headings of munitions and in the compiled tables."""

import pytest

from classic.unit.figures import has, weapon
from overheat.classic.construction.check import weigh
from overheat.classic.unit.equipment import catalogue
from vehicles import sheet, vehicle

MORTARS = (1, 2, 4, 8)
BATTLE_ARMOUR_LAUNCHERS = ("is_ba_micro_grenade_launcher", "ba_heavy_grenade_launcher")
BATTLE_ARMOUR_MORTARS = ("ba_light_mortar", "ba_heavy_mortar")
VEHICULAR = "vehicular_grenade_launcher"


def fires(launcher: str, rounds: str) -> bool:
    """Whether a weapon may fire a special munition."""
    return rounds in {item.id for item in catalogue().rounds_for(weapon(launcher))}


def test_fragmentation_grenades_are_for_vehicular_launchers_alone() -> None:
    assert fires(VEHICULAR, "munition_fragmentation_grenade")
    assert not any(fires(launcher, "munition_fragmentation_grenade") for launcher in BATTLE_ARMOUR_LAUNCHERS)


def test_incendiary_grenades_are_for_vehicular_launchers_and_those_of_battle_armour() -> None:
    assert all(fires(launcher, "munition_incendiary_grenade") for launcher in (VEHICULAR, *BATTLE_ARMOUR_LAUNCHERS))


def test_smoke_grenades_are_for_vehicular_launchers_and_those_of_battle_armour() -> None:
    assert all(fires(launcher, "munition_smoke_grenade") for launcher in (VEHICULAR, *BATTLE_ARMOUR_LAUNCHERS))


def mortars_fire(kind: str) -> None:
    """A kind of round for the mortars of war machines, in every size, and for those of battle armour."""
    for tech in ("is", "clan"):
        for size in MORTARS:
            has(f"{tech}_mech_mortar_{size}_{kind}_ammo", feeds="mortar", rack=size, munition=kind)
    assert all(fires(mortar, f"munition_ba_mortar_{kind}") for mortar in BATTLE_ARMOUR_MORTARS)


def test_flares_are_for_the_mortars_of_war_machines_and_of_battle_armour() -> None:
    mortars_fire("flare")


def test_smoke_is_for_the_mortars_of_war_machines_and_of_battle_armour() -> None:
    mortars_fire("smoke")


def protomech(missiles: str) -> str:
    """A protomech with a launcher in its main gun and a dozen missiles."""
    return vehicle(
        ("Head", "Torso", "Right Arm", "Left Arm", "Legs", "Main Gun"),
        "3 9 2 2 6 3",
        {"Body": f"{missiles} (12)", "Main Gun": "CLLRM1"},
        UnitType="ProtoMek",
        Name="Imp",
        Model="1",
        type="Clan Level 2",
        year="3070",
        tonnage="6",
        motion_type="Biped",
        cruiseMP="4",
        engine_type="0",
    )


def missiles_weigh(missiles: str) -> float:
    tally = weigh(sheet(protomech(missiles)))
    return float(sum(term.value for term in tally if "ammo" in term.id))


@pytest.mark.proves("TO-367-missile-munitions-proto")
def test_missiles_of_a_protomech_weigh_by_their_munition_and_no_more_for_being_special() -> None:
    """120 to the ton: 8 kilograms each; of a munition at half the number to a ton, 16."""
    ordinary = missiles_weigh("Clan Ammo Protomech LRM-1")
    assert ordinary == pytest.approx(0.096)
    assert missiles_weigh("Clan Ammo Protomech LRM-1 Swarm") == ordinary
    assert missiles_weigh("Clan Ammo Protomech LRM-1 Thunder-Augmented") == pytest.approx(0.192)
