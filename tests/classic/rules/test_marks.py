"""Marks that a layer brings: they end with the phase, the round, a later round, or when lifted; one is hidden."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.events import MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.phrases import Cast, called
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.status import line
from overheat.classic.report.wording import sentence
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb
from overheat.kernel.cite import Book
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer

HERE = Book("House rules")("Flags")

WAVING = "waving"
DRESSED = "dressed_overall"
MOURNING = named("mourning", "mourns until round {value}")
COLOURS = named("colours", "flies the colours of {about}")
SIGNAL = named("signal", "has a {kind} signal for {owner} in the locker")


def flag(state: State, unit: Unit, name: str) -> Mark:
    """The five flags, each with its own end; what the signal is stays a secret of the side."""
    later = state.round + 1
    return {
        WAVING: Mark(this_phase=True),
        DRESSED: Mark(this_round=True),
        MOURNING: Mark(later, until=later),
        COLOURS: Mark(about="b1"),
        SIGNAL: Mark(kind="red", owner=unit.side, hidden=True),
    }[name]


FLAGS = (WAVING, DRESSED, MOURNING, COLOURS, SIGNAL)


class Hoist(msgspec.Struct, frozen=True, tag=True):
    """Show a flag."""

    flag: str


class HaulDown(msgspec.Struct, frozen=True, tag=True):
    """Take the colours down."""


def hoists(state: State, unit: Unit) -> Iterator[Hoist]:
    return (Hoist(name) for name in FLAGS)


def shown(state: State, unit: Unit, command: Hoist) -> Refusal | None:
    return Refusal("flags.shown", "it is shown already", HERE) if command.flag in unit.marks else None


def hoist(scene: Scene, unit: Unit, command: Hoist) -> None:
    scene.tell(MarkLaid(unit.id, command.flag, flag(scene.state, unit, command.flag)))


def flies_none(state: State, unit: Unit, command: HaulDown) -> Refusal | None:
    return None if COLOURS in unit.marks else Refusal("flags.none", "it flies no colours", HERE)


FLYING = VERBS.amended(
    "flags.verbs",
    {
        "flags.hoist": Verb(
            command=Hoist,
            phases=("movement",),
            offers=hoists,
            refuses=shown,
            does=hoist,
            words=lambda state, unit, command, names: f"hoist {command.flag}",
        ),
        "flags.haul_down": Verb(
            command=HaulDown,
            phases=("weapons",),
            offers=lambda state, unit: (HaulDown(),),
            refuses=flies_none,
            does=lambda scene, unit, command: scene.tell(MarkLifted(unit.id, COLOURS)),
            words=lambda state, unit, command, names: "haul the colours down",
        ),
    },
    cite=HERE,
)
LAYER = Layer("flags", HERE, needs=("classic",), change=(FLYING,))

Battle = Session[Setup, State, msgspec.Struct]


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> Battle:
    """A duel under the layer."""
    monkeypatch.setattr(LIBRARY, "_composed", {})
    monkeypatch.setitem(LIBRARY.layers, LAYER.id, LAYER)
    duel = Setup(
        board="valley",
        units=(
            Combatant(id="r1", side="red", unit="Wasp WSP-1A", hex="0202", facing=3),
            Combatant(id="b1", side="blue", unit="Wasp WSP-1A", hex="0216", facing=0),
        ),
    )
    return Session(Classic([LAYER.id]), duel, 1)


UNITS = {"red": "r1", "blue": "b1"}


def until(battle: Battle, *when: int | str) -> None:
    """Nobody does anything until it is red's turn in a phase of a round."""
    while (battle.state.round, battle.state.phase, mover := battle.game.to_act(battle.state)) != (*when, "red"):
        assert mover is not None
        battle.apply(mover, Choose(UNITS[mover]))
        battle.apply(mover, Done())
    battle.apply("red", Choose("r1"))


def hoisted(battle: Battle, *flags: str) -> None:
    """Red shows flags in the first movement phase."""
    until(battle, 1, "movement")
    for name in flags:
        battle.apply("red", Hoist(name))


def marks_seen(battle: Battle, player: str) -> dict[str, Any]:
    """The marks of red's unit as a player sees them."""
    view = battle.game.view(battle.state, player)
    assert isinstance(view, dict)
    seen: dict[str, Any] = view["units"]["r1"]["marks"]
    return seen


def flown(battle: Battle) -> tuple[str, ...]:
    return tuple(battle.state.units["r1"].marks)


def test_marks_end_with_the_phase_the_round_a_later_round_or_when_they_are_lifted(battle: Battle) -> None:
    hoisted(battle, *FLAGS)
    assert flown(battle) == FLAGS
    battle.apply("red", Done())
    until(battle, 1, "weapons")
    assert flown(battle) == (DRESSED, MOURNING, COLOURS, SIGNAL)
    battle.apply("red", Done())
    until(battle, 2, "weapons")
    assert flown(battle) == (MOURNING, COLOURS, SIGNAL)
    battle.apply("red", Done())
    until(battle, 3, "weapons")
    assert flown(battle) == (COLOURS, SIGNAL)
    battle.apply("red", HaulDown())
    assert flown(battle) == (SIGNAL,)


WORDS = {
    WAVING: "waving",
    DRESSED: "dressed overall",
    MOURNING: "mourns until round 2",
    COLOURS: "flies the colours of Wasp (blue)",
    SIGNAL: "has a red signal for red in the locker",
}
"""A mark without words of its own is told by its name. The page, which shows sides, calls units by shorter names."""


def test_every_mark_is_told_in_words_and_a_hidden_one_to_its_owner_alone(battle: Battle) -> None:
    hoisted(battle, *FLAGS)
    open_flags = FLAGS[:-1]
    for player, seen in (("red", FLAGS), ("blue", open_flags), ("", open_flags)):
        words = {name: mark["words"] for name, mark in marks_seen(battle, player).items()}
        assert words == {name: WORDS[name].removesuffix(" (blue)") for name in seen}
        known = battle.game.known(battle.state, player)
        told = line(known.units["r1"], called(known.units.values()))
        assert [name for name in FLAGS if WORDS[name] in told] == list(seen)
    cast = Cast(battle.state.units.values())
    laid = [event for event in battle.events if isinstance(event, MarkLaid)]
    assert [sentence(event, cast) for event in laid] == [f"Wasp (red): {WORDS[name]}" for name in FLAGS]
    redacted = [battle.game.redact(battle.state, event, "blue") for event in laid]
    assert redacted == [*laid[:-1], None]


def test_words_that_stand_for_what_no_mark_holds_fail_where_they_are_written() -> None:
    with pytest.raises(KeyError, match="colour"):
        named("pennant", "flies a {colour} pennant")


def test_who_may_not_know_of_a_mark_sees_the_same_with_and_without_it(battle: Battle) -> None:
    hoisted(battle, COLOURS)
    without = battle.game.view(battle.state, "blue"), battle.game.known(battle.state, "blue").units
    battle.apply("red", Hoist(SIGNAL))
    assert (battle.game.view(battle.state, "blue"), battle.game.known(battle.state, "blue").units) == without
    assert marks_seen(battle, "red")[SIGNAL]["kind"] == "red"


def test_a_battle_with_marks_is_replayed_and_taken_back(battle: Battle) -> None:
    hoisted(battle, *FLAGS)
    before = battle.state.units["r1"].marks
    battle.apply("red", Done())
    assert battle.undone().state.units["r1"].marks == before
    until(battle, 3, "weapons")
    battle.apply("red", HaulDown())
    again = rerun(battle.log(), lambda header: Classic(header.rules))
    assert again.log() == battle.log()
    assert again.state.units["r1"].marks == battle.state.units["r1"].marks
