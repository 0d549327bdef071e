"""Phases, steps and verbs of H.E.A.T are rows that a layer may bring; a turn is played with those in force."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.kernel.cite import Book
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Rows
from overheat.kernel.verbs import Foreseen
from overheat.lab.match import play
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Give, Hold, Keep, React, Shoot, Walk
from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Device, Keeping, Moving, Ordering, Reacting, Shooting, Task
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.rulesets import HEAT, LIBRARY
from overheat.platoon.turn.turn import PHASES, STEPS, VERBS, describe, offered, order, refusal, speaker
from overheat.platoon.turn.verb import Phase, Step, Verb, always
from platoon import cheers
from platoon.battles import all_arms, battle
from platoon.positions import FIRE, RED, A, B, at, duel

HERE = Book("House rules")("Cheers")


class Yell(msgspec.Struct, frozen=True, tag=True):
    """Yell at somebody."""


class Yelling(Task, frozen=True):
    side: int


def yell(*steps: str, command: type[msgspec.Struct] = Yell) -> Verb:
    return Verb(
        command=command,
        phases=steps,
        offers=lambda battle, task: (Yell(),),
        refuses=lambda battle, task, said: None,
        does=lambda battle, task, said: None,
        words=always("yell"),
    )


def phases(**rows: Phase) -> Rows[str, Phase]:
    return PHASES.amended("yell.phases", rows, cite=HERE)


def steps(**rows: Step) -> Rows[str, Step]:
    return STEPS.amended("yell.steps", rows, cite=HERE)


def verbs(**rows: Verb) -> Rows[str, Verb]:
    return VERBS.amended("yell.verbs", rows, cite=HERE)


def layer(*changes: Rows[str, Any]) -> Layer:
    return Layer("yelling", HERE, needs=("platoon",), change=changes)


@pytest.mark.proves("turn.phases")
def test_a_phase_comes_directly_after_the_one_that_it_follows() -> None:
    rules = compose(HEAT, layer(phases(yelling=Phase(title="Yelling", after="orders"))))
    assert order(rules) == ("beginning", "orders", "yelling", "ending", "closing")


@pytest.mark.proves("turn.verbs")
def test_what_is_legal_is_what_the_verbs_of_the_step_offer() -> None:
    ordered = {
        Moving(RED, A): {"Walk", "Hold"},
        Shooting(RED, A): {"Shoot", "Hold"},
    }
    waiting = {Ordering(RED): {"Give"}, Reacting(RED, A): {"React", "Hold"}, Keeping(RED): {"Keep"}}
    for tasks, given in ((ordered, "advance"), (waiting, None)):
        table = duel(order=given).ready(Ordering(RED))
        thought = Battle(table.state, table.game.ruleset, NO_DICE)
        for task, said in tasks.items():
            assert {type(command).__name__ for command in offered(thought, task)} == said


@pytest.mark.proves("turn.verbs")
def test_a_command_that_is_not_said_at_a_step_is_refused() -> None:
    assert duel().ready(Ordering(RED)).refuses(Keep()) == "game.command"
    assert duel().ready(Ordering(RED)).refuses(Hold()) == "game.command"
    assert duel().ready(Moving(RED, A)).refuses(FIRE) == "game.command"
    assert duel().ready(Reacting(RED, A)).refuses(FIRE) == "game.command"


@pytest.mark.proves("turn.steps")
def test_a_step_that_nobody_has_to_decide_goes_by() -> None:
    assert duel(order="down").ready(Reacting(RED, A)).settle().told(told.DieDrawn) != []
    assert duel().ready(Reacting(RED, A)).settle().told(told.DieDrawn) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ((phases(yelling=Phase(title="Yelling", after="tea")),), "'yelling' follows 'tea'"),
        ((phases(yelling=Phase(title="Yelling")),), "'yelling' follows ''"),
        ((steps(Yelling=Step(task=Ordering)),), "'Yelling' is of no task of that name"),
        ((verbs(yell=yell("Yelling")),), "'yell' is for 'Yelling'"),
        ((verbs(yell=yell("NextDie")),), "'yell' is for 'NextDie'"),
    ],
)
@pytest.mark.proves("turn.known_steps")
def test_a_phase_or_a_step_that_there_is_not_is_refused_when_composing(
    changes: tuple[Rows[str, Any], ...], reason: str
) -> None:
    with pytest.raises(RefusedError, match=reason) as caught:
        compose(HEAT, layer(*changes))
    assert caught.value.refusal.id == "rules.phase"


class Hold_(msgspec.Struct, frozen=True, tag="Hold"):  # noqa: N801
    """Another command of a name that is taken."""


Hold_.__name__ = "Hold"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (verbs(yell=yell("Shooting", command=Shoot)), "two verbs take 'Shoot' in the phase 'Shooting'"),
        (verbs(yell=yell("Shooting", command=Hold_)), "two commands are called 'Hold'"),
        (verbs(yell=yell("Shooting", command=Device)), "is no frozen, tagged struct"),
    ],
)
@pytest.mark.proves("turn.one_verb")
def test_a_command_belongs_to_one_verb_and_a_name_to_one_command(change: Rows[str, Any], reason: str) -> None:
    with pytest.raises(RefusedError, match=reason) as caught:
        compose(HEAT, layer(change))
    assert caught.value.refusal.id == "rules.verb"


def test_every_command_that_is_offered_is_not_refused_and_has_words_all_through_a_battle_of_all_arms() -> None:
    game = PlatoonGame()
    seen: set[str] = set()

    def watch(state: Any) -> None:
        if game.to_act(state) is None:
            return
        thought = Battle(game.known(state, game.to_act(state) or ""), game.ruleset, NO_DICE)
        for command in offered(thought, thought.tasks[-1])[::7]:
            assert refusal(thought, command) is None
            assert describe(thought, command)
            seen.add(type(command).__name__)

    battle(all_arms(game, "sectors"), 5, watch=watch)
    assert {"Give", "Walk", "Drive", "Shoot", "Deploy", "Hold"} <= seen


def test_commands_are_put_into_words_with_what_they_mean_at_their_step() -> None:
    def words(task: Task, command: Any) -> str:
        table = duel().ready(task)  # type: ignore[arg-type]
        return describe(Battle(table.state, table.game.ruleset, NO_DICE), command)

    assert words(Shooting(RED, A), FIRE) == "fire small arms at blue's Rifle squad"
    assert words(Shooting(RED, A), Hold()) == "hold fire"
    assert words(Moving(RED, A, "arrive"), Hold()) == "stay in reserve"
    assert words(Reacting(RED, A), React()) == "go down"
    assert words(Moving(RED, A), Walk(at(12.25, 8))) == "go to 12.2″ east, 8″ north"
    assert words(Ordering(RED), Give(A, "run", "embark", B)) == "Rifle squad: Run, get in (blue's Rifle squad)"
    assert words(Keeping(RED), Keep((A,))) == "keep the orders of Rifle squad"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlatoonGame:
    """H.E.A.T with a user's file."""
    LIBRARY.bring(str(cheers.written(tmp_path, monkeypatch)))
    return PlatoonGame(["cheers"])


def test_a_verb_of_a_users_file_is_offered_refused_and_done(mine: PlatoonGame) -> None:
    table = duel(pins=3)
    table.game = mine
    cheering: Any = mine.ruleset[STEPS]["Cheering"].task
    cheer: Any = mine.ruleset[VERBS]["cheers.cheer"].command
    table.ready(cheering(RED))
    assert [type(each).__name__ for each in mine.legal(table.state, "red")] == ["Cheer", "Quiet"]
    assert table.refuses(cheer(B)) == "cheers.pinned"
    table.play(cheer(A), 4)
    assert table[A].pins == 2


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_play_a_users_phase_and_the_log_replays(mine: PlatoonGame, bot: str) -> None:
    setup = set_up(scenarios()["crossroads"], mine.ruleset)
    session: Session[Any, Any, Any] = play(mine, setup, 2, {}, bot)
    said = {type(command).__name__ for _, command in session.commands}
    assert "Cheer" in said
    assert "Quiet" not in said or bot == "random"
    assert verify(session.log(), lambda header: PlatoonGame(header.rules)) is None


def test_an_error_in_a_users_verb_names_the_file_and_leaves_the_game_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cheers.written(tmp_path, monkeypatch)
    path.write_text(cheers.CHEERS.replace("battle.tell(Whistled(task.unit))", "battle.whistle()"), encoding="utf-8")
    LIBRARY.bring(str(path))
    table = duel()
    table.game = PlatoonGame(["cheers"])
    table.ready(Shooting(RED, A))
    whistle: Any = table.game.ruleset[VERBS]["cheers.whistle"].command
    result = table.game.apply(table.state, "red", whistle(), NO_DICE)
    assert isinstance(result, Refusal)
    assert "cheers.py" in result.reason
    assert "the verb 'cheers.whistle'" in result.reason


def test_an_order_promises_its_test_part_by_part() -> None:
    def promised(pins: int) -> Foreseen:
        table = duel(pins=pins).ready(Ordering(RED))
        found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Give(A, "run"))
        assert found is not None
        return found

    assert promised(0) == Foreseen("no test")
    shaken, worse = promised(2), promised(3)
    assert shaken.sums["order test"].total - worse.sums["order test"].total == 1
    assert shaken.says.startswith(f"order test at {shaken.sums['order test'].total}, ")
    assert shaken.chance is not None
    assert worse.chance is not None
    assert 0 < worse.chance < shaken.chance < 1
