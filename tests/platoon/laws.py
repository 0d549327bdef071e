"""What holds in every state of a battle: dice and men and heights in order."""

from __future__ import annotations

from overheat.platoon.battle.state import State, Unit
from overheat.platoon.ground.geometry import SCALE


def lawful(state: State, *, overloaded: bool = False) -> None:
    """The invariants of every state; transports may be overloaded where the rules say so."""
    for side in (0, 1):
        units = [unit for unit in state.units.values() if unit.side == side]
        waiting = sum(unit.alive and not unit.acted for unit in units)
        if state.turn:
            assert state.bag[side] >= 0
            assert state.bag[side] + in_hand(state, side) >= waiting
            assert state.bag[side] + state.used[side] <= len(units)
        assert state.lost[side] == sum(not unit.alive for unit in units)
    for unit in state.units.values():
        one_lawful(state, unit, overloaded=overloaded)
    assert all(state.units[missile.operator].alive for missile in state.missiles)
    for called in state.called:
        assert "strike" in state.units[called.observer].spent
        assert called.turn <= state.turn


def in_hand(state: State, side: int) -> int:
    """Dice that are drawn and wait for an order."""
    return sum(type(task).__name__ == "Ordering" and not task.among and task.side == side for task in state.tasks)  # type: ignore[union-attr]


def one_lawful(state: State, unit: Unit, *, overloaded: bool = False) -> None:
    sheet = state.sheets[unit.id]
    assert unit.pins >= 0
    assert 0 <= unit.laws <= sheet.laws
    assert unit.smoke in (0, 1)
    if not unit.alive:
        assert not unit.men
        return
    if sheet.unmanned:
        assert not unit.men
        assert unit.place != "table" or (unit.drone is not None and unit.at == unit.drone.at)
    elif sheet.soft:
        assert 0 < len(unit.men) <= len(sheet.men)
    aboard = sum(len(other.men) for other in state.units.values() if other.carrier == unit.id)
    assert aboard <= sheet.seats or (sheet.seats and overloaded)
    if sheet.airframe and unit.place == "table":
        assert unit.at.z == 0 or 6 * SCALE <= unit.at.z <= 60 * SCALE
    if unit.drone is not None:
        assert 0 <= unit.drone.at.z < 24 * SCALE
        assert unit.drone.rounds <= 7
        assert not (unit.drone.empty and unit.drone.airborne)
    if unit.place == "table":
        assert 0 <= unit.at.x <= state.setup.table.width * SCALE
        assert 0 <= unit.at.y <= state.setup.table.depth * SCALE
