"""What the coach says of H.E.A.T: orders, moves, shots and reactions, each against the best one for the same unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Player
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.coach import Mistake, Way
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.bot import Hard, Soldier, Thought
from overheat.platoon.battle.commands import Commands, Give
from overheat.platoon.battle.state import Moving, Ordering, Reacting, Shooting, State
from overheat.platoon.game import PlatoonGame
from overheat.platoon.turn.turn import describe

LEAST_COST = 0.1
"""What costs less of an enemy unit is no mistake worth a word."""
PHASES: dict[type[object], str] = {
    Ordering: "orders",
    Moving: "movement",
    Shooting: "shooting",
    Reacting: "reaction",
}
"""The decisions that are looked at, as they are told."""


def mistakes(session: Session[Any, Any, Any], player: Player) -> list[Mistake]:
    """What a player decided that cost something worth a word; the same of the same unit once, where it cost most."""
    found: dict[tuple[str, str], Mistake] = {}
    for mistake in _judged(session, player):
        kind = mistake.unit, mistake.phase
        if mistake.cost >= LEAST_COST and (kind not in found or mistake.cost > found[kind].cost):
            found[kind] = mistake
    return list(found.values())


def _judged(session: Session[Any, Any, Any], player: Player) -> Iterator[Mistake]:
    """Every decision of a player that was not the best, with what the player knew."""
    game: Any = session.game
    again: Session[Any, Any, Any] = Session(game, session.setup, session.seed, session.lines[0])
    mind = Hard(Seeded(session.seed, "coach"))
    for at, (who, command) in enumerate(session.commands):
        state = again.state
        if who == player and state.tasks and type(state.tasks[-1]) in PHASES:
            legal = _for_the_same(command, in_order(game.legal(state, player)))
            if len(legal) > 1:
                yield from _weighed(mind, game, game.known(state, player), at, command, legal)
        again.apply(who, command)


def _for_the_same(command: Commands, legal: Sequence[Commands]) -> list[Commands]:
    """What else could have been said of the same unit: which of several acts first is no mistake."""
    if isinstance(command, Give):
        return [each for each in legal if isinstance(each, Give) and each.unit == command.unit]
    return list(legal)


def _weighed(
    mind: Soldier, game: PlatoonGame, known: State, at: int, command: Commands, legal: Sequence[Commands]
) -> Iterator[Mistake]:
    battle = Thinking(game, known)
    task = battle.tasks[-1]
    best, done = mind.best(game, battle, legal), mind.worth(game, battle, command)
    if best[1] == command or best[0] <= done[0]:
        return
    unit = str(getattr(command, "unit", "") or getattr(task, "unit", ""))
    if not unit:
        return
    yield Mistake(
        round=battle.turn,
        phase=PHASES[type(task)],
        unit=unit,
        name=battle.sheet(unit).name,
        at=at,
        cost=round(best[0] - done[0], 2),
        done=_way(battle, done),
        better=_way(battle, best),
        why=_why(best) if isinstance(task, Reacting) else f"{_why(best)}; as it was done: {_why(done)}",
        period="turn",
    )


def _way(battle: Thinking, thought: Thought) -> Way:
    worth, command, _ = thought
    return Way(describe(battle, command), {"worth": round(worth, 2)})


def _why(thought: Thought) -> str:
    """The reason of a bot without the name and the order that it begins with."""
    _, command, why = thought
    return why.split(", ", 1)[-1] if isinstance(command, Give) else why
