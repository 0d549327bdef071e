"""Results as earlier versions counted them: when time is up, by weight."""

from __future__ import annotations

from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.reckoning import turn_limit
from overheat.classic.rules.standard.victory import VICTORY, VICTORY_CONDITIONS, sides_of, time_is_up
from overheat.kernel.game import Player
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule


@rule("former.turn_limit", cite=VICTORY_CONDITIONS, slot=VICTORY)
def by_weight(state: State) -> Ending | None:
    """When time is up, the side that has lost the smaller part of its force by weight wins."""
    if not time_is_up(state):
        return None
    sides = sides_of(state)
    share = {side: _share_left(state, side) for side in sides}
    best = max(share.values())
    winners = tuple(side for side in sides if share[side] == best)
    kept = {side: round(100 * share[side]) for side in sides}
    facts: dict[str, Figure] = {"round": state.round, "sides": sides, "kept": kept}
    return Ending(winners if len(winners) < len(share) else (), "time_is_up", facts)


def _share_left(state: State, side: Player) -> float:
    left = sum(_weight(unit) for unit in state.on_side(side))
    return left / max(sum(_weight(unit) for unit in state.units.values() if unit.side == side), 1e-9)


def _weight(unit: Unit) -> float:
    """Sheets of soldiers state no weight: a suit counts as a ton, a soldier without one as a tenth."""
    each = {"battle armour": 1.0, "infantry": 0.1}.get(unit.sheet.kind, 0.0)
    return unit.sheet.tons or unit.sheet.troopers * each


LAYER = Layer(
    "former_results",
    title="Results as in earlier versions: when time is up, the weight that is left decides",
    group="Earlier versions",
    cite=VICTORY_CONDITIONS,
    needs=("classic",),
    change=(turn_limit.replaced_by(by_weight),),
)
