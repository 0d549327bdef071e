"""What a layer hides is as if it were not there, for everybody but its own side."""

import pytest

from overheat.classic.battle.advance import advance
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import (
    EffectLaid,
    EffectLifted,
    MarkLaid,
    MarkLifted,
    Moved,
    TurnBegan,
    Twisted,
)
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.secrets import DISGUISES, HIDES, Onlooker, Secret
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll, Scripted
from overheat.kernel.events import Event, Rolled, fold
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from skirmish import marked, moved, on_turn, replace, told, unit

HERE = Book("House rules")("Ambush")
GAME = Classic()


@rule("ambush.unseen", cite=HERE, slot=HIDES)
def unseen(eye: Onlooker, secret: Secret) -> bool:
    """Who lies in ambush is not seen, and nobody hears a torso turn."""
    return isinstance(secret, Twisted) or (isinstance(secret, Unit) and "ambush" in secret.marks)


@rule("ambush.sprung", cite=HERE, slot=HAZARDS)
def sprung(arrival: Arrival) -> Hazard | None:
    """Whoever walks into an ambush is struck."""
    there = [other for other in arrival.state.at(arrival.unit.hex) if "ambush" in other.marks]
    return Hazard("ambush", (5,)) if there else None


@rule("ambush.masked", cite=HERE, slot=DISGUISES)
def masked(eye: Onlooker, unit: Unit) -> Unit | None:
    """Nobody knows how good the crews of others are."""
    return replace(unit, gunnery=4)


AMBUSH = Layer("ambush", HERE, needs=("classic",), add=(unseen, sprung))
MASKED = Layer("masked", HERE, needs=("classic",), add=(masked,))


def field(*layers: Layer, **others: object) -> State:
    """Red walks south, blue waits two hexes on, a green one beyond."""
    units = (
        unit(motion=moved("walk")),
        replace(unit(id="blue", hex="0102", facing=0), **others),
        unit(id="green", hex="0104", facing=0),
    )
    before = on_turn(*units, board="0 0 0 0 0")
    return replace(before, relief=Relief(before.relief.board, compose(CLASSIC, *layers)))


HIDDEN = {"ambush": Mark()}


def test_who_is_hidden_is_absent_from_what_others_know_and_whole_for_its_own_side() -> None:
    state = replace(field(AMBUSH, marks=HIDDEN), acting="blue", acted=frozenset({"blue", "green"}))
    for other in ("red", "green", ""):
        known = GAME.known(state, other)
        assert set(known.units) == {"red", "green"}
        assert (known.acting, known.acted) == (None, frozenset({"green"}))
        assert set(GAME.view(state, other)["units"]) == {"red", "green"}
    assert GAME.known(state, "blue") == state


def test_who_sits_on_a_hidden_unit_is_hidden_with_it_and_declarations_and_marks_forget_it() -> None:
    state = field(AMBUSH, marks=HIDDEN)
    green = replace(state.units["green"], marks=marked(ABOARD, about="blue"))
    marks = marked("watching blue", about="blue") | marked("watching green", about="green")
    red = replace(state.units["red"], volley=(Shot(0, "blue"), Shot(1, "green")), marks=marks)
    state = replace(state, units={**state.units, "green": green, "red": red})
    assert set(GAME.known(state, "red").units) == {"red"}
    assert GAME.known(state, "red").units["red"].volley == (Shot(0, "blue"), Shot(1, "green"))[2:]
    assert GAME.known(state, "green").units["red"].volley == (Shot(1, "green"),)
    assert GAME.known(state, "red").units["red"].marks == {}
    assert set(GAME.known(state, "green").units["red"].marks) == {"watching green"}


def test_a_step_into_an_ambush_is_offered_and_made_and_meets_it() -> None:
    open_field, ambush = field(AMBUSH), field(AMBUSH, marks=HIDDEN)
    assert Step("forward") not in list(GAME.legal(open_field, "red"))
    assert Step("forward") in list(GAME.legal(ambush, "red"))
    empty = replace(ambush, units={id: unit for id, unit in ambush.units.items() if id != "blue"})
    assert list(legal(empty, empty.units["red"])) == list(GAME.legal(ambush, "red"))
    scene = Scene(ambush, Scripted((3, 4)))
    assert carry_out(scene, scene.unit("red"), Step("forward")) is None
    assert scene.unit("red").hex == scene.unit("blue").hex
    assert [roll.roll.purpose for roll in told(scene.events, Rolled)] != []


@pytest.mark.parametrize(
    "event",
    [
        TurnBegan("blue"),
        Moved("blue", "forward", Hex(1, 3), 0, 0, moved("walk")),
        Twisted("red", 1),
        Rolled(Roll("piloting of blue", 6, (3, 4))),
    ],
)
def test_events_that_name_the_hidden_or_are_hidden_themselves_are_not_told(event: Event) -> None:
    state = field(AMBUSH, marks=HIDDEN)
    assert GAME.redact(state, event, "red") is None
    others = GAME.redact(field(), event, "red")
    assert others == event


def test_an_event_that_brings_a_unit_to_light_is_told() -> None:
    hidden, shown = field(AMBUSH, marks=HIDDEN), MarkLifted("blue", "ambush")
    assert GAME.redact(hidden, shown, "red") == shown
    assert GAME.redact(field(AMBUSH), MarkLaid("blue", "ambush"), "red") == MarkLaid("blue", "ambush")


def test_a_hidden_mark_and_a_hidden_effect_are_known_to_their_owner_alone() -> None:
    secret = Mark(2, "blue", hidden=True)
    laid = (MarkLaid("red", "noted", secret), EffectLaid(Hex(1, 3), "goal", secret))
    before = field()
    held = fold(before, laid, advance)
    assert GAME.known(held, "red") == before
    assert GAME.known(held, "blue") is held
    assert [GAME.redact(before, event, "red") for event in laid] == [None, None]
    assert [GAME.redact(before, event, "blue") for event in laid] == list(laid)
    lifted = (MarkLifted("red", "noted"), EffectLifted(Hex(1, 3), "goal"))
    assert [GAME.redact(held, event, "red") for event in lifted] == [None, None]
    assert [GAME.redact(held, event, "blue") for event in lifted] == list(lifted)


def test_a_unit_in_disguise_is_itself_to_its_own_side() -> None:
    state = field(MASKED, gunnery=2)
    assert [GAME.known(state, side).units["blue"].gunnery for side in ("red", "blue")] == [4, 2]
    assert GAME.view(state, "red")["units"]["blue"]["gunnery"] == 4
