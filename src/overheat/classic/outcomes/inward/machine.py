"""A volley at a machine whose damage only ever goes inward: what may become of it, worked out by its parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from overheat.classic.facts.state import State
from overheat.classic.outcomes.inward.course import Course
from overheat.classic.outcomes.inward.kept import lately
from overheat.classic.outcomes.inward.tellings import Tellings
from overheat.classic.outcomes.inward.upright import Upright
from overheat.classic.outcomes.lumped import Landing
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.tallies import Tallies

MOST_TALLIES = 1500


def by_parts(state: State, target: str, tallies: Tallies, landings: Sequence[Landing], most: int) -> dict[str, float]:
    """The chances of everything, by name, with no more than so many conditions told apart."""
    if tallies.many > MOST_TALLIES:
        raise NotForeseenError("more tallies than anybody adds up")
    chances: defaultdict[str, float] = defaultdict(float)
    with lately.lent(state, target) as body:
        tellings = Tellings(Course(body, tallies, landings, most))
        standing = body.standing(state)
        for part in (tellings.chances(), standing.told(Upright(tellings, standing).met())):
            for name, chance in part.items():
                chances[name] += chance
    return chances
