"""Rules with an identity, tables, and the ruleset that answers for both. `layers` says how a ruleset comes to be.

A rule is a small cited function. A decision is a rule asked by its own name; a contribution belongs to a slot, and all
rules of a slot are asked in order. Code that needs a rule asks the ruleset for it; the standard rule is the key:

    rules[ends_turn](state)         the decision in force, whoever put it there
    for rule in rules[TERMS]: ...   every contribution in force
    rules[PRICES]["apple"]          a row of the table in force
    rules.below(mine)(state)        the rule that a rule of a layer lies on
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, ParamSpec, TypeVar, overload

from overheat.kernel.cite import Cite
from overheat.kernel.refusal import refuse

if TYPE_CHECKING:
    from overheat.kernel.rules.layers import Layer

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")


ABSENT, LOWEST = "rules.absent", "rules.lowest"
"""Refusals that only a mistake in a rule leads to: it asks for what is not there."""


MOST_KEPT = 1 << 15
"""For how many lasting facts a ruleset keeps which rules of a slot have anything to say, before it begins anew."""


ROW = "row"
"""What the rows of a table are that are nothing of their own."""


class Shown(NamedTuple):
    """A row of a table for those who choose its layer: what it is called, and what stands in its place without it."""

    name: str
    before: str = ""


class Slot(Generic[P, R]):
    """A typed place where rules contribute. `nothing` is what a rule returns that has nothing to say; `of` is what a
    rule of it is to a player, such as a posture.

    `lasting` are the things among the facts of a slot that stay what they are through a battle, such as the sheet of a
    unit: by those a rule may say beforehand that it has nothing to say (`only`), and is not asked.
    """

    __slots__ = ("id", "lasting", "nothing", "of")

    def __init__(
        self, id: str, nothing: R, of: str = "rule", lasting: Callable[P, tuple[object, ...]] | None = None
    ) -> None:
        self.id = id
        self.nothing = nothing
        self.of = of
        self.lasting = lasting

    def __repr__(self) -> str:
        return f"Slot({self.id!r})"


class Held:
    """What holds rows or a function, and counts how often any was given another.

    Tables made of others are merged anew then, and what was worked out by all of them is worked out anew.
    """

    __slots__ = ()
    given: ClassVar[int] = 0

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
        if name in ("rows", "function"):
            Held.given += 1


class Rule(Held, Generic[P, R]):
    """A function with an address, a citation, and the register ids that it makes work.

    `only` says of the lasting facts of its slot whether it may have anything to say about them. A `steady` rule goes by
    nothing but what those who ask it call standing facts, and the marks that it names: asked again about the same, it
    says the same, whatever has happened since, so that its answers may be kept.
    """

    __slots__ = ("cite", "function", "id", "implements", "only", "slot", "steady")

    def __init__(
        self,
        id: str,
        function: Callable[P, R],
        cite: Cite,
        implements: tuple[str, ...] = (),
        slot: Slot[P, R] | None = None,
        only: Callable[P, bool] | None = None,
        *,
        steady: Sequence[str] | None = None,
    ) -> None:
        self.id = id
        self.only = only
        self.steady = steady
        self.function = function
        self.cite = cite
        self.implements = implements
        self.slot = slot

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def replaced_by(self, new: Rule[P, R]) -> Swap[P, R]:
        """The change of a layer that puts another rule of the same signature in the place of this one."""
        return Swap(self, new)

    def wrapped_in(self, new: Rule[P, R]) -> Wrap[P, R]:
        """The change of a layer that lays a rule over this one, which asks it with `rules.below`."""
        return Wrap(self, new)

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

    def __reduce__(self) -> tuple[Any, ...]:
        """A rule is pickled as where it is written, so a copy of it is the rule itself."""
        home = self.function.__module__
        for name, value in vars(sys.modules[home]).items():
            if value is self:
                return written, (home, name)
        raise PicklingError(f"rule {self.id!r} has no name in {home}")


def written(module: str, name: str) -> Any:
    """What a file gives a name to: how rules and libraries come back from being pickled."""
    return getattr(import_module(module), name)


@overload
def rule(
    id: str, *, cite: Cite, implements: Sequence[str] = (), steady: Sequence[str] | None = None
) -> Callable[[Callable[P, R]], Rule[P, R]]: ...
@overload
def rule(
    id: str,
    *,
    cite: Cite,
    implements: Sequence[str] = (),
    slot: Slot[P, R],
    only: Callable[P, bool] | None = None,
    steady: Sequence[str] | None = None,
) -> Callable[[Callable[P, R]], Rule[P, R]]: ...
def rule(
    id: str,
    *,
    cite: Cite,
    implements: Sequence[str] = (),
    slot: Slot[P, R] | None = None,
    only: Callable[P, bool] | None = None,
    steady: Sequence[str] | None = None,
) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Make a function a rule. With a slot it contributes there; without, it decides by its own id."""

    def make(function: Callable[P, R]) -> Rule[P, R]:
        return Rule(id, function, cite, tuple(implements), slot, only, steady=steady)

    return make


@dataclass(frozen=True)
class Swap(Generic[P, R]):
    """A rule in the place of another of the same signature."""

    old: Rule[P, R]
    new: Rule[P, R]


@dataclass(frozen=True)
class Wrap(Swap[P, R]):
    """A rule that lies over another of the same signature and asks it: several may lie over one."""


class Table(Held, Generic[K, V]):
    """Rows by key, with an address and a citation, so that a layer may change rows of it.

    Where the rows of a table cannot show what a row looks like, because it has none or they are of many kinds, `reads`
    makes a row of a key and what a file gives for it. A row with a method `laid_over` is laid over the one below it;
    any other takes its place. `of` is what a row is to a player where it is something of its own, such as a phase;
    `shows` tells what such a row is called, and what stands without it.
    """

    __slots__ = ("cite", "id", "implements", "of", "reads", "rows", "shows", "where")

    def __init__(
        self,
        id: str,
        rows: Mapping[K, V],
        *,
        cite: Cite,
        implements: Sequence[str] = (),
        where: str = "",
        reads: Callable[[str, Any], V] | None = None,
        of: str = ROW,
        shows: Callable[[K, V], Shown] | None = None,
    ) -> None:
        self.id = id
        self.rows = rows
        self.of = of
        self.shows = shows
        self.cite = cite
        self.implements = tuple(implements)
        self.where = where
        self.reads = reads

    def __getitem__(self, key: K) -> V:
        return self.rows[key]

    def __contains__(self, key: object) -> bool:
        return key in self.rows

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, absent: V) -> V: ...
    def get(self, key: K, absent: V | None = None) -> V | None:
        """The row of a key; where the table has none, what is given for it."""
        return self.rows.get(key, absent)

    def amended(
        self,
        id: str,
        rows: Mapping[K, V],
        *,
        cite: Cite,
        out: Sequence[K] = (),
        implements: Sequence[str] = (),
        where: str = "",
    ) -> Rows[K, V]:
        """The change of a layer that brings single rows of this table, changed or new, and takes others out."""
        return Rows(id, self, rows, tuple(out), cite, tuple(implements), where)

    def __repr__(self) -> str:
        return f"Table({self.id!r})"


class Rows(Held, Generic[K, V]):
    """Single rows of a table that a layer brings: changed or new ones, and those it takes out; all others stay."""

    __slots__ = ("cite", "id", "implements", "out", "rows", "table", "where")

    def __init__(
        self,
        id: str,
        table: Table[K, V],
        rows: Mapping[K, V],
        out: tuple[K, ...],
        cite: Cite,
        implements: tuple[str, ...],
        where: str,
    ) -> None:
        self.id = id
        self.table = table
        self.rows = rows
        self.out = out
        self.cite = cite
        self.implements = implements
        self.where = where

    @property
    def keys(self) -> tuple[K, ...]:
        """Every row that it speaks of."""
        return (*self.rows, *self.out)

    def __repr__(self) -> str:
        return f"Rows({self.id!r})"


class LayeredTable(Table[K, V]):
    """A table as layers leave it: the rows of the one below with theirs laid over it.

    A table whose rows stand by rising numbers keeps that order: a new band comes where it belongs.
    """

    __slots__ = ("_merged", "_sources", "_when")

    def __init__(self, below: Table[K, V], above: Sequence[Rows[K, V]]) -> None:
        self._sources: tuple[Table[K, V] | Rows[K, V], ...] = (below, *above)
        self._merged: Mapping[K, V] = {}
        self._when = -1
        self.id, self.cite, self.implements, self.where = below.id, below.cite, below.implements, below.where
        self.reads, self.of, self.shows = below.reads, below.of, below.shows

    @property
    def rows(self) -> Mapping[K, V]:  # type: ignore[override]
        """The rows in force, merged anew when any table has been given other rows."""
        if self._when != Held.given:
            self._merged, self._when = self._merge(), Held.given
        return self._merged

    def _merge(self) -> Mapping[K, V]:
        below, *above = self._sources
        rows = dict(below.rows)
        for changes in above:
            for key, row in changes.rows.items():
                laid = getattr(row, "laid_over", None) if key in rows else None
                rows[key] = row if laid is None else laid(rows[key])
            for key in changes.out if isinstance(changes, Rows) else ():
                rows.pop(key, None)
        return dict(sorted(rows.items())) if _rises([*below.rows]) else rows


def _rises(keys: list[Any]) -> bool:
    """Whether keys are numbers, each higher than the last."""
    return len(keys) > 1 and all(isinstance(key, int) for key in keys) and keys == sorted(keys)


Entry = Rule[..., Any] | Table[Any, Any]
"""What a ruleset holds under an id."""

Change = Swap[..., Any] | Rows[Any, Any]
"""What a layer makes of an entry that lies below it."""


@dataclass(frozen=True)
class Standing:
    """How an entry came to be in force: the layer that says so, and the layers it overrode, newest first."""

    layer: str
    entry: Entry | None
    overrides: tuple[str, ...] = ()
    rows: Mapping[Any, str] | None = None
    """Of a table, the rows that other layers changed, and which layer changed each."""


class Ruleset:
    """The rules in force, as a value. Two games under two rulesets run side by side."""

    __slots__ = (
        "_among",
        "_asked",
        "_below",
        "_remembered",
        "_slots",
        "_standing",
        "_worked_out",
        "files",
        "layers",
        "made_by",
        "stack",
    )

    def __init__(
        self, stack: tuple[Layer, ...], standing: dict[str, Standing], below: Mapping[str, Any] | None = None
    ) -> None:
        self.stack = stack
        """The layers, lowest first."""
        self.layers = tuple(layer.id for layer in stack)
        self.made_by: Callable[..., Ruleset] | None = None
        """Makes the same rules again from the names of their layers, for those who pickle them."""
        self.files: Mapping[str, str] = {}
        """The layers that users have brought, each with its file."""
        self._standing = standing
        self._below = below or {}
        self._remembered: dict[str, dict[Any, Any]] = {}
        self._worked_out: tuple[int, dict[object, dict[Any, Any]]] = (-1, {})
        self._asked: dict[Any, Any] = {}
        """What was found for each key that has been asked for."""
        self._among: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        """The rules of slots that may have anything to say, by lasting facts, which are held so that they stay."""
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
        try:
            return self._asked[key]
        except KeyError:
            found = self._asked[key] = self._in_force(key)
            return found

    def among(self, slot: Slot[P, R], *facts: P.args, **named: P.kwargs) -> tuple[Rule[P, R], ...]:
        """The rules of a slot that may have anything to say about some facts, in the order they are asked in.

        Which they are is found out once for the same lasting things, by which thing each of them is.
        """
        if slot.lasting is None:
            return self[slot]
        lasting = slot.lasting(*facts, **named)
        key = slot, *map(id, lasting)
        found = self._among.get(key)
        if found is None:
            if len(self._among) >= MOST_KEPT:
                self._among.clear()
            asked = tuple(rule for rule in self[slot] if rule.only is None or rule.only(*facts, **named))
            found = self._among[key] = lasting, asked
        among: tuple[Rule[P, R], ...] = found[1]
        return among

    def _in_force(self, key: Any) -> Any:
        """What a rule, a table or a slot stands for under these rules."""
        if isinstance(key, Slot):
            return self._slots.get(key.id, ())
        held = self._standing.get(key.id)
        if held is None or held.entry is None:
            raise refuse(ABSENT, f"no rule {key.id!r} in force under {' + '.join(self.layers)}", rule=key.id)
        return held.entry

    def held_to(self, holds: Callable[[Rule[..., Any], Rule[..., Any]], Rule[..., Any]]) -> None:
        """Put what `holds` makes of every rule in its place, given with it the rule that it must be like."""
        for id, rules in self._slots.items():
            self._slots[id] = tuple(holds(rule, rules[0]) for rule in rules)
        for id, held in self._standing.items():
            if isinstance(held.entry, Rule) and held.entry.slot is None:
                lowest: Rule[..., Any] = held.entry
                while lowest.id in self._below:
                    lowest = self._below[lowest.id]
                entry = holds(held.entry, lowest)
                self._standing[id] = held if entry is held.entry else replace(held, entry=entry)
        self._asked.clear()
        self._among.clear()

    def lies_on_another(self, rule: Rule[..., Any]) -> bool:
        """Whether there is a rule below one."""
        return rule.id in self._below

    def below(self, rule: Rule[P, R]) -> Rule[P, R]:
        """The rule that a layer's rule was laid over; a rule that lies on none is refused."""
        if rule.id not in self._below:
            raise refuse(LOWEST, f"{rule.id!r} lies on no other rule", rule.cite, rule=rule.id)
        found: Rule[P, R] = self._below[rule.id]
        return found

    def steady(self, *asked: Rule[..., Any] | Slot[..., Any]) -> tuple[str, ...] | None:
        """The marks that some rules go by, with all that they lie on; None where one of them does not go by marks and
        standing facts alone. Those of the lowest layer do; a rule of another says so.
        """
        lowest, marks = {entry.id for entry in self.stack[0].add}, set[str]()
        for key in asked:
            found: list[Rule[..., Any]] = list(self[key]) if isinstance(key, Slot) else [self[key]]
            while found:
                each = found.pop()
                if each.steady is None and each.id not in lowest:
                    return None
                marks.update(each.steady or ())
                found += [self._below[each.id]] if each.id in self._below else []
        return tuple(sorted(marks))

    def remembered(self, what: str) -> dict[Any, Any]:
        """What has been worked out under these rules, by the name of what it is, so as not to do it again."""
        return self._remembered.setdefault(what, {})

    def worked_out(self, what: object) -> dict[Any, Any]:
        """What has been worked out by these rules and their tables, by the name of what it is or by what works it out.

        It is begun anew when any of them has been given another function or other rows, and when there is too much.
        """
        when, kept = self._worked_out
        if when != Held.given:
            kept = {}
            self._worked_out = Held.given, kept
        found = kept.get(what)
        if found is None or len(found) >= MOST_KEPT:
            found = kept[what] = {}
        return found

    def __contains__(self, id: object) -> bool:
        held = self._standing.get(str(id))
        return held is not None and held.entry is not None

    def __iter__(self) -> Iterator[Entry]:
        return (held.entry for held in self._standing.values() if held.entry is not None)

    def items(self) -> Iterator[tuple[str, Entry]]:
        """Every entry in force by the id that it is asked for by."""
        return ((id, held.entry) for id, held in self._standing.items() if held.entry is not None)

    @property
    def slots(self) -> Mapping[str, tuple[Rule[..., Any], ...]]:
        """The rules of every slot that has any, in the order they are asked in."""
        return self._slots

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are pickled as the names of their layers where a library knows those by name, else layer by layer."""
        from overheat.kernel.rules.layers import compose

        return (compose, self.stack) if self.made_by is None else (self.made_by, (self.layers,))

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self

    def who_says(self, id: str) -> Standing:
        """Which layer put this rule in force, or dropped it, and what it overrode."""
        if id not in self._standing:
            raise refuse("rules.unknown", f"no layer of {' + '.join(self.layers)} speaks of {id!r}", rule=id)
        return self._standing[id]

    def __repr__(self) -> str:
        return f"Ruleset({' + '.join(self.layers)})"
