"""The end of a round for fires and smoke: they spread, drift and die."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.terrain import ignite
from overheat.classic.facts.events import FateMet, GroundChanged
from overheat.classic.rules.standard.fires import (
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    SPREADING,
    burns_out,
    burnt,
    can_burn,
    goes_out,
    spreads_on,
    survives,
    thins,
    together,
    touches,
    with_feature,
    without,
)


def burn(scene: Scene) -> None:
    """Smoke drifts first; then fires spread, smoke and burn down."""
    relief = scene.state.relief
    smoking = [hex for hex in relief.where("smoke") if relief.board[hex].amount("smoke") in (LIGHT_SMOKE, HEAVY_SMOKE)]
    alight = relief.where("fire")
    if smoking:
        _drift(scene, smoking)
    for hex in alight:
        if _out(scene, hex):
            continue
        _singe(scene, hex)
        _spread(scene, hex)
        _smoke(scene, hex)
        if scene.rules[burns_out](scene.rules, scene.roll("fires.burn_out", hex=str(hex))):
            left = scene.rules[burnt](scene.rules, scene.state.relief.board[hex])
            scene.tell(GroundChanged(hex, left, "burn_down"))


def _out(scene: Scene, hex: Hex) -> bool:
    """Whether a fire goes out before it has burnt down."""

    def roll(needed: int) -> int:
        return scene.roll("fires.go_out", needed=needed, hex=str(hex))

    if not scene.rules[goes_out](scene.state, hex, roll):
        return False
    scene.tell(GroundChanged(hex, without(scene.state.relief.board[hex], "fire"), "go_out"))
    return True


def _singe(scene: Scene, hex: Hex) -> None:
    """Vehicles and soldiers in a burning hex live through it, or not."""
    for unit in scene.state.at(hex):
        if not scene.rules[touches](scene.rules, unit):
            continue
        if not scene.rules[survives](scene.rules, scene.roll("fires.survive", who=unit.id, hex=str(hex))):
            scene.tell(FateMet(unit.id, "destroyed", "burnt"))


def _drift(scene: Scene, smoking: list[Hex]) -> None:
    """All smoke moves a hex downwind at once; some of it thins."""
    board = scene.state.relief.board
    downwind = scene.state.weather.wind_towards
    arriving: dict[Hex, tuple[int, ...]] = {}
    for hex in smoking:
        density = board[hex].amount("smoke")
        if scene.rules[thins](scene.rules, scene.roll("smoke.thin", hex=str(hex))):
            density -= 1
        onward = hex.neighbour(downwind)
        if density > 0 and onward in board:
            arriving[onward] = (*arriving.get(onward, ()), density)
    for hex in dict.fromkeys((*smoking, *arriving)):
        before = board[hex]
        after = _smoky(without(before, "smoke"), scene.rules[together](scene.rules, arriving.get(hex, ())))
        if after != before:
            scene.tell(GroundChanged(hex, after, "drift"))


def _smoky(ground: Ground, density: int) -> Ground:
    return with_feature(ground, Feature("smoke", density)) if density else ground


def _spread(scene: Scene, hex: Hex) -> None:
    downwind = scene.state.weather.wind_towards
    for turn in scene.rules[SPREADING].rows:
        needed = scene.rules[spreads_on](scene.state, turn)
        onward = hex.neighbour((downwind + turn) % 6)
        board = scene.state.relief.board
        if onward not in board or not scene.rules[can_burn](scene.rules, board[onward]):
            continue
        if scene.roll("fires.spread", needed=needed, origin=str(hex), hex=str(onward)) >= needed:
            ignite(scene, onward, "spread")


def _smoke(scene: Scene, hex: Hex) -> None:
    """A fire makes light smoke in the hex downwind of it, which comes to what hangs there."""
    onward = hex.neighbour(scene.state.weather.wind_towards)
    board = scene.state.relief.board
    if onward not in board:
        return
    hangs = board[onward].amount("smoke")
    clouds = (hangs, LIGHT_SMOKE) if hangs else (LIGHT_SMOKE,)
    thick = hangs if hangs > HEAVY_SMOKE else scene.rules[together](scene.rules, clouds)
    if thick != hangs:
        scene.tell(GroundChanged(onward, _smoky(without(board[onward], "smoke"), thick), "smoke"))
