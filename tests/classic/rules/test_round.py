"""Phases and verbs are rows that a layer may bring; a round is played with those in force."""

import dataclasses
from collections.abc import Iterator

import msgspec
import pytest

from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import refusal as blow_refusal
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.board.notation import parse
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Done, Go, Stand, Twist
from overheat.classic.facts.events import PhaseBegan, Twisted
from overheat.classic.facts.state import Blow, Motion, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.round import PHASES, VERBS, legal, order
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Rows
from overheat.kernel.terms import Tally
from overheat.lab.players import make_bot
from skirmish import mount, on_turn, replace, unit

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
    before = ("deployment", "initiative", "targeting", "movement")
    assert order(rules) == (*before, "parade", "landing", "weapons", "physical", "heat", "end")


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
        (phases(parade=Phase(title="Parade", after="breakfast")), "'parade' follows 'breakfast'"),
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


@pytest.mark.proves("turns.one_verb")
def test_the_verb_that_ends_a_turn_cannot_be_taken_out() -> None:
    silent = VERBS.amended("odd.verbs", {}, out=("turns.done",), cite=HERE)
    with pytest.raises(RefusedError, match="without which no turn ends"):
        compose(CLASSIC, Layer("odd", HERE, needs=("classic",), change=(silent,)))


@pytest.mark.proves("turns.standing_still")
def test_the_mode_of_a_unit_that_has_not_moved_cannot_be_taken_out() -> None:
    restless = MODES.amended("odd.modes", {}, out=("stationary",), cite=HERE)
    with pytest.raises(RefusedError, match="no mode of movement 'stationary'"):
        compose(CLASSIC, Layer("odd", HERE, needs=("classic",), change=(restless,)))


def test_in_a_mode_that_a_layer_takes_out_a_unit_has_no_points() -> None:
    grounded = MODES.amended("odd.modes", {}, out=("jump",), cite=HERE)
    relief = Relief(parse("0 / 0 / 0"), compose(CLASSIC, Layer("odd", HERE, needs=("classic",), change=(grounded,))))
    state = State(relief=relief, units={"red": unit()}, phase="movement", acting="red")
    assert allowance(state, unit(), "jump") == 0


DASH = Mode(
    word="dash",
    past="dashed",
    points=lambda state, unit: 2 * walking(state, unit),
    heat=lambda rules, unit: 4,
    attacker=5,
    target=-1,
    fast=True,
    attacks=False,
)
DASHING = Layer("dashing", HERE, needs=("classic",), change=(MODES.amended("dash.modes", {"dash": DASH}, cite=HERE),))


def dashed() -> tuple[State, Unit, Unit]:
    red, blue = unit(motion=Motion("dash", 4, 4, spent=4)), unit(id="blue", hex="0102", facing=0)
    relief = Relief(parse("0 / 0 / 0"), compose(CLASSIC, DASHING))
    return State(relief=relief, units={"red": red, "blue": blue}, phase="weapons", acting="red"), red, blue


@pytest.mark.proves("movement.modes")
def test_a_mode_of_a_layer_gives_points_makes_heat_and_counts_for_and_against_its_unit() -> None:
    state, red, blue = dashed()
    assert allowance(state, red, "dash") == 2 * allowance(state, red, "walk")
    assert Go("dash") in list(legal(state, replace(red, motion=Motion()), "movement"))
    assert (
        Tally.of(rule.function(toil_of(state, red)) for rule in state.relief.rules[BUILDS])["heat.movement"].value == 4
    )
    shot = WeaponAttack(state.relief, blue, red, mount(blue, "Medium Laser"))
    assert target_number(shot)["to_hit.target_jumped"].value == -1
    assert target_number(shot)["to_hit.target_jumped"].label == "target dashed"


@pytest.mark.proves("fire.moved_so", "physical.moved_so")
def test_a_mode_may_leave_a_unit_no_attacks() -> None:
    state, red, blue = dashed()
    shot = refusal(WeaponAttack(state.relief, red, blue, mount(red, "Medium Laser")))
    blow = blow_refusal(blow_of(state, red, Blow("kick", "RL", "blue")))
    assert shot is not None
    assert blow is not None
    assert (shot.id, blow.id) == ("fire.moved_so", "physical.moved_so")


def test_a_bot_that_does_not_know_a_verb_asks_what_it_is_worth() -> None:
    red, blue = unit(), unit(id="blue", hex="0102", facing=0)
    for worth, said in ((lambda state, unit, command: 3.0, Salute(0)), (None, Done())):
        verb = dataclasses.replace(salute("parade"), worth=worth)
        layer = Layer("saluting", HERE, needs=("classic",), change=(PARADE, verbs(salute=verb)))
        relief = Relief(parse("0 / 0 / 0"), compose(CLASSIC, layer))
        state = State(relief=relief, units={"red": red, "blue": blue}, phase="parade", acting="red")
        bot = make_bot("classic", "greedy", 1, "red")
        assert bot.choose(Classic(), state, "red", list(legal(state, red))) == said


def test_a_layer_that_refuses_more_of_a_verb_is_asked_about_what_the_verb_was_sure_of() -> None:
    """Turning the torso asks beforehand what it offers; with a reason of a layer against turning right it asks that."""
    red, blue = unit(), unit(id="blue", hex="0102", facing=0)

    def never_right(state: State, unit: Unit, command: Twist) -> Refusal | None:
        return Refusal("here.right", "not to the right", HERE) if command.facing == unit.facing + 1 else None

    verb = dataclasses.replace(VERBS.rows["fire.twist"], refuses=never_right)
    layer = Layer(
        "left_only", HERE, needs=("classic",), change=(VERBS.amended("left", {"fire.twist": verb}, cite=HERE),)
    )
    for layers, facings in (((CLASSIC,), {2, 4}), ((CLASSIC, layer), {2})):
        relief = Relief(parse("0 / 0 / 0"), compose(*layers))
        state = State(relief=relief, units={"red": red, "blue": blue}, phase="weapons", acting="red")
        said = list(legal(state, red))
        assert {command.facing for command in said if isinstance(command, Twist)} == facings
