"""The games that bots and people play here, by name: what commands need to know of each, and nothing more."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from overheat.kernel.events import Event, Rolled
from overheat.kernel.game import Game, Player
from overheat.kernel.log.alike import FIRST, FORMAT
from overheat.kernel.log.chronicle import plainly
from overheat.kernel.log.replay import Header
from overheat.kernel.positions import Word
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.files import is_file_of_rules
from overheat.kernel.rules.library import FOREIGN, Library
from overheat.kernel.wording.because import Because
from overheat.kernel.wording.commands import Speaker
from overheat.lab.accounts import Account
from overheat.lab.telling import Noter, Teller, plain_note


class Brief(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as it is listed and played."""

    name: str
    title: str
    story: str = ""
    rules: tuple[str, ...] = ()
    setup: Any
    position: str = ""
    """Where it goes on from, as `Game.position` writes it; nothing for a battle from its beginning."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How forces meet: everything that is said of it, in the words of who says it."""

    mission: str = ""
    """The kind of scenario."""
    goal: Mapping[str, str] = {}
    """What is said of it: `side`, `units`, `targets` and their like."""
    zones: Mapping[Player, str] = {}
    """Where sides begin: `north:3`, `north+4:3`, `south-west:6`, `anywhere`."""
    board: str = ""
    """Another map than that of a scenario, by name or path."""
    rounds: int | None = None
    by_players: bool = False
    """Whether the players place their units."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One game: how it is made, its scenarios, and how it is told."""

    name: str
    make: Callable[[Sequence[str]], Game[Any, Any, Any]]
    """The game under some layers of rules."""
    scenarios: Callable[[], tuple[str, ...]]
    """The names of the scenarios that come with the project."""
    find: Callable[[str], Brief]
    """A scenario by its name or its path."""
    find_under: Callable[[str, Sequence[str]], Brief] | None = None
    """The same under some layers of rules, where its forces depend on them."""
    sides: Callable[[Any], tuple[Player, ...]]
    """The sides of a set-up."""
    values: Callable[[Any, Sequence[str]], dict[Player, int]]
    """What each side's force is worth in points, under some layers of rules."""
    forewarned: Callable[[Any, Sequence[str]], Iterable[str]] = lambda setup, layers: ()
    """What is to be said before a battle begins: which units are paid for what the layers of rules do not play."""
    survivors: Callable[[Any], dict[Player, int]]
    """How many units each side has left in a state."""
    kept: Callable[[Any], dict[Player, int]] | None = None
    """What the units of each side are worth that are still in the battle; None where nobody counts it."""
    forces: Callable[[Any], Iterable[str]]
    """Who fights, in lines."""
    report: Callable[[Any, Any, Iterable[Event | Because]], Iterator[str]]
    """A battle in lines, from the game, its last state and its events, with reasons between them or without."""
    round_of: Callable[[Any], int]
    teller: Callable[[Any, Any], Teller] = lambda game, state: plainly
    """The formatter of a game's events as sentences, from any of its states."""
    noter: Callable[[Any], Noter] = lambda state: plain_note
    """The layout of events in the log (indentation, terms), from any of its states."""
    speaker: Callable[[Any, Any], Speaker | None] = lambda game, state: None
    """The labels, costs and previews of commands in a state; None where the game has no words for them."""
    expected: Callable[[Any, Any, str], Mapping[str, object] | None] = lambda game, state, player: None
    """What a state that holds only what a player may know waits for, in words for him."""
    text_map: Callable[[Any, Any], str] = lambda game, state: ""
    """A state of a game as a map of characters; nothing where there is none."""
    standing: Callable[[Any, Any], Iterable[str]] = lambda game, state: ()
    """Everybody in a state of a game, in a line each."""
    drawn: Callable[[Any, Any, int], str] | None = None
    """A state of a game as a picture, at the end of a round."""
    package: str = ""
    """The package of the game, in which its words for newcomers are."""
    events: Any = Rolled
    """The type, or union of types, that a log's events decode to."""
    mustered: Callable[[Any, Any], Any] | None = None
    """The state before anything has happened, from the game and a set-up."""
    advance: Callable[[Any, Event], Any] | None = None
    """The state after an event, where events make the whole state."""
    tells_all_since: int = FIRST
    """The first format of logs in which they do."""
    cast: Callable[[Any, Any], Any] | None = None
    """A state of the units of a set-up that are known here, to name them by; it opens no files."""
    deploying: Callable[[Any], Any] | None = None
    """The same set-up with units that are placed in play, where that can be done."""
    unversioned: tuple[str, ...] = ()
    """Layers under which a log is played that names no version: rulings as they were read when it was written."""
    earlier: tuple[str, ...] = ()
    """Layers under which a log of the first format is played, as far as its rules do not name them."""
    formerly: tuple[str, ...] = ()
    """Layers under which a log of any earlier format than that of today is played, in the order of what they undo.

    The last few of them are tried with a log of today's format that its rules no longer agree with."""
    meeting: Callable[[Sequence[Path], str, Sequence[str], Terms], Brief] | None = None
    """A battle of forces from their files on a board, under some layers of rules; None where there is no such thing."""
    on_terms: Callable[[Brief, Sequence[str], Terms], Brief] | None = None
    """The forces of a scenario on other terms, under some layers of rules; None where there is no such thing."""
    planet: Callable[[Brief, str], Brief] | None = None
    """The same battle in the conditions of a planet, under its rules; None where there is no such thing."""
    planet_map: Callable[[str], str] | None = None
    """The map of a planet as a board file."""
    with_load: Callable[[Any, str, str, str], Any] | None = None
    """A set-up in which a bin, tube or rack of a unit holds something else; None where nothing is loaded."""
    account: Callable[[Any], Account] | None = None
    """A game that was played in figures, from its session."""
    doubts: Callable[[Any, Player], Iterable[Any]] | None = None
    """The decisions of a player that cost something in a game that was played, from its session: see `coach`."""
    library: Library | None = None
    """The layers of its rules by name."""
    edition: tuple[str, ...] = ()
    """The rules that are played where neither a scenario nor a player names an edition of the game."""
    written: Mapping[str, Word] = {}
    """How fields of a set-up are written in positions that have a notation of their own."""

    def layers(self, brief: Brief, given: Sequence[str] = ()) -> tuple[str, ...]:
        """What a scenario is played under: its own rules, and over them those that are given."""
        return self.library.laid_over(brief.rules, given) if self.library else (*brief.rules, *given)

    def left_on_the_field(self, state: Any) -> str:
        """Who is left in a state, side by side, with what that is worth where anybody counts it."""
        kept = {} if self.kept is None else self.kept(state)
        worth = {side: f" worth {value:,}" for side, value in kept.items()}
        left = (f"{side} {count}{worth.get(side, '')}" for side, count in self.survivors(state).items())
        return f"Left on the field: {', '.join(left)}"

    def game_of(self, header: Header) -> Game[Any, Any, Any]:
        """The game that a log was written by."""
        unversioned = () if header.version else self.unversioned
        earlier = self.earlier if header.format == FIRST else ()
        formerly = self.formerly if header.format < FORMAT else ()
        return self.make(tuple(dict.fromkeys((*header.rules, *unversioned, *earlier, *formerly))))


def kinds() -> dict[str, Kind]:
    """Every game by its name."""
    from overheat.lab.classic_kind import CLASSIC
    from overheat.lab.platoon_kind import PLATOON

    return {kind.name: kind for kind in (CLASSIC, PLATOON)}


def kind_named(name: str) -> Kind:
    """A game by its name."""
    known = kinds()
    if name not in known:
        raise refuse("game.name", f"no game {name[:60]!r}; there are {', '.join(known)}", game=name[:60])
    return known[name]


def bring_rules(paths: Iterable[str]) -> None:
    """Take in users' files of rules, each into the game that it is for."""
    for path in paths:
        if not is_file_of_rules(path):
            raise refuse("rules.file", f"{path}: a file of rules ends in .py or .toml", file=path)
        refused: list[RefusedError] = []
        for library in _libraries():
            try:
                library.check(library.bring(path))
                break
            except RefusedError as error:
                refused.append(error)
        else:
            raise next((error for error in refused if error.refusal.id != FOREIGN), refused[0])


def rule_files() -> tuple[str, ...]:
    """The users' files of rules that have been taken in."""
    return tuple(path for library in _libraries() for path in library.files.values())


def _libraries() -> list[Library]:
    return [kind.library for kind in kinds().values() if kind.library is not None]


def game_of(header: Header) -> Game[Any, Any, Any]:
    """The game that a log was written by."""
    return kind_named(header.game).game_of(header)


Layers = Callable[[Kind], Sequence[str]]
"""The layers of rules that a game is to be played under."""


def find_scenario(name_or_path: str, under: Layers | None = None) -> tuple[Kind, Brief]:
    """A scenario of any game, by the name of a bundled one or by its path; its file says which game it is for."""
    known = kinds()
    for kind in known.values():
        if name_or_path in kind.scenarios():
            return kind, _found(kind, name_or_path, under)
    path = Path(name_or_path)
    if not name_or_path.endswith(".toml") and not _is_there(path):
        names = ", ".join(name for kind in known.values() for name in kind.scenarios())
        raise refuse("scenario.name", f"no scenario {name_or_path[:60]!r}: neither a file nor one of {names}")
    kind = kind_named(_game_in(path))
    return kind, _found(kind, name_or_path, under)


def _found(kind: Kind, name: str, under: Layers | None) -> Brief:
    """A scenario of a game, with forces as they are under the layers that it is to be played under."""
    return kind.find(name) if under is None or kind.find_under is None else kind.find_under(name, under(kind))


def meeting(
    forces: Sequence[str | Path], board: str, bring: Callable[[Kind], Sequence[str]], terms: Terms | None = None
) -> tuple[Kind, Brief]:
    """A battle of forces from their files on a board, under the layers that are brought for its game."""
    kind = next(kind for kind in kinds().values() if kind.meeting is not None)
    assert kind.meeting is not None
    return kind, kind.meeting([Path(force) for force in forces], board, bring(kind), terms or Terms())


def on_terms(kind: Kind, brief: Brief, layers: Sequence[str], terms: Terms) -> Brief:
    """The forces of a scenario on other terms, where there are any."""
    if terms == Terms(by_players=terms.by_players):
        return deployed_in_play(kind, brief) if terms.by_players else brief
    if kind.on_terms is None:
        raise refuse(
            "scenario.mission", f"the game {kind.name} has no kinds of scenario for own forces", game=kind.name
        )
    return kind.on_terms(brief, layers, terms)


def on_planet(kind: Kind, brief: Brief, planet: str) -> Brief:
    """A battle that is moved to a planet."""
    if kind.planet is None:
        raise refuse("scenario.planet", f"the game {kind.name} knows no planets", game=kind.name)
    return kind.planet(brief, planet)


def meeting_on_planet(
    forces: Sequence[str | Path], planet: str, bring: Callable[[Kind], Sequence[str]], terms: Terms | None = None
) -> tuple[Kind, Brief]:
    """A battle of forces from their files on the map of a planet."""
    kind = next(kind for kind in kinds().values() if kind.meeting is not None)
    assert kind.meeting is not None
    assert kind.planet_map is not None
    with TemporaryDirectory() as folder:
        board = Path(folder) / f"{planet}.board"
        text = kind.planet_map(planet)
        board.write_text(text, encoding="utf-8")
        brief = kind.meeting([Path(force) for force in forces], str(board), bring(kind), terms or Terms())
    return kind, on_planet(kind, brief, planet)


def deployed_in_play(kind: Kind, brief: Brief) -> Brief:
    """A scenario whose units are placed in play."""
    if kind.deploying is None:
        raise refuse("scenario.deploy", f"units of the game {kind.name} are not placed in play", game=kind.name)
    return msgspec.structs.replace(brief, setup=kind.deploying(brief.setup))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _game_in(path: Path) -> str:
    """The game that a scenario file names; the classic one where it names none."""
    try:
        said = tomllib.loads(path.read_bytes().decode("utf-8")).get("game", "classic")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse("scenario.file", f"{path}: {reason}", file=str(path)) from None
    return str(said)
