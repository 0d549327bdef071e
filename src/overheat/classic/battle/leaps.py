"""Where a unit can come down after a leap, among many hexes at once.

`plainly` asks about one hex after the other, as a jump that is carried out does. Where ground and gait alone decide
where a machine may land, `swiftly` finds the same sooner: what a hex has against who comes down in it is kept with the
relief, and how high the way there goes is asked only where anything on the board is higher than the jets lift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from overheat.classic.battle.gaits import MOST_GAITS, Gait, by_gait_alone, gait_of
from overheat.classic.battle.moment import standing_in
from overheat.classic.battle.steps import elevation_in, entry_of, has_room_for, highest_between, jumped
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.bogging import stuck_at_once
from overheat.classic.rules.standard.bridges import lands_on_deck
from overheat.classic.rules.standard.entries import entry_checks, landing_check
from overheat.classic.rules.standard.movement import barred
from overheat.classic.sight.relief import Relief
from overheat.kernel.refusal import Refusal


class Leap(NamedTuple):
    """A jump that may be made: where to, how far, and how many piloting rolls the landing asks for."""

    hex: Hex
    far: int
    trips: int
    mired: bool
    """Whether it gets stuck there, without a roll."""


class Landing(NamedTuple):
    """What a hex is to who comes down in it."""

    level: int
    """The level that its feet come to."""
    trips: int | None
    """Piloting rolls that the ground asks for; None where nobody may land."""
    mired: bool = False
    """Whether it gets stuck there."""


def leaps(state: State, unit: Unit, hexes: Iterable[Hex], left: int) -> Iterator[Leap]:
    """The jumps that a unit may make to some hexes with so many points."""
    simple = unit.machine and not unit.motion.travelled and by_gait_alone(state.relief.rules)
    return swiftly(state, unit, hexes, left) if simple else plainly(state, unit, hexes, left)


def plainly(state: State, unit: Unit, hexes: Iterable[Hex], left: int) -> Iterator[Leap]:
    """The jumps, each asked about by itself."""
    for hex in hexes:
        leap = jumped(state, unit, hex, left)
        if not isinstance(leap, Refusal):
            yield Leap(hex, leap.motion.travelled, len(leap.checks), leap.mired)


def swiftly(state: State, unit: Unit, hexes: Iterable[Hex], left: int) -> Iterator[Leap]:
    """The jumps of a machine where the ground alone decides."""
    relief, board, rules = state.relief, state.relief.board, state.relief.rules
    ceiling = board[unit.hex].level + unit.elevation + left
    shaken = 0 if rules[landing_check](rules, unit) is None else 1
    taken = standing_in(state, unit)
    free = has_room_for(state, unit, unit.hex) is None if unit.hex not in taken else None
    low = highest(relief) <= ceiling
    landings = _landings(state, unit)
    for hex in hexes:
        far = unit.hex.distance(hex)
        if not 0 < far <= left:
            continue
        here = landings.get(hex)
        if here is None:
            here = _landing(state, unit, hex, ceiling)
            if "building" not in board[hex]:
                landings[hex] = here
        if here.trips is None or here.level > ceiling:
            continue
        if not low and highest_between(board, unit.hex, hex) > ceiling:
            continue
        if (has_room_for(state, unit, hex) is None) if hex in taken or free is None else free:
            yield Leap(hex, far, here.trips + shaken, here.mired)


def highest(relief: Relief) -> int:
    """The highest level of a board."""
    return relief.lastingly("highest level", lambda relief: max(ground.level for ground in relief.board.grounds))


def _landings(state: State, unit: Unit) -> dict[Hex, Landing]:
    """What is known of the hexes of a board, for units that come down alike; roofs are not kept."""
    kept: dict[Gait, dict[Hex, Landing]] = state.relief.lastingly("landings", lambda _: {})
    if len(kept) >= MOST_GAITS:
        kept.clear()
    return kept.setdefault(gait_of(state, unit), {})


def _landing(state: State, unit: Unit, hex: Hex, ceiling: int) -> Landing:
    rules, target = state.relief.rules, state.relief.board[hex]
    elevation = elevation_in(target, unit, ceiling, road=False)
    if rules[lands_on_deck](rules, target):
        elevation = max(elevation, target.amount("bridge_elev"))
    level = target.level + elevation
    entry = entry_of(state, unit, state.relief.board[unit.hex], hex, (level, level))
    if barred(entry) is not None:
        return Landing(level, None)
    shaken = 0 if rules[landing_check](rules, unit) is None else 1
    trips = len(entry_checks(entry, unit.motion, landing=True)) - shaken
    return Landing(level, trips, rules[stuck_at_once](entry, True))
