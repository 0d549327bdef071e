"""Remote sensors in play: dropped, crushed, struck by blasts, and who they find."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import points_left
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.blasts import SCARS
from overheat.classic.damage.hiding import uncover
from overheat.classic.facts.commands import CrushSensor, DropSensor
from overheat.classic.facts.events import MarkLaid, Moved, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.remote_sensors import (
    CARRIED,
    DISPENSER,
    SENSOR,
    SENSORS,
    monitored,
    senses,
    sensors_of,
)
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.movement import AT_THE_END
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, parts

DROPPED = named("sensors_dropped", "{value} remote sensors dropped")
"""The mark of a dispenser that has dropped sensors: how many."""
PRICE = 1
"""The movement points that it takes to drop a sensor, or to crush one."""


def _dispensers(unit: Unit) -> Iterator[int]:
    mounts = enumerate(unit.sheet.mounts if DISPENSER in unit.plan.flags else ())
    return (at for at, mount in mounts if DISPENSER in mount.equipment.flags and works(unit, at))


def _cannot_pay(state: State, unit: Unit) -> Refusal | None:
    if not mode_of(state.relief.rules, unit).moves or unit.motion.done:
        return Refusal("sensors.moving", "that is done while the unit moves", SENSORS)
    if points_left(state, unit) < PRICE:
        return Refusal("sensors.moving", "no movement point is left for it", SENSORS)
    return None


def _cannot_drop(state: State, unit: Unit, command: DropSensor) -> Refusal | None:
    if command.mount not in tuple(_dispensers(unit)):
        return Refusal("sensors.dispenser", f"mount {command.mount} drops no sensors", SENSORS)
    mine = sensors_of(state, unit.side)
    if any(sensor.hex == unit.hex for sensor in mine):
        return Refusal("sensors.there", f"a sensor lies in {unit.hex} already", SENSORS)
    if _dropped(unit, command.mount) >= CARRIED:
        return Refusal("sensors.dispenser", "the dispenser is empty", SENSORS)
    return _cannot_pay(state, unit)


def _dropped(unit: Unit, mount: int) -> int:
    """The sensors that a dispenser has dropped, whatever has become of them."""
    mark = unit.marks.get(each(DROPPED, mount))
    return 0 if mark is None else mark.value


def _pay(scene: Scene, unit: Unit, how: str) -> None:
    cost = parts((Term(f"sensors.{how}", PRICE, "remote sensor", SENSORS),))
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + PRICE)
    scene.tell(Moved(unit.id, how, unit.hex, unit.facing, unit.elevation, motion, cost))


def _drop(scene: Scene, unit: Unit, command: DropSensor) -> None:
    _pay(scene, unit, "drop_sensor")
    count = _dropped(unit, command.mount) + 1
    scene.tell(MarkLaid(unit.id, each(DROPPED, command.mount), Mark(count, unit.side)))
    id = f"sensor-{unit.id}-{command.mount}-{unit.hex}"
    scene.tell(ThingPlaced(Thing(id, SENSOR, unit.hex, unit.side, by=unit.id, mount=command.mount)))


def _theirs(state: State, unit: Unit) -> Thing | None:
    """A sensor of somebody else where a unit is."""
    here = (thing for thing in state.things.values() if thing.kind == SENSOR and thing.hex == unit.hex)
    return next((thing for thing in here if thing.owner != unit.side), None)


def _cannot_crush(state: State, unit: Unit, command: CrushSensor) -> Refusal | None:
    if _theirs(state, unit) is None:
        return Refusal("sensors.none", "no sensor of the enemy lies here", SENSORS)
    return _cannot_pay(state, unit)


def _crush(scene: Scene, unit: Unit, command: CrushSensor) -> None:
    sensor = _theirs(scene.state, unit)
    assert sensor is not None
    _pay(scene, unit, "crush_sensor")
    scene.tell(ThingGone(sensor))


def _worth_crushing(state: State, unit: Unit, command: CrushSensor) -> float:
    return 1.0


VERBS: dict[str, Verb] = {
    "sensors.drop": Verb(
        command=DropSensor,
        only=lambda unit: DISPENSER in unit.plan.flags,
        phases=("movement",),
        offers=lambda state, unit: map(DropSensor, _dispensers(unit)),
        refuses=_cannot_drop,
        does=_drop,
        words=always("drop a remote sensor here"),
        title="Equipment",
    ),
    "sensors.crush": Verb(
        command=CrushSensor,
        phases=("movement",),
        offers=lambda state, unit: (CrushSensor(),) if state.things else (),
        refuses=_cannot_crush,
        does=_crush,
        words=always("crush the remote sensor here"),
        title="Equipment",
        worth=_worth_crushing,
    ),
}


@rule("sensors.look", cite=SENSORS, slot=AT_THE_END)
def look(scene: Scene, unit: Unit) -> None:
    """When a unit has moved, sensors that somebody listens to find who is hidden near them."""
    if not scene.state.things:
        return
    for side in dict.fromkeys(other.side for other in scene.state.units.values()):
        for sensor in scene.rules[monitored](scene.state, side):
            for other in tuple(scene.state.units.values()):
                hides = other.active and other.side != side and in_hiding(other)
                if hides and scene.rules[senses](scene.state, sensor, other):
                    uncover(scene, other.id)


@rule("sensors.struck", cite=SENSORS, slot=SCARS)
def struck(scene: Scene, blast: Blast, hex: Hex, damage: int) -> None:
    """A sensor is lost to a blast that does any damage in its hex, or to an enemy who spends a point to crush it."""
    for thing in tuple(scene.state.things.values()):
        if thing.kind == SENSOR and thing.hex == hex and damage > 0:
            scene.tell(ThingGone(thing))


RULES = (look, struck)
