"""Tripping: a machine on two legs sweeps another off its feet, and does no damage itself."""

from __future__ import annotations

from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.physical import KINDS, LEVELS, LIMBS, NO_BLOW, WAYS, PhysicalAttack
from overheat.classic.rules.standard.piloting import BLOWS, cause
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

TRIPPING = TACTICAL_OPERATIONS("Tripping", 91)
TRIP = "trip"


@rule("tripping.ways", cite=TRIPPING, slot=WAYS)
def trips(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """A machine on two legs can trip with each of them."""
    if not unit.machine or unit.quad:
        return ()
    return tuple((TRIP, place.code) for place in unit.condition.locations if place.code in LEGS)


@rule("tripping.two_legs", cite=TRIPPING, implements=("TO-091-tripping-2",), slot=NO_BLOW)
def two_legs_each(attack: PhysicalAttack) -> Refusal | None:
    """Only machines on two legs trip, and only such that stand on two."""
    if attack.kind != TRIP:
        return None
    target = attack.target
    if attack.attacker.quad or not attack.attacker.machine or target.quad or not target.machine:
        return Refusal("tripping.two_legs", "only machines on two legs trip, and are tripped", TRIPPING)
    if target.condition.prone:
        return Refusal("tripping.two_legs", f"{target.sheet.name} lies on the ground already", TRIPPING)
    return None


@rule("tripping.comes_to", cite=TRIPPING, slot=COMES_TO)
def comes_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """A trip that succeeds has its target roll to stay up; one that fails does nothing."""
    if attack.kind != TRIP:
        return False
    if hit and scene.unit(attack.target.id).active:
        scene.shaken[attack.target.id].append(cause(scene.rules[BLOWS], "tripped"))
    return True


LAYER = Layer(
    "tripping",
    title="Tripping",
    group="Close combat",
    cite=TRIPPING,
    needs=("classic",),
    add=(trips, two_legs_each, comes_to),
    change=(
        KINDS.amended("tripping.kinds", {TRIP: -1}, cite=TRIPPING),
        LIMBS.amended("tripping.limbs", {TRIP: "leg"}, cite=TRIPPING),
        LEVELS.amended("tripping.levels", {TRIP: (0,)}, cite=TRIPPING),
        BLOWS.amended("tripping.blows", {"tripped": 0}, cite=TRIPPING),
    ),
)
