"""What follows from events, and what rolls count as: two slots in which rules take part wherever they like."""

from typing import Any

import msgspec
import pytest

from overheat.classic.battle.scene import COUNTS_AS, FOLLOWS, Scene
from overheat.classic.facts.commands import Choose, Decide, Done, Go, Step
from overheat.classic.facts.events import BattleEnded, FateMet, MarkLaid, Moved, PhaseBegan, TurnEnded
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.verb import Phase
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

HERE = Book("House rules")("Ambush")
Battle = Session[Setup, State, msgspec.Struct]


@rule("ambush.spring", cite=HERE, slot=FOLLOWS)
def spring(scene: Scene, event: Event, before: State) -> None:
    """Whoever leaves its hex may be lost to the other side."""
    if isinstance(event, Moved) and event.hex != before.units[event.unit].hex:
        other = next(unit for unit in scene.state.units.values() if unit.side != scene.unit(event.unit).side)
        if scene.ask(Question("ambush.asked", other.side, ("hold", "spring"), other.id)) == "spring":
            scene.tell(FateMet(event.unit, "destroyed", "ambushed"))


@rule("ambush.asked", cite=HERE, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether to spring the ambush."""
    return Asking()


def battle(monkeypatch: pytest.MonkeyPatch, *entries: Any, change: tuple[Any, ...] = ()) -> Battle:
    layer = Layer("ambush", HERE, needs=("classic",), add=entries, change=change)
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    units = (
        Combatant(id="r", side="red", unit="Wasp WSP-1A", hex="0505", facing=3),
        Combatant(id="r2", side="red", unit="Wasp WSP-1A", hex="0305", facing=3),
        Combatant(id="b", side="blue", unit="Wasp WSP-1A", hex="0512", facing=0),
    )
    return Session(Classic([layer.id]), Setup(board="valley", units=units), 3)


def walk(session: Battle) -> str:
    """Whoever is to move takes a step ahead; which unit that was."""
    player = session.game.to_act(session.state) or ""
    mover = player[0]
    for command in (Choose(mover), Go("walk"), Step("forward")):
        session.apply(player, command)
    return mover


def replays(session: Battle) -> bool:
    return verify(session.log(), lambda header: session.game) is None


def test_the_other_side_is_asked_in_the_middle_of_a_move_and_who_is_lost_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = battle(monkeypatch, spring, asked)
    mover = walk(session)
    other = {"r": "blue", "b": "red"}[mover]
    assert session.game.to_act(session.state) == other
    session.apply(other, Decide("spring"))
    assert session.state.units[mover].fate == "destroyed"
    assert session.events[-2] == TurnEnded(mover)
    assert (session.state.acting, mover in session.state.acted) == (None, True)
    assert replays(session)


def test_who_is_let_pass_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, spring, asked)
    mover = walk(session)
    session.apply({"r": "blue", "b": "red"}[mover], Decide("hold"))
    assert session.state.acting == mover
    session.apply(session.game.to_act(session.state) or "", Done())
    assert mover in session.state.acted
    assert replays(session)


def test_rules_are_asked_about_what_they_bring_about_after_what_brought_it(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule("ambush.chain", cite=HERE, slot=FOLLOWS)
    def chain(scene: Scene, event: Event, before: State) -> None:
        """A phase begins, and everybody is marked; a mark of 1 is followed by one of 2."""
        if isinstance(event, PhaseBegan):
            for id in ("r", "b"):
                scene.tell(MarkLaid(id, "marked", Mark(1)))
        elif isinstance(event, MarkLaid) and event.detail.value == 1:
            assert "marked" not in before.units[event.unit].marks
            scene.tell(MarkLaid(event.unit, "marked", Mark(2)))

    session = battle(monkeypatch, chain)
    marks = [(event.unit, event.detail.value) for event in session.events if isinstance(event, MarkLaid)]
    assert marks == [("r", 1), ("b", 1), ("r", 2), ("b", 2)]
    assert replays(session)


def test_what_never_ends_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule("ambush.endless", cite=HERE, slot=FOLLOWS)
    def endless(scene: Scene, event: Event, before: State) -> None:
        """Something always follows."""
        scene.tell(MarkLaid("r", "marked"))

    with pytest.raises(RuntimeError, match="not come to an end after 10,000 events"):
        battle(monkeypatch, endless)


def test_a_layer_ends_the_battle_in_any_phase_and_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def surrender(scene: Scene) -> None:
        scene.tell(BattleEnded(("blue",), "red_gives_up"))

    parley = PHASES.amended(
        "ambush.phases", {"parley": Phase(title="Parley", after="initiative", begin=surrender)}, cite=HERE
    )
    session = battle(monkeypatch, change=(parley,))
    outcome = session.game.over(session.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("blue",), "red gives up")
    assert session.events[-1] == BattleEnded(("blue",), "red_gives_up")
    assert session.game.to_act(session.state) is None


def test_a_roll_counts_as_what_the_rules_say_in_turn_and_their_own_dice_as_they_fall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[str, int]] = []

    @rule("ambush.better", cite=HERE, slot=COUNTS_AS)
    def better(scene: Scene, roll: Roll, total: int) -> int | None:
        """Red's initiative counts as 20, and a die is thrown for luck."""
        seen.append((roll.purpose, total))
        return 20 if roll.who == "red" and scene.roll("ambush.luck", 1) else None

    @rule("ambush.best", cite=HERE, slot=COUNTS_AS)
    def best(scene: Scene, roll: Roll, total: int) -> int | None:
        """And one more."""
        seen.append((roll.purpose, total))
        return total + 1

    session = battle(monkeypatch, better, best)
    assert session.state.initiative == ("blue", "red")
    purposes = [event.roll.purpose for event in session.events if isinstance(event, Rolled)]
    assert purposes == ["initiative", "ambush.luck", "initiative"]
    assert [total for purpose, total in seen][1] == 20
    assert {purpose for purpose, _ in seen} == {"initiative"}
    assert replays(session)
