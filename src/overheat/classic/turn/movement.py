"""The movement phase: a unit is chosen, says how it moves, and moves step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from overheat.classic.attack.blows import collide
from overheat.classic.attack.crashes import loses_control, settle_crashes
from overheat.classic.battle.knowing import known
from overheat.classic.battle.mires import FAILINGS, bog_down
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import (
    Prospect,
    elevation_in,
    has_room_for,
    landing,
    points_left,
    turned,
)
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import check_piloting, fall, hit_in_groups, settle_falls, stand_or_fall
from overheat.classic.damage.ground.unsafe import weigh_down
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.damage.hiding import run_into
from overheat.classic.damage.passengers import throw_off
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.terrain import enter_building, tread
from overheat.classic.facts.commands import Charge, DropProne, Go, Jump, Leave, Stand, Step
from overheat.classic.facts.events import ChargeDeclared, FateMet, Moved, Posture, TurnEnded
from overheat.classic.facts.state import Blow, Motion, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.crew import at_the_controls
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.movement import ADDITIONAL
from overheat.classic.rules.standard.skids import skid_damage, skid_distance
from overheat.classic.turn import postures, riding
from overheat.classic.turn import switches as switching
from overheat.classic.turn.carried import struggling
from overheat.classic.turn.foresight import heat_of_mode, points, points_of_step, rolls_of_step
from overheat.classic.turn.moves import (
    begins,
    cannot_take,
    charges,
    charges_of,
    drops,
    kind_of_charge,
    leaves,
    price,
    prospect,
    stands,
    stood,
)
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Sum, Term, parts

PHASE = ("movement",)
WAYS = {
    "forward": "step forward",
    "climb": "climb on top of what stands ahead",
    "back": "step back",
    "left": "turn left",
    "right": "turn right",
    "shift left": "step aside to the left",
    "shift right": "step aside to the right",
    "up": "rise a level",
    "down": "sink a level",
}
"""Single steps in words."""
AHEAD = (
    Step("forward"),
    Step("climb"),
    Step("back"),
    Step("shift left"),
    Step("shift right"),
    Step("up"),
    Step("down"),
)
"""Every single step but turns."""
TURNED = (Step("left"), Step("right"))
"""A turn to each side."""
CHARGES = {"charge": "charge {}", "death from above": "death from above on {}"}
WALLS = "piloting.building"
"""The roll that coming through walls asks for."""


def _held(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot move at all."""
    if unit.motion.done:
        return Refusal("movement.done", f"{unit.sheet.name} moves no further this turn", ADDITIONAL)
    if carrier_of(unit):
        return Refusal("riding.carried", f"{unit.sheet.name} goes where it is carried", ADDITIONAL)
    return state.relief.rules[at_the_controls](state.relief.rules, unit)


def _setting_out(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot do what is done before it moves."""
    if mode_of(state.relief.rules, unit).moves and _held(state, unit) is None:
        return Refusal("movement.done", "a unit switches its systems before it moves", ADDITIONAL)
    return _held(state, unit)


def _under_way(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot do what takes movement."""
    if not mode_of(state.relief.rules, unit).moves and _held(state, unit) is None:
        return Refusal("movement.mode", "a unit must say first how it moves", ADDITIONAL)
    return _held(state, unit)


def _before_moving(verb: Verb) -> Verb:
    """Something that is done before the unit moves."""
    return _at_its_time(verb, _setting_out, moves=False)


def _on_the_move(verb: Verb) -> Verb:
    """Something that takes movement."""
    return _at_its_time(verb, _under_way, moves=True)


def _at_its_time(verb: Verb, bars: Callable[[State, Unit], Refusal | None], *, moves: bool) -> Verb:
    """Something that is barred unless a unit moves, or unless it does not: what it offers then has been asked."""

    def offers(state: State, unit: Unit) -> tuple[Any, ...]:
        if mode_of(state.relief.rules, unit).moves != moves:
            return ()
        said = tuple(verb.legal(state, unit))
        return said if said and bars(state, unit) is None else ()

    def refuses(state: State, unit: Unit, command: Any) -> Refusal | None:
        return bars(state, unit) or verb.refuses(state, unit, command)

    return replace(verb, offers=offers, refuses=refuses, sure=True, asked=())


def _modes(state: State, unit: Unit) -> tuple[Go, ...]:
    modes = state.relief.rules[MODES].rows
    return tuple([Go(mode) for mode in modes if begins(state, unit, mode) is None])


def _steps(state: State, unit: Unit) -> tuple[Step, ...]:
    """Turns to both sides, and every way to go; who lies on the ground goes as the rules say."""
    mode = mode_of(state.relief.rules, unit)
    if not mode.moves or (mode.leaps and not unit.motion.travelled) or _under_way(state, unit) is not None:
        return ()
    turns = [step for step in TURNED if not _no(turned(state, unit, step.way))]
    return tuple(turns if mode.leaps else turns + [step for step in AHEAD if cannot_take(state, unit, step) is None])


def _no(found: object) -> bool:
    return isinstance(found, Refusal)


def _jumps(state: State, unit: Unit) -> tuple[Jump, ...]:
    leaps = mode_of(state.relief.rules, unit).leaps
    if not leaps or _under_way(state, unit) is not None or unit.motion.travelled:
        return ()
    return tuple(_landings(state, unit))


def _landings(state: State, unit: Unit) -> Iterator[Jump]:
    reach = points_left(state, unit)
    board = state.relief.board
    column, row = unit.hex
    for at_column in range(max(1, column - reach), min(board.width, column + reach) + 1):
        for at_row in range(max(1, row - reach), min(board.height, row + reach) + 1):
            hex = Hex(at_column, at_row)
            if 0 < unit.hex.distance(hex) <= reach and not _no(landing(state, unit, hex, reach)):
                yield Jump(str(hex))


def _charges(state: State, unit: Unit) -> tuple[Charge, ...]:
    return tuple(charges_of(state, unit)) if unit.motion.travelled and _under_way(state, unit) is None else ()


def _cannot_go(state: State, unit: Unit, command: Go) -> Refusal | None:
    return _held(state, unit) or begins(state, unit, command.mode)


def _cannot_travel(state: State, unit: Unit, command: Step | Jump) -> Refusal | None:
    no = _under_way(state, unit)
    if no is not None:
        return no
    return cannot_take(state, unit, command)


def _cannot_charge(state: State, unit: Unit, command: Charge) -> Refusal | None:
    target = state.units.get(command.target)
    no = _under_way(state, unit)
    if no is None and target is None:
        return Refusal("turn.unit", f"there is no unit {command.target!r}")
    return no if target is None else no or charges(state, unit, target)


def _go(scene: Scene, unit: Unit, command: Go) -> None:
    _moved(scene, unit, "begin", motion=Motion(command.mode))


def _moved(scene: Scene, unit: Unit, how: str, *, motion: Motion, cost: Sum = ()) -> None:
    scene.tell(Moved(unit.id, how, unit.hex, unit.facing, unit.elevation, motion, cost))


def _travel(scene: Scene, unit: Unit, command: Step | Jump) -> None:
    found = prospect(known(scene.state, unit.side), unit, command)
    assert isinstance(found, Prospect)
    if run_into(scene, unit, found.hex, found.elevation, jumps=isinstance(command, Jump)):
        _stop(scene, unit.id)
        return
    skid = next((why for why in found.checks if why.id == "piloting.skid"), None)
    there = (WALLS, *scene.rules[FAILINGS].rows)
    if unit.vehicle and any(loses_control(scene, unit.id, why) for why in found.checks if why.id not in there):
        pass
    elif skid is not None and not check_piloting(scene, unit.id, skid):
        _skid(scene, unit.id, skid)
    else:
        scene.tell(Moved(unit.id, found.how, found.hex, found.facing, found.elevation, found.motion, parts(found.cost)))
        _arrive(scene, unit.id, unit, found, skid)
    if not scene.unit(unit.id).active:
        scene.tell(TurnEnded(unit.id))
    elif scene.unit(unit.id).condition.prone and not unit.condition.prone and _aloft(scene, unit, command):
        _stop(scene, unit.id)


def _aloft(scene: Scene, unit: Unit, command: Step | Jump) -> bool:
    """Whether a step or a jump leaves a unit that falls on the ground for the rest of its turn."""
    return isinstance(command, Jump) or mode_of(scene.rules, unit).skims


def _arrive(scene: Scene, id: str, before: Unit, found: Prospect, skid: Term | None) -> None:
    """What a hex asks of who has entered it: to keep its feet, to come through walls; and whether a roof bears it."""
    failings = scene.rules[FAILINGS]
    for why in found.checks:
        if why.id in failings:
            if scene.unit(id).active and not check_piloting(scene, id, why):
                failings[why.id](scene, id, why)
        elif why.id == WALLS:
            enter_building(scene, id, check_piloting(scene, id, why))
        elif why is not skid and scene.unit(id).machine and not stand_or_fall(scene, id, why, found.levels):
            break
    if found.mired and scene.unit(id).active:
        bog_down(scene, id)
    if scene.unit(id).active:
        tread(scene, id)
    if (found.hex, found.elevation) != (before.hex, before.elevation):
        if scene.unit(id).active:
            weigh_down(scene, id, landing=found.how == "jump")
        meet_hazards(scene, id)


def _stop(scene: Scene, id: str) -> None:
    unit = scene.unit(id)
    _moved(scene, unit, "stop", motion=msgspec.structs.replace(unit.motion, done=True))


def _skid(scene: Scene, id: str, why: Term) -> None:
    """A machine that skids slides on the way it was going before it turned, and falls."""
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, skidded=True, done=True)
    _moved(scene, unit, "skid", motion=motion)
    slid = 0
    while slid < scene.rules[skid_distance](scene.rules, motion.travelled) and _slides(scene, id, slid):
        slid += 1
    if scene.unit(id).active:
        fall(scene, id, why)
    if slid and scene.unit(id).active:
        hit = Hit(id, "front", scene.rules[skid_damage](scene.rules, unit.sheet.tons, slid), "skid")
        hit_in_groups(scene, weighed(scene, hit))
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
    scene.tell(Moved(id, "slide", hex, unit.facing, elevation, unit.motion))
    return True


def _stand(scene: Scene, unit: Unit, command: Stand) -> None:
    found = stood(scene.state, unit)
    assert isinstance(found, Prospect)
    _moved(scene, unit, found.how, motion=found.motion, cost=parts(found.cost))
    for why in found.checks:
        if not check_piloting(scene, unit.id, why):
            fall(scene, unit.id, why)
            return
    scene.tell(Posture(unit.id, prone=False))


def _drop(scene: Scene, unit: Unit, command: DropProne) -> None:
    cost = price(scene.state, "drop prone")
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + int(cost.total))
    _moved(scene, unit, "lie_down", motion=motion, cost=parts(cost))
    throw_off(scene, unit.id)
    scene.tell(Posture(unit.id, prone=True))


def _charge(scene: Scene, unit: Unit, command: Charge) -> None:
    scene.tell(ChargeDeclared(unit.id, Blow(kind_of_charge(scene.state, unit), "", command.target)))
    end_move(scene, scene.unit(unit.id))
    scene.tell(TurnEnded(unit.id))


def _leave(scene: Scene, unit: Unit, command: Leave) -> None:
    edges = scene.state.relief.board.edges_crossed(unit.hex.neighbour(unit.facing))
    scene.tell(FateMet(unit.id, "fled", "left_the_board", edges))
    scene.tell(TurnEnded(unit.id))


AT_THE_END: Slot[[Scene, Unit], None] = Slot("movement.at_the_end", nothing=None)
"""What happens when a unit has ended its movement."""


def end_move(scene: Scene, unit: Unit) -> None:
    """A unit's movement is over; a run on damaged hips or gyro asks for a last piloting roll."""
    mode = mode_of(scene.rules, unit)
    if mode.moves and not unit.motion.spent and not unit.motion.travelled:
        _moved(scene, unit, "stand_still", motion=Motion())
    if unit.machine and mode.fast and unit.motion.spent and not unit.condition.prone:
        why = scene.rules[running_check](scene.rules, unit)
        if why is not None:
            stand_or_fall(scene, unit.id, why)
    settle_crashes(scene)
    settle_falls(scene)
    for rule in scene.rules[AT_THE_END]:
        if scene.unit(unit.id).active:
            rule.function(scene, scene.unit(unit.id))


VERBS: dict[str, Verb] = {
    **riding.VERBS,
    "movement.go": Verb(
        command=Go,
        phases=PHASE,
        offers=lambda state, unit: _modes(state, unit) if _setting_out(state, unit) is None else (),
        refuses=_cannot_go,
        does=_go,
        words=lambda state, unit, command, names: state.relief.rules[MODES][command.mode].said_of(unit.sheet),
        title="Ways to move",
        cost=heat_of_mode,
        sure=True,
    ),
    **{id: _before_moving(verb) for id, verb in switching.VERBS.items()},
    "movement.leave": _on_the_move(
        Verb(
            command=Leave,
            phases=PHASE,
            offers=lambda state, unit: (Leave(),) if leaves(state, unit) is None else (),
            refuses=lambda state, unit, command: leaves(state, unit),
            does=_leave,
            words=always("leave the board over this edge"),
            sure=True,
        )
    ),
    "movement.jump": Verb(
        command=Jump,
        phases=PHASE,
        offers=_jumps,
        refuses=_cannot_travel,
        does=_travel,
        words=lambda state, unit, command, names: f"jump to {command.hex}",
        cost=points_of_step,
        preview=rolls_of_step,
        sure=True,
    ),
    "movement.step": Verb(
        command=Step,
        phases=PHASE,
        offers=_steps,
        refuses=_cannot_travel,
        does=_travel,
        words=lambda state, unit, command, names: WAYS.get(command.way, command.way),
        title="Single steps",
        cost=points_of_step,
        preview=rolls_of_step,
        sure=True,
    ),
    "movement.stand": _on_the_move(
        Verb(
            command=Stand,
            phases=PHASE,
            offers=lambda state, unit: (Stand(),) if unit.condition.prone else (),
            refuses=lambda state, unit, command: stands(state, unit),
            does=_stand,
            words=always("stand up"),
            cost=points_of_step,
            preview=rolls_of_step,
        )
    ),
    "movement.struggle": _before_moving(struggling.VERB),
    "movement.drop": _on_the_move(
        Verb(
            command=DropProne,
            phases=PHASE,
            offers=lambda state, unit: (DropProne(),) if drops(state, unit) is None else (),
            refuses=lambda state, unit, command: drops(state, unit),
            does=_drop,
            words=always("lie down"),
            title="Lie down",
            cost=lambda state, unit, command: points(price(state, "drop prone")),
            sure=True,
        )
    ),
    **{id: _on_the_move(verb) for id, verb in postures.VERBS.items()},
    "movement.charge": Verb(
        command=Charge,
        phases=PHASE,
        offers=_charges,
        refuses=_cannot_charge,
        does=_charge,
        words=lambda state, unit, command, names: CHARGES[kind_of_charge(state, unit)].format(names[command.target]),
        sure=True,
    ),
}
