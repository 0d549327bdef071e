"""What is kept about the ground is what would be found anew: steps, landings, and all that battles on a board share."""

from collections.abc import Iterator
from typing import Any

import pytest

from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle import leaps, pathfinding
from overheat.classic.battle.gaits import by_gait_alone
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.going import no_running
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn import preview
from overheat.classic.turn.reach import reach
from overheat.classic.turn.weapons import attack_of, fires
from overheat.kernel.log.replay import Session
from overheat.lab.match import play
from overheat.lab.players import make_bot

COMMANDS = 80
GAMES = (
    ("combined_arms", ("tacops",)),
    ("planet_glacier", ("tacops",)),
    ("planet_swamp", ("planets",)),
    ("duel", ("omega",)),
)


def moments(scenario: str, layers: tuple[str, ...], bot: str = "random", commands: int = COMMANDS) -> Iterator[State]:
    """The states of the beginning of a game."""
    game = Classic(layers)
    kind = find(scenario)
    session: Session[Any, Any, Any] = Session(game, kind[1], 1)
    bots = {side: make_bot("classic", bot, 1, side) for side in ("red", "blue")}
    for _ in range(commands):
        player = game.to_act(session.state)
        if player is None:
            return
        yield session.state
        legal, known = game.legal(session.state, player), game.known(session.state, player)
        session.apply(player, bots[player].choose(game, known, player, tuple(legal)))


@pytest.mark.parametrize(("scenario", "layers"), GAMES)
def test_ways_that_are_kept_are_those_that_are_found(
    scenario: str, layers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert by_gait_alone(ruleset(layers))
    seen = 0
    for state in moments(scenario, layers):
        if state.phase != "movement" or state.acting is None:
            continue
        unit = state.units[state.acting]
        kept = reach(state, unit)
        with monkeypatch.context() as anew:
            anew.setattr(pathfinding, "steps_are_kept", lambda state, unit: False)
            anew.setattr(leaps, "by_gait_alone", lambda rules: False)
            assert reach(state, unit) == kept
        seen += len(kept)
    assert seen


def test_battles_on_one_board_share_what_is_found_out_about_the_ground_and_nothing_else() -> None:
    game, setup = Classic(), find("duel")[1]
    first, second = game.mustered(setup), game.mustered(setup)
    assert first.relief.lasting is second.relief.lasting
    assert first.relief.kept is not second.relief.kept
    alone = play(Classic(), setup, 3, {}).log()
    game.mustered(setup).relief.lasting.clear()
    assert play(Classic(), setup, 3, {}).log() == alone
    assert play(Classic(), setup, 3, {}).log() == alone


def test_a_rule_that_is_given_another_function_ends_what_battles_share(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(())
    board = Classic().mustered(find("duel")[1]).relief.board
    before = Relief.of(board, rules).lasting
    assert Relief.of(board, rules).lasting is before
    monkeypatch.setattr(no_running, "function", lambda entry: None)
    assert Relief.of(board, rules).lasting is not before


@pytest.mark.parametrize("layers", [(), ("tacops",)])
def test_the_average_of_a_shot_is_the_mean_of_all_that_it_may_do(layers: tuple[str, ...]) -> None:
    seen = 0
    for state in moments("duel", layers, "greedy", 160):
        if state.phase != "weapons" or state.acting is None:
            continue
        if seen > 40:
            break
        unit = state.units[state.acting]
        for fire in [*fires(state, unit)][:8]:
            assert isinstance(fire, Fire)
            attack = attack_of(state, unit, fire)
            assert target_number(attack).terms
            whole = preview._damage_of_shot(state, attack.rolled(1))
            assert preview.mean_of_shot(state, attack.rolled(1)) == whole.mean
            seen += 1
    assert seen
