"""Planets to fight on: a map of some landscape, the conditions there, and the rules for both. `data/planets.toml`."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

import msgspec

from overheat.classic.board.board import Board
from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import generate
from overheat.classic.facts.state import Weather
from overheat.classic.muster.setup import Setup
from overheat.kernel.refusal import refuse

WIDTH, HEIGHT = 16, 17
"""How large the map of a planet is where nobody says."""


class Planet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place to fight on."""

    title: str
    says: str
    landscape: str
    seed: int = 1
    rules: tuple[str, ...] = ()
    """The layers that play its conditions."""
    conditions: Weather = Weather()

    def board(self, name: str, seed: int | None = None, width: int = WIDTH, height: int = HEIGHT) -> Board:
        """A map of it, called as it is."""
        made = generate(self.seed if seed is None else seed, width, height, self.landscape)
        return msgspec.structs.replace(made, name=name)


@cache
def planets() -> dict[str, Planet]:
    """Every planet by its name."""
    text = files("overheat.classic").joinpath("data/planets.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Planet])


def find(name: str) -> Planet:
    """A planet by its name."""
    there = planets()
    if name not in there:
        close = get_close_matches(name, there, 1)
        meant = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(there)}"
        raise refuse("planet.name", f"no planet {name[:60]!r}; {meant}", planet=name[:60])
    return there[name]


def map_of(name: str, seed: int | None = None) -> str:
    """The map of a planet as a board file."""
    return write_board(find(name).board(name, seed))


def on_planet(setup: Setup, name: str) -> Setup:
    """The same battle in the conditions of a planet; it keeps its map."""
    return msgspec.structs.replace(setup, weather=find(name).conditions)
