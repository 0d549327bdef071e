"""The movement phase: a unit is chosen, says how it moves, and moves step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from overheat.classic.attack.blows import attack_of, collide, refusal
from overheat.classic.attack.situation import LEGS
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
from overheat.classic.rules.standard.driving import may_ram
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.falls import stays_down
from overheat.classic.rules.standard.movement import ADDITIONAL, JUMPING, LEVELS, OTHER_COSTS
from overheat.classic.rules.standard.piloting import DEEDS, cause
from overheat.classic.rules.standard.skids import skid_damage, skid_distance
from overheat.classic.scene import Scene
from overheat.classic.state import Blow, Mode, Motion, State, Unit
from overheat.classic.turn import switches as switching
from overheat.classic.turn.riding import ride, rides
from overheat.classic.turn.steps import (
    Prospect,
    allowance,
    climbed,
    elevation_in,
    entered,
    has_room_for,
    jumped,
    points_left,
    too_far,
    turned,
)
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term

MODES: tuple[Mode, ...] = ("walk", "run", "jump")
WALLS = "piloting.building"
"""The roll that coming through walls asks for."""
PACES: dict[Mode, str] = {"walk": "cruise", "run": "flank"}
"""What walking and running are called of vehicles."""
TURNS = ("left", "right")


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


def charges_of(state: State, unit: Unit) -> Iterator[Charge]:
    """Every enemy that a unit may end its movement against."""
    for other in state.units.values():
        if other.active and other.side != unit.side and charges(state, unit, other) is None:
            yield Charge(other.id)


def begins(state: State, unit: Unit, mode: Mode) -> Refusal | None:
    """Why a unit cannot move in a mode."""
    if unit.motion.mode != "stationary" or unit.motion.done:
        return Refusal("movement.mode", "how a unit moves is said once", ADDITIONAL)
    if mode == "stationary" or allowance(state, unit, mode) < 1:
        return Refusal("movement.mode", f"{unit.sheet.name} cannot {mode}", JUMPING if mode == "jump" else ADDITIONAL)
    if mode == "jump" and unit.condition.prone:
        return Refusal("movement.mode", "nobody jumps from the ground", JUMPING)
    return None


def stands(state: State, unit: Unit) -> Refusal | None:
    """Why a prone machine cannot try to stand up."""
    if not unit.condition.prone:
        return Refusal("movement.stand", f"{unit.sheet.name} is on its feet", ADDITIONAL)
    down = state.relief.rules[stays_down](unit)
    cost, left = _price(state, "stand up"), points_left(state, unit)
    minimum = unit.motion.spent == 0 and left >= 1
    return down if down is not None or cost.total <= left or minimum else too_far(cost, left)


def drops(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot lie down."""
    if not unit.machine or unit.condition.prone:
        return Refusal("movement.drop", "only a standing machine lies down", ADDITIONAL)
    cost, left = _price(state, "drop prone"), points_left(state, unit)
    return None if cost.total <= left else too_far(cost, left)


def shifts(unit: Unit) -> Refusal | None:
    """Why a quad cannot step aside."""
    whole = not any(place.destroyed for place in unit.condition.locations if place.code in LEGS)
    if unit.quad and whole:
        return None
    return Refusal("movement.shift", "only a quad with all its legs steps aside", ADDITIONAL)


def leaves(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot leave the board: it must face off it, with a point to spend."""
    if unit.hex.neighbour(unit.facing) in state.relief.board or unit.condition.prone:
        return Refusal("movement.leave", "a unit leaves over the edge that it faces", ADDITIONAL)
    if points_left(state, unit) < 1:
        return Refusal("movement.leave", "leaving the board takes a movement point", ADDITIONAL)
    return None


def charges(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot end its movement in a charge, or after a jump in a death from above."""
    motion = unit.motion
    if not target.active or target.side == unit.side or unit.hex.distance(target.hex) != 1:
        return Refusal("physical.charge", "a charge ends next to an enemy", ADDITIONAL)
    able = (unit.machine and not unit.condition.prone) or (unit.vehicle and state.relief.rules[may_ram](unit))
    if not able or not (target.machine or (target.vehicle and not target.airborne)):
        return Refusal("physical.charge", "machines on their feet and vehicles charge what is on land", ADDITIONAL)
    if not motion.travelled or motion.backwards:
        return Refusal("physical.charge", "a charge needs a run-up", ADDITIONAL)
    if motion.mode != "jump" and unit.hex.neighbour(unit.facing) != target.hex:
        return Refusal("physical.charge", "a charge goes straight ahead", ADDITIONAL)
    if motion.mode != "jump" and target.condition.prone:
        return Refusal("physical.charge", "nobody charges what lies on the ground", ADDITIONAL)
    board = state.relief.board
    levels = board[unit.hex].level + unit.elevation - board[target.hex].level - target.elevation
    if motion.mode != "jump" and abs(levels) > 1:
        return Refusal("physical.charge", "the target stands too high or too low", LEVELS)
    if unit.vehicle or target.vehicle:
        return refusal(attack_of(state, unit, Blow(kind_of_charge(unit), "", target.id)))
    return None


def kind_of_charge(unit: Unit) -> str:
    """Who jumped attacks from above, everybody else charges."""
    return "death from above" if unit.motion.mode == "jump" else "charge"


def _price(state: State, what: str) -> Tally:
    value = state.relief.rules[OTHER_COSTS][what]
    return Tally((Term(f"movement.{what.replace(' ', '_')}", value, what, OTHER_COSTS.cite),))


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


def prospect(state: State, unit: Unit, command: Step | Jump) -> Prospect | Refusal:
    """What a step or a jump would come to."""
    if isinstance(command, Jump):
        if unit.motion.mode != "jump":
            return Refusal("movement.jump", f"{unit.sheet.name} is not jumping", JUMPING)
        return jumped(state, unit, state.relief.board.parse_hex(command.hex))
    if command.way in TURNS:
        if unit.motion.mode == "jump" and not unit.motion.travelled:
            return Refusal("movement.jump", "a jumper turns when it lands", JUMPING)
        return turned(state, unit, command.way)
    if unit.motion.mode == "jump":
        return Refusal("movement.jump", "a jump is one leap", JUMPING)
    if unit.condition.prone:
        return Refusal("movement.prone", "a prone machine turns or stands up", ADDITIONAL)
    if command.way.startswith("shift"):
        no = shifts(unit)
        if no is not None:
            return no
    elif command.way in ("up", "down"):
        return climbed(state, unit, command.way)
    return entered(state, unit, command.way)


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


def stood(state: State, unit: Unit) -> Prospect | Refusal:
    """What standing up would come to, if the pilot manages it."""
    no = stands(state, unit)
    if no is not None:
        return no
    cost, motion = _price(state, "stand up"), unit.motion
    motion = msgspec.structs.replace(
        motion, spent=motion.spent + int(cost.total), stand_attempts=motion.stand_attempts + 1
    )
    why = cause(state.relief.rules[DEEDS], "standing up")
    return Prospect("tries to stand up", unit.hex, unit.facing, unit.elevation, motion, cost, (why,))


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
    cost = _price(scene.state, "drop prone")
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
