"""Weapons made against drones."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Shot
from overheat.platoon.rules.standard.shooting import IGNORED

CITE = UPSTREAM("Anti-drone weapons")


@rule("to_hit.anti_drone", cite=CITE, implements=("HEAT-up-anti-drone",), slot=IGNORED)
def anti_drone(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """Shotguns and machine guns on pintles hit drones like anything else."""
    made_for_it = shot.weapon.id == "shotgun" or (shot.pintle and shot.weapon.id in ("lmg", "mmg", "hmg"))
    return made_for_it and term.id in ("drone", "drone_ran")


LAYER = Layer("anti_drone", title="Anti-drone weapons", cite=CITE, needs=("platoon",), add=(anti_drone,))
