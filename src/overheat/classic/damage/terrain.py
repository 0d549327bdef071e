"""Damage to the ground: buildings that are shot and brought down, woods that are set alight."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import fall, hit_in_groups
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.wading import wade
from overheat.classic.facts.events import FateMet, GroundChanged, Moved
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.bridges import bridge_bears, on_deck, without_bridge
from overheat.classic.rules.standard.buildings import (
    BUILDINGS,
    bears,
    collapse_damage,
    factor,
    ruins,
    scraped,
    trampled,
)
from overheat.classic.rules.standard.falls import Fall, fall_damage
from overheat.classic.rules.standard.fires import can_burn, has_air, with_feature
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Side
from overheat.classic.rules.standard.movement import floats
from overheat.kernel.terms import Term


def factor_at(scene: Scene, hex: Hex) -> int:
    """The construction factor of the building in a hex; 0 where there is none."""
    return scene.rules[factor](scene.rules, scene.state.relief.board[hex])


def hit_building(scene: Scene, hex: Hex, damage: int, by: str, item: str = "") -> None:
    """A building loses as much as it is hit for, and comes down when nothing is left or it bears too much."""
    before = factor_at(scene, hex)
    if before <= 0 or damage <= 0:
        return
    left = max(0, before - damage)
    ground = with_feature(scene.state.relief.board[hex], Feature("bldg_cf", left))
    scene.tell(GroundChanged(hex, ground, "hit", by, item, before, left))
    if left == 0 or not scene.rules[bears](scene.rules, left, scene.state.at(hex)):
        collapse(scene, hex, before)


def enter_building(scene: Scene, id: str, held: bool) -> None:
    """A unit has come through the walls, and has held its course or not; both take what that does to them."""
    unit = scene.unit(id)
    factor = factor_at(scene, unit.hex)
    side: Side = "rear" if unit.motion.backwards else "front"
    if not held:
        hit_in_groups(scene, weighed(scene, Hit(id, side, scene.rules[scraped](scene.rules, factor), "walls")))
    hit_building(scene, unit.hex, scene.rules[trampled](scene.rules, unit), "tread", unit.sheet.name)


def tread(scene: Scene, id: str) -> None:
    """A unit has come to stand in a hex: a building that cannot bear those on it comes down."""
    hex = scene.unit(id).hex
    factor = factor_at(scene, hex)
    if factor and not scene.rules[bears](scene.rules, factor, scene.state.at(hex)):
        collapse(scene, hex, factor)
    ground = scene.state.relief.board[hex]
    if "bridge" in ground and not scene.rules[bridge_bears](scene.rules, ground, scene.state.at(hex)):
        drop_bridge(scene, hex)
    wade(scene, id)


def drop_bridge(scene: Scene, hex: Hex) -> None:
    """A bridge comes down with those on its deck; who neither wades nor swims is lost in the water below."""
    ground = scene.state.relief.board[hex]
    there = [unit for unit in scene.state.at(hex) if on_deck(ground, unit) and not carrier_of(unit)]
    scene.tell(GroundChanged(hex, scene.rules[without_bridge](scene.rules, ground), "bridge_collapse"))
    depth = ground.amount("water")
    for unit in there:
        bottom = 0 if floats(unit.sheet) else -depth
        scene.tell(Moved(unit.id, "come_down", unit.hex, unit.facing, bottom, unit.motion))
        if bottom < 0 and not (unit.machine or unit.protomech):
            scene.tell(FateMet(unit.id, "destroyed", "sunk"))
        else:
            _come_down(scene, unit.id, unit.elevation - bottom)


def _come_down(scene: Scene, id: str, levels: int) -> None:
    """A unit falls with what it stood on."""
    unit = scene.unit(id)
    if unit.machine:
        fall(scene, id, Term("buildings.collapse", 0, "what it stands on collapses", BUILDINGS), levels)
        return
    falling = Fall(scene.rules, unit, scene.state.relief.board[unit.hex], levels, state=scene.state)
    hit = Hit(id, "front", scene.rules[fall_damage](falling), "collapse", by=falling)
    hit_in_groups(scene, weighed(scene, hit))


def collapse(scene: Scene, hex: Hex, factor: int) -> None:
    """A building comes down: on those inside, and with those on its roof."""
    ground = scene.state.relief.board[hex]
    height = ground.amount("bldg_elev")
    there = [unit for unit in scene.state.at(hex) if not unit.airborne and not carrier_of(unit)]
    scene.tell(GroundChanged(hex, scene.rules[ruins](scene.rules, ground), "collapse"))
    for unit in there:
        levels = unit.elevation
        scene.tell(Moved(unit.id, "come_down", unit.hex, unit.facing, 0, unit.motion))
        if levels < height:
            damage = scene.rules[collapse_damage](scene.rules, factor, height - levels)
            hit_in_groups(scene, weighed(scene, Hit(unit.id, "front", damage, "collapse")))
        elif unit.machine:
            fall(scene, unit.id, Term("buildings.collapse", 0, "the building collapses", BUILDINGS), levels)
        else:
            falling = Fall(scene.rules, unit, scene.state.relief.board[hex], levels, state=scene.state)
            hit = Hit(unit.id, "front", scene.rules[fall_damage](falling), "collapse", by=falling)
            hit_in_groups(scene, weighed(scene, hit))


def ignite(scene: Scene, hex: Hex, by: str, item: str = "", grade: int = 1) -> None:
    """A hex catches fire, if there is something in it to burn; fires of inferno fuel are of a grade of their own."""
    ground = scene.state.relief.board[hex]
    if scene.rules[has_air](scene.state) and scene.rules[can_burn](scene.rules, ground):
        scene.tell(GroundChanged(hex, with_feature(ground, Feature("fire", grade)), "ignite", by, item))
