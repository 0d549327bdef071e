"""What an attack promises before it is declared: its number, its chance, the damage to expect, the heat to pay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import add

import msgspec

from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import number_of
from overheat.classic.attack.decisions import decide, stopped
from overheat.classic.attack.resolution import groups, place
from overheat.classic.attack.situation import WeaponAttack
from overheat.classic.attack.targets import is_ground
from overheat.classic.attack.to_hit import target_number
from overheat.classic.commands import Fire, Strike
from overheat.classic.rules.standard.heat import BUILDS, SINKS_IT, shot_heat
from overheat.classic.rules.standard.physical import blow_damage, weakened
from overheat.classic.scene import Scene
from overheat.classic.state import Blow, Shot, State, Unit
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Scripted, every
from overheat.kernel.odds import Distribution, dice
from overheat.kernel.terms import Number, Tally, number_as_text

HIGHEST_ROLL = 12


class Preview(msgspec.Struct, frozen=True):
    """An attack as it looks before it is made."""

    needed: Tally
    chance: Fraction
    damage: Fraction
    """What it does on average, misses counted: damage, or soldiers of a platoon."""
    heat: Number

    def __str__(self) -> str:
        number = int(self.needed.total)
        odds = f"{number}+ {100 * float(self.chance):5.1f} %" if number <= HIGHEST_ROLL else "cannot hit"
        return f"{odds}, {float(self.damage):.1f} damage on average, heat {number_as_text(self.heat)}"


def chance_of(number: int) -> Fraction:
    """The chance to roll a number or more on two dice."""
    return Fraction(dice(2, 6).at_least(number)) if number <= HIGHEST_ROLL else Fraction(0)


def shot_of(fire: Fire) -> Shot:
    """The shot that a command declares."""
    return Shot(**msgspec.structs.asdict(fire))


def of_shot(state: State, unit: Unit, fire: Fire) -> Preview:
    """What a shot promises."""
    attack = attack_of(state, unit, shot_of(fire))
    needed = target_number(attack)
    chance = chance_of(int(needed.total))
    return Preview(
        needed, chance, chance * damage_of_hit(state, attack).mean, shot_heat(attack.rules, unit, shot_of(fire))
    )


def damage_of_hit(state: State, attack: WeaponAttack) -> Distribution[int]:
    """What a hit does, for every way that its dice can fall: the damage, or the soldiers of a platoon who fall.

    Whoever may decide something about it is expected to decide for the best.
    """
    decide(Scene(state, Scripted()), attack, int(target_number(attack).total), hit=True)
    if _falls(attack.target):
        return every(lambda fallen: _soldiers_felled(Scene(state, fallen), attack))
    return every(lambda fallen: _damage_done(Scene(state, fallen), attack))


def _damage_done(scene: Scene, attack: WeaponAttack) -> int:
    return 0 if stopped(scene, attack) else sum(groups(scene, attack))


def _falls(target: Unit) -> bool:
    """Whether what hits a target is counted in soldiers."""
    return target.sheet.kind == "infantry" and not is_ground(target.id)


def _soldiers_felled(scene: Scene, attack: WeaponAttack) -> int:
    if not stopped(scene, attack):
        place(scene, attack)
    return attack.target.condition.troopers - max(0, scene.unit(attack.target.id).condition.troopers)


def damage_of_volley(state: State, unit: Unit, shots: Iterable[Shot]) -> Distribution[int]:
    """What some shots of a unit do together, misses counted: exact as long as each hits or misses by itself."""
    at_each: dict[str, Distribution[int]] = {}
    for shot in shots:
        attack = attack_of(state, unit, shot)
        so_far = at_each.get(shot.target, Distribution.always(0))
        at_each[shot.target] = so_far.combine(_hit_or_miss(state, attack), partial(_together, attack.target))
    volley: Distribution[int] = Distribution.always(0)
    for done in at_each.values():
        volley = volley.combine(done, add)
    return volley


def _hit_or_miss(state: State, attack: WeaponAttack) -> Distribution[int]:
    chance = chance_of(int(target_number(attack).total))
    misses = (0, (1 - chance).numerator, (1 - chance).denominator)
    hit = damage_of_hit(state, attack)
    hits = ((damage, weight * chance.numerator, hit.total * chance.denominator) for damage, weight in hit.items())
    return Distribution.mixed([misses, *hits])


def _together(target: Unit, one: int, other: int) -> int:
    """What two shots do to a target: no more soldiers fall than a platoon has."""
    return min(one + other, target.condition.troopers) if _falls(target) else one + other


def of_blow(state: State, unit: Unit, strike: Strike) -> Preview:
    """What a blow promises."""
    attack = blow_of(state, unit, Blow(strike.kind, strike.limb, strike.target))
    needed = number_of(attack)
    chance = chance_of(int(needed.total))
    damage = attack.rules[weakened](attack, attack.rules[blow_damage](attack)) if strike.kind != "push" else 0
    return Preview(needed, chance, chance * damage, 0)


def heat_after(state: State, unit: Unit, more: Sequence[Fire] = ()) -> tuple[Tally, Tally, int]:
    """What a machine will have built up and sunk by the end of the round, and where its heat will stand."""
    shots = (*unit.volley, *(shot_of(fire) for fire in more))
    toil = toil_of(state, msgspec.structs.replace(unit, volley=shots))
    rules = state.relief.rules
    built = Tally.of(rule.function(toil) for rule in rules[BUILDS])
    sunk = Tally.of(rule.function(toil) for rule in rules[SINKS_IT])
    return built, sunk, max(0, unit.condition.heat + int(built.total) - int(sunk.total))


def heat_told(state: State, unit: Unit) -> str:
    """The heat to come as a sum: `heat 3 + 9 - 10 = 2 after this round`."""
    built, sunk, after = heat_after(state, unit)
    up = ", ".join(f"{number_as_text(term.value)} {term.label}" for term in built)
    down = ", ".join(f"{number_as_text(term.value)} {term.label}" for term in sunk)
    more = f" + {built.total} ({up})" if up else ""
    less = f" - {sunk.total} ({down})" if down else ""
    return f"heat {unit.condition.heat}{more}{less} = {after} after this round"
