"""Exact odds, from the same rules and procedures that are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from overheat.kernel.dice import Dice, every
from overheat.kernel.odds import Distribution
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.facts import OrderTest, Quality, Result, Shot, Strike
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import armour, blast, close_quarters, damage, observers, orders, shooting
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import Count


def chance(question: Callable[[Dice], bool]) -> Fraction:
    """How likely a procedure is to say yes."""
    return every(question).probability(True)


def order_test(rules: Ruleset, test: OrderTest) -> Fraction:
    """The chance that a unit obeys; certain where no test is due."""
    if not rules[orders.needs_test](rules, test):
        return Fraction(1)
    return chance(lambda dice: resolve.take_test(rules, dice, test).passed)


def fubar(rules: Ruleset, test: OrderTest) -> Distribution[str | None]:
    """What an order may come to grief by; nothing where no test is due."""
    if not rules[orders.needs_test](rules, test):
        return Distribution.always(None)
    return every(lambda dice: resolve.take_test(rules, dice, test).fubar)


def to_hit(rules: Ruleset, shot: Shot) -> Fraction:
    """The chance of one shot; none out of range."""
    if shot.way == "direct" and resolve.band_at(rules, shot.weapon, shot.distance) is None:
        return Fraction(0)
    return reaches_score(rules, resolve.score_needed(rules, shot))


@lru_cache(maxsize=4096)
def reaches_score(rules: Ruleset, score: int) -> Fraction:
    """The chance that one shot reaches a score."""
    return chance(lambda dice: resolve.roll_to_hit(rules, dice, score, 1) == 1)


@lru_cache(maxsize=4096)
def falls_where_aimed(rules: Ruleset, need: int) -> Fraction:
    """The chance that a shell in an arc hits with the number that its gun needs now."""
    return chance(lambda dice: resolve.shell(rules, dice, need, True).hit)


@lru_cache(maxsize=4096)
def fells(rules: Ruleset, pen: int, damage_value: int) -> Fraction:
    """The chance that a hit of a penetration fells a man."""
    fails, reaches = rules[damage.one_fails], rules[damage.reaches]
    return Fraction(sum(not fails(rules, face) and reaches(rules, face, pen, damage_value) for face in range(1, 7)), 6)


def shots(rules: Ruleset, shot: Shot) -> Distribution[int]:
    """How many shots a weapon has; flames are one, whatever their row says."""
    band = resolve.band_at(rules, shot.weapon, shot.distance)
    if band is None:
        return Distribution.always(0)
    if "Flamethrower" in shot.weapon.keywords:
        return Distribution.always(1)
    return number(rules, band.shots)


def number(rules: Ruleset, many: Count) -> Distribution[int]:
    """A number as it may be rolled."""
    return every(lambda dice: count(rules, dice, many, "number"))


@lru_cache(maxsize=4096)
def binomial(times: int, odds: Fraction) -> Distribution[int]:
    """How often something of a chance happens in so many tries."""
    if odds in (0, 1):
        return Distribution.always(times * int(odds))
    one = Distribution({1: odds.numerator, 0: odds.denominator - odds.numerator})
    return one.repeat(times)


def hits(rules: Ruleset, shot: Shot, weapons: int = 1) -> Distribution[int]:
    """How many shots of some like weapons hit."""
    odds = to_hit(rules, shot)
    one = shots(rules, shot).then(lambda fired: binomial(fired, odds))
    if "Flamethrower" in shot.weapon.keywords:
        band = resolve.band_at(rules, shot.weapon, shot.distance)
        flames = number(rules, band.shots) if band else Distribution.always(0)
        one = one.then(lambda hit: flames if hit else Distribution.always(0))
    return one.repeat(weapons)


def casualty(rules: Ruleset, shot: Shot, damage_value: int) -> Fraction:
    """The chance that one hit fells a man."""
    pen = resolve.soft_pen(rules, shot.weapon, shot.high_explosive)
    return chance(lambda dice: resolve.roll_damage(rules, dice, shot.weapon, pen, damage_value, 1).fallen == 1)


def casualties(rules: Ruleset, shot: Shot, damage_value: int, weapons: int = 1) -> Distribution[int]:
    """How many men fall to some like weapons, were there men without end."""
    odds = casualty(rules, shot, damage_value)
    if "Flamethrower" in shot.weapon.keywords:
        return hits(rules, shot, weapons).then(lambda hit: binomial(hit, odds))
    fells = to_hit(rules, shot) * odds
    return shots(rules, shot).then(lambda fired: binomial(fired, fells)).repeat(weapons)


def damage_value(rules: Ruleset, quality: Quality) -> int:
    """How tough men of a quality are."""
    return orders.standing_of(rules, quality).damage_value


class ArmourOdds(msgspec.Struct, frozen=True):
    """What one hit on a vehicle does."""

    results: Distribution[Result]
    knocked_out: Fraction


def strike(rules: Ruleset, struck: Strike) -> ArmourOdds:
    """The odds of one hit on a vehicle on the ground."""
    found = every(lambda dice: resolve.strike_vehicle(rules, dice, struck))
    return ArmourOdds(found.map(lambda each: each[0]), found.where(lambda each: "knocked_out" in each[1]))


def effects(rules: Ruleset, struck: Strike, found: Result) -> Distribution[str]:
    """One roll on the damage table after a given result."""
    return every(lambda dice: rules[armour.effect](rules, resolve.table_total(rules, dice, struck, found)))


def strike_helicopter(rules: Ruleset, struck: Strike) -> Fraction:
    """The chance that one hit brings a helicopter down."""
    return chance(lambda dice: "crashes" in resolve.strike_helicopter(rules, dice, struck)[1])


def knock_out(rules: Ruleset, shot: Shot, struck: Strike, weapons: int = 1) -> Fraction:
    """The chance that all shots of some like weapons together knock a vehicle out."""
    stands = 1 - strike(rules, struck).knocked_out
    found = hits(rules, shot, weapons)
    return 1 - sum((found.probability(many) * stands**many for many in found), start=Fraction(0))


def blast_casualties(
    rules: Ruleset, size: int, damage_value: int, covered: int | None = None, down: bool = False
) -> Distribution[int]:
    """Men who fall to a blast: under its template, or where none is laid."""
    pen = rules[blast.BLASTS][size].pen
    odds = fells(rules, pen, damage_value)
    struck = every(lambda dice: resolve.blast_hits(rules, dice, size, covered, down))
    return struck.then(lambda hit: binomial(hit, odds))


def casualties_in_a_building(
    rules: Ruleset, shot: Shot, size: int, damage_value: int, weapons: int = 1, *, down: bool = False
) -> Distribution[int]:
    """How many men fall to the blasts of some like weapons where no template is laid, were there men without end."""
    one = blast_casualties(rules, size, damage_value, None, down)
    fired = binomial(1, to_hit(rules, shot)).then(lambda hit: one if hit else Distribution.always(0))
    return shots(rules, shot).then(fired.repeat).repeat(weapons)


def shelling(rules: Ruleset, shells: int, observed: bool | Sequence[bool] = True, need: int = 6) -> Fraction:
    """The chance that a gun zeroing in on a still target hits it at least once; each shell may be seen or not."""
    watched = [observed] * shells if isinstance(observed, bool) else observed

    def fire(dice: Dice) -> bool:
        now = need
        for seen in watched[:shells]:
            fired = resolve.shell(rules, dice, now, seen)
            if fired.hit:
                return True
            now = fired.need
        return False

    return chance(fire)


def strike_arrival(rules: Ruleset) -> Distribution[observers.Arrival]:
    """What one roll for a called strike comes to."""
    return every(lambda dice: rules[observers.ARRIVALS][dice.roll("strikes.arrival", 1).total])


def strike_misdirected(rules: Ruleset) -> Fraction:
    """The chance that a called strike is ever led astray, however often it is delayed before."""
    once = strike_arrival(rules)
    return once.probability("misdirected") / (1 - once.probability("delayed"))


def strike_effect(rules: Ruleset, kind: observers.StrikeKind) -> Distribution[observers.Effect]:
    """What a strike that comes does to one unit under it."""
    table, air = rules[observers.EFFECTS], rules[observers.air_effect]

    def falls(dice: Dice) -> observers.Effect:
        face = dice.roll("strikes.effect", 1).total
        return air(rules, face) if kind == "air" else table[face]

    return every(falls)


def close_quarters_kills(rules: Ruleset, men: int, damage_value: int, tough: int = 0) -> Distribution[int]:
    """How many men a side fells in one round of close quarters, some of whose men are tough fighters."""
    fails, fells = rules[damage.one_fails], rules[close_quarters.fells]
    odds = Fraction(sum(not fails(rules, face) and fells(rules, face, damage_value) for face in range(1, 7)), 6)
    plain = binomial(men - tough, odds)
    bonus = rules[close_quarters.bonus_dice]
    hard = binomial(tough, odds).then(
        lambda felled: binomial(bonus(rules, felled), odds).map(lambda more: felled + more)
    )
    return plain.combine(hard, lambda one, other: one + other)


def at_ied(rules: Ruleset, quality: Quality = "regular", pins: int = 0) -> Distribution[str]:
    """What becomes of an anti-tank load that a drone lets go: it hangs, misses, or hits."""

    def drop(dice: Dice) -> str:
        how = resolve.drop_load(rules, dice)
        if how == "hangs":
            return how
        falling = resolve.load_shot(rules, how, quality, pins)
        hit = resolve.roll_to_hit(rules, dice, resolve.score_needed(rules, falling), 1)
        return "hits" if hit else "misses"

    return every(drop)


def nigh_impossible(rules: Ruleset, shot: Shot) -> bool:
    """Whether a shot needs a 6 and then another."""
    return rules[shooting.nigh_impossible](rules, resolve.score_needed(rules, shot))
