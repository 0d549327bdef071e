"""How far sweeps go: some of the way in every run, all of it where `OVERHEAT_THOROUGH` is set."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

THOROUGH = bool(os.environ.get("OVERHEAT_THOROUGH"))


def times(usual: int, thorough: int) -> int:
    """How often something is tried."""
    return thorough if THOROUGH else usual


def among(cases: Sequence[T], *usual: T) -> list[T]:
    """The cases that are looked at; those that are looked at in every run are among all of them."""
    assert set(usual) <= set(cases)
    return list(cases if THOROUGH else usual)
