"""The vehicle designer: a price for a vehicle from its parts. A tool for new vehicles; printed prices may differ."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally, Term
from overheat.platoon.books import UPSTREAM

CALCULATOR = UPSTREAM("Vehicle calculator")


class Design(msgspec.Struct, frozen=True):
    """A priced design: what its parts come to for a regular crew, and the other two prices."""

    parts: Tally

    @property
    def regular(self) -> int:
        return int(self.parts.total)

    @property
    def inexperienced(self) -> int:
        """Nine tenths, rounded up."""
        return -(-9 * self.regular // 10)

    @property
    def veteran(self) -> int:
        """Eleven tenths, rounded up."""
        return -(-11 * self.regular // 10)


@cache
def part_costs() -> dict[str, int]:
    """What every part costs, by `group.part`."""
    text = files("overheat.platoon").joinpath("data/designer.toml").read_text(encoding="utf-8")
    groups = msgspec.convert(tomllib.loads(text), dict[str, dict[str, int]])
    return {f"{group}.{part}": cost for group, parts in groups.items() for part, cost in parts.items()}


def design(parts: Mapping[str, int]) -> Design:
    """Price a vehicle from the number of each part, as in `{"armour.7": 1, "capacity.soldier": 6}`."""
    costs = part_costs()
    for part, many in parts.items():
        if part not in costs:
            raise refuse("designer.part", f"no part {part!r} in the designer", part=part)
        if many < 0:
            raise refuse("designer.number", f"{many} times {part}", part=part)
    terms = (Term(part, costs[part] * many, f"{many} x {part}", CALCULATOR) for part, many in parts.items() if many)
    return Design(Tally(tuple(terms)))
