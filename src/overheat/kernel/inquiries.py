"""Questions that may be asked of the rules, each a row of a table, so that a layer brings its own.

A question has a title, the facts that it takes by name, a struct whose fields have types and defaults, and a function
that answers it under the rules in force. Terminal, server and page find questions by asking the ruleset:

    {"ask": "price", "rules": ["market"], "fruit": "apple", "number": 3}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from overheat.kernel.answers import Told
from overheat.kernel.cite import Cite
from overheat.kernel.log.halves import wrong_with
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.library import AND, Library
from overheat.kernel.rules.rule import Ruleset, Table

D = TypeVar("D", bound="Desk")

Sources = Callable[[str, str], str]
"""Where to look for what a question names: from what it is and its name, the name or path to open, or a refusal."""
AT = re.compile(r"^(?P<what>.*) - at `\$\.?(?P<where>.*)`$", re.DOTALL)
"""What is wrong with a value, and where it stands."""


def as_named(what: str, name: str) -> str:
    """Names and paths as a question gives them."""
    return name


class Desk:
    """Where a question is answered: the rules in force, and where units, maps and the like are to be found."""

    def __init__(self, rules: Ruleset, sources: Sources = as_named) -> None:
        self.rules = rules
        self.sources = sources

    def told(self, name: str, fact: Any) -> None:
        """Take note of a fact that every question may be asked with."""
        raise NotImplementedError(name)


@dataclass(frozen=True, kw_only=True)
class Inquiry(Generic[D]):
    """Everything about one question."""

    title: str
    facts: type[Any]
    """A struct of what is to be told, whose fields have defaults as far as that can be."""
    answer: Callable[[D, Any], Told]
    cite: Cite
    odds: Callable[[D, Any], Told] | None = None
    """How likely each thing is that may come of it; None where the answer says so itself, or nothing is rolled."""
    also: tuple[str, ...] = ()
    """Other names that it goes by."""

    def __str__(self) -> str:
        return self.title


Inquiries = Table[str, Inquiry[D]]


class Asked(msgspec.Struct, frozen=True):
    """A question as it comes in: its name, the layers of rules that it names, and its facts."""

    ask: str
    rules: tuple[str, ...]
    facts: dict[str, Any]

    def under(self, names: Sequence[str]) -> Asked:
        """The same under further layers of rules."""
        more = (name for name in names if name not in self.rules)
        return msgspec.structs.replace(self, rules=(*self.rules, *more))


def read_question(data: bytes | str) -> Asked:
    """A question from its JSON; what is wrong with it is told by its place."""
    try:
        found = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("situation.json", f"not a situation: {wrong_with(data, error)}") from None
    return question_of(found)


def question_of(facts: Mapping[str, Any]) -> Asked:
    """A question from its facts, of which `ask` names it and `rules` the layers that are played with."""
    ask, rules = facts.get("ask", ""), facts.get("rules", ())
    if not isinstance(ask, str):
        raise refuse("situation.ask", "not a situation: ask: the name of a question is a text", field="ask")
    named = [rules] if isinstance(rules, str) else rules
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise refuse("situation.rules", "not a situation: rules: a list of the names of layers", field="rules")
    return Asked(ask, tuple(named), {name: fact for name, fact in facts.items() if name not in ("ask", "rules")})


@dataclass(frozen=True)
class Adjudicator(Generic[D]):
    """A game as questions are asked of it."""

    name: str
    library: Library
    inquiries: Inquiries[D]
    desk: Callable[[Ruleset, Sources], D]
    usual: str
    """The question that is meant where none is named."""
    common: Mapping[str, type[Any]] = field(default_factory=dict)
    """What every question may be asked with, by name; the desk is told of it."""

    def rules(self, names: Sequence[str]) -> Ruleset:
        """The rules that some names stand for."""
        return self.library.ruleset(self._layers(names))

    def _layers(self, names: Sequence[str]) -> list[str]:
        """Names of layers; the game itself may be named as it is called."""
        parts = [part.strip() for name in names for part in name.split(AND)]
        return [part for part in parts if part != self.name or part in self.library.layers]

    def knows(self, names: Sequence[str]) -> bool:
        """Whether all of some names are of this game."""
        try:
            self.library.names(self._layers(names))
        except RefusedError as error:
            return error.refusal.id != "rules.layer"
        return True

    def asks(self, ask: str, names: Sequence[str] = ()) -> bool:
        """Whether a question can be asked, of the game itself or under some layers."""
        return bool(ask) and _key(self.rules(names), self.inquiries, ask) is not None

    def inquiry(self, asked: Asked) -> tuple[str, Inquiry[D], Ruleset]:
        """What is asked: the question's id, its row, and the rules that it is asked under."""
        rules, ask = self.rules(asked.rules), asked.ask or self.usual
        key = _key(rules, self.inquiries, ask)
        if key is None:
            there = list(rules[self.inquiries].rows)
            close = get_close_matches(ask, there, 1)
            meant = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(there)}"
            raise refuse("situation.ask", f"no question {ask[:60]!r} under these rules{meant}", ask=ask[:60])
        return key, rules[self.inquiries][key], rules

    def answer(self, asked: Asked, sources: Sources = as_named) -> Told:
        """What a question is answered."""
        key, inquiry, rules = self.inquiry(asked)
        return self._said(key, inquiry.answer, inquiry, rules, asked, sources)

    def odds(self, asked: Asked, sources: Sources = as_named) -> Told:
        """How likely each thing is that may come of what is asked."""
        key, inquiry, rules = self.inquiry(asked)
        return self._said(key, inquiry.odds or inquiry.answer, inquiry, rules, asked, sources)

    def _said(
        self,
        key: str,
        says: Callable[[D, Any], Told],
        inquiry: Inquiry[D],
        rules: Ruleset,
        asked: Asked,
        sources: Sources,
    ) -> Told:
        own = {name: fact for name, fact in asked.facts.items() if name not in self.common}
        facts, desk = facts_for(key, inquiry, own), self.desk(rules, sources)
        with answered_for(rules, f"the question {key!r}"):
            for name, sort in self.common.items():
                if name in asked.facts:
                    desk.told(name, _converted(key, {name: asked.facts[name]}, {name: sort})[name])
            return says(desk, facts)


def _key(rules: Ruleset, table: Inquiries[D], ask: str) -> str | None:
    """The id of a question by any of its names; words may be joined by `_`."""
    wanted = ask.replace("_", " ").strip()
    rows = rules[table].rows
    if wanted in rows:
        return wanted
    return next((key for key, row in rows.items() if wanted in row.also or ask in (key, *row.also)), None)


def facts_for(key: str, inquiry: Inquiry[D], facts: Mapping[str, Any]) -> Any:
    """Facts as a question takes them; of what does not fit, the first is refused with its place."""
    return _converted(key, facts, inquiry.facts)


def _converted(key: str, facts: Mapping[str, Any], wanted: Any) -> Any:
    """Facts as a type, or as a type for each of them, has them."""
    try:
        if isinstance(wanted, Mapping):
            return {name: _within(name, fact, wanted[name]) for name, fact in facts.items()}
        return msgspec.convert(dict(facts), wanted)
    except (msgspec.ValidationError, RecursionError) as error:
        raise refuse("situation.facts", f"not a situation for {key!r}: {_placed(str(error))}", ask=key) from None


def _within(name: str, fact: Any, sort: type[Any]) -> Any:
    """A fact that every question takes; what it may have is told where something else is given."""
    if isinstance(fact, Mapping):
        there = [each.name for each in fields_of(sort)]
        for given in fact:
            if given not in there:
                close = get_close_matches(str(given), there, 1)
                meant = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(there)}"
                raise msgspec.ValidationError(f"{name}: nothing is called {str(given)[:60]!r}; {meant}")
    try:
        return msgspec.convert(fact, sort)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{name}: {_placed(str(error))}") from None


def _placed(reason: str) -> str:
    """What is wrong, after the place where it is."""
    found = AT.match(reason)
    if found is None:
        return reason
    return f"{found['where']}: {found['what']}" if found["where"] else found["what"]


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact that a question takes."""

    name: str
    type: str
    needed: bool = False
    default: Any = None
    about: str = ""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    fields: tuple[Field, ...] = ()
    """The facts within it."""

    def as_json(self) -> dict[str, object]:
        told: dict[str, object] = {"name": self.name, "type": self.type, "needed": self.needed}
        if not self.needed:
            told["default"] = msgspec.json.decode(msgspec.json.encode(self.default))
        told |= {"about": self.about} if self.about else {}
        told |= {"choices": list(self.choices)} if self.choices else {}
        told |= {name: bound for name, bound in (("least", self.least), ("most", self.most)) if bound is not None}
        return {**told, "fields": [field.as_json() for field in self.fields]} if self.fields else told


def fields_of(facts: type[Any]) -> tuple[Field, ...]:
    """The facts that a struct is made of."""
    found = inspect.type_info(facts)
    assert isinstance(found, inspect.StructType)
    return tuple(_field(each) for each in found.fields)


def _field(held: inspect.Field) -> Field:
    default = held.default if held.default is not msgspec.NODEFAULT else None
    if held.default_factory is not msgspec.NODEFAULT:
        default = held.default_factory()
    about, inner = "", held.type
    if isinstance(inner, inspect.Metadata):
        about, inner = str((inner.extra_json_schema or {}).get("description", "")), inner.type
    kind, more = _kind(inner)
    return Field(name=held.encode_name, needed=held.required, type=kind, default=default, about=about, **more)


_PLAIN: dict[type[Any], str] = {
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.StrType: "text",
    inspect.BoolType: "yes or no",
}


def _kind(found: inspect.Type) -> tuple[str, dict[str, Any]]:
    """The name of a type for people, and what else is to be said of it."""
    if isinstance(found, inspect.Metadata):
        return _kind(found.type)
    if isinstance(found, inspect.LiteralType):
        return "one of", {"choices": tuple(map(str, found.values))}
    if isinstance(found, inspect.StructType):
        return "facts", {"fields": tuple(_field(each) for each in found.fields)}
    if isinstance(found, inspect.UnionType):
        kinds = [_kind(each) for each in found.types if not isinstance(each, inspect.NoneType)]
        return " or ".join(name for name, _ in kinds), kinds[0][1] if len(kinds) == 1 else {}
    if isinstance(found, inspect.VarTupleType | inspect.ListType):
        return f"list of {_kind(found.item_type)[0]}", {}
    if isinstance(found, inspect.DictType):
        return "names with values", {}
    bounds = {"least": getattr(found, "ge", None), "most": getattr(found, "le", None)}
    return _PLAIN.get(type(found), "anything"), {name: bound for name, bound in bounds.items() if bound is not None}


def listed(adjudicator: Adjudicator[D], rules: Ruleset) -> list[dict[str, object]]:
    """Every question that can be asked under some rules: its id, its title, its facts, and which layer brings it."""
    table = adjudicator.inquiries
    brought = rules.who_says(table.id).rows or {}
    common = adjudicator.common.items()
    return [
        {
            "id": key,
            "title": row.title,
            "usual": key == adjudicator.usual,
            "layer": brought.get(key, adjudicator.library.base.id),
            "cite": str(row.cite),
            "facts": [
                *(each.as_json() for each in fields_of(row.facts)),
                *(Field(name=name, type="facts", fields=fields_of(sort)).as_json() for name, sort in common),
            ],
        }
        for key, row in rules[table].rows.items()
    ]
