"""What to fire and what to strike: the most damage that the rules promise, for the heat it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import NamedTuple

import msgspec

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command, Fire, Strike, Twist
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.fire import WORTH
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.turn.heat import heat_room
from overheat.classic.turn.preview import Usual, chance_to_hit, heat_of_hit, of_blow, usual_damage
from overheat.classic.turn.weapons import fires, offered_attack, shots_left
from overheat.kernel.offered import said_with
from overheat.kernel.terms import Number, Tally

BEARABLE = 1
"""The walking points, and the points on every shot, that heat may cost for a volley that is worth it."""
FAR_WORSE = 4
"""A way to fire a weapon that hits so many times less often than another is not looked at."""
KICK_BONUS = 1.25
"""A kick may bring the target down."""


class Option(msgspec.Struct, frozen=True):
    """A shot that could be fired, what it promises and what it heats."""

    command: Fire
    promise: float
    heat: Number


class Room(NamedTuple):
    """The heat that a unit may still make."""

    harmless: float
    bearable: float


class Damages(NamedTuple):
    """What shots do that hit, and what was found out of each for all the ways that it may be fired in."""

    found: dict[Fire, Fraction]
    alike: dict[Fire, list[Usual]]


def best_volley(state: State, unit: Unit, legal: Sequence[Command]) -> tuple[float, list[Command]]:
    """Turn the torso and fire so that most damage can be expected, and how much that is."""
    best: tuple[float, list[Command]] = (0.0, [])
    room = room_for(state, unit)
    damages = Damages({}, {})
    straight = [*said_with(legal, (Fire,))]
    for facing in (unit.torso, *(command.facing for command in said_with(legal, (Twist,)))):
        turned = unit if facing == unit.torso else msgspec.structs.replace(unit, torso=facing)
        options = _options(state, turned, straight if facing == unit.torso else fires(state, turned), damages)
        for target in dict.fromkeys(option.command.target for option in options):
            promise, shots = _volley(room, [option for option in options if option.command.target == target])
            if promise > best[0] + (0.01 if best[1] else 0.0):
                first: list[Command] = [] if facing == unit.torso else [Twist(facing)]
                best = promise, [*first, *shots]
    return best


def _options(state: State, unit: Unit, ways: Iterable[Fire], damages: Damages) -> list[Option]:
    """Every shot with its promise; of several ways to feed a weapon the best, as often as it may be fired so."""
    found: dict[tuple[int, str], dict[int | None, Option]] = {}
    for attack, fire, needed, chance in _likely(state, unit, ways):
        promise = _expected(state, attack, fire, needed, chance, damages)
        fed = found.setdefault((fire.mount, fire.target), {})
        if promise > 0 and (fire.feed not in fed or promise > fed[fire.feed].promise):
            fed[fire.feed] = Option(fire, promise, shot_heat(attack.rules, unit, fire.shot, state))
    return [option for fed in found.values() if fed for option in _as_often_as_may_be(state, unit, fed)]


def _as_often_as_may_be(state: State, unit: Unit, fed: dict[int | None, Option]) -> list[Option]:
    """The shots of one weapon at one target: the best ammunition first, and the next best when it runs out."""
    best = sorted(fed.values(), key=lambda option: -option.promise)
    times = shots_left(state, unit, best[0].command.mount)
    shots: list[Option] = []
    for option in best if times > 1 else best[:1]:
        feed, rate = option.command.feed, option.command.rate
        held = times if feed is None else unit.condition.shots[feed] // rate
        shots += [option] * min(times - len(shots), held)
    return shots


class Likely(NamedTuple):
    """A shot with its number and its chance."""

    attack: WeaponAttack
    fire: Fire
    needed: Tally
    chance: Fraction


def _likely(state: State, unit: Unit, ways: Iterable[Fire]) -> list[Likely]:
    """Shots without those that hit far less often than others of the same weapon at the same target."""
    found, best = [], dict[tuple[int, str], Fraction]()
    for fire in ways:
        attack, needed = offered_attack(state, unit, fire.shot)
        chance = chance_to_hit(state, attack, needed)
        key = fire.mount, fire.target
        best[key] = max(chance, best.get(key, chance))
        found.append(Likely(attack, fire, needed, chance))
    return [shot for shot in found if FAR_WORSE * shot.chance >= best[shot.fire.mount, shot.fire.target]]


def _expected(
    state: State, attack: WeaponAttack, fire: Fire, needed: Tally, chance: Fraction, damages: Damages
) -> float:
    """What a shot does on average: damage, and heat put into the target, point for point, and what else it is worth.

    What it does when it hits is worked out once, however the torso is turned.
    """
    if not chance:
        return 0.0
    if fire not in damages.found:
        besides = sum(worth.function(attack) for worth in attack.rules[WORTH])
        alike = damages.alike.setdefault(msgspec.structs.replace(fire, mode=""), [])
        damages.found[fire] = usual_damage(state, attack, needed, alike) + heat_of_hit(state, attack) + besides
    return float(chance * damages.found[fire])


def _volley(room: Room, options: list[Option]) -> tuple[float, list[Command]]:
    """The best shots for the heat: first what does most for each point, as long as it stays cool enough."""
    shots: list[Command] = []
    promise = 0.0
    heat: Number = 0
    for option in sorted(options, key=lambda option: -option.promise / (option.heat + 1)):
        limit = room.bearable if option.promise >= 1.5 * option.heat / 3 else room.harmless
        if heat + option.heat <= max(limit, 0) or option.heat == 0:
            shots.append(option.command)
            promise += option.promise
            heat += option.heat
    return promise, shots


def room_for(state: State, unit: Unit) -> Room:
    """How much heat a unit may still make this turn."""
    harmless, bearable = heat_room(state, unit), heat_room(state, unit, BEARABLE)
    return Room(inf if harmless is None else float(harmless), inf if bearable is None else float(bearable))


def best_strike(state: State, unit: Unit, strikes: Sequence[Strike]) -> tuple[float, Strike | None]:
    """The blow that does most on average, and how much that is."""
    best: tuple[float, Strike | None] = (0.0, None)
    for strike in strikes:
        promise = of_blow(state, unit, strike)
        worth = float(promise.damage) * (KICK_BONUS if strike.kind == "kick" else 1.0)
        if strike.kind == "kick" and promise.chance < Fraction(5, 12):
            worth = 0.0
        if worth > best[0]:
            best = worth, strike
    return best
