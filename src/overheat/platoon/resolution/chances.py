"""Exact odds beyond single shots: nerve and pins, close quarters, drones, missiles, the bag, the length of a game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from overheat.kernel.dice import Dice, every
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.facts import OrderTest, Quality, Shot, Strike
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import (
    close_quarters,
    damage,
    devices,
    drones,
    missiles,
    orders,
    pins,
    smoke,
    turn,
)
from overheat.platoon.rules.standard.dice import count

Winner = Literal["attacker", "defender", "nobody"]
LONGEST_FLIGHT = 60
"""Turns in which a missile arrives, or never does."""


def morale_check(rules: Ruleset, quality: Quality, pins: int = 0, *, nco_lost: bool = False) -> Fraction:
    """The chance that a unit holds after heavy loss."""
    needed = resolve.morale_target(rules, quality, pins, nco_lost=nco_lost)
    return odds.chance(lambda dice: resolve.morale_check(rules, dice, needed)[0])


def rallied(rules: Ruleset, held: int) -> Distribution[int]:
    """The pins that are left after a Rally that was obeyed."""
    return every(lambda dice: rules[orders.pins_after_rally](rules, held, dice.roll("orders.rally", 1).total))


def stayed_down(rules: Ruleset, held: int) -> Distribution[int]:
    """The pins that are left to a unit that stays down over the end of a turn."""
    return every(lambda dice: rules[pins.kept_down](rules, held, count(rules, dice, "D3", "pins.staying_down")))


def ends_with(rules: Ruleset, test: OrderTest) -> Distribution[int]:
    """The pins of a unit after its order, obeyed or not."""

    def after(dice: Dice) -> int:
        if not rules[orders.needs_test](rules, test):
            return test.pins
        found = resolve.take_test(rules, dice, test)
        if not found.passed:
            return test.pins
        return resolve.pins_after_passing(rules, dice, test, found.total, test.pins)

    return every(after)


def acts_with(rules: Ruleset, test: OrderTest) -> Distribution[int | None]:
    """The pins with which a unit carries an order out; None where it does not obey."""

    def after(dice: Dice) -> int | None:
        if not rules[orders.needs_test](rules, test):
            return test.pins
        found = resolve.take_test(rules, dice, test)
        return resolve.pins_after_passing(rules, dice, test, found.total, test.pins) if found.passed else None

    return every(after)


class Side(msgspec.Struct, frozen=True):
    """Men in close quarters: how many, how tough to fell, and how many of them are tough fighters."""

    men: int
    damage_value: int = 4
    tough: int = 0

    def without(self, lost: int) -> Side:
        """The side after its losses; plain men fall before tough fighters."""
        left = self.men - lost
        return Side(left, self.damage_value, min(self.tough, left))


class Round(msgspec.Struct, frozen=True):
    """One round of close quarters: the losses of both sides, and who is destroyed for having lost more."""

    attacker_lost: int
    defender_lost: int
    winner: Winner


def fought_round(
    rules: Ruleset, attacker: Side, defender: Side, *, defended: bool = False, number: int = 1
) -> Distribution[Round]:
    """What one round of close quarters comes to."""
    return _round(rules, attacker, defender, rules[close_quarters.together](rules, defended, number))


def _round(rules: Ruleset, attacker: Side, defender: Side, together: bool) -> Distribution[Round]:
    unhurt = _felled(rules, defender, attacker)

    def answer(lost: int) -> Distribution[Round]:
        back = unhurt if together else _felled(rules, defender.without(lost), attacker)
        return back.map(lambda fallen: _ended(rules, fallen, lost))

    return _felled(rules, attacker, defender).then(answer)


Left = dict[tuple[int, int], Fraction]
"""Attackers and defenders who are left, each with its chance."""


def fought_out(rules: Ruleset, attacker: Side, defender: Side, *, defended: bool = False) -> Left:
    """How many are left of both sides after close quarters, however many rounds they last.

    Who loses more men in a round is destroyed. Rounds after the second are fought like it; one of those in which
    nobody falls is fought again, so it is left out.
    """
    ended: Left = {}
    waiting: dict[int, Left] = {1: {(attacker.men, defender.men): Fraction(1)}, 2: {}}

    def fight(number: int, men: tuple[int, int], share: Fraction) -> None:
        sides = attacker.without(attacker.men - men[0]), defender.without(defender.men - men[1])
        rounds = list(fought_round(rules, *sides, defended=defended, number=number).items())
        still = Round(0, 0, "nobody")
        counting = [one for one in rounds if number == 1 or one[0] != still]
        if not counting:
            raise refuse("adjudicate.endless", "neither side can fell anybody of the other, so the fight has no end")
        whole = sum(weight for _, weight in counting)
        for each, weight in counting:
            left = men[0] - each.attacker_lost, men[1] - each.defender_lost
            if each.winner != "nobody":
                left = (left[0], 0) if each.winner == "attacker" else (0, left[1])
            over = each.winner != "nobody" or not (left[0] and left[1])
            into = ended if over else waiting[2]
            into[left] = into.get(left, Fraction(0)) + share * Fraction(weight, whole)

    for men, share in waiting[1].items():
        fight(1, men, share)
    for men in _down_from(attacker.men, defender.men):
        if men in waiting[2]:
            fight(2, men, waiting[2].pop(men))
    return ended


def _down_from(attackers: int, defenders: int) -> Sequence[tuple[int, int]]:
    """All numbers of men that may still fight, the most first."""
    each = ((one, other) for one in range(1, attackers + 1) for other in range(1, defenders + 1))
    return sorted(each, key=sum, reverse=True)


def mean_left(found: Left) -> tuple[Fraction, Fraction]:
    """Attackers and defenders who are left on average."""
    ours, theirs = (sum((two[at] * share for two, share in found.items()), Fraction(0)) for at in (0, 1))
    return ours, theirs


def fought(rules: Ruleset, attacker: Side, defender: Side, *, defended: bool = False) -> Distribution[Winner]:
    """Who is left after close quarters, however many rounds they last; nobody where the last men fell together."""
    found = fought_out(rules, attacker, defender, defended=defended)
    return Distribution.mixed((_who(two), share.numerator, share.denominator) for two, share in found.items())


def _who(left: tuple[int, int]) -> Winner:
    return "attacker" if left[0] else "defender" if left[1] else "nobody"


def _felled(rules: Ruleset, striker: Side, struck: Side) -> Distribution[int]:
    """How many men one side fells of those that there are."""
    if not striker.men:
        return Distribution.always(0)
    found = odds.close_quarters_kills(rules, striker.men, struck.damage_value, striker.tough)
    return found.map(lambda many: min(many, struck.men))


def _ended(rules: Ruleset, attacker_lost: int, defender_lost: int) -> Round:
    loser = rules[close_quarters.loser](rules, attacker_lost, defender_lost)
    winner: Winner = "nobody" if loser is None else "defender" if loser == "attacker" else "attacker"
    return Round(attacker_lost, defender_lost, winner)


def battery(rules: Ruleset, turns: int) -> Fraction:
    """The chance that a drone is still in the air after so many turns on end."""
    lasts = Fraction(1)
    for number in range(1, turns + 1):
        penalty = rules[drones.battery_penalty](rules, number) if rules[drones.tested](rules, "battery") else None
        if penalty is not None:
            lasts *= Fraction(sum(not rules[drones.battery_empty](rules, face - penalty) for face in range(1, 7)), 6)
    return lasts


def radio(rules: Ruleset, inches: float) -> Distribution[str]:
    """What a drone does that ended its turn so far from its team."""
    penalty = rules[drones.radio_penalty](rules, inches) if rules[drones.tested](rules, "radio") else None
    if penalty is None:
        return Distribution.always("connected")
    return every(lambda dice: rules[drones.radio](rules, dice.roll("drones.radio", 1).total - penalty))


def explosive_load(rules: Ruleset) -> Distribution[int | None]:
    """How many inches from the place below its drone an explosive load goes off; None where it hangs."""

    def drop(dice: Dice) -> int | None:
        falls = rules[drones.ied_falls](rules, dice.roll("drones.drop", 1).total)
        return None if falls is None else count(rules, dice, falls, "drones.tumble")

    return every(drop)


def anti_tank_load(
    rules: Ruleset, quality: Quality, pins: int, damage_value: int, *, open_topped: bool = False
) -> tuple[Distribution[str], Fraction]:
    """What becomes of an anti-tank load that is let go, and the chance that it knocks the vehicle below out."""
    found = odds.at_ied(rules, quality, pins)
    struck = resolve.load_strike(rules, damage_value, open_topped=open_topped)
    return found, found.probability("hits") * odds.strike(rules, struck).knocked_out


def helicopter_chart(rules: Ruleset, struck: Strike) -> Distribution[str]:
    """The worst row of its chart that one hit brings a helicopter to; `none` where it does not come to the chart."""
    worst = ("none", "shaken", "damaged", "crashes")

    def hit(dice: Dice) -> str:
        rows = resolve.strike_helicopter(rules, dice, struck)[1]
        return max(rows, key=worst.index, default="none")

    return every(hit)


def missile_turns(rules: Ruleset, inches: float, away: Sequence[float] = ()) -> int:
    """How many turns after its launch a missile strikes a target that stands still, or goes so far away each turn."""
    step, gap = rules[missiles.speed](rules), inches
    for flown in range(LONGEST_FLIGHT + 1):
        if rules[missiles.strikes](rules, gap, step):
            return flown
        gap += (away[flown] if flown < len(away) else 0) - step
    raise refuse("missiles.never", f"the missile does not reach its target in {LONGEST_FLIGHT} turns", missiles.GUIDED)


def hit_if_dodged(rules: Ruleset, shot: Shot) -> Fraction:
    """The chance to hit an aircraft that releases countermeasures whenever it may."""
    time = rules[missiles.may_dodge](rules, shot.weapon, shot.distance)
    plain = odds.to_hit(rules, shot)
    dodged = odds.to_hit(rules, msgspec.structs.replace(shot, countermeasures=True))
    return {"no": plain, "die": (plain + dodged) / 2, "yes": dodged}[time]


def drawn(rules: Ruleset, bag: tuple[int, ...], sides: Sequence[int]) -> Fraction:
    """The chance that the next dice of a bag belong to these sides, one after the other."""
    chance, left = Fraction(1), list(bag)
    for side in sides:
        whole, held = sum(left), tuple(left)
        if not left[side]:
            return Fraction(0)
        mine = sum(rules[turn.draws](rules, face, held) == side for face in range(1, whole + 1))
        chance *= Fraction(mine, whole)
        left[side] -= 1
    return chance


def smoke_stays(rules: Ruleset, turns: int) -> Fraction:
    """The chance that a marker of smoke is there after so many ends of turns."""
    return Fraction(sum(not rules[smoke.vanishes](rules, face) for face in range(1, 7)), 6) ** turns


def game_turns(rules: Ruleset) -> Distribution[int]:
    """How many turns a game lasts."""

    def last(dice: Dice) -> int:
        now = 1
        while (more := rules[turn.goes_on](rules, now, None)) is not False:
            if more is None and not rules[turn.goes_on](rules, now, dice.roll("turn.another", 1).total):
                return now
            now += 1
        return now

    return every(last)


def picked(rules: Ruleset, shot: Shot, damage_value: int) -> Fraction:
    """The chance that one hit fells a man whom the firer picks."""
    pen = resolve.soft_pen(rules, shot.weapon, shot.high_explosive)
    return odds.chance(lambda dice: resolve.roll_damage(rules, dice, shot.weapon, pen, damage_value, 1).picked == 1)


def saved(rules: Ruleset, shot: Shot) -> Fraction:
    """The chance that a medic near by undoes what a weapon has done."""
    return odds.chance(lambda dice: rules[damage.medic_saves](rules, shot.weapon, dice.roll("damage.medic", 1).total))


def device(rules: Ruleset, *, engineers: bool = False) -> Distribution[str]:
    """What becomes of a real device that an enemy comes near; engineers who are warned roll again."""

    def met(dice: Dice) -> str:
        found = rules[devices.TRIGGERS][dice.roll("devices.trigger", 1).total]
        if rules[devices.tries_again](rules, engineers, found):
            found = rules[devices.TRIGGERS][dice.roll("devices.trigger.again", 1).total]
        return found.real

    return every(met)


def decoy_pins(rules: Ruleset, *, engineers: bool = False) -> Distribution[int]:
    """The pins that a decoy gives."""

    def met(dice: Dice) -> int:
        found = rules[devices.TRIGGERS][dice.roll("devices.trigger", 1).total]
        return sum(
            count(rules, dice, each, "devices.decoy")
            for each in rules[devices.decoy_pins](rules, engineers, found.decoy)
        )

    return every(met)
