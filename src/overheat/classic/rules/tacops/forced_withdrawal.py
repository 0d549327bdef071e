"""Forced withdrawal: a crippled unit goes home, and never again further from its own edge of the map."""

from __future__ import annotations

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.commands import Charge
from overheat.classic.facts.events import MarkLaid, PhaseBegan
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.movement import BARS, Entry
from overheat.classic.rules.standard.systems import engine_hits, hits_on, sensor_hits, works
from overheat.classic.turn.verb import VETOES, Saying
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

WITHDRAWAL = TOTAL_WARFARE("Forced Withdrawal", 258)
GOES_HOME = named("withdrawing", "crippled, withdraws to the {about}")
"""The mark of a unit that withdraws: to which edge, and how far from it it may be."""
EDGES = ("north", "south", "west", "east")

FIGURES: Table[str, int] = Table(
    "forced_withdrawal.figures",
    {"crew hits": 4, "soldiers of a hundred": 25, "troopers of a hundred": 50},
    cite=WITHDRAWAL,
    where="overheat.classic.rules.tacops.forced_withdrawal.FIGURES",
)
"""The hits of a pilot that cripple, and what is left of soldiers and of a squad when they are."""


@rule("forced_withdrawal.crippled", cite=WITHDRAWAL)
def crippled(rules: Ruleset, unit: Unit) -> bool:
    """A machine is crippled without a side torso, sensors, weapons or a fit pilot, or by hits on engine and gyro.

    A vehicle is without armour on any side of its hull or without weapons, soldiers at a quarter of their number, suits
    at half of it.
    """
    figures, condition = rules[FIGURES], unit.condition
    if unit.sheet.kind in ("infantry", "battle armour"):
        share = figures["soldiers of a hundred" if unit.sheet.platoon is not None else "troopers of a hundred"]
        return condition.troopers * 100 <= unit.sheet.troopers * share
    if unit.plan.weapons and not any(works(unit, at) for at in unit.plan.weapons):
        return True
    if unit.vehicle:
        whole = {place.code for place in unit.sheet.locations if place.armour > 0}
        return any(place.armour <= 0 for place in condition.locations if place.code in whole)
    torso = any(place.destroyed for place in condition.locations if place.code in ("LT", "RT"))
    heart = engine_hits(unit) >= 2 or (engine_hits(unit) >= 1 and hits_on(unit, "gyro") >= 1)
    return torso or heart or sensor_hits(unit) >= 2 or condition.crew_hits >= figures["crew hits"]


def home_of(state: State, unit: Unit) -> str:
    """The edge that a unit goes home to: that of the zone of its side, else the one that is nearest to it."""
    board, zone = state.relief.board, state.zones.get(unit.side)
    if not zone:
        return min(EDGES, key=lambda edge: board.from_edge(unit.hex, edge))
    return min(EDGES, key=lambda edge: sum(board.from_edge(hex, edge) for hex in zone))


@rule("forced_withdrawal.goes_home", cite=WITHDRAWAL, slot=FOLLOWS)
def goes_home(scene: Scene, event: Event, before: State) -> None:
    """At the end of every round it is seen who is crippled, and how near home those who withdraw have come."""
    if not isinstance(event, PhaseBegan) or event.phase != "end":
        return
    for id, unit in list(scene.state.units.items()):
        if not unit.active:
            continue
        held = unit.marks.get(GOES_HOME) if unit.marks else None
        if held is None and not scene.rules[crippled](scene.rules, unit):
            continue
        edge = home_of(scene.state, unit) if held is None else held.about
        far = scene.state.relief.board.from_edge(unit.hex, edge)
        if held is None or far < held.value:
            scene.tell(MarkLaid(id, GOES_HOME, Mark(far, about=edge)))


@rule("forced_withdrawal.homeward", cite=WITHDRAWAL, slot=BARS, steady=(GOES_HOME,))
def homeward(entry: Entry) -> Refusal | None:
    """Who withdraws goes no further from home than it was when the round began."""
    held = entry.unit.marks.get(GOES_HOME) if entry.unit.marks else None
    if held is None or entry.hex is None or entry.state is None:
        return None
    if entry.state.relief.board.from_edge(entry.hex, held.about) <= held.value:
        return None
    return Refusal("forced_withdrawal.homeward", f"a crippled unit withdraws to the {held.about}", WITHDRAWAL)


@rule("forced_withdrawal.no_charges", cite=WITHDRAWAL, slot=VETOES, only=lambda saying: GOES_HOME in saying.unit.marks)
def no_charges(saying: Saying) -> Refusal | None:
    """Who withdraws charges nobody."""
    if GOES_HOME not in saying.unit.marks or not isinstance(saying.command, Charge):
        return None
    return Refusal("forced_withdrawal.no_charges", "who withdraws charges nobody", WITHDRAWAL)


LAYER = Layer(
    "forced_withdrawal",
    title="Forced withdrawal",
    group="Movement",
    cite=WITHDRAWAL,
    needs=("classic",),
    add=(crippled, goes_home, homeward, no_charges, FIGURES),
)
