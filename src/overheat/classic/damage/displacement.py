"""Units that are pushed out of their hex, and those that they push on in turn."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import elevation_in, entry_of, has_room_for
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import fall, hit_in_groups
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.terrain import tread
from overheat.classic.facts.events import AttackRolled, FateMet, Moved
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.falls import Fall, fall_damage, onto_another
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import barred
from overheat.classic.rules.standard.piloting import BLOWS, cause
from overheat.classic.rules.standard.stacking import has_room
from overheat.kernel.terms import parts

STEEPEST = 1
"""Levels up that a unit is not pushed any more."""
FALLS_FROM = 2
"""Levels down from which it falls."""
OF_ITS_OWN = ("follow", "go_past")
"""Ways that a unit goes by itself: not off the board, and not where it would have to push others on."""


def displace(scene: Scene, id: str, direction: int, how: str) -> bool:
    """Push a unit into the next hex; whoever stands there is pushed on. Whether it went.

    Off the board it is out of the battle. It cannot be pushed up more than a level, and it falls if pushed down two.
    """
    unit = scene.unit(id)
    board = scene.state.relief.board
    hex = unit.hex.neighbour(direction)
    if hex not in board:
        if how in OF_ITS_OWN:
            return False
        scene.tell(FateMet(id, "fled", "pushed_off_the_board"))
        return True
    origin, target = board[unit.hex], board[hex]
    skims = mode_of(scene.rules, unit).skims and not unit.condition.prone
    elevation = elevation_in(target, unit, origin.level + unit.elevation, road=False, skims=skims)
    level = target.level + elevation
    climb = level - origin.level - unit.elevation
    if climb > STEEPEST or "impassable" in target:
        return False
    levels = origin.level + unit.elevation, level
    if unit.vehicle and barred(entry_of(scene.state, unit, origin, hex, levels)):
        return False
    if has_room_for(scene.state, unit, hex, elevation) is not None:
        if how in OF_ITS_OWN:
            return False
        if -climb >= FALLS_FROM and unit.machine:
            _fall_upon(scene, id, hex, -climb)
        if not _make_room(scene, id, hex, direction):
            return False
    scene.tell(Moved(id, how, hex, unit.facing, elevation, unit.motion))
    if -climb >= FALLS_FROM and unit.machine:
        fall(scene, id, cause(scene.rules[BLOWS], "pushed"), -climb)
    if scene.unit(id).active:
        tread(scene, id)
    return True


def _fall_upon(scene: Scene, id: str, hex: Hex, levels: int) -> None:
    """A machine that is pushed over an edge may come down on whoever stands below, with the weight of its fall."""
    unit = scene.unit(id)
    number = scene.rules[onto_another](scene.rules, unit)
    if number is None:
        return
    falling = Fall(scene.rules, unit, scene.state.relief.board[hex], levels, state=scene.state)
    damage = scene.rules[fall_damage](falling)
    for other in scene.state.at(hex):
        if carrier_of(other):
            continue
        needed = int(number.value)
        rolled = scene.roll("physical.to_hit", who=id, needed=needed, target=other.id, kind="accidental fall")
        hit = rolled >= needed
        scene.tell(AttackRolled(id, other.id, "accidental_fall", parts((number,)), rolled, hit))
        if hit:
            side = scene.rules[side_hit](scene.rules, other, unit.hex)
            hit_in_groups(scene, weighed(scene, Hit(other.id, side, damage, "accidental_fall", by=falling)))


def _make_room(scene: Scene, id: str, hex: Hex, direction: int) -> bool:
    """Push on whoever stands in the way; those who must make room have to keep their feet."""
    for other in scene.state.units.values():
        in_the_way = scene.rules[has_room](scene.rules, scene.unit(id), (other,)) is not None
        if other.hex == hex and other.active and other.id != id and not carrier_of(other) and in_the_way:
            if not displace(scene, other.id, direction, "make_room"):
                return False
            scene.shaken[other.id].append(cause(scene.rules[BLOWS], "pushed"))
    return has_room_for(scene.state, scene.unit(id), scene.unit(id).hex.neighbour(direction)) is None
