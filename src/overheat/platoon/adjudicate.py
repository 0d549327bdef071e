"""Questions of a real table answered: an explained sum, exact chances, and a distribution of what comes of it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally
from overheat.kernel.words import counted
from overheat.platoon import chances, odds, resolve
from overheat.platoon.facts import Result, Shot
from overheat.platoon.questions import (
    AssaultAsked,
    BlastAsked,
    DropAsked,
    FightAsked,
    HitAsked,
    MoraleAsked,
    OrderAsked,
    Question,
    ShellsAsked,
    ShotAsked,
    blast_of,
    check_range,
    shot_of,
    strike_of,
    test_of,
)
from overheat.platoon.rules.standard import orders

RESULTS: tuple[Result, ...] = ("none", "glancing", "full", "massive")


SAFE = 2**53
"""The first whole number that programs whose numbers are all floats may get wrong."""


def ratio(value: Fraction) -> list[int | str]:
    """A fraction as numerator and denominator; as text where a float could not hold them."""
    numbers = (value.numerator, value.denominator)
    return [number if abs(number) < SAFE else str(number) for number in numbers]


class Chance(msgspec.Struct, frozen=True):
    """A probability, or a mean, with its name."""

    id: str
    label: str
    value: Fraction

    def as_json(self, exact: str = "chance") -> dict[str, object]:
        return {"id": self.id, "label": self.label, exact: ratio(self.value), "float": float(self.value)}


class Premise(msgspec.Struct, frozen=True):
    """What a question is about, before anything is counted or thrown."""

    title: str
    sum: Tally | None = None
    number: int | None = None
    """What the dice must show: at least for a shot, at most for an order test."""

    def as_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "sum": self.sum.as_json() if self.sum is not None else None,
            "explanation": self.sum.explain() if self.sum is not None else "",
            "number": self.number,
        }


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question; its first chance is the one that was asked for."""

    premise: Premise
    chances: tuple[Chance, ...]
    means: tuple[Chance, ...] = ()
    outcomes: str
    """What the distribution is of."""
    distribution: tuple[Chance, ...]

    def as_json(self) -> dict[str, object]:
        return {
            **self.premise.as_json(),
            "headline": self.chances[0].as_json(),
            "chances": [chance.as_json() for chance in self.chances],
            "means": [mean.as_json("mean") for mean in self.means],
            "distribution": {"label": self.outcomes, "rows": [_row(chance) for chance in self.distribution]},
        }


def _row(chance: Chance) -> dict[str, object]:
    """A bar of a chart: numbers by themselves, everything else by its name."""
    told = chance.as_json()
    name = told.pop("id")
    return {"value": int(chance.id) if chance.id.isdecimal() else name, **told}


def _counted(found: Distribution[int], one: str, many: str) -> tuple[Chance, ...]:
    return tuple(Chance(str(value), counted(value, one, many), found.probability(value)) for value in sorted(found))


def premise(question: Question, rules: Ruleset) -> Premise:
    """What a question is about: a title, and the number to be rolled, explained."""
    match question:
        case ShotAsked():
            shot = shot_of(question, rules)
            check_range(rules, shot)
            return _aimed(shot, rules)
        case OrderAsked():
            test = test_of(question)
            tally, tested = resolve.order_target(rules, test), rules[orders.needs_test](rules, test)
            title = f"{question.order.capitalize()}, {question.quality}" + ("" if tested else ": no test is due")
            return Premise(title, tally, int(tally.total) if tested else None)
        case HitAsked():
            struck = strike_of(question, rules)
            title = f"{struck.weapon.name} on the {question.facing}, damage value {question.damage_value}"
            return Premise(title, resolve.penetration(rules, struck))
        case BlastAsked():
            covered = question.under(rules)
            under = "no template is laid" if covered is None else f"{counted(covered, 'man', 'men')} under it"
            return Premise(f'A blast of {question.size}", {under}')
        case ShellsAsked():
            shells = counted(question.shells, "shell", "shells")
            return Premise(f"{shells}, the first needs {question.need}+", number=question.need)
        case FightAsked():
            return Premise(f"{counted(question.men, 'man', 'men')} at close quarters")
        case AssaultAsked():
            return Premise(f"{counted(question.men, 'man charges', 'men charge')} {question.enemies}")
        case MoraleAsked():
            needed = resolve.morale_target(rules, question.quality, question.pins, nco_lost=question.nco_lost)
            title = f"Morale check, {question.quality}, {counted(question.pins, 'pin')}"
            return Premise(title, needed, int(needed.total))
        case DropAsked():
            return Premise(f"Anti-tank load on a vehicle of {question.damage_value}+")


def _aimed(shot: Shot, rules: Ruleset) -> Premise:
    title = f'{shot.weapon.name} at {shot.distance:g}"'
    return Premise(title, resolve.score_tally(rules, shot), resolve.score_needed(rules, shot))


def adjudicate(question: Question, rules: Ruleset) -> Ruling:
    """The exact answer to a question."""
    match question:
        case ShotAsked():
            check_range(rules, shot_of(question, rules))
            return fired(question, rules)
        case OrderAsked():
            return _order(question, rules)
        case HitAsked():
            return _hit(question, rules)
        case BlastAsked():
            return _blast(question, rules)
        case ShellsAsked():
            return _shells(question, rules)
        case FightAsked():
            return _fight(question, rules)
        case AssaultAsked():
            return _assault(question, rules)
        case MoraleAsked():
            return _morale(question, rules)
        case DropAsked():
            return _drop(question, rules)


def fired(asked: ShotAsked, rules: Ruleset) -> Ruling:
    """What some weapons do; nothing where they do not reach."""
    shot = shot_of(asked, rules)
    hit = Chance("to_hit", "each shot hits", odds.to_hit(rules, shot))
    hits = odds.hits(rules, shot, asked.weapons)
    means = [Chance("hits", "hits on average", hits.mean)]
    chances = [hit, Chance("any_hit", "at least one hit", hits.at_least(1))]
    found, label = _counted(hits, "hit", "hits"), "hits"
    if asked.vehicle:
        lost = odds.knock_out(rules, shot, strike_of(asked, rules), asked.weapons)
        chances.append(Chance("knocked_out", "the vehicle is knocked out", lost))
    elif size := blast_of(shot):
        one = odds.blast_casualties(rules, size, asked.damage_value, None, asked.down)
        chances.append(Chance("template", "men fall to each blast that lies on them", one.at_least(1)))
        inside = odds.casualties_in_a_building(rules, shot, size, asked.damage_value, asked.weapons, down=asked.down)
        inside = inside.map(lambda many: min(many, asked.men))
        means.append(Chance("casualties_in_a_building", "men fall on average in a building", inside.mean))
    else:
        fallen = odds.casualties(rules, shot, asked.damage_value, asked.weapons).map(lambda many: min(many, asked.men))
        chances.append(Chance("any_fallen", "at least one man falls", fallen.at_least(1)))
        chances.append(Chance("each_hit", "each hit fells a man", odds.casualty(rules, shot, asked.damage_value)))
        means.append(Chance("casualties", "men fall on average", fallen.mean))
        found, label = _counted(fallen, "man falls", "men fall"), "men who fall"
    return Ruling(
        premise=_aimed(shot, rules),
        chances=tuple(chances),
        means=tuple(means),
        outcomes=label,
        distribution=found,
    )


def _order(asked: OrderAsked, rules: Ruleset) -> Ruling:
    test = test_of(asked)
    obeys = odds.order_test(rules, test)
    wrong = odds.fubar(rules, test)
    rest = [
        Chance("obeys", "obeys", obeys),
        Chance("down", "goes down", 1 - obeys - wrong.where(lambda found: found is not None)),
        Chance("friendly_fire", "fires at friends", wrong.probability("friendly_fire")),
        Chance("panic", "panics", wrong.probability("panic")),
    ]
    return Ruling(
        premise=premise(asked, rules),
        chances=(rest[0],),
        outcomes="what becomes of the order",
        distribution=tuple(rest),
    )


def _hit(asked: HitAsked, rules: Ruleset) -> Ruling:
    struck = strike_of(asked, rules)
    found = odds.strike(rules, struck)
    results = [
        Chance(name, f"{'no' if name == 'none' else name} damage", found.results.probability(name)) for name in RESULTS
    ]
    if asked.helicopter:
        first = Chance("crashes", "the helicopter crashes", odds.strike_helicopter(rules, struck))
    else:
        first = Chance("knocked_out", "the vehicle is knocked out", found.knocked_out)
    return Ruling(
        premise=premise(asked, rules),
        chances=(first, Chance("penetrates", "any damage", 1 - results[0].value)),
        outcomes="damage of one hit",
        distribution=tuple(results),
    )


def _blast(asked: BlastAsked, rules: Ruleset) -> Ruling:
    fallen = odds.blast_casualties(rules, asked.size, asked.damage_value, asked.under(rules), asked.down)
    return Ruling(
        premise=premise(asked, rules),
        chances=(Chance("any_fallen", "at least one man falls", fallen.at_least(1)),),
        means=(Chance("casualties", "men fall on average", fallen.mean),),
        outcomes="men who fall",
        distribution=_counted(fallen, "man falls", "men fall"),
    )


def _shells(asked: ShellsAsked, rules: Ruleset) -> Ruling:
    by = [odds.shelling(rules, shells, asked.watched(), asked.need) for shells in range(1, asked.shells + 1)]
    alone = [now - before for now, before in zip(by, [Fraction(0), *by], strict=False)]
    first = [Chance(str(number), f"shell {number} is the first to hit", odd) for number, odd in enumerate(alone, 1)]
    return Ruling(
        premise=premise(asked, rules),
        chances=(Chance("hit", f"a hit within {counted(asked.shells, 'shell', 'shells')}", by[-1]),),
        outcomes="the first hit",
        distribution=(*first, Chance("never", "no shell hits", 1 - by[-1])),
    )


def _fight(asked: FightAsked, rules: Ruleset) -> Ruling:
    if asked.tough > asked.men:
        raise refuse("adjudicate.tough", f"{asked.tough} tough fighters among {asked.men} men")
    felled = odds.close_quarters_kills(rules, asked.men, asked.damage_value, asked.tough)
    if asked.enemies is not None:
        most = asked.enemies
        felled = felled.map(lambda many: min(many, most))
    chances = [Chance("any_felled", "at least one enemy falls", felled.at_least(1))]
    if asked.enemies is not None:
        chances.append(Chance("all_felled", "all enemies fall", felled.at_least(asked.enemies)))
    return Ruling(
        premise=premise(asked, rules),
        chances=tuple(chances),
        means=(Chance("felled", "enemies fall on average", felled.mean),),
        outcomes="enemies who fall",
        distribution=_counted(felled, "enemy falls", "enemies fall"),
    )


def _assault(asked: AssaultAsked, rules: Ruleset) -> Ruling:
    attacker, defender = asked.sides()
    first = chances.fought_round(rules, attacker, defender, defended=asked.defended)
    ended = chances.fought(rules, attacker, defender, defended=asked.defended)
    names = {"attacker": "the attackers are left", "defender": "the defenders are left", "nobody": "nobody is left"}
    last = [Chance(name, label, ended.map(str).probability(name)) for name, label in names.items()]
    rounds = [
        Chance(
            "first_won", "the attackers win in the first round", first.where(lambda each: each.winner == "attacker")
        ),
        Chance(
            "first_lost", "the defenders win in the first round", first.where(lambda each: each.winner == "defender")
        ),
        Chance("first_drawn", "another round follows", first.where(lambda each: each.winner == "nobody")),
    ]
    fallen = [
        Chance(
            "defenders",
            "defenders fall in the first round, on average",
            first.map(lambda each: each.defender_lost).mean,
        ),
        Chance(
            "attackers",
            "attackers fall in the first round, on average",
            first.map(lambda each: each.attacker_lost).mean,
        ),
    ]
    return Ruling(
        premise=premise(asked, rules),
        chances=(last[0], *rounds),
        means=tuple(fallen),
        outcomes="who is left",
        distribution=tuple(last),
    )


def _morale(asked: MoraleAsked, rules: Ruleset) -> Ruling:
    holds = Chance(
        "holds", "the unit holds", chances.morale_check(rules, asked.quality, asked.pins, nco_lost=asked.nco_lost)
    )
    breaks = Chance("breaks", "the unit is destroyed", 1 - holds.value)
    return Ruling(
        premise=premise(asked, rules),
        chances=(holds,),
        outcomes="what becomes of the unit",
        distribution=(holds, breaks),
    )


def _drop(asked: DropAsked, rules: Ruleset) -> Ruling:
    found, out = chances.anti_tank_load(
        rules, asked.quality, asked.pins, asked.damage_value, open_topped=asked.open_topped
    )
    labels = {"hangs": "the load does not release", "misses": "it misses", "hits": "it hits"}
    rows = tuple(Chance(name, label, found.probability(name)) for name, label in labels.items())
    return Ruling(
        premise=premise(asked, rules),
        chances=(Chance("knocked_out", "the vehicle is knocked out", out), rows[2]),
        outcomes="the load",
        distribution=rows,
    )
