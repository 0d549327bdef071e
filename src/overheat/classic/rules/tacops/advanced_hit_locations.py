"""Advanced hit locations: machines on four legs have a table of their own, and attacks on a flank may find the back."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.locations import Placement, Row, Side, on_rear_armour, weapon_location
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

ADVANCED = TACTICAL_OPERATIONS("Advanced 'Mech Hit Location Tables", 77)
BIPEDS = TACTICAL_OPERATIONS("Advanced 'Mech Hit Location Tables, two legs", 77)


def _row(*codes: str) -> Row:
    """Locations for rolls of 2 to 12."""
    return dict(enumerate(codes, start=2))


FOUR_LEGS: Table[str, Row] = Table(
    "advanced_hit_locations.four_legs",
    {
        "left": _row("LT", "FRL", "FLL", "FLL", "RT", "LT", "CT", "RLL", "RLL", "RRL", "HD"),
        "front": _row("CT", "RLL", "FLL", "FLL", "LT", "CT", "RT", "FRL", "FRL", "RRL", "HD"),
        "rear": _row("CT", "FLL", "RLL", "RLL", "LT", "CT", "RT", "RRL", "RRL", "FRL", "HD"),
        "right": _row("RT", "FLL", "FRL", "FRL", "CT", "RT", "LT", "RRL", "RRL", "RLL", "HD"),
    },
    cite=ADVANCED,
    implements=("TO-077-quad-prone-hit-table", "TO-421-quad-prone-hit-table-compiled"),
    where="overheat.classic.rules.tacops.advanced_hit_locations.FOUR_LEGS",
)
"""2d6 by the side that is hit. A 2 may also cause a critical hit."""

LYING: Table[int, str] = Table(
    "advanced_hit_locations.lying",
    {4: "RL", 10: "LL"},
    cite=BIPEDS,
    where="overheat.classic.rules.tacops.advanced_hit_locations.LYING",
)
"""Where a machine on two legs that lies is hit from behind, by the rolls that strike an arm otherwise."""

FAR_SIDE = {"left": ("CT", "RT"), "right": ("CT", "LT")}
"""What is struck from behind on a machine on two legs that is attacked from a flank."""


@rule("advanced_hit_locations.weapon_hit", cite=ADVANCED)
def hit_where(placement: Placement) -> str:
    """A machine on four legs is hit by its own table; one on two that lies shows its legs to whoever is behind it."""
    unit = placement.unit
    if unit.quad:
        return placement.rules[FOUR_LEGS][placement.side][placement.roll]
    lying = unit.condition.prone and placement.side == "rear"
    usual: str = placement.rules.below(hit_where)(placement)
    return placement.rules[LYING].get(placement.roll, usual) if lying else usual


@rule("advanced_hit_locations.rear_armour", cite=BIPEDS)
def found_from_behind(rules: Ruleset, unit: Unit, side: Side, location: str) -> bool:
    """A hit on a flank of a machine on two legs that goes past the near torso meets the armour of the back."""
    if not unit.quad and location in FAR_SIDE.get(side, ()):
        return True
    return rules.below(found_from_behind)(rules, unit, side, location)


LAYER = Layer(
    "advanced_hit_locations",
    title="Advanced hit locations",
    group="Damage",
    cite=ADVANCED,
    needs=("classic",),
    add=(FOUR_LEGS, LYING),
    change=(weapon_location.wrapped_in(hit_where), on_rear_armour.wrapped_in(found_from_behind)),
)
