"""What a side may not know changes nothing for it: not what it is shown, told, offered or refused, whoever plays."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.classic.battle.advance import advance
from overheat.classic.facts.commands import Choose, Done, Fire, Jump, Step
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal
from overheat.lab.match import play
from overheat.lab.players import make_bot
from overheat.platoon.battle.state import State as PlatoonState
from overheat.platoon.game import PlatoonGame
from platoon.battles import all_arms
from platoon.battles import battle as platoon_battle
from secrecy import RULES, bring_ambushes, in_hiding, otherwise, setup

ONLOOKERS = ("red", "blue", "")
SEEDS = (1, 2, 3, 4)
Step_ = tuple[State, str, Any, tuple[Event, ...]]


@pytest.fixture(autouse=True)
def _ambushes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_ambushes(tmp_path, monkeypatch)


def steps(game: Classic, seed: int) -> Iterator[Step_]:
    """A battle at random, command by command: the state before, who said what, and what followed.

    Whoever is the second of its side hides as soon as it may.
    """
    session: Session[Any, Any, Any] = Session(game, setup(), seed)
    bots = {side: make_bot("classic", "random", seed, side) for side in ("red", "blue")}
    while (player := game.to_act(session.state)) is not None:
        before = session.state
        legal = tuple(game.legal(before, player))
        hides = [command for command in legal if type(command).__name__ == "Hide" and str(before.acting).endswith("2")]
        command = hides[0] if hides else bots[player].choose(game, game.known(before, player), player, legal)
        yield before, player, command, session.apply(player, command)


@pytest.mark.parametrize("seed", SEEDS)
def test_view_and_known_state_and_offers_do_not_change_when_only_secrets_do(seed: int) -> None:
    game = Classic(RULES)
    met = 0
    for state, _, _, _ in steps(game, seed):
        for player in ONLOOKERS:
            other = otherwise(state, player)
            met += other != state
            assert game.view(other, player) == game.view(state, player)
            assert game.known(other, player) == game.known(state, player)
            assert game.known(game.known(state, player), player) == game.known(state, player)
            assert list(game.legal(other, player)) == list(game.legal(state, player))
    assert met > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refusal_does_not_change_when_only_secrets_do(seed: int) -> None:
    game = Classic(RULES)
    met = 0
    for state, player, _, _ in steps(game, seed):
        other = otherwise(state, player)
        hidden = in_hiding(state, player)
        tries: list[Any] = [Choose("blue-1"), Step("forward"), Jump("0404"), Done()]
        tries += [Fire(mount, id) for id in hidden for mount in range(3)]
        for command in tries:
            refused = [_refused(game, each, player, command) for each in (state, other)]
            assert refused[0] == refused[1]
            met += refused[0] is not None and bool(hidden)
    assert met > 20


def _refused(game: Classic, state: State, player: str, command: Any) -> Refusal | None:
    result = game.apply(state, player, command, Seeded(1))
    return result if isinstance(result, Refusal) else None


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_shown_or_told_names_who_lies_in_ambush(seed: int) -> None:
    game = Classic(RULES)
    withheld = 0
    for before, _, _, events in steps(game, seed):
        state = before
        for event in events:
            after = advance(state, event)
            for player in ONLOOKERS:
                told = game.redact(state, event, player)
                still = set(in_hiding(state, player)) & set(in_hiding(after, player))
                withheld += told is None
                text = json.dumps(msgspec.to_builtins(told))
                assert not [id for id in still if f'"{id}"' in text]
            state = after
        for player in ONLOOKERS:
            shown = json.dumps(game.view(state, player))
            assert not [id for id in in_hiding(state, player) if f'"{id}"' in shown]
    assert withheld > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_in_secret_is_told_alike_whatever_it_is(seed: int) -> None:
    game = Classic(RULES)
    compared = 0
    for state, player, _, _ in steps(game, seed):
        for kind in ("LayMines", "Note"):
            said = [command for command in game.legal(state, player) if type(command).__name__ == kind]
            heard = {
                onlooker: [_told(game, state, player, command, onlooker) for command in said]
                for onlooker in ONLOOKERS
                if onlooker != player
            }
            for told in heard.values():
                assert all(each == told[0] for each in told)
                compared += len(told) > 1
    assert compared > 10


def _told(game: Classic, state: State, player: str, command: Any, onlooker: str) -> list[Event | None]:
    result = game.apply(state, player, command, Scripted())
    assert not isinstance(result, Refusal)
    told = []
    for event in result[1]:
        told.append(game.redact(state, event, onlooker))
        state = advance(state, event)
    return told


def test_what_an_onlooker_knows_of_an_open_battle_is_the_battle_itself() -> None:
    game = Classic()
    session = play(game, setup(), 1, {}, "random")
    assert all(game.known(session.state, player) is session.state for player in ONLOOKERS)


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_battles_with_ambushes_are_played_to_their_end_and_replay(bot: str) -> None:
    game = Classic(RULES)
    session = play(game, setup(), 3, {}, bot)
    assert game.over(session.state) is not None
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


@pytest.mark.parametrize("seed", [1, 2])
def test_a_heat_battle_offers_and_shows_the_same_whatever_the_enemy_hides(seed: int) -> None:
    game = PlatoonGame()
    met = 0

    def watch(state: PlatoonState) -> None:
        nonlocal met
        for player in (*state.setup.players, ""):
            other = _otherwise(state, player)
            met += other != state
            assert game.view(other, player) == game.view(state, player)
            assert game.known(game.known(state, player), player) == game.known(state, player)
            if player == game.to_act(state) and other != state:
                assert list(game.legal(other, player)) == list(game.legal(state, player))

    platoon_battle(all_arms(game, "sectors"), seed, watch=watch)
    assert met > 0


def _otherwise(state: PlatoonState, player: str) -> PlatoonState:
    """The same battle with other markers and flanks of those who are not a player's."""
    replace = msgspec.structs.replace
    side = state.setup.players.index(player) if player in state.setup.players else None
    devices = tuple(
        each if each.side == side else replace(each, kind="decoy" if each.kind == "ied" else "ied")
        for each in state.devices
    )
    units = {
        id: unit
        if unit.side == side or unit.place != "reserve"
        else replace(unit, flank={"": "left", "left": "right", "right": ""}[unit.flank])
        for id, unit in state.units.items()
    }
    return replace(state, devices=devices, units=units)
