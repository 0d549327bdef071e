"""Battles as stories: every phase and every kind of unit, on boards small enough to follow, held word for word."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from golden import check_golden
from overheat.classic.board.board_file import write_board
from overheat.classic.board.notation import parse
from overheat.classic.facts.commands import Charge, Choose, Command, Done, Fire, Go, Jump, Stand, Step, Strike
from overheat.classic.facts.state import Objective, State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.field_map import field_map
from overheat.classic.report.report import forces, report
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.log.replay import Session, verify
from overheat.lab.players import make_bot

HERE = Path(__file__).parent

Player = Callable[[State, Sequence[Command]], Command]
"""Somebody who answers with one of the legal commands."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be told: the board, who stands where, who plays, and for how long."""

    title: str
    board: str
    units: tuple[Combatant, ...]
    players: dict[str, str]
    seed: int = 1
    rounds: int = 2
    objectives: tuple[Objective, ...] = ()
    rules: tuple[str, ...] = ()


def red(number: int, unit: str, hex: str, facing: int = 3, **others: Any) -> Combatant:
    return Combatant(id=f"red-{number}", side="red", unit=unit, hex=hex, facing=facing, **others)


def blue(number: int, unit: str, hex: str, facing: int = 0, **others: Any) -> Combatant:
    return Combatant(id=f"blue-{number}", side="blue", unit=unit, hex=hex, facing=facing, **others)


PLAIN = "\n".join(["0 0 0 0 0"] * 9)
RIDGE = "0 0 0 0 0\n0 0w1 0 0w2 0\n0 1 1w1 1 0\n1 2 2 2 1\n0 1 1 1 0\n0 0 0w1 0 0\n0 0w2 0 0 0\n0 0 0 0 0"
FORD = "0 0 0~1 0 0\n0 0 0~1 0 0\n0 0~1 0~2 0~1 0\n0 0~1 0~2 0~1 0\n0 0 0~1 0 0\n0 0 0~1 0 0\n0 0 0~1 0 0"
STREET = "0 0 0 0 0\n0 0b1.15.1 0=^03 0b2.40.2 0\n0 0 0=^03 0 0\n0 0b1.15.1 0=^03 0b2.40.2 0\n0 0 0=^03 0 0\n0 0 0 0 0"

STORIES = {
    "duel": Story(
        title="A duel over a ridge",
        board=RIDGE,
        units=(red(1, "Wolverine WVR-6R", "0201"), blue(1, "Hunchback HBK-4G", "0408")),
        players={"red": "greedy", "blue": "greedy"},
        rounds=3,
    ),
    "brawl": Story(
        title="Hatchet and fist",
        board=PLAIN,
        units=(red(1, "Hatchetman HCT-3F", "0304"), blue(1, "Griffin GRF-1N", "0305")),
        players={"red": "brawler", "blue": "brawler"},
    ),
    "charge": Story(
        title="A charge, and death from above",
        board=PLAIN,
        units=(
            red(1, "Charger CGR-1A1", "0201"),
            red(2, "Wasp WSP-1A", "0502"),
            blue(1, "Centurion CN9-A", "0207"),
            blue(2, "UrbanMech UM-R60", "0506"),
        ),
        players={"red": "charger", "blue": "brawler"},
    ),
    "heat": Story(
        title="Everything at once",
        board=PLAIN,
        units=(red(1, "Rifleman RFL-3N", "0302"), blue(1, "Black Hawk (Nova) Prime", "0307")),
        players={"red": "all guns", "blue": "all guns"},
        rounds=3,
    ),
    "ford": Story(
        title="Across the ford",
        board=FORD,
        units=(red(1, "Vindicator VND-1R", "0302"), blue(1, "Blackjack BJ-1", "0306")),
        players={"red": "wader", "blue": "greedy"},
        seed=2,
    ),
    "tanks": Story(
        title="Tanks in the street",
        board=STREET,
        units=(
            red(1, "Vedette Medium Tank", "0301"),
            red(2, "Saladin Assault Hover Tank", "0101"),
            blue(1, "Manticore Heavy Tank", "0306"),
            blue(2, "Locust LCT-1V", "0505"),
        ),
        players={"red": "greedy", "blue": "greedy"},
        rounds=3,
    ),
    "infantry": Story(
        title="Soldiers against a machine",
        board=STREET,
        units=(
            red(1, "Foot Platoon (Rifle)", "0302"),
            red(2, "Jump Platoon (SRM)", "0402"),
            red(3, "Cavalier Battle Armor [Laser](Sqd4)", "0202"),
            blue(1, "Vulcan VL-2T", "0305"),
            blue(2, "Scorpion Light Tank", "0506"),
        ),
        players={"red": "greedy", "blue": "greedy"},
        rounds=3,
    ),
    "breakthrough": Story(
        title="Out over the edge",
        board=PLAIN,
        units=(red(1, "Locust LCT-1V", "0201"), red(2, "Wasp WSP-1A", "0401"), blue(1, "Panther PNT-9R", "0306")),
        players={"red": "greedy", "blue": "greedy"},
        rounds=3,
        objectives=(Objective(kind="breakthrough", side="red", edge="south"),),
    ),
    **{
        f"preset_{name}": Story(
            title=f"A skirmish under {name}",
            board=RIDGE,
            units=(
                red(1, "Shadow Hawk SHD-2H", "0201"),
                red(2, "Foot Platoon (Rifle)", "0401"),
                blue(1, "Vindicator VND-1R", "0407"),
                blue(2, "Scorpion Light Tank", "0107"),
            ),
            players={"red": "greedy", "blue": "greedy"},
            rules=(name,),
        )
        for name in sorted(LIBRARY.bundles)
    },
}


def first(legal: Sequence[Command], *wanted: Any) -> Command:
    """The first wanted command that is legal, given as commands or as kinds of command; else the turn is done."""
    for want in wanted:
        for command in legal:
            if command == want or (isinstance(want, type) and isinstance(command, want)):
                return command
    return Done() if Done() in legal else legal[0]


def all_guns(state: State, legal: Sequence[Command]) -> Command:
    """Stands still and fires everything, whatever the heat."""
    return first(legal, Choose, Stand(), Go("walk") if _prone(state) else Fire, Fire)


def brawler(state: State, legal: Sequence[Command]) -> Command:
    """Stays where it is, and strikes with all it has."""
    return first(legal, Choose, Strike)


def charger(state: State, legal: Sequence[Command]) -> Command:
    """Runs or jumps at the enemy ahead, and strikes when it is there."""
    unit = state.units[state.acting] if state.acting else None
    leap = Jump("0505")
    mode = Go("jump") if unit is not None and unit.sheet.jump else Go("run")
    return first(legal, Choose, Charge, mode, leap, Step("forward") if state.phase == "movement" else Fire)


def wader(state: State, legal: Sequence[Command]) -> Command:
    """Walks straight on into the water, and fires."""
    return first(legal, Choose, Stand(), Go("walk"), Step("forward") if state.phase == "movement" else Fire, Strike)


def _prone(state: State) -> bool:
    return state.acting is not None and state.units[state.acting].condition.prone


PLAYERS: dict[str, Player] = {"all guns": all_guns, "brawler": brawler, "charger": charger, "wader": wader}


def played(story: Story) -> Session[Any, Any, Any]:
    setup = Setup(
        board=story.title,
        board_text=write_board(parse(story.board)),
        units=story.units,
        rounds=story.rounds,
        objectives=story.objectives,
    )
    game = Classic(story.rules)
    session: Session[Any, Any, Any] = Session(game, setup, story.seed)
    bots = {
        side: make_bot("classic", name, story.seed, side) for side, name in story.players.items() if name == "greedy"
    }
    while (player := game.to_act(session.state)) is not None:
        legal = tuple(game.legal(session.state, player))
        if player in bots:
            command = bots[player].choose(game, session.state, player, legal)
        else:
            command = PLAYERS[story.players[player]](session.state, legal)
        session.apply(player, command)
    return session


@pytest.mark.parametrize("name", STORIES)
def test_a_battle_is_told_as_before(name: str) -> None:
    story = STORIES[name]
    session = played(story)
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
    begun: Session[Any, Any, Any] = Session(Classic(story.rules), session.setup, story.seed)
    parts = [story.title, "", *forces(begun.state), "", field_map(begun.state), *report(session.state, session.events)]
    check_golden(HERE / f"battle_{name}.txt", "\n".join(parts) + "\n")


def test_the_stories_tell_of_every_phase_and_every_kind_of_unit() -> None:
    kinds: set[str] = set()
    told = ""
    for name, story in STORIES.items():
        kinds |= {combatant.sheet().kind for combatant in story.units}
        told += (HERE / f"battle_{name}.txt").read_text(encoding="utf-8")
    assert kinds >= {"war machine", "vehicle", "infantry", "battle armour"}
    for words in ("Movement", "Weapon attacks", "Physical attacks", "Heat", "death from above", "charge", "falls"):
        assert words in told
