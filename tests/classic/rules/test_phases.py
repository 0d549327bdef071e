"""A phase may ask some units only, and the sides in an order of its own; the End Phase asks whoever has a say in it."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.events import MarkLaid, PhaseBegan
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import IDLE, Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.round import PHASES, VERBS, listed
from overheat.classic.turn.taking import acts
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer

HERE = Book("House rules")("Reactions")


class Brace(msgspec.Struct, frozen=True, tag=True):
    """Make ready for what comes."""


def brace(scene: Scene, unit: Unit, command: Brace) -> None:
    scene.tell(MarkLaid(unit.id, "braced", Mark(until=scene.state.round)))


def once(state: State, unit: Unit, command: Brace) -> Refusal | None:
    return Refusal("brace.once", "it is braced already", HERE) if "braced" in unit.marks else None


def layer(phase: Phase | None, *phases: str, offers: Callable[[State, Unit], Sequence[Brace]] | None = None) -> Layer:
    """A layer with a phase of reactions, if any, and a verb for some phases."""
    verb = Verb(
        command=Brace,
        phases=phases,
        offers=offers or (lambda state, unit: (Brace(),)),
        refuses=once,
        does=brace,
        words=always("brace"),
    )
    rows = PHASES.amended("brace.phases", {} if phase is None else {"reaction": phase}, cite=HERE)
    verbs = VERBS.amended("brace.verbs", {"brace": verb}, cite=HERE)
    return Layer("bracing", HERE, needs=("classic",), change=(rows, verbs))


def reaction(
    acts: Callable[[State, Unit], bool],
    order: Callable[[State, Mapping[str, int]], Sequence[str]] | None = None,
) -> Phase:
    return Phase(title="Reaction", after="movement", acts=acts, order=order)


Lay = Callable[[Layer], Classic]


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """The game under a layer."""

    def laid(layer: Layer) -> Classic:
        monkeypatch.setattr(LIBRARY, "_composed", {})
        monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
        return Classic([layer.id])

    return laid


def setup() -> Setup:
    wasp = "Wasp WSP-1A"
    return Setup(
        board="valley",
        units=(
            Combatant(id="r1", side="red", unit=wasp, hex="0202", facing=3),
            Combatant(id="r2", side="red", unit=wasp, hex="0402", facing=3),
            Combatant(id="b1", side="blue", unit=wasp, hex="0216", facing=0),
            Combatant(id="b2", side="blue", unit=wasp, hex="0416", facing=0),
        ),
    )


RED_LOSES = ((1, 1), (6, 6))


def begun(game: Classic) -> State:
    """Red has lost the first initiative."""
    started = game.start(setup(), Scripted(*RED_LOSES))
    assert not isinstance(started, Refusal)
    return started[0]


def said(game: Classic, state: State, *commands: msgspec.Struct) -> State:
    for command in commands:
        mover = game.to_act(state)
        assert mover is not None
        answer = game.apply(state, mover, command, Scripted())
        assert not isinstance(answer, Refusal), answer
        state = answer[0]
    return state


def stood_still(game: Classic, state: State) -> State:
    """Everybody is done in this phase."""
    return said(game, state, *(word for id in ("r1", "b1", "r2", "b2") for word in (Choose(id), Done())))


def test_a_phase_asks_only_the_units_that_it_names(lay: Lay) -> None:
    game = lay(layer(reaction(lambda state, unit: unit.id in ("r2", "b1")), "reaction"))
    state = stood_still(game, begun(game))
    assert (state.phase, state.order) == ("reaction", ("red", "blue"))
    assert list(game.legal(state, "red")) == [Choose("r2")]
    answer = game.apply(state, "red", Choose("r1"), Scripted())
    assert isinstance(answer, Refusal)
    assert answer.id == "turn.unit"
    assert said(game, state, Choose("r2"), Brace(), Done(), Choose("b1"), Done()).phase == "weapons"


def test_a_phase_in_which_nobody_acts_passes_unannounced(lay: Lay) -> None:
    game = lay(layer(reaction(lambda state, unit: False), "reaction"))
    session: Session[Setup, State, msgspec.Struct] = Session(game, setup(), 1)
    while session.state.phase == "movement":
        side = game.to_act(session.state) or ""
        session.apply(side, next(iter(game.legal(session.state, side))))
        session.apply(side, Done())
    assert [event.phase for event in session.events if isinstance(event, PhaseBegan)] == ["movement", "weapons"]


def test_a_phase_may_have_its_own_order_of_the_sides(lay: Lay) -> None:
    def winner_first(state: State, counts: Mapping[str, int]) -> tuple[str, ...]:
        return tuple(side for side in reversed(state.initiative) for _ in range(counts[side]))

    game = lay(layer(reaction(lambda state, unit: unit.id != "r1", winner_first), "reaction"))
    state = stood_still(game, begun(game))
    assert state.order == ("blue", "blue", "red")
    assert game.to_act(state) == "blue"


def test_a_unit_that_has_nothing_to_say_any_more_is_not_asked(lay: Lay) -> None:
    game = lay(layer(reaction(lambda state, unit: "braced" not in state.units["b1"].marks), "reaction"))
    state = stood_still(game, begun(game))
    state = said(game, state, Choose("r1"), Done(), Choose("b1"), Brace(), Done())
    assert state.phase == "weapons"


def physical_done(game: Classic) -> State:
    """Everybody has had a turn in every phase of the first round."""
    state = begun(game)
    for _ in ("movement", "weapons"):
        state = stood_still(game, state)
    return said(game, state, *(word for id in ("r1", "b1", "r2") for word in (Choose(id), Done())), Choose("b2"))


def test_the_end_phase_asks_nobody_in_the_standard_game() -> None:
    game = Classic()
    answer = game.apply(physical_done(game), "blue", Done(), Scripted(*RED_LOSES))
    assert not isinstance(answer, Refusal)
    assert (answer[0].round, answer[0].phase) == (2, "movement")
    assert [event.phase for event in answer[1] if isinstance(event, PhaseBegan)] == ["movement"]
    assert "end" not in listed(answer[0])


def test_the_end_phase_asks_whoever_a_verb_of_a_layer_offers_something(lay: Lay) -> None:
    game = lay(layer(None, "end", offers=lambda state, unit: (Brace(),) if unit.side == "red" else ()))
    state = said(game, physical_done(game), Done())
    assert (state.round, state.phase, state.order) == (1, "end", ("red", "red"))
    assert listed(state)["end"] == "End"
    state = said(game, state, Choose("r1"))
    assert list(game.legal(state, "red")) == [Done(), Brace()]
    state = said(game, state, Brace(), Done(), Choose("r2"))
    answer = game.apply(state, "red", Done(), Scripted(*RED_LOSES))
    assert not isinstance(answer, Refusal)
    assert answer[0].round == 2


def test_an_unconscious_crew_has_no_say_in_the_end_phase_and_that_of_a_machine_shut_down_has(lay: Lay) -> None:
    game = lay(layer(None, "end"))
    state = msgspec.structs.replace(begun(game), phase="end")
    whole = state.units["r1"]
    for condition, asked in (({}, True), ({"shut_down": True}, True), ({"conscious": False}, False)):
        unit = msgspec.structs.replace(whole, condition=msgspec.structs.replace(whole.condition, **condition))
        assert acts(state.with_unit(unit), unit) is asked


def test_rules_under_which_nobody_ever_has_a_turn_are_refused(lay: Lay) -> None:
    asks_nobody = {
        id: Phase(title=id, after=after, acts=lambda state, unit: False)
        for id, after in (("movement", "initiative"), ("weapons", "movement"), ("physical", "weapons"))
    }
    silent = Layer(
        "silent", HERE, needs=("classic",), change=(PHASES.amended("silent.phases", asks_nobody, cite=HERE),)
    )
    answer = lay(silent).start(setup(), Seeded(1))
    assert isinstance(answer, Refusal)
    assert answer.id == "turn.nobody"
    assert f"{IDLE:,} rounds" in answer.reason


def test_a_phase_that_asks_some_replays(lay: Lay) -> None:
    game = lay(layer(reaction(lambda state, unit: unit.side == state.initiative[-1]), "reaction", "end"))
    session: Session[Setup, State, msgspec.Struct] = Session(game, setup(), 3)
    while session.state.round < 3:
        side = game.to_act(session.state) or ""
        legal = list(game.legal(session.state, side))
        session.apply(side, Brace() if Brace() in legal else legal[0])
    asked = [event for event in session.events if isinstance(event, PhaseBegan) and event.phase == "reaction"]
    assert [len(phase.order) for phase in asked] == [2, 2]
    assert rerun(session.log(), lambda header: Classic(header.rules)).log() == session.log()
