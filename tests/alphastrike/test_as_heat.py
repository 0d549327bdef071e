"""Converting heat, ruling by ruling, with the figures of the rulings themselves."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from overheat.alphastrike.damage.final import ability_damage, capital_damage, final_damage
from overheat.alphastrike.heat import (
    by_class,
    converted_heat,
    dissipation,
    equipment_heat,
    firing_arc,
    heat_modified,
    heats,
    long_damage,
    movement_heat,
    other_long_damage,
    overheat,
    overheats_at_long,
    short_and_medium,
    too_hot,
    tracks_heat,
    unheated,
    weapon_heat,
)
from overheat.alphastrike.heat_case import HeatCase, HeatSource
from overheat.alphastrike.rulesets import standard
from overheat.kernel.refusal import RefusedError

REGISTER = {
    ruling["id"]: ruling
    for ruling in msgspec.json.decode(files("overheat.register").joinpath("data/alphastrike.json").read_bytes())
}
CASES = REGISTER["AS-worked-cases"]["tables"]["cases"]


def machine(**facts: Any) -> HeatCase:
    return HeatCase.read({"unit_type": "BattleMech", **facts})


@pytest.mark.proves("AS-heat-tracking-units")
def test_machines_fighters_satellites_and_spacecraft_track_heat() -> None:
    tracking = REGISTER["AS-heat-tracking-units"]["tables"]["tracks"]
    assert all(tracks_heat(standard(), unit_type) for unit_type in tracking)
    others = ("CombatVehicle", "SupportVehicle", "ConventionalFighter", "ProtoMech", "BattleArmor", "Infantry")
    assert [tracks_heat(standard(), unit_type) for unit_type in others] == [False] * 6


@pytest.mark.proves("AS-non-heat-tracking")
@pytest.mark.parametrize(("subtotal", "tenth"), [("0.401", "0.5"), ("1.2", "1.2"), ("1.2000001", "1.3")])
def test_damage_without_heat_is_rounded_up_to_the_next_tenth(subtotal: str, tenth: str) -> None:
    assert unheated(standard(), Fraction(subtotal)).tenth == Fraction(tenth)


@pytest.mark.proves("AS-heat-output-weapons")
def test_every_weapon_fires_at_once() -> None:
    guns = (HeatSource("large laser", 12, 2), HeatSource("medium laser", 5))
    fighter = HeatCase(unit_type="AerospaceFighter", weapons=guns)
    assert converted_heat(standard(), fighter).output == 29
    assert converted_heat(standard(), machine(weapons=[{"name": "guns", "heat": 29}])).output == 31
    assert weapon_heat(standard(), guns) == 29


@pytest.mark.proves("AS-heat-output-movement")
@pytest.mark.parametrize(
    ("unit_type", "inches", "heat"),
    [("BattleMech", 0, 2), ("IndustrialMech", 0, 0), ("BattleMech", 10, 5), ("IndustrialMech", 4, 3)],
)
def test_moving_makes_two_heat_or_one_for_two_inches_of_jumping(unit_type: str, inches: int, heat: int) -> None:
    assert movement_heat(standard(), HeatCase(unit_type=unit_type, jump_inches=inches)) == heat


@pytest.mark.proves("AS-heat-output-movement")
def test_nothing_but_machines_makes_heat_by_moving() -> None:
    assert movement_heat(standard(), HeatCase(unit_type="AerospaceFighter")) == 0


def test_a_case_that_is_not_understood_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match=r"heat case: .*wings"):
        machine(wings=2)
    with pytest.raises(RefusedError, match="heat case: "):
        machine(subtotals={"S": "three"})
    with pytest.raises(RefusedError, match=r"heat case: .*triple"):
        machine(heat_sinks={"triple": 10})


@pytest.mark.proves("AS-heat-output-xxl", "as.heat")
@pytest.mark.parametrize(("inches", "heat"), [(0, 6), (4, 6), (12, 12)])
def test_an_xxl_engine_makes_six_heat_or_the_inches_it_jumps(inches: int, heat: int) -> None:
    assert movement_heat(standard(), machine(engine="XXL", jump_inches=inches)) == heat


@pytest.mark.proves("AS-heat-output-ijj")
@pytest.mark.parametrize(
    ("inches", "engine", "heat"), [(18, "standard", 5), (10, "standard", 3), (12, "XXL", 6), (4, "XXL", 3)]
)
def test_improved_jump_jets_halve_the_heat_of_jumping(inches: int, engine: str, heat: int) -> None:
    assert movement_heat(standard(), machine(engine=engine, jump_inches=inches, improved_jump_jets=True)) == heat


@pytest.mark.proves("AS-heat-output-ams")
def test_each_anti_missile_system_makes_heat_by_its_kind() -> None:
    assert equipment_heat(standard(), machine(ams=3, laser_ams_is=1)) == 10
    assert equipment_heat(standard(), machine(laser_ams_clan=2)) == 10


@pytest.mark.proves("AS-heat-output-stealth")
def test_hiding_makes_ten_heat_and_a_chameleon_shield_six_more() -> None:
    hidden = [equipment_heat(standard(), machine(stealth=kind)) for kind in ("stealth_armor", "null_sig", "void_sig")]
    assert hidden == [10, 10, 10]
    assert equipment_heat(standard(), machine(stealth="null_sig", clps=True)) == 16
    assert equipment_heat(standard(), machine(clps=True)) == 6


def armed(front: int, rear: int, front_damage: str, rear_damage: str, unit_type: str = "BattleMech") -> HeatCase:
    guns = [("front", front), ("rear", rear)]
    return HeatCase(
        unit_type=unit_type,
        weapons=tuple(HeatSource(f"{arc} gun", heat, arc=arc) for arc, heat in guns if heat),  # type: ignore[arg-type]
        front_damage=Fraction(front_damage),
        rear_damage=Fraction(rear_damage),
    )


@pytest.mark.proves("AS-heat-output-rear")
def test_only_the_side_that_does_more_damage_heats() -> None:
    assert converted_heat(standard(), armed(20, 6, "3.0", "1.0")).weapon_heat == 20
    assert converted_heat(standard(), armed(6, 20, "1.0", "3.0")).weapon_heat == 20
    assert converted_heat(standard(), armed(20, 6, "2.0", "2.0")).weapon_heat == 20


@pytest.mark.proves("AS-heat-output-rear")
def test_rear_weapons_heat_where_there_are_no_others_and_on_units_that_fire_all_round() -> None:
    assert converted_heat(standard(), armed(0, 9, "0", "1")).weapon_heat == 9
    assert converted_heat(standard(), armed(20, 6, "3.0", "1.0", "DropShip")).weapon_heat == 26
    assert firing_arc(standard(), armed(20, 6, "3.0", "1.0", "WarShip")) is None


@pytest.mark.proves("AS-heat-output-oneshot")
def test_rockets_and_one_shot_launchers_make_no_heat() -> None:
    guns = (HeatSource("laser", 8), HeatSource("rocket launcher", 5, rocket=True), HeatSource("SRM", 4, one_shot=True))
    assert converted_heat(standard(), HeatCase(unit_type="BattleMech", weapons=guns)).weapon_heat == 8
    assert [heats(standard(), gun) for gun in guns] == [True, False, False]


@pytest.mark.proves("AS-dissipation-table")
def test_heat_sinks_and_pods_count_each_and_other_aids_once() -> None:
    assert dissipation(standard(), machine(heat_sinks={"double": 10}, coolant_pods=1)) == 21
    assert dissipation(standard(), machine(heat_sinks={"standard": 12}, partial_wing=True, ecs=True)) == 16
    assert dissipation(standard(), machine(heat_sinks={"laser": 11}, rhs=True)) == 23
    assert dissipation(standard(), machine(heat_sinks={"compact": 10})) == 10


@pytest.mark.proves("AS-heat-threshold")
def test_heat_matters_once_it_is_more_than_four_above_the_dissipation() -> None:
    assert not too_hot(standard(), 24, 20)
    assert too_hot(standard(), 25, 20)


@pytest.mark.proves("AS-heat-modified-formula")
@pytest.mark.parametrize(
    ("subtotal", "dissipated", "output", "raw", "tenth", "drop"),
    [
        ("3.1", 20, 25, "62/21", "3", 1),
        ("8.8", 25, 48, "5", "5", 4),
        ("2.0", 20, 26, "20/11", "1.9", 0),
    ],
)
def test_damage_shrinks_as_the_dissipation_falls_behind_the_heat(
    subtotal: str, dissipated: int, output: int, raw: str, tenth: str, drop: int
) -> None:
    bracket = heat_modified(standard(), Fraction(subtotal), dissipated, output)
    assert (bracket.raw, bracket.tenth, bracket.drop) == (Fraction(raw), Fraction(tenth), drop)


@pytest.mark.proves("AS-short-medium")
def test_short_and_medium_range_are_lowered_each_by_itself() -> None:
    brackets = short_and_medium(standard(), {"S": Fraction(6), "M": Fraction(5)}, 20, 34)
    assert [final_damage(standard(), brackets[band].tenth).value for band in "SM"] == [4, 4]
    assert brackets["M"].drop == 1


@pytest.mark.proves("AS-ov")
def test_the_overheat_value_is_what_medium_range_lost_and_four_at_most() -> None:
    high = short_and_medium(standard(), {"S": Fraction(9), "M": Fraction(9)}, 10, 44)
    assert high["M"].drop == 6
    assert overheat(standard(), high) == 4
    assert overheat(standard(), short_and_medium(standard(), {"S": Fraction(8)}, 15, 24)) == 2
    assert overheat(standard(), short_and_medium(standard(), {"S": Fraction(3), "M": Fraction(1)}, 15, 24)) == 0


@pytest.mark.proves("AS-non-mech-long")
def test_long_range_of_other_units_is_lowered_like_the_rest() -> None:
    assert other_long_damage(standard(), Fraction("2.7"), 20, 34).tenth == Fraction("1.8")
    craft = converted_heat(
        standard(),
        HeatCase(
            unit_type="SmallCraft",
            weapons=(HeatSource("battery", 34, long=True),),
            heat_sinks={"standard": 20},
            subtotals={"S": Fraction("4.5"), "M": Fraction("4.5"), "L": Fraction("2.7")},
        ),
    )
    assert (craft.brackets["L"].tenth, craft.overheat, craft.overheat_long) == (Fraction("1.8"), 0, False)


@pytest.mark.proves("AS-weapon-classes")
def test_each_class_of_weapons_in_an_arc_is_lowered_by_itself() -> None:
    brackets = by_class(standard(), {"standard": Fraction("12.4"), "capital": Fraction("20.5")}, 240, 300)
    assert [final_damage(standard(), bracket.tenth).value for bracket in brackets.values()] == [11, 17]
    assert by_class(standard(), {"capital": Fraction("20.5")}, 296, 300)["capital"].tenth == Fraction("20.5")


@pytest.mark.proves("AS-ovl-check")
def test_a_unit_overheats_at_long_range_if_what_reaches_there_is_too_hot() -> None:
    assert overheats_at_long(standard(), Fraction("4.5"), 40, 52)
    assert not overheats_at_long(standard(), Fraction("4.5"), 40, 44)
    assert not overheats_at_long(standard(), Fraction("2.2"), 22, 28)


@pytest.mark.proves("AS-long-actual")
def test_long_range_is_lowered_by_all_the_heat_or_not_at_all() -> None:
    assert long_damage(standard(), Fraction("4.5"), 40, 55, True).tenth == Fraction("3.6")
    assert long_damage(standard(), Fraction("3.11"), 40, 55, False).tenth == Fraction("3.2")


@pytest.mark.proves("AS-final-rounding")
def test_damage_is_rounded_up_to_a_whole_number() -> None:
    assert [final_damage(standard(), Fraction(text)).value for text in ("2.1", "2", "0")] == [3, 2, 0]


@pytest.mark.proves("AS-minimal-damage")
def test_less_than_half_a_point_is_minimal_damage() -> None:
    printed = [
        str(final_damage(standard(), unheated(standard(), Fraction(text)).tenth))
        for text in ("0.4", "0.401", "0.5", "0", "0.01")
    ]
    assert printed == ["0*", "1", "1", "0", "0*"]


@pytest.mark.proves("AS-special-ability-damage")
def test_the_damage_of_an_ability_is_rounded_to_the_nearest() -> None:
    printed = [
        str(ability_damage(standard(), unheated(standard(), Fraction(text)).tenth))
        for text in ("1.4", "1.41", "2.5", "0.3")
    ]
    assert printed == ["1", "2", "3", "0*"]
    assert str(ability_damage(standard(), Fraction("0.3"), shows_minimal=False)) == "0"


@pytest.mark.proves("AS-capital")
def test_capital_weapons_and_capital_missiles_are_two_sums_rounded_up() -> None:
    assert capital_damage(standard(), [Fraction("3.2"), Fraction("4.5")]).value == 8
    assert capital_damage(standard(), [Fraction("1.1")]).value == 2


@pytest.mark.proves("AS-seed-example")
def test_the_example_of_the_document() -> None:
    guns = (HeatSource("what reaches far", 50, long=True), HeatSource("what does not", 3))
    sums = {"S": Fraction(6), "M": Fraction(6), "L": Fraction("4.5")}
    heated = converted_heat(
        standard(), HeatCase(unit_type="BattleMech", weapons=guns, heat_sinks={"double": 20}, subtotals=sums)
    )
    assert (heated.output_long, heated.output, heated.overheat_long) == (52, 55, True)
    assert heated.brackets["L"].raw == Fraction(60, 17)
    assert heated.brackets["L"].tenth == Fraction("3.6")


@pytest.mark.proves("AS-worked-cases")
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_worked_cases_come_out_step_by_step(case: dict[str, Any]) -> None:
    worked = converted_heat(standard(), HeatCase.read(case["given"])).as_json(standard())
    assert {name: worked[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_each_range_of_the_worked_cases_shows_its_fraction_and_its_drop(case: dict[str, Any]) -> None:
    heated = converted_heat(standard(), HeatCase.read(case["given"]))
    for step in case["steps"]:
        name, _, rest = step.partition(": ")
        if name in heated.brackets and "drop" in rest:
            bracket = heated.brackets[name]
            raw = rest.split(" = ")[1].split(" ")[0]
            assert (bracket.raw, bracket.drop) == (Fraction(raw), int(rest.split("drop ")[1].split(";")[0]))
