"""Machines that were fired at lately, with what is known of hits on them."""

from __future__ import annotations

from overheat.classic.facts.state import State
from overheat.classic.outcomes.inward.body import Body
from overheat.classic.outcomes.inward.lately import Lately

LARGE = 50_000
"""Of a machine that is known in more conditions nothing is kept."""


def _is_of(body: Body, state: State, target: str) -> bool:
    return body.anatomy.rules is state.relief.rules and body.anatomy.unit == state.units[target]


lately: Lately[Body] = Lately(Body, _is_of, lambda body: len(body.conditions.things) > LARGE)
