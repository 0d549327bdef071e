"""Decisions of the standard classic game, asked in few words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from overheat.classic.rulesets import standard
from overheat.kernel.rules.rule import Rule, Ruleset

P = ParamSpec("P")
R = TypeVar("R")


def asked(rule: Rule[Concatenate[Ruleset, P], R]) -> Callable[P, R]:
    """What stands for a rule in the standard game, asked with the rules of it."""
    rules = standard()
    return partial(rules[rule].function, rules)
