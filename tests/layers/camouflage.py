"""H.E.A.T: men who have neither moved nor fired are out of sight of enemies who are not near them."""

from __future__ import annotations

from typing import Any

from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.battle.events import Fired, Launched, MarkLaid, Moved, Shelled
from overheat.platoon.battle.knowing import HIDES, out_of_sight
from overheat.platoon.battle.scene import FOLLOWS, Battle
from overheat.platoon.battle.state import State, Unit
from overheat.platoon.ground.geometry import flat

HERE = Book("House rules")("Camouflage")
SCENARIO = "village"
SPOTTED, NEAR = "spotted", 12


@rule("camouflage.hides", cite=HERE, slot=HIDES)
def hides(rules: Ruleset, state: State, unit: Unit, side: int | None) -> Unit | None:
    """Men are hidden until they give themselves away or an enemy comes near."""
    enemies = (other for other in state.units.values() if other.side != unit.side and other.place == "table")
    near = any(flat(unit.at, other.at) <= NEAR for other in enemies)
    return out_of_sight(unit) if unit.men and SPOTTED not in unit.marks and not near else None


@rule("camouflage.follows", cite=HERE, slot=FOLLOWS)
def gives_away(battle: Battle, event: Event) -> None:
    """Moving and firing give men away."""
    if isinstance(event, Fired | Launched | Moved | Shelled) and SPOTTED not in battle.units[event.unit].marks:
        battle.lay_mark(event.unit, SPOTTED)


def felt(session: Any) -> bool:
    """Some gave themselves away, and somebody never did."""
    laid = {event.unit for event in session.events if isinstance(event, MarkLaid) and event.mark == SPOTTED}
    return bool(laid) and any(id not in laid for id, unit in session.state.units.items() if unit.men)


LAYER = Layer("camouflage", HERE, title="Camouflage", needs=("platoon",), add=(hides, gives_away))
