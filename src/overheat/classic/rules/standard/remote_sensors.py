"""Remote sensors: dropped on the way, they find who is hidden and spot for others while somebody listens to them."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.jamming import jammers_between
from overheat.classic.rules.standard.switches import stealthy
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.condition import Condition
from overheat.classic.unit.equipment import Gear
from overheat.classic.unit.plan import Plan
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

SENSORS = TACTICAL_OPERATIONS("Remote sensors", 375)
SENSOR = "remote_sensor"
"""The kind of thing that a remote sensor is."""
DISPENSER = "sensor_dispenser"
"""The flag of what sensors are dropped from."""
SEES = 2
"""Hexes within which a sensor finds who is hidden."""
LISTENS = 67
"""Hexes within which a sensor is heard."""
CARRIED = 30
"""Sensors in a dispenser."""

MONITORS: Table[str, int] = Table(
    "sensors.monitors",
    {"probe": 2, "c3_master": 2, "c3i": 1, "communications": 1},
    cite=SENSORS,
    where="overheat.classic.rules.standard.remote_sensors.MONITORS",
)
"""How many sensors equipment follows whose entry does not say; communications equipment for every ton of it."""


def sensors_of(state: State, side: Player) -> list[Thing]:
    """The sensors of a side, the oldest first."""
    return [thing for thing in state.things.values() if thing.kind == SENSOR and thing.owner == side]


def follows(rules: Ruleset, unit: Unit) -> int:
    """How many sensors a unit can listen to."""
    if unit.helpless:
        return 0
    mounts = enumerate(unit.sheet.mounts)
    return sum(_listens(rules, mount) for at, mount in mounts if works(unit, at))


def _listens(rules: Ruleset, mount: Mount) -> int:
    gear = mount.equipment
    if isinstance(gear, Gear) and gear.monitors:
        return gear.monitors
    times = int(mount.size or 1) if "communications" in gear.flags else 1
    return max((times * rules[MONITORS].get(flag, 0) for flag in gear.flags), default=0)


@rule("sensors.monitored", cite=SENSORS)
def monitored(state: State, side: Player) -> tuple[Thing, ...]:
    """Sensors are of use while friends within 67 hexes listen to them, each to so many, and no jammer is between."""
    listening = {unit.id: follows(state.relief.rules, unit) for unit in state.on_side(side)}
    heard = []
    for sensor in sensors_of(state, side):
        near = (state.units[id] for id, room in listening.items() if room > 0)
        friend = next((unit for unit in near if _hears(state, unit, sensor)), None)
        if friend is not None:
            listening[friend.id] -= 1
            heard.append(sensor)
    return tuple(heard)


def _hears(state: State, unit: Unit, sensor: Thing) -> bool:
    if sensor.hex is None or unit.hex.distance(sensor.hex) > LISTENS:
        return False
    jamming = jammers_between(state.relief.rules, unit.side, unit.hex, sensor.hex, state.units.values())
    return next(jamming, None) is None


@rule("sensors.finds", cite=SENSORS)
def senses(state: State, sensor: Thing, unit: Unit) -> bool:
    """A sensor finds who is hidden within 2 hexes, but not behind stealth systems or jammers."""
    if sensor.hex is None or unit.hex.distance(sensor.hex) > SEES:
        return False
    return not stealthy(unit) and "ecm" not in unit.plan.flags


def spotters(state: State, side: Player) -> Iterator[Unit]:
    """The sensors of a side that are heard, as rules of spotting see them: units that cannot move."""
    for sensor in state.relief.rules[monitored](state, side) if sensors_of(state, side) else ():
        yield as_spotter(sensor)


def as_spotter(sensor: Thing) -> Unit:
    """A sensor as a spotter, who looks from the ground."""
    assert sensor.hex is not None
    sheet = Sheet(kind="gun emplacement", chassis="remote sensor", motive="none", tons=0, tech="IS")
    return Unit(
        id=sensor.id, side=sensor.owner, sheet=sheet, plan=Plan(sheet), condition=Condition((), ()), hex=sensor.hex
    )


def lost_sensor(id: str) -> Thing:
    """A sensor that was there when somebody fired by it, from what its name tells."""
    return Thing(id, SENSOR, Hex.parse(id.rpartition("-")[2]))


@rule("to_hit.remote_sensor", cite=SENSORS, slot=EVERY_SHOT, only=lambda attack: attack.spotter is not None)
def spotted_by_sensor(attack: WeaponAttack) -> Term | None:
    """Who fires at what only a sensor sees fires at +3."""
    if attack.spotter is None or attack.spotter.sheet.chassis != "remote sensor":
        return None
    return Term("to_hit.remote_sensor", 3, "spotted by a remote sensor", SENSORS)


RULES = (monitored, senses, spotted_by_sensor, MONITORS)
