"""What a player may know of a battle of H.E.A.T.

Everything lies open but the side that the enemy outflanks by, which of his markers are decoys, how many devices his
sappers have left, which would tell, the marks and things of layers that say of themselves that they are hidden, and
what rules of the slot `HIDES` keep from a side.
"""

from __future__ import annotations

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, Slot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.state import Detonating, Device, Probing, Resuming, State, Tasks, Unit, Watching
from overheat.platoon.lasting import Mark, Thing, known_to
from overheat.platoon.rules.standard.devices import DECOY

replace = msgspec.structs.replace

HIDES: Slot[[Ruleset, State, Unit, int | None], Unit | None] = Slot("secrets.hides", None)
"""A unit as a side that is not its own knows it, where that is not as it is; None is the side of who only watches.

Each rule gets what the last one left, of the battle as it really is. A unit of which only is known that it is somewhere
is `out_of_sight(unit)`: it is not shown, not offered as a target, who rides in it is hidden with it, and events that
name it are not told.
"""


def out_of_sight(unit: Unit) -> Unit:
    """A unit of which a side knows no more than that it is somewhere."""
    return Unit(id=unit.id, side=unit.side, place="reserve")


def known(rules: Ruleset, state: State, player: Player) -> State:
    """The battle without what a player may not know; the state itself where nothing is hidden."""
    if not anything_hidden(rules, state, player):
        return state
    side = _side_of(state, player)
    units = {id: _as_known(unit, side) for id, unit in state.units.items()}
    if rules[HIDES]:
        units = _disguised(rules, state, units, side)
    return replace(
        state,
        setup=replace(state.setup, devices=_markers(state.setup.devices, side)),
        units=units,
        things={id: thing for id, thing in state.things.items() if known_to(thing, side)},
        devices=_markers(state.devices, side),
        tasks=tuple(_unnamed(_stopped(task, state, units), side) for task in state.tasks),
    )


def anything_hidden(rules: Ruleset, state: State, player: Player) -> bool:
    """Whether rules hide units, or anything in the battle is hidden from a player."""
    return bool(rules[HIDES]) or _secrets(state, _side_of(state, player))


def _side_of(state: State, player: Player) -> int | None:
    return state.setup.players.index(player) if player in state.setup.players else None


def _disguised(rules: Ruleset, state: State, units: dict[str, Unit], side: int | None) -> dict[str, Unit]:
    """Units as rules let a side know them, with who rides in those that are out of sight."""
    found = {id: _taken_for(rules, state, unit, side) for id, unit in units.items()}
    gone = {id for id, unit in found.items() if unit.place != units[id].place}
    return {id: out_of_sight(unit) if unit.carrier in gone else unit for id, unit in found.items()}


def _taken_for(rules: Ruleset, state: State, unit: Unit, side: int | None) -> Unit:
    """What a side takes a unit for; of one's own, and of those off the table, nothing is hidden so."""
    for rule in rules[HIDES] if unit.side != side else ():
        if unit.place in ("table", "aboard"):
            unit = rule(rules, state, unit, side) or unit
    return unit


def _stopped(task: Tasks, state: State, units: dict[str, Unit]) -> Tasks:
    """The rest of a move of a unit that is out of sight, without where it leads."""
    if isinstance(task, Resuming) and units[task.unit].place != state.units[task.unit].place:
        return Resuming(task.unit)
    return task


def _secrets(state: State, side: int | None) -> bool:
    """Whether anything is hidden from a side."""
    for unit in state.units.values():
        if unit.side != side and (unit.flank or unit.charges):
            return True
        if unit.marks and any(not known_to(mark, side) for mark in unit.marks.values()):
            return True
    return (
        any(each.side != side for each in (*state.devices, *state.setup.devices))
        or any(not known_to(thing, side) for thing in state.things.values())
        or any(isinstance(task, Watching | Probing | Detonating) for task in state.tasks)
    )


def _markers(devices: tuple[Device, ...], side: int | None) -> tuple[Device, ...]:
    """Markers as a side sees them: those of the enemy all look alike."""
    return tuple(each if each.side == side else replace(each, kind=DECOY) for each in devices)


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


def redacted(rules: Ruleset, state: State, event: Event, player: Player) -> Event | None:
    """An event as a player is told of it."""
    if isinstance(event, told.UNSAID) or (rules[HIDES] and _names(event, _gone(rules, state, player))):
        return None
    side = _side_of(state, player)
    if isinstance(event, told.Deployed) and event.where in ("left", "right"):
        return event if state.units[event.unit].side == side else told.Deployed(event.unit, "reserve")
    if isinstance(event, told.DeviceLaid) and state.units[event.unit].side != side:
        return told.DeviceLaid(event.unit, event.at)
    lasting = _lasting(event)
    return event if lasting is None or known_to(lasting, side) else None


def _gone(rules: Ruleset, state: State, player: Player) -> set[str]:
    """The units that are out of a player's sight."""
    units = known(rules, state, player).units
    return {id for id, unit in state.units.items() if units[id].place != unit.place}


def _names(event: Event, units: set[str]) -> bool:
    """Whether an event names one of some units."""
    return any(isinstance(value, str) and value in units for value in msgspec.structs.asdict(event).values())


def _lasting(event: Event) -> Mark | Thing | None:
    """The mark or the thing that an event is about."""
    match event:
        case told.MarkLaid() | told.MarkLifted():
            return event.detail
        case told.ThingPlaced() | told.ThingGone():
            return event.thing
    return None
