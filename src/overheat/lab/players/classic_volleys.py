"""What to fire and what to strike: the most damage that the rules promise, for the heat it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import number_of
from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command, Fire, Strike, Twist
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.heat import BUILDS, SINKS_IT, shot_heat
from overheat.classic.rules.standard.physical import force_of
from overheat.classic.rules.standard.pods import pod_damage
from overheat.classic.rules.standard.salvos import damage_at, salvo_size
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.preview import damage_of_blow, shot_of
from overheat.classic.turn.weapons import attack_of, fires, shots_left
from overheat.kernel.odds import dice
from overheat.kernel.terms import Number

COOL = 4
"""The heat that a bot is content to keep."""
WORTH_HEAT = 9
"""The heat that it goes to for a volley that is worth it."""
SHARE_OF_CLUSTER = 0.62
"""The share of a salvo that hits on average."""
KICK_BONUS = 1.25
"""A kick may bring the target down."""


@lru_cache(maxsize=64)
def chance(number: int) -> float:
    """The chance of a number on two dice."""
    return float(dice(2, 6).at_least(number)) if number <= 12 else 0.0


class Option(msgspec.Struct, frozen=True):
    """A shot that could be fired, what it promises and what it heats."""

    command: Fire
    promise: float
    heat: Number


def best_volley(state: State, unit: Unit, twists: Sequence[int]) -> tuple[float, list[Command]]:
    """Turn the torso and fire so that most damage can be expected, and how much that is."""
    best: tuple[float, list[Command]] = (0.0, [])
    for facing in (unit.torso, *twists):
        turned = msgspec.structs.replace(unit, torso=facing)
        options = _options(state, turned)
        for target in dict.fromkeys(option.command.target for option in options):
            promise, shots = _volley(state, turned, [option for option in options if option.command.target == target])
            if promise > best[0] + (0.01 if best[1] else 0.0):
                first: list[Command] = [] if facing == unit.torso else [Twist(facing)]
                best = promise, [*first, *shots]
    return best


def _options(state: State, unit: Unit) -> list[Option]:
    """Every shot with its promise; of several ways to feed a weapon the best."""
    found: dict[tuple[int, str], Option] = {}
    for fire in fires(state, unit):
        shot = shot_of(fire)
        attack = attack_of(state, unit, shot)
        promise = expected(attack)
        key = fire.mount, fire.target
        if promise > 0 and (key not in found or promise > found[key].promise):
            found[key] = Option(fire, promise, shot_heat(attack.rules, unit, shot, state))
    return [option for option in found.values() for _ in range(shots_left(state, unit, option.command.mount))]


def expected(attack: WeaponAttack) -> float:
    """The damage that a shot does on average."""
    bursting = attack.rules[pod_damage](attack)
    if bursting is not None:
        return float(sum(bursting))
    size = attack.rules[salvo_size](attack)
    share = SHARE_OF_CLUSTER if size > 1 and "streak" not in attack.weapon.flags else 1.0
    return chance(int(target_number(attack).total)) * attack.rules[damage_at](attack) * size * share


def _volley(state: State, unit: Unit, options: list[Option]) -> tuple[float, list[Command]]:
    """The best shots for the heat: first what does most for each point, as long as it stays cool enough."""
    budget = heat_budget(state, unit)
    shots: list[Command] = []
    promise = 0.0
    heat: Number = 0
    for option in sorted(options, key=lambda option: -option.promise / (option.heat + 1)):
        limit = budget + (WORTH_HEAT - COOL if option.promise >= 1.5 * option.heat / 3 else 0)
        if heat + option.heat <= max(limit, 0) or option.heat == 0:
            shots.append(option.command)
            promise += option.promise
            heat += option.heat
    return promise, shots


def heat_budget(state: State, unit: Unit) -> Number:
    """How much heat a unit may still make this turn and stay cool."""
    if not unit.machine:
        return 1000
    rules = state.relief.rules
    toil = msgspec.structs.replace(toil_of(state, unit), fired=())
    built = sum(term.value for rule in rules[BUILDS] if (term := rule.function(toil)) is not None)
    sunk = sum(term.value for rule in rules[SINKS_IT] if (term := rule.function(toil)) is not None)
    return COOL + sunk - built - unit.condition.heat


def best_strike(state: State, unit: Unit, strikes: Sequence[Strike]) -> tuple[float, Strike | None]:
    """The blow that does most on average, and how much that is."""
    best: tuple[float, Strike | None] = (0.0, None)
    for strike in strikes:
        attack = blow_of(state, unit, Blow(strike.kind, strike.limb, strike.target))
        hits = chance(int(number_of(attack).total))
        worth = hits * _blow(state, unit, strike) * (KICK_BONUS if strike.kind == "kick" else 1.0)
        if strike.kind == "kick" and hits < Fraction(5, 12):
            worth = 0.0
        if worth > best[0]:
            best = worth, strike
    return best


def _blow(state: State, unit: Unit, strike: Strike) -> float:
    """What a blow does that hits; where rules see to what blows come to, what they make of it on average."""
    attack = blow_of(state, unit, Blow(strike.kind, strike.limb, strike.target))
    if attack.rules[COMES_TO]:
        return float(damage_of_blow(state, attack).mean)
    return float(force_of(attack).total)
