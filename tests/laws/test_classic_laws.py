"""What holds in every battle of the classic game, whoever plays it: bots at random find every corner."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from overheat.classic.battle.advance import advance
from overheat.classic.battle.steps import has_room_for
from overheat.classic.facts import events as happened
from overheat.classic.facts.commands import Choose, Command, Done, Fire, Jump, Step, Strike
from overheat.classic.facts.state import NOWHERE, RESERVE, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster import scenario
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rulesets import LAYERS
from overheat.kernel.dice import Seeded
from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.terms import number_of, total_of
from overheat.lab.match import play
from overheat.lab.players import make_bot
from skirmish import with_needs
from sweeps import times

ROUNDS = 4
BATTLES = [(name, seed) for name in scenario.names() for seed in range(1, times(1, thorough=2) + 1)]
"""Scenarios and seeds of the battles that are played here."""
ODD_COMMANDS: tuple[Command, ...] = (
    Choose("nobody"),
    Step("up"),
    Jump("9999"),
    Jump("x"),
    Fire(0, "nobody"),
    Fire(999, "blue-1"),
    Fire(0, "red-1", rate=99),
    Strike("bite", "HD", "blue-1"),
    Done(),
)


def game_of(name: str) -> Classic:
    """The game under the rules that a bundled scenario names."""
    return Classic(scenario.find(name)[0].rules or ("classic",))


def setup_of(name: str) -> Setup:
    """A bundled scenario cut short."""
    setup = scenario.find(name)[1]
    return msgspec.structs.replace(setup, rounds=ROUNDS)


def steps(
    name: str, seed: int, bot: str = "random"
) -> Iterator[tuple[Session[Any, Any, Any], State, tuple[Event, ...]]]:
    """A battle command by command: the session after it, the state before, and what happened."""
    game = game_of(name)
    session: Session[Any, Any, Any] = Session(game, setup_of(name), seed)
    bots = {side: make_bot("classic", bot, seed, side) for side in ("red", "blue")}
    while (player := game.to_act(session.state)) is not None:
        before = session.state
        legal = tuple(game.legal(before, player))
        events = session.apply(player, bots[player].choose(game, before, player, legal))
        yield session, before, events


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_every_event_keeps_the_invariants_and_units_stand_where_there_is_room(name: str, seed: int) -> None:
    for session, before, events in steps(name, seed):
        state = before
        for event in events:
            after = advance(state, event)
            _lawful(state, event, after)
            state = after
        assert state.relief.board == session.state.relief.board
        assert msgspec.structs.replace(state, relief=session.state.relief) == session.state
        for unit in state.units.values():
            if unit.active:
                assert has_room_for(session.state, unit, unit.hex) is None


def _lawful(before: State, event: Event, after: State) -> None:
    for id, unit in after.units.items():
        was = before.units[id]
        assert (unit.hex == NOWHERE) if unit.fate == RESERVE else (unit.hex in after.relief.board)
        assert 0 <= unit.facing < 6
        assert 0 <= unit.torso < 6
        if unit is not was:
            _only_worse(was, unit, mended=isinstance(event, happened.ArmourMended))
    if isinstance(event, happened.HeatSettled):
        start, end = number_of(event.before), number_of(event.after)
        assert start == before.units[event.unit].condition.heat
        settled = max(0, start + total_of(event.built) - total_of(event.sunk))
        assert end == settled == after.units[event.unit].condition.heat
    if isinstance(event, happened.ArmourLost | happened.StructureLost):
        assert number_of(event.before) > number_of(event.after) >= 0
    if isinstance(event, happened.TurnBegan):
        assert event.unit not in before.acted
        assert before.acting is None


def _only_worse(was: Unit, unit: Unit, *, mended: bool = False) -> None:
    """Armour that nobody mends, structure and ammunition never grow or fall below nothing; nobody comes back."""
    for place, earlier in zip(unit.condition.locations, was.condition.locations, strict=True):
        if mended:
            continue
        assert 0 <= place.armour <= earlier.armour
        assert 0 <= place.rear_armour <= earlier.rear_armour
        assert 0 <= place.structure <= earlier.structure
        assert place.critical_hits >= earlier.critical_hits
    assert all(0 <= left <= had for left, had in zip(unit.condition.shots, was.condition.shots, strict=True))
    assert 0 <= unit.condition.troopers <= was.condition.troopers
    assert unit.condition.heat >= 0
    assert unit.fate or was.fate in ("", RESERVE)
    assert unit.fate != RESERVE or was.fate == RESERVE


@pytest.mark.parametrize("name", scenario.names())
def test_whatever_is_legal_is_accepted_and_whatever_is_refused_changes_nothing(name: str) -> None:
    """Sampled: every twentieth choice of a battle, all that could have been said there."""
    game = game_of(name)
    for at, (session, _, _) in enumerate(steps(name, 3)):
        player = game.to_act(session.state)
        if at % 20 or player is None:
            continue
        for command in tuple(game.legal(session.state, player))[::3]:
            assert not isinstance(game.apply(session.state, player, command, Seeded(at)), Refusal), command
        for command in ODD_COMMANDS:
            _refused_without_a_trace(session, player, command)


def _refused_without_a_trace(session: Session[Any, Any, Any], player: str, command: Command) -> None:
    legal = command in tuple(session.game.legal(session.state, player))
    dice = Seeded(1)
    answer = session.game.apply(session.state, player, command, dice)
    assert isinstance(answer, Refusal) != legal, command
    if not isinstance(answer, Refusal):
        return
    assert dice.rolls == []
    log, state = session.log(), session.state
    with pytest.raises(RefusedError):
        session.apply(player, command)
    assert session.log() == log
    assert session.state is state


@pytest.mark.parametrize("name", scenario.names())
def test_a_log_replays_byte_for_byte_and_the_same_seed_makes_the_same_log(name: str) -> None:
    first = play(game_of(name), setup_of(name), 7, {"red": "random", "blue": "random"})
    again = play(game_of(name), setup_of(name), 7, {"red": "random", "blue": "random"})
    assert first.log() == again.log()
    assert verify(first.log(), lambda header: Classic(header.rules)) is None


def test_another_seed_makes_another_battle() -> None:
    first, other = (play(game_of("duel"), setup_of("duel"), seed, {}, default="random") for seed in (7, 8))
    assert first.lines[1:] != other.lines[1:]


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_a_battle_under_every_option_comes_to_an_end_and_replays(layer: str) -> None:
    """Where a layer refuses some of the units that mixed forces have, machines fight under it."""
    rules = with_needs(layer)
    mixed, machines = (msgspec.structs.replace(scenario.find(name)[1], rounds=1) for name in ("combined_arms", "lance"))
    setup = machines if isinstance(Classic(rules).start(mixed, Seeded(3)), Refusal) else mixed
    session = play(Classic(rules), setup, 3, {"red": "random", "blue": "random"})
    assert session.state.outcome is not None
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


def test_undoing_is_the_battle_without_its_last_commands() -> None:
    session = play(Classic(), setup_of("duel"), 4, {"red": "random", "blue": "random"})
    for count in (1, 2, 7):
        back = session.undone(count)
        assert back.lines == session.lines[: len(back.lines)]
        assert len(back.commands) == len(session.commands) - count
        for player, command in session.commands[-count:]:
            back.apply(player, command)
        assert back.log() == session.log()


@pytest.mark.parametrize("name", scenario.names())
def test_greedy_bots_say_only_what_is_legal_and_come_to_an_end(name: str) -> None:
    session = play(game_of(name), setup_of(name), 5, {"red": "greedy", "blue": "greedy"})
    assert session.state.outcome is not None
    assert session.state.round <= ROUNDS


def test_greedy_beats_random() -> None:
    """Eight duels of equals, four from either end of the board: whoever thinks ahead wins more."""
    won = lost = 0
    for seed in range(4):
        for thinker in ("red", "blue"):
            units = (
                Combatant(id="r", side="red", unit="Griffin GRF-1N", hex="0505", facing=3),
                Combatant(id="b", side="blue", unit="Griffin GRF-1N", hex="0513", facing=0),
            )
            setup = Setup(board="crossroads", units=units, rounds=12)
            bots = {"red": "random", "blue": "random"} | {thinker: "greedy"}
            outcome = play(Classic(), setup, seed, bots).state.outcome
            won += outcome.winners == (thinker,)
            lost += bool(outcome.winners) and thinker not in outcome.winners
    assert won > lost
