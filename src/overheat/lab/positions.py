"""Whole positions as text: the game, its rules, its set-up, and what has changed since; it parses and prints.

The set-up is a line for each of its fields, and for each part of a list; or the name of a bundled scenario. Lines with
` = ` are those of `kernel/positions.py`. Lines that begin with blanks belong to the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from overheat.kernel.game import Game
from overheat.kernel.log.replay import Session
from overheat.kernel.notation import (
    LONGEST,
    Said,
    fields_of,
    parse_fields,
    parse_value,
    print_fields,
    print_value,
    usual,
    words_of,
)
from overheat.kernel.positions import is_change
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.games import Brief, Kind, kind_named

GAME, RULES, SCENARIO = "game", "rules", "scenario"
"""The words that the first lines begin with."""
NO_GAME = "a position begins with its game, as in `game classic`"


class Position(NamedTuple):
    """A game at some moment."""

    kind: Kind
    game: Game[Any, Any, Any]
    setup: Any
    changes: str
    """What differs from a fresh state, as `Game.position` writes it; nothing for a battle from its beginning."""

    def session(self, seed: int = 1) -> Session[Any, Any, Any]:
        """The game, to go on from here with the dice of a seed."""
        return Session(self.game, self.setup, seed, position=self.changes)

    @property
    def state(self) -> Any:
        """The state that it is, with nothing rolled for."""
        return self.game.placed(self.setup, self.changes)

    def brief(self, name: str) -> Brief:
        """The same as a scenario that begins here."""
        return Brief(name=name, title=name, rules=self.game.rules, setup=self.setup, position=self.changes)


def print_position(game: Game[Any, Any, Any], setup: Any, state: Any, kind: Kind | None = None) -> str:
    """A state of a game as text; a game that goes by no name here brings its kind."""
    kind = kind or kind_named(game.name)
    lines = [f"{GAME} {game.name}", f"{RULES} {' '.join(game.rules)}", *_setup_lines(kind, setup)]
    return "\n".join(lines) + "\n\n" + game.position(setup, state)


def _setup_lines(kind: Kind, setup: msgspec.Struct) -> Iterator[str]:
    """A set-up: the name of a bundled scenario, or field by field."""
    named = next((name for name in kind.scenarios() if kind.find(name).setup == setup), None)
    if named is not None:
        yield f"{SCENARIO} {named}"
        return
    for field in fields_of(type(setup)).values():
        value = getattr(setup, field.name)
        if not usual(field, value):
            yield from _field_lines(kind, field.name, value, field.type)


def _field_lines(kind: Kind, name: str, value: Any, type_: Any) -> Iterator[str]:
    if name in kind.written:
        yield name
        yield from (f"  {line}" for line in kind.written[name].write(value).splitlines())
    elif isinstance(value, msgspec.Struct):
        yield " ".join([name, *print_fields(value)])
    elif isinstance(value, tuple) and value and all(isinstance(each, msgspec.Struct) for each in value):
        for each in value:
            yield " ".join([name, *print_fields(each)])
    else:
        yield f"{name} {print_value(value, type_)}"


class Entry(NamedTuple):
    """A line of a position, with those that belong to it."""

    number: int
    word: str
    rest: str
    more: tuple[str, ...] = ()


def game_in(text: str) -> str:
    """The name of the game that a position is of, without reading the rest."""
    named = (line.split(None, 1) for line in text.split("\n") if line.startswith(f"{GAME} "))
    found = next((words[1].strip() for words in named if len(words) == 2), "")
    if not found:
        raise refuse("position.game", NO_GAME)
    return found


def parse_position(text: str, check: Callable[[Any], None] = lambda setup: None) -> Position:
    """The position that a text is. A text that is none is refused with the line, and so is what no game comes to.

    `check` refuses a set-up that may not be made into a state here.
    """
    entries: list[Entry] = []
    changes: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        change = is_change(line.rstrip())
        changes.append(line if change else "")
        if change or not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and entries:
            entries[-1] = entries[-1]._replace(more=(*entries[-1].more, line.strip()))
            continue
        word, _, rest = line.strip().partition(" ")
        entries.append(Entry(number, word, rest.strip()))
    position = _begun(entries, "\n".join(changes))
    check(position.setup)
    _check(position.game, position.state)
    return position._replace(changes="".join(f"{line}\n" for line in changes if line))


def _check(game: Game[Any, Any, Any], state: Any) -> None:
    """Refuse a state that cannot even be asked what is legal in it."""
    try:
        player = game.to_act(state)
        if player is not None:
            tuple(game.legal(state, player))
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        raise refuse("position.impossible", f"no game comes to this: {type(error).__name__}: {error}") from error


def _begun(entries: Sequence[Entry], changes: str) -> Position:
    """The game, its rules and its set-up."""
    first = {entry.word: entry for entry in entries if entry.word in (GAME, RULES, SCENARIO)}
    if GAME not in first:
        raise refuse("position.game", NO_GAME)
    kind = kind_named(first[GAME].rest)
    game = kind.make(first[RULES].rest.split() if RULES in first else ())
    others = [entry for entry in entries if entry.word not in first]
    if SCENARIO not in first:
        return Position(kind, game, _setup(kind, game.setups, others), changes)
    if others:
        reason = f"line {others[0].number}: {others[0].word[:LONGEST]!r} after a scenario, which brings its own set-up"
        raise refuse("position.line", reason, line=others[0].number)
    return Position(kind, game, kind.find(first[SCENARIO].rest).setup, changes)


def _setup(kind: Kind, setups: Any, entries: Sequence[Entry]) -> Any:
    fields, found = fields_of(setups), dict[str, Any]()
    for entry in entries:
        if entry.word not in fields:
            there = ", ".join((GAME, RULES, SCENARIO, *fields))
            reason = f"no line of a position begins with {entry.word[:LONGEST]!r}, but with {there}"
            raise refuse("position.line", f"line {entry.number}: {reason}", line=entry.number)
        try:
            value = _field(kind, entry, fields[entry.word].type)
        except RefusedError as error:
            reason = f"line {entry.number}: {entry.word}: {error.refusal.reason}"
            raise refuse(error.refusal.id, reason, line=entry.number) from error
        found[entry.word] = (*found.get(entry.word, ()), *value) if isinstance(value, tuple) else value
    missing = [name for name, field in fields.items() if field.required and name not in found]
    if missing:
        raise refuse("position.missing", f"the set-up lacks {', '.join(missing)}", field=missing[0])
    return setups(**found)


def _field(kind: Kind, entry: Entry, type_: Any) -> Any:
    """What a line says of a field; of a list of several parts, one of them."""
    if entry.word in kind.written:
        return kind.written[entry.word].read("\n".join((entry.rest, *entry.more)).strip())
    said: list[Said] = list(words_of(entry.rest))
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return parse_fields(type_, said)
    part = get_args(type_)[0] if get_origin(type_) is tuple else None
    if isinstance(part, type) and issubclass(part, msgspec.Struct):
        return (parse_fields(part, said),)
    return parse_value(entry.rest, type_)
