"""Rules that users bring are held to what they promise: one that gives something else than it should says so by name.

The rules of the project are typed and checked; a user's file need not be. So its rules are asked through a guard, which
costs nothing where there is no such file.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any

from overheat.kernel.rules.rule import Rule, Ruleset

UNHELD = (bool, float, object)
"""Kinds that anything may stand for: what counts is whether it holds, or what number it is."""


def guard(rules: Ruleset) -> None:
    """Hold the rules of users' files to the kind of answer that the rules beside them give."""
    own = {entry.id for layer in rules.stack if layer.id in rules.files for entry in _brought(layer)}
    if own:
        rules.held_to(lambda rule, model: _guarded(rule, model) if rule.id in own else rule)


def _brought(layer: Any) -> list[Rule[..., Any]]:
    """The rules that a layer adds, or puts in the place of others and over them."""
    return [*(entry for entry in layer.add if isinstance(entry, Rule)), *(swap.new for swap in layer.swaps)]


def _guarded(rule: Rule[..., Any], model: Rule[..., Any]) -> Rule[..., Any]:
    kinds = _kinds(model.function) or _kinds(rule.function)
    if not kinds or any(kind in UNHELD for kind in kinds):
        return rule
    asked, told = rule.function, " or ".join(kind.__name__ for kind in kinds if kind is not NoneType) or "nothing"

    def answers(*facts: Any, **named: Any) -> Any:
        found = asked(*facts, **named)
        if not isinstance(found, kinds):
            raise TypeError(f"the rule {rule.id!r} gives {found!r}, which is no {told}")
        return found

    answers.__doc__, answers.__module__, answers.__qualname__ = asked.__doc__, asked.__module__, asked.__qualname__
    return Rule(rule.id, answers, rule.cite, rule.implements, rule.slot, rule.only, steady=rule.steady)


def _kinds(function: Callable[..., Any]) -> tuple[type, ...]:
    """The classes that an answer may be of, as far as its annotation says so plainly; none where it does not."""
    try:
        said = typing.get_type_hints(function).get("return", object)
    except (NameError, TypeError, AttributeError):
        return ()
    union = typing.get_origin(said) in (UnionType, typing.Union)
    parts = [typing.get_origin(part) or part for part in (typing.get_args(said) if union else (said,))]
    return tuple(parts) if all(isinstance(part, type) for part in parts) else ()
