"""Who waits in vain: units that have stood about for rounds with nothing to fire at, and how much bolder that makes
them.

Nobody knows why an enemy does not come: it may be hidden, stuck, or wait as well, and a lead or a tender machine may be
reasons to let it. But a battle in which nobody does anything is not fought, so with every such round damage, falls and
what rounds to come have promised count less, a hex nearer to the enemy counts more, and after two of them the enemy is
taken to stay where it is. Each counts twice in the last rounds, for there are none
left to wait for, and twice where the whole side waits.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.lab.players.fighter.lives import harm
from overheat.lab.players.fighter.preferences import Preferences

ABOUT = 2
"""Hexes that who stands about stays within."""
WORTH_WAITING_FOR = 0.25
"""The share of its usual damage from which on a volley is something to do."""
LEAST_OF_USE = 1.0
"""What such a volley promises at least."""
LAST = 8
"""The last rounds of a battle, in which waiting counts twice."""
BOLDER = 0.6
"""What is left after each round of waiting of the price of damage and of falls, and of what has been promised."""
STAYS_AWAY = 2
"""Rounds of waiting after which an enemy is not expected to come any more."""


class _Wait(NamedTuple):
    """How long a unit has stood about in vain, since when it was in a hex with the nearest enemy so far away."""

    last: int
    """The round that was noted last."""
    rounds: int
    hex: Hex
    near: int


class Waiting:
    """The waits of the units of a side, as it remembers them."""

    def __init__(self) -> None:
        self._waits: dict[str, _Wait] = {}
        self._busy = 0
        """The last round in which one of them had something to do."""

    def fired(self, state: State, unit: Unit, promise: float) -> None:
        """Remember that a unit had a volley of some promise in a round, or none; the first of a round counts."""
        enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
        known = self._waits.get(unit.id)
        if not enemies or (known is not None and known.last == state.round):
            return
        near = _nearest(unit.hex, enemies)
        busy = promise >= max(LEAST_OF_USE, WORTH_WAITING_FOR * harm(state, unit, enemies))
        if busy:
            self._busy = state.round
        if busy or known is None or _gets_on(known, unit.hex, enemies):
            self._waits[unit.id] = _Wait(state.round, 0, unit.hex, near)
        elif near < known.near or near < _nearest(known.hex, enemies):
            self._waits[unit.id] = known._replace(last=state.round, hex=unit.hex, near=near)
        else:
            self._waits[unit.id] = known._replace(last=state.round, rounds=known.rounds + 1)

    def struck(self, unit: Unit) -> None:
        """Remember that a unit had somebody to strike, which is no waiting either."""
        known = self._waits.get(unit.id)
        if known is not None:
            self._waits[unit.id], self._busy = known._replace(rounds=0), known.last

    def rounds(self, state: State, unit: Unit) -> int:
        """How many rounds a unit has stood about in vain: no volley worth the name, and no enemy that came nearer. Each
        counts twice near the end of the battle, and twice where nobody else of the side had anything to do either."""
        known = self._waits.get(unit.id)
        if known is None:
            return 0
        hurried = state.rounds and state.rounds - state.round < LAST
        return known.rounds * (2 if hurried else 1) * (2 if self._busy < known.last else 1)


def _gets_on(known: _Wait, hex: Hex, enemies: list[Unit]) -> bool:
    """Whether who waited has gone elsewhere since, or the enemy has come nearer to where it was."""
    return hex.distance(known.hex) > ABOUT or _nearest(known.hex, enemies) < known.near


def _nearest(hex: Hex, enemies: list[Unit]) -> int:
    return min(hex.distance(enemy.hex) for enemy in enemies)


def emboldened(likes: Preferences, rounds: int) -> Preferences:
    """What somebody cares about who has waited so many rounds in vain."""
    if not rounds:
        return likes
    less = BOLDER**rounds
    return msgspec.structs.replace(
        likes,
        caution=less * likes.caution,
        fall=less * likes.fall,
        tumble=less * likes.tumble,
        skid=less * likes.skid,
        foresight=less * likes.foresight,
        approach=likes.approach / less,
        reply=0.0 if rounds >= STAYS_AWAY else likes.reply,
    )
