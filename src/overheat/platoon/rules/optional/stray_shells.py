"""Guns aim at places, and shells that miss fall somewhere else."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import indirect

CITE = UPSTREAM("Indirect fire")
RULING = "HEAT-up-indirect-rework"


@rule("indirect.stray", cite=CITE, implements=(RULING,))
def miss_lands(rules: Ruleset, need: int) -> int | None:
    """A miss lands so many times a die of inches away as the number that was needed, before it is made better."""
    return need


@rule("indirect.any_place", cite=CITE, implements=(RULING,))
def place_refused(rules: Ruleset) -> Refusal | None:
    """Guns may aim at any place as they may at a unit."""
    return None


@rule("indirect.all_warned", cite=CITE, implements=(RULING,))
def warned(rules: Ruleset) -> bool:
    """Whoever is under a stray shell, or a shell for a place, may go down first."""
    return True


@rule("indirect.adopts_what_is_seen", cite=CITE, implements=(RULING,))
def adopts(rules: Ruleset, seen: bool) -> bool:
    """Where a stray shell was seen to fall may become the aim of its gun, zeroed in."""
    return seen


LAYER = Layer(
    "stray_shells",
    title="Stray shells",
    cite=CITE,
    needs=("platoon",),
    change=(
        indirect.miss_lands.replaced_by(miss_lands),
        indirect.place_refused.replaced_by(place_refused),
        indirect.warned.replaced_by(warned),
        indirect.adopts.replaced_by(adopts),
    ),
)
