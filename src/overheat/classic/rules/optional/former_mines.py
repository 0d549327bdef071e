"""Minefields as games in logs of formats 1 and 2 knew them: each goes off on 7, one in a hex, and nobody sweeps."""

from __future__ import annotations

from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazards
from overheat.classic.rules.standard.mines import MINEFIELDS, goes_off_on, met
from overheat.classic.turn.carried.sweeping import sweeps
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

SETS_OFF = 7


@rule("former.mines", cite=MINEFIELDS)
def on_seven(rules: Ruleset, field: Thing, unit: Unit) -> int:
    """A field goes off on 7 or more, however dense it is and whoever enters it."""
    return SETS_OFF


@rule("former.fields", cite=MINEFIELDS, slot=HAZARDS)
def first_field(arrival: Arrival) -> Hazards:
    """Of several fields in a hex only the first goes off."""
    found: Hazards = arrival.rules.below(first_field)(arrival)
    return found[:1] if isinstance(found, tuple) else found


LAYER = Layer(
    "former_mines",
    title="Minefields as in earlier versions: each goes off on 7, one in a hex, and nobody sweeps them",
    group="Earlier versions",
    cite=MINEFIELDS,
    needs=("classic",),
    change=(goes_off_on.replaced_by(on_seven), met.wrapped_in(first_field)),
    drop=(sweeps,),
)
