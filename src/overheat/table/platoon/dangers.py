"""What declared shots of H.E.A.T will do to a unit that may still answer them: if it stands, and if it goes down."""

from __future__ import annotations

import msgspec

from overheat.kernel.refusal import Refusal, refuse
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Firing, Reacting, Shooting, State
from overheat.platoon.fire.guns import guns_of
from overheat.platoon.game import PlatoonGame
from overheat.table.platoon import effects
from overheat.table.platoon.effects import Aim
from overheat.table.platoon.previews import battle_of, unit_of
from overheat.table.platoon.shots import promise


def danger(game: PlatoonGame, state: State, id: str) -> dict[str, object]:
    """The shots that a unit is about to take: by whom, with what, and what they promise either way."""
    standing, target = battle_of(game, state), unit_of(state, id)
    task = standing.tasks[-1] if standing.tasks else None
    if not isinstance(task, Reacting) or task.unit != id:
        raise refuse("preview.react", "nobody is about to shoot at that unit", unit=id)
    fired = next(each for each in reversed(standing.tasks) if isinstance(each, Firing))
    low = battle_of(game, state)
    if standing.sheet(target).soft:
        low.update(target, order="down")
    return {
        "unit": id,
        "by": fired.unit,
        "stands": _effect(standing, fired, id),
        "down": _effect(low, fired, id) if standing.sheet(target).soft else None,
    }


def _effect(battle: Battle, fired: Firing, id: str) -> dict[str, object] | None:
    """What the declared volleys at a unit do together, as it is in this battle."""
    unit, target = battle.units[fired.unit], battle.units[id]
    task = msgspec.structs.replace(Shooting(unit.side, unit.id, idle=fired.idle), occasion=fired.occasion)
    aim = Aim(battle, unit, target, task)
    volleys = [volley for volley in fired.volleys if volley.target == id]
    found = [promise(aim, volley, guns_of(battle, unit, volley)) for volley in volleys]
    return effects.together(aim, [each["effect"] for each in found if not isinstance(each, Refusal)])
