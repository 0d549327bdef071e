"""H.E.A.T told at the table: every event in words, dice too, and battles that nobody has to guess at."""

from __future__ import annotations

import typing
from typing import Any

import pytest

from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.log.chronicle import plainly
from overheat.kernel.terms import Part
from overheat.platoon.battle import events as told
from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.battle.state import (
    Choosing,
    Deploying,
    Keeping,
    Moving,
    Ordering,
    Reacting,
    Shooting,
    State,
    Tasks,
)
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.turn.awaited import awaited
from overheat.table.offers import offers
from platoon.battles import all_arms, battle
from platoon.positions import BLUE, RED, A, B, TableTop, duel

PART = Part("morale", 9, "morale, regular", "Quality")
KINDS = [
    kind
    for kind in vars(told).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, *told.UNSAID)
]


def _teller(state: State) -> Any:
    return offers()["platoon"].kind.teller(PlatoonGame(), state)


def _example(kind: type[Event]) -> Event:
    """An event of a kind with some value in every field."""
    if kind is Rolled:
        return Rolled(Roll("to hit", 6, (1, 5)))
    samples: dict[str, Any] = {"int": 1, "str": A, "bool": True, "float": 1.0, "Spot": Spot(100, 200), "Part": PART}
    samples |= {"Mark": Mark(), "Thing": Thing("thing", "marker", Spot(100, 200))}
    values: dict[str, Any] = {}
    for field_name, told_as in typing.get_type_hints(kind).items():
        hint = typing.get_origin(told_as) or told_as
        name = getattr(hint, "__name__", str(hint))
        options = [part for part in typing.get_args(told_as) if part is not type(None)]
        if name == "Literal":
            values[field_name] = options[0]
        elif name == "tuple":
            values[field_name] = (samples[options[0].__name__],) * 2
        elif name in ("UnionType", "Union"):
            values[field_name] = samples.get(getattr(options[0], "__name__", ""), 1)
        else:
            values[field_name] = samples[name]
    return kind(**values)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_is_told_in_words(kind: type[Event]) -> None:
    table = duel().ready(Ordering(RED))
    event = _example(kind)
    words = _teller(table.state)(event, None)
    assert words != plainly(event, None)
    assert words[0].isupper() or not words[0].isalpha()
    assert words.endswith(".")


def test_dice_are_told_one_by_one_and_added_up_only_where_the_rules_do() -> None:
    tell = _teller(duel().ready(Ordering(RED)).state)
    assert tell(Rolled(Roll("fire.to_hit", 6, (2, 3, 6))), None) == "To hit: 2, 3, 6."
    assert tell(Rolled(Roll("orders.test", 6, (2, 3))), None) == "Order test: 2, 3 = 5."
    assert tell(Rolled(Roll("smoke.drift", 6, (5,), about={"die": "D6"})), None) == "Smoke drifts (D6): 5."


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_a_whole_battle_is_told_without_a_gap(scenario: str) -> None:
    game = PlatoonGame()
    session = battle(set_up(scenarios()[scenario], game.ruleset), 3)
    tell, note = _teller(session.state), offers()["platoon"].kind.noter(session.state)
    for event in session.events:
        if game.redact(session.state, event, session.setup.players[0]) is None:
            continue
        assert tell(event, None) != plainly(event, None), event
        assert 0 <= note(event).level <= 3


def test_whoever_is_awaited_is_told_what_for_all_through_a_battle_of_all_arms() -> None:
    game = PlatoonGame()
    seen = set()

    def watch(state: State) -> None:
        expected = awaited(state, game.ruleset)
        assert expected.player == game.to_act(state)
        assert expected.what
        seen.add(expected.task)

    battle(all_arms(game, "crossroads"), 4, game=game, watch=watch)
    assert {"Ordering", "Moving", "Shooting"} <= seen


@pytest.mark.parametrize(
    ("task", "player", "words"),
    [
        (Deploying(BLUE), "blue", "set up a unit"),
        (Ordering(RED), "red", "a die of yours"),
        (Ordering(RED, (A,), may_pass=True), "red", "snap a unit"),
        (Moving(RED, A), "red", "move Rifle squad"),
        (Shooting(BLUE, B, "ambush", A), "blue", "lies in ambush"),
        (Reacting(BLUE, B), "blue", "is shot at"),
        (Choosing(RED, B, (B,)), "red", "by mistake"),
        (Keeping(RED), "red", "the turn ends"),
    ],
)
def test_what_is_awaited_is_a_sentence(task: Tasks, player: str, words: str) -> None:
    table: TableTop = duel().ready(task)
    expected = awaited(table.state, table.game.ruleset)
    assert (expected.player, words in expected.what) == (player, True)
    assert expected.others not in ("", "is to act", expected.what)
