"""Heat sink coolant failure: machines that run very hot lose coolant, and sink less from then on.

When it happens and how much is lost are our reading of the book; the errata say to whom.
"""

from __future__ import annotations

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import HeatSettled, MarkLaid
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import SINKS_IT, Toil, dissipation
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term, number_of

FAILURE = TACTICAL_OPERATIONS("Heat Sink Coolant Failure", 105)
LEAKING = named("coolant_failure", "coolant lost: {value}")
PURPOSES.says("coolant_failure.roll", "coolant of {who}, {needed} needed to hold")

NUMBERS: Table[int, int] = Table(
    "coolant_failure.numbers",
    {5: 3, 10: 5, 15: 7, 20: 9, 25: 11},
    cite=FAILURE,
    where="overheat.classic.rules.tacops.coolant_failure.NUMBERS",
)
"""The roll that keeps the coolant in, by the heat from which it is asked for at the end of a heat phase."""


def lost_coolant(unit: Unit) -> int:
    """Points of cooling that a machine has lost."""
    mark = unit.marks.get(LEAKING)
    return 0 if mark is None else mark.value


@rule("coolant_failure.leaks", cite=FAILURE, implements=("TO-105-coolant-failure-mechs-only",), slot=FOLLOWS)
def leaks(scene: Scene, event: Event, before: State) -> None:
    """A machine that stays hot may lose a point of cooling for good; other units that have sinks do not."""
    if not isinstance(event, HeatSettled) or not scene.unit(event.unit).machine or not scene.unit(event.unit).active:
        return
    reached = [lowest for lowest in scene.rules[NUMBERS].rows if number_of(event.after) >= lowest]
    if not reached:
        return
    needed = scene.rules[NUMBERS][max(reached)]
    if scene.roll("coolant_failure.roll", who=event.unit, needed=needed) < needed:
        scene.tell(MarkLaid(event.unit, LEAKING, Mark(value=lost_coolant(scene.unit(event.unit)) + 1)))


@rule("coolant_failure.sinks", cite=FAILURE, slot=SINKS_IT)
def sinks_less(toil: Toil) -> Term | None:
    """Coolant that is lost sinks no heat: as much less as is lost, and no more than the sinks that work would sink."""
    usual = toil.rules[dissipation](toil)
    lost = min(lost_coolant(toil.unit), 0 if usual is None else usual.value)
    return Term("coolant_failure.sinks", -lost, "coolant lost", FAILURE) if lost else None


LAYER = Layer(
    "coolant_failure",
    title="Heat sink coolant failure",
    group="Heat",
    cite=FAILURE,
    needs=("classic",),
    add=(leaks, sinks_less, NUMBERS),
)
