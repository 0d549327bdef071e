"""Rules with an identity, layers that change them, and the ruleset that results.

A rule is a small cited function. A decision is a rule asked by its own name; a contribution belongs to a slot, and all
rules of a slot are asked in order. A layer adds, replaces or drops rules and tables by id. `compose` stacks layers into
a frozen ruleset and refuses nonsense. Code that needs a rule asks the ruleset for it; the standard rule is the key:

    rules[ends_turn](state)         the decision in force, whoever put it there
    for rule in rules[TERMS]: ...   every contribution in force
    rules[PRICES]["apple"]          a row of the table in force
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar, overload

from overheat.kernel.cite import Cite
from overheat.kernel.refusal import refuse

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")


class Slot(Generic[P, R]):
    """A typed place where rules contribute. `nothing` is what a rule returns that has nothing to say."""

    __slots__ = ("id", "nothing")

    def __init__(self, id: str, nothing: R) -> None:
        self.id = id
        self.nothing = nothing

    def __repr__(self) -> str:
        return f"Slot({self.id!r})"


class Rule(Generic[P, R]):
    """A function with an address, a citation, and the register ids that it makes work."""

    __slots__ = ("cite", "function", "id", "implements", "slot")

    def __init__(
        self,
        id: str,
        function: Callable[P, R],
        cite: Cite,
        implements: tuple[str, ...] = (),
        slot: Slot[P, R] | None = None,
    ) -> None:
        self.id = id
        self.function = function
        self.cite = cite
        self.implements = implements
        self.slot = slot

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    @property
    def where(self) -> str:
        """The function's place in the source, as `package.module.function`."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def says(self) -> str:
        """The rule in a sentence: the first line of its docstring."""
        return (self.function.__doc__ or "").strip().split("\n", 1)[0]

    def __repr__(self) -> str:
        return f"Rule({self.id!r})"


@overload
def rule(id: str, *, cite: Cite, implements: Sequence[str] = ()) -> Callable[[Callable[P, R]], Rule[P, R]]: ...
@overload
def rule(
    id: str, *, cite: Cite, implements: Sequence[str] = (), slot: Slot[P, R]
) -> Callable[[Callable[P, R]], Rule[P, R]]: ...
def rule(
    id: str, *, cite: Cite, implements: Sequence[str] = (), slot: Slot[P, R] | None = None
) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Make a function a rule. With a slot it contributes there; without, it decides by its own id."""

    def make(function: Callable[P, R]) -> Rule[P, R]:
        return Rule(id, function, cite, tuple(implements), slot)

    return make


class Table(Generic[K, V]):
    """Rows by key, with an address and a citation, so that a layer may put other rows in its place."""

    __slots__ = ("cite", "id", "implements", "rows", "where")

    def __init__(
        self, id: str, rows: Mapping[K, V], *, cite: Cite, implements: Sequence[str] = (), where: str = ""
    ) -> None:
        self.id = id
        self.rows = rows
        self.cite = cite
        self.implements = tuple(implements)
        self.where = where

    def __getitem__(self, key: K) -> V:
        return self.rows[key]

    def __contains__(self, key: object) -> bool:
        return key in self.rows

    def get(self, key: K) -> V | None:
        """The row of a key; None where the table has none."""
        return self.rows.get(key)

    def __repr__(self) -> str:
        return f"Table({self.id!r})"


Entry = Rule[..., Any] | Table[Any, Any]


@dataclass(frozen=True)
class Layer:
    """What one book, option or variant changes. `needs` names layers that must lie below."""

    id: str
    cite: Cite
    title: str = ""
    needs: tuple[str, ...] = ()
    add: tuple[Entry, ...] = ()
    replace: Mapping[str, Entry] = field(default_factory=dict)
    drop: tuple[str, ...] = ()

    @property
    def entries(self) -> Iterator[Entry]:
        """Every rule and table this layer brings."""
        yield from self.add
        yield from self.replace.values()


@dataclass(frozen=True)
class Standing:
    """How an entry came to be in force: the layer that says so, and the layers it overrode, newest first."""

    layer: str
    entry: Entry | None
    overrides: tuple[str, ...] = ()


class Ruleset:
    """The rules in force, as a value. Two games under two rulesets run side by side."""

    __slots__ = ("_slots", "_standing", "layers")

    def __init__(self, layers: tuple[str, ...], standing: dict[str, Standing]) -> None:
        self.layers = layers
        self._standing = standing
        slots: dict[str, list[Rule[..., Any]]] = {}
        for held in standing.values():
            if isinstance(held.entry, Rule) and held.entry.slot is not None:
                slots.setdefault(held.entry.slot.id, []).append(held.entry)
        self._slots = {id: tuple(rules) for id, rules in slots.items()}

    @overload
    def __getitem__(self, key: Rule[P, R]) -> Rule[P, R]: ...
    @overload
    def __getitem__(self, key: Table[K, V]) -> Table[K, V]: ...
    @overload
    def __getitem__(self, key: Slot[P, R]) -> tuple[Rule[P, R], ...]: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Slot):
            return self._slots.get(key.id, ())
        held = self._standing.get(key.id)
        if held is None or held.entry is None:
            raise refuse("rules.absent", f"no rule {key.id!r} in force under {' + '.join(self.layers)}", rule=key.id)
        return held.entry

    def __contains__(self, id: object) -> bool:
        held = self._standing.get(str(id))
        return held is not None and held.entry is not None

    def __iter__(self) -> Iterator[Entry]:
        return (held.entry for held in self._standing.values() if held.entry is not None)

    def who_says(self, id: str) -> Standing:
        """Which layer put this rule in force, or dropped it, and what it overrode."""
        if id not in self._standing:
            raise refuse("rules.unknown", f"no layer of {' + '.join(self.layers)} speaks of {id!r}", rule=id)
        return self._standing[id]

    def __repr__(self) -> str:
        return f"Ruleset({' + '.join(self.layers)})"


def compose(*layers: Layer) -> Ruleset:
    """Stack layers, lowest first. Whatever makes no sense is refused by name."""
    standing: dict[str, Standing] = {}
    below: list[str] = []
    for layer in layers:
        if layer.id in below:
            raise refuse("rules.twice", f"layer {layer.id!r} is stacked twice", layer=layer.id)
        for need in layer.needs:
            if need not in below:
                raise refuse(
                    "rules.needs", f"layer {layer.id!r} needs {need!r} below it", layer.cite, layer=layer.id, needs=need
                )
        _lay(layer, standing)
        below.append(layer.id)
    return Ruleset(tuple(below), standing)


def _lay(layer: Layer, standing: dict[str, Standing]) -> None:
    """Apply one layer's additions, replacements and drops to what stands below it."""
    for entry in layer.add:
        held = standing.get(entry.id)
        if held is not None:
            raise refuse(
                "rules.exists",
                f"layer {layer.id!r} adds {entry.id!r}, which {held.layer!r} already decides",
                layer.cite,
                layer=layer.id,
                rule=entry.id,
            )
        standing[entry.id] = Standing(layer.id, entry)
    for id, entry in layer.replace.items():
        held = _in_force(layer, standing, id, "replaces")
        if _shape(entry) != _shape(held.entry):
            raise refuse(
                "rules.shape",
                f"layer {layer.id!r} replaces {id!r} by something of another kind",
                layer.cite,
                layer=layer.id,
                rule=id,
            )
        standing[id] = Standing(layer.id, entry, (held.layer, *held.overrides))
    for id in layer.drop:
        held = _in_force(layer, standing, id, "drops")
        standing[id] = Standing(layer.id, None, (held.layer, *held.overrides))


def _in_force(layer: Layer, standing: dict[str, Standing], id: str, verb: str) -> Standing:
    """What a layer may replace or drop: it must stand, and two layers that do not know of each other may not both."""
    held = standing.get(id)
    if held is None or held.entry is None:
        raise refuse(
            "rules.nothing",
            f"layer {layer.id!r} {verb} {id!r}, which is not in force",
            layer.cite,
            layer=layer.id,
            rule=id,
        )
    if held.overrides and held.layer not in layer.needs:
        raise refuse(
            "rules.conflict",
            f"layers {held.layer!r} and {layer.id!r} both change {id!r}",
            layer.cite,
            layer=layer.id,
            other=held.layer,
            rule=id,
        )
    return held


def _shape(entry: Entry | None) -> object:
    """What must stay the same when an entry is replaced: rule or table, and the slot it serves."""
    if isinstance(entry, Rule):
        return ("rule", entry.slot.id if entry.slot else None)
    return "table"
