"""Individual initiative: every unit rolls for itself, and who rolled lowest acts first, whichever side it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import InitiativeSet, MarkLaid
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.turns import point_first, point_of, turns_for
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.taking import acts
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

INDIVIDUAL = TACTICAL_OPERATIONS("Individual initiative", 190)
ROLLED = named("initiative", "initiative {value}", aside=True)
"""The mark of a unit that has rolled for the initiative of the round: what it rolled."""
PURPOSES.says("individual_initiative.roll", "initiative of {who}")


@rule("individual_initiative.rolls", cite=INDIVIDUAL, slot=FOLLOWS)
def rolls(scene: Scene, event: Event, before: State) -> None:
    """When the sides have rolled, every unit rolls for itself."""
    if not isinstance(event, InitiativeSet):
        return
    for id, unit in list(scene.state.units.items()):
        if unit.active:
            rolled = scene.roll("individual_initiative.roll", who=id)
            scene.tell(MarkLaid(id, ROLLED, Mark(rolled, this_round=True)))


def turn_of(state: State, unit: Unit) -> tuple[int, int, str]:
    """When a unit acts: by its roll, then by the initiative of its side, then as it was set up."""
    first = min((mate.marks[ROLLED].value for mate in point_of(state, unit) if ROLLED in mate.marks), default=0)
    side = state.initiative.index(unit.side) if unit.side in state.initiative else 0
    return first, side, unit.id


def order(state: State, counts: Mapping[Player, int]) -> Sequence[Player]:
    """The sides as their units come by what each has rolled; units beyond those that take a turn are left out."""
    units = sorted((unit for unit in state.units.values() if unit.active), key=lambda unit: turn_of(state, unit))
    left, found = dict(counts), []
    for unit in units:
        if left.get(unit.side, 0) > 0 and point_of(state, unit)[0].id == unit.id:
            left[unit.side] -= 1
            found.append(unit.side)
    return (*found, *(side for side, more in left.items() for _ in range(more)))


@rule("individual_initiative.lowest_first", cite=INDIVIDUAL)
def lowest_first(state: State, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Of a side that is to act, the unit that has rolled lowest does."""
    found = state.relief.rules.below(lowest_first)(state, units)
    if len(found) < 2 or state.phase not in ACTED:
        return found
    first = min(turn_of(state, unit)[0] for unit in found)
    return tuple(unit for unit in found if turn_of(state, unit)[0] == first)


@rule("individual_initiative.all_count", cite=INDIVIDUAL)
def all_count(state: State, units: Sequence[Unit]) -> int:
    """Every unit of a side that is to act takes its turn, though only one at a time may be chosen."""
    if not units:
        return 0
    side = units[0].side
    waiting = [unit for unit in state.units.values() if unit.side == side and unit.id not in state.acted]
    return state.relief.rules.below(all_count)(state, [unit for unit in waiting if acts(state, unit)])


ACTED = ("movement", "weapons", "physical")
"""The phases in which units act by what they have rolled."""

LAYER = Layer(
    "individual_initiative",
    title="Individual initiative",
    group="Piloting",
    cite=INDIVIDUAL,
    needs=("classic",),
    add=(rolls,),
    change=(
        point_first.wrapped_in(lowest_first),
        turns_for.wrapped_in(all_count),
        PHASES.amended(
            "individual_initiative.phases",
            {
                "movement": replace(PHASES["movement"], order=order),
                "weapons": replace(PHASES["weapons"], order=order),
                "physical": replace(PHASES["physical"], order=order),
            },
            cite=INDIVIDUAL,
        ),
    ),
)
