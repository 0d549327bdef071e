"""Marks and things that layers bring to H.E.A.T, what follows from events, and what rolls count as."""

from itertools import pairwise
from typing import Any

import pytest

from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll, Scripted
from overheat.kernel.events import Event, Rolled
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.knowing import known, redacted
from overheat.platoon.battle.scene import COUNTS_AS, FOLLOWS, Battle
from overheat.platoon.battle.state import Setup, State, Volley
from overheat.platoon.battle.wording import Wording
from overheat.platoon.damage.losses import on_hull
from overheat.platoon.facts import OrderTest, Shot
from overheat.platoon.fire.guns import shots_of
from overheat.platoon.game import PlatoonGame
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rules.standard.orders import TEST_TERMS
from overheat.platoon.rules.standard.shooting import TO_HIT
from overheat.platoon.rulesets import LIBRARY
from overheat.platoon.turn.turn import PHASES
from overheat.platoon.turn.turns import begin
from overheat.platoon.turn.verb import Phase
from platoon.battles import battle
from platoon.cases import strike

HERE = Book("House rules")("Rattled")
RATTLED = "rattled"


@rule("rattled.follows", cite=HERE, slot=FOLLOWS)
def rattles(battle: Battle, event: Event) -> None:
    """Who is pinned is rattled for the turn, and drops something secret."""
    if isinstance(event, told.Pinned) and event.change > 0 and battle.units[event.unit].alive:
        unit = battle.units[event.unit]
        battle.lay_mark(unit, RATTLED, Mark(until=battle.turn))
        battle.place(Thing(f"kit-{unit.id}", "kit", unit.at, unit.side, hidden=True, until=battle.turn + 1))


@rule("rattled.to_hit", cite=HERE, slot=TO_HIT)
def shoots_worse(rules: Ruleset, shot: Shot) -> Term | None:
    """Who is rattled shoots worse, and better at who is."""
    value = (RATTLED in shot.target.marks) - (RATTLED in shot.marks)
    return Term("rattled.to_hit", value, RATTLED, HERE) if value else None


@rule("rattled.obeys", cite=HERE, slot=TEST_TERMS)
def obeys_worse(rules: Ruleset, test: OrderTest) -> Term | None:
    """And obeys worse."""
    return Term("rattled.obeys", -1, RATTLED, HERE) if RATTLED in test.marks else None


def under(monkeypatch: pytest.MonkeyPatch, *add: Any, change: tuple[Any, ...] = ()) -> PlatoonGame:
    layer = Layer("rattled", HERE, needs=("platoon",), add=add, change=change)
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    return PlatoonGame([layer.id])


def test_a_battle_under_marks_things_and_what_follows_is_felt_and_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = under(monkeypatch, rattles, shoots_worse, obeys_worse)
    session = battle(find_scenario("crossroads")[1].setup, 5, ("greedy", "greedy"), game)
    pinned = [event for event in session.events if isinstance(event, told.Pinned) and event.change > 0]
    marked = [event for event in session.events if isinstance(event, told.MarkLaid)]
    assert 0 < len(marked) <= len(pinned)
    assert all(event.detail.until for event in marked)
    felt = [event for event in session.events if isinstance(event, told.Fired)]
    assert any(part.id == "rattled.to_hit" for event in felt for part in event.needed)
    assert verify(session.log(), lambda header: game) is None


def standing(monkeypatch: pytest.MonkeyPatch) -> tuple[PlatoonGame, State]:
    """A battle in which everybody has been set up."""
    game = under(monkeypatch, rattles, shoots_worse, obeys_worse)
    setup = find_scenario("crossroads")[1].setup
    session: Session[Setup, State, Any] = Session(game, setup, 5)
    bots = {player: make_bot(game.name, "greedy", 5, player) for player in setup.players}
    while session.state.turn < 1:
        player = game.to_act(session.state) or ""
        session.apply(
            player, bots[player].choose(game, session.state, player, tuple(game.legal(session.state, player)))
        )
    return game, session.state


def test_facts_of_shots_tests_and_strikes_carry_the_marks_of_their_units(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = standing(monkeypatch)
    going = Battle(state, game.ruleset, Scripted())
    for id in list(going.units):
        going.lay_mark(id, id)
    own, foe = next(going.on_table(0)), next(going.on_table(1))
    assert list(going.facts(own, "advance").marks) == [own.id]
    assert list(on_hull(going, own, strike("rifle", 7)).marks) == [own.id]
    shots = [
        shot
        for unit in list(going.on_table())
        if unit.men and going.sheet(unit).soft
        for target in going.enemies(unit)
        for _, shot in shots_of(going, unit, Volley("arms", target.id), "order")
    ]
    assert shots
    assert all(shot.marks and shot.target.marks and shot.marks != shot.target.marks for shot in shots)
    assert foe.id != own.id


def test_marks_and_things_end_with_their_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = standing(monkeypatch)
    going = Battle(state, game.ruleset, Scripted())
    unit = next(going.on_table(0))
    going.lay_mark(unit, "short", Mark(until=1))
    going.lay_mark(unit, "long", Mark(until=2))
    going.lay_mark(unit, "for good")
    going.place(Thing("a", "short", unit.at, until=1))
    going.place(Thing("b", "for good", unit.at))
    begin(going)
    assert list(going.units[unit.id].marks) == ["long", "for good"]
    assert list(going.things) == ["b"]
    going.lift_mark(unit.id, "long")
    going.take_away(going.things["b"])
    assert (list(going.units[unit.id].marks), going.things) == (["for good"], {})


def test_what_is_hidden_is_known_to_its_side_alone_and_told_to_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = standing(monkeypatch)
    going = Battle(state, game.ruleset, Scripted())
    unit = next(going.on_table(0))
    going.lay_mark(unit, "open", Mark(side=0))
    going.lay_mark(unit, "secret", Mark(side=0, hidden=True))
    going.place(Thing("a", "secret", unit.at, 0, hidden=True))
    going.place(Thing("b", "open", unit.at, 0))
    after, players = going.frozen(), state.setup.players
    for player, marks, things in ((players[0], 2, 2), (players[1], 1, 1), ("nobody", 1, 1)):
        seen = known(going.rules, after, player)
        heard = [event for event in going.events if redacted(going.rules, state, event, player) is not None]
        assert (len(seen.units[unit.id].marks), len(seen.things), len(heard)) == (marks, things, marks + things)
    going.events.clear()
    going.lift_mark(unit.id, "secret")
    assert redacted(going.rules, after, going.events[0], players[1]) is None


def test_marks_and_things_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = standing(monkeypatch)
    going = Battle(state, game.ruleset, Scripted())
    unit = next(going.on_table(0))
    going.lay_mark(unit, RATTLED)
    going.lift_mark(unit.id, RATTLED)
    going.place(Thing("a", "ear", unit.at))
    going.take_away(going.things["a"])
    said = [Wording(state, game.ruleset).sentence(event) or "" for event in going.events]
    assert [text.split(" ", 2)[-1].split("(")[0] for text in said[2:]] == ["lies at ", "at "]
    assert [RATTLED in text for text in said] == [True, True, False, False]
    assert said[2].startswith("an ear lies at (")


def test_a_roll_counts_as_another_that_is_thrown_for_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule("grit.again", cite=HERE, slot=COUNTS_AS)
    def again(battle: Battle, roll: Roll) -> Roll | None:
        """The first die of a turn is thrown again."""
        return battle.dice.roll("grit.again", 1, roll.sides) if roll.purpose == "grit.first" else None

    thrown: list[int] = []

    def throw(battle: Battle) -> None:
        thrown.append(battle.dice.roll("grit.first", 1).total)

    dawn = PHASES.amended("grit.phases", {"dawn": Phase(title="Dawn", after="beginning", begin=throw)}, cite=HERE)
    game = under(monkeypatch, again, change=(dawn,))
    session = battle(find_scenario("crossroads")[1].setup, 5, ("random", "random"), game)
    fallen = [event.roll for event in session.events if isinstance(event, Rolled)]
    first = [(roll.total, after.total) for roll, after in pairwise(fallen) if roll.purpose == "grit.first"]
    assert [second for _, second in first] == thrown[: len(first)]
    assert any(one != other for one, other in first)
    assert verify(session.log(), lambda header: game) is None
