"""What a bot does that nobody would show a friend, counted and told by round and unit, for reading by eye.

    python benchmarks/manners.py --games 20 --bot hard --against greedy --seed 501

Told is every machine that ends its move with its back to an enemy in sight within nine hexes that had moved before:

- `back` where it could have come to the same hex in the same way and shown it to fewer,
- `back for its way` where it could have only by another way to move, which costs aim, heat or points,
- `back after a fall` where it lies on the ground, had no points left when it stood, or has skidded,
- `back between enemies` where no facing that it could have there shows it to fewer.

Told is also every third try to stand up at 8 or more in a round beside an enemy. And told is every unit that could have
moved and has stayed, or paced to and fro, for three rounds in which no enemy came, but for troops so slow that they
have gone as far as they can:

- `idle` where it could fire at nobody when the shooting started, whatever the reason (range, sight, arcs, ammunition),
  and strike nobody either,
- `long shots` where it could, but nothing that needed less than 11.

Shots are those that the game itself offers, with torso or turret turned as is best. With each stands what the bot
itself said. Watched is every side that the bot plays, so `--against hard` watches both.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from overheat.classic.attack.to_hit import target_number
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.twists import may_twist
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.preview import chance_to_hit
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.weapons import attack_of, fires
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot, reason_of
from overheat.lab.players.classic_moves import odds_of_rising
from overheat.lab.players.fighter.backs import behind_for_good, stepping_back, turning_low
from overheat.lab.players.fighter.bot import BESIDE

UNSURE = 8
"""The number from which on it is not tried again and again to stand up beside enemies."""
LOOKED_BACK = 3
"""The rounds after which one who does nothing is told."""
PACED = 2
"""Hexes that who paces to and fro stays within."""
MARCHED = 2
"""Hexes nearer to the enemy that even the slowest make in that time if they march."""
LONG_SHOT = Fraction(3, 36)
"""The chance of a shot that needs 11."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Standing(NamedTuple):
    """How a unit stands when the shooting starts."""

    hex: Hex
    chance: Fraction
    """Of the surest shot that it has at an enemy; 1 where it has somebody beside it to strike."""
    enemies: tuple[Hex, ...]
    pace: int
    """Hexes that it could have gone in the round."""

    @property
    def near(self) -> int:
        """Hexes to the nearest enemy."""
        return self.from_there(self.hex)

    def from_there(self, hex: Hex) -> int:
        """How far the nearest enemy would be from a hex."""
        return min(hex.distance(enemy) for enemy in self.enemies)


def standing(state: State, unit: Unit) -> Standing | None:
    """How a unit stands; None where it could not have gone anywhere, or there is nobody to go to."""
    enemies = [other for other in state.units.values() if other.side != unit.side and other.active]
    if not unit.active or unit.immobile or unit.condition.prone or not enemies:
        return None
    pace = _pace(state, unit)
    if not pace:
        return None
    there = tuple(enemy.hex for enemy in enemies)
    near = min(unit.hex.distance(hex) for hex in there)
    by_hand = msgspec.structs.replace(state, phase="physical")
    strikes_somebody = near <= 1 and next(iter(strikes(by_hand, unit)), None) is not None
    return Standing(unit.hex, Fraction(1) if strikes_somebody else _surest(state, unit), there, pace)


def _pace(state: State, unit: Unit) -> int:
    """How many hexes a unit may go at all: none where it is hidden, carried or stuck."""
    rested = msgspec.structs.replace(unit, motion=Motion())
    return 0 if in_hiding(unit) else max(unit.hex.distance(place.hex) for place in reach(state, rested))


def _surest(state: State, unit: Unit) -> Fraction:
    """The best chance of a unit to hit an enemy, torso or turret turned as is best."""
    rules, best = state.relief.rules, Fraction(0)
    for torso in (unit.torso, *(turn for turn in range(6) if rules[may_twist](rules, unit, turn) is None)):
        turned = msgspec.structs.replace(unit, torso=torso)
        for fire in fires(state, turned):
            if fire.target in state.units and state.units[fire.target].side != unit.side:
                attack = attack_of(state, turned, fire)
                best = max(best, chance_to_hit(state, attack, target_number(attack)))
    return best


def does_nothing(stood: Sequence[Standing | None]) -> tuple[str, str] | None:
    """What is to be told of a unit that stood so in the rounds that are looked back on, the last one last."""
    known = [one for one in stood[-LOOKED_BACK:] if one is not None]
    if len(known) < LOOKED_BACK or max(one.hex.distance(other.hex) for one in known for other in known) > PACED:
        return None
    first, last = known[0], known[-1]
    if first.hex.distance(last.hex) >= sum(one.pace for one in known[1:]):
        return None
    chance, comes = max(one.chance for one in known), last.near < first.near
    if chance > LONG_SHOT or comes or last.from_there(first.hex) - last.near >= MARCHED:
        return None
    where = f"about {last.hex} for {LOOKED_BACK} rounds, the nearest enemy {last.near} hexes away"
    return ("long shots", f"{where}, {float(chance):.0%} at best") if chance else ("idle", where)


def _back(before: State, start: State, unit: Unit) -> tuple[str, str] | None:
    """Whether a unit that has just moved shows its back, to whom, and whether it had to."""
    seen = _threats(before, unit)
    if not seen:
        return None
    told = ", ".join(f"{enemy.id} at {unit.hex.distance(enemy.hex)}" for enemy in seen)
    stood = start.units[unit.id]
    places = [*reach(start, stood), *stepping_back(start, stood), *turning_low(start, stood)]
    better = {place.mode for place in places if place.hex == unit.hex and _shows_less(before, unit, place, len(seen))}
    if unit.condition.prone or unit.motion.stand_attempts > 1 or unit.motion.skidded:
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
    return [enemy for enemy in behind_for_good(state, unit) if not enemy.helpless]


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
    tries, stood = unit.motion.stand_attempts, start.units[unit.id]
    if tries > 2 and nearest <= BESIDE and (number := odds_of_rising(start, stood)[0]) >= UNSURE:
        yield "stood up", f"{tries} tries at {number}, an enemy {nearest} hexes away"


class Watch:
    """What is told of the sides that are watched in a game."""

    def __init__(self, seed: int) -> None:
        self.counted: Counter[str] = Counter()
        self.lines: list[str] = []
        self._seed = seed
        self._starts: dict[tuple[int, str], State] = {}
        self._why: dict[str, str] = {}
        self._stood: dict[str, list[Standing | None]] = {}

    def moved(self, before: State, after: State, why: str) -> None:
        """Look at what a command of the movement phase has come to."""
        if before.acting is not None:
            self._starts.setdefault((before.round, before.acting), before)
            self._why[before.acting] = why or self._why.get(before.acting, "")
        last = {before.acting} if before.acting is not None else set()
        for id in after.acted - before.acted if after.phase == "movement" else last:
            self.counted["moves"] += 1
            for fault in faults(before, self._starts[before.round, id], after.units[id]):
                self._tell(before.round, id, *fault)

    def before_the_shooting(self, state: State, side: str) -> None:
        """Look at where everybody of a side has come to stand."""
        for unit in state.on_side(side):
            stood = self._stood.setdefault(unit.id, [])
            stood.append(standing(state, unit))
            if (fault := does_nothing(stood)) is not None:
                self._tell(state.round, unit.id, *fault)

    def _tell(self, now: int, id: str, what: str, told: str) -> None:
        self.counted[what] += 1
        self.lines.append(f"seed {self._seed} round {now} {id}: {what}, {told}; {self._why.get(id, '')}")


def play(
    scenario: str, rules: tuple[str, ...], seed: int, bots: dict[str, str], watched: str
) -> tuple[Counter[str], list[str], str]:
    """A game: faults of the sides that a bot plays by kind, each in a line, and who won."""
    kind, brief = find_scenario(scenario, lambda kind: rules)
    game: Any = kind.make(kind.layers(brief, rules))
    session: Session[Any, Any, Any] = Session(game, brief.setup, seed)
    seats = {side: make_bot(game.name, name, seed, side) for side, name in bots.items()}
    watch, shot = Watch(seed), 0
    while (player := game.to_act(session.state)) is not None:
        before: State = session.state
        if before.phase == "weapons" and shot < before.round:
            shot = before.round
            for side in (side for side, name in bots.items() if name == watched):
                watch.before_the_shooting(before, side)
        legal = in_order(game.legal(before, player))
        session.apply(player, seats[player].choose(game, game.known(before, player), player, legal))
        if bots[player] == watched and before.phase == "movement":
            watch.moved(before, session.state, reason_of(seats[player]).text)
    return watch.counted, watch.lines, ", ".join(game.over(session.state).winners)


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
        bots = {sides[0]: given.bot, sides[1]: given.against}
        rules = tuple(filter(None, given.rules.split("+")))
        counted, lines, won = play(given.scenario, rules, seed, bots, given.bot)
        whole += counted
        whole["won"] += won == sides[0]
        for line in lines:
            _say(line)
    _say(f"{given.games} games: {dict(whole)}")


if __name__ == "__main__":
    main()
