"""Rolls and what they mean: one procedure each for play, for tests and for exact odds."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from overheat.kernel.dice import Dice
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.platoon.books import BASE
from overheat.platoon.facts import OrderTest, Quality, Result, Shot, Strike, Target
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard import (
    armour,
    blast,
    close_quarters,
    damage,
    drones,
    helicopters,
    indirect,
    missiles,
    orders,
    shooting,
)
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import Band, Weapon, armoury, weapon_row


def weapon_of(rules: Ruleset, id: str) -> Weapon:
    """A weapon as these rules know it, found out once; what they have no row for is refused."""
    return _weapon_of(rules, id, armoury().hidden)


@lru_cache(maxsize=4096)
def _weapon_of(rules: Ruleset, id: str, hidden: frozenset[str]) -> Weapon:
    weapon = weapon_row(rules, rules[missiles.law_row](rules) if id == "law" else id)
    if not rules[shooting.available](rules, weapon):
        raise refuse("weapons.unavailable", f"{weapon.name} is not to be had under these rules", weapon=id)
    crew = rules[shooting.attendants](rules, weapon)
    if crew != weapon.crew:
        weapon = msgspec.structs.replace(weapon, crew=crew)
    if "DMR" in weapon.keywords:
        bands = tuple(rules[shooting.marksman_band](rules, band) for band in weapon.bands)
        return msgspec.structs.replace(weapon, bands=bands)
    return weapon


def band_at(rules: Ruleset, weapon: Weapon, length: float) -> Band | None:
    """The stretch of range that a target is in; the nearer one where two meet; None out of range."""
    in_range = rules[shooting.in_range].function
    for band in weapon.bands:
        if in_range(rules, band, length):
            return band
    return None


def arc_reaches(rules: Ruleset, weapon: Weapon, length: float) -> bool:
    """Whether a weapon that fires in an arc can drop a shell at a distance."""
    return weapon.indirect is not None and rules[shooting.in_range](rules, weapon.indirect, length)


def to_hit(rules: Ruleset, shot: Shot) -> Tally:
    """All that makes a shot easier or harder."""
    ignored = rules[shooting.IGNORED]
    terms = (rule.function(rules, shot) for rule in rules[shooting.TO_HIT])
    return Tally.of(term for term in terms if term and not any(rule.function(rules, shot, term) for rule in ignored))


def score_needed(rules: Ruleset, shot: Shot) -> int:
    """What a die must show for a shot to hit; more than 6 is nigh impossible. The fast twin: shots that differ in
    nothing but inches that change nothing need the same."""
    known = rules.worked_out("platoon.scores")
    if "go by shots alone" not in known:
        known["go by shots alone"] = rules.steady(shooting.TO_HIT, shooting.IGNORED) is not None
    if shot.marks or shot.target.marks or not known["go by shots alone"]:
        return score_needed_plain(rules, shot)
    key = _alike(rules, shot)
    found: int | None = known.get(key)
    if found is None:
        found = known[key] = score_needed_plain(rules, shot)
    return found


def _alike(rules: Ruleset, shot: Shot) -> tuple[object, ...]:
    """What the score of a shot goes by, where no marks are about and no rules of layers."""
    target, reach, near = shot.target, shot.weapon.reach, rules[within]
    return (
        shot.weapon,
        near(rules, shot.distance, shooting.POINT_BLANK),
        bool(reach) and near(rules, shot.distance, (reach or 0) / 2),
        *(shot.order, shot.quality, shot.pins, shot.attendants, shot.mounted, shot.pintle, shot.door, shot.way),
        *(shot.tumbling, shot.countermeasures, shot.high_explosive),
        *(target.soft, target.men, target.down, target.cover, target.drone),
    )


def score_needed_plain(rules: Ruleset, shot: Shot) -> int:
    """The same by asking every rule: the plain twin."""
    return max(rules[shooting.best_score](rules), rules[shooting.base_score](rules) - int(to_hit(rules, shot).total))


def score_tally(rules: Ruleset, shot: Shot) -> Tally:
    """What a die must show, part by part: what helps lowers it, but never below the best score there is."""
    base = Term("base", rules[shooting.base_score](rules), "a shot hits on", BASE("Shooting, to hit"))
    terms = (Term(term.id, -term.value, term.label, term.cite) for term in to_hit(rules, shot))
    found = Tally((base, *terms))
    short = rules[shooting.best_score](rules) - found.total
    if short <= 0:
        return found
    return found + Tally((Term("natural_one", short, "a 1 always misses", BASE("Shooting, to hit")),))


def roll_to_hit(rules: Ruleset, dice: Dice, score: int, shots: int, purpose: str = "fire.to_hit") -> int:
    """How many of some shots hit."""
    if shots < 1:
        return 0
    faces = dice.roll(purpose, shots, needed=score).faces
    if not rules[shooting.nigh_impossible](rules, score):
        return sum(face >= score for face in faces)
    sixes = sum(face == 6 for face in faces)
    return sum(face == 6 for face in dice.roll(f"{purpose}.again", sixes, needed=score).faces) if sixes else 0


class Obedience(msgspec.Struct, frozen=True):
    """How an order test went."""

    passed: bool
    total: int
    needed: Tally
    """What two dice could show at most."""
    fubar: str | None = None

    @property
    def target(self) -> int:
        return int(self.needed.total)


def order_target(rules: Ruleset, test: OrderTest) -> Tally:
    """What two dice may show at most for a unit to obey."""
    return Tally.of((_morale(rules, test), *(rule(rules, test) for rule in rules[orders.TEST_TERMS])))


def _morale(rules: Ruleset, test: OrderTest) -> Term:
    return Term("morale", orders.standing_of(rules, test.quality).morale, f"morale, {test.quality}", BASE("Quality"))


def take_test(rules: Ruleset, dice: Dice, test: OrderTest, purpose: str = "orders.test") -> Obedience:
    """Roll an order test, and the die that follows a double 6."""
    needed = order_target(rules, test)
    target = int(needed.total)
    total = dice.roll(purpose, 2, needed=target).total
    if not rules[orders.passes](rules, total, target) and rules[orders.tries_again](rules, test):
        total = dice.roll(f"{purpose}.again", 2, needed=target).total
    if rules[orders.passes](rules, total, target):
        return Obedience(True, total, needed)
    gone_wrong = rules[orders.fubar](rules, dice.roll(f"{purpose}.fubar", 1).total) if total == 12 else None
    return Obedience(False, total, needed, gone_wrong)


def pins_after_passing(rules: Ruleset, dice: Dice, test: OrderTest, total: int, held: int) -> int:
    """The pins that are left of those held after a test that was passed: fewer by one, or by a die on a Rally."""
    if orders.kind_of(rules, test.order).rallies or rules[orders.double_one_rallies](rules, total):
        return rules[orders.pins_after_rally](rules, held, dice.roll("orders.rally", 1).total)
    return rules[orders.pins_after_passing](rules, held)


class Losses(msgspec.Struct, frozen=True):
    """How many men fall, and how many of them the firer picks."""

    fallen: int = 0
    picked: int = 0


def roll_damage(
    rules: Ruleset, dice: Dice, weapon: Weapon, pen: int, damage_value: int, hits: int, purpose: str = "damage"
) -> Losses:
    """What hits do to men."""
    if hits < 1:
        return Losses()
    fails, reaches = rules[damage.one_fails], rules[damage.reaches]
    rolled = dice.roll(purpose, hits).faces
    faces = [face for face in rolled if not fails(rules, face) and reaches(rules, face, pen, damage_value)]
    if rules[damage.always_picked](rules, weapon):
        return Losses(len(faces), len(faces))
    sixes = sum(face == 6 for face in faces)
    again = dice.roll(f"{purpose}.exceptional", sixes).faces if sixes else ()
    return Losses(len(faces), sum(rules[damage.exceptional](rules, 6, face) for face in again))


def soft_pen(rules: Ruleset, weapon: Weapon, high_explosive: bool) -> int:
    """The penetration of a round against men: small arms have none, blasts that of their size."""
    blast_pen = rules[blast.BLASTS][weapon.he].pen if weapon.he else 0
    return rules[shooting.pen_of](rules, weapon, high_explosive, blast_pen)


def penetration(rules: Ruleset, strike: Strike) -> Tally:
    """What is added to the die that must reach the damage value of a vehicle."""
    weapon = strike.weapon
    own = soft_pen(rules, weapon, strike.high_explosive) if strike.pen is None else strike.pen
    base = Term("pen", own, weapon.name, BASE("Damage to vehicles"))
    keeps = any(rule(rules, strike) for rule in rules[armour.KEEPS])
    lost = 0 if keeps else rules[armour.loses_at_long_range](rules, strike)
    far = Term("long_range", -lost, "long range", BASE("Damage to vehicles")) if lost else None
    return Tally.of((base, far, *(rule(rules, strike) for rule in rules[armour.PENETRATION])))


def penetrate(rules: Ruleset, dice: Dice, strike: Strike) -> tuple[Result, int]:
    """Roll a hit on a vehicle against its armour: the result, and by how much."""
    if rules[armour.immune](rules, strike):
        return "none", -1
    face = dice.roll("damage.penetration", 1).total
    margin = face + int(penetration(rules, strike).total) - strike.damage_value
    if rules[damage.one_fails](rules, face):
        return "none", min(margin, -1)
    found = rules[armour.result](rules, margin)
    small = strike.weapon.small_arms and strike.pen is None
    return (rules[armour.small_arms_result](rules, found) if small else found), margin


def table_total(rules: Ruleset, dice: Dice, strike: Strike, found: Result) -> int:
    """One roll on a damage table with what is added to it."""
    added = Tally.of(rule(rules, strike, found) for rule in rules[armour.TABLE_TERMS]).total
    return dice.roll("damage.table", 1).total + int(added)


def strike_vehicle(rules: Ruleset, dice: Dice, strike: Strike) -> tuple[Result, tuple[armour.Effect, ...]]:
    """A hit on a vehicle on the ground: how it penetrates, and each effect."""
    found, _ = penetrate(rules, dice, strike)
    rolls = rules[armour.table_rolls](rules, found)
    return found, tuple(rules[armour.effect](rules, table_total(rules, dice, strike, found)) for _ in range(rolls))


def strike_helicopter(rules: Ruleset, dice: Dice, strike: Strike) -> tuple[Result, tuple[helicopters.ChartRow, ...]]:
    """A hit on a helicopter: how it penetrates, and each row of its own chart."""
    mode, chart = rules[helicopters.chart_entry](rules), rules[helicopters.chart]
    if mode != "after_penetration":
        if rules[armour.immune](rules, strike):
            return "none", ()
        face = dice.roll("damage.helicopter", 1).total
        added = {"on_hit": 0, "margin": int(penetration(rules, strike).total) - strike.damage_value}[mode]
        return "full", (chart(rules, face + added),)
    found, _ = penetrate(rules, dice, strike)
    rolls = rules[armour.table_rolls](rules, found)
    return found, tuple(chart(rules, table_total(rules, dice, strike, found)) for _ in range(rolls))


class Shelling(msgspec.Struct, frozen=True):
    """A shell fired in an arc: whether it hit, and the number needed next time."""

    hit: bool
    need: int


def shell(rules: Ruleset, dice: Dice, need: int, observed: bool) -> Shelling:
    """Fire one shell at an aim that a gun has zeroed in on so far."""
    hit = rules[indirect.hits](rules, dice.roll("fire.indirect", 1, needed=need).total, need)
    return Shelling(hit, rules[indirect.next_need](rules, need, hit, observed))


def morale_target(rules: Ruleset, quality: Quality, pins: int, *, nco_lost: bool = False) -> Tally:
    """What two dice may show at most for a unit to hold: its morale less its pins, and less one without its NCO."""
    test = OrderTest(quality=quality, nco_lost=nco_lost)
    return Tally.of((_morale(rules, test), rules[orders.nco_lost](rules, test), rules[damage.pins_shake](rules, pins)))


def morale_check(rules: Ruleset, dice: Dice, needed: Tally) -> tuple[bool, int]:
    """Whether a unit holds after heavy loss, and what the dice showed."""
    total = dice.roll("morale", 2, needed=int(needed.total)).total
    return rules[damage.morale_holds](rules, total, int(needed.total)), total


def blast_hits(rules: Ruleset, dice: Dice, size: int, covered: int | None, down: bool) -> int:
    """Hits of a blast on men: one for each under the template, or where none is laid the number of its size."""
    sizes = rules[blast.BLASTS][size]
    hits = (
        count(rules, dice, sizes.hits, "blast.hits") if covered is None else rules[blast.template_hits](rules, covered)
    )
    return rules[blast.hits_when_down](rules, hits) if down else hits


def blows(rules: Ruleset, dice: Dice, men: int, tough: int, damage_value: int) -> int:
    """How many enemies some men fell in one round of close quarters; tough fighters roll again for those they fell."""
    fails, fells = rules[damage.one_fails], rules[close_quarters.fells]

    def fell(many: int, purpose: str) -> int:
        faces = dice.roll(purpose, many).faces if many > 0 else ()
        return sum(not fails(rules, face) and fells(rules, face, damage_value) for face in faces)

    plain, hard = fell(men - tough, "close_quarters"), fell(tough, "close_quarters.tough")
    return plain + hard + fell(rules[close_quarters.bonus_dice](rules, hard), "close_quarters.again")


Fall = Literal["hangs", "tumbles", "straight"]


def drop_load(rules: Ruleset, dice: Dice) -> Fall:
    """How an anti-tank load falls that a drone lets go, if it does not hang."""
    falls = rules[drones.at_ied_falls]
    how = falls(rules, dice.roll("drones.drop", 1).total, None)
    if how == "again":
        how = falls(rules, 6, dice.roll("drones.drop.again", 1).total)
    assert how != "again"
    return how


def load_shot(rules: Ruleset, how: Fall, quality: Quality, pins: int) -> Shot:
    """An anti-tank load in the air, as a shot of the team that let it go."""
    weapon = weapon_of(rules, "ied")
    return Shot(
        weapon=weapon,
        way="dropped",
        tumbling=how == "tumbles",
        quality=quality,
        pins=pins,
        target=Target(soft=False),
    )


def load_strike(rules: Ruleset, damage_value: int, *, open_topped: bool = False) -> Strike:
    """An anti-tank load that hits a vehicle, from above."""
    return Strike(
        weapon=weapon_of(rules, "ied"),
        facing=rules[indirect.strikes](rules),
        pen=rules[drones.at_ied_pen](rules),
        damage_value=damage_value,
        open_topped=open_topped,
    )


def flight_refused(rules: Ruleset, wings: helicopters.Wings, plan: helicopters.FlightPlan) -> Refusal | None:
    """Why a helicopter may not fly so, or None."""
    limits = rules[helicopters.LIMITS]
    along = rules[helicopters.leap](rules, wings, msgspec.structs.replace(plan, up=0))
    climb = rules[helicopters.leap](rules, wings, plan)
    for inches, leap in ((plan.forward, along), (plan.up, climb)):
        reach = rules[helicopters.slowed](rules, leap.inches, plan)
        if not rules[within](rules, abs(inches), reach):
            return Refusal("helicopters.far", f"{inches:g} inches where {reach:g} are allowed", helicopters.FLIGHT)
    return (
        rules[helicopters.mixed_refused](rules, plan)
        or rules[helicopters.turn_refused](rules, plan, (along if plan.forward else climb).turns)
        or rules[helicopters.height_refused](rules, plan.height + plan.up, limits["lowest"], limits["highest"])
    )


def lift(rules: Ruleset, height: float) -> float | None:
    """Where lifting off or landing leads from a height; None where it can do neither."""
    return rules[helicopters.lifts_to](rules, height, rules[helicopters.LIMITS]["lowest"])
