"""Rules, games and sessions can be pickled and copied, and go on the same in another process."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import pytest

from overheat.classic.rules.optional import dead_zones
from overheat.classic.rules.standard.sight import fills_the_view
from overheat.classic.rulesets import ruleset
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.digest import digest_of
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Rule
from overheat.lab.games import game_of, kind_named
from overheat.lab.players import make_bot
from toy import TURNS

BATTLES = [("classic", "duel", ("dead_zones", "published_clusters")), ("platoon", "ridge", ("he_radius",))]
COMMANDS = 40


def begun(kind: str, scenario: str, layers: tuple[str, ...]) -> Session[Any, Any, Any]:
    known = kind_named(kind)
    session: Session[Any, Any, Any] = Session(known.make(layers), known.find(scenario).setup, 5)
    go_on(session)
    return session


def go_on(session: Session[Any, Any, Any]) -> bytes:
    """Play some commands more, and give the log."""
    game = session.game
    for _ in range(COMMANDS):
        player = game.to_act(session.state)
        assert player is not None
        legal = tuple(game.legal(session.state, player))
        bot = make_bot(game.name, "random", len(session.lines), player)
        session.apply(player, bot.choose(game, session.state, player, legal))
    return session.log()


@pytest.mark.parametrize(("kind", "scenario", "layers"), BATTLES)
def test_a_session_that_was_pickled_goes_on_in_another_process(
    kind: str, scenario: str, layers: tuple[str, ...]
) -> None:
    session = begun(kind, scenario, layers)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        elsewhere = pool.apply(go_on, (session,))
    before = session.log()
    assert elsewhere == go_on(session)
    assert elsewhere.startswith(before)
    assert len(elsewhere) > len(before)
    assert verify(elsewhere, game_of) is None


@pytest.mark.parametrize(("kind", "scenario", "layers"), BATTLES)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda session: pickle.loads(pickle.dumps(session))])
def test_a_copy_of_a_session_goes_its_own_way(kind: str, scenario: str, layers: tuple[str, ...], copied: Any) -> None:
    session = begun(kind, scenario, layers)
    before, again = session.log(), copied(session)
    longer = go_on(again)
    assert session.log() == before
    assert go_on(session) == longer


@pytest.mark.parametrize(("kind", "scenario", "layers"), BATTLES)
def test_a_state_that_was_pickled_shows_the_same(kind: str, scenario: str, layers: tuple[str, ...]) -> None:
    session = begun(kind, scenario, layers)
    game, state = pickle.loads(pickle.dumps((session.game, session.state)))
    assert game.rules == session.game.rules
    player = session.game.to_act(session.state)
    assert player is not None
    assert game.view(state, player) == session.game.view(session.state, player)
    assert tuple(game.legal(state, player)) == tuple(session.game.legal(session.state, player))


def test_rules_are_pickled_by_the_names_of_their_layers() -> None:
    rules = ruleset(["dead_zones"])
    packed = pickle.dumps(rules)
    assert len(packed) < 250
    again = pickle.loads(packed)
    assert again.layers == ("classic", "dead_zones")
    assert digest_of(again) == digest_of(rules)
    assert again[dead_zones.dead_zone] is rules[dead_zones.dead_zone]


def test_a_rule_is_pickled_as_where_it_is_written() -> None:
    assert pickle.loads(pickle.dumps(fills_the_view)) is fills_the_view
    assert copy.deepcopy(fills_the_view) is fills_the_view


def test_rules_of_layers_without_a_home_are_pickled_layer_by_layer() -> None:
    rules = compose(Layer("own", TURNS, add=(fills_the_view,)))
    assert pickle.loads(pickle.dumps(rules))[fills_the_view] is fills_the_view


def test_a_rule_that_nobody_can_find_again_is_not_pickled() -> None:
    lost = Rule("lost", fills_the_view.function, TURNS)
    with pytest.raises(pickle.PicklingError, match="rule 'lost' has no name"):
        pickle.dumps(lost)


def test_a_refusal_comes_back_from_another_process_as_it_was() -> None:
    error = pickle.loads(pickle.dumps(refuse("move.turn", "it is not your turn", TURNS, player="red")))
    assert isinstance(error, RefusedError)
    assert error.refusal.facts == {"player": "red"}
