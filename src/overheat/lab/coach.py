"""The coach: after a battle, the decisions that cost a player most, with the better one and why.

Each decision is looked at as it was: under the same rules, with what the player could know then. What was done and what
`hard` would have done are weighed alike; the difference is what the decision cost. How decisions are found and weighed
is each game's own: `Kind.mistakes`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse
from overheat.lab.games import kind_named
from overheat.lab.readings import played_again

Figures = dict[str, float]


class Way(msgspec.Struct, frozen=True):
    """Something that was done or could have been done: in words, and its figures."""

    words: str
    figures: Figures
    place: str = ""
    """The hex where a move ends."""


class Mistake(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    round: int
    phase: str
    unit: str
    name: str
    at: int
    """The commands that were given before the decision: where to look in a replay."""
    cost: float
    """What it cost, as the bot of the game counts: in points of damage, in H.E.A.T in enemy units."""
    done: Way
    better: Way
    why: str
    period: str = "round"
    """What the game calls a round."""


def coach(log: bytes, player: Player = "", most: int = 5) -> list[Mistake]:
    """The decisions of a player that cost most, the costliest first; of the first side where none is named."""
    session = played_again(log)
    kind = kind_named(session.game.name)
    if kind.mistakes is None:
        raise refuse("coach.game", f"there is no coach for the game {kind.name}", game=kind.name)
    sides = kind.sides(session.setup)
    player = player or sides[0]
    if player not in sides:
        raise refuse("coach.side", f"there is no side {player!r}: there are {', '.join(sides)}")
    found: list[Mistake] = sorted(kind.mistakes(session, player), key=lambda mistake: (-mistake.cost, mistake.at))
    return found[:most]


def told(mistakes: list[Mistake]) -> Iterator[str]:
    """Mistakes in lines."""
    if not mistakes:
        yield "Nothing that cost anything worth a word."
    for number, mistake in enumerate(mistakes, 1):
        when = f"{mistake.period.capitalize()} {mistake.round}, {mistake.phase}, {mistake.name}"
        yield f"{number}. {when}: cost {mistake.cost:.{1 if mistake.period == 'round' else 2}f} (command {mistake.at})"
        yield f"   done:   {mistake.done.words}"
        yield f"   better: {mistake.better.words}: {mistake.why}"
