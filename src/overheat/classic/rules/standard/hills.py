"""King of the hill: a point for every round that a side ends alone where everybody wants to be."""

from __future__ import annotations

from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import Objective, State
from overheat.classic.rules.standard.victory import SCORES, VICTORY, VICTORY_CONDITIONS, Score, stands_alone, time_is_up
from overheat.kernel.rules.rule import rule


def hills(state: State) -> tuple[Objective, ...]:
    """The hills that sides want."""
    return tuple(objective for objective in state.objectives if objective.kind == "hill")


@rule("victory.hill_points", cite=VICTORY_CONDITIONS, slot=SCORES)
def hill_points(state: State) -> tuple[Score, ...]:
    """Who alone stands on the hill at the end of a round has a point."""
    return tuple(Score(aim.side, 1, "hill") for aim in hills(state) if stands_alone(state, aim))


@rule("victory.hill", cite=VICTORY_CONDITIONS, slot=VICTORY)
def hill(state: State) -> Ending | None:
    """Enough points win at once; when time is up, whoever has most, and with as many it is decided otherwise."""
    wanted = hills(state)
    if not wanted:
        return None
    points = {aim.side: state.scores.get(aim.side, 0) for aim in wanted}
    facts: dict[str, Figure] = {"points": points, "sides": tuple(points)}
    enough = tuple(aim.side for aim in wanted if aim.points and points[aim.side] >= aim.points)
    if enough:
        return Ending(enough, "king_of_the_hill", facts)
    most = max(points.values())
    ahead = tuple(side for side, held in points.items() if held == most)
    if not time_is_up(state) or len(ahead) > 1:
        return None
    return Ending(ahead, "most_of_the_hill", {**facts, "round": state.round})


RULES = (hill_points, hill)
