"""Bridges: what their decks bear, and what is left of one that comes down."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.buildings import FACTORS
from overheat.kernel.rules.rule import Ruleset, rule

BRIDGES = TOTAL_WARFARE("Bridges", 175)


def on_deck(ground: Ground, unit: Unit) -> bool:
    """Whether a unit stands on the bridge of its hex, and not under or above it."""
    return "bridge" in ground and unit.elevation >= ground.amount("bridge_elev") and not unit.airborne


@rule("bridges.factor", cite=BRIDGES)
def bridge_factor(rules: Ruleset, ground: Ground) -> int:
    """What a bridge can take: as its map says, else what a building of its kind takes; 0 where there is none."""
    if "bridge" not in ground:
        return 0
    stated = ground.get("bridge_cf")
    return stated.level if stated is not None else rules[FACTORS][min(4, max(1, ground.amount("bridge")))]


@rule("bridges.bears", cite=BRIDGES)
def bridge_bears(rules: Ruleset, ground: Ground, units: tuple[Unit, ...]) -> bool:
    """A bridge bears as many tons on its deck as its construction factor, and comes down under more."""
    return sum(unit.sheet.tons for unit in units if on_deck(ground, unit)) <= rules[bridge_factor](rules, ground)


@rule("bridges.ruins", cite=BRIDGES)
def without_bridge(rules: Ruleset, ground: Ground) -> Ground:
    """Nothing is left of a bridge that comes down, nor of the road over it."""
    gone = ("bridge", "road") if ground.amount("water") else ("bridge",)
    kept = tuple(feature for feature in ground.features if not feature.kind.startswith(gone))
    return Ground(ground.level, kept, ground.theme)


@rule("bridges.landing", cite=BRIDGES)
def lands_on_deck(rules: Ruleset, ground: Ground) -> bool:
    """Who jumps into a hex with a bridge comes down on its deck."""
    return "bridge" in ground


RULES = (bridge_factor, bridge_bears, without_bridge, lands_on_deck)
