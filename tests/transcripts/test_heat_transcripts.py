"""Battles of H.E.A.T as stories: soldiers, vehicles, and what flies and lies hidden, held word for word.

Every command stands there as its notation has it, and below it what came of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from golden import check_golden
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.notation import print_command
from overheat.lab.games import kinds
from overheat.lab.players import make_bot
from overheat.lab.positions import parse_position, print_position
from overheat.platoon.battle import commands as said
from overheat.platoon.battle.state import Objective, Setup, Zone
from overheat.platoon.battle.wording import report, standing
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.terrain import Piece, Table
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rulesets import LIBRARY

HERE = Path(__file__).parent
PLATOON = kinds()["platoon"]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be told: who fights on which table, what each side would rather do, and for how many turns."""

    title: str
    red: tuple[Enlisted, ...]
    blue: tuple[Enlisted, ...]
    pieces: tuple[Piece, ...] = ()
    rather: tuple[tuple[str, ...], ...] = ()
    """What is said before anything else in each turn: the first of these verbs or commands that is legal."""
    rules: tuple[str, ...] = ()
    turns: int = 2
    seed: int = 1


def unit(kind: str, id: str, quality: Any = "regular", men: int | None = None, **options: int) -> Enlisted:
    return Enlisted(unit=kind, id=id, quality=quality, men=men, options=options)


def oblong(kind: str, west: float, south: float, east: float, north: float) -> Piece:
    return Piece(kind, ((west, south), (east, south), (east, north), (west, north)))


HOUSE, WOOD, WALL = oblong("building", 12, 10, 17, 14), oblong("wood", 2, 9, 8, 14), oblong("wall", 19, 12, 27, 12.5)

STORIES = {
    "infantry": Story(
        title="Soldiers around a house",
        red=(
            unit("rifle_squad", "alpha", men=6, lmg=1, law=1),
            unit("mmg_team", "guns"),
            unit("junior_leader", "chief"),
        ),
        blue=(
            unit("shock_troops", "first", "veteran", men=5),
            unit("sniper_team", "eyes"),
            unit("light_mortar", "tube"),
        ),
        pieces=(HOUSE, WOOD, WALL),
        turns=3,
    ),
    "vehicles": Story(
        title="Tanks and trucks",
        red=(unit("light_ifv", "fox"), unit("truck", "mule"), unit("atgm_team", "wire"), unit("scout_car", "owl")),
        blue=(unit("old_tank", "bear"), unit("technical", "dog"), unit("rpg_team", "pipe", tandem=1)),
        pieces=(WOOD, WALL),
        turns=3,
    ),
    "air": Story(
        title="Helicopters, drones and devices",
        red=(
            unit("light_helicopter", "hawk", mmg_mount=1),
            unit("drone_team", "wasp", men=2, ied=1),
            unit("sapper_team", "mole"),
        ),
        blue=(unit("old_tank", "bear"), unit("drone_team", "gnat", men=1), unit("artillery_observer", "eyes", men=2)),
        pieces=(WOOD, HOUSE),
        rules=("later_versions",),
        rather=(
            ("Give red/hawk advance lift", "Give red/wasp advance drone", "FlyDrone", "Lay", "CallStrike"),
            ("Give red/hawk advance", "Fly", "Give red/wasp advance drone", "FlyDrone"),
            ("Give red/hawk fire", "Give red/wasp advance drone", "FlyDrone", "Detonate"),
        ),
        turns=3,
        seed=2,
    ),
    **{
        f"preset_{name}": Story(
            title=f"Under {name}",
            red=(unit("rifle_squad", "alpha", men=6, lmg=1), unit("light_ifv", "fox")),
            blue=(
                unit("shock_troops", "first", "veteran", men=5),
                unit("technical", "dog"),
                unit("drone_team", "gnat"),
            ),
            pieces=(HOUSE, WOOD),
            rules=(name,),
        )
        for name in sorted(LIBRARY.bundles)
    },
}


def setup_of(story: Story, game: PlatoonGame) -> Setup:
    forces = tuple(
        muster(Roster(name=side, points=9999, selector="open", units=units), game.ruleset).sheets
        for side, units in (("red", story.red), ("blue", story.blue))
    )
    return Setup(
        name=story.title,
        players=("red", "blue"),
        table=Table(30, 24, story.pieces),
        zones=(Zone(0, 0, 30, 6, "south"), Zone(0, 18, 30, 24, "north")),
        forces=(forces[0], forces[1]),
        objectives=(Objective("crossing", 15, 9),),
    )


def played(story: Story) -> tuple[Session[Any, Any, Any], list[str]]:
    """A battle up to the end of its turns, and what is told of each command."""
    game = PlatoonGame(story.rules)
    session: Session[Any, Any, Any] = Session(game, setup_of(story, game), story.seed)
    told: list[str] = []
    while (player := game.to_act(session.state)) is not None and session.state.turn <= story.turns:
        legal = tuple(game.legal(session.state, player))
        wishes = story.rather[max(0, session.state.turn - 1)] if story.rather else ()
        wanted = (command for wish in wishes for command in legal if wish in _ways_to_say(command))
        bot = make_bot(game.name, "greedy", story.seed, player)
        command = next(wanted, None) or bot.choose(game, session.state, player, legal)
        before = session.state
        events = session.apply(player, command)
        told += [
            f"{player}: {print_command(command)}",
            *(f"    {line}" for line in report(before, game.ruleset, events)),
        ]
    return session, told


def _ways_to_say(command: msgspec.Struct) -> tuple[str, str]:
    return type(command).__name__, print_command(command)


@pytest.mark.parametrize("name", STORIES)
def test_a_battle_of_heat_is_told_as_before(name: str) -> None:
    story = STORIES[name]
    session, told = played(story)
    assert verify(session.log(), lambda header: PlatoonGame(header.rules)) is None
    assert parse_position(print_position(session.game, session.setup, session.state)).state == session.state
    parts = [story.title, "", *PLATOON.forces(session.state), "", *told, "", *standing(session.state)]
    check_golden(HERE / f"heat_{name}.txt", "\n".join(parts) + "\n")


def test_the_stories_say_most_of_what_can_be_said() -> None:
    told = "".join((HERE / f"heat_{name}.txt").read_text(encoding="utf-8") for name in STORIES)
    for kind in (
        said.Deploy,
        said.Give,
        said.Walk,
        said.Drive,
        said.Shoot,
        said.Fly,
        said.FlyDrone,
        said.Lay,
        said.Detonate,
    ):
        assert f": {kind.__name__} " in told, kind
