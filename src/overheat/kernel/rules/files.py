"""Layers from a user's own file: Python for rules, verbs and phases, TOML for rows of tables.

A Python file defines `LAYER` as the files of this project do. A TOML file names itself and gives rows:

    id = "cheap_apples"
    title = "Apples cost nothing"
    needs = ["market"]

    [rows."market.prices"]
    "apple" = 0

    [new."market.prices"]
    "quince" = 4

`rows` changes rows that there are, `new` brings others. A file may bring a bundle instead, Python as `BUNDLE`, TOML as
`layers`, a list of names. A file that cannot be read as a layer is refused with its name, the line and the reason.
"""

from __future__ import annotations

import re
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.faults import reason_of
from overheat.kernel.rules.layers import Bundle, Layer
from overheat.kernel.rules.rule import Rows, Table

SUFFIXES = (".py", ".toml")
TablesUnder = Callable[[Sequence[str]], Mapping[str, Table[Any, Any]]]
"""Tables by their ids, under some layers."""


def is_file_of_rules(name: str) -> bool:
    """Whether a name on a command line is that of a file and not of a layer."""
    return name.endswith(SUFFIXES)


def read_rules(path: Path, tables: TablesUnder) -> tuple[Layer | Bundle, ...]:
    """What a file brings: a layer, a bundle, or both; its rows are those of tables under the layers that it needs."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise _refused(path, None, error.strerror or str(error)) from None
    return (_from_toml(path, text, tables),) if path.suffix == ".toml" else _from_python(path, text)


def _refused(path: Path, line: int | None, reason: str) -> RefusedError:
    where = str(path) if line is None else f"{path}:{line}"
    return refuse("rules.file", f"{where}: {reason}", file=str(path), line=line)


def _from_python(path: Path, text: bytes) -> tuple[Layer | Bundle, ...]:
    name = f"overheat_rules_{sha256(text).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            with _neighbours(path.parent):
                spec.loader.exec_module(module)
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, SystemExit):
                raise _refused(path, None, "the file ends the program instead of defining LAYER") from None
            if not isinstance(error, Exception):
                raise
            raise _refused(path, _line_of(error, path), reason_of(error)) from None
    wanted = {"LAYER": Layer, "BUNDLE": Bundle}
    held = {each: getattr(sys.modules[name], each, None) for each in wanted}
    found = tuple(each for each in held.values() if isinstance(each, Layer | Bundle))
    if not found or any(each is not None and not isinstance(each, wanted[name]) for name, each in held.items()):
        raise _refused(path, None, "a file of rules defines LAYER, a Layer, or BUNDLE, a Bundle")
    return found


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """A file of rules may import those that lie beside it."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _line_of(error: Exception, path: Path) -> int | None:
    """The line of a file in which an error arose."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename) == path), None)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layer as a TOML file gives it."""

    id: str
    rows: dict[str, dict[str, Any]] = {}
    new: dict[str, dict[str, Any]] = {}
    layers: tuple[str, ...] = ()
    title: str = ""
    cite: str = "house rule"
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    group: str = "House rules"


def _from_toml(path: Path, text: bytes, tables: TablesUnder) -> Layer | Bundle:
    try:
        found = msgspec.convert(tomllib.loads(text.decode("utf-8")), _File)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise _refused(path, int(line[1]) if line else _last_line(text), str(error)) from None
    except UnicodeDecodeError as error:
        raise _refused(path, text[: error.start].count(b"\n") + 1, str(error)) from None
    except msgspec.ValidationError as error:
        word = re.search(r"field `(\w+)`|`\$\.(\w+)", str(error))
        raise _refused(path, _line_with(text, word[1] or word[2]) if word else None, _plainly(error)) from None
    cite = Cite(path.name, found.cite)
    if bool(found.layers) == bool(found.rows or found.new):
        raise _refused(path, None, "a file of rules gives rows of tables, or the layers of a bundle")
    if found.layers:
        return Bundle(found.id, cite, found.title or found.id, found.layers, found.group)
    known = tables(found.needs)
    return Layer(
        found.id,
        cite,
        title=found.title or found.id,
        group=found.group,
        needs=found.needs,
        excludes=found.excludes,
        change=tuple(_changes(path, text, found, cite, known)),
    )


def _last_line(text: bytes) -> int:
    return max(1, len(text.splitlines()))


def _plainly(error: msgspec.ValidationError) -> str:
    """What is wrong with the form of a file, in words of TOML."""
    told = str(error).replace("Object contains", "there is an").replace("Object missing required", "there is no")
    return told.replace("`object`", "a table").replace("`array`", "a list")


def _changes(
    path: Path, text: bytes, found: _File, cite: Cite, tables: Mapping[str, Table[Any, Any]]
) -> Iterator[Rows[Any, Any]]:
    """The rows that a file gives for each table."""
    for id in dict.fromkeys((*found.rows, *found.new)):
        if id not in tables:
            raise _refused(path, _line_with(text, id), f"there is no table {id!r}{_meant(id, tables)}")
        read: dict[Any, Any] = {}
        for new, rows in ((False, found.rows.get(id, {})), (True, found.new.get(id, {}))):
            for key, value in rows.items():
                try:
                    read.update((_row(tables[id], key, value, new=new),))
                except (ValueError, TypeError, msgspec.ValidationError) as error:
                    raise _refused(path, _line_with(text, key), f"row {key!r} of {id!r}: {error}") from None
        yield Rows(f"{found.id}.{id}", tables[id], read, (), cite, (), path.name)


def _row(table: Table[Any, Any], text: str, value: Any, *, new: bool) -> tuple[Any, Any]:
    """A row as the table has them, with its key."""
    if table.reads is not None:
        return text, table.reads(text, value)
    key = _key(table.rows, text)
    if key is not None and new:
        raise ValueError("there is such a row already; what changes it stands under [rows]")
    if key is None and not new:
        there = [_parts(known) for known in table.rows]
        raise ValueError(f"there is no such row{_meant(text, there)}; a new one stands under [new]")
    key = _new_key(table.rows, text) if key is None else key
    return key, _value(table, key, value)


def _meant(text: str, there: Iterable[str]) -> str:
    """What somebody may have meant who wrote something else."""
    close = get_close_matches(text, list(there), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _line_with(text: bytes, word: str) -> int | None:
    """The first line of a file that a word stands in."""
    return next((at for at, line in enumerate(text.decode().splitlines(), start=1) if word in line), None)


def _key(keys: Iterable[Any], text: str) -> Any:
    """The key that a text stands for, if there is one.

    A key of several parts is written with commas between them: `"mml, LRM"`.
    """
    return next((key for key in keys if text in (str(key), _parts(key))), None)


def _new_key(keys: Iterable[Any], text: str) -> Any:
    """A key that there is not, of the kind that the others are of."""
    kinds = {type(key) for key in keys}
    if kinds == {int}:
        if not text.lstrip("-").isdigit():
            raise ValueError("rows of this table stand under whole numbers")
        return int(text)
    if kinds == {str}:
        return text
    raise ValueError("a new row of this table cannot be named in a file")


def _inner_key(keys: Sequence[Any], text: str) -> Any:
    """A key within a row: one that such a row has."""
    found = _key(keys, text)
    if found is None:
        there = list(dict.fromkeys(_parts(key) for key in keys))
        raise ValueError(f"there is no {text!r} in such a row; there are {', '.join(there)}")
    return found


def _parts(key: Any) -> str:
    return ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _value(table: Table[Any, Any], key: Any, value: Any) -> Any:
    """What a file gives for a row, in the form that the rows of the table have."""
    before: Any = table.rows.get(key)
    if isinstance(value, dict) and isinstance(before, msgspec.Struct):
        value = {**msgspec.to_builtins(before), **value}
    if isinstance(value, dict) and isinstance(before, tuple) and hasattr(before, "_asdict"):
        value = {**before._asdict(), **value}
    found = _like(list(table.rows.values()), value)
    return {**before, **found} if isinstance(before, dict) else found


def _like(models: Sequence[Any], value: Any) -> Any:
    """A value of a file in the form that some values of a table have, which it must fit."""
    kinds = list(dict.fromkeys(type(model) for model in models if model is not None))
    for number, kind in enumerate(kinds, start=1):
        try:
            return _of_kind(kind, [model for model in models if type(model) is kind], value)
        except (ValueError, TypeError):
            if number == len(kinds):
                raise
    raise ValueError("a row of an empty table cannot be given in a file")


def _of_kind(kind: type, models: Sequence[Any], value: Any) -> Any:
    if kind is Fraction:
        return _fraction(value)
    if issubclass(kind, msgspec.Struct):
        return msgspec.convert(value, kind)
    if issubclass(kind, frozenset):
        parts = [part for model in models for part in model]
        return frozenset(_like(parts or [""], part) for part in _listed(value))
    if kind is tuple:
        return _tuple(models, _listed(value))
    if issubclass(kind, tuple):
        return _named(kind, models, value)
    if kind is dict:
        keys, parts = [key for model in models for key in model], [part for model in models for part in model.values()]
        return {
            _inner_key(keys, key): _like(parts, part) for key, part in msgspec.convert(value, dict[str, Any]).items()
        }
    if issubclass(kind, bool | int | float | str):
        return msgspec.convert(value, kind)
    raise ValueError(f"rows of {kind.__name__} cannot be given in a file")


def _tuple(models: Sequence[Any], values: list[Any]) -> tuple[Any, ...]:
    """As many parts as all rows have, each of the kind that it has there; where rows differ in length, any number."""
    lengths = {len(model) for model in models}
    if len(lengths) > 1:
        parts = [part for model in models for part in model]
        return tuple(_like(parts, value) for value in values)
    if len(values) not in lengths:
        raise ValueError(f"a row has {lengths.pop()} values, not {len(values)}")
    return tuple(_like(column, value) for column, value in zip(zip(*models, strict=True), values, strict=True))


def _named(kind: type, models: Sequence[Any], value: Any) -> Any:
    """A row whose parts have names."""
    given = msgspec.convert(value, dict[str, Any])
    names = models[0]._fields
    unknown = [name for name in given if name not in names]
    if unknown:
        raise ValueError(f"there is no {unknown[0]!r} in such a row; there are {', '.join(names)}")
    return kind(**{name: _like([getattr(model, name) for model in models], part) for name, part in given.items()})


def _fraction(value: Any) -> Fraction:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'{value!r} is no fraction; write 0.5 or "1/2"') from None


def _listed(value: Any) -> list[Any]:
    found: list[Any] = list(value) if isinstance(value, tuple) else msgspec.convert(value, list[Any])
    return found
