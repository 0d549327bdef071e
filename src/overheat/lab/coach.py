"""The coach: after a battle, the decisions that cost a player most, with the better one and why.

Each decision is looked at as it was: under the same rules, with what the player could know then. What was done is
weighed as `hard` weighs it, against what else it thought of; the costliest are then tried out, as `search` tries its
own: what was done and what was thought of are carried out with the same dice, and everybody else answers. The
difference is what the decision cost. How decisions are found, weighed and tried is each game's own: `Kind.doubts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse
from overheat.lab.games import kind_named
from overheat.lab.readings import played_again

Figures = dict[str, float]
Shown = Callable[[Sequence["Doubt"], int], Iterable["Doubt"]]
THROWS = 6
"""How often a decision, and each thing that could have been done, is tried out at most."""
LOOKED_AT = 3
"""For each mistake that is asked for, how many of the costliest decisions are tried out."""


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
    trials: int = 0
    """How many trials that took; none where exact odds say all there is to say."""


class Doubt(NamedTuple):
    """A decision that seems to have cost something, by what bots estimate."""

    mistake: Mistake
    others: Sequence[tuple[Way, str]] = ()
    """What else could be tried, the best first, and why it would have been better; nothing where odds are exact."""
    trial: Callable[[int, Seeded], float] | None = None
    """Carries out what was done, 0, or one of the others, with such dice: what it comes to."""
    trust: float = 1.0
    """How many trials the estimates count as."""
    throws: int = THROWS
    """How often everything is tried out."""
    least: float = 0.0
    """What costs less is no mistake worth a word."""


def coach(log: bytes, player: Player = "", most: int = 5, shown: Shown = lambda steps, total: steps) -> list[Mistake]:
    """The decisions of a player that cost most, the costliest first; of the first side where none is named.

    `shown` passes the decisions on that are tried out, one by one, and may show how far they have come.
    """
    session = played_again(log)
    kind = kind_named(session.game.name)
    if kind.doubts is None:
        raise refuse("coach.game", f"there is no coach for the game {kind.name}", game=kind.name)
    sides = kind.sides(session.setup)
    player = player or sides[0]
    if player not in sides:
        raise refuse("coach.side", f"there is no side {player!r}: there are {', '.join(sides)}")
    doubts = sorted(kind.doubts(session, player), key=lambda doubt: _costliest_first(doubt.mistake))[: LOOKED_AT * most]
    tried = (tried_out(doubt) for doubt in shown(doubts, len(doubts)))
    return sorted((mistake for mistake in tried if mistake is not None), key=_costliest_first)[:most]


def _costliest_first(mistake: Mistake) -> tuple[float, int]:
    return -mistake.cost, mistake.at


def tried_out(doubt: Doubt) -> Mistake | None:
    """A decision after it was tried out, each time with the same dice for all; None where it was right after all."""
    mistake, trial = doubt.mistake, doubt.trial
    if trial is None:
        return mistake
    ways = (mistake.done, *(way for way, _ in doubt.others))
    sums = [doubt.trust * way.figures["worth"] for way in ways]
    for throw in range(doubt.throws):
        for at in range(len(ways)):
            sums[at] += trial(at, Seeded(throw, "coach"))
    worths = [whole / (doubt.trust + doubt.throws) for whole in sums]
    best = max(range(len(ways)), key=worths.__getitem__)
    cost = round(worths[best] - worths[0], 2)
    if not best or cost < doubt.least:
        return None
    better, why = doubt.others[best - 1]
    trials = doubt.throws * len(ways)
    done, better = _worth(mistake.done, worths[0]), _worth(better, worths[best])
    return msgspec.structs.replace(mistake, cost=cost, done=done, better=better, why=why, trials=trials)


def _trials(mistake: Mistake) -> str:
    return f"; {mistake.trials} trials" if mistake.trials else ""


def _worth(way: Way, worth: float) -> Way:
    return msgspec.structs.replace(way, figures={**way.figures, "worth": round(worth, 2)})


def told(mistakes: list[Mistake]) -> Iterator[str]:
    """Mistakes in lines."""
    if not mistakes:
        yield "Nothing that cost anything worth a word."
    for number, mistake in enumerate(mistakes, 1):
        when = f"{mistake.period.capitalize()} {mistake.round}, {mistake.phase}, {mistake.name}"
        cost = f"{mistake.cost:.{1 if mistake.period == 'round' else 2}f}"
        yield f"{number}. {when}: cost {cost} (command {mistake.at}{_trials(mistake)})"
        yield f"   done:   {mistake.done.words}"
        yield f"   better: {mistake.better.words}: {mistake.why}"
