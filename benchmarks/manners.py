"""What a bot does that nobody would show a friend, counted and told by round and unit, for reading by eye.

    python benchmarks/manners.py --games 20 --bot hard --against greedy --seed 501

Told is every machine that ends its move with its back to an enemy in sight within nine hexes that had moved before:

- `back` where it could have come to the same hex in the same way and shown it to fewer,
- `back for its way` where it could have only by another way to move, which costs aim, heat or points,
- `back after a fall` where it lies on the ground, or had no points left when it stood,
- `back between enemies` where no facing that it could have there shows it to fewer.

Told is also every third try to stand up at 8 or more in a round beside an enemy, and every machine that stays where it
is while no enemy is within the range of its weapons. With each stands what the bot itself said.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from overheat.classic.facts.state import State, Unit
from overheat.classic.turn.reach import Place, reach
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot, reason_of
from overheat.lab.players.fighter.backs import behind
from overheat.lab.players.fighter.retreats import stepping_back, turning_low

LONG = 3
"""The place of long range among the ranges of a weapon."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _reach(unit: Unit) -> int:
    """How far the farthest of its weapons shoots."""
    guns = [mount.equipment for mount in unit.sheet.mounts if isinstance(mount.equipment, Weapon)]
    return max((gun.range[LONG] for gun in guns), default=0)


def _back(before: State, start: State, unit: Unit) -> tuple[str, str] | None:
    """Whether a unit that has just moved shows its back, to whom, and whether it had to."""
    seen = _threats(before, unit)
    if not seen:
        return None
    told = ", ".join(f"{enemy.id} at {unit.hex.distance(enemy.hex)}" for enemy in seen)
    stood = start.units[unit.id]
    places = [*reach(start, stood), *stepping_back(start, stood), *turning_low(start, stood)]
    better = {place.mode for place in places if place.hex == unit.hex and _shows_less(before, unit, place, len(seen))}
    if unit.condition.prone or unit.motion.stand_attempts > 1:
        return "back after a fall", f"to {told}"
    if unit.motion.mode in better:
        return "back", f"to {told}"
    return (
        ("back for its way", f"to {told}, not by {'/'.join(better)}")
        if better
        else ("back between enemies", f"to {told}")
    )


def _threats(state: State, unit: Unit) -> list[Unit]:
    """Who is behind a unit and can do something about it."""
    return [enemy for enemy in behind(state, unit) if not enemy.helpless]


def _shows_less(state: State, unit: Unit, place: Place, seen: int) -> bool:
    """Whether a unit shows its back to fewer when it faces as in a place."""
    return len(_threats(state, msgspec.structs.replace(unit, facing=place.facing))) < seen


def faults(before: State, start: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """What is to be told of a unit that has just moved: before its last step, before its first, and where it is."""
    enemies = [other for other in before.units.values() if other.side != unit.side and other.active]
    if not unit.active or unit.condition.shut_down or not enemies:
        return
    back = _back(before, start, unit)
    if back is not None:
        yield back
    nearest = min(unit.hex.distance(enemy.hex) for enemy in enemies)
    if unit.motion.stand_attempts > 2 and nearest <= 3:
        yield "stood up", f"{unit.motion.stand_attempts} tries, an enemy {nearest} hexes away"
    if unit.motion.mode == "stationary" and not unit.condition.prone and nearest > _reach(unit):
        yield "idle", f"the nearest enemy {nearest} hexes away, its weapons reach {_reach(unit)}"


def play(scenario: str, rules: tuple[str, ...], seed: int, bots: dict[str, str]) -> tuple[Counter[str], list[str], str]:
    """A game: faults by kind, each in a line, and who won."""
    kind, brief = find_scenario(scenario, lambda kind: rules)
    game: Any = kind.make(kind.layers(brief, rules))
    session: Session[Any, Any, Any] = Session(game, brief.setup, seed)
    seats = {side: make_bot(game.name, name, seed, side) for side, name in bots.items()}
    counted: Counter[str] = Counter()
    lines = []
    watched = next(iter(bots))
    starts: dict[tuple[int, str], State] = {}
    why: dict[str, str] = {}
    while (player := game.to_act(session.state)) is not None:
        before: State = session.state
        legal = in_order(game.legal(before, player))
        session.apply(player, seats[player].choose(game, game.known(before, player), player, legal))
        after: State = session.state
        if player != watched or before.phase != "movement":
            continue
        if before.acting is not None:
            starts.setdefault((before.round, before.acting), before)
            why[before.acting] = reason_of(seats[player]).text or why.get(before.acting, "")
        last = {before.acting} if before.acting is not None else set()
        for id in after.acted - before.acted if after.phase == "movement" else last:
            counted["moves"] += 1
            for what, told in faults(before, starts[before.round, id], after.units[id]):
                counted[what] += 1
                lines.append(f"seed {seed} round {before.round} {id}: {what}, {told}; {why[id]}")
    return counted, lines, ", ".join(game.over(session.state).winners)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--scenario", default="lance")
    said.add_argument("--rules", default="printed")
    said.add_argument("--bot", default="hard")
    said.add_argument("--against", default="greedy")
    said.add_argument("--games", type=int, default=20)
    said.add_argument("--seed", type=int, default=501)
    given = said.parse_args()
    whole: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        sides = ("red", "blue") if seed % 2 else ("blue", "red")
        counted, lines, won = play(given.scenario, (given.rules,), seed, {sides[0]: given.bot, sides[1]: given.against})
        whole += counted
        whole["won"] += won == sides[0]
        for line in lines:
            _say(line)
    _say(f"{given.games} games: {dict(whole)}")


if __name__ == "__main__":
    main()
