"""What the coach says of H.E.A.T: orders, moves, shots and reactions, each against the best ones for the same unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Player
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.coach import Doubt, Mistake, Way
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.bot import Hard, Thought
from overheat.lab.players.soldier.search import MANNER, trial
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
CANDIDATES = 3
"""How many of the best thoughts are tried out."""


def doubts(session: Session[Any, Any, Any], player: Player) -> list[Doubt]:
    """What a player decided that seems worth a word; the same of the same unit once, where it seems to cost most."""
    found: dict[tuple[str, str], Doubt] = {}
    for doubt in _judged(session, player):
        mistake = doubt.mistake
        kind = mistake.unit, mistake.phase
        if mistake.cost >= LEAST_COST and (kind not in found or mistake.cost > found[kind].mistake.cost):
            found[kind] = doubt
    return list(found.values())


def _judged(session: Session[Any, Any, Any], player: Player) -> Iterator[Doubt]:
    """Every decision of a player that was not the best, with what the player knew, and with whom it had sent where."""
    game: Any = session.game
    again: Session[Any, Any, Any] = Session(game, session.setup, session.seed, session.lines[0])
    mind = Hard(Seeded(session.seed, "coach"))
    for at, (who, command) in enumerate(session.commands):
        state = again.state
        if who == player and state.tasks and type(state.tasks[-1]) in PHASES:
            legal = _for_the_same(command, in_order(game.legal(state, player)))
            known = game.known(state, player)
            if len(legal) > 1:
                yield from _weighed(mind, game, known, player, at, command, legal)
            mind.remember(Thinking(game, known), command)
        again.apply(who, command)


def _for_the_same(command: Commands, legal: Sequence[Commands]) -> list[Commands]:
    """What else could have been said of the same unit: which of several acts first is no mistake."""
    if isinstance(command, Give):
        return [each for each in legal if isinstance(each, Give) and each.unit == command.unit]
    return list(legal)


def _weighed(
    mind: Hard,
    game: PlatoonGame,
    known: State,
    player: Player,
    at: int,
    command: Commands,
    legal: Sequence[Commands],
) -> Iterator[Doubt]:
    battle = Thinking(game, known)
    task = battle.tasks[-1]
    thoughts = sorted(mind.thoughts(game, battle, legal), key=lambda thought: -thought[0])
    best, done = thoughts[0], mind.worth(game, battle, command)
    unit = str(getattr(command, "unit", "") or getattr(task, "unit", ""))
    if best[1] == command or best[0] <= done[0] or not unit:
        return
    others = [thought for thought in thoughts[:CANDIDATES] if thought[1] != command]
    said = (command, *(thought[1] for thought in others))

    def tried(at: int, dice: Seeded) -> float:
        return trial(game, known, player, said[at], mind, dice)

    ways = [(_way(battle, thought), _why(battle, thought, done)) for thought in others]
    mistake = Mistake(
        round=battle.turn,
        phase=PHASES[type(task)],
        unit=unit,
        name=battle.sheet(unit).name,
        at=at,
        cost=round(best[0] - done[0], 2),
        done=_way(battle, done),
        better=ways[0][0],
        why=ways[0][1],
        period="turn",
    )
    yield Doubt(mistake, ways, tried, MANNER.trust, least=LEAST_COST)


def _way(battle: Thinking, thought: Thought) -> Way:
    """What was thought of, in words; whose decision it is need not be said again."""
    worth, command, _ = thought
    whose = f"{battle.sheet(command.unit).name}: " if isinstance(command, Give) else ""
    return Way(describe(battle, command).removeprefix(whose), {"worth": round(worth, 2)})


def _why(battle: Thinking, better: Thought, done: Thought) -> str:
    """Why one thought was better than what was done."""
    reason, other = _reason(better), _reason(done)
    if isinstance(battle.tasks[-1], Reacting):
        return reason
    return f"{reason}; as it was done: {other if other != reason else 'the same, but for less'}"


def _reason(thought: Thought) -> str:
    """The reason of a bot without the name and the order that it begins with."""
    _, command, why = thought
    return why.split(", ", 1)[-1] if isinstance(command, Give) else why
