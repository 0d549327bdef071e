"""Crawling: a machine on the ground drags itself straight ahead, slowly, in place of only turning there."""

from __future__ import annotations

from typing import Any

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import Moved, Posture
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.entries import terrain_checks
from overheat.classic.rules.standard.falls import on_the_ground
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import COSTS, Entry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = TACTICAL_OPERATIONS("Crawling", 19)
SCENARIO = "lance"


@rule("house_crawling.on_the_ground", cite=HERE)
def crawls(state: State, unit: Unit, way: str) -> Refusal | None:
    """Who lies on the ground and does not run crawls ahead; all else it may as little as ever."""
    rules = state.relief.rules
    if way == "forward" and not mode_of(rules, unit).fast:
        return None
    return rules.below(crawls)(state, unit, way)


@rule("house_crawling.cost", cite=HERE, slot=COSTS)
def dragging(entry: Entry) -> Term | None:
    """Every hex costs a point more."""
    return Term("house_crawling.cost", 1, "crawling", HERE) if entry.unit.condition.prone else None


@rule("house_crawling.terrain", cite=HERE)
def cannot_trip(entry: Entry) -> tuple[Term, ...]:
    """Who lies on the ground does not trip."""
    return () if entry.unit.condition.prone else entry.rules.below(cannot_trip)(entry)


def felt(session: Any) -> bool:
    """Somebody crawled into another hex."""
    prone: set[str] = set()
    for event in session.events:
        if isinstance(event, Posture):
            prone = prone | {event.unit} if event.prone else prone - {event.unit}
        if isinstance(event, Moved) and event.how == "forward" and event.unit in prone:
            return any(part.id == "house_crawling.cost" for part in event.cost)
    return False


LAYER = Layer(
    "house_crawling",
    HERE,
    title="Crawling",
    needs=("classic",),
    add=(dragging,),
    change=(on_the_ground.wrapped_in(crawls), terrain_checks.wrapped_in(cannot_trip)),
)
