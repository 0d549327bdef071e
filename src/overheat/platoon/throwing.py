"""Questions of a real table thrown for: dice that say what they are for, and what came of them in a sentence.

The dice go through the same procedures that a battle does.
"""

from __future__ import annotations

from overheat.kernel.dice import Dice
from overheat.kernel.refusal import Fact, refuse
from overheat.kernel.rules import Ruleset
from overheat.kernel.words import counted
from overheat.platoon import chances, resolve
from overheat.platoon.facts import Strike
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
from overheat.platoon.rules.standard import blast, close_quarters, orders
from overheat.platoon.rules.standard.dice import count

Thrown = tuple[str, dict[str, Fact]]
"""What came of some dice, in a sentence and as facts."""


def throw(question: Question, rules: Ruleset, dice: Dice) -> Thrown:
    """Throw the dice that a question asks for: what came of it in a sentence, and its facts."""
    match question:
        case ShotAsked():
            return _roll_shot(question, rules, dice)
        case OrderAsked():
            return _roll_order(question, rules, dice)
        case HitAsked():
            return _roll_hit(strike_of(question, rules), rules, dice, helicopter=question.helicopter)
        case BlastAsked():
            return _roll_blast(question, rules, dice)
        case ShellsAsked():
            return _roll_shells(question, rules, dice)
        case FightAsked():
            return _roll_fight(question, rules, dice)
        case AssaultAsked():
            return _roll_assault(question, rules, dice)
        case MoraleAsked():
            needed = resolve.morale_target(rules, question.quality, question.pins, nco_lost=question.nco_lost)
            held, total = resolve.morale_check(rules, dice, needed)
            end = "the unit holds" if held else "the unit is destroyed"
            return f"Rolled {total} against {needed.total}: {end}.", {"holds": held}
        case DropAsked():
            return _roll_drop(question, rules, dice)


def _roll_shot(asked: ShotAsked, rules: Ruleset, dice: Dice) -> Thrown:
    shot = shot_of(asked, rules)
    check_range(rules, shot)
    band = resolve.band_at(rules, shot.weapon, shot.distance)
    assert band is not None
    flames = "Flamethrower" in shot.weapon.keywords
    fired = sum(1 if flames else count(rules, dice, band.shots, "fire.shots") for _ in range(asked.weapons))
    score = resolve.score_needed(rules, shot)
    hits = resolve.roll_to_hit(rules, dice, score, fired)
    if flames:
        hits = sum(count(rules, dice, band.shots, "fire.flames") for _ in range(hits))
    told: dict[str, Fact] = {"shots": fired, "score": score, "hits": hits}
    start = f"{counted(fired, 'shot', 'shots')}, {counted(hits, 'hit')}"
    if asked.vehicle:
        struck = strike_of(asked, rules)
        words = [_roll_hit(struck, rules, dice, helicopter=False)[0] for _ in range(hits)]
        return f"{start}. {' '.join(words)}".strip(), told
    size = blast_of(shot)
    if size:
        return f"{start}. Lay a template of {size} inches for each.", told
    pen = resolve.soft_pen(rules, shot.weapon, False)
    lost = resolve.roll_damage(rules, dice, shot.weapon, pen, asked.damage_value, hits)
    fallen = min(lost.fallen, asked.men)
    told |= {"fallen": fallen, "picked": min(lost.picked, fallen)}
    picked = f", {lost.picked} picked by the firer" if lost.picked else ""
    pinned = "; the target gets pins" if hits else ""
    return f"{start}, {counted(fallen, 'man falls', 'men fall')}{picked}{pinned}.", told


def _roll_order(asked: OrderAsked, rules: Ruleset, dice: Dice) -> Thrown:
    test = test_of(asked)
    if not rules[orders.needs_test](rules, test):
        return "No test is due: the unit obeys.", {"passed": True}
    found = resolve.take_test(rules, dice, test)
    told: dict[str, Fact] = {"passed": found.passed, "total": found.total, "target": found.target}
    ended = "the unit obeys and loses a pin" if found.passed and asked.pins else "the unit obeys"
    if not found.passed:
        ended = {"friendly_fire": "it fires at friends", "panic": "it panics"}.get(found.fubar or "", "it goes down")
    return f"Rolled {found.total} against {found.target}: {ended}.", told


def _roll_hit(struck: Strike, rules: Ruleset, dice: Dice, *, helicopter: bool) -> Thrown:
    if helicopter:
        found, rows = resolve.strike_helicopter(rules, dice, struck)
        effects = [str(row) for row in rows]
    else:
        found, marks = resolve.strike_vehicle(rules, dice, struck)
        effects = [str(mark) for mark in marks]
    listed = ", ".join(effect.replace("_", " ") for effect in effects)
    words = "The hit does nothing." if found == "none" else f"{found.capitalize()} damage: {listed}."
    return words, {"result": found, "effects": listed}


def _roll_blast(asked: BlastAsked, rules: Ruleset, dice: Dice) -> Thrown:
    hits = resolve.blast_hits(rules, dice, asked.size, asked.under(rules), asked.down)
    weapon = resolve.weapon_of(rules, "ied")
    pen = rules[blast.BLASTS][asked.size].pen
    lost = resolve.roll_damage(rules, dice, weapon, pen, asked.damage_value, hits, "blast.damage")
    gained = count(rules, dice, rules[blast.BLASTS][asked.size].pins, "blast.pins")
    words = f"{counted(hits, 'hit')}, {counted(lost.fallen, 'man falls', 'men fall')}; {counted(gained, 'pin')}."
    return words, {"hits": hits, "fallen": lost.fallen, "pins": gained}


def _roll_shells(asked: ShellsAsked, rules: Ruleset, dice: Dice) -> Thrown:
    need = asked.need
    for number, seen in enumerate(asked.watched(), start=1):
        fired = resolve.shell(rules, dice, need, seen)
        if fired.hit:
            return f"Shell {number} hits.", {"hit": True, "shell": number}
        need = fired.need
    return f"No shell hits; the next needs {need}+.", {"hit": False, "need": need}


def _roll_fight(asked: FightAsked, rules: Ruleset, dice: Dice) -> Thrown:
    if asked.tough > asked.men:
        raise refuse("adjudicate.tough", f"{asked.tough} tough fighters among {asked.men} men")
    felled = resolve.blows(rules, dice, asked.men, asked.tough, asked.damage_value)
    if asked.enemies is not None:
        felled = min(felled, asked.enemies)
    return f"{counted(felled, 'enemy falls', 'enemies fall')}.", {"felled": felled}


def _roll_assault(asked: AssaultAsked, rules: Ruleset, dice: Dice) -> Thrown:
    """Close quarters of two sides, round after round until one of them is gone."""
    attacker, defender = asked.sides()
    chances.fought(rules, attacker, defender, defended=asked.defended)
    number, ours, theirs, loser = 0, 0, 0, ""
    while not loser and attacker.men and defender.men:
        number += 1
        together = rules[close_quarters.together](rules, asked.defended, number)
        struck = resolve.blows(rules, dice, attacker.men, attacker.tough, defender.damage_value)
        fallen = min(defender.men, struck)
        left = defender.without(fallen)
        back = defender if together else left
        lost = min(attacker.men, resolve.blows(rules, dice, back.men, back.tough, attacker.damage_value))
        attacker, defender = attacker.without(lost), left
        ours, theirs, loser = ours + lost, theirs + fallen, rules[close_quarters.loser](rules, lost, fallen) or ""
    ended = f"the {loser}s are destroyed" if loser else "nobody is left"
    losses = f"{counted(ours, 'attacker falls', 'attackers fall')}, {counted(theirs, 'defender', 'defenders')}"
    words = f"{counted(number, 'round')}: {losses}, and {ended}."
    return words, {"rounds": number, "attackers": ours, "defenders": theirs, "destroyed": loser}


def _roll_drop(asked: DropAsked, rules: Ruleset, dice: Dice) -> Thrown:
    how = resolve.drop_load(rules, dice)
    if how == "hangs":
        return "The load does not release.", {"load": how}
    shot = resolve.load_shot(rules, how, asked.quality, asked.pins)
    if not resolve.roll_to_hit(rules, dice, resolve.score_needed(rules, shot), 1):
        return f"The load {'tumbles' if how == 'tumbles' else 'falls straight'} and misses.", {"load": how}
    struck = resolve.load_strike(rules, asked.damage_value, open_topped=asked.open_topped)
    words, told = _roll_hit(struck, rules, dice, helicopter=False)
    return f"The load hits. {words}", {"load": how, **told}
