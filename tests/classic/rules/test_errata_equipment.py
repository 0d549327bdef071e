"""Figures of equipment that the errata rule on and that no other test holds."""

import pytest
from msgspec.structs import replace

from asking import asked
from classic.battle_value.inventions import sheet_of
from classic.unit.figures import gear, is_marked
from overheat.classic.construction.check import weigh
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.machine.shields import Shield, shield, slowing
from overheat.classic.construction.weights import weight_class
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Armour, catalogue
from vehicles import WARDEN, add, sheet

# Electronics


# Vehicles


@pytest.mark.proves("TO-346-mech-turret-sponson")
def test_a_pair_of_sponsons_weighs_a_tenth_of_all_that_both_hold() -> None:
    """Fifteen tons on one side and five on the other: two tons for both."""
    text = add(WARDEN, "Right", "ISSponsonTurret", "ISGaussRifle(ST)")
    text = add(text, "Left", "ISSponsonTurret", "Large Laser(ST)")
    parts = [term.value for term in weigh(sheet(text)) if term.id.endswith("sponson_turret")]
    assert sum(parts) == 2
    assert parts == [1, 1]


# Machines


@pytest.mark.proves("TO-378-ultralight-mechs", "construction.weight_classes")
def test_a_machine_lighter_than_light_counts_as_light() -> None:
    plans = [Plan(replace(sheet_of({}), tons=tons), standard()) for tons in (10, 15, 20, 35, 40, 60, 80)]
    assert [plan.rules[weight_class](plan) for plan in plans] == [1, 1, 1, 1, 2, 3, 4]


FOREARM, HAND = "Lower Arm Actuator", "Hand Actuator"


def shielded(kind: str, slots: int, *actuators: str, pod: str = "") -> tuple[Shield, int]:
    """What a shield takes on an arm that has some actuators beside the upper one, and what it costs in speed."""
    built = sheet_of({"LA": [*actuators, *[f"{kind}{pod}"] * slots]})
    (mount,) = built.flagged("shield")
    return asked(shield)(built, mount), asked(slowing)(built)


@pytest.mark.proves("TO-288-shield-construction", "construction.shields")
def test_a_shield_loses_a_point_for_each_actuator_that_its_arm_lacks() -> None:
    assert shielded("ISSmallShield", 3, FOREARM, HAND) == (Shield(3, 11), 0)
    assert shielded("ISMediumShield", 5, FOREARM) == (Shield(4, 17), 1)
    assert shielded("ISLargeShield", 7) == (Shield(5, 23), 1)


@pytest.mark.proves("TO-288-shield-construction")
def test_a_shield_in_a_pod_slows_as_much_as_one_built_in() -> None:
    assert shielded("ISMediumShield", 5, FOREARM, HAND, pod=" (omnipod)")[1] == 1


# Battle armour


def test_reactive_and_reflective_armour_of_battle_suits_weighs_by_the_point_and_halves_what_it_is_made_for() -> None:
    for id, kilograms, halved in (
        ("is_ba_reactive", 60, {"missile", "mortar", "artillery"}),
        ("clan_ba_reactive", 35, {"missile", "mortar", "artillery"}),
        ("is_ba_reflective", 55, {"energy"}),
        ("clan_ba_reflective", 30, {"energy"}),
    ):
        kind = catalogue()[id]
        assert isinstance(kind, Armour)
        assert round(1000 / kind.points_per_ton) == kilograms
        assert kind.halves == halved
        assert kind.slots == 7


# Infantry


def test_a_light_environment_suit_does_not_keep_out_the_vacuum_as_the_others_do() -> None:
    assert "vacuum" not in gear("kit_environment_suit_light").flags
    is_marked("kit_environment_suit_hostile", "vacuum")
    is_marked("kit_environment_suit_marine", "vacuum")


def test_half_a_ton_of_machine_gun_ammunition_is_called_by_its_hundred_rounds() -> None:
    built = sheet(add(WARDEN, "Body", "ISMG Ammo (100)", "ISMG Ammo (50)"))
    half, part = (mount for mount in built.mounts if mount.written.startswith("ISMG Ammo"))
    assert (half.equipment.tons, half.equipment.bv, half.shots) == (0.5, 0.5, None)
    assert (part.equipment.tons, part.equipment.bv, part.shots) == (1, 1, 50)
