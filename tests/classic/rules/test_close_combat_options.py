"""Options of close combat: charges by both weights, blows that are blocked, holds, what is thrown."""

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.attack.blows import attack_of, number_of
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import settle_falls, stand_or_fall
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Step, Strike
from overheat.classic.facts.events import AttackRolled, CheckMade, DamageSummed, FateMet, Fell, Struck
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import asking
from overheat.classic.facts.state import Blow, Shot, State, Unit
from overheat.classic.rules.standard.piloting import BLOWS, cause
from overheat.classic.rules.tacops.blocking import READY, Block
from overheat.classic.rules.tacops.grappling import HELD, HOLDS, BreakGrapple, Grapple, Release
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.physical import finish
from overheat.classic.turn.round import VERBS, legal, most_worth
from overheat.kernel.dice import Scripted
from overheat.kernel.questions import Question
from skirmish import broken, forbidden, ground, known, moved, replace, state, term, told, unit


def under(*layers: str, units: tuple[Unit, ...], column: str = "0 0", phase: str = "physical") -> State:
    """Units on a column of hexes under some options, red on turn."""
    before = state(*units, board=column)
    seen = Relief(ground(column), ruleset(layers))
    return replace(before, relief=seen, phase=phase, acting="red", order=("red",), initiative=("red", "blue"))


def struck(before: State, blow: Blow, *dice: int | tuple[int, ...]) -> Scene:
    """Red strikes, and dice fall as a test says."""
    scene = Scene(before, Scripted(*dice))
    attack = attack_of(before, before.units["red"], blow)
    strike(scene, attack, number_of(attack))
    return scene


ATLAS, LOCUST = "Atlas AS7-D", "Locust LCT-1V"


@pytest.mark.proves("advanced_charges.damage", "advanced_charges.question")
def test_a_charge_hurts_both_alike_by_the_weights_of_both() -> None:
    """100 and 20 tons over 3 hexes: 2000 by 120, a tenth for each hex, is 5."""
    facts = {"attacker": ATLAS, "target": LOCUST, "hexes": 3, "needed": 6, "rolled": 6}
    answer = adjudicated("charge", "advanced_charges", **facts)
    assert (answer["damage"], answer["damage_to_self"]) == (5, 5)


@pytest.mark.proves("TO-091-charging-1", "advanced_charges.margin")
@pytest.mark.parametrize(("needed", "margin"), [(5, 2), (2, 5), (0, 5)])
def test_the_margin_of_a_charge_that_needs_less_than_two_is_measured_from_two(needed: int, margin: int) -> None:
    facts = {"attacker": ATLAS, "target": LOCUST, "hexes": 3, "needed": needed, "rolled": 7}
    answer = adjudicated("charge", "advanced_charges", **facts)
    assert answer["margin"] == margin
    assert answer["damage"] == 5 + margin


@pytest.mark.proves("TO-091-charging-1", "advanced_charges.squarely")
def test_a_charge_that_hits_squarely_hurts_its_target_more_and_nobody_else() -> None:
    """A pilot of skill 0 needs 0 and 1 for running, less 5 for the better pilot: 8 is 6 more than 2."""
    red = unit(known(ATLAS), piloting=0, motion=moved("walk", 3))
    blue = unit(known(ATLAS), id="blue", hex="0102", facing=0)
    before = under("advanced_charges", units=(red, blue))
    attack = attack_of(before, red, Blow("charge", "", "blue"))
    assert number_of(attack).total < 2
    places = [(2, 6)] * 5
    scene = struck(before, Blow("charge", "", "blue"), (4, 4), *places, *places)
    sums = {event.unit: [part.value for part in event.damage] for event in told(scene.events, DamageSummed)}
    assert sums == {"blue": [15, 6]}


GRIPPING = {HOLDS: Mark(about="blue")}
GRIPPED = {HELD: Mark(about="red")}


def locked(**facts: Any) -> tuple[Unit, Unit]:
    """Two machines, of which red holds blue."""
    return unit(marks=GRIPPING), unit(id="blue", hex="0102", facing=0, marks=GRIPPED, **facts)


@pytest.mark.proves(
    "grappling.comes_to",
    "grappling.verbs",
    "grappling.kinds",
    "grappling.limbs",
    "grappling.levels",
    "grappling.weight",
)
def test_a_grapple_holds_the_other_and_breaking_it_frees_both() -> None:
    red, blue = unit(known(ATLAS)), unit(id="blue", hex="0102", facing=0)
    before = under("grappling", units=(red, blue))
    held = struck_by(before, Grapple("blue"), (6, 6))
    assert {part.id: part.value for part in told(held.events, AttackRolled)[0].needed}["grappling.weight"] == -2
    assert (held.unit("red").about(HOLDS), held.unit("blue").about(HELD)) == ("blue", "red")
    turned = replace(held.state, acting="blue", order=("blue",), acted=frozenset({"red"}))
    turned = replace(turned, units={id: replace(one, blows=()) for id, one in turned.units.items()})
    assert BreakGrapple("red") in list(legal(turned, turned.units["blue"]))
    assert most_worth(turned, turned.units["blue"], legal(turned, turned.units["blue"])) == BreakGrapple("red")
    free = struck_by(turned, BreakGrapple("red"), (6, 6), id="blue")
    assert not free.unit("red").marks
    assert not free.unit("blue").marks


def struck_by(before: State, command: Any, *dice: int | tuple[int, ...], id: str = "red") -> Scene:
    """A unit declares a command, and what it has declared is resolved."""
    assert command in list(legal(before, before.units[id]))
    scene = Scene(before, Scripted(*dice))
    verb = next(verb for verb in scene.rules[VERBS].rows.values() if verb.command is type(command))
    verb.does(scene, before.units[id], command)
    finish(scene)
    return scene


@pytest.mark.proves("grappling.forbids")
def test_quads_and_who_has_fired_grapple_nobody_and_who_is_in_a_grapple_does_not_strike() -> None:
    blue = unit(id="blue", hex="0102", facing=0)
    for red, free in (
        (unit(), True),
        (unit(known("Scorpion SCP-1N")), False),
        (unit(volley=(Shot(0, "blue"),)), False),
        (unit(facing=0), False),
    ):
        before = under("grappling", units=(red, blue))
        assert (Grapple("blue") in list(legal(before, red))) is free
    red, held = locked()
    assert not [said for said in legal(under("grappling", units=(red, held)), red) if isinstance(said, Strike)]


@pytest.mark.proves("grappling.arms", "grappling.figures")
def test_damaged_arms_make_a_grapple_harder() -> None:
    blue = unit(id="blue", hex="0102", facing=0)
    for red, value in ((broken(unit(), "upper arm actuator@LA"), 2), (broken(unit(), "hand actuator@RA"), 1)):
        number = number_of(attack_of(under("grappling", units=(red, blue)), red, Blow("grapple", "", "blue")))
        assert number["grappling.arms"].value == value


@pytest.mark.proves("grappling.at_each_other", "grappling.no_fire")
def test_in_a_grapple_only_head_and_torso_fire_and_at_the_other_at_four_less() -> None:
    red, blue = locked()
    seen = Relief(ground("0 0"), ruleset(["grappling"]))
    green = unit(id="green", hex="0102", facing=0)
    places = {red.sheet.mounts[at].location: at for at in red.plan.weapons if not red.sheet.mounts[at].rear}
    assert forbidden(WeaponAttack(seen, red, blue, places["LA"])) == "grappling.no_fire"
    assert forbidden(WeaponAttack(seen, red, blue, places["HD"])) is None
    assert forbidden(WeaponAttack(seen, red, green, places["HD"])) == "grappling.no_fire"
    assert term(WeaponAttack(seen, red, blue, places["HD"]), "grappling.at_each_other") == -4


@pytest.mark.proves("grappling.stays")
def test_in_a_grapple_nobody_moves_before_the_other_lets_go() -> None:
    red, blue = locked()
    red = replace(red, motion=moved("walk"))
    before = under("grappling", units=(red, blue), column="0 0 0", phase="movement")
    assert not [said for said in legal(before, red) if isinstance(said, Step)]
    scene = Scene(before, Scripted())
    verb = next(verb for verb in scene.rules[VERBS].rows.values() if verb.command is Release)
    verb.does(scene, red, Release())
    assert [said for said in legal(scene.state, scene.unit("red")) if isinstance(said, Step)]


@pytest.mark.proves("TO-090-grappling", "grappling.saves")
@pytest.mark.parametrize(
    ("answer", "dice", "fallen", "held"),
    [
        ("let_go", [(1, 1)], {"blue"}, False),
        ("hold", [(1, 1), (4, 3)], set(), True),
        ("hold", [(1, 1), (3, 3)], {"red", "blue"}, True),
    ],
)
def test_who_holds_a_machine_that_loses_its_footing_lets_it_fall_or_holds_it_up_at_two_more(
    answer: str, dice: list[tuple[int, int]], fallen: set[str], held: bool
) -> None:
    """5 and 2: a 7 holds the other up, a 6 brings both down."""
    red, blue = locked()
    before = under("grappling", units=(red, blue))
    falls = [each for _ in fallen for each in ((6, 6), 1, (4, 5))]
    scene = Scene(before, Scripted(*dice, *falls), [answer])
    stand_or_fall(scene, "blue", cause(before.relief.rules[BLOWS], "kicked"))
    assert {event.unit for event in told(scene.events, Fell)} == fallen
    assert (scene.unit("blue").about(HELD) == "red") is held


@pytest.mark.proves("TO-090-grappling", "grappling.deeds")
def test_the_roll_to_hold_another_up_is_harder_by_two() -> None:
    scene = Scene(under("grappling", units=locked()), Scripted((1, 1), (4, 3)), ["hold"])
    stand_or_fall(scene, "blue", cause(scene.rules[BLOWS], "kicked"))
    _, held_up = told(scene.events, CheckMade)
    assert (held_up.unit, [part.value for part in held_up.needed]) == ("red", [5, 2])


@pytest.mark.proves("TO-090-grappling", "grappling.saves")
def test_who_holds_another_and_loses_its_own_footing_lets_go() -> None:
    scene = Scene(under("grappling", units=locked()), Scripted((1, 1), (6, 6), 1, (4, 5), (4, 5)))
    stand_or_fall(scene, "red", cause(scene.rules[BLOWS], "kicked"))
    assert not scene.unit("blue").marks
    assert not scene.unit("blue").condition.prone


@pytest.mark.proves("grappling.hold_up")
def test_who_holds_is_asked_and_a_bot_lets_go() -> None:
    rules = ruleset(["grappling"])
    question = Question("grappling.hold_up", "red", ("hold", "let_go"), "red", {"other": "Hunter"})
    how = asking(rules, "grappling.hold_up")
    before = under("grappling", units=locked())
    assert how.words(before, question) == "Hunter loses its footing: hold it up, or let it fall?"
    assert how.best(before, question) == "let_go"


@pytest.mark.proves("grappling.ends")
def test_a_grapple_ends_with_either_of_the_two() -> None:
    scene = Scene(under("grappling", units=locked()), Scripted())
    scene.tell(FateMet("red", "destroyed", "sinks"))
    scene.follow()
    assert not scene.unit("blue").marks


def on_guard(**facts: Any) -> Unit:
    """Blue, ready to block with its left arm."""
    return unit(id="blue", hex="0102", facing=0, marks={READY: Mark(kind="LA", this_phase=True)}, **facts)


@pytest.mark.proves("TO-089-blocking-kick", "blocking.comes_to", "blocking.kicks")
def test_a_kick_that_is_blocked_strikes_the_arm_and_its_blocker_rolls_to_stay_up() -> None:
    before = under("blocking", units=(unit(), on_guard()))
    scene = struck(before, Blow("kick", "RL", "blue"), (6, 6), (3, 2), (4, 5))
    settle_falls(scene)
    assert [event.what for event in told(scene.events, AttackRolled)] == ["kick", "block"]
    assert [(event.unit, event.location) for event in told(scene.events, Struck)] == [("blue", "LA")]
    assert [event.reason for event in told(scene.events, CheckMade)] == ["piloting.blows.blocked_a_kick"]


@pytest.mark.proves("blocking.comes_to")
def test_a_punch_that_is_blocked_shakes_nobody_and_a_block_that_fails_stops_nothing() -> None:
    before = under("blocking", units=(unit(), on_guard()))
    blocked = struck(before, Blow("punch", "RA", "blue"), (6, 6), (3, 2))
    assert [event.location for event in told(blocked.events, Struck)] == ["LA"]
    assert not blocked.shaken["blue"]
    failed = struck(before, Blow("punch", "RA", "blue"), (6, 6), (1, 1), 3)
    assert [event.location for event in told(failed.events, Struck)] == ["CT"]


@pytest.mark.proves("blocking.blows")
def test_a_push_is_not_blocked() -> None:
    before = under("blocking", units=(unit(), on_guard()), column="0 0 0")
    scene = struck(before, Blow("push", "", "blue"), (6, 6))
    assert [event.what for event in told(scene.events, AttackRolled)] == ["push"]


@pytest.mark.proves("blocking.verb", "blocking.strikes_nobody")
def test_who_is_ready_to_block_strikes_nobody_and_bots_block_when_they_have_nothing_better() -> None:
    blue = unit(id="blue", hex="0102", facing=0)
    before = under("blocking", units=(unit(), blue))
    assert most_worth(before, before.units["red"], legal(before, before.units["red"])) is None
    assert Block("LA") in list(legal(before, before.units["red"]))
    scene = Scene(before, Scripted())
    verb = next(verb for verb in scene.rules[VERBS].rows.values() if verb.command is Block)
    verb.does(scene, before.units["red"], Block("LA"))
    assert not [said for said in legal(scene.state, scene.unit("red")) if isinstance(said, Strike | Block)]
    clumsy = unit(piloting=13)
    weak = under("blocking", units=(clumsy, blue))
    assert most_worth(weak, clumsy, legal(weak, clumsy)) == Block("LA")
