"""Chain whips around limbs: they trip, they hold, and what two units may do that are tied together."""

from typing import Any

import pytest

from adjudicated import adjudicated
from machines import HUNTER
from overheat.classic.attack.blows import attack_of, number_of, refusal
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.attack.chain_whips import hold_on, let_slip
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import settle_falls
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Decide, Done, Go, Jump, LetGo, Step, Strike
from overheat.classic.facts.events import AttackRolled, CheckMade, MarkLifted
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import asked_now
from overheat.classic.facts.state import Blow, Unit
from overheat.classic.game import Classic
from overheat.classic.report.status import status
from overheat.classic.rules.standard.chain_whips import GRAPPLE, HELD, HOLDS, classes_above
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from protomechs import imp
from skirmish import (
    armed,
    bared,
    blow,
    field,
    forbidden,
    known,
    maimed,
    on_turn,
    relief,
    replace,
    say,
    shot,
    state,
    term,
    told,
    unit,
)

WHIP = Blow("chain whip", "RA", "blue")


def whipping(id: str = "red", hex: str = "0101", facing: int = 3, **facts: Any) -> Unit:
    return unit(armed(HUNTER, "Chain Whip@RA"), id=id, hex=hex, facing=facing, **facts)


def target(**facts: Any) -> Unit:
    return unit(id="blue", hex="0102", facing=0, **facts)


def whipped(blue: Unit, *dice: int | tuple[int, ...], red: Unit | None = None) -> Scene:
    """Red strikes blue with a whip, and dice fall as a test says."""
    own = whipping() if red is None else red
    before = state(own, blue, board="0 0")
    scene = Scene(before, Scripted(*dice))
    attack = attack_of(before, own, WHIP)
    strike(scene, attack, number_of(attack))
    return scene


def tied_up(limb: str = "LA", since: int = 0) -> tuple[Unit, Unit]:
    """Two units that a whip ties together."""
    red = replace(whipping(), marks={HOLDS: Mark(about="blue", kind="RA", value=since)})
    return red, replace(target(), marks={HELD: Mark(about="red", kind=limb, value=since)})


ARM, LEG, TORSO, HIT = (5, 5), (4, 5), (3, 4), (6, 6)
"""Where a blow goes that strikes from ahead, and a roll that hits."""


@pytest.mark.proves("TO-289-chain-whip-grapple-3a", "chain_whips.entangles", "chain_whips.weight")
def test_a_whip_that_strikes_an_arm_may_hold_it_by_a_second_roll_that_weight_makes_easier() -> None:
    light = unit(known("Locust LCT-1V"), id="blue", hex="0102", facing=0)
    assert classes_above(whipping(), light) == 1
    scene = whipped(light, HIT, ARM, HIT)
    assert [event.what for event in told(scene.events, AttackRolled)] == ["chain_whip", "whip_grapple"]
    assert scene.unit("red").about(HOLDS) == "blue"
    assert scene.unit("blue").about(HELD) == "red"
    assert {part.id: part.value for part in told(scene.events, AttackRolled)[1].needed}["chain_whips.weight"] == -1


@pytest.mark.proves("TO-289-chain-whip-grapple-3a", "chain_whips.weight", "chain_whips.figures")
def test_what_a_hold_needs_can_be_asked() -> None:
    """5 for the pilot and 1 for each weight class that an Atlas is above a Hatchetman."""
    attacker, heavy = {"unit": "Hatchetman HCT-3F", "hex": "0809", "facing": 3}, {"unit": "Atlas AS7-D", "hex": "0810"}
    answer = adjudicated("blow", attacker=attacker, target=heavy, kind=GRAPPLE, limb="RA")
    assert answer["target_number"] == 5 + 2
    assert "chain_whips.weight" in str(answer["terms"])


@pytest.mark.proves("TO-289-chain-whip-grapple-3a", "chain_whips.myomer")
def test_hot_myomer_helps_to_hold_who_has_none() -> None:
    strong = unit(armed(HUNTER, "Triple Strength Myomer@RT"), heat=9)
    weak = target()
    for one, other, value in (
        (strong, weak, -2),
        (strong, replace(strong, id="blue", hex=weak.hex), 0),
        (weak, weak, 0),
    ):
        number = number_of(blow(GRAPPLE, "RA", replace(one, id="red"), other))
        assert (int(number["chain_whips.myomer"].value) if "chain_whips.myomer" in number else 0) == value


@pytest.mark.proves("TO-289-chain-whip-2", "chain_whips.entangles")
def test_a_whip_gets_no_hold_of_a_limb_that_it_destroys() -> None:
    for structure, rolls in ((3, 1), (8, 2)):
        dice = [HIT, ARM] if structure == 3 else [HIT, ARM, (1, 1), HIT]
        scene = whipped(bared(target(), "LA", structure), *dice)
        assert len(told(scene.events, AttackRolled)) == rolls


@pytest.mark.proves("chain_whips.entangles", "chain_whips.figures")
def test_a_whip_around_a_leg_may_trip_a_machine_at_three_more() -> None:
    scene = whipped(target(), HIT, LEG, HIT, (6, 6))
    settle_falls(scene)
    (check,) = told(scene.events, CheckMade)
    assert [part.value for part in check.needed] == [5, 3]
    assert HELD not in scene.unit("blue").marks
    assert not whipped(target(), HIT, TORSO).unit("blue").marks


@pytest.mark.proves("chain_whips.entangle")
def test_who_strikes_a_limb_with_a_whip_is_asked_whether_to_pull() -> None:
    before = on_turn(whipping(), target(), board="0 0", phase="physical")
    asked, _ = say(before, Scripted(HIT, ARM), Strike("chain whip", "RA", "blue"), Done())
    assert asked_now(asked) == "the whip is around the LA: pull?"
    left = Classic().apply(asked, "red", Decide("leave"), Scripted((6, 6), (1, 2)))
    assert not isinstance(left, Refusal)
    assert not left[0].units["blue"].marks


def test_a_protomech_is_held_by_any_limb() -> None:
    small = imp(id="blue", hex="0102", facing=0)
    scene = whipped(small, HIT, (2, 3), HIT)
    assert scene.unit("red").about(HOLDS) == "blue"


@pytest.mark.proves("TO-289-chain-whip-grapple-3b", "chain_whips.stays")
def test_neither_of_two_that_are_tied_together_leaves_its_hex_before_the_other_lets_go() -> None:
    red, blue = tied_up()
    for own, other in ((red, blue), (blue, red)):
        before, _ = say(on_turn(own, other, board="0 0 0"), Scripted(), Go("walk"))
        ways = {said.way for said in Classic().legal(before, own.id) if isinstance(said, Step)}
        assert ways == {"left", "right"}
        leaping, _ = say(on_turn(own, other, board="0 0 0"), Scripted(), Go("jump"))
        assert not any(isinstance(said, Jump) for said in Classic().legal(leaping, own.id))
    red, blue = replace(red, hex=Hex.parse("0202")), replace(blue, hex=Hex.parse("0203"))
    walking, _ = say(on_turn(red, blue, board=field(3, 4)), Scripted(), Go("walk"))
    free, _ = say(walking, Scripted(), LetGo())
    assert free.units["red"].motion.spent == 1
    assert not free.units["blue"].marks
    assert {said.way for said in Classic().legal(free, "red") if isinstance(said, Step)} > {"left", "right"}


@pytest.mark.proves(
    "TO-289-chain-whip-grapple-3b", "chain_whips.at_each_other", "chain_whips.no_fire", "chain_whips.no_blow"
)
def test_tied_together_they_hit_each_other_more_easily_but_not_with_the_arms_that_are_tied() -> None:
    red, blue = tied_up()
    other = unit(id="green", hex="0102", facing=0)
    assert term(shot("LRM 5", "0 0", red, blue), "chain_whips.at_each_other") == -2
    assert term(shot("LRM 5", "0 0", red, other), "chain_whips.at_each_other") == 0
    whip_arm = replace(red, marks={HOLDS: Mark(about="blue", kind="LA")})
    medium = next(at for at in red.plan.weapons if red.sheet.mounts[at].location == "LA")
    for own, no in ((red, None), (whip_arm, "chain_whips.no_fire")):
        assert forbidden(WeaponAttack(relief("0 0"), own, blue, medium)) == no
    back = replace(unit(), marks={HELD: Mark(about="blue", kind="LA")})
    refused = {arm: refusal(blow("punch", arm, back)) for arm in ("LA", "RA")}
    assert refused["RA"] is None
    assert refused["LA"] is not None
    assert refused["LA"].id == "chain_whips.no_blow"


@pytest.mark.proves("TO-289-chain-whip-grapple-3b")
@pytest.mark.parametrize(("roll", "held"), [((1, 1), False), ((6, 6), True)])
def test_the_roll_to_hold_is_made_again_every_turn(roll: tuple[int, int], held: bool) -> None:
    red, blue = tied_up(since=0)
    scene = Scene(state(red, blue, board="0 0"), Scripted(roll))
    hold_on(scene)
    (event,) = told(scene.events, AttackRolled)
    assert {part.id: part.value for part in event.needed}["chain_whips.at_each_other"] == -2
    assert (HELD in scene.unit("blue").marks) is held


def test_a_hold_is_over_when_the_whip_or_the_limb_is_destroyed_and_not_when_its_victim_falls() -> None:
    red, blue = tied_up()
    lying = replace(blue, condition=replace(blue.condition, prone=True))
    for one, other, over in ((red, lying, False), (red, maimed(blue, "LA"), True), (maimed(red, "RA"), blue, True)):
        scene = Scene(state(one, other, board="0 0"), Scripted())
        let_slip(scene)
        assert bool(told(scene.events, MarkLifted)) is over


def test_a_hold_is_told_on_both_units() -> None:
    red, blue = tied_up()
    names, before = {"red": "Red", "blue": "Blue"}, state(red, blue, board="0 0")
    assert "its chain whip around Blue" in status(before, red, names)
    assert "held at the LA by the chain whip of Red" in status(before, blue, names)
