"""Who sees the back of a unit, and how it is kept from them: by turning, by stepping back with its face to the enemy,
and by turning on the ground. The last two are places that `reach` leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from overheat.classic.facts.commands import Command, Go, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.sight.trace import sight
from overheat.classic.turn.moves import begins, foreseen, gone
from overheat.classic.turn.reach import Place
from overheat.classic.turn.verb import vetoed
from overheat.kernel.refusal import Refusal
from overheat.lab.players.fighter.bearings import Floats
from overheat.lab.players.fighter.options import has_moved

NEAR = 9
"""Hexes within which a back is worth something."""
ELSEWHERE = 0.5
"""What may be given up to keep it from them in another hex, against that in the same."""
WALK = "walk"
FIRST_TURNS: tuple[tuple[Step, ...], ...] = ((), (Step("left"),), (Step("right"),))
"""How it may turn before it steps back, and after."""
BACK = Step("back")
HALF_ROUND = 3
"""Turns after which a machine looks the other way."""


def behind(state: State, unit: Unit, within: int = NEAR) -> list[Unit]:
    """The enemies within some hexes that see a unit and have its back before them, as they stand."""
    rules = state.relief.rules
    return [
        enemy
        for enemy in state.units.values()
        if enemy.active
        and enemy.side != unit.side
        and unit.hex.distance(enemy.hex) <= within
        and rules[side_hit](rules, unit, enemy.hex) == "rear"
        and sight(state.relief, enemy.viewpoint, unit.viewpoint).visible
    ]


def behind_for_good(state: State, unit: Unit) -> list[Unit]:
    """Those of them that have moved, so that they stay there."""
    return [enemy for enemy in behind(state, unit) if has_moved(state, enemy)]


def turns_to_face(state: State, unit: Unit) -> int:
    """How many hexsides a unit has to turn until as few as may be see its back."""
    seen = [
        len(behind_for_good(state, msgspec.structs.replace(unit, facing=(unit.facing + turn) % 6))) for turn in range(6)
    ]
    return min(min(turn, 6 - turn) for turn in range(6) if seen[turn] == min(seen))


def turned_away(state: State, unit: Unit, places: Sequence[Place], worth: Floats, at: int, most: float) -> int:
    """The place to go to in place of one that shows the back: the best in the same hex that shows it to fewer, where
    that gives up no more than so much, or elsewhere, where it gives up half of that. Whoever has still to move and
    stands behind counts as well where nobody does who has moved, for half as much."""
    if not most:
        return at
    for how, gives_up in ((behind_for_good, most), (behind, ELSEWHERE * most)):
        chosen = places[at]
        seen = _seen_in(state, unit, chosen, how)
        if seen:
            near = [
                other
                for other, place in enumerate(places)
                if worth[other] >= worth[at] - (gives_up if place.hex == chosen.hex else ELSEWHERE * gives_up)
                and _seen_in(state, unit, place, how) < seen
            ]
            return max(near, key=lambda other: float(worth[other]), default=at)
    return at


def _seen_in(state: State, unit: Unit, place: Place, how: Callable[[State, Unit], list[Unit]]) -> int:
    """How many enemies have the back of a unit before them in a place, and can do something about it."""
    return sum(not enemy.helpless for enemy in how(state, there(state, unit, place)))


def there(state: State, unit: Unit, place: Place) -> Unit:
    """A unit as it stands in a place."""
    depth = state.relief.board[place.hex].amount("water") if place.hex in state.relief.board else 0
    elevation = unit.elevation if place.hex == unit.hex else -depth if unit.machine else unit.elevation
    return msgspec.structs.replace(unit, hex=place.hex, facing=place.facing, elevation=elevation)


def stepping_back(state: State, unit: Unit) -> list[Place]:
    """Every place that a walking unit reaches by turning once at most, stepping back, and turning once at most."""
    go = Go(WALK)
    if unit.condition.prone or unit.motion.mode != "stationary" or WALK not in state.relief.rules[MODES]:
        return []
    if vetoed(state, unit, go) is not None or begins(state, unit, WALK) is not None:
        return []
    return [place for first in FIRST_TURNS for place in _backwards(state, gone(unit, go, None), (go, *first), first)]


def _backwards(state: State, unit: Unit, said: tuple[Command, ...], first: tuple[Step, ...]) -> Iterator[Place]:
    trips, path = 0, said
    for step in first:
        found = foreseen(state, unit, step)
        if found is None or isinstance(found, Refusal):
            return
        unit = gone(unit, step, found)
    while True:
        found = foreseen(state, unit, BACK)
        if found is None or isinstance(found, Refusal):
            return
        trips += len(found.checks)
        unit, path = gone(unit, BACK, found), (*path, BACK)
        yield _place(unit, trips, path)
        for turn in FIRST_TURNS[1:]:
            turned = foreseen(state, unit, turn[0])
            if turned is not None and not isinstance(turned, Refusal):
                yield _place(gone(unit, turn[0], turned), trips, (*path, *turn))


def turning_low(state: State, unit: Unit) -> list[Place]:
    """Every way that a machine on the ground may face without getting up, as far as its points go."""
    go, begun = Go(WALK), unit.motion.mode != "stationary"
    if not unit.condition.prone or unit.motion.done or WALK not in state.relief.rules[MODES]:
        return []
    if not begun and (vetoed(state, unit, go) is not None or begins(state, unit, WALK) is not None):
        return []
    off, said = (unit, ()) if begun else (gone(unit, go, None), (go,))
    return [place for step in (Step("left"), Step("right")) for place in _round(state, off, said, step)]


def _round(state: State, unit: Unit, said: tuple[Command, ...], step: Step) -> Iterator[Place]:
    for _ in range(HALF_ROUND):
        found = foreseen(state, unit, step)
        if found is None or isinstance(found, Refusal):
            return
        unit, said = gone(unit, step, found), (*said, step)
        yield _place(unit, 0, said)


def _place(unit: Unit, trips: int, path: tuple[Command, ...]) -> Place:
    motion = unit.motion
    return Place(unit.hex, unit.facing, motion.mode, motion.hexes, motion.spent, trips, path)
