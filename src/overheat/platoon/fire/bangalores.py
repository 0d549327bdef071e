"""Using a bangalore on a work, a wall or a hidden device."""

from __future__ import annotations

from shapely import Point

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Breach
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.damage import losses
from overheat.platoon.fire import devices
from overheat.platoon.ground.geometry import SCALE, Body, Spot, gap
from overheat.platoon.ground.terrain import Feature
from overheat.platoon.rules.standard import bangalores
from overheat.platoon.rules.standard.devices import row_of
from overheat.platoon.rules.standard.dice import count

BANGALORE = "bangalore"


def has_one(battle: Battle, unit: Unit) -> bool:
    """Whether a unit on the table brought a bangalore."""
    return BANGALORE in battle.sheet(unit).flags and unit.place == "table"


def breach_refused(battle: Battle, unit: Unit, command: Breach) -> Refusal | None:
    """Why a unit may not use its bangalore so, or None."""
    if not has_one(battle, unit):
        return Refusal("bangalores.none", "the unit has no bangalore", bangalores.BANGALORES)
    length = _length(battle, unit, command)
    if length is None:
        return Refusal("bangalores.target", "there is nothing to breach there", bangalores.BANGALORES)
    return battle.rules[bangalores.refused](battle.rules, unit.order, length, BANGALORE in unit.spent)


def _length(battle: Battle, unit: Unit, command: Breach) -> float | None:
    """How far what is to be breached is from a unit; None where there is nothing of the kind."""
    if command.work == "device":
        if not 0 <= command.number < len(battle.devices) or battle.devices[command.number].carrier:
            return None
        at = battle.devices[command.number].at
        return min(gap(body, Body(at, 0)) for body in battle.bodies(unit))
    if not 0 <= command.number < len(battle.ground.features) or command.number in battle.breached:
        return None
    feature = battle.ground.features[command.number]
    fits = feature.kind.shelter if command.work == "wall" else feature.kind.ground == "obstacle"
    return min(_to_edge(feature, man.at) for man in unit.men) if fits else None


def _to_edge(feature: Feature, at: Spot) -> float:
    """Inches from a man's base to a piece of terrain."""
    return max(0.0, float(feature.area.distance(Point(at.x, at.y))) / SCALE - 0.5)


def breach(battle: Battle, unit: Unit, command: Breach) -> None:
    """A bangalore goes off; men whom it does not tie up may still fire."""
    charge = battle.rules[bangalores.CHARGES][command.work]
    effect = charge.effects.get(count(battle.rules, battle.hand(unit.id), charge.die, "breaching.bangalore"), "nothing")
    battle.tell(told.Breached(unit.id, command.work, effect, command.number))
    busy = battle.rules[bangalores.tied_up](battle.rules, len(unit.men))
    if busy < len(unit.men):
        battle.push(Shooting(unit.side, unit.id, idle=busy))
    if command.work == "device":
        _clear(battle, command.number, effect)
    elif effect == "breached":
        for inside in [each for each in battle.on_table() if each.building == command.number]:
            losses.blast_men(battle, inside, 1, None)
        losses.settle_morale(battle)


def _clear(battle: Battle, number: int, effect: bangalores.Effect) -> None:
    """What becomes of a hidden device."""
    device = battle.devices[number]
    if effect == "detonates" and row_of(battle.rules, device.kind).real:
        devices.detonate(battle, device)
    elif effect != "nothing":
        battle.tell(told.DeviceGone(number))
