"""Positions: a state as the lines in which it differs from a fresh one, and back.

A line is a path into the state and a value: `red-1.shots = 4`. Parts of a list that have names go by them,
others by their place from 0. `- red-1.marks.tagged` takes something out. Values are those of `kernel/notation.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import GenericAlias
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from overheat.kernel.notation import (
    LONGEST,
    fields_of,
    parse_command,
    parse_commands,
    parse_value,
    print_command,
    print_commands,
    print_value,
    verbs_of,
)
from overheat.kernel.refusal import RefusedError, refuse

S = TypeVar("S")

Path = tuple[str, ...]

_NAME = re.compile(r"[A-Za-z0-9_/'+:-]+")
_SHARE = re.compile(r"-?[0-9]+/[1-9][0-9]*")
_LINE = re.compile(r"""((?:"(?:[^"\\]|\\.)*"|[^\s"])+) = (.*)""")


def is_change(line: str) -> bool:
    """Whether a line is of what has changed in a state."""
    return line.startswith("- ") or _LINE.fullmatch(line) is not None


class Word(NamedTuple):
    """How a value of some type is written as one word, and read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


class Parts(NamedTuple):
    """What is no plain value, and is written part by part: what of it has changed, and how a part is changed."""

    differing: Callable[[Any, Any], Iterable[tuple[str, str]]]
    """The parts in which one differs from a fresh one, each by its name and as text."""
    changed: Callable[[Any, str, str], Any]
    """The same with a part as a text says."""


def same(state: Any) -> Any:
    """A state as it is."""
    return state


@dataclass(frozen=True, kw_only=True)
class Spelling:
    """What a game says of its states that their types do not."""

    home: str = "units"
    """The part of a state whose parts are named without it."""
    words: Mapping[type[Any], Word] = field(default_factory=dict)
    parts: Mapping[type[Any], Parts] = field(default_factory=dict)
    types: Mapping[tuple[type[Any], str], Any] = field(default_factory=dict)
    """The types of fields that depend on the rules in force: commands, tasks."""
    blanks: Mapping[type[Any], Callable[[Any], Any]] = field(default_factory=dict)
    """What no fresh state has and is written part by part: what its parts differ from, by the fresh state."""
    settled: Callable[[Any], Any] = same
    """A state with what follows from the rest of it."""


def print_state(fresh: Any, state: Any, spelling: Spelling) -> str:
    """What a state differs in from a fresh one, in lines."""
    return "".join(f"{line}\n" for line in _Printing(fresh, spelling).lines(state))


def parse_state(fresh: S, text: str, spelling: Spelling) -> S:
    """The state that lines say, from a fresh one. A line that says nothing of it is refused with its number."""
    state: Any = fresh
    for number, line in enumerate(text.split("\n"), start=1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        try:
            state = _Parsing(fresh, spelling).line(state, said)
        except RefusedError as error:
            no = error.refusal
            raise refuse(no.id, f"line {number}: {no.reason}", line=number) from error
    settled: S = spelling.settled(state)
    return settled


class _Printing(NamedTuple):
    """A state being written."""

    fresh: Any
    spelling: Spelling

    def lines(self, state: Any) -> Iterator[str]:
        for path, text in self._differences(self.fresh, state, (), type(state)):
            at = ".".join(map(_name, self._short(path)))
            yield f"- {at}" if text is None else f"{at} = {text}"

    def _short(self, path: Path) -> Path:
        short = len(path) > 1 and path[0] == self.spelling.home and path[1] not in fields_of(type(self.fresh))
        return path[1:] if short else path

    def _differences(self, base: Any, value: Any, path: Path, kind: Any) -> Iterator[tuple[Path, str | None]]:
        if base is value or (base == value and not isinstance(value, msgspec.Struct | dict)):
            return
        blank = self.spelling.blanks.get(type(value))
        if base is None and blank is not None:
            base = blank(self.fresh)
        alike = type(base) is type(value)
        if alike and type(value) in self.spelling.parts:
            for name, text in self.spelling.parts[type(value)].differing(base, value):
                yield (*path, name), text
        elif alike and isinstance(value, msgspec.Struct):
            for name in fields_of(type(value)):  # equal ones too, for their dicts may be in another order
                inner = _type_of(self.spelling, type(value), name)
                yield from self._differences(getattr(base, name), getattr(value, name), (*path, name), inner)
        elif alike and isinstance(value, dict) and (base or not value):
            yield from self._entries(base, value, path, kind)
        elif alike and (names := _names(base)) and names == _names(value):
            for name, before, after in zip(names, base, value, strict=True):
                yield from self._differences(before, after, (*path, name), type(after))
        else:
            yield path, self._text(value, kind)

    def _entries(self, base: Any, value: Any, path: Path, kind: Any) -> Iterator[tuple[Path, str | None]]:
        """What of a dict is gone, changed and new; what is out of order is gone, and new."""
        kept = [key for key in base if key in value]
        while kept != list(value)[: len(kept)]:
            kept.pop()
        for key in base:
            if key not in kept:
                yield (*path, self._key(key)), None
        for key, there in value.items():
            at, inner = (*path, self._key(key)), _value_type(kind)
            if key in kept:
                yield from self._differences(base[key], there, at, inner)
            else:
                yield at, self._text(there, inner)

    def _key(self, key: Any) -> str:
        word = self.spelling.words.get(type(key))
        return word.write(key) if word else str(key)

    def _text(self, value: Any, kind: Any) -> str:
        """A value as it stands behind its path."""
        if type(value) in self.spelling.words:
            return self.spelling.words[type(value)].write(value)
        if isinstance(value, Fraction):
            return str(value)
        if isinstance(value, dict) and any(type(key) in self.spelling.words for key in value):
            value = {self._key(key): there for key, there in value.items()}
        if isinstance(value, msgspec.Struct) and verbs_of(type(value)):
            return print_command(value)
        if isinstance(value, tuple) and value and all(verbs_of(type(each)) for each in value):
            return print_commands(value)
        return print_value(value, kind)


class _Parsing(NamedTuple):
    """A state being read."""

    fresh: Any
    spelling: Spelling

    def line(self, state: Any, line: str) -> Any:
        """The state with what a line says of it."""
        if line.startswith("- "):
            return self._changed(state, self._whole(_path(line[2:])), None, type(state))
        said = _LINE.fullmatch(line)
        if said is None:
            raise refuse("position.line", f"{line[:LONGEST]!r} is no line of a position: a path, ` = ` and a value")
        try:
            return self._changed(state, self._whole(_path(said[1])), said[2].strip(), type(state))
        except RefusedError as error:
            raise refuse(error.refusal.id, f"{said[1][:LONGEST]}: {error.refusal.reason}") from error

    def _whole(self, path: Path) -> Path:
        return path if path[0] in fields_of(type(self.fresh)) else (self.spelling.home, *path)

    def _changed(self, value: Any, path: Path, text: str | None, kind: Any) -> Any:
        """A value in which what lies at a path is as a text says; without it for None."""
        if not path:
            assert text is not None
            return self._read(text, kind)
        name, rest = path[0], path[1:]
        if value is None:
            value = self._blank(kind, name)
        if type(value) in self.spelling.parts and not rest and text is not None:
            return self.spelling.parts[type(value)].changed(value, name, text)
        if isinstance(value, msgspec.Struct):
            if name not in fields_of(type(value)) or (text is None and not rest):
                raise _nothing(name, fields_of(type(value)))
            inner = _type_of(self.spelling, type(value), name)
            return msgspec.structs.replace(value, **{name: self._changed(getattr(value, name), rest, text, inner)})
        if isinstance(value, dict):
            return self._with_entry(value, path, text, kind)
        names = _names(value)
        if name not in names or (text is None and not rest):
            raise _nothing(name, names)
        at = names.index(name)
        return (*value[:at], self._changed(value[at], rest, text, type(value[at])), *value[at + 1 :])

    def _blank(self, kind: Any, name: str) -> Any:
        for each in (kind, *get_args(kind)):
            if each in self.spelling.blanks:
                return self.spelling.blanks[each](self.fresh)
        raise _nothing(name, ())

    def _with_entry(self, value: dict[Any, Any], path: Path, text: str | None, kind: Any) -> dict[Any, Any]:
        word = self.spelling.words.get(get_args(kind)[0]) if get_args(kind) else None
        key = word.read(path[0]) if word else path[0]
        if (path[1:] or text is None) and key not in value:
            raise _nothing(path[0], map(str, value))
        if text is None and not path[1:]:
            return {other: there for other, there in value.items() if other != key}
        return {**value, key: self._changed(value.get(key), path[1:], text, _value_type(kind))}

    def _read(self, text: str, kind: Any) -> Any:
        if kind in self.spelling.words:
            return self.spelling.words[kind].read(text)
        if kind is int and _SHARE.fullmatch(text):
            return Fraction(text)
        if verbs_of(kind):
            return parse_command(text, kind)
        inner = get_args(kind)
        if get_origin(kind) is tuple and inner[1:] == (...,) and verbs_of(inner[0]) and not text.startswith("["):
            return parse_commands(text, inner[0])
        if get_origin(kind) is dict and inner[0] in self.spelling.words:
            held: dict[str, Any] = parse_value(text, GenericAlias(dict, (str, inner[1])))
            return {self.spelling.words[inner[0]].read(key): there for key, there in held.items()}
        return parse_value(text, kind)


def _type_of(spelling: Spelling, kind: type[Any], name: str) -> Any:
    return spelling.types.get((kind, name), fields_of(kind)[name].type)


def _value_type(kind: Any) -> Any:
    """What a dict of some type holds."""
    return get_args(kind)[1] if get_args(kind) else Any


def _names(values: Any) -> Sequence[str]:
    """What the structs of a list go by: the words that they begin with, or their places where those are no words.

    A list in which two begin with the same word is written as a whole, and so has no names.
    """
    if not isinstance(values, tuple) or not all(isinstance(each, msgspec.Struct) for each in values):
        return ()
    firsts = [getattr(each, each.__struct_fields__[0]) if each.__struct_fields__ else None for each in values]
    if any(isinstance(first, str) for first in firsts):
        return [str(first) for first in firsts] if len(set(map(str, firsts))) == len(firsts) else ()
    return [str(at) for at in range(len(firsts))]


def _name(name: str) -> str:
    return name if _NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _path(text: str) -> Path:
    """The names of a path, of which those that are no plain words stand in quotes."""
    names, at = list[str](), 0
    text = text.strip()
    while at <= len(text):
        plain = _NAME.match(text, at)
        try:
            name, end = (plain[0], plain.end()) if plain else json.JSONDecoder().raw_decode(text, at)
        except ValueError:
            raise refuse("position.path", f"{text[:LONGEST]!r} is no path: names with dots between them") from None
        if not isinstance(name, str) or text[end : end + 1] not in ("", "."):
            raise refuse("position.path", f"{text[:LONGEST]!r} is no path: names with dots between them")
        names.append(name)
        at = end + 1
    return tuple(names)


def _nothing(name: str, there: Iterable[str]) -> RefusedError:
    listed = ", ".join(list(there)[:LONGEST])
    return refuse("position.path", f"there is no {name[:LONGEST]!r}" + (f"; there are {listed}" if listed else ""))
