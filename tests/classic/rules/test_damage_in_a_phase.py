"""What a unit takes in a phase adds up in its state: over commands, over questions, and for any rule to see."""

from typing import Any

import pytest

from overheat.classic.attack.crashes import settle
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.falls import check_piloting
from overheat.classic.damage.hits import take
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import CheckMade, FateMet, Fell, Felled, PhaseBegan, RoundBegan, Struck
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.piloting import CAUSES, STEADINESS, Check, cause
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.kernel.cite import Book
from overheat.kernel.dice import Dice, Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Rule, rule
from overheat.kernel.terms import Term
from skirmish import bared, known, moved, on_turn, replace, told, unit
from soldiers import platoon

HERE = Book("House rules")("Thorns")
FIVES = (5, 5, 1)


@rule("thorns.met", cite=HERE, slot=HAZARDS)
def met(arrival: Arrival) -> Hazard:
    """Every hex hurts."""
    return Hazard("thorns", FIVES, low=True)


@rule("thorns.dizzy", cite=HERE, slot=STEADINESS)
def dizzy(check: Check) -> Term | None:
    """Who has taken anything in the phase stands less firm, by a tenth of it."""
    return Term("thorns.dizzy", check.unit.taken // 10, "dizzy", HERE) if check.unit.taken else None


@rule("thorns.cook_off", cite=HERE, slot=FOLLOWS)
def cook_off(scene: Scene, event: Event, before: State) -> None:
    """A unit that is destroyed bursts where it stands."""
    if isinstance(event, FateMet) and event.fate == "destroyed":
        burst(scene, Blast(scene.rules, "cook-off", before.units[event.unit].hex, (0, 15)))


def under(entry: Rule[..., Any], before: State) -> State:
    layer = Layer("thorns", HERE, needs=("classic",), add=(entry,))
    return replace(before, relief=Relief(before.relief.board, compose(CLASSIC, layer)))


def walker(**others: Any) -> State:
    red = unit(known("Atlas AS7-D"), motion=moved("walk"), **others)
    return on_turn(red, unit(id="blue", hex="0105", facing=0), board="0 0 0 0 0")


def stepped(state: State, dice: Dice) -> tuple[State, list[Event]]:
    answer = Classic().apply(state, "red", Step("forward"), dice)
    assert not isinstance(answer, Refusal)
    return answer[0], list(answer[1])


def test_damage_of_two_steps_adds_up_and_asks_for_one_roll() -> None:
    """Eleven points and eleven more are twenty-two: a roll; a third step makes them thirty-three, and no roll more."""
    legs = ((1,), (4,), (1,))
    with Scripted(*legs) as dice:
        state, events = stepped(under(met, walker()), dice)
    assert (state.units["red"].taken, told(events, CheckMade)) == (11, [])
    with Scripted(*legs, (6, 6)) as dice:
        state, events = stepped(state, dice)
    assert state.units["red"].taken == 22
    assert [check.reason for check in told(events, CheckMade)] == [cause(CAUSES, "20 damage or more in a phase").id]
    with Scripted(*legs) as dice:
        state, events = stepped(state, dice)
    assert (state.units["red"].taken, told(events, CheckMade)) == (33, [])


def test_who_loses_a_leg_on_its_way_falls_at_once() -> None:
    state = under(met, walker())
    lame = state.with_unit(bared(state.units["red"], "RL", 1))
    with Scripted((1,), (4,), (4,), (6, 6), (1,), (3, 4), (3, 4)) as dice:
        after, events = stepped(lame, dice)
    assert len(told(events, Fell)) == 1
    assert after.units["red"].condition.prone


def test_what_was_taken_is_forgotten_with_the_phase_and_with_the_round() -> None:
    for event in (PhaseBegan("weapons"), RoundBegan(2)):
        scene = Scene(walker(), Scripted((3, 4)))
        take(scene, Hit("red", "front", 4, "test"))
        assert scene.unit("red").taken == 4
        scene.tell(event)
        assert scene.unit("red").taken == 0


def test_for_a_platoon_its_soldiers_count() -> None:
    men = platoon(id="blue", hex="0103")
    scene = Scene(on_turn(unit(), men, board="0 0 0w1"), Scripted())
    take(scene, Hit("blue", "front", 20, "test"))
    assert [felled.left for felled in told(scene.events, Felled)] == [28 - 2]
    assert scene.unit("blue").taken == 2


@pytest.mark.parametrize(("taken", "added"), [(0, 0), (25, 2)])
def test_rules_of_piloting_see_what_was_taken_in_the_phase(taken: int, added: int) -> None:
    state = under(dizzy, walker(taken=taken))
    scene = Scene(state, Scripted((6, 6)))
    check_piloting(scene, "red", cause(CAUSES, "gyro hit"))
    needed = told(scene.events, CheckMade)[0].needed
    assert sum(part.value for part in needed if part.id == "thorns.dizzy") == added


def test_a_unit_that_is_destroyed_bursts_and_its_neighbours_must_keep_their_feet() -> None:
    """Fifteen points of a cook-off and five from before are twenty in the phase."""
    before = on_turn(unit(taken=5), unit(id="blue", hex="0102", facing=0))
    with Scripted((3, 4), (3, 4), (3, 4), (6, 6)) as dice:
        scene = Scene(under(cook_off, before), dice)
        scene.tell(FateMet("blue", "destroyed", "test"))
        scene.follow()
        settle(scene)
    assert [(hit.unit, hit.damage) for hit in told(scene.events, Struck)] == [("red", 5)] * 3
    assert scene.unit("red").taken == 20
    assert len(told(scene.events, CheckMade)) == 1
