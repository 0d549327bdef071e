"""Layers from a user's own file: Python for rules, verbs and phases, TOML for rows of tables.

A Python file defines `LAYER` as the files of this project do. A TOML file names itself and gives rows:

    id = "cheap_apples"
    title = "Apples cost nothing"
    needs = ["market"]

    [rows."market.prices"]
    "apple" = 0

A file that cannot be read as a layer is refused with its name, the line and the reason.
"""

from __future__ import annotations

import re
import sys
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.faults import reason_of
from overheat.kernel.layers import Layer
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules import Rows, Table

SUFFIXES = (".py", ".toml")


def is_file_of_rules(name: str) -> bool:
    """Whether a name on a command line is that of a file and not of a layer."""
    return name.endswith(SUFFIXES)


def read_layer(path: Path, tables: Mapping[str, Table[Any, Any]]) -> Layer:
    """The layer that a file brings; its rows are those of tables known by their ids."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise _refused(path, None, error.strerror or str(error)) from None
    return _from_toml(path, text, tables) if path.suffix == ".toml" else _from_python(path, text)


def _refused(path: Path, line: int | None, reason: str) -> RefusedError:
    where = str(path) if line is None else f"{path}:{line}"
    return refuse("rules.file", f"{where}: {reason}", file=str(path), line=line)


def _from_python(path: Path, text: bytes) -> Layer:
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
    layer = getattr(sys.modules[name], "LAYER", None)
    if not isinstance(layer, Layer):
        raise _refused(path, None, "a file of rules defines LAYER, a Layer")
    return layer


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
    rows: dict[str, dict[str, Any]]
    title: str = ""
    cite: str = "house rule"
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    group: str = "House rules"


def _from_toml(path: Path, text: bytes, tables: Mapping[str, Table[Any, Any]]) -> Layer:
    try:
        found = msgspec.convert(tomllib.loads(text.decode("utf-8")), _File)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise _refused(path, int(line[1]) if line else None, str(error)) from None
    except (UnicodeDecodeError, msgspec.ValidationError) as error:
        raise _refused(path, None, str(error)) from None
    cite = Cite(path.name, found.cite)
    changes = []
    for id, rows in found.rows.items():
        if id not in tables:
            raise _refused(path, _line_with(text, id), f"there is no table {id!r}")
        read = {}
        for key, value in rows.items():
            try:
                reads = tables[id].reads
                name = key if reads is not None else _key(tables[id].rows, key)
                read[name] = _value(tables[id], name, value) if reads is None else reads(key, value)
            except (ValueError, TypeError, msgspec.ValidationError) as error:
                raise _refused(path, _line_with(text, key), f"row {key!r} of {id!r}: {error}") from None
        changes.append(Rows(f"{found.id}.{id}", tables[id], read, (), cite, (), f"{path.name}"))
    return Layer(
        found.id,
        cite,
        title=found.title or found.id,
        group=found.group,
        needs=found.needs,
        excludes=found.excludes,
        change=tuple(changes),
    )


def _line_with(text: bytes, word: str) -> int | None:
    """The first line of a file that a word stands in."""
    return next((at for at, line in enumerate(text.decode().splitlines(), start=1) if word in line), None)


def _key(keys: Iterable[Any], text: str) -> Any:
    """The key that a text stands for: one that there is, or a new one of the same kind.

    A key of several parts is written with commas between them: `"mml, LRM"`.
    """
    known = list(keys)
    for key in known:
        if text in (str(key), _parts(key)):
            return key
    kinds = {type(key) for key in known}
    if kinds == {int}:
        return int(text)
    if kinds == {str}:
        return text
    there = ", ".join(repr(_parts(key)) for key in known)
    raise ValueError(f"there is no such row, and a new one cannot be named in a file; there are {there}")


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
        return {_key(keys, key): _like(parts, part) for key, part in msgspec.convert(value, dict[str, Any]).items()}
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
