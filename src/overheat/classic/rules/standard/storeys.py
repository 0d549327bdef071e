"""Shots between the storeys of one building: they come down on their target, or up from under it."""

from __future__ import annotations

from typing import Literal

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement
from overheat.classic.rules.standard.locations import QUAD_LEGS, Placement, Row
from overheat.classic.sight.buildings import inside_together
from overheat.kernel.rules.rule import Ruleset, Table, rule

WITHIN = TOTAL_WARFARE("Combat within buildings", 175)

Storey = Literal["above", "below"]

STOREY_LOCATIONS: Table[str, Row] = Table(
    "locations.storeys",
    {
        "above": {1: "LA", 2: "LT", 3: "CT", 4: "RT", 5: "RA", 6: "HD"},
        "below": {1: "LL", 2: "LL", 3: "LT", 4: "RT", 5: "RL", 6: "RL"},
    },
    cite=WITHIN,
)
"""Where a machine is hit by one die, from whichever side, when the shot comes from above or from below."""


@rule("locations.storey", cite=WITHIN)
def storey(rules: Ruleset, attack: Engagement) -> Storey | None:
    """Inside one building, who shoots from a higher floor hits from above, from a lower one from below."""
    if "building" not in attack.relief.board[attack.target.hex]:
        return None
    shooter, target = attack.attacker.viewpoint, attack.target.viewpoint
    floors = [attack.relief.board[each.hex].level + each.elevation for each in (attack.attacker, attack.target)]
    if floors[0] == floors[1] or not inside_together(attack.relief.board, shooter, target):
        return None
    return "above" if floors[0] > floors[1] else "below"


@rule("locations.storey_hit", cite=WITHIN)
def storey_location(placement: Placement, storey: Storey) -> str:
    """From above a machine is hit as by a punch from ahead, from below on its legs and sides."""
    code = placement.rules[STOREY_LOCATIONS][storey][placement.roll]
    return QUAD_LEGS.get(code, code) if placement.unit.quad else code


RULES = (STOREY_LOCATIONS, storey, storey_location)
