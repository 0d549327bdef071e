"""Launchers with special ammunition, for tests of the classic game."""

from __future__ import annotations

from machines import HUNTER
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.loadouts import bins
from overheat.classic.rulesets import standard
from overheat.classic.unit.fielding import Fielding, under
from skirmish import armed, unit


def gunner(weapon: str, rounds: str, munition: str) -> Unit:
    """Red with a weapon and, last of its mounts, a bin of a munition."""
    sheet = armed(HUNTER, f"{weapon}@RT", f"{rounds}@RT")
    key = bins(Fielding(standard(), sheet))[-1].key
    return unit(under(standard(), sheet, {key: munition}), hex="0301")


def missiles(munition: str) -> Unit:
    """Red with ten long-range missiles of a kind."""
    return gunner("LRM 10", "IS Ammo LRM-10", munition)
