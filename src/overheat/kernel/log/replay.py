"""The log is the game. The input log (rules, set-up, seed, commands) replays to a byte-identical event log.

A log is JSON lines: a header, then each command followed by the events it caused. The same file is the save, the replay
and the undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice, zip_longest
from typing import Any, Generic, TypeVar

import msgspec

from overheat import __version__
from overheat.kernel.dice import Seeded
from overheat.kernel.events import Event, Rolled
from overheat.kernel.game import Candid, Game, Player
from overheat.kernel.log.alike import FIRST, FORMAT, Worded
from overheat.kernel.log.halves import wrong_with
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.digest import Digest
from overheat.kernel.rules.faults import FAULT

UNPLAYED = "cannot be played again"
"""What is said of a command that a replay fails for; what follows it may tell what is hidden."""

U = TypeVar("U", bound=msgspec.Struct)
S = TypeVar("S")
C = TypeVar("C", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line", omit_defaults=True):
    """The first line of a log: everything but the commands.

    Version and digest say under which rules the game was begun. A replay is not held to them, and logs without them are
    as good.
    """

    format: int
    game: str
    rules: tuple[str, ...]
    seed: int
    setup: msgspec.Raw
    version: str = ""
    digest: Digest | None = None
    position: str = ""
    """Where the game goes on from, as `Game.position` writes it; nothing for a game from its beginning."""
    not_played: dict[str, tuple[str, ...]] = {}
    """What of each unit of the set-up the rules do not play, by name; units that are played whole are not listed."""

    def played_under(self, game: Game[Any, Any, Any]) -> str:
        """How the rules that the log was begun under differ from a game's; nothing where they are the same."""
        now = game.digest
        if self.digest is not None and now is not None and self.digest.whole != now.whole:
            layers = ", ".join(self.digest.changed(now)) or "others"
            return f"played under other rules: version {self.version}, this is {__version__}; changed layers: {layers}"
        return f"played with version {self.version}" if self.version not in ("", __version__) else ""


class CommandLine(msgspec.Struct, frozen=True, tag="command", tag_field="line"):
    player: Player
    command: msgspec.Raw


class EventLine(msgspec.Struct, frozen=True, tag="event", tag_field="line"):
    event: msgspec.Raw


Line = Header | CommandLine | EventLine

_encode = msgspec.json.Encoder(order="deterministic").encode
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_readers: dict[int, tuple[Any, msgspec.json.Decoder[Any]]] = {}
"""What reads the commands of games, with their types, by which thing each of those is."""
MOST_READERS = 64


def _reader(commands: Any) -> msgspec.json.Decoder[Any]:
    """What reads commands of some types, made once as long as there are few."""
    if id(commands) not in _readers:
        if len(_readers) >= MOST_READERS:
            _readers.clear()
        _readers[id(commands)] = commands, msgspec.json.Decoder(commands)
    return _readers[id(commands)][1]


class Difference(msgspec.Struct, frozen=True):
    """The first place where a replay departs from its log."""

    line: int
    expected: str
    found: str
    rules: str = ""
    """How the rules of the log differ from those of the replay."""

    def __str__(self) -> str:
        expected, found = self.expected or "nothing more", self.found or "nothing more"
        told = f"line {self.line}: the log says {expected}, the replay says {found}"
        return f"{told} ({self.rules})" if self.rules else told


class Session(Generic[U, S, C]):
    """One game being played and written down, command by command.

    Dice are the game's own stream of the seed. A refused command leaves state, dice and log as they were. With the
    header line of another session's log it goes on with that log, whichever version wrote it, in the format of today.
    With a position it goes on from there.
    """

    def __init__(
        self, game: Game[U, S, C], setup: U, seed: int, header: bytes | None = None, position: str = ""
    ) -> None:
        self.game = game
        self.seed = seed
        self._dice = Seeded(seed)
        first = _header_line(game, setup, seed, position) if header is None else _now(header, game)
        self.lines: list[bytes] = [first]
        self.commands: list[tuple[Player, C]] = []
        self.setup = setup
        self.events: list[Event] = []
        """Everything that has happened."""
        self._latest: tuple[Event, ...] = ()
        begun = _position(first)
        self.state: S = self._settle(
            (game.placed(setup, begun), ()) if begun else game.start(setup, self._dice), thrown=0
        )

    def apply(self, player: Player, command: C) -> tuple[Event, ...]:
        """Carry out a command as its log will be read, and log what followed. Raises the refusal, if it is one.

        Who says 9 where a command holds 9.0 has said 9.0: else a replay would write other bytes.
        """
        thrown = len(self._dice.rolls)
        with suppress(msgspec.MsgspecError, TypeError):
            command = _reader(self.game.commands).decode(_encode(command))
        result = self.game.apply(self.state, player, command, self._dice)
        if not isinstance(result, Refusal):
            self.lines.append(_encode(CommandLine(player, msgspec.Raw(_encode(command)))))
            self.commands.append((player, command))
        self.state = self._settle(result, thrown)
        return self._latest

    def _settle(self, result: tuple[S, tuple[Event, ...]] | Refusal, thrown: int) -> S:
        """Log what happened, having made sure that every roll is among the facts."""
        rolls = self._dice.rolls[thrown:]
        if isinstance(result, Refusal):
            if rolls and result.id == FAULT:
                self._dice.take_back(thrown)
            elif rolls:
                raise AssertionError(f"dice were thrown before the refusal {result.id!r}")
            raise RefusedError(result)
        state, self._latest = result
        told = [event.roll for event in self._latest if isinstance(event, Rolled)]
        if told != rolls:
            raise AssertionError(f"{self.game.name} threw {rolls} but told of {told}")
        self.events += self._latest
        self.lines += [_encode(EventLine(msgspec.Raw(_encode(event)))) for event in self._latest]
        return state

    @property
    def thrown(self) -> int:
        """How many times the dice have been thrown."""
        return len(self._dice.rolls)

    def log(self) -> bytes:
        """The whole game as bytes: save it, send it, replay it."""
        return b"\n".join(self.lines) + b"\n"

    def undone(self, count: int = 1) -> Session[U, S, C]:
        """A new session of the same game without its last commands."""
        session = Session(self.game, self.setup, self.seed, self.lines[0])
        for player, command in self.commands[: len(self.commands) - count]:
            session.apply(player, command)
        return session


def _header_line(game: Game[Any, Any, Any], setup: msgspec.Struct, seed: int, position: str) -> bytes:
    """The first line of a new log; it names the version where it names the rules."""
    digest, raw = game.digest, msgspec.Raw(_encode(setup))
    version = "" if digest is None else __version__
    idle = game.not_played(setup) if isinstance(game, Candid) else {}
    return _encode(Header(FORMAT, game.name, game.rules, seed, raw, version, digest, position, idle))


def _position(first: bytes) -> str:
    """Where the game of a header line goes on from."""
    header = _decoder.decode(first)
    return header.position if isinstance(header, Header) else ""


def _now(first: bytes, game: Game[Any, Any, Any]) -> bytes:
    """The header line of a log in the format of today; one of an earlier format names the rules it is played under."""
    header = _decoder.decode(first)
    if not isinstance(header, Header) or header.format == FORMAT:
        return first
    return _encode(msgspec.structs.replace(header, format=FORMAT, rules=game.rules))


def read(log: bytes) -> tuple[Header, list[CommandLine]]:
    """The input half of a log: its header and its commands. A broken log is refused with the line."""
    lines = [_parse(number, line) for number, line in enumerate(log.splitlines(), start=1) if line.strip()]
    if not lines or not isinstance(lines[0], Header):
        raise refuse("log.header", "line 1: a log begins with its header", line=1)
    if not FIRST <= lines[0].format <= FORMAT:
        known = f"this version reads formats {FIRST} to {FORMAT}"
        raise refuse("log.format", f"line 1: log format {lines[0].format} is not known; {known}", line=1)
    return lines[0], [line for line in lines if isinstance(line, CommandLine)]


def _parse(number: int, line: bytes) -> Line:
    try:
        return _decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise refuse(
            "log.line", f"line {number}: not a line of a log: {wrong_with(line, error)}", line=number
        ) from error


def rerun(log: bytes, game: Callable[[Header], Game[Any, Any, Any]], to: int | None = None) -> Session[Any, Any, Any]:
    """Play a log's commands again, all or the first few. `game` makes the game that the header names.

    A command that cannot be carried out is refused with the line it stands in.
    """
    header, commands = read(log)
    try:
        session = _begun(log, header, game)
    except Exception as error:
        raise failed(1, "the game cannot be set up", error) from error
    for number, line in enumerate(commands[:to], start=1):
        try:
            session.apply(line.player, _decoded(line.command, session.game.commands, "command"))
        except Exception as error:
            rules = header.played_under(session.game)
            raise unplayed(line_of_command(log, number), number, error, rules) from error
    return session


def _begun(log: bytes, header: Header, game: Callable[[Header], Game[Any, Any, Any]]) -> Session[Any, Any, Any]:
    """A log's game before its first command."""
    played = game(header)
    first = next(line for line in log.splitlines() if line.strip())
    return Session(played, _decoded(header.setup, played.setups, "set-up"), header.seed, first)


def failed(line: int, what: str, error: Exception, rules: str = "") -> RefusedError:
    """Why a log cannot be played again: in which line, what, and whether other rules may be why."""
    under = f" ({rules})" if rules else ""
    if isinstance(error, RefusedError):
        no = error.refusal
        reason = f"line {line}: {what}: {no.reason}{under}"
        return RefusedError(Refusal(no.id, reason, no.cite, {**no.facts, "line": line}))
    return refuse("log.replay", f"line {line}: {what}: {type(error).__name__}: {error}{under}", line=line)


def unplayed(line: int, command: int, error: Exception, rules: str = "") -> RefusedError:
    """Why a command of a log cannot be played again; the refusal names the command."""
    no = failed(line, f"command {command} {UNPLAYED}", error, rules).refusal
    return RefusedError(msgspec.structs.replace(no, facts={**no.facts, "unplayed": command}))


def line_of_command(log: bytes, number: int) -> int:
    """The line that a command stands in, counted from 1 as commands are."""
    lines = (at for at, line in enumerate(log.splitlines(), start=1) if line.startswith(b'{"line":"command"'))
    return next(islice(lines, number - 1, None), 0)


def _decoded(raw: msgspec.Raw, kind: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.MsgspecError as error:
        raise refuse("log.content", f"{what}: {error}", what=what) from error


def verify(log: bytes, game: Callable[[Header], Game[Any, Any, Any]]) -> Difference | None:
    """Replay a log and compare it. None when they agree, else the first difference.

    Every byte is compared, but of a log of an earlier format the facts that both formats keep.
    """
    return difference_of(log.splitlines(), rerun(log, game))


def difference_of(
    lines: Sequence[bytes], session: Session[Any, Any, Any], *, any_wording: bool = False
) -> Difference | None:
    """The first line in which a log differs from its replay, and whether other rules may be why."""
    difference = first_difference(lines, session.lines, session.game.worded, any_wording=any_wording)
    if difference is None:
        return None
    rules = _decoder.decode(session.lines[0])
    under = rules.played_under(session.game) if isinstance(rules, Header) else ""
    return msgspec.structs.replace(difference, rules=under)


def first_difference(
    expected: Sequence[bytes], found: Sequence[bytes], worded: Worded, *, any_wording: bool = False
) -> Difference | None:
    """The first line in which a log differs from a replay; in any wording, the first in which they differ in a fact."""
    written = _format(expected)
    replayed = worded.told_then(found, written)
    for number, (before, after) in enumerate(zip_longest(expected, replayed, fillvalue=b""), start=1):
        if before == after:
            continue
        if not worded.same(before, after, written, any_wording=any_wording):
            return Difference(number, before.decode(errors="replace"), after.decode(errors="replace"))
    return None


def _format(lines: Sequence[bytes]) -> int:
    """The format that the first line of a log names."""
    first = _decoder.decode(lines[0]) if lines else None
    return first.format if isinstance(first, Header) else FORMAT
