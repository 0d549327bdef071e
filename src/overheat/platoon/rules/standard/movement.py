"""Movement on the ground: how far, over what, and how units keep together and apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Body, coherent, within
from overheat.platoon.rules.standard.orders import gait, kind_of

MOVES = BASE("Movement")
Mobility = Literal["foot", "slow", "tracked", "half_track", "wheeled", "multi_axle", "towed"]


class Pace(msgspec.Struct, frozen=True):
    """Inches and pivots on an Advance and on a Run. None for pivots is no limit."""

    advance: float
    advance_pivots: int | None
    run: float
    run_pivots: int | None


PACES: Table[Mobility, Pace] = Table(
    "movement.paces",
    {
        "foot": Pace(6, None, 12, None),
        "slow": Pace(6, 1, 12, 0),
        "tracked": Pace(9, 1, 18, 0),
        "half_track": Pace(9, 2, 18, 1),
        "wheeled": Pace(12, 2, 24, 1),
        "multi_axle": Pace(12, 2, 24, 1),
        "towed": Pace(0, None, 6, None),
    },
    cite=MOVES,
    implements=("HEAT-base-move-infantry", "HEAT-base-move-vehicles"),
)


class March(msgspec.Struct, frozen=True, kw_only=True):
    """A move as the rules see it."""

    mobility: Mobility
    order: Order
    inches: float
    pivots: tuple[int, ...] = ()
    backwards: bool = False
    recce: bool = False
    on_road: bool = False
    rough: bool = False
    obstacle: bool = False
    impassable: bool = False


@rule("movement.allowance", cite=MOVES)
def allowance(rules: Ruleset, march: March, pace: Pace) -> float:
    """A unit moves its basic distance on an Advance and twice as far on a Run; on orders of layers, as those say."""
    moves = kind_of(rules, march.order).moves
    return pace.run * moves / 2 if moves > 1 else pace.advance * moves


@rule("movement.road", cite=BASE("Roads"), implements=("HEAT-base-roads",))
def road_factor(rules: Ruleset, march: March) -> int:
    """A vehicle that keeps to a road goes twice as far."""
    return 2 if march.on_road and march.mobility not in ("foot", "towed") else 1


@rule("movement.reverse", cite=BASE("Reversing"), implements=("HEAT-base-reverse",))
def reverse_limit(rules: Ruleset, march: March, pace: Pace) -> float:
    """Vehicles go straight back half as far as they Advance, those made for scouting the whole way."""
    return pace.advance if march.recce else pace.advance / 2


SHARPEST_PIVOT = 90
"""How far a vehicle pivots at once, in degrees."""


@rule("movement.pivots", cite=MOVES)
def pivot_refused(rules: Ruleset, march: March, pace: Pace) -> Refusal | None:
    """A vehicle pivots only so often, and by no more than a quarter turn."""
    most = pace.run_pivots if gait(rules, march.order) == "run" else pace.advance_pivots
    if most is not None and len(march.pivots) > most:
        return Refusal(
            "movement.pivots",
            f"{counted(len(march.pivots), 'pivot')} where {most or 'none'} {'is' if most == 1 else 'are'} allowed",
            MOVES,
        )
    if any(abs(pivot) > SHARPEST_PIVOT for pivot in march.pivots):
        sharpest = max(abs(pivot) for pivot in march.pivots)
        return Refusal("movement.pivot", f"a pivot is {SHARPEST_PIVOT} degrees at most, not {sharpest}", MOVES)
    return None


MOVERS = {"wheeled": "wheels", "multi_axle": "wheels", "half_track": "half-tracks", "towed": "towed guns"}


def _movers(march: March) -> str:
    """What somebody moves on, in words."""
    return MOVERS.get(march.mobility, march.mobility.replace("_", " "))


@rule("movement.rough", cite=BASE("Rough ground"), implements=("HEAT-base-rough-ground",))
def rough_refused(rules: Ruleset, march: March) -> Refusal | None:
    """Nobody runs over rough ground, and nothing on wheels enters it."""
    runs = gait(rules, march.order) == "run"
    if march.rough and (runs or march.mobility in ("wheeled", "multi_axle", "towed")):
        why = "nobody runs over rough ground" if runs else f"{_movers(march)} do not enter rough ground"
        return Refusal("movement.rough", why, BASE("Rough ground"))
    return None


@rule("movement.obstacle", cite=BASE("Obstacles"), implements=("HEAT-base-obstacles",))
def obstacle_refused(rules: Ruleset, march: March) -> Refusal | None:
    """Men cross obstacles but not on a Run, tracks cross them, wheels do not."""
    runs = march.mobility == "foot" and gait(rules, march.order) == "run"
    if march.obstacle and (runs or march.mobility in ("wheeled", "multi_axle", "half_track", "towed")):
        why = "men do not run over an obstacle" if runs else f"{_movers(march)} do not cross an obstacle"
        return Refusal("movement.obstacle", why, BASE("Obstacles"))
    return None


@rule("movement.impassable", cite=HOUSE("Impassable terrain"))
def impassable_refused(rules: Ruleset, march: March) -> Refusal | None:
    """Nobody moves through water, wrecks and the walls of buildings."""
    if march.impassable:
        return Refusal("movement.impassable", "the way is blocked", HOUSE("Impassable terrain"))
    return None


@rule("movement.wrecks", cite=HOUSE("Impassable terrain"))
def wreck_bars(rules: Ruleset, wreck: Body) -> bool:
    """A wreck is in the way of whoever moves on the ground, and nobody stands on one."""
    return True


@rule("movement.together", cite=BASE("Unit coherency"), implements=("HEAT-base-coherency",))
def coherency(rules: Ruleset) -> float:
    """The men of a unit stand within an inch of one another, as a chain."""
    return 1


@rule("movement.closes_up", cite=BASE("Unit coherency"), implements=("HEAT-base-coherency",))
def closes_up(rules: Ruleset, bodies: Sequence[Body]) -> bool:
    """Men whom casualties have torn apart close up when their unit moves next, if only on the spot."""
    return not coherent(rules, bodies, rules[coherency](rules))


@rule("movement.apart", cite=BASE("Unit coherency"), implements=("HEAT-base-coherency",))
def too_close(rules: Ruleset, length: float) -> bool:
    """Units stay more than an inch from enemies, unless they charge."""
    return rules[within](rules, length, 1)


@rule("movement.failed_vehicle", cite=BASE("Vehicles and order tests"), implements=("HEAT-base-vehicle-failed-test",))
def backs_off(rules: Ruleset, enemy_in_front: bool) -> bool:
    """A vehicle that fails its order test goes down, or backs off if an enemy stands before it."""
    return enemy_in_front


@rule("movement.escapes", cite=BASE("Reactions"), implements=("HEAT-base-shooting-sequence",))
def escapes(rules: Ruleset, recce: bool, acted: bool) -> bool:
    """A scouting vehicle that is shot at and has not acted may back away before the shots fall, and spends its die."""
    return recce and not acted


RULES = (
    PACES,
    allowance,
    road_factor,
    reverse_limit,
    pivot_refused,
    rough_refused,
    obstacle_refused,
    impassable_refused,
    wreck_bars,
    coherency,
    closes_up,
    too_close,
    backs_off,
    escapes,
)
