"""What to fire: the target that counts most for what is promised, and the weapons that are worth their heat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np

from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command, Fire, Twist
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.fire import WORTH, propping_arm
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.salvos import jams_on
from overheat.classic.turn.preview import chance_to_hit, heat_of_hit, usual_damage
from overheat.classic.turn.weapons import attack_of, fires, shots_left
from overheat.kernel.offered import said_with
from overheat.lab.players.classic_aims import prey
from overheat.lab.players.fighter.bearings import SIDES, Floats
from overheat.lab.players.fighter.lives import (
    ROLLS,
    by_side,
    is_down,
    life,
    rounds_ahead,
    useful_of,
    weights,
)
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.prospects import guns_ahead
from overheat.lab.players.fighter.shooting.heat import cost_of_heat, heat_so_far, minds_heat

FAR_WORSE = 4
"""A way to fire a weapon that hits so many times less often than another is not looked at."""
SURE = 1e-9
DECIDES = 3.0
"""How much more it counts to bring down who is hunted than another: that is what the battle is about."""


class Shooting(NamedTuple):
    """A volley, and why."""

    worth: float
    commands: list[Command]
    promise: float = 0.0
    """The damage to expect."""
    target: str = ""
    heat: float = 0.0
    """Where the heat of the unit will stand, if it minds heat."""
    life: float = 0.0
    """About what the target has left."""
    before: float = 0.0
    """The damage that friends have promised to it already."""
    bears: bool = False
    """Whether there is a shot at all that might hit."""


class _Option(NamedTuple):
    fire: Fire
    promise: float
    heat: int


def best_volley(
    state: State, unit: Unit, legal: Sequence[Command], likes: Preferences, promised: Mapping[str, float]
) -> Shooting:
    """Turn the torso and fire so that it counts most; others have promised some damage to some enemies already."""
    active = [other for other in state.units.values() if other.active]
    weight = _of_enemies(state, unit, active, likes)
    heat = _Heat(state, unit, likes)
    damages: dict[Fire, Fraction] = {}
    best = Shooting(0.0, [])
    bears = False
    straight = [*said_with(legal, (Fire,))]
    for facing in (unit.torso, *(command.facing for command in said_with(legal, (Twist,)))):
        turned = unit if facing == unit.torso else msgspec.structs.replace(unit, torso=facing)
        ways = straight if facing == unit.torso else fires(state, turned)
        for target, options in _options(state, turned, ways, damages, likes).items():
            bears = True
            factor = _counts(state, turned, target, weight, likes)
            mark = _Mark.of(state, target, promised, likes)
            for together in _fired_together(unit, options):
                found = _volley(heat, together, factor, mark)
                if found.worth > best.worth + 0.01:
                    first: list[Command] = [] if facing == unit.torso else [Twist(facing)]
                    best = found._replace(commands=[*first, *found.commands], target=target)
    return best._replace(bears=bears)


def _fired_together(unit: Unit, options: list[_Option]) -> list[list[_Option]]:
    """The shots that one volley may have: who lies on the ground leans on an arm, and fires with the other."""
    if not (unit.machine and unit.condition.prone) or unit.quad or propping_arm(unit):
        return [options]
    return [
        [option for option in options if unit.sheet.mounts[option.fire.mount].location != leaning] for leaning in ARMS
    ]


class Weighed(NamedTuple):
    """What some shots are worth."""

    worth: float
    at_each: dict[str, float]
    """The damage to expect, by target."""
    heat: float


def worth_of_shots(
    state: State, unit: Unit, shots: Sequence[Shot], likes: Preferences, promised: Mapping[str, float]
) -> Weighed:
    """What shots are worth as they were declared, one after the other."""
    active = [other for other in state.units.values() if other.active]
    weight = _of_enemies(state, unit, active, likes)
    heat = _Heat(state, unit, likes)
    at_each: dict[str, float] = {}
    hot, firing = 0, msgspec.structs.replace(unit, volley=())
    for shot in shots:
        attack = attack_of(state, firing, shot)
        needed = target_number(attack)
        besides = sum(worth.function(attack) for worth in attack.rules[WORTH])
        done = usual_damage(state, attack, needed) + heat_of_hit(state, attack) + besides
        promise = _less_jams(state, attack, float(chance_to_hit(state, attack, needed) * done), likes)
        at_each[shot.target] = at_each.get(shot.target, 0.0) + promise
        hot += int(shot_heat(attack.rules, firing, shot, state))
        firing = msgspec.structs.replace(firing, volley=(*firing.volley, shot))
    counted = sum(
        _counts(state, unit, target, weight, likes)
        * float(_Mark.of(state, target, promised, likes).counts(np.array([much]))[0])
        for target, much in at_each.items()
    )
    return Weighed(counted - float(heat.cost([hot])[0]), at_each, max(0.0, heat.now + hot))


def _of_enemies(state: State, unit: Unit, active: list[Unit], likes: Preferences) -> dict[str, float]:
    """What a point of damage to each unit counts, against one to a usual enemy: heat is paid in such points."""
    weight = weights(state, active, likes)
    of_enemies = [weight[other.id] for other in active if other.side != unit.side]
    usual = sum(of_enemies) / len(of_enemies) if of_enemies else 1.0
    return {id: found / usual for id, found in weight.items()}


def _counts(state: State, unit: Unit, target: str, weight: Mapping[str, float], likes: Preferences) -> float:
    """What a point of damage to a target counts, from this side."""
    struck = state.units.get(target)
    if struck is None or struck.side == unit.side:
        return 1.0
    rules = state.relief.rules
    side = SIDES.index(rules[side_hit](rules, struck, unit.hex))
    return weight.get(target, 1.0) * float(by_side(state, struck, likes)[side])


def _options(
    state: State, unit: Unit, ways: Iterable[Fire], damages: dict[Fire, Fraction], likes: Preferences
) -> dict[str, list[_Option]]:
    """Every shot with its promise by its target: of several ways to use a weapon the best, as often as may be."""
    found: dict[tuple[str, int], dict[int | None, _Option]] = {}
    hit: dict[tuple[str, int], Fraction] = {}
    for fire in ways:
        attack = attack_of(state, unit, fire)
        needed = target_number(attack)
        chance = chance_to_hit(state, attack, needed)
        key = fire.target, fire.mount
        if not chance or FAR_WORSE * chance < hit.get(key, Fraction(0)):
            continue
        hit[key] = max(chance, hit.get(key, chance))
        if fire not in damages:
            besides = sum(worth.function(attack) for worth in attack.rules[WORTH])
            damages[fire] = usual_damage(state, attack, needed) + heat_of_hit(state, attack) + besides
        promise = _less_jams(state, attack, float(chance * damages[fire]), likes)
        fed = found.setdefault(key, {})
        if promise > 0 and (fire.feed not in fed or promise > fed[fire.feed].promise):
            fed[fire.feed] = _Option(fire, promise, int(shot_heat(attack.rules, unit, fire.shot, state)))
    by_target: dict[str, list[_Option]] = {}
    for (target, mount), fed in found.items():
        by_target.setdefault(target, []).extend(_as_often_as_may_be(state, unit, mount, fed))
    return by_target


def _as_often_as_may_be(state: State, unit: Unit, mount: int, fed: dict[int | None, _Option]) -> list[_Option]:
    """The shots of one weapon at one target: the best ammunition first, and the next best when it runs out."""
    best = sorted(fed.values(), key=lambda option: -option.promise)
    times = shots_left(state, unit, mount)
    shots: list[_Option] = []
    for option in best if times > 1 else best[:1]:
        feed, rate = option.fire.feed, option.fire.rate
        held = times if feed is None else unit.condition.shots[feed] // rate
        shots += [option] * min(times - len(shots), held)
    return shots


def _less_jams(state: State, attack: WeaponAttack, promise: float, likes: Preferences) -> float:
    """What a shot promises, less what its weapon would do in later rounds if it did not jam, or burst."""
    if attack.rate < 2:
        return promise
    jams = max((rolled for rolled in ROLLS if attack.rules[jams_on](attack, rolled)), default=0)
    chance = sum(ways for rolled, ways in ROLLS.items() if rolled <= jams) / sum(ROLLS.values())
    return promise - chance * promise / attack.rate * rounds_ahead(state, likes)


class _Heat:
    """Where a unit's heat stands without a shot more, and what it costs to end the round hotter than that."""

    def __init__(self, state: State, unit: Unit, likes: Preferences) -> None:
        self.minded = minds_heat(state, unit)
        self.now = heat_so_far(state, unit) if self.minded else 0.0
        self._price = partial(
            cost_of_heat, state, unit, guns=guns_ahead(state, unit) if self.minded else [], likes=likes
        )
        self._known: dict[int, float] = {}

    def cost(self, made: Iterable[int]) -> Floats:
        """What making so much heat costs beyond the heat that holding fire leaves, each found out once."""
        if not self.minded:
            return np.zeros(len([*made]))
        idle, *after = (max(0, round(self.now + heat)) for heat in (0, *made))
        new = sorted({idle, *after} - self._known.keys())
        self._known |= dict(zip(new, self._price(heats=new), strict=True))
        return np.array([self._known[heat] - self._known[idle] for heat in after])


class _Mark(NamedTuple):
    """How near a target is to its end."""

    left: float
    promised: float
    finishing: float
    wasted: float

    @classmethod
    def of(cls, state: State, target: str, promised: Mapping[str, float], likes: Preferences) -> _Mark:
        struck = state.units.get(target)
        if is_ground(target) or struck is None:
            return cls(1e9, 0.0, 0.0, 0.0)
        ends = DECIDES if target in prey(state) else 1.0
        return cls(life(struck), promised.get(target, 0.0), ends * likes.finishing, likes.wasted)

    def counts(self, promise: Floats) -> Floats:
        """What damage counts: more as it brings the target down, less when others have seen to that."""
        before, after = min(1.0, self.promised / self.left), np.minimum(1.0, (self.promised + promise) / self.left)
        useful = useful_of(promise, self.left) * (1.0 - self.wasted * is_down(self.promised, self.left))
        ends: Floats = self.finishing * self.left * (after**3 - before**3)
        return useful + ends


def _volley(heat: _Heat, options: list[_Option], factor: float, mark: _Mark) -> Shooting:
    """The shots that are worth most for their heat: every heat that a volley can make is looked at."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for at, option in enumerate(options):
        for made, (promise, shots) in [*best.items()]:
            hotter, more = made + option.heat, promise + option.promise
            if more > best.get(hotter, (-1.0, ()))[0] + SURE:
                best[hotter] = more, (*shots, at)
    promises = np.array([promise for promise, _ in best.values()])
    worth = factor * mark.counts(promises) - heat.cost(best)
    at = int(np.argmax(worth))
    promise, shots = [*best.values()][at]
    if not shots:
        return Shooting(0.0, [])
    commands: list[Command] = [options[shot].fire for shot in shots]
    hot = max(0.0, heat.now + [*best][at]) if heat.minded else 0.0
    return Shooting(float(worth[at]), commands, promise, "", hot, mark.left, mark.promised)
