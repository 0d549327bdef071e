"""Options of movement and piloting: crawling, careful stands, tripping, hard hits, narrow failures."""

import json
from pathlib import Path

import pytest

from overheat.classic.attack.blows import number_of
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.damage.falls import settle_falls, stand_or_fall
from overheat.classic.facts.commands import Step, Strike
from overheat.classic.facts.events import CheckMade, Fell, Posture, Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import movement_heat
from overheat.classic.rules.standard.locations import Placement, luck
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.piloting import BLOWS, DEEDS, Check, cause, piloting_number
from overheat.classic.rules.standard.postures import posture_of
from overheat.classic.rules.tacops.expanded_falling import goes_hull_down
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.round import VERBS, legal
from overheat.kernel.dice import Scripted
from skirmish import blow, ground, known, moved, replace, state, told, unit
from terminal import run


def under(*layers: str, units: tuple[Unit, ...] = (), column: str = "0 0 0", phase: str = "movement") -> State:
    before = state(*(units or (unit(),)), board=column)
    return replace(before, relief=Relief(ground(column), ruleset(layers)), phase=phase, acting="red", order=("red",))


@pytest.mark.proves("TO-020-crawling", "crawling.mode")
@pytest.mark.parametrize("hexes", [1, 3])
def test_a_crawler_makes_one_point_of_heat_however_far_it_goes(hexes: int) -> None:
    crawler = unit(prone=True, motion=moved("crawl", hexes))
    term = movement_heat(toil_of(under("crawling", units=(crawler,)), crawler))
    assert term is not None
    assert term.value == 1


@pytest.mark.proves("crawling.on_the_ground", "crawling.cost", "crawling.terrain")
def test_a_machine_on_the_ground_crawls_ahead_at_a_point_more_and_does_not_trip() -> None:
    lying = unit(prone=True, motion=moved("crawl"))
    before = under("crawling", units=(lying,), column="0 0r1 0")
    scene = Scene(before, Scripted())
    assert Step("forward") in list(legal(before, lying))
    crawl(scene, lying)
    assert scene.unit("red").motion.spent == 1 + 1 + 1
    assert not told(scene.events, CheckMade)


def crawl(scene: Scene, unit: Unit) -> None:
    verb = next(verb for verb in scene.rules[VERBS].rows.values() if verb.command is Step)
    verb.does(scene, unit, Step("forward"))


@pytest.mark.proves("careful_stand.roll", "careful_stand.figures", "careful_stand.mode")
def test_who_takes_the_whole_move_to_stand_up_rolls_at_two_less() -> None:
    before = under("careful_stand")
    rules = before.relief.rules
    why = cause(rules[DEEDS], "standing up")
    careful, quick = unit(prone=True, motion=moved("careful_stand")), unit(prone=True, motion=moved("walk"))
    assert allowance(before, careful, "careful_stand") == allowance(before, careful, "walk")
    numbers = [piloting_number(Check(rules, one, why, state=before)).total for one in (careful, quick)]
    assert numbers[1] - numbers[0] == 2


def tripped(target: Unit, *dice: int | tuple[int, ...]) -> Scene:
    made = blow("trip", "RL", target=target)
    seen = Relief(made.relief.board, ruleset(["tripping"]))
    attack = PhysicalAttack(seen, made.attacker, made.target, made.blow, made.weather)
    scene = Scene(replace(state(attack.attacker, attack.target, board="0 0"), relief=seen), Scripted(*dice))
    strike(scene, attack, number_of(attack))
    settle_falls(scene)
    return scene


STANDING = unit(id="blue", hex="0102", facing=0)


@pytest.mark.proves("tripping.kinds", "tripping.comes_to", "tripping.blows")
def test_a_trip_does_no_damage_and_has_its_target_roll_to_stay_up() -> None:
    scene = tripped(STANDING, (4, 4), (6, 6))
    assert [event.reason for event in told(scene.events, CheckMade)] == ["piloting.blows.tripped"]
    assert not told(scene.events, Struck)
    assert not told(tripped(STANDING, (1, 2)).events, CheckMade)


@pytest.mark.proves("TO-091-tripping-2", "tripping.two_legs", "tripping.limbs", "tripping.levels")
def test_only_machines_on_two_legs_trip_and_are_tripped() -> None:
    rules = ruleset(["tripping"])
    quad = unit(known("Scorpion SCP-1N"), id="blue", hex="0102", facing=0)
    for target, no in ((quad, "tripping.two_legs"), (STANDING, None)):
        made = blow("trip", "RL", target=target)
        attack = PhysicalAttack(Relief(made.relief.board, rules), made.attacker, target, made.blow, made.weather)
        found = [refusal.id for rule in rules[NO_BLOW] if (refusal := rule.function(attack)) is not None]
        assert found == ([] if no is None else [no])


@pytest.mark.proves("tripping.ways")
def test_trips_are_offered_to_whoever_stands_beside_a_machine() -> None:
    red = unit()
    before = under("tripping", units=(red, STANDING), column="0 0", phase="physical")
    offered = [command for command in legal(before, red) if isinstance(command, Strike) and command.kind == "trip"]
    assert {command.limb for command in offered} == {"LL", "RL"}


@pytest.mark.proves("taking_damage.battered")
def test_every_twenty_points_of_a_phase_add_one(tmp_path: Path) -> None:
    answer = asked(tmp_path, ask="piloting", rules=["taking_damage"], unit="WHM-6R", damage_this_phase=60)
    assert answer["target_number"] == 5 + 3


@pytest.mark.proves("TO-023-taking-damage", "taking_damage.hull_down")
def test_a_machine_that_is_hull_down_does_not_roll_for_damage() -> None:
    rules = ruleset(["hull_down", "taking_damage"])
    low = replace(unit(), taken=0)
    stance = posture_of(rules, "postures.hull_down").stance("postures.hull_down")
    low = replace(low, condition=replace(low.condition, stance=stance))
    scene = Scene(under("hull_down", "taking_damage", units=(low,), phase="weapons"), Scripted())
    scene.tell(Struck("red", "CT", False, 25, "fire"))
    settle_falls(scene)
    assert not told(scene.events, CheckMade)


@pytest.mark.proves("heavy_machines_stand.weight", "heavy_machines_stand.classes")
@pytest.mark.parametrize(("name", "added"), [("LCT-1V", 1), ("WHM-6R", -1), ("AS7-D", -2)])
def test_heavy_machines_keep_their_feet_more_easily(tmp_path: Path, name: str, added: int) -> None:
    facts = {"ask": "piloting", "unit": name, "damage_this_phase": 20}
    assert asked(tmp_path, rules=["heavy_machines_stand"], **facts)["target_number"] == 5 + 1 + added


def asked(tmp_path: Path, **facts: object) -> dict[str, object]:
    """What `overheat adjudicate` answers."""
    question = tmp_path / "question.json"
    question.write_text(json.dumps(facts), encoding="utf-8")
    answer: dict[str, object] = json.loads(run("adjudicate", str(question), "--format", "json").stdout)
    return answer


EXAMPLES = {
    "EX-024-falling-p6-r5": (6, 6, 5, "fall"),
    "EX-024-falling-p2-r5": (2, 6, 5, "hull-down, no fall"),
    "EX-024-falling-p2-r4": (2, 6, 4, "fall"),
    "EX-024-falling-p1-r5": (1, 6, 5, "hull-down, no fall"),
    "EX-024-falling-p1-r4": (1, 6, 4, "hull-down, no fall"),
    "EX-024-falling-p0-r4": (0, 6, 4, "hull-down, no fall"),
}


@pytest.mark.proves("TO-024-falling-expanded", "expanded_falling.allowances")
def test_the_worked_examples_of_narrow_failures(tmp_path: Path) -> None:
    for name, (skill, number, roll, result) in EXAMPLES.items():
        facts = {"piloting_skill": skill, "modified_target": number, "roll": roll}
        answer = asked(tmp_path, ask="failed_roll", rules=["hull_down", "expanded_falling"], **facts)
        assert answer["result"] == result, name


@pytest.mark.proves("expanded_falling.questions")
def test_what_a_failed_roll_comes_to_is_a_question_of_the_layer() -> None:
    told_so = run("adjudicate", "--questions", "--rules", "hull_down+expanded_falling").stdout
    assert "failed_roll" in told_so


@pytest.mark.proves("TO-024-falling-expanded", "expanded_falling.saves")
def test_a_narrow_failure_ends_on_a_knee_and_not_in_a_fall() -> None:
    red = unit(piloting=4)
    before = under("hull_down", "expanded_falling", units=(red,))
    why = cause(before.relief.rules[BLOWS], "kicked")
    scene = Scene(before, Scripted((1, 2)))
    assert stand_or_fall(scene, "red", why)
    assert [event.stance is not None for event in told(scene.events, Posture)] == [True]
    assert not told(scene.events, Fell)
    lying = under("hull_down", "expanded_falling", units=(unit(piloting=4, prone=True),))
    scene = Scene(lying, Scripted())
    assert not scene.rules[goes_hull_down](scene, "red", 1)
    assert not scene.events


@pytest.mark.proves("no_through_armour_criticals.luck")
def test_a_2_does_nothing_besides_where_armour_keeps_critical_hits_out() -> None:
    rules = ruleset(["no_through_armour_criticals"])
    assert not rules[luck](Placement(rules, unit(), "front", 2)).critical
