"""The heat phase: heat is built up and sunk, and what the scale says happens."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.falls import stand_or_fall
from overheat.classic.damage.machine import explode_bin, explosive_power
from overheat.classic.facts.events import HeatSettled, PowerChanged
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.crew import life_support_hits
from overheat.classic.rules.standard.heat import (
    BUILDS,
    SINKS_IT,
    Overheating,
    Toil,
    avoid_number,
    certainly_shuts_down,
)
from overheat.classic.rules.standard.orders import POWERED_DOWN
from overheat.classic.rules.standard.piloting import CAUSES, cause
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.systems import works
from overheat.kernel.terms import Number, Tally, number_as_json, parts


def toil_of(state: State, unit: Unit) -> Toil:
    """What a machine did this round."""
    depth = max(0, -unit.elevation)
    return Toil(state.relief.rules, unit, unit.volley, depth, "fire" in state.relief.board[unit.hex], state=state)


def settle(scene: Scene) -> None:
    """The heat phase of every machine."""
    for id, unit in scene.state.units.items():
        if unit.active and unit.machine:
            settle_one(scene, id)


def settle_one(scene: Scene, id: str) -> None:
    """The heat phase of one machine."""
    unit = scene.unit(id)
    toil = toil_of(scene.state, unit)
    built = Tally.of(rule.function(toil) for rule in scene.rules[BUILDS])
    sunk = Tally.of(rule.function(toil) for rule in scene.rules[SINKS_IT])
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
    if POWERED_DOWN in unit.marks:
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
    if not unit.condition.prone:
        stand_or_fall(scene, id, why)
    if scene.unit(id).active:
        scene.tell(PowerChanged(id, shut_down=True))


def _ammunition(scene: Scene, id: str, heat: Number) -> None:
    """Hot ammunition may explode: the bin that would do most."""
    hot = Overheating(scene.rules, scene.unit(id), heat, "ammunition explosion", state=scene.state)
    needed = scene.rules[avoid_number](hot)
    if needed is None or not scene.unit(id).active:
        return
    mount = most_dangerous_bin(scene, id)
    if mount is None or scene.roll("heat.ammunition", who=id, needed=needed) >= needed:
        return
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
