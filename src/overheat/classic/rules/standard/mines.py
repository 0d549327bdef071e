"""Minefields as things on the map: what they do to who enters their hex, whoever laid them and by what means."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.clusters import in_groups
from overheat.kernel.rules.rule import Table, rule

MINEFIELDS = TACTICAL_OPERATIONS("Minefields", 207)
FIELD = "minefield"

FIGURES: Table[str, int] = Table(
    "minefields.figures",
    {"density": 10, "goes off on": 7, "reach": 3, "group": 5},
    cite=MINEFIELDS,
    implements=("TO-208-minefield-groupings",),
    where="overheat.classic.rules.standard.mines.FIGURES",
)
"""The damage of a field that is laid by hand, the roll that sets one off, how far it is laid, and damage in groups."""


@rule("minefields.met", cite=MINEFIELDS, implements=("TO-208-minefield-groupings",), slot=HAZARDS)
def met(arrival: Arrival) -> Hazard | None:
    """A minefield goes off under any unit on the ground, friend or foe, on 7 or more, and strikes at its legs."""
    if not arrival.state.things or arrival.unit.airborne:
        return None
    field = field_at(arrival.state, arrival.unit.hex)
    if field is None:
        return None
    figures = arrival.rules[FIGURES]
    return Hazard(FIELD, in_groups(field.value, figures["group"]), needs=figures["goes off on"], low=True, thing=field)


def field_at(state: State, hex: Hex) -> Thing | None:
    """The minefield in a hex."""
    return next((thing for thing in state.things.values() if thing.kind == FIELD and thing.hex == hex), None)


RULES = (met, FIGURES)
