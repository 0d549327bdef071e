"""Shots, strikes and tests in few words, for the tests of the platoon game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from overheat.kernel.rules.layers import compose
from overheat.kernel.rules.rule import Rule, Ruleset
from overheat.platoon.facts import OrderTest, Quality, Shot, Strike, Target
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rulesets import HEAT, LAYERS

F = Fraction
P = ParamSpec("P")
R = TypeVar("R")


def heat(*options: str) -> Ruleset:
    """The standard rules with some options, composed anew so that nothing is kept."""
    return compose(HEAT, *(LAYERS[option] for option in options))


def asked(rule: Rule[Concatenate[Ruleset, P], R], *options: str) -> Callable[P, R]:
    """What stands for a rule under the standard rules with some options, asked with those."""
    rules = heat(*options)
    return partial(rules[rule].function, rules)


def shot(weapon: str, distance: float, *options: str, target: dict[str, Any] | None = None, **facts: Any) -> Shot:
    """A shot with a weapon by its id."""
    row = resolve.weapon_of(heat(*options), weapon)
    return Shot(weapon=row, distance=distance, target=Target(**(target or {})), **facts)


def hit(weapon: str, distance: float, *options: str, target: dict[str, Any] | None = None, **facts: Any) -> Fraction:
    """The chance of one shot to hit."""
    return odds.to_hit(heat(*options), shot(weapon, distance, *options, target=target, **facts))


def mean_hits(weapon: str, distance: float, weapons: int = 1, **facts: Any) -> Fraction:
    """The expected hits of some like weapons."""
    return odds.hits(heat(), shot(weapon, distance, **facts), weapons).mean


def strike(weapon: str, damage_value: int, *options: str, **facts: Any) -> Strike:
    """A hit on a vehicle by a weapon's id."""
    return Strike(weapon=resolve.weapon_of(heat(*options), weapon), damage_value=damage_value, **facts)


def results(weapon: str, damage_value: int, *options: str, **facts: Any) -> tuple[Fraction, ...]:
    """The chances of no effect, glancing, full and massive damage, and of a knock-out, from one hit."""
    found = odds.strike(heat(*options), strike(weapon, damage_value, *options, **facts))
    kinds = ("none", "glancing", "full", "massive")
    return (*(found.results.probability(kind) for kind in kinds), found.knocked_out)  # type: ignore[arg-type]


def obeys(quality: Quality, pins: int = 0, *options: str, **facts: Any) -> Fraction:
    """The chance that a unit takes an order."""
    return odds.order_test(heat(*options), OrderTest(quality=quality, pins=pins, **facts))


def fells(damage_value: int, weapon: str = "rifle", high_explosive: bool = False) -> Fraction:
    """The chance that one hit fells a man."""
    return odds.casualty(heat(), shot(weapon, 10, high_explosive=high_explosive), damage_value)
