"""Finds what asks a rule or reads a table past the ruleset, so that no layer could reach it.

`bypasses` reads source: names that stand for rules and are called or handed on, names of tables that a function reads.
`apart` finds by running what no reading does, such as rules in collections and other rulesets than the one given: it
copies layers, and closes what they were copied from.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NoReturn

import pytest

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Entry, Rule, Slot, Table

CHANGES = ("below", "replaced_by", "wrapped_in")
"""What a rule itself is given to: a change of a layer, or the question which rule lies below it."""


def bypasses(source: str, names: Mapping[str, Any]) -> list[str]:
    """The places of a module, given with what its names stand for, that reach past the ruleset: `12: weight(plan)`."""
    finder = _Finder(names)
    finder.visit(ast.parse(source))
    return finder.found


def slots_asked(source: str, names: Mapping[str, Any]) -> list[Slot[..., Any]]:
    """The slots that a module asks for or hands to who does: all that it names, but not as the place of a rule."""
    tree = ast.parse(source)
    places = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "slot"}
    finder = _Finder(names)
    named = [finder.value(node) for node in ast.walk(tree) if isinstance(node, ast.expr) and id(node) not in places]
    return [value for value in named if isinstance(value, Slot)]


Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class _Finder:
    """Walks through a module with the names that hold where it is."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.scopes: list[Mapping[str, Any]] = [names]
        self.functions = 0
        self.found: list[str] = []

    def visit(self, node: ast.AST) -> None:
        """Judge something, and go on to what is inside it."""
        if isinstance(node, ast.expr) and (self._asks_a_rule(node) or (self.functions and self._reads_a_table(node))):
            self.found.append(f"{node.lineno}: {ast.unparse(node)}")
        bound = {}
        if isinstance(node, Function):
            bound = _bound(node)
        elif isinstance(node, Comprehension):
            bound = {name.id: None for each in node.generators for name in _names(each.target)}
        self.scopes.append(bound)
        self.functions += isinstance(node, Function)
        for inner in ast.iter_child_nodes(node):
            self.visit(inner)
        self.functions -= isinstance(node, Function)
        self.scopes.pop()

    def _asks_a_rule(self, node: ast.expr) -> bool:
        """Whether it calls a rule, hands it to somebody who may, or takes out its function."""
        if isinstance(node, ast.Attribute):
            return node.attr == "function" and self._is(node.value, Rule)
        if not isinstance(node, ast.Call):
            return False
        handed = [*node.args, *(keyword.value for keyword in node.keywords)]
        changes = isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES
        return self._is(node.func, Rule) or (not changes and any(self._is(value, Rule) for value in handed))

    def _reads_a_table(self, node: ast.expr) -> bool:
        """Whether it looks into a table; a layer does when it is written, to change rows, but functions may not."""
        if isinstance(node, ast.Attribute):
            return node.attr in ("rows", "get") and self._is(node.value, Table)
        if isinstance(node, ast.Compare):
            return any(self._is(value, Table) for value in node.comparators)
        return isinstance(node, ast.Subscript) and self._is(node.value, Table)

    def _is(self, node: ast.expr, kind: type) -> bool:
        return isinstance(self.value(node), kind)

    def value(self, node: ast.expr) -> Any:
        """What a name, or a name of a module, stands for; nothing where only running would tell."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            return next((scope[node.id] for scope in reversed(self.scopes) if node.id in scope), None)
        if isinstance(node, ast.Attribute):
            home = self.value(node.value)
            return getattr(home, node.attr, None) if isinstance(home, ModuleType) else None
        return None


def _names(node: ast.AST) -> list[ast.Name]:
    return [name for name in ast.walk(node) if isinstance(name, ast.Name)]


def _bound(function: Function) -> dict[str, Any]:
    """The names that a function binds itself: what it imports as what that is, all others unknown."""
    taken = function.args
    given = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    bound: dict[str, Any] = {argument.arg: None for argument in given if argument is not None}
    for node in _own(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound[node.name] = None
        elif isinstance(node, ast.ImportFrom) and node.module:
            home = importlib.import_module(node.module)
            bound |= {alias.asname or alias.name: getattr(home, alias.name, None) for alias in node.names}
    return bound


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function itself, and not in functions and comprehensions inside it."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, Function | Comprehension):
            yield from _own(node)


class PastTheRulesError(AssertionError):
    """Something was asked that only a ruleset may hand out."""


class _Closed(dict[Any, Any]):
    """Rows that may not be read."""

    def __init__(self, id: str) -> None:
        self.id = id

    def _read(self, *_: object) -> NoReturn:
        raise PastTheRulesError(self.id)

    __getitem__ = __contains__ = __iter__ = __len__ = get = items = keys = values = _read


@contextmanager
def apart(*layers: Layer) -> Iterator[tuple[Layer, ...]]:
    """Copies of layers whose own entries may not be asked or read meanwhile."""
    copies = tuple(
        Layer(layer.id, layer.cite, needs=layer.needs, add=tuple(_copy(entry) for entry in layer.add))
        for layer in layers
    )
    with pytest.MonkeyPatch.context() as patch:
        for entry in (entry for layer in layers for entry in layer.add):
            if isinstance(entry, Rule):
                patch.setattr(entry, "function", _closed(entry.id))
            else:
                patch.setattr(entry, "rows", _Closed(entry.id))
        yield copies


def _copy(entry: Entry) -> Entry:
    if isinstance(entry, Rule):
        return Rule(entry.id, entry.function, entry.cite, entry.implements, entry.slot, entry.only)
    return Table(entry.id, entry.rows, cite=entry.cite, reads=entry.reads, of=entry.of, shows=entry.shows)


def _closed(id: str) -> Any:
    def asked(*_: object, **__: object) -> NoReturn:
        raise PastTheRulesError(id)

    return asked
