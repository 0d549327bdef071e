"""Ground that gives way or burns under who comes to stand on it, and goes on doing so at the end of every round."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.falls import fall, stand_or_fall
from overheat.classic.damage.hits import take
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.events import FateMet, GroundChanged, Moved
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.fires import with_feature, without
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.unsafe_ground import (
    CRUST,
    FALL,
    FIGURES,
    ICE,
    LANDING,
    LIQUID,
    POOL_CLASSES,
    POOL_DAMAGE,
    STEP,
    VENT,
    breaks_under,
    dissolves,
    doubled,
    eruption,
    erupts,
    in_pool,
    weighs_on,
)
from overheat.kernel.terms import Term

LANDED = Term("ground.lands_on_ice", 0, "lands on ice", ICE)
BROKEN = Term("ground.ice_breaks", 0, "the ice breaks", ICE)


def weigh_down(scene: Scene, id: str, *, landing: bool) -> None:
    """A unit has come to stand in a hex: ice or crust may break, and what is below it or lies open does its work."""
    unit = scene.unit(id)
    ground = scene.state.relief.board[unit.hex]
    if not any(kind in ground for kind in ("ice", "magma", "hazardous_liquid")):
        return
    if scene.rules[weighs_on](scene.rules, unit):
        if "ice" in ground and ground.amount("water") > 0:
            _on_ice(scene, id, landing)
        elif ground.amount("magma") == CRUST and _gives_way(scene, unit.hex, LANDING if landing else STEP, "crust"):
            scene.tell(GroundChanged(unit.hex, with_feature(ground, Feature("magma", LIQUID)), "crust_breaks"))
            for other in scene.state.at(unit.hex):
                if other.id != id:
                    _melt(scene, other.id)
    if scene.unit(id).active:
        _melt(scene, id)
        dissolve(scene, id)


def _gives_way(scene: Scene, hex: Hex, how: str, what: str) -> bool:
    return scene.rules[breaks_under](scene.rules, how, scene.roll("ground.breaks", 1, hex=str(hex), what=what))


def _on_ice(scene: Scene, id: str, landing: bool) -> None:
    """Ice may break; a machine that lands on ice which holds keeps its feet, or falls, and it may break then."""
    hex = scene.unit(id).hex
    if _gives_way(scene, hex, LANDING if landing else STEP, "ice"):
        break_ice(scene, hex)
        return
    fell = landing and scene.unit(id).machine and not stand_or_fall(scene, id, LANDED)
    if fell and scene.unit(id).active and _gives_way(scene, hex, FALL, "ice"):
        break_ice(scene, hex)


def break_ice(scene: Scene, hex: Hex) -> None:
    """Ice breaks, and all that stands on it is in the water: machines fall to the bottom, what cannot swim is lost."""
    ground = scene.state.relief.board[hex]
    there = [unit for unit in scene.state.at(hex) if scene.rules[weighs_on](scene.rules, unit)]
    scene.tell(GroundChanged(hex, without(ground, "ice"), "ice_breaks"))
    depth = ground.amount("water")
    for unit in there:
        scene.tell(Moved(unit.id, "come_down", hex, unit.facing, -depth, unit.motion))
        if unit.machine:
            fall(scene, unit.id, BROKEN, depth)
        elif not unit.protomech:
            scene.tell(FateMet(unit.id, "destroyed", "sunk"))


def _melt(scene: Scene, id: str) -> None:
    """Magma burns the legs of a machine that stands in it, all of one that lies there; anything else is lost."""
    unit = scene.unit(id)
    touched = scene.state.relief.board[unit.hex].amount("magma") == LIQUID and unit.elevation == 0
    if not touched or not scene.rules[weighs_on](scene.rules, unit) or not unit.active:
        return
    if not unit.machine:
        scene.tell(FateMet(id, "destroyed", "lost_in_magma"))
        return
    for place in unit.condition.locations:
        if scene.unit(id).active and not place.destroyed and (unit.condition.prone or place.code in LEGS):
            rolled = scene.roll("ground.magma", scene.rules[FIGURES]["dice"], target=id, location=place.code)
            take(scene, Hit(id, "front", rolled, "magma", location=place.code))


def dissolve(scene: Scene, id: str) -> None:
    """A pool of hazardous liquid does what the class of it does to this unit."""
    unit = scene.unit(id)
    if not unit.active or not in_pool(scene.state.relief.board[unit.hex], unit):
        return
    rules = scene.rules
    kind = rules[POOL_CLASSES][scene.roll("pools.class", 1, target=id)]
    dice = rules[POOL_DAMAGE][kind][0]
    if dice:
        damage = rules[dissolves](rules, kind, scene.roll("pools.damage", dice, target=id)) * rules[doubled](
            rules, unit
        )
        take(scene, Hit(id, "front", damage, "hazardous_liquid"))


def simmer(scene: Scene) -> None:
    """At the end of a round magma and pools go on with who is still in them, and vents may erupt."""
    board = scene.state.relief.board
    for id in list(scene.state.units):
        unit = scene.unit(id)
        if unit.active and unit.hex in board:
            _melt(scene, id)
            dissolve(scene, id)
    for hex in scene.state.relief.where("geyser"):
        if board[hex].amount("geyser") == VENT:
            _erupt(scene, hex)


def _erupt(scene: Scene, hex: Hex) -> None:
    if scene.rules[erupts](scene.rules, scene.roll("ground.erupts", hex=str(hex))):
        rolled = scene.roll("ground.eruption", scene.rules[FIGURES]["dice"], hex=str(hex))
        burst(scene, Blast(scene.rules, "eruption", hex, scene.rules[eruption](scene.rules, rolled)))
