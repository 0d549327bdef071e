"""Phases and verbs are rows that a layer may bring; a round is played with those in force."""

from collections.abc import Iterator

import msgspec
import pytest

from overheat.classic.commands import Choose, Done, Stand
from overheat.classic.events import PhaseBegan, Twisted
from overheat.classic.game import Classic
from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.classic.scene import Scene
from overheat.classic.setup import Combatant, Setup
from overheat.classic.state import State, Unit
from overheat.classic.turn.round import PHASES, VERBS, legal, order
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.layers import Layer, compose
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.replay import Session, rerun
from overheat.kernel.rules import Rows
from skirmish import on_turn, unit

HERE = Book("House rules")("Saluting")


class Salute(msgspec.Struct, frozen=True, tag=True):
    """Turn the torso to somebody."""

    facing: int


def offers(state: State, unit: Unit) -> Iterator[Salute]:
    return (Salute(facing) for facing in range(6))


def refuses(state: State, unit: Unit, command: Salute) -> Refusal | None:
    return Refusal("salute.behind", "nobody salutes behind himself", HERE) if command.facing != 0 else None


def does(scene: Scene, unit: Unit, command: Salute) -> None:
    scene.tell(Twisted(unit.id, command.facing))


def salute(*phases: str, command: type[msgspec.Struct] = Salute) -> Verb:
    return Verb(command=command, phases=phases, offers=offers, refuses=refuses, does=does, words=always("salute"))


def phases(**rows: Phase) -> Rows[str, Phase]:
    return PHASES.amended("salute.phases", rows, cite=HERE)


def verbs(**rows: Verb) -> Rows[str, Verb]:
    return VERBS.amended("salute.verbs", rows, cite=HERE)


PARADE = phases(parade=Phase(title="Parade", after="movement"))
SALUTING = Layer("saluting", HERE, needs=("classic",), change=(PARADE, verbs(salute=salute("parade"))))


@pytest.fixture
def _saluting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIBRARY.layers, SALUTING.id, SALUTING)
    monkeypatch.setattr(LIBRARY, "_composed", {})


def setup() -> Setup:
    wasp = "Wasp WSP-1A"
    return Setup(
        board="valley",
        units=(
            Combatant(id="r", side="red", unit=wasp, hex="0202", facing=3),
            Combatant(id="b", side="blue", unit=wasp, hex="0210", facing=0),
        ),
    )


def test_a_phase_comes_directly_after_the_one_that_it_follows() -> None:
    rules = compose(CLASSIC, SALUTING)
    assert order(rules) == ("initiative", "movement", "parade", "weapons", "physical", "heat", "end")


@pytest.mark.usefixtures("_saluting")
def test_a_phase_and_a_verb_of_a_layer_are_played_and_their_log_replays() -> None:
    game = Classic(["saluting"])
    session: Session[Setup, State, msgspec.Struct] = Session(game, setup(), 7)
    while session.state.phase != "parade":
        mover = game.to_act(session.state) or ""
        session.apply(mover, Choose("r" if mover == "red" else "b"))
        session.apply(mover, Done())
    mover = game.to_act(session.state) or ""
    session.apply(mover, Choose("r" if mover == "red" else "b"))
    assert list(game.legal(session.state, mover)) == [Done(), Salute(0)]
    with pytest.raises(RefusedError, match="nobody salutes behind himself"):
        session.apply(mover, Salute(3))
    assert session.apply(mover, Salute(0)) == (Twisted("r" if mover == "red" else "b", 0),)
    assert [event.phase for event in session.events if isinstance(event, PhaseBegan)] == ["movement", "parade"]
    assert rerun(session.log(), lambda header: Classic(header.rules)).log() == session.log()


@pytest.mark.proves("turns.verbs")
def test_what_is_legal_is_what_the_verbs_of_the_phase_offer() -> None:
    state = on_turn(unit(prone=True), unit(id="blue", hex="0103", facing=0), phase="movement")
    said = {type(command).__name__ for command in legal(state, state.units["red"])}
    assert said == {"Done", "Go"}
    assert Stand() not in list(legal(state, state.units["red"]))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (phases(parade=Phase(title="Parade", after="deployment")), "'parade' follows 'deployment'"),
        (phases(parade=Phase(title="Parade")), "'parade' follows ''"),
        (verbs(salute=salute("parade")), "'salute' is for 'parade'"),
        (verbs(salute=salute("heat")), "'salute' is for 'heat'"),
    ],
)
@pytest.mark.proves("turns.known_phases")
def test_a_phase_that_there_is_not_is_refused_when_composing(change: Rows[str, object], reason: str) -> None:
    with pytest.raises(RefusedError, match=reason) as caught:
        compose(CLASSIC, Layer("odd", HERE, needs=("classic",), change=(change,)))
    assert caught.value.refusal.id == "rules.phase"


class Done_(msgspec.Struct, frozen=True, tag="Done"):  # noqa: N801
    """Another command of a name that is taken."""


Done_.__name__ = "Done"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (verbs(finish=salute("weapons", command=Done)), "two verbs take 'Done' in the phase 'weapons'"),
        (verbs(finish=salute("weapons", command=Done_)), "two commands are called 'Done'"),
    ],
)
@pytest.mark.proves("turns.one_verb")
def test_a_command_belongs_to_one_verb_and_a_name_to_one_command(change: Rows[str, object], reason: str) -> None:
    with pytest.raises(RefusedError, match=reason) as caught:
        compose(CLASSIC, Layer("odd", HERE, needs=("classic",), change=(change,)))
    assert caught.value.refusal.id == "rules.verb"
