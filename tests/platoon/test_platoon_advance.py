"""Events alone make a battle of H.E.A.T: the state after a command is the one before it and what was told, folded."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from layers import grit, rattled
from overheat.kernel.cite import Book
from overheat.kernel.events import Event, fold
from overheat.kernel.log.replay import Session
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.lab.platoon_kind import PLATOON
from overheat.lab.players import make_bot
from overheat.lab.retelling import retell
from overheat.platoon.battle import events as told
from overheat.platoon.battle.advance import CHANGES, Unfrozen, advance
from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.battle.scene import FOLLOWS, Battle
from overheat.platoon.battle.state import Setup, State
from overheat.platoon.damage import losses
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.rulesets import LIBRARY
from platoon.battles import all_arms
from platoon.test_platoon_laws import STACKED

SOURCE = Path(__file__).parents[2] / "src" / "overheat"
HERE = Book("House rules")("Tired legs")


Steps = list[tuple[State, tuple[Event, ...], State]]
"""States before commands, what the commands told, and the states after them."""


def told_all(
    game: PlatoonGame, setup: Setup, seed: int, kinds: tuple[str, str], steps: Steps | None = None
) -> Session[Any, State, Any]:
    """A whole battle in which every command has told of all that it changed."""
    session: Session[Any, State, Any] = Session(game, setup, seed)
    start = session.state
    bots = {player: make_bot(game.name, kind, seed, player) for player, kind in zip(setup.players, kinds, strict=True)}
    while (player := game.to_act(session.state)) is not None:
        before, legal = session.state, tuple(game.legal(session.state, player))
        events = session.apply(player, bots[player].choose(game, game.known(before, player), player, legal))
        assert fold(before, events, advance) == session.state
        if steps is not None:
            steps.append((before, events, session.state))
    assert fold(start, session.events, advance) == session.state
    return session


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_events_make_the_battles_of_every_scenario(scenario: str) -> None:
    game = PlatoonGame()
    told_all(game, set_up(scenarios()[scenario], game.ruleset), 4, ("random", "greedy"))


@pytest.mark.parametrize(("layers", "scenario", "seed"), [((), "sectors", 3), (STACKED, "heath", 8)])
def test_events_make_battles_of_every_kind_of_unit(layers: tuple[str, ...], scenario: str, seed: int) -> None:
    game = PlatoonGame(layers)
    told_all(game, all_arms(game, scenario), seed, ("greedy", "random"))


@rule("tired.legs", cite=HERE, slot=FOLLOWS)
def tired(battle: Battle, event: Event) -> None:
    """Who moves turns around, which no event of the game tells of."""
    if isinstance(event, told.Moved) and battle.units[event.unit].alive:
        battle.update(event.unit, heading=(event.heading + 180) % 360)


TIRED = Layer("tired", HERE, needs=("platoon",), add=(tired,))


@pytest.mark.parametrize("layer", [grit.LAYER, rattled.LAYER, TIRED], ids=lambda layer: str(layer.id))
def test_events_make_battles_under_layers_with_steps_marks_things_and_changes_of_their_own(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    game = PlatoonGame([layer.id])
    session = told_all(game, set_up(scenarios()["crossroads"], game.ruleset), 5, ("greedy", "greedy"))
    assert (layer is TIRED) == any(isinstance(event, told.UnitChanged) for event in session.events)


def test_a_log_makes_the_states_of_its_battle_without_being_played() -> None:
    game = PlatoonGame()
    session = told_all(game, all_arms(game, "ridge"), 2, ("random", "random"))
    found = retell(session.lines, PLATOON)
    assert found.states[-1] == session.state
    assert found.shown == len(session.events)


def unit_beside_the_events(battle: Battle) -> None:
    id, unit = next(iter(battle.units.items()))
    battle._units[id] = msgspec.structs.replace(unit, pins=unit.pins + 1)


def die_beside_the_events(battle: Battle) -> None:
    battle.used = (battle.used[0] + 1, battle.used[1])


def task_beside_the_events(battle: Battle) -> None:
    battle.tasks = (battle.tasks[0], *battle.tasks)


@pytest.mark.parametrize("change", [unit_beside_the_events, die_beside_the_events, task_beside_the_events])
def test_a_change_beside_the_events_breaks_the_law(
    change: Callable[[Battle], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = losses.settle_morale

    def planted(battle: Battle) -> None:
        plain(battle)
        change(battle)

    monkeypatch.setattr(losses, "settle_morale", planted)
    game = PlatoonGame()
    with pytest.raises(AssertionError):
        told_all(game, set_up(scenarios()["crossroads"], game.ruleset), 4, ("greedy", "greedy"))


def test_without_any_one_kind_of_event_that_changes_something_the_law_breaks() -> None:
    game = PlatoonGame()
    steps: Steps = []
    told_all(game, all_arms(game, "village"), 6, ("greedy", "random"), steps)
    met = {type(event) for _, events, _ in steps for event in events} & set(CHANGES)
    assert len(met) > 25
    for kind in met:
        assert any(_needed(kind, *step) for step in steps), kind.__name__


def _needed(kind: type[Event], before: State, events: tuple[Event, ...], after: State) -> bool:
    """Whether a command would come to another state without its events of a kind."""
    others = [event for event in events if type(event) is not kind]
    if len(others) == len(events):
        return False
    try:
        return fold(before, others, advance) != after
    except (LookupError, AssertionError, ValueError):
        return True


def test_what_is_clear_is_told_to_nobody_and_no_rule_follows_notes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard = set()

    @rule("tired.listens", cite=HERE, slot=FOLLOWS)
    def listens(battle: Battle, event: Event) -> None:
        """Hears everything."""
        heard.add(type(event))

    layer = Layer("listens", HERE, needs=("platoon",), add=(listens, tired))
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    game = PlatoonGame([layer.id])
    session = told_all(game, set_up(scenarios()["crossroads"], game.ruleset), 5, ("greedy", "greedy"))
    unsaid = [event for event in session.events if isinstance(event, told.UNSAID)]
    assert {type(event) for event in unsaid} > {*told.NOTES, told.Acted, told.DieTaken}
    assert heard.isdisjoint(told.NOTES)
    assert heard > {told.Moved, told.Acted}
    for player in (*session.setup.players, ""):
        assert [game.redact(session.state, event, player) for event in unsaid] == [None] * len(unsaid)


def test_nothing_but_the_changes_assigns_to_a_battle() -> None:
    game = PlatoonGame()
    state = game.start(set_up(scenarios()["heath"], game.ruleset), NO_DICE)
    assert isinstance(state, tuple)
    fields = set(vars(Unfrozen(state[0])))
    found = [
        f"{path.name}:{target.lineno}"
        for path in sorted((SOURCE / "platoon").rglob("*.py"))
        if path.name != "advance.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for target in _assigned(node)
        if _of_a_battle(target, fields)
    ]
    assert found == []


def _assigned(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement assigns to, or changes in its place."""
    match node:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from target.elts if isinstance(target, ast.Tuple) else (target,)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield target
        case ast.Delete(targets=targets):
            yield from targets


def _of_a_battle(target: ast.expr, fields: set[str]) -> bool:
    held = target.value if isinstance(target, ast.Subscript) else target
    return (
        isinstance(held, ast.Attribute)
        and held.attr in fields
        and isinstance(held.value, ast.Name)
        and held.value.id in ("battle", "self", "thinking")
    )
