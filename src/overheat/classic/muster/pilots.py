"""Names for pilots that nobody has named, drawn from `data/pilots.toml`; no two of a force are alike."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from overheat.kernel.dice import Dice


@cache
def _lists() -> tuple[tuple[str, ...], tuple[str, ...]]:
    text = files("overheat.classic").joinpath("data/pilots.toml").read_text(encoding="utf-8")
    held = tomllib.loads(text)
    return tuple(held["given"]), tuple(held["family"])


def pilots(count: int, dice: Dice) -> list[str]:
    """So many names, each of one given and one family name, no two alike as far as there are enough."""
    given, family = _lists()
    found: list[str] = []
    while len(found) < count:
        one, other = dice.roll("pilot", 1, len(given)).total, dice.roll("pilot", 1, len(family)).total
        name = f"{given[one - 1]} {family[other - 1]}"
        if name not in found or len(found) >= len(given) * len(family):
            found.append(name)
    return found
