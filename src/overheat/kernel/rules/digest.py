"""Digests of rules: short texts that are equal when the rules in force are, on every machine and every Python.

A digest is made of the ids and the source text of rules and of the rows of tables, never of bytecode. To a rule belongs
what it uses of its own file: constants and functions beside it, but no other rule, table or slot, for those count where
they are in force themselves. What a rule imports from elsewhere does not count.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from types import FunctionType, NoneType
from typing import Any

import msgspec

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Entry, Rule, Ruleset, Slot, Table

LENGTH = 16
"""How many hexadecimal digits a digest has."""
CONTINUED = (" ", "\t", ")", "]", "}", "#", '"', "'")
"""What a line begins with that does not begin a statement of a file."""
FUNCTION = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
ASSIGNED = re.compile(r"((?:\w+\s*,\s*)*\w+)\s*(?::[^=]*)?=(?!=)")
DECORATORS = re.compile(r"^@[\s\S]*?^(?=(?:async\s+)?(?:def|class)\s)", re.MULTILINE)
SILENT = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|#[^\n]*')
"""Texts and comments, in which a name is only a word."""
WORD = re.compile(r"[A-Za-z_]\w*")
OTHERS = (Rule, Table, Slot, Layer)
PLAIN = (str, int, float, bytes, Fraction, NoneType, Rule, Table, Slot)


class Digest(msgspec.Struct, frozen=True):
    """The rules of a game: one digest of all that is in force, and one of each layer as it is written."""

    whole: str
    layers: dict[str, str]

    def changed(self, now: Digest) -> tuple[str, ...]:
        """The layers that are otherwise now, or gone."""
        return tuple(name for name, text in self.layers.items() if now.layers.get(name) != text)


def digest_of(rules: Ruleset) -> Digest:
    """The digest of some rules. It changes when a rule, a table or the order within a slot changes, and only then."""
    parts = sorted(f"{id} {' '.join(map(_entry, _asked(rules, entry)))}" for id, entry in rules.items())
    slots = [f"{slot}: {' '.join(rule.id for rule in held)}" for slot, held in sorted(rules.slots.items())]
    return Digest(_hashed((*parts, *slots)), {layer.id: layer_digest(layer) for layer in rules.stack})


def _asked(rules: Ruleset, entry: Entry) -> Iterator[Entry]:
    """An entry in force, and the rules below it that it asks."""
    yield entry
    while isinstance(entry, Rule) and rules.lies_on_another(entry) and _asks_below(entry):
        entry = rules.below(entry)
        yield entry


@cache
def _asks_below(rule: Rule[..., Any]) -> bool:
    return any(re.search(r"\bbelow\b", SILENT.sub(" ", text)) for text in _source(inspect.unwrap(rule.function)))


def layer_digest(layer: Layer) -> str:
    """The digest of a layer: what it adds, changes and drops, and what it needs and excludes."""
    added = (f"add {entry.id} {_entry(entry)}" for entry in layer.add)
    swapped = (f"{type(swap).__name__} {swap.old.id} {swap.new.id} {_entry(swap.new)}" for swap in layer.swaps)
    rows = (
        f"rows {each.table.id} {_line(each.rows)} without {_line(sorted(map(_line, each.out)))}" for each in layer.rows
    )
    dropped = (f"drop {entry.id}" for entry in layer.drop)
    company = (f"needs {' '.join(layer.needs)}", f"excludes {' '.join(layer.excludes)}")
    return _hashed((layer.id, *company, *sorted((*added, *swapped, *rows, *dropped))))


@cache
def _entry(entry: Entry) -> str:
    """The digest of one rule or table."""
    if isinstance(entry, Table):
        return _hashed(("table", entry.id, *_told(entry.rows)))
    return _hashed(("rule", entry.id, entry.slot.id if entry.slot else "", *_source(inspect.unwrap(entry.function))))


def _hashed(parts: Iterable[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()[:LENGTH]


def _told(value: Any) -> Iterator[str]:
    """A value of a table in texts that do not depend on the order of sets and mappings or on where things lie."""
    if isinstance(value, msgspec.Struct):
        yield f"{type(value).__name__}("
        yield from _told(msgspec.structs.asdict(value))
    elif is_dataclass(value) and not isinstance(value, type):
        yield f"{type(value).__name__}("
        yield from _told({field.name: getattr(value, field.name) for field in fields(value)})
    elif isinstance(value, type):
        yield f"{value.__module__}.{value.__qualname__}"
    elif isinstance(value, Mapping):
        yield from ("{", *sorted(f"{_line(key)}: {_line(held)}" for key, held in value.items()), "}")
    elif isinstance(value, set | frozenset):
        yield from ("{", *sorted(map(_line, value)), "}")
    elif isinstance(value, tuple | list):
        yield from ("(", *map(_line, value), ")")
    elif isinstance(value, FunctionType):
        yield from _source(value)
    elif isinstance(value, PLAIN):
        yield repr(value)
    else:
        raise TypeError(f"a table holds {type(value).__name__}, which has no text that is the same everywhere")


def _line(value: Any) -> str:
    return " ".join(_told(value))


def _source(function: Any) -> Iterator[str]:
    """The source text of a function without its decorators, and of what it uses of its own file."""
    blocks = _blocks(function.__module__)
    first = next((name for name, block in blocks.items() if function.__code__.co_firstlineno in block.lines), None)
    if first is None:
        yield f"{function.__module__}.{function.__qualname__}"
        return
    bare = _block(DECORATORS.sub("", blocks[first].text), blocks[first].lines, function.__globals__)
    yield bare.text
    seen, waiting = {first}, list(bare.uses)
    while waiting:
        name = waiting.pop(0)
        if name in blocks and name not in seen:
            seen.add(name)
            yield blocks[name].text
            waiting += blocks[name].uses


class _Block(msgspec.Struct, frozen=True):
    """A statement of a file, with the lines it stands in and the names it uses."""

    text: str
    lines: range
    uses: tuple[str, ...]


def _block(text: str, lines: range, here: Mapping[str, Any]) -> _Block:
    """A statement that stands in some lines; other rules, tables, slots and layers are no part of it."""
    uses = dict.fromkeys(WORD.findall(SILENT.sub(" ", text)))
    return _Block(text, lines, tuple(name for name in uses if not isinstance(here.get(name), OTHERS)))


@cache
def _blocks(module: str) -> dict[str, _Block]:
    """The statements of a file that define something, by the names that they define."""
    home = sys.modules.get(module)
    try:
        text = inspect.getsource(home) if home is not None else ""
    except (OSError, TypeError):
        text = ""
    here = vars(home) if home is not None else {}
    return {name: _block(block, lines, here) for block, lines in _statements(text) for name in _defined(block)}


def _statements(text: str) -> Iterator[tuple[str, range]]:
    """The statements of a file, decorators with what they decorate, each with its line numbers."""
    lines = [line.rstrip() for line in text.splitlines()]
    starts = [at for at, line in enumerate(lines) if line and not line.startswith(CONTINUED)]
    begun: int | None = None
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        begun = start if begun is None else begun
        if not lines[start].startswith("@"):
            yield "\n".join(lines[begun:end]).rstrip(), range(begun + 1, end + 1)
            begun = None


def _defined(block: str) -> list[str]:
    """The names that a statement defines."""
    made = FUNCTION.search(block)
    if made is not None:
        return [made[1]]
    assigned = ASSIGNED.match(block)
    return [] if assigned is None else WORD.findall(assigned[1])
