"""The ground as games kept in logs of formats 1 and 2 knew it: nobody bogs down, and only machines walk into fires."""

from __future__ import annotations

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.bogging import bog_check, stuck_at_once
from overheat.classic.rules.standard.movement import BARS, Entry, sheer_cliff
from overheat.classic.rules.standard.piloting import GROUND, STEADINESS, Check, slippery_ground
from overheat.classic.rules.standard.terrain import TERRAIN
from overheat.classic.rules.standard.unsafe_ground import weighs_on
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

FIRES = TOTAL_WARFARE("Fires", 148)
SLIPPERY = {"ice": 3, "mud": 1, "snow": 1, "swamp": 1}
SKIDDED_ON = ("dirt road", "gravel road")
LEGS = frozenset({"legs"})


@rule("former.bogs", cite=FIRES)
def nobody_bogs(entry: Entry) -> Term | None:
    """Nobody bogs down."""
    return None


@rule("former.stuck", cite=FIRES)
def nobody_stuck(entry: Entry, landing: bool) -> bool:
    """Nobody is stuck at once either."""
    return False


@rule("former.bears", cite=FIRES)
def bears_everybody(rules: Ruleset, unit: Unit) -> bool:
    """Ice and magma crust bear everybody."""
    return False


@rule("former.slippery", cite=GROUND, slot=STEADINESS)
def slippery(check: Check) -> Term | None:
    """Ice adds 3 to every roll made on it; mud, deep snow and swamp add 1, and only the first of them counts."""
    if check.ground is None:
        return None
    for kind, value in SLIPPERY.items():
        if check.ground.amount(kind) and (kind != "snow" or check.ground.amount("snow") > 1):
            return Term("piloting.ground", value, kind, GROUND)
    return None


@rule("former.into_fire", cite=FIRES, slot=BARS)
def into_fire(entry: Entry) -> Refusal | None:
    """Only war machines walk into a fire; who flies passes over it."""
    if "fire" not in entry.target or entry.unit.machine or entry.unit.airborne:
        return None
    return Refusal("movement.into_fire", "only war machines walk into a fire", FIRES)


ROWS = TERRAIN.amended(
    "former.terrain_kinds",
    {
        name: msgspec.structs.replace(
            row, footing=0 if row.entry is not None else row.footing, bars=row.bars - LEGS, slippery=name in SKIDDED_ON
        )
        for name, row in TERRAIN.rows.items()
        if row.entry is not None or row.bars & LEGS or name in SKIDDED_ON
    },
    cite=FIRES,
)

LAYER = Layer(
    "former_ground",
    title="The ground as in earlier versions: nobody bogs down, and only machines walk into fires",
    group="Earlier versions",
    cite=FIRES,
    needs=("classic",),
    add=(into_fire,),
    change=(
        bog_check.replaced_by(nobody_bogs),
        stuck_at_once.replaced_by(nobody_stuck),
        slippery_ground.replaced_by(slippery),
        weighs_on.replaced_by(bears_everybody),
        ROWS,
    ),
    drop=(sheer_cliff,),
)
