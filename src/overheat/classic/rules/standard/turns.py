"""The order of things: initiative, and who acts when the sides are of unequal number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.systems import works
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

INITIATIVE = TOTAL_WARFARE("Initiative", 39)
POINTS = TOTAL_WARFARE("ProtoMechs, Points in the movement phase", 184)
UNEQUAL = TOTAL_WARFARE("Unequal numbers of units", 40)
HEADQUARTERS = TACTICAL_OPERATIONS("Mobile headquarters", 192)


class Claim(msgspec.Struct, frozen=True):
    """A side that rolls for the initiative."""

    rules: Ruleset
    state: State
    side: Player


INITIATIVE_TERMS: Slot[[Claim], Term | None] = Slot("turns.initiative_terms", nothing=None)
"""What is added to the roll of a side for the initiative."""


COMMUNICATIONS: Table[int, int] = Table(
    "turns.communications",
    {3: 1, 7: 2},
    cite=HEADQUARTERS,
    where="overheat.classic.rules.standard.turns.COMMUNICATIONS",
)
"""What a unit with so many tons of communications equipment, or more, adds to the initiative of its side."""


@rule("turns.headquarters", cite=HEADQUARTERS, slot=INITIATIVE_TERMS)
def headquarters(claim: Claim) -> Term | None:
    """The best communications equipment of a side that works and is manned adds to its initiative; no other counts."""
    units = (unit for unit in claim.state.on_side(claim.side) if "communications" in unit.plan.flags)
    tons = max((_tons_of_communications(unit) for unit in units if not unit.helpless), default=0.0)
    value = max((bonus for least, bonus in claim.rules[COMMUNICATIONS].rows.items() if tons >= least), default=0)
    return (
        Term("turns.headquarters", value, f"{tons:g} tons of communications equipment", HEADQUARTERS) if value else None
    )


def _tons_of_communications(unit: Unit) -> float:
    mounts = enumerate(unit.sheet.mounts)
    held = [mount for at, mount in mounts if "communications" in mount.equipment.flags and works(unit, at)]
    return sum(float(mount.size or 1) for mount in held)


def added_to_initiative(claim: Claim) -> Tally:
    """What is added to the roll of a side, term by term."""
    return Tally.of(contribution.function(claim) for contribution in claim.rules[INITIATIVE_TERMS])


@rule("turns.order", cite=UNEQUAL)
def turn_order(rules: Ruleset, initiative: Sequence[Player], counts: Mapping[Player, int]) -> tuple[Player, ...]:
    """Sides alternate, the loser of the initiative first; who has twice as many left moves two for one."""
    left = dict(counts)
    order: list[Player] = []
    while any(left.values()):
        fewest = min(count for count in left.values() if count)
        for side in initiative:
            turns = left[side] // fewest
            order += [side] * turns
            left[side] -= turns
    return tuple(order)


POINT = 5
"""ProtoMechs that make up a Point, which takes its turn together."""


def point_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The Point that a ProtoMech belongs to: those of its side five by five, as they were set up; others alone."""
    if not unit.protomech:
        return (unit,)
    mates = [other for other in state.units.values() if other.side == unit.side and other.protomech]
    first = next(at for at, other in enumerate(mates) if other.id == unit.id) // POINT * POINT
    return tuple(mates[first : first + POINT])


def follows_its_point(state: State, unit: Unit) -> bool:
    """Whether another of its Point has had its turn in this phase already, so that this one is part of it."""
    return unit.protomech and any(mate.id in state.acted for mate in point_of(state, unit) if mate.id != unit.id)


@rule("turns.points", cite=POINTS)
def turns_for(state: State, units: Sequence[Unit]) -> int:
    """How many turns so many units take: one each, but a Point of ProtoMechs takes a single one together."""
    alone = sum(not unit.protomech for unit in units)
    return alone + len({point_of(state, unit)[0].id for unit in units if unit.protomech})


@rule("turns.point_first", cite=POINTS)
def point_first(state: State, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Once one of a Point has acted, all of it act before anybody else of their side does."""
    return tuple(unit for unit in units if follows_its_point(state, unit)) or tuple(units)


MOST_CHANGES = 24


@rule("turns.free_changes", cite=INITIATIVE)
def may_change(rules: Ruleset, changes: int) -> Refusal | None:
    """What costs nothing, turning after a jump, twisting, switching, is done two dozen times in a turn at most."""
    if changes < MOST_CHANGES:
        return None
    return Refusal("turns.free_changes", f"it has turned and switched {changes} times, and no more", INITIATIVE)


RULES = (turn_order, turns_for, point_first, may_change, headquarters, COMMUNICATIONS)
