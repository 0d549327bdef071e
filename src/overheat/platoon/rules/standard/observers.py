"""Forward observers: the strike that one calls, how it comes, and what it does."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Spot, ahead, within
from overheat.platoon.rules.standard.orders import kind_of
from overheat.platoon.units.weapons import Count

OBSERVERS = BASE("Forward observers")
DECISIONS = HOUSE("Forward observers")
StrikeKind = Literal["artillery", "air", "smoke"]
Arrival = Literal["misdirected", "delayed", "effect"]
Effect = Literal["nothing", "pins", "hit"]
RULING = "HEAT-base-forward-observer"

ARRIVALS: Table[int, Arrival] = Table(
    "observers.arrivals",
    {1: "misdirected", 2: "delayed", 3: "delayed", 4: "effect", 5: "effect", 6: "effect"},
    cite=OBSERVERS,
    implements=(RULING,),
)
EFFECTS: Table[int, Effect] = Table(
    "observers.effects",
    {1: "nothing", 2: "nothing", 3: "nothing", 4: "pins", 5: "pins", 6: "hit"},
    cite=DECISIONS,
    implements=(RULING,),
)


@rule("observers.call_refused", cite=OBSERVERS, implements=(RULING,))
def call_refused(rules: Ruleset, order: Order | None, called: bool, seen: bool) -> Refusal | None:
    """An observer calls one strike in a game, on a Fire order, on something that he sees."""
    if called:
        return Refusal("observers.called", "an observer calls one strike in a game", OBSERVERS)
    kind = kind_of(rules, order)
    if not kind.shoots or kind.moves:
        return Refusal("observers.order", f"a strike is called on a Fire order, not on {order}", OBSERVERS)
    return None if seen else Refusal("observers.sight", "the observer does not see that", OBSERVERS)


@rule("observers.due", cite=OBSERVERS, implements=(RULING,))
def due(rules: Ruleset, called: int, now: int) -> bool:
    """A strike is rolled for before the orders of every turn after the one in which it was called."""
    return now > called


@rule("observers.reach", cite=OBSERVERS, implements=(RULING,))
def reach(rules: Ruleset, face: int) -> float:
    """The guns search all ground within 6 inches and a die more of the marker."""
    return 6 + face


@rule("observers.blast", cite=OBSERVERS, implements=(RULING,))
def blast_size(rules: Ruleset) -> int:
    """What is hit is hit by a blast of 3 inches."""
    return 3


@rule("observers.near_miss", cite=DECISIONS)
def near_miss_pins(rules: Ruleset) -> Count:
    """A shell or bomb close by gives a D3 of pins."""
    return "D3"


@rule("observers.air", cite=DECISIONS)
def air_effect(rules: Ruleset, face: int) -> Effect:
    """An aircraft hits its target like any other shot from above, on 3 or more; else it misses closely."""
    return "hit" if face >= 3 else "pins"


@rule("observers.smoke", cite=DECISIONS, implements=("HEAT-base-turn-phases",))
def smoke_markers(rules: Ruleset, at: Spot) -> tuple[Spot, ...]:
    """Smoke shells lay one marker on the place that was called and six around it, edge to edge."""
    return (at, *(ahead(at, way, 2)._replace(z=0) for way in range(0, 360, 60)))


@rule("observers.misdirect", cite=DECISIONS)
def misdirect_refused(rules: Ruleset, inches: float) -> Refusal | None:
    """The enemy leads a misdirected strike up to 12 inches away from its marker."""
    if rules[within](rules, inches, 12):
        return None
    return Refusal("observers.misdirect", f"{inches:.1f} inches where 12 are allowed", DECISIONS)


RULES = (
    ARRIVALS,
    EFFECTS,
    call_refused,
    due,
    reach,
    blast_size,
    near_miss_pins,
    air_effect,
    smoke_markers,
    misdirect_refused,
)
