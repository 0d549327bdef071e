"""Where Arrows in flight may go: who steers them, the legs that they may fly, and what they need at the end."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Thing, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.arrows import (
    attack_from,
    base_number,
    first_headings,
    in_flight,
    launcher,
    munition_of,
    strike_number,
)
from overheat.classic.rules.omega.flight import legs, shortest
from overheat.classic.rules.omega.guidance import LASED
from overheat.classic.rules.omega.illumination import same_direction
from overheat.classic.rules.omega.payloads import KINDS
from overheat.kernel.terms import Tally


def early(state: State, munition: str) -> bool:
    """Whether it is flown in the reaction phase."""
    kind = state.relief.rules[KINDS].get(munition)
    return kind is not None and kind.counters


def in_time(state: State, munition: str) -> bool:
    """Whether an Arrow is launched and flown in the phase that it is."""
    return state.phase == ("reaction" if early(state, munition) else "weapons")


def munition_in(unit: Unit, feed: int) -> str:
    held = unit.sheet.mounts[feed].ammunition if 0 <= feed < len(unit.sheet.mounts) else None
    return "" if held is None else held.munition


def steered(state: State, unit: Unit, id: str) -> Thing | None:
    """An Arrow of a unit that it may still steer in this phase."""
    thing = next((each for each in in_flight(state, unit) if each.id == id), None)
    if thing is None or thing.arrives or not in_time(state, munition_of(state.relief.rules, thing)):
        return None
    return thing


def first_of(state: State, unit: Unit) -> tuple[int, ...]:
    mount = launcher(state.relief.rules, unit)
    return () if mount is None else first_headings(unit, mount)


def legs_of(state: State, unit: Unit, thing: Thing) -> dict[str, tuple[Hex, ...]]:
    """The straight legs that an Arrow may fly now, by the hex that each ends in."""
    found = legs(state.relief.rules, state.relief.board, thing.path, thing.flown, first_of(state, unit))
    return {str(leg[-1]): leg for leg in found}


def way_to(state: State, unit: Unit, thing: Thing, foe: Unit) -> tuple[Hex, ...] | None:
    if thing.hex == foe.hex and len(thing.path) > 1:
        return ()
    rules, board = state.relief.rules, state.relief.board
    return shortest(rules, board, thing.path, thing.flown, foe.hex, first_of(state, unit))


def base_against(state: State, thing: Thing, target: str) -> int:
    """The base number of an Arrow against a unit: what was written down, or that of another target."""
    rules, steered = state.relief.rules, state.units[thing.by]
    mount = launcher(rules, steered)
    weapon = None if mount is None else steered.sheet.mounts[mount].weapon
    if thing.about == target or not thing.value or weapon is None:
        return thing.value
    return rules[base_number](rules, weapon, None, switched=True) or 0


def needed_by(state: State, thing: Thing, target: str) -> Tally | None:
    """What an Arrow needs to hit a unit as things stand; None for one that needs a beam."""
    attack = attack_from(state, thing, target)
    if attack is None or not thing.value:
        return None
    return state.relief.rules[strike_number](base_against(state, thing, target), attack)


def designator_of(state: State, thing: Thing, foe: Unit) -> str | None:
    """The friend whose designator an Arrow follows: of those on its side of the target the first."""
    for friend in state.on_side(thing.owner):
        attack = attack_from(state, thing, foe.id, friend.id) if each(LASED, friend.id) in foe.marks else None
        if attack is not None and same_direction(attack, friend.hex):
            return friend.id
    return None
