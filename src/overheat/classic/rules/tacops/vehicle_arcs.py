"""Vehicle firing arcs: what lies on the line between two arcs of a hull lies in both of them."""

from __future__ import annotations

from overheat.classic.board.hexes import bearing
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS, arc
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule

ARCS = TACTICAL_OPERATIONS("Firing arcs of vehicles", 103)

EDGES: Table[str, tuple[int, ...]] = Table(
    "vehicle_arcs.edges",
    {"LS": (4, 5), "RS": (1, 2), "RR": (2, 4)},
    cite=ARCS,
    where="overheat.classic.rules.tacops.vehicle_arcs.EDGES",
)
"""The directions, in sixths of a turn from ahead, that weapons of each side of a hull bear on besides its arc."""


@rule("vehicle_arcs.edges_count", cite=ARCS, slot=FORBIDS)
def edges_count(attack: WeaponAttack) -> Refusal | None:
    """Weapons on the sides and in the rear of a vehicle bear on the lines along which their arcs end."""
    unit = attack.attacker
    edges = attack.rules[EDGES].rows.get(attack.mount.location, ()) if unit.vehicle and not attack.mount.turret else ()
    if edges and unit.hex != attack.target.hex:
        turn = bearing(unit.hex, attack.target.hex, unit.facing)
        if turn.exact and turn.sixths % 6 in edges:
            return None
    return attack.rules.below(edges_count)(attack)


LAYER = Layer(
    "vehicle_arcs",
    title="Vehicle firing arcs",
    group="Gunnery",
    cite=ARCS,
    needs=("classic",),
    add=(EDGES,),
    change=(arc.wrapped_in(edges_count),),
)
