"""The terrain kinds: what each feature of a hex is called, and what its level counts. Read from `data/terrain.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain.

    `counts` says what the level of the feature is: a named grade (`levels` gives the names), a depth, a height in
    levels, a construction factor, a count, a variant that only a picture tells apart, or nothing (`present`). A kind
    that is `part_of` another describes that feature of the same hex, as the height of a building does. The exits of a
    feature are hexsides where `sides` holds; elsewhere a file uses that number for something of its own.
    """

    title: str
    counts: str
    cite: str
    levels: dict[str, str] = {}
    part_of: str | None = None
    sides: bool = True

    def name(self, level: int) -> str:
        """The feature as people call it: `heavy woods`, `water depth 2`, `rough`."""
        named = self.levels.get(str(level))
        if named is not None:
            return named
        return self.title if self.counts in ("present", "variant") else f"{self.title} {level}"


@cache
def kinds() -> dict[str, Kind]:
    """Every terrain kind by the word that board files use."""
    text = files("overheat.classic").joinpath("data/terrain.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Kind])
