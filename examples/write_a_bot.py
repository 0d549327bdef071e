"""A bot of your own: it goes for the shot that is most likely to hit, and else does whatever comes first."""

from collections.abc import Sequence
from typing import Any

import overheat as oh
from overheat.classic.facts.commands import Fire
from overheat.classic.turn.preview import of_shot


class Marksman:
    """Fires at what it is most likely to hit. A bot is given what its player may know, and what is legal."""

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        shots = [command for command in legal if isinstance(command, Fire)]
        if not shots:
            return legal[0]
        unit = state.units[state.acting]
        return max(shots, key=lambda shot: of_shot(state, unit, shot).chance)


battle = oh.play("duel", red=Marksman(), blue="random", seed=3)
print(f"won by {', '.join(battle.winners) or 'nobody'} after {battle.rounds} rounds")
