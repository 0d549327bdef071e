"""What a player may know of a battle of H.E.A.T.

Everything lies open but the side that the enemy outflanks by, which of his markers are decoys, how many devices his
sappers have left, which would tell, and the marks and things of layers that say of themselves that they are hidden.
"""

from __future__ import annotations

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.platoon import events as told
from overheat.platoon.lasting import Mark, Thing, known_to
from overheat.platoon.state import Detonating, Device, Probing, State, Tasks, Unit, Watching

replace = msgspec.structs.replace


def known(state: State, player: Player) -> State:
    """The battle without what a player may not know; the state itself where nothing is hidden."""
    side = state.setup.players.index(player) if player in state.setup.players else None
    if not _secrets(state, side):
        return state
    return replace(
        state,
        setup=replace(state.setup, devices=_markers(state.setup.devices, side)),
        units={id: _as_known(unit, side) for id, unit in state.units.items()},
        things={id: thing for id, thing in state.things.items() if known_to(thing, side)},
        devices=_markers(state.devices, side),
        tasks=tuple(_unnamed(task, side) for task in state.tasks),
    )


def _secrets(state: State, side: int | None) -> bool:
    """Whether anything is hidden from a side."""
    return (
        any(unit.side != side and (unit.flank or unit.charges) for unit in state.units.values())
        or any(each.side != side for each in (*state.devices, *state.setup.devices))
        or any(not known_to(mark, side) for unit in state.units.values() for mark in unit.marks.values())
        or any(not known_to(thing, side) for thing in state.things.values())
        or any(isinstance(task, Watching | Probing | Detonating) for task in state.tasks)
    )


def _markers(devices: tuple[Device, ...], side: int | None) -> tuple[Device, ...]:
    """Markers as a side sees them: those of the enemy all look alike."""
    return tuple(each if each.side == side else replace(each, kind="decoy") for each in devices)


def _unnamed(task: Tasks, side: int | None) -> Tasks:
    """What is to be done, without the kind of a marker that only its owner knows."""
    if isinstance(task, Watching | Probing | Detonating):
        (marker,) = _markers((task.device,), side)
        return replace(task, device=marker)
    return task


def _as_known(unit: Unit, side: int | None) -> Unit:
    """A unit as a side knows it."""
    if any(not known_to(mark, side) for mark in unit.marks.values()):
        marks = {name: mark for name, mark in unit.marks.items() if known_to(mark, side)}
        unit = replace(unit, marks=marks)
    return unit if unit.side == side else _from_outside(unit)


def _from_outside(unit: Unit) -> Unit:
    """A unit as its enemy knows it."""
    flank = "" if unit.place == "reserve" else unit.flank
    return unit if (flank, 0) == (unit.flank, unit.charges) else replace(unit, flank=flank, charges=0)


def redacted(state: State, event: Event, player: Player) -> Event | None:
    """An event as a player is told of it."""
    side = state.setup.players.index(player) if player in state.setup.players else None
    if isinstance(event, told.Deployed) and event.where in ("left", "right"):
        return event if state.units[event.unit].side == side else told.Deployed(event.unit, "reserve")
    if isinstance(event, told.DeviceLaid) and state.units[event.unit].side != side:
        return told.DeviceLaid(event.unit, event.at)
    lasting = _lasting(event)
    return event if lasting is None or known_to(lasting, side) else None


def _lasting(event: Event) -> Mark | Thing | None:
    """The mark or the thing that an event is about."""
    match event:
        case told.MarkLaid() | told.MarkLifted():
            return event.detail
        case told.ThingPlaced() | told.ThingGone():
            return event.thing
    return None
