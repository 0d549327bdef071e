"""Anti-missile fire at everything: a system fires at every salvo that comes, as long as it has ammunition.

That it does, and makes its heat once a round however often it fires, is our reading of the book.
"""

from __future__ import annotations

from msgspec.structs import replace

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.guidance import fired_by_itself, interceptor
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

SYSTEMS = TACTICAL_OPERATIONS("Anti-missile systems, every salvo", 99)


@rule("anti_missile_at_everything.interceptor", cite=SYSTEMS)
def at_every_salvo(unit: Unit, attack: WeaponAttack) -> int | None:
    """A system that has fired this round fires again at the next salvo."""
    first: int | None = attack.rules.below(at_every_salvo)(unit, attack)
    if first is not None or not unit.marks:
        return first
    spent = {fired_by_itself(unit, at) for at in unit.plan.weapons}
    if spent.isdisjoint(unit.marks):
        return None
    fresh = {name: mark for name, mark in unit.marks.items() if name not in spent}
    again: int | None = attack.rules.below(at_every_salvo)(replace(unit, marks=fresh), attack)
    return again


LAYER = Layer(
    "anti_missile_at_everything",
    title="Anti-missile fire at everything",
    group="Gunnery",
    cite=SYSTEMS,
    needs=("classic",),
    change=(interceptor.wrapped_in(at_every_salvo),),
)
