"""The eras of the setting by their years."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from overheat.kernel.refusal import refuse

TABLE = "data/tables/eras.toml"


@cache
def eras() -> dict[str, range]:
    """Every era by name with its years, in order; the last goes on for a thousand years."""
    text = files("overheat.classic").joinpath(TABLE).read_text(encoding="utf-8")
    first: dict[str, int] = tomllib.loads(text)["eras"]
    ends = [*list(first.values())[1:], list(first.values())[-1] + 1000]
    return {name: range(start, end) for (name, start), end in zip(first.items(), ends, strict=True)}


def era_of(year: int | None) -> str:
    """The era of a year; nothing where no year is known, or before the first."""
    return next((name for name, years in eras().items() if year in years), "")


def eras_named(words: str) -> list[range]:
    """The years of every era whose name has these words; words that no name has are refused."""
    wanted = words.lower().split()
    found = [years for name, years in eras().items() if all(word in name.lower() for word in wanted)]
    if not found or not wanted:
        raise refuse("unit.era", f"no era {words[:40]!r}; there are {'; '.join(eras())}")
    return found
