"""Where weapons bear: the arcs that each fires into, by where it is mounted and how its unit is turned."""

from __future__ import annotations

from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.twists import flipped
from overheat.classic.unit.sheet import Mount

ARMS = ("LA", "RA")
LEGS = ("LL", "RL", "CL", "FLL", "FRL", "RLL", "RRL")


def bears_on(unit: Unit, mount: Mount, hex: Hex) -> bool:
    """Whether a weapon can be pointed at a hex from where its unit stands and how it is turned."""
    here = unit.hex
    return True in [in_arc(here, facing, hex, arc) for facing, arc in arcs(unit, mount)]


def arcs(unit: Unit, mount: Mount) -> tuple[tuple[int, Arc], ...]:
    """The arcs that a weapon fires into, each with the facing it is counted from."""
    place, torso, legs = mount.location, unit.torso, unit.facing
    if unit.machine:
        if place in ARMS and flipped(unit):
            return ((torso, Arc.REAR),)
        return _machine_arcs(mount, place, torso, legs)
    if unit.protomech:
        return _protomech_arcs(unit, mount)
    return _vehicle_arcs(mount, place, torso, legs)


def _protomech_arcs(unit: Unit, mount: Mount) -> tuple[tuple[int, Arc], ...]:
    """The main gun of a ProtoMech reaches everything but its rear; on four legs nothing else turns with it."""
    if mount.location == "MG":
        return ((unit.torso, Arc.LEFT_ARM), (unit.torso, Arc.RIGHT_ARM))
    facing = unit.facing if unit.quad else unit.torso
    if mount.rear:
        return ((facing, Arc.REAR),)
    arc = {"LA": Arc.LEFT_ARM, "RA": Arc.RIGHT_ARM}.get(mount.location, Arc.FORWARD)
    return ((facing, arc),)


def _machine_arcs(mount: Mount, place: str, torso: int, legs: int) -> tuple[tuple[int, Arc], ...]:
    if mount.turret:
        return ((torso, Arc.ALL_ROUND),)
    if mount.rear:
        return ((torso, Arc.REAR),)
    if place == "LA":
        return ((torso, Arc.LEFT_ARM),)
    if place == "RA":
        return ((torso, Arc.RIGHT_ARM),)
    return ((legs, Arc.FORWARD),) if place in LEGS else ((torso, Arc.FORWARD),)


_HULL_ARCS = {
    "FR": (Arc.FORWARD,),
    "LS": (Arc.LEFT_SIDE,),
    "RS": (Arc.RIGHT_SIDE,),
    "FRLS": (Arc.LEFT_ARM,),
    "FRRS": (Arc.RIGHT_ARM,),
    "RRLS": (Arc.LEFT_SIDE, Arc.REAR),
    "RRRS": (Arc.RIGHT_SIDE, Arc.REAR),
    "RR": (Arc.REAR,),
}


_HALVES = {
    **dict.fromkeys(("LS", "FRLS", "RRLS"), Arc.LEFT_HALF),
    **dict.fromkeys(("RS", "FRRS", "RRRS"), Arc.RIGHT_HALF),
}
"""What a small turret on a flank covers."""


def _vehicle_arcs(mount: Mount, place: str, turret: int, hull: int) -> tuple[tuple[int, Arc], ...]:
    if place in ("TU", "TU2", "FT", "RT") or mount.turret:
        return ((turret, Arc.FORWARD),)
    if mount.mounting in ("sponson", "pintle") and place in _HALVES:
        return ((hull, _HALVES[place]),)
    return tuple((hull, arc) for arc in _HULL_ARCS.get(place, (Arc.ALL_ROUND,)))
