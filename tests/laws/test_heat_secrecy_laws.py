"""What a layer of H.E.A.T hides: nothing changes for a side when only what it may not know does."""

from __future__ import annotations

import msgspec
import pytest

from overheat.lab.games import find_scenario
from overheat.platoon.battle.events import Pinned
from overheat.platoon.battle.state import State
from overheat.platoon.game import PlatoonGame
from platoon.battles import battle
from platoon.users_files import brought

MOVED = 37
"""Hundredths of an inch by which those are elsewhere of whom a side knows nothing."""


def hidden(game: PlatoonGame, state: State, player: str) -> set[str]:
    """The units of which a player knows no more than that they are somewhere."""
    seen = game.known(state, player).units
    return {id for id, unit in state.units.items() if seen[id].place != unit.place}


def otherwise(state: State, ids: set[str]) -> State:
    """The same battle with some units elsewhere, facing another way, and pinned."""
    units = dict(state.units)
    for id in ids:
        unit = units[id]
        men = tuple(msgspec.structs.replace(man, at=man.at._replace(x=man.at.x + MOVED)) for man in unit.men[1:])
        at = unit.at._replace(x=unit.at.x + MOVED)
        units[id] = msgspec.structs.replace(unit, at=at, men=men or unit.men, pins=unit.pins + 1, heading=90)
    return msgspec.structs.replace(state, units=units)


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_view_and_offers_do_not_change_when_only_what_is_out_of_sight_does(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought("camouflage.py", monkeypatch)
    game = PlatoonGame(["camouflage"])
    met = 0

    def watch(state: State) -> None:
        nonlocal met
        for player in (*state.setup.players, ""):
            gone = hidden(game, state, player)
            other = otherwise(state, gone)
            if not gone or hidden(game, other, player) != gone:
                continue
            met += 1
            assert game.view(other, player) == game.view(state, player)
            assert game.known(game.known(state, player), player) == game.known(state, player)
            if player == game.to_act(state):
                assert list(game.legal(other, player)) == list(game.legal(state, player))

    battle(find_scenario("crossroads")[1].setup, 3, (bot, bot), game, watch)
    assert met > 20


def test_nobody_is_told_of_who_is_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    brought("camouflage.py", monkeypatch)
    game = PlatoonGame(["camouflage"])
    before: list[State] = []
    session = battle(find_scenario("crossroads")[1].setup, 3, ("greedy", "greedy"), game, before.append)
    state, enemy = before[-1], session.setup.players[1]
    here = next(unit for unit in state.units.values() if unit.side == 0 and unit.place == "table" and unit.men)
    alone = {id: unit for id, unit in state.units.items() if unit.side == 0 or unit.place != "table"}
    lurking = msgspec.structs.replace(here, marks={})
    still = msgspec.structs.replace(state, units={**alone, here.id: lurking})
    event = Pinned(here.id, 1, 1)
    assert game.redact(still, event, session.setup.players[0]) == event
    assert game.redact(still, event, enemy) is None
    assert game.redact(msgspec.structs.replace(state, units=alone), Pinned(here.id, 1, 1), enemy) == event
