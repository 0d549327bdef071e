"""Standing up without arms, hips beside other damage, and fire from the ground with one arm."""

import pytest

from adjudicated import adjudicated
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.piloting import DEEDS, Check, cause, piloting_number
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from skirmish import broken, forbidden, ground, maimed, replace, shot, state, unit


def to_stand(who: Unit) -> int:
    rules = ruleset(["attempting_to_stand"])
    return int(piloting_number(Check(rules, who, cause(rules[DEEDS], "standing up"))).total)


@pytest.mark.proves("attempting_to_stand.arms", "attempting_to_stand.figures")
@pytest.mark.parametrize(
    ("who", "more"),
    [
        (maimed(unit(prone=True), "LA"), 2),
        (maimed(unit(prone=True), "LA", "RA"), 4),
        (broken(unit(prone=True), "hand actuator@RA", "shoulder@RA"), 1),
    ],
)
def test_who_lacks_arms_gets_up_less_easily(who: Unit, more: int) -> None:
    assert to_stand(who) == to_stand(unit(prone=True)) + more


def test_other_rolls_do_not_mind_lost_arms() -> None:
    rules = ruleset(["attempting_to_stand"])
    why = cause(rules[DEEDS], "missed kick")
    numbers = [piloting_number(Check(rules, who, why)).total for who in (unit(), maimed(unit(), "LA"))]
    assert numbers[0] == numbers[1]


LAME = ("hip@LL", "upper leg actuator@LL", "foot actuator@LL")


@pytest.mark.proves("lame_legs.points")
def test_actuators_beside_a_damaged_hip_cost_their_points_too() -> None:
    lame = broken(unit(), *LAME)
    points = []
    for layers in ([], ["lame_legs"]):
        before = replace(state(lame), relief=Relief(ground("0 0"), ruleset(layers)))
        points.append(allowance(before, lame, "walk"))
    assert points == [2, 0]


@pytest.mark.proves("lame_legs.rolls")
def test_actuators_beside_a_damaged_hip_add_to_rolls_too() -> None:
    facts = {"unit": "WHM-6R", "damage": ["LL hip", "LL upper leg actuator", "LL foot actuator"]}
    usual = adjudicated("piloting", **facts)["target_number"]
    assert adjudicated("piloting", "lame_legs", **facts)["target_number"] == usual + 2


@pytest.mark.proves("prone_fire.one_arm")
def test_a_prone_machine_with_one_arm_leans_on_it_and_fires_the_rest() -> None:
    lying = maimed(unit(prone=True), "LA")
    assert forbidden(shot("LRM 5", attacker=lying, ammunition="LRM 5 Ammo")) == "fire.prone"
    assert forbidden(shot("LRM 5", attacker=lying, ammunition="LRM 5 Ammo", rules=["prone_fire"])) is None
    assert forbidden(shot("AC/10", attacker=lying, ammunition="AC/10 Ammo", rules=["prone_fire"])) == "fire.prone"


def test_without_arms_nobody_fires_from_the_ground() -> None:
    lying = maimed(unit(prone=True), "LA", "RA")
    assert forbidden(shot("LRM 5", attacker=lying, ammunition="LRM 5 Ammo", rules=["prone_fire"])) == "fire.prone"
