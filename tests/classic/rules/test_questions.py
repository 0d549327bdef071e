"""A question in the middle of a resolution: everything waits for the answer, and goes on as if nothing had stopped."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from overheat.classic.attack.decisions import DECISIONS, ON_THE_WAY, Moment
from overheat.classic.battle.advance import advance
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Command, Decide, Done, Fire
from overheat.classic.facts.events import (
    Answered,
    Asked,
    AttackRolled,
    PhaseBegan,
    ResolutionBegan,
    ResolutionEnded,
    Struck,
)
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.fire import all_rolls_first
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.preview import of_shot
from overheat.cli.console.commander import Commander
from overheat.kernel.cite import Book
from overheat.kernel.events import fold
from overheat.kernel.log.replay import Session, rerun, verify
from overheat.kernel.questions import Asking, Question
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.lab.players import make_bot

HERE = Book("House rules")("Ducking")
Battle = Session[Setup, State, msgspec.Struct]


@rule("ducking.asked", cite=HERE, slot=DECISIONS)
def asked(moment: Moment) -> Question | None:
    """Whoever is hit decides whether to duck."""
    if not moment.hit:
        return None
    target = moment.attack.target
    facts: dict[str, str | int] = {"attacker": moment.attack.attacker.id, "rolled": moment.rolled or 0}
    return Question("ducking.duck", target.side, ("stand", "duck"), target.id, facts)


@rule("ducking.away", cite=HERE, slot=ON_THE_WAY)
def away(scene: Scene, attack: WeaponAttack) -> bool:
    """Who ducks is missed on 4 or more of one die."""
    return attack.decided.get("ducking.duck") == "duck" and scene.roll("ducking", 1) >= 4


@rule("ducking.first", cite=HERE)
def first(rules: Ruleset) -> bool:
    """All rolls to hit come before all damage."""
    return True


def ducking(worth: Callable[[State, Question, str], float], *, secret: bool = False, first_all: bool = False) -> Layer:
    @rule("ducking.duck", cite=HERE, slot=QUESTIONS)
    def duck(rules: Ruleset) -> Asking[State]:
        """Whether to duck."""
        return Asking(
            words=lambda state, question: f"{question.unit} is hit by {question.facts['attacker']}: duck?",
            option=lambda state, question, option: f"{option} up" if option == "stand" else "duck down",
            worth=worth,
            secret=secret,
        )

    swaps = (all_rolls_first.replaced_by(first),) if first_all else ()
    return Layer("ducking", HERE, needs=("classic",), add=(asked, away, duck), change=swaps)


def dutiful(state: State, question: Question, option: str) -> float:
    """Ducking is worth something."""
    return float(option == "duck")


def battle(monkeypatch: pytest.MonkeyPatch, layer: Layer, seed: int = 3) -> Battle:
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    setup = Setup(
        board="valley",
        units=(
            Combatant(id="r", side="red", unit="Griffin GRF-1N", hex="0505", facing=3, gunnery=0),
            Combatant(id="b", side="blue", unit="Griffin GRF-1N", hex="0508", facing=0, gunnery=0),
        ),
    )
    return Session(Classic([layer.id]), setup, seed)


def say(session: Battle, command: Command) -> None:
    session.apply(session.game.to_act(session.state) or "", command)


def fire_at_each_other(session: Battle) -> None:
    """Both stand, and fire everything they have at each other."""
    while session.state.phase == "movement":
        mover = session.game.to_act(session.state) or ""
        say(session, Choose(mover[0]))
        say(session, Done())
    while session.state.phase == "weapons" and session.state.question is None:
        mover = session.game.to_act(session.state) or ""
        say(session, Choose(mover[0]))
        while shots := [c for c in session.game.legal(session.state, mover) if isinstance(c, Fire)]:
            say(session, shots[0])
        say(session, Done())


def told(session: Battle, kind: type[Any]) -> list[Any]:
    return [event for event in session.events if isinstance(event, kind)]


def test_the_one_who_is_hit_is_asked_and_nothing_goes_on_before_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    question = session.state.question
    assert question is not None
    assert question.player == {"r": "red", "b": "blue"}[question.unit]
    assert session.game.to_act(session.state) == question.player
    assert list(session.game.legal(session.state, question.player)) == [Decide("stand"), Decide("duck")]
    with pytest.raises(RefusedError, match="a question is to be answered first"):
        say(session, Done())
    with pytest.raises(RefusedError, match="a question is to be answered first"):
        say(session, Decide("hide"))
    assert told(session, Struck) == []
    assert isinstance(session.events[-1], Asked)


def answer_all(session: Battle, answer: str) -> int:
    answered = 0
    while session.state.question is not None:
        say(session, Decide(answer))
        answered += 1
    return answered


def test_every_hit_of_a_phase_is_asked_about_once_and_the_phase_then_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    answered = answer_all(session, "stand")
    hits = [event for event in told(session, AttackRolled) if event.hit]
    assert answered == len(hits) == len(told(session, Answered)) > 1
    assert len(told(session, ResolutionBegan)) == len(told(session, ResolutionEnded)) == 1
    assert [event.phase for event in told(session, PhaseBegan)][:3] == ["movement", "weapons", "physical"]
    assert session.state.interrupted is None


def test_answers_change_what_happens_and_dice_that_fell_before_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    standing, ducked = battle(monkeypatch, ducking(dutiful)), battle(monkeypatch, ducking(dutiful))
    for session, answer in ((standing, "stand"), (ducked, "duck")):
        fire_at_each_other(session)
        say(session, Decide(answer))
    first_roll = told(standing, AttackRolled)[0]
    assert told(ducked, AttackRolled)[0] == first_roll
    rolls = [event.roll.purpose for event in ducked.events if hasattr(event, "roll")]
    assert "ducking" in rolls
    assert "ducking" not in [event.roll.purpose for event in standing.events if hasattr(event, "roll")]


def test_events_alone_make_the_state_while_a_question_stands_and_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    begun, told_before = session.state, len(session.events)
    fire_at_each_other(session)
    assert fold(begun, session.events[told_before:], advance) == session.state
    answer_all(session, "duck")
    assert fold(begun, session.events[told_before:], advance) == session.state


def test_a_log_with_questions_replays_is_undone_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    say(session, Decide("duck"))
    log = session.log()
    assert verify(log, lambda header: Classic(header.rules)) is None
    again = rerun(log, lambda header: Classic(header.rules))
    assert again.log() == log
    assert again.game.view(again.state, "red") == session.game.view(session.state, "red")
    assert session.undone().state.question == told(session, Asked)[0].question


def test_all_is_rolled_before_anybody_decides_and_decided_before_anything_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful, first_all=True))
    fire_at_each_other(session)
    rolled = len(told(session, AttackRolled))
    assert rolled == len(session.state.units["r"].volley) + len(session.state.units["b"].volley)
    while session.state.question is not None:
        assert told(session, Struck) == []
        say(session, Decide("stand"))
    assert len(told(session, AttackRolled)) == rolled
    assert told(session, Struck) != []


@pytest.mark.proves("fire.all_rolls_first")
def test_as_published_a_weapon_hits_before_the_next_is_rolled_for(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    answer_all(session, "stand")
    kinds = [type(event) for event in session.events if isinstance(event, AttackRolled | Struck)]
    assert kinds.index(Struck) < len(kinds) - 1 - kinds[::-1].index(AttackRolled)


def test_a_secret_question_is_shown_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful, secret=True))
    fire_at_each_other(session)
    question = session.state.question
    assert question is not None
    other = "red" if question.player == "blue" else "blue"
    own_view: Any = session.game.view(session.state, question.player)
    other_view: Any = session.game.view(session.state, other)
    assert own_view["question"]["words"].endswith("duck?")
    assert other_view["question"] == {"player": question.player, "id": "ducking.duck"}
    assert other_view["to_act"] == question.player
    known = session.game.known(session.state, other)
    assert known.question == Question("ducking.duck", question.player, ())
    assert session.game.known(session.state, question.player).question == question


def test_nobody_knows_more_of_a_command_that_waits_than_who_gave_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    under_way = session.state.interrupted
    assert under_way is not None
    for player in ("red", "blue"):
        known = session.game.known(session.state, player).interrupted
        assert known is not None
        assert (known.command, known.answers) == (under_way.command if player == under_way.player else None, ())


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_answer_and_greedy_ones_give_the_answer_that_is_worth_most(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    bot = make_bot("classic", name, 5, "red")
    while len(told(session, Answered)) < 4:
        player = session.game.to_act(session.state)
        assert player is not None
        legal = list(session.game.legal(session.state, player))
        known = session.game.known(session.state, player)
        session.apply(player, bot.choose(session.game, known, player, legal))
    if name == "greedy":
        assert {event.answer for event in told(session, Answered)} == {"duck"}
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


def test_a_preview_expects_the_answer_that_is_worth_most(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_shot(worth: Callable[[State, Question, str], float]) -> Any:
        session = battle(monkeypatch, ducking(worth))
        state = session.state
        shot = Fire(mount=state.units["r"].plan.weapons[0], target="b")
        return of_shot(state, state.units["r"], shot)

    stands = first_shot(lambda state, question, option: float(option == "stand"))
    assert first_shot(dutiful).damage < stands.damage


def test_the_terminal_asks_in_words_and_takes_a_number_or_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    question = session.state.question
    assert question is not None
    commander = Commander(question.player)
    legal = list(session.game.legal(session.state, question.player))
    assert commander.greet(session.state, legal).splitlines() == [
        f"{question.unit} is hit by {question.facts['attacker']}: duck?",
        "  1  stand up",
        "  2  duck down",
    ]
    assert commander.read(session.state, legal, "2").commands == (Decide("duck"),)
    assert commander.read(session.state, legal, "stand up").commands == (Decide("stand"),)
    assert "number" in commander.read(session.state, legal, "help").text


def test_a_resolution_that_waits_is_written_as_a_position_and_goes_on_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch, ducking(dutiful))
    fire_at_each_other(session)
    assert session.state.question is not None
    changes = session.game.position(session.setup, session.state)
    assert "interrupted.before.phase = weapons\n" in changes
    assert "interrupted.command = Done\n" in changes
    assert session.game.placed(session.setup, changes) == session.state
    again: Battle = Session(session.game, session.setup, 5, position=changes)
    while again.state.question is not None:
        again.apply(again.state.question.player, Decide("duck"))
    assert again.events[0] == Answered(session.state.question.player, "ducking.duck", "duck")
    assert verify(again.log(), lambda header: Classic(header.rules)) is None
