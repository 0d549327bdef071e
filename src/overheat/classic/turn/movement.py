"""The movement phase: a unit is chosen, says how it moves, and moves step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from overheat.classic.attack.blows import collide
from overheat.classic.board.hexes import Hex
from overheat.classic.commands import (
    Alight,
    Board,
    Charge,
    Command,
    Done,
    DropProne,
    Eject,
    Go,
    Jump,
    Leave,
    Stand,
    Step,
    Switch,
)
from overheat.classic.damage.crashes import loses_control, settle_crashes
from overheat.classic.damage.falls import check_piloting, fall, hit_in_groups, settle_falls, stand_or_fall
from overheat.classic.damage.passengers import throw_off
from overheat.classic.damage.terrain import enter_building, tread
from overheat.classic.events import ChargeDeclared, FateMet, Moved, Posture, Sum, TurnEnded, parts
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.movement import ADDITIONAL
from overheat.classic.rules.standard.skids import skid_damage, skid_distance
from overheat.classic.scene import Scene
from overheat.classic.state import Blow, Mode, Motion, State, Unit
from overheat.classic.turn import switches as switching
from overheat.classic.turn.moves import (
    TURNS,
    begins,
    charges,
    charges_of,
    drops,
    kind_of_charge,
    leaves,
    price,
    prospect,
    shifts,
    stands,
    stood,
)
from overheat.classic.turn.riding import ride, rides
from overheat.classic.turn.steps import (
    Prospect,
    climbed,
    elevation_in,
    entered,
    has_room_for,
    jumped,
    points_left,
    turned,
)
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Term

MODES: tuple[Mode, ...] = ("walk", "run", "jump")
WALLS = "piloting.building"
"""The roll that coming through walls asks for."""
PACES: dict[Mode, str] = {"walk": "cruise", "run": "flank"}
"""What walking and running are called of vehicles."""


def legal(state: State, unit: Unit) -> Iterator[Command]:
    """Everything that the unit whose turn it is may do next."""
    motion = unit.motion
    yield Done()
    if motion.done:
        return
    yield from rides(state, unit)
    if unit.aboard:
        return
    if motion.mode == "stationary":
        yield from (Go(mode) for mode in MODES if begins(state, unit, mode) is None)
        yield from switching.legal(state, unit)
        return
    if leaves(state, unit) is None:
        yield Leave()
    if motion.mode == "jump" and not motion.travelled:
        yield from _jumps(state, unit)
        return
    yield from (Step("left" if way == "left" else "right") for way in TURNS if not _no(turned(state, unit, way)))
    if motion.mode == "jump":
        yield from charges_of(state, unit)
        return
    if unit.condition.prone:
        if stands(state, unit) is None:
            yield Stand()
        return
    if not _no(entered(state, unit, "forward")):
        yield Step("forward")
    if motion.mode == "walk" and not _no(entered(state, unit, "back")):
        yield Step("back")
    if unit.quad and shifts(unit) is None:
        if not _no(entered(state, unit, "shift left")):
            yield Step("shift left")
        if not _no(entered(state, unit, "shift right")):
            yield Step("shift right")
    if not _no(climbed(state, unit, "up")):
        yield Step("up")
    if not _no(climbed(state, unit, "down")):
        yield Step("down")
    if drops(state, unit) is None:
        yield DropProne()
    yield from charges_of(state, unit)


def _no(found: Prospect | Refusal) -> bool:
    return isinstance(found, Refusal)


def _jumps(state: State, unit: Unit) -> Iterator[Command]:
    reach = points_left(state, unit)
    board = state.relief.board
    column, row = unit.hex
    for at_column in range(max(1, column - reach), min(board.width, column + reach) + 1):
        for at_row in range(max(1, row - reach), min(board.height, row + reach) + 1):
            hex = Hex(at_column, at_row)
            if 0 < unit.hex.distance(hex) <= reach and not _no(jumped(state, unit, hex)):
                yield Jump(str(hex))


def apply(scene: Scene, unit: Unit, command: Command) -> Refusal | None:
    """Carry out a command of the movement phase, or say why not."""
    if isinstance(command, Done):
        _end(scene, unit.id)
        return None
    if unit.motion.done:
        return Refusal("movement.done", f"{unit.sheet.name} moves no further this turn", ADDITIONAL)
    if isinstance(command, Board | Alight):
        return ride(scene, unit, command)
    if unit.aboard:
        return Refusal("riding.carried", f"{unit.sheet.name} goes where it is carried", ADDITIONAL)
    if isinstance(command, Switch | Eject):
        if unit.motion.mode != "stationary":
            return Refusal("movement.done", "a unit switches its systems before it moves", ADDITIONAL)
        return switching.apply(scene, unit, command)
    if isinstance(command, Go):
        return _unless(begins(scene.state, unit, command.mode), lambda: _go(scene, unit, command.mode))
    if unit.motion.mode == "stationary":
        return Refusal("movement.mode", "a unit must say first how it moves", ADDITIONAL)
    if isinstance(command, Step | Jump):
        return _travel(scene, unit, command)
    if isinstance(command, Stand):
        return _stand(scene, unit)
    if isinstance(command, DropProne):
        return _unless(drops(scene.state, unit), lambda: _drop(scene, unit))
    if isinstance(command, Charge):
        return _charge(scene, unit, command)
    if isinstance(command, Leave):
        return _unless(leaves(scene.state, unit), lambda: _leave(scene, unit))
    return Refusal("turn.command", "that is for another phase", ADDITIONAL)


def _unless(no: Refusal | None, carry_out: Callable[[], None]) -> Refusal | None:
    """Carry something out unless there is a reason not to."""
    if no is None:
        carry_out()
    return no


def _go(scene: Scene, unit: Unit, mode: Mode) -> None:
    word = PACES.get(mode, mode) if unit.vehicle else mode
    _moved(scene, unit, f"begins to {word}", motion=Motion(mode))


def _moved(scene: Scene, unit: Unit, how: str, *, motion: Motion, cost: Sum = ()) -> None:
    scene.tell(Moved(unit.id, how, unit.hex, unit.facing, unit.elevation, motion, cost))


def _travel(scene: Scene, unit: Unit, command: Step | Jump) -> Refusal | None:
    found = prospect(scene.state, unit, command)
    if isinstance(found, Refusal):
        return found
    skid = next((why for why in found.checks if why.id == "piloting.skid"), None)
    if unit.vehicle and any(loses_control(scene, unit.id, why) for why in found.checks if why.id != WALLS):
        pass
    elif skid is not None and not check_piloting(scene, unit.id, skid):
        _skid(scene, unit.id, skid)
    else:
        scene.tell(Moved(unit.id, found.how, found.hex, found.facing, found.elevation, found.motion, parts(found.cost)))
        _arrive(scene, unit.id, found, skid)
    if not scene.unit(unit.id).active:
        scene.tell(TurnEnded(unit.id))
    elif scene.unit(unit.id).condition.prone and not unit.condition.prone and isinstance(command, Jump):
        _stop(scene, unit.id)
    return None


def _arrive(scene: Scene, id: str, found: Prospect, skid: Term | None) -> None:
    """What a hex asks of who has entered it: to keep its feet, to come through walls; and whether a roof bears it."""
    for why in found.checks:
        if why.id == WALLS:
            enter_building(scene, id, check_piloting(scene, id, why))
        elif why is not skid and scene.unit(id).machine and not stand_or_fall(scene, id, why, found.levels):
            break
    if scene.unit(id).active:
        tread(scene, id)


def _stop(scene: Scene, id: str) -> None:
    unit = scene.unit(id)
    _moved(scene, unit, "stops", motion=msgspec.structs.replace(unit.motion, done=True))


def _skid(scene: Scene, id: str, why: Term) -> None:
    """A machine that skids slides on the way it was going before it turned, and falls."""
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, skidded=True, done=True)
    _moved(scene, unit, "skids", motion=motion)
    slid = 0
    while slid < scene.rules[skid_distance](motion.travelled) and _slides(scene, id, slid):
        slid += 1
    if scene.unit(id).active:
        fall(scene, id, why)
    if slid and scene.unit(id).active:
        hit_in_groups(scene, id, "front", scene.rules[skid_damage](unit.sheet.tons, slid), "skid")
    settle_falls(scene)


def _slides(scene: Scene, id: str, slid: int) -> bool:
    """Slide one hex on, or into whoever stands there; whether it went on."""
    unit, board = scene.unit(id), scene.state.relief.board
    hex = unit.hex.neighbour(unit.motion.heading)
    if hex not in board or board[hex].level != board[unit.hex].level:
        return False
    if has_room_for(scene.state, unit, hex) is not None:
        collide(scene, id, scene.state.at(hex)[0].id, max(1, slid))
        return False
    elevation = elevation_in(board[hex], unit, board[unit.hex].level + unit.elevation, road=False)
    scene.tell(Moved(id, "slides", hex, unit.facing, elevation, unit.motion))
    return True


def _stand(scene: Scene, unit: Unit) -> Refusal | None:
    found = stood(scene.state, unit)
    if isinstance(found, Refusal):
        return found
    _moved(scene, unit, found.how, motion=found.motion, cost=parts(found.cost))
    for why in found.checks:
        if check_piloting(scene, unit.id, why):
            scene.tell(Posture(unit.id, prone=False))
        else:
            fall(scene, unit.id, why)
    return None


def _drop(scene: Scene, unit: Unit) -> None:
    cost = price(scene.state, "drop prone")
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + int(cost.total))
    _moved(scene, unit, "lies down", motion=motion, cost=parts(cost))
    throw_off(scene, unit.id)
    scene.tell(Posture(unit.id, prone=True))


def _charge(scene: Scene, unit: Unit, command: Charge) -> Refusal | None:
    target = scene.state.units.get(command.target)
    if target is None:
        return Refusal("turn.unit", f"there is no unit {command.target!r}")
    no = charges(scene.state, unit, target)
    if no is None:
        scene.tell(ChargeDeclared(unit.id, Blow(kind_of_charge(unit), "", target.id)))
        _end(scene, unit.id)
    return no


def _leave(scene: Scene, unit: Unit) -> None:
    edges = scene.state.relief.board.edges_crossed(unit.hex.neighbour(unit.facing))
    scene.tell(FateMet(unit.id, "fled", "left the board", edges))
    scene.tell(TurnEnded(unit.id))


def _end(scene: Scene, id: str) -> None:
    """A unit's movement is over; a run on damaged hips or gyro asks for a last piloting roll."""
    unit = scene.unit(id)
    if unit.motion.mode != "stationary" and not unit.motion.spent:
        _moved(scene, unit, "stands still", motion=Motion())
    if unit.machine and unit.motion.mode == "run" and unit.motion.spent and not unit.condition.prone:
        why = scene.rules[running_check](scene.rules, unit)
        if why is not None:
            stand_or_fall(scene, id, why)
    settle_crashes(scene)
    settle_falls(scene)
    scene.tell(TurnEnded(id))
