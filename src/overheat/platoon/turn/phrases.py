"""Places, weapons and units in the words of commands."""

from __future__ import annotations

from collections.abc import Iterable

from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import SCALE, Leg, Spot, flat
from overheat.platoon.turn.verb import Names
from overheat.platoon.units.weapons import knows, weapon_row

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ARMS = {"arms": "small arms", "system": "its weapon", "law": "LAW", "ugl": "grenade launchers"}
COVERS = {"none": "no cover", "soft": "soft cover", "hard": "hard cover"}
ROUNDS = {"he": "explosive round", "tandem": "tandem round", "smoke": "smoke"}


def called(battle: Battle) -> dict[str, str]:
    """What units are called, by their ids: with their player where an enemy of who decides has a namesake."""
    deciding = getattr(battle.tasks[-1], "side", None) if battle.tasks else None
    names = {side: {battle.sheet(unit).name for unit in battle.units.values() if unit.side == side} for side in (0, 1)}
    return {
        id: f"{battle.setup.players[unit.side]}'s {battle.sheet(unit).name}"
        if unit.side != deciding and battle.sheet(unit).name in names[1 - unit.side]
        else battle.sheet(unit).name
        for id, unit in battle.units.items()
    }


def inches(many: float) -> str:
    """A length."""
    return f"{round(many, 1):g}″"


def place(at: Spot) -> str:
    """A place in inches from the south-west corner."""
    high = f", {inches(at.z / SCALE)} up" if at.z else ""
    return f"{inches(at.x / SCALE)} east, {inches(at.y / SCALE)} north{high}"


def compass(heading: int) -> str:
    """A heading as a point of the compass."""
    return COMPASS[round((heading % 360) / 45) % 8]


def legs(path: Iterable[Leg]) -> str:
    """The legs of a drive or a flight."""
    return ", then ".join(_leg(*leg) for leg in path)


def _leg(pivot: float, along: float) -> str:
    turned = [f"turn {'right' if pivot > 0 else 'left'} {abs(pivot):g}°"] if pivot else []
    gone = [f"{'back' if along < 0 else 'on'} {abs(along):g}″"] if along else []
    return ", ".join([*turned, *gone])


def arm_name(battle: Battle, unit: Unit, arm: str) -> str:
    """A weapon of a unit, by the word that commands have for it."""
    sheet = battle.sheet(unit)
    mount = sheet.mounts[int(arm)] if arm.isdecimal() and int(arm) < len(sheet.mounts) else None
    id = sheet.system if arm == "system" else mount.weapon if mount else None
    if id is not None and knows(battle.rules, id):
        return weapon_row(battle.rules, id).name
    return ARMS.get(arm, (id or f"weapon {arm}").replace("_", " "))


def spot_name(battle: Battle, at: Spot) -> str:
    """A place by what is there: a unit, an objective, or else inches."""
    for unit in battle.on_table():
        if (unit.at.x, unit.at.y) == (at.x, at.y):
            return f"where {battle.sheet(unit).name} is"
    for objective in battle.setup.objectives:
        if (round(objective.x * SCALE), round(objective.y * SCALE)) == (at.x, at.y):
            return objective.name
    return place(at)


def device_name(battle: Battle, number: int, names: Names) -> str:
    """Where a device lies and who is next to it, or what carries it."""
    device = battle.devices[number]
    if device.carrier:
        return f"on {names[device.carrier]}"
    near = [
        (min((flat(body.at, device.at) for body in battle.bodies(unit)), default=0.0), unit.id)
        for unit in battle.on_table()
    ]
    if not near:
        return place(device.at)
    far, id = min(near)
    return f"{place(device.at)}; {names[id]} is next to it, {inches(far)} away"


def piece_name(battle: Battle, number: int) -> str:
    """A piece of terrain."""
    piece = battle.ground.features[number].piece
    return piece.name or f"the {piece.kind}"
