"""Where the parts of a sum in the log are written: each has the id of its rule, or one that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.events import (
    AttackRolled,
    CheckMade,
    ClusterRolled,
    Felled,
    HeatSettled,
    Moved,
    Part,
    Sum,
)
from overheat.classic.phrases import total
from overheat.classic.rules.standard.clusters import CLUSTERS
from overheat.classic.rules.standard.driving import CRASHES, FLIGHT
from overheat.classic.rules.standard.guidance import GUIDANCE
from overheat.classic.rules.standard.heat import SCALE
from overheat.classic.rules.standard.infantry import DAMAGE
from overheat.classic.rules.standard.movement import OTHER_COSTS, TERRAIN_COSTS_SHEET
from overheat.classic.rules.standard.sight import ATTACK_TERRAIN_MODIFIERS, PARTIAL_COVER
from overheat.classic.rules.standard.to_hit import WEAPON_ATTACKS
from overheat.classic.rules.standard.vehicles import MOTIVE_DAMAGE
from overheat.kernel.cite import Cite
from overheat.kernel.events import Event
from overheat.kernel.rules import Ruleset

BELONGING: dict[str, Cite] = {
    "to_hit.intervening": ATTACK_TERRAIN_MODIFIERS.cite,
    "to_hit.target_in": ATTACK_TERRAIN_MODIFIERS.cite,
    "to_hit.partial_cover": PARTIAL_COVER,
    "to_hit.shoulder": WEAPON_ATTACKS,
    "to_hit.arm_actuator": WEAPON_ATTACKS,
    "clusters.roll": CLUSTERS.cite,
    "clusters.narc": GUIDANCE,
    "clusters.artemis": GUIDANCE,
    "movement.hex": TERRAIN_COSTS_SHEET,
    "movement.walk": TERRAIN_COSTS_SHEET,
    "movement.turn": OTHER_COSTS.cite,
    "movement.shift": OTHER_COSTS.cite,
    "movement.stand_up": OTHER_COSTS.cite,
    "movement.drop_prone": OTHER_COSTS.cite,
    "vehicles.climb": FLIGHT,
    "vehicles.motive_kind": MOTIVE_DAMAGE,
    "vehicles.motive_side": MOTIVE_DAMAGE,
    "vehicles": CRASHES,
    "heat": SCALE,
    "infantry.hit": DAMAGE,
    "infantry.nobody_left": DAMAGE,
}
"""Where the parts are written that no rule of their own name adds."""


def cite_of(rules: Ruleset, id: str) -> Cite | None:
    """Where a part of a sum is written: with its rule in force, or with what its name begins with."""
    words = id.split(".")
    for count in range(len(words), 0, -1):
        name = ".".join(words[:count])
        if name in rules:
            entry = rules.who_says(name).entry
            return None if entry is None else entry.cite
        if name in BELONGING:
            return BELONGING[name]
    return None


def sum_of(event: Event) -> Sum:
    """The sum that an event is about; nothing where it is about none."""
    if isinstance(event, AttackRolled | CheckMade):
        return event.needed
    if isinstance(event, Moved):
        return event.cost
    if isinstance(event, ClusterRolled):
        return _cluster(event)
    if isinstance(event, Felled):
        return event.fallen
    return tuple(_heat(event)) if isinstance(event, HeatSettled) else ()


def _cluster(event: ClusterRolled) -> Sum:
    """What the dice showed, and what was added to them: the log keeps both together as the last part."""
    *added, both = event.rolled
    return (Part(both.id, both.value - total(tuple(added)), "roll"), *added)


def _heat(event: HeatSettled) -> Iterator[Part]:
    """The heat before, what was built up, and what was sunk taken off: as much as there was to sink."""
    yield Part("heat.before", event.before, "heat before")
    yield from event.built
    for part in event.sunk:
        yield Part(part.id, -part.value, part.label)
    wanting = event.after - event.before - total(event.built) + total(event.sunk)
    if wanting:
        yield Part("heat.nothing_left", wanting, "no more heat to sink")
