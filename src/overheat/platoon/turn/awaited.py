"""What a battle waits for, in words: whose turn it is, with which unit, and what may be done."""

from __future__ import annotations

import msgspec

from overheat.kernel.game import Outcome, Player
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.state import State
from overheat.platoon.turn.turn import name_of, step_of


class Awaited(msgspec.Struct, frozen=True):
    """What is to be decided next; nobody is awaited when a battle is over."""

    player: Player | None
    unit: str | None
    task: str
    what: str
    doing: str = ""
    against: str | None = None
    step: str = ""
    """The title of the step."""
    others: str = ""
    """What it is to everybody else, after the name of the side."""


def _over(outcome: Outcome) -> str:
    """Who has won, and why."""
    won = f"{' and '.join(outcome.winners)} won" if outcome.winners else "a draw"
    return f"the battle is over: {won}, {outcome.reason}"


def awaited(state: State, rules: Ruleset) -> Awaited:
    """What the battle waits for now."""
    found = None if state.outcome else step_of(state, rules)
    if found is None:
        return Awaited(None, None, "", _over(state.outcome) if state.outcome else "")
    step, task = found
    side = getattr(task, "side", None)
    with answered_for(rules, f"the step {name_of(task)!r}"):
        what, others = step.what(state, task), step.others(state, task)
    return Awaited(
        player=None if side is None else state.setup.players[side],
        unit=getattr(task, "unit", None),
        task=name_of(task),
        what=what,
        doing=str(getattr(task, "doing", "")),
        against=getattr(task, "against", None),
        step=step.title,
        others=others or "is to act",
    )
