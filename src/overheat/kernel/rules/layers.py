"""Layers: what one book, option or variant changes, and how layers become a ruleset.

A layer adds rules and tables, replaces a rule by another of the same signature, wraps a rule in one that asks it
(`rules.below`), amends single rows of a table, or drops an entry. `compose` stacks layers and refuses nonsense by name.
The order of layers matters only among wraps: a swap lies beneath every wrap of the same rule, whichever was laid first.
A `Library` holds the layers of a game by name, with bundles that stand for several of them.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.metadata import entry_points
from itertools import pairwise
from numbers import Number
from pathlib import Path
from pickle import PicklingError
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
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
    written,
)

ENTRY_POINTS = "overheat.rules"
"""The group of entry points by which a package brings layers."""
FOREIGN = "rules.foreign"
"""What a file is refused with that is for another game."""
AND = "+"
"""What joins several names into one."""
COMPOSED = 200
"""How many rulesets a library remembers: strangers may ask for any choice of layers, in any order."""

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


class Library:
    """The layers of a game by name: the game itself, and every `LAYER` and `BUNDLE` in some packages of rules.

    Layers that are `given` lie over the game in every ruleset, as if somebody had chosen them first. Names that layers
    went by in earlier versions are still understood, in logs, commands and users' files: `former` has each with its
    name of today.
    """

    def __init__(
        self,
        base: Layer,
        *packages: ModuleType,
        given: Sequence[Layer] = (),
        former: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.base = base
        self.former = former
        self._below = (base.id, *(layer.id for layer in given))
        """The layers that lie below all others, whether named or not."""
        self._packages = packages
        self._composed: dict[tuple[str, ...], Ruleset] = {}
        self._discovered = False
        self._home: tuple[str, str] | None = None
        """The module that the library is written in, and its name there."""
        self.layers: dict[str, Layer] = {layer.id: layer for layer in (base, *given)}
        self.bundles: dict[str, Bundle] = {}
        self.files: dict[str, str] = {}
        """The layers that users have brought, each with the file that it is written in."""
        for module in self._modules():
            for found in (getattr(module, name, None) for name in ("LAYER", "BUNDLE")):
                self._take_in(found)

    def _modules(self) -> Iterator[ModuleType]:
        for package in self._packages:
            for module in iter_modules(package.__path__, f"{package.__name__}."):
                yield import_module(module.name)

    def _take_in(self, found: Layer | Bundle | None) -> None:
        if found is None:
            return
        if found.id in self.layers or found.id in self.bundles:
            raise refuse("rules.twice", f"two layers or bundles are called {found.id!r}", found.cite, layer=found.id)
        if isinstance(found, Layer):
            self.layers[found.id] = found
        else:
            self.bundles[found.id] = found

    def _named(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The same; what is wrong with a user's bundle is told with its file."""
        from overheat.kernel.rules.faults import blamed

        try:
            return self.names(chosen)
        except RefusedError as error:
            bundle = str(error.refusal.facts.get("layer"))
            raise (blamed(self.files, error.refusal) if bundle in self.files else error) from None

    def names(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The layers that some names of layers and bundles stand for, each once; the game itself lies below them.

        `a+b` names both. A bundle brings what its layers need, below them.
        """
        found = dict.fromkeys(self._below)
        named = [self._today(part.strip()) for name in chosen for part in name.split(AND)]
        for name in named:
            if named.count(name) > 1:
                raise refuse("rules.twice", f"{name!r} is named twice", layer=name)
            found.update(dict.fromkeys(self._expanded(name)))
        return tuple(found)

    def laid_over(self, own: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
        """Names with others laid over them; an edition of the game that is given takes the place of any other."""
        own, given = (tuple(part.strip() for name in names for part in name.split(AND)) for names in (own, given))
        kept = tuple(name for name in own if not (self.is_edition(name) and any(map(self.is_edition, given))))
        return (*kept, *(name for name in given if name not in kept))

    def in_short(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names of layers for people: an edition stands for its layers where all of them are there."""
        for bundle in self.bundles.values():
            held = self.names([bundle.id])[len(self._below) :] if bundle.edition else ()
            if held and set(held).issubset(names):
                rest = [name for name in names if name not in held]
                at = len([name for name in rest if name in self._below])
                return (*rest[:at], bundle.id, *rest[at:])
        return tuple(names)

    def is_edition(self, name: str) -> bool:
        """Whether a name stands for a whole reading of the game; that of the game alone does."""
        return name == self.base.id or (name in self.bundles and self.bundles[name].edition)

    def _today(self, name: str) -> str:
        """What a layer is called today."""
        return self.former.get(name, name)

    def _renamed(self, found: Layer | Bundle) -> Layer | Bundle:
        """A layer that names others by what they are called today."""
        if not isinstance(found, Layer) or self.former.keys().isdisjoint((*found.needs, *found.excludes)):
            return found
        needs, excludes = (tuple(map(self._today, names)) for names in (found.needs, found.excludes))
        return replace(found, needs=needs, excludes=excludes)

    def discover(self) -> None:
        """Take in the layers of this game that installed packages bring by entry points, once."""
        if self._discovered:
            return
        self._discovered = True
        for point in entry_points(group=ENTRY_POINTS):
            found = point.load()
            if isinstance(found, Layer | Bundle) and not self._foreign(self._renamed(found)):
                self._take_in(self._renamed(found))

    def _expanded(self, name: str, within: tuple[str, ...] = ()) -> Iterator[str]:
        name = self._today(name)
        if name not in self.bundles and name not in self.layers:
            self.discover()
        if name in within:
            circle = " > ".join((*within[within.index(name) :], name))
            raise refuse("rules.circle", f"the bundle {name!r} is part of itself: {circle}", layer=name)
        if name in self.bundles:
            for part in self.bundles[name].layers:
                for layer in self._expanded(part, (*within, name)):
                    yield from self._with_needs(layer)
        elif name in self.layers:
            yield name
        else:
            there = ", ".join((*self.layers, *self.bundles))
            raise refuse("rules.layer", f"no rules layer {name!r}; there are {there}", layer=name)

    def _with_needs(self, name: str) -> Iterator[str]:
        """A layer, and before it what it needs."""
        for need in self.layers[name].needs:
            if need in self.layers and need not in self._below:
                yield from self._with_needs(need)
        yield name

    def ruleset(self, chosen: Sequence[str] = ()) -> Ruleset:
        """The rules that some names of layers and bundles stand for."""
        names = self._named(chosen) if chosen else self._below
        rules = self._composed.get(names)
        if rules is None:
            from overheat.kernel.rules.faults import blamed, fault_of
            from overheat.kernel.rules.guards import guard

            brought = {name: self.files[name] for name in names if name in self.files}
            try:
                rules = compose(*(self.layers[name] for name in names))
            except RefusedError as error:
                if not brought:
                    raise
                raise blamed(brought, error.refusal) from None
            except Exception as error:
                if not brought:
                    raise
                raise fault_of(brought, error) from error
            rules.made_by = partial(self._again, self.files)
            for latest in list(self._composed)[COMPOSED - 1 :]:
                self._composed.pop(latest, None)
            rules.files = brought
            guard(rules)
            self._composed[names] = rules
        return rules

    def bring(self, path: str) -> str:
        """Take in the layer or the bundle of a user's file, by the name that it gives itself, which is returned.

        Of a file that has both the bundle is returned, which may name the layer.
        """
        from overheat.kernel.rules.faults import blamed
        from overheat.kernel.rules.files import read_rules

        file = Path(path).absolute()
        read = read_rules(file, lambda needs: self._tables(tuple(map(self._today, needs)), path))
        found = [self._renamed(each) for each in read]
        for each in found:
            why = self._foreign(each, found)
            if why:
                raise refuse(FOREIGN, f"{path}: {why}", each.cite)
        for each in found:
            if self.files.get(each.id) == str(file):
                self.layers.pop(each.id, None)
                self.bundles.pop(each.id, None)
                self._composed = {names: rules for names, rules in self._composed.items() if each.id not in names}
            try:
                self._take_in(each)
            except RefusedError as error:
                raise blamed({each.id: str(file)}, error.refusal) from None
        self.files = {**self.files, **{each.id: str(file) for each in found}}
        return found[-1].id

    def check(self, name: str) -> None:
        """Refuse a layer or a bundle that cannot be laid on what it needs."""
        self.ruleset(tuple(dict.fromkeys(need for layer in self._expanded(name) for need in self._with_needs(layer))))

    def _tables(self, needs: Sequence[str], path: str) -> dict[str, Table[Any, Any]]:
        """The tables that there are under some layers, by their ids; refused where the layers are of another game."""
        if needs and set(self._below).isdisjoint(needs):
            raise refuse(FOREIGN, f"{path}: {self._of_this_game()}")
        known = [name for name in needs if name in self.layers]
        return {id: entry for id, entry in self.ruleset(known).items() if isinstance(entry, Table)}

    def _foreign(self, found: Layer | Bundle, beside: Sequence[Layer | Bundle] = ()) -> str:
        """Why something is not of this game: a layer that does not lie on it, a bundle of others; nothing if it is."""
        if isinstance(found, Layer):
            return self._of_this_game() if self._is_apart(found) else ""
        known = {*self.layers, *self.bundles, *(each.id for each in beside)}
        return next((f"there is no layer {name!r} for the bundle" for name in found.layers if name not in known), "")

    def _of_this_game(self) -> str:
        return f"a layer of this game has {' or '.join(map(repr, self._below))} among its needs"

    def _is_apart(self, layer: Layer) -> bool:
        return set(self._below).isdisjoint(layer.needs)

    def _again(self, files: Mapping[str, str], names: Sequence[str]) -> Ruleset:
        """The rules of some names in another process, which may not have the files yet."""
        for id, path in files.items():
            if id in names and id not in self.layers:
                self.bring(path)
        return self.ruleset(names)

    def __reduce__(self) -> tuple[Any, ...]:
        """A library is pickled as where it is written, so a copy of it is the library itself."""
        if self._home is None:
            modules = ((home, vars(module)) for home, module in list(sys.modules.items()) if module is not None)
            found = ((home, name) for home, names in modules for name, it in list(names.items()) if it is self)
            self._home = next(found, None)
        if self._home is None:
            raise PicklingError(f"the library of {self.base.id!r} has no name in any module")
        return written, self._home

    def conflicts(self, name: str) -> dict[str, str]:
        """The layers that a layer cannot lie with, each with the reason."""
        from overheat.kernel.rules.clashes import clash

        layer = self.layers[name]
        others = (other for other in self.layers.values() if other is not layer and other.id not in self._below)
        return {other.id: why for other in others if (why := clash(layer, other))}
