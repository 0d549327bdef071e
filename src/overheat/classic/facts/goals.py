"""What a side wants, in words. A layer that brings an objective gives it words: `@wants("mine.flag")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from overheat.classic.facts.state import Objective
from overheat.kernel.wording.phrases import counted, in_words

Names = Mapping[str, str]
GOALS: dict[str, Callable[[Objective, Names], str]] = {}
"""How each kind of objective is told, with what units are called."""
ROWS = {"north": "rows", "south": "rows", "west": "columns", "east": "columns"}
"""What lies along an edge."""
FEW = 3
"""So many hexes are all named."""


def wants(kind: str) -> Callable[[Callable[[Objective, Names], str]], Callable[[Objective, Names], str]]:
    """Say how a kind of objective is told."""

    def make(say: Callable[[Objective, Names], str]) -> Callable[[Objective, Names], str]:
        GOALS[kind] = say
        return say

    return make


def goal_in_words(goal: Objective, names: Names) -> str:
    """What a side wants; one that has no words of its own is told by its name and where it is."""
    say = GOALS.get(goal.kind)
    if say is not None:
        return say(goal, names)
    edge = (f"{goal.edge} edge",) if goal.edge else ()
    return ", ".join((f"{goal.side}: {in_words(goal.kind)}", *edge, *goal.hexes))


def goals_in_words(goals: Sequence[Objective], names: Names) -> list[str]:
    """What all sides want; what several of them want alike is told once."""
    alike: dict[Objective, list[str]] = {}
    for goal in goals:
        alike.setdefault(replace(goal, side=""), []).append(goal.side)
    return [goal_in_words(replace(goal, side=" or ".join(sides)), names) for goal, sides in alike.items()]


def place(hexes: tuple[str, ...]) -> str:
    """Some hexes: by name where they are few, else by the first, which is their middle."""
    if len(hexes) == 1:
        return f"hex {hexes[0]}"
    return f"one of {', '.join(hexes)}" if len(hexes) <= FEW else f"the ground around {hexes[0]}"


@wants("breakthrough")
def breakthrough(goal: Objective, names: Names) -> str:
    return f"{goal.side} brings {counted(goal.units, 'unit')} out over the {goal.edge} edge"


@wants("hold")
def hold(goal: Objective, names: Names) -> str:
    return f"{goal.side} holds {place(goal.hexes)} at the end"


@wants("line")
def line(goal: Objective, names: Names) -> str:
    strip = f"{goal.depth} {ROWS[goal.edge]}" if goal.depth != 1 else ROWS[goal.edge].removesuffix("s")
    return f"{goal.side} leaves no enemy in the {strip} along the {goal.edge} edge at the end"


@wants("hunt")
def hunt(goal: Objective, names: Names) -> str:
    return f"{goal.side} hunts {' and '.join(names.get(target, target) for target in goal.targets)}"


@wants("hill")
def hill(goal: Objective, names: Names) -> str:
    enough = f"; {counted(goal.points, 'point')} win" if goal.points else ""
    return f"{goal.side} gets a point for each round that it ends alone on {place(goal.hexes)}{enough}"
