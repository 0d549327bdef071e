"""Shells that miss fall somewhere else."""

from __future__ import annotations

from overheat.kernel.rules import Layer, rule
from overheat.platoon.books import UPSTREAM

CITE = UPSTREAM("Indirect fire")


@rule("indirect.stray", cite=CITE)
def miss_lands(need: int) -> int | None:
    """A miss lands a D3 times the number needed in inches away."""
    return need


LAYER = Layer("stray_shells", title="Stray shells", cite=CITE, needs=("heat",), replace={"indirect.miss": miss_lands})
