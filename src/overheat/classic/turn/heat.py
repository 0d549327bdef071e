"""The heat phase: heat is built up and sunk, and what the scale says happens; and how much heat would be harmless."""

from __future__ import annotations

from typing import NamedTuple, get_args

import msgspec

from overheat.classic.attack.electric import start_again
from overheat.classic.battle.moment import of_moment
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.falls import stand_or_fall
from overheat.classic.damage.kinds.machine import explode_bin, explosive_power
from overheat.classic.facts.events import FateMet, HeatSettled, PowerChanged
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.crew import life_support_hits
from overheat.classic.rules.standard.electric import stays_down
from overheat.classic.rules.standard.heat import (
    BUILDS,
    BURNS_UP,
    SINKS_IT,
    Danger,
    Overheating,
    Toil,
    avoid_number,
    certainly_shuts_down,
    tracks_heat,
)
from overheat.classic.rules.standard.movement import walk_points
from overheat.classic.rules.standard.orders import POWERED_DOWN
from overheat.classic.rules.standard.piloting import CAUSES, cause
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import heat as shoots_worse
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.terms import Number, Tally, Term, number_as_json, parts

DANGERS: tuple[Danger, ...] = get_args(Danger)
HOTTEST = 50
"""More heat than any machine is asked about."""


def toil_of(state: State, unit: Unit) -> Toil:
    """What a machine did this round."""
    depth = max(0, -unit.elevation)
    return Toil(state.relief.rules, unit, unit.volley, depth, "fire" in state.relief.board[unit.hex], state=state)


def heat_of(toil: Toil) -> tuple[Tally, Tally]:
    """What a machine builds up and sinks in a round."""
    built = Tally.of(rule.function(toil) for rule in toil.rules.among(BUILDS, toil))
    return built, Tally.of(rule.function(toil) for rule in toil.rules.among(SINKS_IT, toil))


def at_heat(unit: Unit, heat: Number) -> Unit:
    """A machine as it would be at another heat."""
    return msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, heat=heat))


def slower(state: State, hot: Unit) -> Tally:
    """The walking points that heat gives or takes, beyond what a cool machine has."""
    cool = {term.id for term in walk_points(state, at_heat(hot, 0))}
    return Tally.of(term for term in walk_points(state, hot) if term.id not in cool)


def worse_aim(state: State, hot: Unit) -> Term | None:
    """What heat adds to the number of every shot."""
    if not hot.plan.weapons:
        return None
    return state.relief.rules[shoots_worse](attack_of(state, hot, Shot(hot.plan.weapons[0], hot.id)))


def harmless_heat(state: State, unit: Unit, bearable: int = 0) -> int:
    """The most heat that a machine can have without a roll against it, and without being slower or aiming worse.

    Where something is bearable, it may have cost as many walking points, and as much on every shot.
    """
    least = _harms(state, unit, 0).walks - bearable
    hotter = ((heat, _harms(state, unit, heat)) for heat in range(1, HOTTEST))
    return next((heat - 1 for heat, it in hotter if it.rolls or it.walks < least or it.aims > bearable), HOTTEST)


class Harm(NamedTuple):
    """What heat does to a machine."""

    walks: Number
    """The walking points that it leaves."""
    rolls: bool
    """Whether something must be rolled against it."""
    aims: Number
    """What it costs on a shot; not looked at where something must be rolled anyway."""


def _harms(state: State, unit: Unit, heat: int) -> Harm:
    """What some heat would do to a machine, found out once as long as nothing happens."""
    kept = of_moment(state, "harm of heat")
    found = kept.get((id(unit), heat))
    if found is None or found[0] is not unit:
        found = kept[id(unit), heat] = unit, _harm(state, at_heat(unit, heat))
    harm: Harm = found[1]
    return harm


def _harm(state: State, hot: Unit) -> Harm:
    rules, heat = state.relief.rules, hot.condition.heat
    dangers = (Overheating(rules, hot, heat, danger, state=state) for danger in DANGERS) if heat else ()
    rolls = any(rules[avoid_number](danger) is not None for danger in dangers)
    aim = None if rolls or not heat else worse_aim(state, hot)
    return Harm(walk_points(state, hot).total, rolls, 0 if aim is None else aim.value)


def heat_room(state: State, unit: Unit, bearable: int = 0) -> Number | None:
    """The heat that a unit may make besides what it did and declared, without harm; None where heat does nothing."""
    if not state.relief.rules[tracks_heat](state.relief.rules, unit):
        return None
    built, sunk = heat_of(toil_of(state, unit))
    return harmless_heat(state, unit, bearable) - unit.condition.heat - built.total + sunk.total


def settle(scene: Scene) -> None:
    """The heat phase of every machine, and of what electric weapons have shut down."""
    start_again(scene)
    for id, unit in scene.state.units.items():
        if unit.active and scene.rules[tracks_heat](scene.rules, unit):
            settle_one(scene, id)


def settle_one(scene: Scene, id: str) -> None:
    """The heat phase of one machine."""
    unit = scene.unit(id)
    built, sunk = heat_of(toil_of(scene.state, unit))
    before = unit.condition.heat
    after = max(0, before + built.total - sunk.total)
    scene.tell(HeatSettled(id, number_as_json(before), parts(built), parts(sunk), number_as_json(after)))
    _power(scene, id, after)
    _ammunition(scene, id, after)
    if scene.unit(id).active:
        under = scene.rules[submerged](scene.rules, scene.state.relief.board, scene.unit(id).viewpoint)
        hurt_crew(scene, id, scene.rules[life_support_hits](scene.rules, scene.unit(id), under), "life_support")


def _power(scene: Scene, id: str, heat: Number) -> None:
    """Shut down, keep running or start up again."""
    unit = scene.unit(id)
    needed = scene.rules[avoid_number](Overheating(scene.rules, unit, heat, "shutdown", state=scene.state))
    if POWERED_DOWN in unit.marks or scene.rules[stays_down](scene.rules, unit):
        return
    if unit.condition.shut_down:
        if needed is None or (
            not scene.rules[certainly_shuts_down](scene.rules, heat)
            and unit.condition.conscious
            and scene.roll("heat.restart", who=id, needed=needed) >= needed
        ):
            scene.tell(PowerChanged(id, shut_down=False))
        return
    if needed is None:
        return
    running = (
        not scene.rules[certainly_shuts_down](scene.rules, heat)
        and unit.condition.conscious
        and scene.roll("heat.shutdown", who=id, needed=needed) >= needed
    )
    if running:
        return
    why = cause(scene.rules[CAUSES], "shutdown")
    if unit.machine and not unit.condition.prone:
        stand_or_fall(scene, id, why)
    if scene.unit(id).active:
        scene.tell(PowerChanged(id, shut_down=True))


def _ammunition(scene: Scene, id: str, heat: Number) -> None:
    """Hot ammunition may explode, the bin that would do most; or what takes the whole machine with it."""
    hot = Overheating(scene.rules, scene.unit(id), heat, "ammunition explosion", state=scene.state)
    needed = scene.rules[avoid_number](hot)
    if needed is None or not scene.unit(id).active:
        return
    mount = most_dangerous_bin(scene, id)
    lost = next((why for rule in scene.rules[BURNS_UP] if (why := rule.function(scene.rules, scene.unit(id)))), "")
    if (mount is None and not lost) or scene.roll("heat.ammunition", who=id, needed=needed) >= needed:
        return
    if lost:
        scene.tell(FateMet(id, "destroyed", lost))
    elif mount is not None:
        explode_bin(scene, id, mount)


def most_dangerous_bin(scene: Scene, id: str) -> int | None:
    """The bin that does most by the shot, then in all, then the first."""
    unit = scene.unit(id)
    bins = [at for at, shots in enumerate(unit.condition.shots) if shots and works(unit, at)]
    powers = [
        (explosive_power(scene, id, at, 1), explosive_power(scene, id, at, unit.condition.shots[at])) for at in bins
    ]
    worst = max(zip(powers, (-at for at in bins), strict=True), default=((0, 0), 0))
    return -worst[1] if worst[0][0] else None
