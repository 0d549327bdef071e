"""Layers: what one book, option or variant changes, and how layers become a ruleset.

A layer adds rules and tables, replaces a rule by another of the same signature, wraps a rule in one that asks it
(`rules.below`), amends single rows of a table, or drops an entry. `compose` stacks layers and refuses nonsense by name.
The order of layers matters only among wraps: a swap lies beneath every wrap of the same rule, whichever was laid first.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from numbers import Number
from typing import Any

from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import (
    Change,
    Entry,
    LayeredTable,
    Rows,
    Rule,
    Ruleset,
    Slot,
    Standing,
    Swap,
    Table,
    Wrap,
)

CHECKS: Slot[[Ruleset], Refusal | None] = Slot("rules.checks", nothing=None)
"""What must hold of a ruleset as a whole; a game brings its checks as rules, and `compose` asks them."""


_PARTS: tuple[tuple[str, Any, str], ...] = (
    ("needs", str, "names of layers"),
    ("excludes", str, "names of layers"),
    ("add", (Rule, Table), "rules and tables"),
    ("change", (Swap, Rows), "what replaced_by, wrapped_in and amended make"),
    ("drop", (Rule, Table), "rules and tables"),
)
"""What belongs into each part of a layer."""


@dataclass(frozen=True)
class Layer:
    """What one book, option or variant changes."""

    id: str
    cite: Cite
    title: str = ""
    group: str = ""
    """The heading that an option screen lists it under."""
    needs: tuple[str, ...] = ()
    """Layers that must lie below it."""
    excludes: tuple[str, ...] = ()
    """Layers that contradict it."""
    add: tuple[Entry, ...] = ()
    change: tuple[Change, ...] = ()
    drop: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        """A list of something else than belongs there is a mistake that a type checker sees, and this one too."""
        for name, kinds, wanted in _PARTS:
            part: Any = getattr(self, name)
            strange = [part] if isinstance(part, str) else [each for each in part if not isinstance(each, kinds)]
            if strange:
                told = getattr(strange[0], "__name__", None) or repr(strange[0])
                raise TypeError(f"layer {self.id!r} has {told} among {name!r}, which holds {wanted}")

    @cached_property
    def swaps(self) -> tuple[Swap[..., Any], ...]:
        """The rules that it puts in the place of others, or lays over them."""
        return tuple(change for change in self.change if isinstance(change, Swap))

    @cached_property
    def rows(self) -> tuple[Rows[Any, Any], ...]:
        """The rows of tables that it brings."""
        return tuple(change for change in self.change if isinstance(change, Rows))

    @cached_property
    def decides(self) -> frozenset[tuple[str, object]]:
        """What only one layer may decide: an entry that is added or swapped, a row of a table."""
        found: set[tuple[str, object]] = {(entry.id, None) for entry in self.add}
        found |= {(swap.old.id, None) for swap in self.swaps if not isinstance(swap, Wrap)}
        return frozenset(found | {(rows.table.id, key) for rows in self.rows for key in rows.keys})

    @cached_property
    def touches(self) -> frozenset[str]:
        """Every entry that it speaks of."""
        found = {id for id, _ in self.decides} | {swap.old.id for swap in self.swaps}
        return frozenset(found | {entry.id for entry in self.drop})


@dataclass(frozen=True)
class Bundle:
    """A name for several layers."""

    id: str
    cite: Cite
    title: str
    layers: tuple[str, ...]
    """Names of layers or of other bundles."""
    group: str = ""
    edition: bool = False
    """Whether it is a whole reading of the game, of which one is played: naming another puts it away."""


def compose(*layers: Layer) -> Ruleset:
    """Stack layers, lowest first. Whatever makes no sense is refused by name."""
    stack = _Stack()
    for layer in layers:
        stack.lay(layer)
    rules = stack.ruleset()
    for check in rules[CHECKS]:
        no = check.function(rules)
        if no is not None:
            raise RefusedError(no)
    return rules


@dataclass
class _Place:
    """What the layers so far have made of one id."""

    layer: str
    """The layer that added the entry, swapped it or dropped it."""
    entry: Entry | None
    overrides: tuple[str, ...] = ()
    swapped: list[Rule[..., Any]] = field(default_factory=list)
    """The rules that swaps have put aside, oldest first."""
    wraps: list[tuple[str, Rule[..., Any]]] = field(default_factory=list)
    rows: list[Rows[Any, Any]] = field(default_factory=list)
    owners: dict[Any, str] = field(default_factory=dict)
    """Of a table, the layer that each changed row comes from."""

    @property
    def changed_by(self) -> list[str]:
        """The layers that have changed what was added."""
        swapper = [self.layer] if self.overrides else []
        return [*swapper, *(layer for layer, _ in self.wraps), *self.owners.values()]


class _Stack:
    """Layers on their way to a ruleset."""

    def __init__(self) -> None:
        self._layers: list[Layer] = []
        self._names: list[str] = []
        self._excluded: dict[str, Layer] = {}
        self._places: dict[str, _Place] = {}
        self._models: dict[str, Rule[..., Any]] = {}
        """The first rule of each slot, which the others must be like."""

    def lay(self, layer: Layer) -> None:
        """Put a layer on top."""
        self._check_company(layer)
        for entry in layer.add:
            self._add(layer, entry)
        for swap in layer.swaps:
            self._swap(layer, swap)
        for rows in layer.rows:
            self._change_rows(layer, rows)
        for entry in layer.drop:
            place = self._in_force(layer, entry.id, "drops")
            self._check_alone(layer, place, entry.id, place.changed_by)
            self._places[entry.id] = _Place(layer.id, None, (place.layer, *place.overrides))
        self._layers.append(layer)
        self._names.append(layer.id)

    def _check_company(self, layer: Layer) -> None:
        """A layer lies once, on what it needs, and not with what contradicts it."""
        if layer.id in self._names:
            raise refuse("rules.twice", f"layer {layer.id!r} is stacked twice", layer=layer.id)
        for need in layer.needs:
            if need not in self._names:
                reason = f"layer {layer.id!r} needs {need!r} below it"
                raise refuse("rules.needs", reason, layer.cite, layer=layer.id, needs=need)
        foes = [name for name in self._names if name in layer.excludes]
        if layer.id in self._excluded:
            foes.append(self._excluded[layer.id].id)
        if foes:
            reason = f"layers {foes[0]!r} and {layer.id!r} contradict each other"
            raise refuse("rules.excludes", reason, layer.cite, layer=layer.id, other=foes[0])
        self._excluded.update(dict.fromkeys(layer.excludes, layer))

    def _add(self, layer: Layer, entry: Entry) -> None:
        held = self._places.get(entry.id)
        if held is not None:
            reason = f"layer {layer.id!r} adds {entry.id!r}, which {held.layer!r} already decides"
            raise refuse("rules.exists", reason, layer.cite, layer=layer.id, rule=entry.id)
        self._check_slot(layer, entry)
        self._places[entry.id] = _Place(layer.id, entry)

    def _check_slot(self, layer: Layer, entry: Entry) -> None:
        """A rule of a slot is asked with the facts that the others of the slot are asked with."""
        if not isinstance(entry, Rule) or entry.slot is None:
            return
        model = self._models.setdefault(entry.slot.id, entry)
        why = _misfit(model, entry)
        if why:
            reason = f"layer {layer.id!r} adds {entry.id!r} to the slot {entry.slot.id!r}, {why}"
            raise refuse("rules.shape", reason, layer.cite, layer=layer.id, rule=entry.id)

    def _swap(self, layer: Layer, swap: Swap[..., Any]) -> None:
        verb = "wraps" if isinstance(swap, Wrap) else "swaps"
        place = self._in_force(layer, swap.old.id, verb)
        why = _misfit(swap.old, swap.new)
        if why:
            reason = f"layer {layer.id!r} {verb} {swap.old.id!r} by {swap.new.id!r}, {why}"
            raise refuse("rules.shape", reason, layer.cite, layer=layer.id, rule=swap.old.id)
        if isinstance(swap, Wrap):
            place.wraps.append((layer.id, swap.new))
            return
        self._check_alone(layer, place, swap.old.id, [place.layer] if place.overrides else [])
        if isinstance(place.entry, Rule):
            place.swapped.append(place.entry)
        place.layer, place.entry, place.overrides = layer.id, swap.new, (place.layer, *place.overrides)

    def _change_rows(self, layer: Layer, rows: Rows[Any, Any]) -> None:
        place = self._in_force(layer, rows.table.id, "changes rows of")
        for key in rows.keys:
            owner = place.owners.get(key)
            if owner is not None and (owner == layer.id or owner not in layer.needs):
                reason = f"layers {owner!r} and {layer.id!r} both change the row {key!r} of {rows.table.id!r}"
                raise refuse("rules.row", reason, layer.cite, layer=layer.id, other=owner, rule=rows.table.id)
            if key in rows.out and not isinstance(place.entry, Rule) and key not in _table(place):
                reason = f"layer {layer.id!r} takes out the row {key!r} of {rows.table.id!r}, which has none"
                raise refuse("rules.nothing", reason, layer.cite, layer=layer.id, rule=rows.table.id)
            place.owners[key] = layer.id
        strange = _strange_row(place, rows)
        if strange:
            reason = f"layer {layer.id!r} brings the row {strange[0]!r} of {rows.table.id!r}, {strange[1]}"
            raise refuse("rules.shape", reason, layer.cite, layer=layer.id, rule=rows.table.id)
        place.rows.append(rows)

    def _in_force(self, layer: Layer, id: str, verb: str) -> _Place:
        place = self._places.get(id)
        if place is None or place.entry is None:
            reason = f"layer {layer.id!r} {verb} {id!r}, which is not in force"
            raise refuse("rules.nothing", reason, layer.cite, layer=layer.id, rule=id)
        return place

    def _check_alone(self, layer: Layer, place: _Place, id: str, others: Sequence[str]) -> None:
        """Two layers that do not know of each other may not both decide one thing."""
        for other in others:
            if other not in layer.needs:
                reason = f"layers {other!r} and {layer.id!r} both change {id!r}"
                raise refuse("rules.conflict", reason, layer.cite, layer=layer.id, other=other, rule=id)

    def ruleset(self) -> Ruleset:
        """The ruleset that the layers come to."""
        standing: dict[str, Standing] = {}
        below: dict[str, Rule[..., Any]] = {}
        for id, place in self._places.items():
            entry, layer, overrides = place.entry, place.layer, place.overrides
            if isinstance(entry, Rule) and (place.swapped or place.wraps):
                chain = [*place.swapped, entry, *(rule for _, rule in place.wraps)]
                below.update({upper.id: lower for lower, upper in pairwise(chain)})
                entry = chain[-1]
                for name, _ in place.wraps:
                    layer, overrides = name, (layer, *overrides)
            elif place.rows and not isinstance(entry, Rule):
                entry = _table(place)
            standing[id] = Standing(layer, entry, overrides, place.owners or None)
        return Ruleset(tuple(self._layers), standing, below)


def _table(place: _Place) -> Table[Any, Any]:
    """A table with the rows that layers have brought so far."""
    assert isinstance(place.entry, Table)
    return LayeredTable(place.entry, place.rows) if place.rows else place.entry


NUMBERS = (int, float, Fraction)
"""Numbers of any of these kinds may stand for each other in a table."""


def _strange_row(place: _Place, rows: Rows[Any, Any]) -> tuple[Any, str] | None:
    """A row that is of no kind that the rows of its table are of, and which kind that is; None where all fit."""
    there = _table(place).rows.values() if not isinstance(place.entry, Rule) else ()
    kinds = tuple({Number if type(row) in NUMBERS else _family(type(row)) for row in there})
    for key, row in rows.rows.items():
        if kinds and not isinstance(row, kinds):
            return key, f"which is {_named(type(row))} and not {' or '.join(sorted(map(_named, kinds)))}"
    return None


def _family(kind: type) -> type:
    """The uppermost of our own classes that a kind of row is made from: rows of one family stand in one table."""
    ours = [base for base in kind.__mro__ if base.__module__.partition(".")[0] == __name__.partition(".")[0]]
    return ours[-1] if ours else kind


def _misfit(old: Entry, new: Entry) -> str:
    """Why a rule cannot stand for another: another slot, other facts to be asked with; nothing when it can."""
    if not isinstance(old, Rule) or not isinstance(new, Rule):
        return "which is of another kind"
    if (old.slot and old.slot.id) != (new.slot and new.slot.id):
        return "which serves another slot"
    wanted, found = _parameters(old), _parameters(new)
    if wanted is None or found is None or wanted == found:
        return ""
    if len(wanted) != len(found):
        return f"which is asked with {len(found)} facts and not with {len(wanted)}"
    for number, (asked, taken) in enumerate(zip(wanted, found, strict=True), start=1):
        if not _takes(asked, taken):
            return f"whose fact {number} is {_named(taken)} and not {_named(asked)}"
    return ""


def _parameters(rule: Rule[..., Any]) -> tuple[object, ...] | None:
    return _parameters_of(rule.function)


@cache
def _parameters_of(function: Any) -> tuple[object, ...] | None:
    """The types of what a function takes, as far as they are known; None where it takes whatever it is asked with."""
    parameters = inspect.signature(function).parameters
    if any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in parameters.values()):
        return None
    names = list(parameters)
    try:
        known = typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError):
        known = {}
    return tuple(known.get(name, Any) for name in names)


def _takes(asked: object, taken: object) -> bool:
    """Whether what is asked with can be taken: the same, or something wider."""
    if asked == taken or Any in (asked, taken):
        return True
    if isinstance(asked, type) and isinstance(taken, type):
        return issubclass(asked, taken)
    return not isinstance(asked, type) and not isinstance(taken, type)


def _named(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)
