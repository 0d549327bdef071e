"""Crawling: a machine on the ground drags itself along, slowly, in place of only turning there."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.entries import terrain_checks
from overheat.classic.rules.standard.falls import on_the_ground
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rules.standard.movement import COSTS, Entry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

CRAWLING = TACTICAL_OPERATIONS("Crawling", 20)
CRAWL = "crawl"


def _points(state: State, unit: Unit) -> int:
    """The walking points of a machine that lies on the ground; nobody else crawls."""
    return walking(state, unit) if unit.machine and unit.condition.prone else 0


MODE = MODES.amended(
    "crawling.mode",
    {
        CRAWL: Mode(
            word="crawl",
            past="crawled",
            points=_points,
            heat=lambda rules, unit: 1,
            attacker=MODES["walk"].attacker,
        )
    },
    cite=CRAWLING,
    implements=("TO-020-crawling",),
)
"""One point of heat, however far or often it tries; it attacks as one that walked."""


@rule("crawling.on_the_ground", cite=CRAWLING)
def crawls(state: State, unit: Unit, way: str) -> Refusal | None:
    """Who crawls goes forward or back on the ground; all else is as little possible there as ever."""
    rules = state.relief.rules
    if unit.motion.mode == CRAWL and way in ("forward", "back"):
        return None
    return rules.below(crawls)(state, unit, way)


@rule("crawling.cost", cite=CRAWLING, slot=COSTS, steady=())
def dragging(entry: Entry) -> Term | None:
    """Every hex costs a point more than on foot."""
    return Term("crawling.cost", 1, "crawling", CRAWLING) if entry.unit.motion.mode == CRAWL else None


@rule("crawling.terrain", cite=CRAWLING, steady=())
def cannot_trip(entry: Entry) -> tuple[Term, ...]:
    """Who crawls does not trip."""
    return () if entry.unit.motion.mode == CRAWL else entry.rules.below(cannot_trip)(entry)


LAYER = Layer(
    "crawling",
    title="Crawling",
    group="Movement",
    cite=CRAWLING,
    needs=("classic",),
    add=(dragging,),
    change=(MODE, on_the_ground.wrapped_in(crawls), terrain_checks.wrapped_in(cannot_trip)),
)
