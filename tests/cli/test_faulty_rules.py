"""Rules of a user's file that fail: one line with the file and the reason, and the game is as it was."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.events import PhaseBegan
from overheat.classic.game import Classic
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.log.replay import Session
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario
from terminal import refused, run

WAVE = '''"""A unit may wave at an enemy after the weapon attacks."""

import msgspec

from overheat.classic.facts.events import TurnEnded
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer

HERE = Book("House rules")("Waving")


class Wave(msgspec.Struct, frozen=True, tag=True):
    at: str
    times: int = 1


class Waved(Event, frozen=True):
    unit: str
    seen_by: str
    rolled: int


def offers(state, unit):
    return [Wave(enemy.id, times) for enemy in state.units.values() if enemy.side != unit.side for times in (1, 2)]


def does(scene, unit, command):
    scene.tell(Waved(unit.id, command.at, scene.roll("waving", command.times)))
    scene.tell(TurnEnded(unit.id))


def worth(state, unit, command):
    return float(command.times)


def refuses(state, unit, command):
    return None


def words(state, unit, command, names):
    return f"wave {command.times} times at {names[command.at]}"


PARADES = {"parade": Phase(title="Grand parade", after="weapons"), "dance": Phase(title="Last dance", after="parade")}
WAVING = Verb(
    command=Wave, phases=("parade", "dance"), offers=offers, refuses=refuses, does=does, words=words, worth=worth
)
LAYER = Layer(
    "waving",
    HERE,
    needs=("classic",),
    change=(
        PHASES.amended("wave.phases", PARADES, cite=HERE),
        VERBS.amended("wave.verbs", {"wave": WAVING}, cite=HERE),
    ),
)
'''


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    text = WAVE
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    path = folder / "wave ü.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_event_of_a_layer_is_told_by_its_name_and_its_facts_and_a_phase_by_its_title(tmp_path: Path) -> None:
    rules, log = written(tmp_path), tmp_path / "duel.jsonl"
    told = run("battle", "duel", "--rules", str(rules), "--save", str(log)).stdout
    assert "  Grand parade\n" in told
    assert "  Last dance\n" in told
    assert "    Waved: unit Enforcer (red), seen by Vindicator (blue), rolled " in told
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout


OFFERED = "    return [Wave(enemy.id, times)"
FAULTS = [
    (OFFERED, "    return 1 / 0\n" + OFFERED, ":27: the verb 'wave': ZeroDivisionError: division by zero"),
    (OFFERED, "    return None\n" + OFFERED, ": the verb 'wave': TypeError: 'NoneType' object is not iterable"),
    (OFFERED, "    return ['hello']\n" + OFFERED, ": the verb 'wave': TypeError: offers 'hello', which is no Wave"),
    ("    return None", "    return unit.zork", ":40: the verb 'wave': AttributeError: 'Unit' object"),
    ("    scene.tell(T", "    raise KeyError(5)\n    scene.tell(T", ":32: the verb 'wave': KeyError: 5"),
    ("float(command.times)", "None", ": worth: TypeError: float()"),
    ('"Grand parade"', '"Grand", begin=lambda scene: scene.zork', ":47: AttributeError: 'Scene' object"),
    ("frozen=True, tag=True", "frozen=True", "the command of the verb 'wave' is no frozen, tagged struct"),
]


@pytest.mark.parametrize(("before", "after", "reason"), FAULTS)
def test_a_verb_or_a_phase_that_fails_is_one_line_with_its_place(
    tmp_path: Path, before: str, after: str, reason: str
) -> None:
    rules = written(tmp_path, (before, after))
    assert reason in refused("battle", "duel", "--rules", str(rules), code=1)


def test_a_fault_is_told_from_another_process_too(tmp_path: Path) -> None:
    rules = written(tmp_path, ("    scene.tell(T", "    raise KeyError(5)\n    scene.tell(T"))
    told = refused("battle", "duel", "--games", "2", "--jobs", "2", "--rules", str(rules), code=1)
    assert f"{rules}:32: the verb 'wave': KeyError: 5" in told


def parading(rules: Path) -> tuple[Session[Any, Any, Any], str]:
    """A duel in the phase of the layer, with a unit chosen, and whose it is."""
    game = Classic([LIBRARY.bring(str(rules))])
    _, brief = find_scenario("duel")
    session: Session[Any, Any, Any] = Session(game, brief.setup, 3)
    while True:
        player = game.to_act(session.state) or ""
        options: Sequence[msgspec.Struct] = list(game.legal(session.state, player))
        session.apply(player, Done() if Done() in options else options[0])
        if session.state.phase == "parade" and isinstance(session.events[-1], PhaseBegan):
            player = game.to_act(session.state) or ""
            session.apply(player, next(iter(game.legal(session.state, player))))
            assert isinstance(session.commands[-1][1], Choose)
            return session, player


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        ("raise KeyError(5)", "the verb 'wave': KeyError: 5"),
        ("raise __import__('overheat.kernel.refusal').kernel.refusal.refuse('no', 'too late')", "too late"),
    ],
)
def test_a_verb_that_fails_after_dice_leaves_state_log_and_dice_as_they_were(
    tmp_path: Path, failing: str, reason: str
) -> None:
    bad = ("    scene.tell(T", f"    if command.times == 2: {failing}\n    scene.tell(T")
    session, player = parading(written(tmp_path, bad))
    enemy = next(unit.id for unit in session.state.units.values() if unit.side != player)
    commands = {type(said).__name__: type(said) for said in session.game.legal(session.state, player)}
    before = (session.state, session.log(), session.thrown)
    with pytest.raises(RefusedError, match=reason) as caught:
        session.apply(player, commands["Wave"](enemy, 2))
    assert caught.value.refusal.id == "rules.fault"
    assert (session.state, session.log(), session.thrown) == before
    session.apply(player, commands["Wave"](enemy, 1))
    again, _ = parading(written(tmp_path, bad))
    again.apply(player, commands["Wave"](enemy, 1))
    assert session.log() == again.log()


def test_a_turn_that_a_bot_never_ends_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    endless = written(tmp_path, ("    scene.tell(TurnEnded(unit.id))\n", ""))
    assert "has not come to an end after" in refused("battle", "duel", "--rules", str(endless), code=1)
