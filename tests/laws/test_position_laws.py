"""Every state of every game is a text: it comes back exactly, and what may be said in it reads as it is written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.kernel.log.replay import Session, rerun, verify
from overheat.kernel.notation import parse_command, print_command
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import bring_rules, find_scenario, game_of, kinds
from overheat.lab.match import play
from overheat.lab.positions import parse_position, print_position
from overheat.platoon.game import PlatoonGame
from platoon.battles import all_arms

LAYERS = Path(__file__).parents[1] / "layers"
LISTED = 30
"""So many of the commands of a moment are written and read."""


def random_states(session: Session[Any, Any, Any], steps: int, seed: int) -> Iterator[Any]:
    """The states of a game in which every kind of command is as likely as any other, each with its legal commands."""
    game, chance = session.game, random.Random(seed)
    for _ in range(steps):
        player = game.to_act(session.state)
        if player is None:
            return
        legal = tuple(game.legal(session.state, player))
        for command in chance.sample(legal, min(LISTED, len(legal))):
            assert parse_command(print_command(command), game.commands) == command
        kind = chance.choice(sorted({type(command).__name__ for command in legal}))
        session.apply(player, chance.choice([command for command in legal if type(command).__name__ == kind]))
        yield session.state


def round_tripped(session: Session[Any, Any, Any]) -> str:
    """What has changed in a state as text, after it has come back exactly."""
    game, setup = session.game, session.setup
    changes = game.position(setup, session.state)
    again = game.placed(setup, changes)
    assert again == session.state
    assert game.position(setup, again) == changes
    player = game.to_act(session.state)
    assert game.to_act(again) == player
    if player is not None:
        assert tuple(game.legal(again, player)) == tuple(game.legal(session.state, player))
    return str(changes)


CASES = [
    ("duel", "tacops", 1, 120, ("things = ", "marks =", "volley =")),
    ("lance", "omega", 1, 60, ()),
    ("combined_arms", "", 2, 80, ("marks =",)),
    ("duel", "gas.py", 1, 60, ("effects =",)),
    ("duel", "hidden_units.py", 1, 60, ("marks =",)),
    ("heath", "", 2, 240, ("tasks = ", "smoke = ")),
    ("village", "later_versions", 1, 180, ("tasks = ", "men = ")),
    ("village", "rattled.py", 1, 100, ("tasks = ",)),
]


@pytest.mark.parametrize(("scenario", "rules", "seed", "steps", "holds"), CASES)
def test_every_state_of_a_random_game_comes_back_exactly(
    scenario: str, rules: str, seed: int, steps: int, holds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [rules] if rules else []
    if rules.endswith(".py"):
        forgotten(monkeypatch)
        bring_rules([str(LAYERS / rules)])
        names = [rules.removesuffix(".py")]
    kind, brief = find_scenario(scenario)
    session: Session[Any, Any, Any] = Session(kind.make((*brief.rules, *names)), brief.setup, seed)
    told = [round_tripped(session) for _ in random_states(session, steps, seed)]
    for words in holds:
        assert any(words in text for text in told), words
    whole = print_position(session.game, session.setup, session.state)
    found = parse_position(whole)
    assert (found.state, found.setup, found.game.rules) == (session.state, session.setup, session.game.rules)


def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries forget after the test what it brings."""
    for kind in kinds().values():
        for name in ("layers", "bundles", "files"):
            monkeypatch.setattr(kind.library, name, dict(getattr(kind.library, name)))
        monkeypatch.setattr(kind.library, "_composed", {})


def test_a_table_with_every_kind_of_unit_comes_back_exactly() -> None:
    game = PlatoonGame(["later_versions"])
    session: Session[Any, Any, Any] = Session(game, all_arms(game, "village"), 3)
    for _ in random_states(session, 90, 3):
        pass
    found = parse_position(print_position(game, session.setup, session.state))
    assert (found.state, found.setup) == (session.state, session.setup)


def test_units_of_bundled_platoons_go_by_their_names() -> None:
    setup = find_scenario("heath")[1].setup
    few = msgspec.structs.replace(setup, forces=(setup.forces[0][2:3], setup.forces[1][-1:]))
    game = PlatoonGame()
    text = print_position(game, few, Session(game, few, 1).state)
    assert "\n  response_platoon/bravo\n  border_brigade/tracked_carrier_1\n" in text
    assert parse_position(text).setup == few
    with pytest.raises(RefusedError, match="no unit 'response_platoon/omega'; there are"):
        parse_position(text.replace("/bravo", "/omega"))
    with pytest.raises(RefusedError, match="there are two forces"):
        parse_position(text.replace("  border_brigade/tracked_carrier_1\n", ""))


@pytest.mark.parametrize("scenario", ["duel", "heath"])
def test_a_battle_that_goes_on_from_a_position_replays(scenario: str) -> None:
    kind, brief = find_scenario(scenario)
    session: Session[Any, Any, Any] = Session(kind.make(brief.rules), brief.setup, 4)
    for _ in random_states(session, 70, 4):
        pass
    found = parse_position(print_position(session.game, session.setup, session.state))
    later = play(found.game, found.setup, 9, {}, "random", found.changes)
    assert later.game.over(later.state) is not None
    assert verify(later.log(), game_of) is None
    assert rerun(later.log(), game_of, 0).state == session.state
    assert later.undone(len(later.commands)).state == session.state


def test_a_ground_that_has_burnt_is_written_as_cells_of_its_board() -> None:
    kind, brief = find_scenario("duel")
    game = kind.make(brief.rules)
    fresh = Session(game, brief.setup, 1).state
    changes = "relief.0807 = 2f1w1@grass\nred-1.condition.heat = 3/2\n"
    state = game.placed(brief.setup, game.position(brief.setup, fresh) + changes)
    board = state.relief.board
    burning = board[board.parse_hex("0807")]
    assert (burning.level, [feature.kind for feature in burning.features]) == (2, ["fire", "woods"])
    assert state.relief.obstacles != fresh.relief.obstacles
    assert game.position(brief.setup, state).startswith("relief.0807 = 2f1w1@grass\n")
    assert game.placed(brief.setup, game.position(brief.setup, state)) == state
    assert msgspec.structs.replace(state, relief=fresh.relief) != state
