"""The order of things: initiative, unequal numbers, the sequence of a round, and attacks that are all at once."""

import pytest

from asking import asked
from overheat.classic.facts.commands import Choose, Done, Fire
from overheat.classic.facts.events import (
    AttackRolled,
    HeatSettled,
    InitiativeRolled,
    InitiativeSet,
    PhaseBegan,
    RoundBegan,
    ShotsSpent,
    Struck,
)
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Shot
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.sums import sum_of
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.turns import INITIATIVE, INITIATIVE_TERMS, Claim, turn_order
from overheat.classic.rulesets import LIBRARY, standard
from overheat.classic.turn.round import order
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, total_of
from skirmish import bared, mount, on_turn, replace, say, told, unit


@pytest.mark.proves("turns.order")
@pytest.mark.parametrize(
    ("red", "blue", "order"),
    [
        (2, 2, "red blue red blue"),
        (1, 2, "red blue blue"),
        (2, 1, "red red blue"),
        (2, 3, "red blue red blue blue"),
        (1, 5, "red blue blue blue blue blue"),
        (4, 2, "red red blue red red blue"),
        (0, 2, "blue blue"),
    ],
)
def test_sides_alternate_and_the_larger_one_moves_several_for_one(red: int, blue: int, order: str) -> None:
    assert asked(turn_order)(("red", "blue"), {"red": red, "blue": blue}) == tuple(order.split())


def setup() -> Setup:
    return Setup(
        board="valley",
        units=(
            Combatant(id="r", side="red", unit="Wasp WSP-1A", hex="0202", facing=3),
            Combatant(id="b", side="blue", unit="Wasp WSP-1A", hex="0210", facing=0),
        ),
    )


@pytest.mark.proves("turns.order")
def test_the_loser_of_the_initiative_acts_first_and_ties_are_rolled_again() -> None:
    started = Classic().start(setup(), Scripted((3, 4), (3, 4), (6, 6), (1, 2)))
    assert not isinstance(started, Refusal)
    state, events = started
    assert told(events, InitiativeSet) == [InitiativeSet(("blue", "red"))]
    assert told(events, PhaseBegan) == [PhaseBegan("movement", ("blue", "red"))]
    assert Classic().to_act(state) == "blue"


@pytest.mark.proves("QR-attack-sequence", "turns.phases")
def test_a_round_is_movement_weapons_blows_and_heat_in_this_order() -> None:
    dice = Scripted((1, 2), (3, 4), (3, 4), (1, 2))
    started = Classic().start(setup(), dice)
    assert not isinstance(started, Refusal)
    state, _ = started
    events: list[Event] = []
    while not told(events, RoundBegan):
        player = Classic().to_act(state)
        assert player is not None
        for command in (Choose("r" if player == "red" else "b"), Done()):
            answer = Classic().apply(state, player, command, dice)
            assert not isinstance(answer, Refusal)
            state, new = answer
            events += new
    marks = [event for event in events if isinstance(event, PhaseBegan | HeatSettled | RoundBegan)]
    names = [mark.phase if isinstance(mark, PhaseBegan) else type(mark).__name__ for mark in marks]
    assert names == ["weapons", "physical", "HeatSettled", "HeatSettled", "RoundBegan", "movement"]
    met = [phase for phase in order(standard()) if phase not in ("targeting", "landing")]
    assert met == ["deployment", "initiative", "movement", "weapons", "physical", "heat", "end"]


@pytest.mark.proves("QR-attack-sequence", "turns.phases")
def test_attacks_are_declared_before_any_is_resolved_and_all_of_a_phase_are_at_once() -> None:
    red = unit()
    laser = mount(red, "Medium Laser")
    frail = bared(unit(id="blue", hex="0103", facing=0), "CT", 1)
    blue = replace(frail, volley=(Shot(laser, "red"),))
    before = on_turn(red, blue, phase="weapons")
    declared, events = say(before, Scripted(), Fire(laser, "blue"))
    assert told(events, AttackRolled) == []
    dice = Scripted((6, 6), (3, 4), (6, 6), (3, 4), (1, 2), (3, 4))
    after, events = say(declared, dice, Done())
    assert [(roll.unit, roll.hit) for roll in told(events, AttackRolled)] == [("red", True), ("blue", True)]
    assert [hit.unit for hit in told(events, Struck)] == ["blue", "red"]
    assert not after.units["blue"].active
    assert told(events, PhaseBegan)[0].phase == "physical"


def test_shots_at_what_is_already_destroyed_are_spent_all_the_same() -> None:
    red = unit()
    laser, gun, shells = mount(red, "Medium Laser"), mount(red, "AC/10"), mount(red, "IS Ammo AC/10")
    red = replace(red, volley=(Shot(laser, "blue"), Shot(gun, "blue", shells)))
    blue = bared(unit(id="blue", hex="0103", facing=0), "CT", 1)
    _, events = say(on_turn(red, blue, phase="weapons"), Scripted((6, 6), (3, 4)), Done())
    assert told(events, ShotsSpent) == [ShotsSpent("red", shells, 9)]
    assert len(told(events, AttackRolled)) == 1


@rule("staff.helps", cite=INITIATIVE, slot=INITIATIVE_TERMS)
def staff(claim: Claim) -> Term | None:
    """A side with a single unit rolls one better."""
    alone = len(claim.state.on_side(claim.side)) == 1
    return Term("staff.helps", 1, "short orders", INITIATIVE) if alone and claim.side == "blue" else None


def test_what_a_layer_adds_to_the_initiative_is_told_and_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIBRARY.layers, "staff", Layer("staff", INITIATIVE, needs=("classic",), add=(staff,)))
    started = Classic(["staff"]).start(setup(), Scripted((3, 4), (3, 3), (3, 3), (3, 3)))
    assert not isinstance(started, Refusal)
    events = told(started[1], InitiativeRolled)
    assert [(event.side, total_of(event.rolled)) for event in events] == [("blue", 7), ("blue", 7)]
    assert [part.id for part in sum_of(events[0])] == ["initiative.roll", "staff.helps"]
    assert sentence(events[0], Cast(started[0].units.values())) == "initiative of blue: 6 roll, +1 short orders = 7"
    assert told(started[1], InitiativeSet) == [InitiativeSet(("red", "blue"))]
