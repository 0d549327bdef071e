"""What each event does to the battle. Nothing else changes it.

The changes work on an unfrozen state, so that a battle with many events at once need not be copied for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from overheat.kernel.events import Event
from overheat.kernel.game import Outcome
from overheat.platoon.battle import events as told
from overheat.platoon.battle.state import (
    Called,
    Device,
    Drone,
    Firing,
    Man,
    Missile,
    State,
    Task,
    Unit,
    Zero,
    hull_of,
)
from overheat.platoon.battle.wording import ending_words
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.lasting import Thing, still
from overheat.platoon.rules.standard import indirect

replace = msgspec.structs.replace

SEEN_BY = frozenset({"at", "men", "place", "drone", "carrier", "heading", "building"})
"""What it depends on whom a unit sees and who sees it."""
BANGALORE = "bangalore"
CALLED = "strike"
"""What an observer has used who has called a strike."""


class Unfrozen:
    """A state that events change. Only the changes below assign to it; everybody else reads it and tells events."""

    def __init__(self, state: State) -> None:
        self.setup = state.setup
        self.sheets = state.sheets
        self._units = dict(state.units)
        self.units: Mapping[str, Unit] = self._units
        self.turn = state.turn
        self.bag = state.bag
        self.used = state.used
        self.missiles = state.missiles
        self.smoke = state.smoke
        self.puffs = state.puffs
        self.devices = state.devices
        self.called = state.called
        self.breached = state.breached
        self.wrecks = state.wrecks
        self.things: Mapping[str, Thing] = state.things
        self.lost = state.lost
        self.tasks: tuple[Any, ...] = state.tasks
        self.outcome = state.outcome

    def frozen(self) -> State:
        """The battle as a value again."""
        return State(
            setup=self.setup,
            sheets=self.sheets,
            units=self._units,
            turn=self.turn,
            bag=self.bag,
            used=self.used,
            missiles=self.missiles,
            smoke=self.smoke,
            puffs=self.puffs,
            devices=self.devices,
            called=self.called,
            breached=self.breached,
            wrecks=self.wrecks,
            things=dict(self.things),
            lost=self.lost,
            tasks=self.tasks,
            outcome=self.outcome,
        )

    def alter(self, id: str, **changes: Any) -> None:
        """Change a unit; a gun that moves has to zero in anew."""
        old = self._units[id]
        if old.zero is not None and changes.get("at", old.at) != old.at:
            changes.setdefault("zero", None)
        self.put(replace(old, **changes), seen_otherwise=not SEEN_BY.isdisjoint(changes))

    def put(self, unit: Unit, *, seen_otherwise: bool = True) -> None:
        """A unit is what it is from now on."""
        self._units[unit.id] = unit

    def veil(self, smoke: tuple[Spot, ...], puffs: tuple[Spot, ...]) -> None:
        """Smoke lies where these markers are, and nowhere else."""
        self.smoke, self.puffs = smoke, puffs


E = TypeVar("E", bound=Event)
CHANGES: dict[type[Event], Callable[[Unfrozen, Any], None]] = {}


def on(kind: type[E]) -> Callable[[Callable[[Unfrozen, E], None]], Callable[[Unfrozen, E], None]]:
    """Say what an event of a kind changes."""

    def make(change: Callable[[Unfrozen, E], None]) -> Callable[[Unfrozen, E], None]:
        CHANGES[kind] = change
        return change

    return make


def happen(battle: Unfrozen, event: Event) -> None:
    """Let an event change an unfrozen state; one that only tells of something leaves it as it is."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(battle, event)


def advance(state: State, event: Event) -> State:
    """The state after an event."""
    change = CHANGES.get(type(event))
    if change is None:
        return state
    battle = Unfrozen(state)
    change(battle, event)
    return battle.frozen()


# The turn, and what is to be done in it.


@on(told.TurnBegan)
def turn_began(battle: Unfrozen, event: told.TurnBegan) -> None:
    """Dice go into the bag but for orders that are kept, and what lasted until the turn before is gone."""
    battle.turn, battle.bag = event.turn, event.bag
    kept = [unit.side for unit in battle.units.values() if unit.alive and unit.kept]
    battle.used = (kept.count(0), kept.count(1))
    for unit in list(battle.units.values()):
        marks = {name: mark for name, mark in unit.marks.items() if still(mark, event.turn)}
        order, named = (unit.order, unit.round) if unit.kept else (None, "")
        battle.alter(unit.id, kept=False, moved=False, moved_last=unit.moved, order=order, round=named, marks=marks)
    battle.things = {id: thing for id, thing in battle.things.items() if still(thing, event.turn)}


@on(told.DieDrawn)
def die_drawn(battle: Unfrozen, event: told.DieDrawn) -> None:
    battle.bag, battle.used = event.left, _one_more(battle.used, event.side)


@on(told.DieTaken)
def die_taken(battle: Unfrozen, event: told.DieTaken) -> None:
    battle.bag, battle.used = event.left, _one_more(battle.used, event.side)


def _one_more(counts: tuple[int, int], side: int) -> tuple[int, int]:
    return (counts[0] + 1, counts[1]) if side == 0 else (counts[0], counts[1] + 1)


@on(told.Acted)
def acted(battle: Unfrozen, event: told.Acted) -> None:
    named = event.round or battle.units[event.unit].round
    battle.alter(event.unit, order=event.order, last=event.last or event.order, round=named)


@on(told.WentDown)
def went_down(battle: Unfrozen, event: told.WentDown) -> None:
    battle.alter(event.unit, order="down", last=event.last)


@on(told.Kept)
def kept(battle: Unfrozen, event: told.Kept) -> None:
    battle.alter(event.unit, kept=True)


@on(told.Ended)
def ended(battle: Unfrozen, event: told.Ended) -> None:
    winners = () if event.winner is None else (battle.setup.players[event.winner],)
    battle.outcome = Outcome(winners, ending_words(event))
    battle.tasks = ()


@on(told.TaskLaid)
def task_laid(battle: Unfrozen, event: told.TaskLaid) -> None:
    at = len(battle.tasks) - event.under
    battle.tasks = (*battle.tasks[:at], as_task(event.task), *battle.tasks[at:])


def as_task(told_of: Any) -> Any:
    """A task of an event, also of one that was read from a log: of the game, or of a layer that is here."""
    if not isinstance(told_of, dict):
        return told_of
    kinds = {kind.__name__: kind for kind in Task.__subclasses__()}
    return msgspec.convert(told_of, kinds[told_of["type"]])


@on(told.TaskDone)
def task_done(battle: Unfrozen, event: told.TaskDone) -> None:
    battle.tasks = battle.tasks[:-1]


@on(told.Dodged)
def dodged(battle: Unfrozen, event: told.Dodged) -> None:
    """Shots at an aircraft that has released countermeasures are worse."""
    battle.tasks = tuple(_dodged(task, event.unit) for task in battle.tasks)


def _dodged(task: Any, unit: str) -> Any:
    if isinstance(task, Firing) and any(volley.target == unit for volley in task.volleys):
        return replace(task, dodged=(*task.dodged, unit))
    return task


# Where units are.


@on(told.Deployed)
def deployed(battle: Unfrozen, event: told.Deployed) -> None:
    if event.at is not None:
        _stand(battle, event.unit, event.at, event.heading, event.men)
    elif event.carrier:
        at = battle.units[event.carrier].at
        battle.alter(event.unit, place="aboard", carrier=event.carrier, at=at)
    else:
        battle.alter(event.unit, place="reserve", flank="" if event.where == "reserve" else event.where)


def _stand(battle: Unfrozen, id: str, at: Spot, heading: int, men: tuple[Spot, ...], **changes: Any) -> None:
    """A unit takes its place on the table, and its drone beside it, or for its own the place of its drone."""
    unit, unmanned = battle.units[id], battle.sheets[id].unmanned
    at = at._replace(z=0) if men else at
    drone = replace(unit.drone, at=at if unmanned else men[0]) if unit.drone is not None else None
    if unmanned:
        battle.alter(id, place="table", drone=drone, at=at, **changes)
    else:
        battle.alter(
            id, place="table", carrier=None, at=at, men=_at(unit, men), heading=heading, drone=drone, **changes
        )
    _carry(battle, id)


def _at(unit: Unit, places: tuple[Spot, ...]) -> tuple[Man, ...]:
    """The men of a unit at other places; where they stand for none."""
    if not places:
        return unit.men
    return tuple(replace(man, at=at) for man, at in zip(unit.men, places, strict=True))


def _carry(battle: Unfrozen, carrier: str) -> None:
    """Passengers are where their transport is."""
    at = battle.units[carrier].at
    for unit in list(battle.units.values()):
        if unit.carrier == carrier and unit.place == "aboard":
            battle.alter(unit.id, at=at)


@on(told.Moved)
def moved(battle: Unfrozen, event: told.Moved) -> None:
    unit = battle.units[event.unit]
    if unit.place != "table":
        _stand(battle, unit.id, event.at, event.heading, event.men, moved=True)
        return
    goes = event.at != unit.at or event.building is not None
    battle.alter(
        unit.id,
        at=event.at,
        heading=event.heading,
        men=_at(unit, event.men),
        building=event.building if goes else unit.building,
        moved=unit.moved or goes,
    )
    _carry(battle, unit.id)


@on(told.Charged)
def charged(battle: Unfrozen, event: told.Charged) -> None:
    unit = battle.units[event.unit]
    battle.alter(unit.id, men=_at(unit, event.men), at=event.at, building=None, moved=True)


@on(told.Boarded)
def boarded(battle: Unfrozen, event: told.Boarded) -> None:
    """Who rides is where his transport is, and takes his drone with him."""
    unit, at = battle.units[event.unit], battle.units[event.carrier].at
    drone = replace(unit.drone, rounds=0, empty=False, at=at._replace(z=0)) if unit.drone else None
    battle.alter(unit.id, place="aboard", carrier=event.carrier, at=at, building=None, moved=True, drone=drone)


@on(told.BailedOut)
def bailed_out(battle: Unfrozen, event: told.BailedOut) -> None:
    men = _at(battle.units[event.unit], event.men)
    battle.alter(event.unit, place="table", carrier=None, men=men, at=event.at)


@on(told.DoorOpened)
def door_opened(battle: Unfrozen, event: told.DoorOpened) -> None:
    battle.alter(event.unit, doors=battle.units[event.unit].doors | {event.door})


@on(told.FiredThrough)
def fired_through(battle: Unfrozen, event: told.FiredThrough) -> None:
    battle.alter(event.unit, doors=battle.units[event.unit].doors | {event.door})


@on(told.DoorsClosed)
def doors_closed(battle: Unfrozen, event: told.DoorsClosed) -> None:
    battle.alter(event.unit, doors=frozenset())


# What becomes of them.


@on(told.Pinned)
def pinned(battle: Unfrozen, event: told.Pinned) -> None:
    battle.alter(event.unit, pins=event.pins)


@on(told.Fell)
def fell(battle: Unfrozen, event: told.Fell) -> None:
    men = battle.units[event.unit].men
    battle.alter(event.unit, men=tuple(man for man in men if man.figure not in event.men))


@on(told.Immobilised)
def immobilised(battle: Unfrozen, event: told.Immobilised) -> None:
    battle.alter(event.unit, immobilised=True)


@on(told.Slowed)
def slowed(battle: Unfrozen, event: told.Slowed) -> None:
    battle.alter(event.unit, half_speed=True)


@on(told.TurretJammed)
def turret_jammed(battle: Unfrozen, event: told.TurretJammed) -> None:
    battle.alter(event.unit, jammed=event.heading)


@on(told.Destroyed)
def destroyed(battle: Unfrozen, event: told.Destroyed) -> None:
    """A unit is lost, and a vehicle on the table leaves its wreck."""
    unit = battle.units[event.unit]
    sheet = battle.sheets[unit.id]
    if sheet.kind == "vehicle" and unit.place == "table":
        battle.wrecks = (*battle.wrecks, hull_of(unit, sheet))
    battle.alter(unit.id, place="lost", men=(), carrier=None, drone=None, zero=None)
    battle.lost = _one_more(battle.lost, unit.side)


# What they use.


@on(told.ShotSpent)
def shot_spent(battle: Unfrozen, event: told.ShotSpent) -> None:
    _spend(battle, event.unit, event.what)


def _spend(battle: Unfrozen, id: str, what: str) -> None:
    battle.alter(id, spent=battle.units[id].spent | {what})


@on(told.LawSpent)
def law_spent(battle: Unfrozen, event: told.LawSpent) -> None:
    battle.alter(event.unit, laws=event.left)


@on(told.ScreenSpent)
def screen_spent(battle: Unfrozen, event: told.ScreenSpent) -> None:
    battle.alter(event.unit, smoke=event.left)


@on(told.ZeroedIn)
def zeroed_in(battle: Unfrozen, event: told.ZeroedIn) -> None:
    battle.alter(event.unit, zero=Zero(event.need, event.target, event.aim))


@on(told.Adopted)
def adopted(battle: Unfrozen, event: told.Adopted) -> None:
    battle.alter(event.unit, zero=Zero(indirect.BEST, "", event.at))


@on(told.Breached)
def breached(battle: Unfrozen, event: told.Breached) -> None:
    _spend(battle, event.unit, BANGALORE)
    if event.work != "device" and event.effect == "breached":
        battle.breached = (*battle.breached, event.number)


@on(told.DeviceLaid)
def device_laid(battle: Unfrozen, event: told.DeviceLaid) -> None:
    unit = battle.units[event.unit]
    device = Device(unit.side, event.kind, event.at, unit.id, event.carrier)
    battle.devices = (*battle.devices, device)
    battle.alter(unit.id, charges=event.left)


@on(told.DeviceGone)
def device_gone(battle: Unfrozen, event: told.DeviceGone) -> None:
    battle.devices = _without(battle.devices, event.number)


T = TypeVar("T")


def _without(some: tuple[T, ...], number: int) -> tuple[T, ...]:
    return (*some[:number], *some[number + 1 :])


@on(told.StrikeCalled)
def strike_called(battle: Unfrozen, event: told.StrikeCalled) -> None:
    side = battle.units[event.unit].side
    called = Called(event.unit, side, event.kind, event.at, battle.turn, event.target)
    battle.called = (*battle.called, called)
    _spend(battle, event.unit, CALLED)


@on(told.StrikeOver)
def strike_over(battle: Unfrozen, event: told.StrikeOver) -> None:
    battle.called = _without(battle.called, event.number)


# What is in the air.


@on(told.Launched)
def launched(battle: Unfrozen, event: told.Launched) -> None:
    missile = Missile(event.unit, event.weapon, event.target, event.at, battle.turn)
    battle.missiles = (*battle.missiles, missile)


@on(told.MissileFlew)
def missile_flew(battle: Unfrozen, event: told.MissileFlew) -> None:
    missile = replace(battle.missiles[event.number], at=event.at)
    battle.missiles = (*_without(battle.missiles, event.number), missile)


@on(told.MissileCame)
def missile_came(battle: Unfrozen, event: told.MissileCame) -> None:
    battle.missiles = _without(battle.missiles, event.number)


@on(told.MissileLost)
def missile_lost(battle: Unfrozen, event: told.MissileLost) -> None:
    battle.missiles = _without(battle.missiles, event.number)


@on(told.DroneFlew)
def drone_flew(battle: Unfrozen, event: told.DroneFlew) -> None:
    """A drone is somewhere else; one that is flown from off the table takes its unit along."""
    drone = _drone(battle, event.unit)
    drone = replace(
        drone,
        at=event.at,
        ran=drone.ran if event.ran is None else event.ran,
        heading=drone.heading if event.heading is None else event.heading,
        silent_until=event.silent_until or drone.silent_until,
    )
    place = {"at": event.at} if battle.sheets[event.unit].unmanned else {}
    battle.alter(event.unit, drone=drone, **place)


def _drone(battle: Unfrozen, id: str) -> Drone:
    drone = battle.units[id].drone
    assert drone is not None
    return drone


@on(told.DroneAloft)
def drone_aloft(battle: Unfrozen, event: told.DroneAloft) -> None:
    drone = _drone(battle, event.unit)
    battle.alter(event.unit, drone=replace(drone, rounds=event.rounds, empty=drone.empty or event.empty))


@on(told.DroneRecovered)
def drone_recovered(battle: Unfrozen, event: told.DroneRecovered) -> None:
    battle.alter(event.unit, drone=replace(_drone(battle, event.unit), rounds=0, empty=False))


@on(told.DroneArmed)
def drone_armed(battle: Unfrozen, event: told.DroneArmed) -> None:
    battle.alter(event.unit, drone=replace(_drone(battle, event.unit), loaded=True))


@on(told.DroneReported)
def drone_reported(battle: Unfrozen, event: told.DroneReported) -> None:
    battle.alter(event.unit, drone=replace(_drone(battle, event.unit), reported=True))


@on(told.RadioNoted)
def radio_noted(battle: Unfrozen, event: told.RadioNoted) -> None:
    """Out of reach or not, the drone may tell a gun something again."""
    battle.alter(event.unit, drone=replace(_drone(battle, event.unit), lost_radio=event.far, reported=False))


@on(told.Dropped)
def dropped(battle: Unfrozen, event: told.Dropped) -> None:
    if event.spent:
        battle.alter(event.unit, drone=replace(_drone(battle, event.unit), loaded=False))


@on(told.SmokePlaced)
def smoke_placed(battle: Unfrozen, event: told.SmokePlaced) -> None:
    if event.puff:
        battle.veil(battle.smoke, (*battle.puffs, event.at))
    else:
        battle.veil((*battle.smoke, event.at), battle.puffs)


@on(told.SmokeMoved)
def smoke_moved(battle: Unfrozen, event: told.SmokeMoved) -> None:
    markers = battle.puffs if event.puff else battle.smoke
    to = () if event.to is None else (event.to,)
    left = (*markers[: event.number], *to, *markers[event.number + 1 :])
    battle.veil(battle.smoke, left) if event.puff else battle.veil(left, battle.puffs)


# What layers bring.


@on(told.MarkLaid)
def mark_laid(battle: Unfrozen, event: told.MarkLaid) -> None:
    battle.alter(event.unit, marks={**battle.units[event.unit].marks, event.mark: event.detail})


@on(told.MarkLifted)
def mark_lifted(battle: Unfrozen, event: told.MarkLifted) -> None:
    marks = battle.units[event.unit].marks
    battle.alter(event.unit, marks={name: mark for name, mark in marks.items() if name != event.mark})


@on(told.ThingPlaced)
def thing_placed(battle: Unfrozen, event: told.ThingPlaced) -> None:
    battle.things = {**battle.things, event.thing.id: event.thing}


@on(told.ThingGone)
def thing_gone(battle: Unfrozen, event: told.ThingGone) -> None:
    battle.things = {id: thing for id, thing in battle.things.items() if id != event.thing.id}


@on(told.UnitChanged)
def unit_changed(battle: Unfrozen, event: told.UnitChanged) -> None:
    battle.put(event.now)
