"""How a battle ended: who has won, why by an id, and the facts of it; and all that in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from overheat.kernel.facts import Id, Name, Who
from overheat.kernel.game import Outcome, Player
from overheat.kernel.wording.phrases import counted, in_words

Figure = int | Name | tuple[Name, ...] | dict[Who, int]
"""A fact about an ending: a number, a side, an edge, hexes, a number for each side."""
Facts = Mapping[str, Figure]


class Ending(msgspec.Struct, frozen=True):
    """How a battle ended. No winner is a draw."""

    winners: tuple[Player, ...]
    reason: Id
    facts: dict[Id, Figure] = {}

    @property
    def outcome(self) -> Outcome:
        """The same for those who know nothing of this game, with its reason in words."""
        return Outcome(self.winners, self.words)

    @property
    def words(self) -> str:
        """Why the battle ended; a reason without words is told by its id."""
        say = SAID.get(self.reason)
        return in_words(self.reason) if say is None else say(self.facts)


SAID: dict[str, Callable[[Facts], str]] = {}
"""What is said of each reason."""


def ends(reason: str) -> Callable[[Callable[[Facts], str]], Callable[[Facts], str]]:
    """Say how a reason is told."""

    def make(say: Callable[[Facts], str]) -> Callable[[Facts], str]:
        SAID[reason] = say
        return say

    return make


def _each(facts: Facts, name: str) -> Mapping[str, int]:
    figures = facts[name]
    assert isinstance(figures, Mapping)
    return figures


def _listed(facts: Facts, name: str) -> tuple[str, ...]:
    names = facts[name]
    assert isinstance(names, tuple | list)
    return tuple(names)


def _score(facts: Facts) -> str:
    wanted = facts["wanted"]
    assert isinstance(wanted, int)
    units = counted(wanted, f"{facts['side']} unit")
    return f"{facts['through']} of {units} got through over the {facts['edge']} edge"


@ends("got_through")
def got_through(facts: Facts) -> str:
    return _score(facts)


@ends("not_through_in_time")
def not_through_in_time(facts: Facts) -> str:
    return f"{_score(facts)} in {facts['round']} rounds"


@ends("too_few_to_get_through")
def too_few_to_get_through(facts: Facts) -> str:
    return f"{_score(facts)}, and too few are left"


@ends("last_side")
def last_side(facts: Facts) -> str:
    return "last side on the field"


@ends("nobody_left")
def nobody_left(facts: Facts) -> str:
    return "nobody is left on the field"


@ends("held")
def held(facts: Facts) -> str:
    sides, hexes = " and ".join(_listed(facts, "sides")), ", ".join(_listed(facts, "hexes"))
    return f"{sides} held {hexes} after round {facts['round']}"


@ends("not_held")
def not_held(facts: Facts) -> str:
    return f"{facts['side']} did not hold {', '.join(_listed(facts, 'hexes'))} after round {facts['round']}"


@ends("time_is_up")
def time_is_up(facts: Facts) -> str:
    """What each side kept: of its battle value, or of its weight where an earlier version counted that."""
    shares = _each(facts, "kept")
    sides = _listed(facts, "sides") if "sides" in facts else sorted(shares)
    if "value" in facts:
        value, brought = _each(facts, "value"), _each(facts, "of")
        told = {side: f"{shares[side]} % of its battle value, {value[side]:,} of {brought[side]:,}" for side in sides}
        kept = "; ".join(f"{side} keeps {told[side]}" for side in sides)
    else:
        kept = ", ".join(f"{side} keeps {shares[side]} % of its weight" for side in sides)
    return f"time is up after round {facts['round']}: {kept}"


@ends("prey_brought_down")
def prey_brought_down(facts: Facts) -> str:
    return f"{facts['side']} has brought down {_prey(facts, 'prey')}"


@ends("prey_got_away")
def prey_got_away(facts: Facts) -> str:
    return f"{_prey(facts, 'away')} got away from {facts['side']}"


@ends("prey_lives")
def prey_lives(facts: Facts) -> str:
    return f"{facts['side']} has not brought down {_prey(facts, 'prey')} in {facts['round']} rounds"


def _prey(facts: Facts, name: str) -> str:
    return " and ".join(_listed(facts, name))


@ends("king_of_the_hill")
def king_of_the_hill(facts: Facts) -> str:
    return f"points for the hill: {_points(facts)}"


@ends("most_of_the_hill")
def most_of_the_hill(facts: Facts) -> str:
    return f"time is up after round {facts['round']}, points for the hill: {_points(facts)}"


def _points(facts: Facts) -> str:
    points = _each(facts, "points")
    return ", ".join(f"{side} {points[side]}" for side in _listed(facts, "sides"))


@ends("line_held")
def line_held(facts: Facts) -> str:
    return f"no enemy stands behind {_line(facts)}"


@ends("line_broken")
def line_broken(facts: Facts) -> str:
    through = facts["through"]
    assert isinstance(through, int)
    stand = "stands" if through == 1 else "stand"
    return f"{counted(through, 'enemy', 'enemies')} {stand} behind {_line(facts)}"


def _line(facts: Facts) -> str:
    return f"the line of {facts['side']} along the {facts['edge']} edge after round {facts['round']}"
