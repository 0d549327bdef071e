"""Who takes a turn in a phase, and which side is next."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from overheat.classic.battle.moment import of_moment
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import PhaseBegan
from overheat.classic.facts.state import RESERVE, State, Unit
from overheat.classic.rules.standard.turns import follows_its_point, point_first, turn_order, turns_for
from overheat.classic.turn.round import PHASES
from overheat.kernel.game import Player
from overheat.kernel.rules.faults import answered_for


def begin_phase(scene: Scene, id: str) -> bool:
    """A phase begins: the sides take their turns by the initiative and their numbers, or as the phase has it.

    A phase that says which units act passes unannounced where none does, and one without turns unless it is to be
    told of; whether it was announced.
    """
    state = msgspec.structs.replace(scene.state, phase=id, acted=frozenset())
    phase = scene.rules[PHASES][id]
    if not phase.turns:
        told = phase.told is not None and phase.told(scene.state)
        if told:
            scene.tell(PhaseBegan(id))
        return told
    counts = {side: scene.rules[turns_for](state, waiting(state, side)) for side in _sides(state)}
    if phase.acts is not None and not any(counts.values()):
        return False
    if phase.order is None:
        order = scene.rules[turn_order](scene.rules, state.initiative, counts)
    else:
        with answered_for(scene.rules, f"the order of the phase {id!r}"):
            order = tuple(phase.order(state, counts))
    scene.tell(PhaseBegan(id, order))
    return True


def _sides(state: State) -> tuple[Player, ...]:
    """The sides by the initiative; before the first they come as they were set up."""
    return state.initiative or tuple(dict.fromkeys(unit.side for unit in state.units.values()))


def acting(state: State, units: Iterable[Unit]) -> list[Unit]:
    """Those of some units that take a turn in this phase: who is not helpless, or as the phase has it."""
    phase = state.relief.rules[PHASES][state.phase]
    says, fate = phase.acts, RESERVE if phase.reserves else ""
    found = [unit for unit in units if unit.fate == fate]
    if says is None or not found:
        return [unit for unit in found if not unit.helpless]
    with answered_for(state.relief.rules, f"who acts in the phase {state.phase!r}"):
        return [unit for unit in found if says(state, unit)]


def acts(state: State, unit: Unit) -> bool:
    """Whether a unit takes a turn in this phase."""
    return bool(acting(state, (unit,)))


def next_side(state: State) -> Player | None:
    """The side whose turn it is; None when everybody is done. Found out once as long as nothing happens."""
    kept = of_moment(state, "next side")
    if "" not in kept:
        kept[""] = _next_side(state)
    side: Player | None = kept[""]
    return side


def _next_side(state: State) -> Player | None:
    under_way = next((unit for unit in state.units.values() if _goes_on(state, unit)), None)
    if under_way is not None:
        return under_way.side
    for side in state.order:
        if waiting(state, side):
            return side
    return None


def waiting(state: State, side: Player) -> tuple[Unit, ...]:
    """The units of a side that have still to act in this phase, found out once as long as nothing happens."""
    kept = of_moment(state, "waiting")
    if side not in kept:
        acted = state.acted
        own = [unit for unit in state.units.values() if unit.side == side and unit.id not in acted]
        kept[side] = state.relief.rules[point_first](state, tuple(acting(state, own)))
    still: tuple[Unit, ...] = kept[side]
    return still


def _goes_on(state: State, unit: Unit) -> bool:
    """Whether a unit has still to act as part of a Point of which others have."""
    return unit.protomech and unit.id not in state.acted and follows_its_point(state, unit) and acts(state, unit)
