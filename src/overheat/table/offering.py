"""What may be said now, as a page shows it: in groups, each command with its words, its cost and its promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from overheat.kernel.verbs import Costs
from overheat.kernel.wording.commands import Speaker
from overheat.table.games.positions import Moment
from overheat.table.games.room import Room

NOTHING: dict[str, object] = {"commands": [], "words": [], "costs": {}, "groups": [], "unasked": []}


def offered(room: Room, now: Moment, side: str) -> dict[str, object]:
    """Everything that a side may say at a moment."""
    if room.read_only is not None:
        return NOTHING
    commands = list(room.game.legal(now.state, side))
    saying = room.offer.kind.speaker(room.game, room.game.known(now.state, side))
    if saying is None:
        return {**NOTHING, "commands": commands}
    unasked = room.offer.unasked(room.game, now.state, side)
    taken = {str(at): _costs(costs) for at, each in enumerate(commands) if (costs := saying.costs(each))}
    return {
        "commands": commands,
        "words": [saying.words(command) for command in commands],
        "costs": taken,
        "groups": [group._asdict() for group in saying.groups(commands)],
        "unasked": list(unasked),
    }


def foreseen(room: Room, now: Moment, side: str, commands: Sequence[Any]) -> list[dict[str, object] | None]:
    """What some commands of a side promise; nothing where it is not to act, or the game has no words."""
    if room.read_only is not None or now.to_act != side:
        return [None for _ in commands]
    saying = room.offer.kind.speaker(room.game, room.game.known(now.state, side))
    return [None if saying is None else _foreseen(saying, command) for command in commands]


def _foreseen(saying: Speaker, command: Any) -> dict[str, object] | None:
    if type(command) not in saying.verbs:
        return None
    no = saying.refuses(command)
    found = None if no is not None else saying.foreseen(command)
    chance = None if found is None else found.chance
    return {
        "words": saying.words(command),
        "says": found.says if found else "",
        "sums": [{"title": title, **tally.as_json()} for title, tally in found.sums.items()] if found else [],
        "chance": None if chance is None else (chance.numerator, chance.denominator),
        "costs": {} if no is not None else _costs(saying.costs(command)),
        "refusal": None if no is None else no.as_json(),
    }


def _costs(costs: Costs) -> dict[str, object]:
    return {what: tally.as_json() for what, tally in costs.items()}
