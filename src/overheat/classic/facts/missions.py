"""Kinds of scenario for forces of one's own, as `data/missions.toml` has them: what each is, and how it is won."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from overheat.kernel.refusal import refuse


class Mission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of scenario."""

    title: str
    says: str
    won: str
    """How it is won."""
    rounds: int
    """How long it lasts where nobody says."""
    wants: int | None = None
    """Which of the sides, counted from 0, wants something where nobody says; None where all want the same."""
    zones: tuple[float, float]
    """How deep the strips are that the wanting side and then the others begin in: hexes, or a share of the board."""


@cache
def missions() -> dict[str, Mission]:
    """Every kind of scenario by its id."""
    text = files("overheat.classic").joinpath("data/missions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Mission])


def mission_called(id: str) -> Mission:
    """A kind of scenario by its id."""
    there = missions()
    if id not in there:
        raise refuse("mission.name", f"no kind of scenario {id[:60]!r}; there are {', '.join(there)}", mission=id[:60])
    return there[id]
