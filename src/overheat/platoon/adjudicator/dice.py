"""Questions of a real table thrown for: dice that say what they are for, and what came of them in a sentence.

The dice go through the same procedures that a battle does.
"""

from __future__ import annotations

from overheat.kernel.dice import Dice
from overheat.kernel.refusal import Fact, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.adjudicator.questions import (
    AssaultAsked,
    BlastAsked,
    DropAsked,
    FightAsked,
    HitAsked,
    MoraleAsked,
    OrderAsked,
    ShellsAsked,
    ShotAsked,
    blast_of,
    check_range,
    shot_of,
    strike_of,
    test_of,
)
from overheat.platoon.facts import Strike
from overheat.platoon.resolution import chances, resolve
from overheat.platoon.rules.standard import blast, close_quarters, drones, orders
from overheat.platoon.rules.standard.dice import count

Thrown = tuple[str, dict[str, Fact]]
"""What came of some dice, in a sentence and as facts."""


def roll_shot(rules: Ruleset, asked: ShotAsked, dice: Dice) -> Thrown:
    """Some weapons fired at a unit or a vehicle."""
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


def roll_order(rules: Ruleset, asked: OrderAsked, dice: Dice) -> Thrown:
    """An order obeyed or not."""
    test = test_of(asked, rules)
    if not rules[orders.needs_test](rules, test):
        return "No test is due: the unit obeys.", {"passed": True}
    found = resolve.take_test(rules, dice, test)
    told: dict[str, Fact] = {"passed": found.passed, "total": found.total, "target": found.target}
    ended = "the unit obeys and loses a pin" if found.passed and asked.pins else "the unit obeys"
    if not found.passed:
        ended = {"friendly_fire": "it fires at friends", "panic": "it panics"}.get(found.fubar or "", "it goes down")
    return f"Rolled {found.total} against {found.target}: {ended}.", told


def roll_penetration(rules: Ruleset, asked: HitAsked, dice: Dice) -> Thrown:
    """A hit on a vehicle or a helicopter."""
    return _roll_hit(strike_of(asked, rules), rules, dice, helicopter=asked.helicopter)


def roll_morale(rules: Ruleset, asked: MoraleAsked, dice: Dice) -> Thrown:
    """A unit holds, or does not."""
    needed = resolve.morale_target(rules, asked.quality, asked.pins, nco_lost=asked.nco_lost)
    held, total = resolve.morale_check(rules, dice, needed)
    end = "the unit holds" if held else "the unit is destroyed"
    return f"Rolled {total} against {needed.total}: {end}.", {"holds": held}


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


def roll_blast(rules: Ruleset, asked: BlastAsked, dice: Dice) -> Thrown:
    """A blast among men."""
    hits = resolve.blast_hits(rules, dice, asked.size, asked.under(rules), asked.down)
    weapon = resolve.weapon_of(rules, "ied")
    pen = rules[blast.BLASTS][asked.size].pen
    lost = resolve.roll_damage(rules, dice, weapon, pen, asked.damage_value, hits, "blast.damage")
    gained = count(rules, dice, rules[blast.BLASTS][asked.size].pins, "blast.pins")
    words = f"{counted(hits, 'hit')}, {counted(lost.fallen, 'man falls', 'men fall')}; {counted(gained, 'pin')}."
    return words, {"hits": hits, "fallen": lost.fallen, "pins": gained}


def roll_shells(rules: Ruleset, asked: ShellsAsked, dice: Dice) -> Thrown:
    """Shells, one after the other until one hits."""
    need = asked.need
    for number, seen in enumerate(asked.watched(), start=1):
        fired = resolve.shell(rules, dice, need, seen)
        if fired.hit:
            return f"Shell {number} hits.", {"hit": True, "shell": number}
        need = fired.need
    return f"No shell hits; the next needs {need}+.", {"hit": False, "need": need}


def roll_fight(rules: Ruleset, asked: FightAsked, dice: Dice) -> Thrown:
    """One side strikes."""
    if asked.tough > asked.men:
        raise refuse("adjudicate.tough", f"{asked.tough} tough fighters among {asked.men} men")
    felled = resolve.blows(rules, dice, asked.men, asked.tough, asked.damage_value)
    if asked.enemies is not None:
        felled = min(felled, asked.enemies)
    return f"{counted(felled, 'enemy falls', 'enemies fall')}.", {"felled": felled}


def roll_assault(rules: Ruleset, asked: AssaultAsked, dice: Dice) -> Thrown:
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


def roll_explosive(rules: Ruleset, dice: Dice) -> Thrown:
    """An explosive load let go above a place."""
    falls = rules[drones.ied_falls](rules, dice.roll("drones.drop", 1).total)
    if falls is None:
        return "The load does not release.", {"load": "hangs"}
    far = count(rules, dice, falls, "drones.tumble")
    words = f"goes off {counted(far, 'inch', 'inches')} away" if far else "falls straight and goes off"
    return f"The load {words}.", {"load": "falls", "inches": far}


def roll_drop(rules: Ruleset, asked: DropAsked, dice: Dice) -> Thrown:
    """A load let go above a vehicle."""
    how = resolve.drop_load(rules, dice)
    if how == "hangs":
        return "The load does not release.", {"load": how}
    shot = resolve.load_shot(rules, how, asked.quality, asked.pins)
    if not resolve.roll_to_hit(rules, dice, resolve.score_needed(rules, shot), 1):
        return f"The load {'tumbles' if how == 'tumbles' else 'falls straight'} and misses.", {"load": how}
    struck = resolve.load_strike(rules, asked.damage_value, open_topped=asked.open_topped)
    words, told = _roll_hit(struck, rules, dice, helicopter=False)
    return f"The load hits. {words}", {"load": how, **told}
