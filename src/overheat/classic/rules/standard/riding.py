"""Squads that ride on other units, and swarms that hold on to them: who may, and what becomes of them there."""

from __future__ import annotations

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.aboard import carrier_of, passengers
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

RIDING = TOTAL_WARFARE("Mechanised battle armour", 227)
CLAMPS = TACTICAL_OPERATIONS("ProtoMech magnetic clamp system", 287)
HEAVIEST_RIDER = 9
"""Tons up to which a ProtoMech is light enough for clamps."""

MAGNETS = frozenset({"magnetic", "magnetic_clamp"})
"""The flags of what holds on to a hull without handholds."""
CARRIERS = ("war machine", "industrial machine", "vehicle", "support vehicle")


@rule("riding.boards", cite=RIDING)
def boards(state: State, unit: Unit, carrier: Unit) -> Refusal | None:
    """A squad climbs onto an Omni of its side in its own hex; with magnets in claws or clamps onto others as well."""
    clamped = unit.protomech and "rides_as_cargo" in unit.plan.flags and unit.sheet.tons <= HEAVIEST_RIDER
    if not (unit.sheet.kind == "battle armour" or clamped) or carrier_of(unit) or unit.motion.done:
        return Refusal("riding.boards", f"{unit.sheet.name} cannot climb onto anything now", RIDING)
    if clamped and not carrier.machine:
        return Refusal("riding.boards", "a ProtoMech clamps itself onto machines", CLAMPS)
    if not carrier.active or carrier.side != unit.side or carrier.sheet.kind not in CARRIERS:
        return Refusal("riding.boards", "squads ride on machines and vehicles of their side", RIDING)
    if not carrier.sheet.omni and unit.plan.flags.isdisjoint(MAGNETS):
        return Refusal("riding.boards", f"{carrier.sheet.name} has no handholds", RIDING)
    if carrier.hex != unit.hex or carrier.elevation != unit.elevation or carrier.condition.prone:
        return Refusal("riding.boards", "a squad climbs onto what stands in its hex", RIDING)
    if passengers(state, carrier.id):
        return Refusal("riding.boards", "somebody is on it already", RIDING)
    return None


@rule("riding.burdens", cite=CLAMPS, slot=SLOWS)
def burdens(pace: Pace) -> Term | None:
    """A ProtoMech of a tenth of its weight or more slows a machine by 3 points, by half of them from a quarter on.

    It is never slowed by more than half.
    """
    unit = pace.unit
    if pace.state is None or not unit.machine:
        return None
    tons = sum(rider.sheet.tons for rider in passengers(pace.state, unit.id) if rider.protomech)
    if tons * 10 < unit.sheet.tons or not tons:
        return None
    half = pace.points // 2
    lost = half if tons * 4 >= unit.sheet.tons else min(3, half)
    return Term("riding.burdens", -lost, "a ProtoMech clamped to it", CLAMPS) if lost else None


@rule("riding.silent", cite=RIDING, slot=FORBIDS, only=lambda attack: bool(attack.attacker.marks))
def silent(attack: WeaponAttack) -> Refusal | None:
    """Who rides or holds on fires at nobody as others do."""
    if not carrier_of(attack.attacker):
        return None
    return Refusal("riding.silent", "who rides on another unit does not fire", RIDING)


@rule("riding.no_target", cite=RIDING, slot=FORBIDS, only=lambda attack: bool(attack.target.marks))
def no_target(attack: WeaponAttack) -> Refusal | None:
    """Who rides or holds on is not shot at apart from what carries it; a pod of that very unit still finds him."""
    carrier = carrier_of(attack.target)
    if not carrier or ("b_pod" in attack.weapon.flags and carrier == attack.attacker.id):
        return None
    return Refusal("riding.no_target", "a shot at it is a shot at what it sits on", RIDING)


@rule("riding.no_blow", cite=RIDING, slot=NO_BLOW)
def no_blow(attack: PhysicalAttack) -> Refusal | None:
    """Who holds on to a machine is struck by that machine alone, and only to be brushed off."""
    carrier = carrier_of(attack.target)
    on_it = carrier == attack.attacker.id
    if on_it == (attack.kind == "brush off") and (on_it or not carrier):
        return None
    return Refusal("riding.no_blow", "a machine brushes off who sits on it, and nobody else", RIDING)


@rule("riding.slowed", cite=RIDING, slot=SLOWS)
def slowed(pace: Pace) -> Term | None:
    """A squad that holds on by magnets to what has no handholds costs it a walking point."""
    unit, state = pace.unit, pace.state
    if unit.sheet.omni or state is None or unit.sheet.kind not in CARRIERS or pace.points < 1:
        return None
    if not any(squad.side == unit.side and not squad.protomech for squad in passengers(state, unit.id)):
        return None
    return Term("riding.slowed", -1, "a squad on its hull", RIDING)


PLACES: Table[tuple[str, bool], str] = Table(
    "riding.places",
    {
        ("RT", False): "Trooper 1",
        ("LT", False): "Trooper 2",
        ("RT", True): "Trooper 3",
        ("LT", True): "Trooper 4",
        ("CT", True): "Trooper 5",
        ("CT", False): "Trooper 6",
    },
    cite=RIDING,
    where="overheat.classic.rules.standard.riding.PLACES",
)
"""Who sits where on a machine, front and rear."""


class CarrierHit(msgspec.Struct, frozen=True):
    """A hit on a machine that a squad sits on: who sits there, and where the machine is hit."""

    rules: Ruleset
    squad: Unit
    location: str
    rear: bool


@rule("riding.shields", cite=RIDING)
def shielding(hit: CarrierHit) -> str | None:
    """A trooper who sits where a machine is hit takes the hit first; None where nobody sits."""
    code = hit.rules[PLACES].get((hit.location, hit.rear))
    standing = any(place.code == code and not place.destroyed for place in hit.squad.condition.locations)
    return code if standing else None


RULES = (boards, burdens, silent, no_target, no_blow, slowed, shielding, PLACES)
