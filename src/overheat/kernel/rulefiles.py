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
from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec

from overheat.kernel.cite import Cite
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
            spec.loader.exec_module(module)
        except BaseException as error:
            del sys.modules[name]
            if not isinstance(error, Exception):
                raise
            raise _refused(path, _line_of(error, path), _reason_of(error)) from None
    layer = getattr(sys.modules[name], "LAYER", None)
    if not isinstance(layer, Layer):
        raise _refused(path, None, "a file of rules defines LAYER, a Layer")
    return layer


def _line_of(error: Exception, path: Path) -> int | None:
    """The line of a file in which an error arose."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename) == path), None)


def _reason_of(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    return f"{type(error).__name__}: {error}".splitlines()[0]


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
                name = _key(tables[id], key)
                read[name] = _value(tables[id].rows.get(name), tables[id], value)
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


def _key(table: Table[Any, Any], text: str) -> Any:
    """The key of a table that a text stands for: one that there is, or a new one of the same kind."""
    for key in table.rows:
        if str(key) == text:
            return key
    kinds = {type(key) for key in table.rows}
    if kinds == {int}:
        return int(text)
    if kinds == {str}:
        return text
    raise ValueError("there is no such row, and a row of this table cannot be named in a file")


def _value(before: Any, table: Table[Any, Any], value: Any) -> Any:
    """What a file gives, in the form that the rows of the table have."""
    model = before if before is not None else next(iter(table.rows.values()), None)
    if isinstance(model, Fraction):
        return Fraction(str(value))
    if isinstance(model, msgspec.Struct):
        if before is not None and isinstance(value, dict):
            value = {**msgspec.to_builtins(before), **value}
        return msgspec.convert(value, type(model))
    if isinstance(model, frozenset):
        return frozenset(msgspec.convert(value, list[str]))
    if isinstance(model, tuple):
        return tuple(msgspec.convert(value, list[Any]))
    if isinstance(model, bool | int | float | str):
        return msgspec.convert(value, type(model))
    raise ValueError(f"rows of {type(model).__name__} cannot be given in a file")
