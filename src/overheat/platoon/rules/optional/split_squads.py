"""Squads that are split into fireteams."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import UPSTREAM
from overheat.platoon.rules.standard import points

CITE = UPSTREAM("Fireteams")


@rule("points.fireteams", cite=CITE, implements=("HEAT-up-fireteams",))
def split_refused(rules: Ruleset, teams: int, men: int) -> Refusal | None:
    """A squad may be split into teams of two men and more, each a unit of its own."""
    if teams < 1 or (teams > 1 and men < 2 * teams):
        return Refusal(
            "roster.fireteams", f"{counted(men, 'man does', 'men do')} not make {counted(teams, 'fireteam')}", CITE
        )
    return None


LAYER = Layer(
    "split_squads",
    title="Fireteams",
    cite=CITE,
    needs=("platoon",),
    change=(points.split_refused.replaced_by(split_refused),),
)
