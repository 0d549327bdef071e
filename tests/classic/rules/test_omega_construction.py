"""Omega's drawing board: heat sinks of the engine, armour without limit, hands on omni machines, quarter tons."""

from __future__ import annotations

import pytest

from adjudicated import adjudicated
from machines import HUNTER, PROWLER, line, sheet, slot
from overheat.classic.construction.check import check, weigh
from overheat.classic.cost.unit import unit_cost
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.fielding import outfit, under
from overheat.classic.unit.sheet import Sheet

RULES = "omega_construction"


def errors(built: str, *rules: str) -> set[str]:
    return {finding.id for finding in check(sheet(built), ruleset(rules)) if finding.severity == "error"}


def tons(built: str, part: str, *rules: str) -> float:
    tally = weigh(sheet(built), ruleset(rules))
    return float(sum(term.value for term in tally if term.id == f"construction.weight.{part}"))


@pytest.mark.parametrize(("rating", "free"), [(275, 11), (400, 16), (190, 7)])
@pytest.mark.proves(
    "OM-con-heat-sinks", "omega.engine_heat_sinks", "omega.construction_figures", "construction.with_engine"
)
def test_a_fusion_engine_holds_a_heat_sink_for_each_25_of_its_rating(rating: int, free: int) -> None:
    assert adjudicated("engine_heat_sinks", RULES, rating=rating)["free"] == free
    assert adjudicated("engine_heat_sinks", rating=rating)["free"] == 10
    assert adjudicated("engine_heat_sinks", RULES, rating=rating, engine="ICE Engine")["free"] == 0


@pytest.mark.proves("OM-con-heat-sinks", "omega.sinks_of_machines")
def test_a_machine_is_fielded_with_the_sinks_of_its_engine_and_those_in_its_slots() -> None:
    swift = line(HUNTER, "engine:200 Fusion Engine(IS)", "engine:300 Fusion Engine(IS)")
    made = outfit(ruleset((RULES,)), sheet(swift))
    assert _sinks(made.sheet) == 12 + len(sheet(HUNTER).flagged("heat_sink"))
    assert [str(note) for note in made.notes if note.rule == "omega.sinks_of_machines"]
    assert _sinks(under(ruleset(()), sheet(swift))) == 10
    # 200 holds eight, the two others stand in slots and weigh a ton each.
    assert tons(HUNTER, "heat_sinks", RULES) == 2
    assert tons(HUNTER, "heat_sinks") == 0


def _sinks(built: Sheet) -> int:
    assert built.heat_sinks is not None
    return built.heat_sinks.count


@pytest.mark.proves("OM-con-armor", "omega.any_armour", "construction.most_armour")
def test_a_location_has_as_much_armour_as_one_likes() -> None:
    assert adjudicated("armour_limit", RULES, location="HD", points=30)["legal"]
    standard = adjudicated("armour_limit", location="HD", points=30)
    assert (standard["legal"], standard["most"]) == (False, 9)
    thick = line(HUNTER, "HD armor:8", "HD armor:30")
    assert "construction.armour_limit" in errors(thick)
    assert "construction.armour_limit" not in errors(thick, RULES)


@pytest.mark.proves("OM-con-omni", "omega.hands_beside_all", "construction.hand_beside", "construction.omni_arms")
def test_the_arm_of_an_omni_machine_keeps_its_hand_beside_any_weapon() -> None:
    assert adjudicated("arm", RULES, weapon="PPC", omni=True, hand=True)["legal"]
    assert not adjudicated("arm", weapon="PPC", omni=True, hand=True)["legal"]
    assert adjudicated("arm", weapon="Medium Laser", omni=True, hand=True)["legal"]
    assert adjudicated("arm", weapon="PPC", omni=False, hand=True)["legal"]
    handed = slot(PROWLER, "LA", "-Empty- x2", "Lower Arm Actuator, Hand Actuator")
    assert "construction.omni_arms" in errors(handed)
    assert "construction.omni_arms" not in errors(handed, RULES)


@pytest.mark.proves("OM-con-omni", "omega.in_pods", "construction.not_in_pods")
def test_omni_machines_have_masc_in_pods() -> None:
    podded = slot(PROWLER, "LT", "CLMASC x2", "CLMASC (OMNIPOD)")
    assert "construction.pods" in errors(podded)
    assert "construction.pods" not in errors(podded, RULES)


@pytest.mark.parametrize(
    ("given", "omega", "standard"), [(4.6, 4.5, 5.0), (4.64, 4.75, 5.0), (0.375, 0.5, 0.5), (7.75, 7.75, 8.0)]
)
@pytest.mark.proves("OM-con-rounding", "omega.quarter_tons", "omega.construction_figures", "construction.rounded")
def test_every_weight_is_rounded_to_the_nearest_quarter_ton(given: float, omega: float, standard: float) -> None:
    assert adjudicated("rounding", RULES, tons=given)["tons"] == omega
    assert adjudicated("rounding", tons=given)["tons"] == standard


@pytest.mark.proves("OM-con-rounding", "omega.quarter_tons")
def test_parts_weigh_and_cost_by_quarter_tons() -> None:
    # 240 weighs 11.5 tons and half of that as XL; the gyro is 2.4 tons, not 3; armour 115 points at 19.2 to the ton.
    assert [tons(PROWLER, part, RULES) for part in ("engine", "gyro", "armour")] == [5.75, 2.5, 6.0]
    assert [tons(PROWLER, part) for part in ("engine", "gyro", "armour")] == [6.0, 3.0, 6.0]
    assert unit_cost(sheet(PROWLER), ruleset((RULES,))).total < unit_cost(sheet(PROWLER), ruleset(())).total


def test_the_whole_check_is_asked_in_one_question() -> None:
    told = adjudicated("build", RULES, unit="Atlas AS7-D")
    assert told["terms"]
    assert isinstance(told["legal"], bool)
