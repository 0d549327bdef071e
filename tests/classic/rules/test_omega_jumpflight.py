"""Jumpflight of AirMechs: how far, at what price and over what, what it rules out, and what lost jets do."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from machines import HUNTER, sheet
from overheat.classic.attack.blows import attack_of
from overheat.classic.attack.blows import refusal as blow_refusal
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import Prospect, allowance, entered
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse
from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.facts.commands import Charge, Done, DropProne, Go, Step
from overheat.classic.facts.events import CheckMade, Fell, Moved
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega import mines
from overheat.classic.rules.omega.jumpflight import AIRMECH
from overheat.classic.rules.omega.reaction import screens
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.movement import jump_jets
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.classic.turn.moves import rehearse
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Dice, Scripted
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Term
from skirmish import (
    NORTH,
    SOUTH,
    bared,
    forbidden,
    ground,
    known,
    moved,
    on_turn,
    replace,
    shot,
    shot_up,
    told,
    unit,
)

LAYER, FLY = "omega_jumpflight", "jumpflight"


def lam(**others: Any) -> Unit:
    """A land-air machine of fifty tons with four jump jets, two in each side torso."""
    return unit(replace(sheet(HUNTER), motive="lam"), **others)


def flying(hexes: int = 1, **others: Any) -> Unit:
    """It in flight, straight on to the south."""
    return lam(motion=moved(FLY, hexes, heading=SOUTH), **others)


def field(
    acting: Unit, board: Board | str = "0 0 0 0", *others: Unit, rules: str = LAYER, phase: str = "movement"
) -> State:
    blue = unit(id="blue", hex="0104", facing=NORTH)
    before = on_turn(acting, *(others or (blue,)), board=board, phase=phase)
    laid = ground(board) if isinstance(board, str) else board
    return replace(before, relief=Relief(laid, ruleset([rules])))


def play(state: State, dice: Dice, *commands: Any, rules: str = LAYER) -> tuple[State, list[Any]]:
    events: list[Any] = []
    for command in commands:
        assert state.acting is not None
        answer = Classic([rules]).apply(state, state.units[state.acting].side, command, dice)
        assert not isinstance(answer, Refusal), answer
        state, happened = answer
        events += happened
    return state, events


def refused(state: State, command: Any) -> str | None:
    answer = Classic([LAYER]).apply(state, "red", command, Scripted())
    return answer.id if isinstance(answer, Refusal) else None


def price(cell: str, **others: Any) -> int | str:
    """What it costs to jumpfly from level 1 into a hex, or why that cannot be."""
    state = field(flying(**others), f"1 {cell} 0 0")
    found = entered(state, state.units["red"], "forward")
    return int(found.cost.total) if isinstance(found, Prospect) else found.id


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_mode", "omega.jumpflight_figures")
def test_an_airmech_jumpflies_three_times_as_far_as_it_jumps_for_two_heat() -> None:
    red, plain = lam(), unit()
    state = field(red)
    assert (allowance(state, red, FLY), allowance(state, red, "jump")) == (12, 4)
    assert allowance(state, plain, FLY) == 0
    assert allowance(state, replace(red, elevation=-2), FLY) == 0
    after, _ = play(state, Scripted(), Go(FLY), Step("forward"))
    assert heat_of(toil_of(after, after.units["red"]))[0].total == 2


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_mode")
def test_rough_ground_water_and_the_way_down_cost_a_hex_and_a_level_up_one_more() -> None:
    assert [price(cell) for cell in ("1", "1r", "1u", "1m", "1~2", "0", "-1", "2", "3", "1w", "1w2")] == [
        *(1, 1, 1, 1, 1),
        *(1, 1),
        *(2, 3),
        *(2, 3),
    ]
    assert price("4") == "movement.too_steep"


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_mode")
def test_an_airmech_stays_above_water_without_a_roll_and_comes_out_of_it() -> None:
    away = unit(id="blue", hex="0105", facing=NORTH)
    after, events = play(field(lam(), "0 0~1 0~3 0 0", away), Scripted(), Go(FLY), *[Step("forward")] * 3)
    assert [event.elevation for event in told(events, Moved)] == [0, 0, 0, 0]
    assert told(events, CheckMade) == []
    assert after.units["red"].motion.spent == 3


@pytest.mark.proves("omega.jumpflight_ground")
def test_an_airmech_does_not_trip_over_rubble_but_jungle_asks_for_a_roll() -> None:
    for cell, rolls in (("0u", 0), ("0j", 1)):
        state = field(flying(), f"0 {cell} 0 0")
        found = entered(state, state.units["red"], "forward")
        assert isinstance(found, Prospect)
        assert len(found.checks) == rolls


@pytest.mark.proves("omega.jumpflight_mode")
def test_an_airmech_attacks_as_one_that_jumped_and_is_attacked_as_one() -> None:
    flown, jumped = (
        shot(
            attacker=unit(motion=moved(mode, 3)),
            target=lam(id="blue", facing=NORTH, motion=moved(mode, 3)),
            rules=[LAYER],
        )
        for mode in (FLY, "jump")
    )
    assert [term.value for term in target_number(flown).terms] == [term.value for term in target_number(jumped).terms]
    assert (
        target_number(flown)["to_hit.attacker_movement"].value,
        target_number(flown)["to_hit.target_jumped"].value,
    ) == (3, 1)


@pytest.mark.proves("omega.jumpflight_mode")
def test_woods_hide_an_airmech_that_do_not_hide_who_jumps() -> None:
    for mode, seen in ((FLY, False), ("jump", True)):
        attack = shot(column="0 0w2 0w2 0", attacker=lam(motion=moved(mode, 3)), rules=["omega_jumping", LAYER])
        assert (forbidden(attack) is None) is seen


@pytest.mark.parametrize(("mode", "hexes", "may"), [(FLY, 9, True), (FLY, 10, False)])
@pytest.mark.proves("omega.jumpflight_mode")
def test_an_airmech_lays_smoke_if_it_went_less_than_ten_hexes(mode: str, hexes: int, may: bool) -> None:
    rules = ruleset(["omega"])
    smoker = Unit.fresh(rules, "red", "red", known("Archer ARC-2R"), Hex(1, 1), SOUTH)
    assert (screens(rules, replace(smoker, motion=moved(mode, hexes))) is None) is may
    assert rules[MODES][mode].skims


@pytest.mark.proves("omega.jumpflight_mode")
def test_an_airmech_turns_two_hexsides_in_a_hex_and_no_more() -> None:
    board = parse("0 0 0 / 0 0 0 / 0 0 0 / 0 0 0")
    state, _ = play(field(lam(hex="0201"), board), Scripted(), Go(FLY), Step("left"), Step("left"))
    assert refused(state, Step("left")) == refused(state, Step("right")) == "movement.turn"
    start = field(lam(hex="0201"), board)
    state, _ = play(start, Scripted(), Go(FLY), Step("forward"), Step("left"), Step("left"))
    assert refused(state, Step("left")) == "movement.turn"
    assert Step("left") not in list(legal(state, state.units["red"]))
    assert refused(state, Step("right")) is None
    after, _ = play(start, Scripted(), Go("walk"), Step("left"), Step("left"), Step("left"))
    assert after.units["red"].facing == NORTH


@pytest.mark.proves("omega.jumpflight_mode")
def test_reach_knows_every_place_of_a_flight_and_no_other() -> None:
    """Every way that can be gone step by step with four points, searched here without any shortcut."""
    board = parse("0 0 1 / 0~2 0r 0 / 0w 0 0~1 / 0 2 0 / 0 0 0")
    red = shot_up(lam(hex="0202"), *jump_jets(lam())[:3])
    begin = field(red, board, unit(id="blue", hex="0305", facing=NORTH))
    found = {(place.hex, place.facing) for place in reach(begin, red) if place.mode == FLY}
    gone, open_ways = set(), [play(begin, Scripted(), Go(FLY))[0]]
    while open_ways:
        state = open_ways.pop()
        for way in ("forward", "left", "right"):
            ahead = Classic([LAYER]).apply(state, "red", Step(way), Scripted())
            if not isinstance(ahead, Refusal):
                open_ways.append(ahead[0])
                gone.add((ahead[0].units["red"].hex, ahead[0].units["red"].facing))
    assert found == gone - {(red.hex, red.facing)}
    assert all(not isinstance(rehearse(begin, red, place.path), Refusal) for place in reach(begin, red))


@pytest.mark.proves("omega.jumpflight_mode")
def test_from_the_middle_of_a_flight_reach_goes_on_over_water_further_than_a_walk() -> None:
    board = parse(" / ".join(["0 0~2 0"] * 11))
    start = field(lam(hex="0201"), board, unit(id="blue", hex="0101", facing=NORTH))
    state, _ = play(start, Scripted(), Go(FLY), Step("forward"), Step("left"))
    places = reach(state, state.units["red"])
    assert max(place.hex.row for place in places if place.hex.column == 2) == 11
    for place in places:
        steps = rehearse(state, state.units["red"], place.path)
        assert not isinstance(steps, Refusal), place
        assert not steps or steps[-1].motion.spent == place.spent <= 12


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_mines")
def test_mines_do_not_harm_who_jumpflies_over_them() -> None:
    for mode, dice in ((FLY, ()), ("walk", ((1, 1),))):
        scene = Scene(field(lam(motion=moved(mode)), rules="omega"), Scripted())
        mines.strew(scene, Hex(1, 2), "blue")
        with Scripted(*dice) as thrown:
            play(scene.state, thrown, Step("forward"), rules="omega")


@pytest.mark.proves("OM-lam-jumpflight", "omega.airmech", "omega.jumpflight_jets", "omega.jumpflight_figures")
def test_every_roll_in_flight_is_harder_by_one_and_by_one_for_each_lost_jet() -> None:
    rules, why = ruleset([LAYER]), Term("test.reason", 0, "a reason", AIRMECH)
    for lost, needed in ((0, 6), (2, 8)):
        lame = shot_up(flying(), *jump_jets(lam())[:lost])
        assert piloting_number(Check(rules, lame, why)).total == needed
        assert piloting_number(Check(rules, replace(lame, motion=moved("walk", 1)), why)).total == 5


def jet_hit(dice: Scripted, red: Unit, *jets: int) -> Scene:
    """Some jump jets are hit in the weapon phase, and it is seen who falls."""
    scene = Scene(field(red, "0 0~2 0 0", phase="weapons"), dice)
    for at in jets:
        hit_slot(scene, "red", *red.plan.mount_slots[at][0])
    scene.follow()
    settle_falls(scene)
    scene.follow()
    return scene


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_jet_lost")
def test_a_jet_lost_in_flight_asks_for_a_roll_and_on_foot_for_none() -> None:
    jet = jump_jets(lam())[0]
    with Scripted((3, 4)) as dice:
        scene = jet_hit(dice, flying(), jet)
    assert [(int(sum(term.value for term in made.needed)), made.passed) for made in told(scene.events, CheckMade)] == [
        (7, True)
    ]
    with Scripted() as dice:
        assert told(jet_hit(dice, lam(motion=moved("walk", 1)), jet).events, CheckMade) == []


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_jet_lost", "omega.jumpflight_falls")
def test_without_any_jet_left_it_falls_without_a_roll_and_into_the_water_below() -> None:
    jets = jump_jets(lam())
    red = shot_up(flying(hex="0102"), *jets[:3])
    with Scripted((6, 6), (1,), (3, 4)) as dice:
        scene = jet_hit(dice, red, jets[3])
    assert [made.reason for made in told(scene.events, CheckMade)] == ["piloting.seat_belt"]
    assert len(told(scene.events, Fell)) == 1
    assert (scene.unit("red").elevation, scene.unit("red").condition.prone) == (-2, True)


@pytest.mark.proves("omega.jumpflight_jet_lost")
def test_a_side_torso_that_is_shot_away_takes_its_jets_along() -> None:
    scene = Scene(field(bared(flying(), "RT", 3), phase="weapons"), Scripted((6, 6)))
    take(scene, Hit("red", "front", 3, "test", location="RT"))
    scene.follow()
    assert [why.id for why in scene.shaken["red"]] == ["omega.jumpflight_jet_lost"]


@pytest.mark.proves("OM-lam-jumpflight", "omega.jumpflight_blows")
def test_who_jumpflies_may_charge_but_neither_punch_nor_kick() -> None:
    blue = unit(id="blue", hex="0103", facing=NORTH)
    state = field(flying(hex="0102"), "0 0 0 0", blue)
    assert Charge("blue") in list(legal(state, state.units["red"]))
    after, _ = play(state, Scripted(), Charge("blue"))
    for kind, limb in (("punch", "RA"), ("kick", "RL"), ("push", "")):
        no = blow_refusal(attack_of(state, state.units["red"], Blow(kind, limb, "blue")))
        assert no is not None
        assert no.id == "omega.jumpflight_blows"
    no = blow_refusal(attack_of(after, after.units["red"], Blow("charge", "", "blue")))
    assert no is None or no.id != "omega.jumpflight_blows"


@pytest.mark.proves("omega.jumpflight_over_water", "omega.jumpflight_lands")
def test_above_water_it_flies_on_or_goes_down_at_the_end_of_its_move() -> None:
    state = field(lam(hex="0102"), "0 0~2 0 0")
    assert refused(state, Go("walk")) == refused(state, Go("jump")) == "omega.jumpflight_over_water"
    assert {place.mode for place in reach(state, state.units["red"])} == {"stationary", FLY}
    on, _ = play(state, Scripted(), Go(FLY), Step("forward"))
    assert on.units["red"].elevation == 0
    _, events = play(state, Scripted(), Done())
    assert [(event.how, event.elevation) for event in told(events, Moved)] == [("come_down", -2)]


@pytest.mark.proves("omega.jumpflight_mode")
def test_nobody_takes_off_lying_down_nor_lies_down_in_flight_and_who_falls_goes_no_further() -> None:
    assert refused(field(lam(prone=True)), Go(FLY)) == "movement.mode"
    assert refused(field(flying()), DropProne()) == "movement.drop"
    with Scripted((1, 1), (6, 6), (1,), (3, 4)) as dice:
        after, _ = play(field(flying(), "0 0j 0 0"), dice, Step("forward"))
    assert (after.units["red"].condition.prone, after.units["red"].motion.done) == (True, True)


@pytest.mark.proves("omega.jumpflight_played")
def test_moving_as_an_airmech_is_played() -> None:
    built = replace(sheet(HUNTER), motive="lam")
    assert [part.name for part in unplayed(ruleset([]), built)] == ["moving as a lam"]
    assert unplayed(ruleset([LAYER]), built) == ()


@pytest.mark.proves("omega.jumpflight_question")
def test_jumpflight_is_asked_about_at_the_desk() -> None:
    whole, lame = adjudicated(FLY, LAYER), adjudicated(FLY, LAYER, jets_lost=5)
    assert (whole["points"], whole["heat"], whole["psr"], whole["falls"]) == (15, 2, 6, False)
    assert (lame["points"], lame["falls"]) == (0, True)
    assert [adjudicated(FLY, LAYER, facing_change_in_hex=by)["legal"] for by in (2, 3)] == [True, False]
