"""What shots do to a target: the chance that it is destroyed, by its men, its nerve or its armour, and other losses."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.platoon_appraising import Thinking, destroys, volleys_worth
from overheat.lab.players.platoon_appraising import worth as plain_value
from overheat.lab.players.soldier.stakes import stake, still_to_come
from overheat.platoon.battle.state import Shooting, Unit, Volley
from overheat.platoon.damage import losses
from overheat.platoon.facts import Quality, Strike
from overheat.platoon.fire import aiming, firing, guns
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import damage, drones
from overheat.platoon.units.weapons import Count

WOUNDS = 0.45
"""What the men who fall count beside the whole unit where it is not destroyed."""
LEFT = 0.35
"""How much of that counts in the last turn, when only those profit from it who shoot after."""
PIN = 0.05
"""What a pin is worth."""
IDLE = 0.12
"""A shot that is worth less is none to stay for."""
AGAIN, ORDER_LOST = 0.7, 0.1
"""How likely who went down last time does so again under fire, and what it is worth that he loses his order so."""
HASTE = 0.06
"""What it is worth besides to pin who has not acted yet."""


class Outcome(NamedTuple):
    """What shots may be expected to do."""

    worth: float = 0.0
    kills: float = 0.0
    """The chance that the target is destroyed."""
    target: str = ""


def value_of(battle: Thinking, unit: Unit) -> float:
    """What a unit counts: the victory point that it is lost for, and what it can still do before the end."""
    sheet, still = battle.sheet(unit), still_to_come(battle)
    left = len(unit.men) / len(sheet.men) if sheet.men else 1.0
    return 1.0 + still * (left * sheet.points / 150 - 0.2)


def outcome(battle: Thinking, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> Outcome:
    """What some volleys of a unit do, the best of their targets named."""
    found: dict[str, list[Volley]] = {}
    for volley in volleys:
        found.setdefault(volley.target, []).append(volley)
    parts = [
        _staked(battle, unit, _on_one(battle, unit, battle.units[id], tuple(each), occasion))
        for id, each in found.items()
    ]
    best = max(parts, key=lambda part: part.worth, default=Outcome())
    return Outcome(sum(part.worth for part in parts), best.kills, best.target)


def foreseen(battle: Thinking, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> Outcome:
    """What some volleys do if who went down last time is likely to do so again before they are fired."""
    found = outcome(battle, unit, volleys, occasion)
    for id in dict.fromkeys(volley.target for volley in volleys):
        target = battle.units[id]
        if target.side == unit.side or target.acted or target.last != "down" or not battle.sheet(target).soft:
            continue
        lying = _lying(battle, target)
        fewer = found.worth - outcome(lying, unit, volleys, occasion).worth - ORDER_LOST
        found = found._replace(worth=found.worth - AGAIN * max(0.0, fewer))
    return found


def _lying(battle: Thinking, target: Unit) -> Thinking:
    """The battle as it is once a target has gone down."""
    known: dict[str, Thinking] = battle.kept.setdefault("lying", {})
    if target.id not in known:
        state = battle.frozen()
        down = msgspec.structs.replace(target, order="down")
        known[target.id] = Thinking(battle.game, msgspec.structs.replace(state, units={**state.units, target.id: down}))
    return known[target.id]


def best_volleys(battle: Thinking, unit: Unit) -> Outcome:
    """The best that a unit can fire from where it is, now that it has an order or if it had one to fire."""
    known: dict[str, Outcome] = battle.kept.setdefault("best volleys", {})
    if unit.id not in known:
        every = volley_choices(battle, Shooting(unit.side, unit.id)) if aiming.can_fire(battle, unit) else ()
        found = (foreseen(battle, unit, volleys, "order") for volleys in every)
        known[unit.id] = max((Outcome(), *found), key=lambda each: each.worth)
    return known[unit.id]


def _staked(battle: Thinking, unit: Unit, found: Outcome) -> Outcome:
    """An outcome with what depends on its target besides: the objective that it alone is on."""
    target = battle.units[found.target]
    at_stake = stake(battle, target) if target.side != unit.side else 0.0
    return found._replace(worth=found.worth + at_stake * found.kills) if at_stake else found


def _on_one(battle: Thinking, unit: Unit, target: Unit, volleys: tuple[Volley, ...], occasion: str) -> Outcome:
    bullets = [volley for volley in volleys if _is_bullets(battle, unit, volley)]
    if bullets and bullets[0].at_drone:
        return _on_drone(battle, unit, target, bullets, occasion)
    rest = tuple(volley for volley in volleys if volley not in bullets and volley.round != "smoke")
    scale = value_of(battle, target) / plain_value(battle, target)
    worth = scale * volleys_worth(battle, unit, rest, occasion) if rest else 0.0
    kills = min(1.0, worth / value_of(battle, target)) if rest else 0.0
    if not bullets:
        return Outcome(worth, kills, target.id)
    if battle.sheet(target).soft:
        found = _on_men(battle, unit, target, bullets, occasion)
    else:
        found = _on_armour(battle, unit, target, bullets, occasion)
    return Outcome(found.worth + worth, 1 - (1 - found.kills) * (1 - kills), target.id)


def _is_bullets(battle: Thinking, unit: Unit, volley: Volley) -> bool:
    """Whether a volley is of shots that are rolled for one by one."""
    weapon = guns.volley_weapon(battle, unit, volley)
    blast = volley.round == "he" or weapon.pen == "HE"
    return not (volley.indirect or blast or {"ATGM", "Flamethrower"} & weapon.keywords)


def _on_drone(battle: Thinking, unit: Unit, target: Unit, volleys: list[Volley], occasion: str) -> Outcome:
    """The chance that a drone is shot down, and its team lost with it; an EW rifle may only silence it."""
    rules, stands = battle.rules, 1.0
    value = rules[drones.damage_value](rules, battle.sheet(target).damage_value)
    for volley in volleys:
        for gun, shot in guns.shots_of(battle, unit, volley, occasion):
            band = resolve.band_at(rules, gun.weapon, shot.distance)
            if band is None:
                continue
            hit = float(odds.reaches_score(rules, resolve.score_needed(rules, shot)))
            fells = float(odds.fells(rules, resolve.soft_pen(rules, gun.weapon, False), value))
            part = 0.5 if rules[drones.jams](rules, gun.weapon) else 1.0
            stands *= (1 - part * hit * fells) ** shots_in(rules, band.shots)
    return Outcome(value_of(battle, target) * (1 - stands), 1 - stands, target.id)


def _on_men(battle: Thinking, unit: Unit, target: Unit, volleys: list[Volley], occasion: str) -> Outcome:
    """The chance that so many men fall that nobody is left, or that the rest run."""
    rules, sheet, men = battle.rules, battle.sheet(target), len(target.men)
    if not men:
        return Outcome(target=target.id)
    fallen, unhit, picked = [1.0] + [0.0] * men, 1.0, 1.0
    for volley in volleys:
        for gun, shot in guns.shots_of(battle, unit, volley, occasion):
            band = resolve.band_at(rules, gun.weapon, shot.distance)
            if band is None:
                continue
            hit = float(odds.reaches_score(rules, resolve.score_needed(rules, shot)))
            pen = resolve.soft_pen(rules, gun.weapon, False)
            fells = hit * float(odds.fells(rules, pen, sheet.damage_value + firing.shield_of(battle, target, gun)))
            for _ in range(shots_in(rules, band.shots)):
                fallen = _one_more(fallen, fells)
                unhit *= 1 - hit
                if rules[damage.always_picked](rules, gun.weapon):
                    picked *= 1 - fells
    pins = target.pins + 1
    breaks = breaking(rules, sheet.quality, pins, battle.nco_lost(target))
    due = rules[damage.morale_due]
    kills = sum(
        chance * (1.0 if many >= men else breaks if due(rules, men, many) else 0.0)
        for many, chance in enumerate(fallen)
    )
    if any(figure.post == "operator" for figure in sheet.men):
        kills = 1 - (1 - kills) * picked
    share = sum(min(many, men) * chance for many, chance in enumerate(fallen)) / men
    pinned = (1 - unhit) * (PIN + (0.0 if target.acted else HASTE))
    wounds = WOUNDS * max(LEFT, still_to_come(battle)) * share
    return Outcome(value_of(battle, target) * (kills + wounds * (1 - kills)) + pinned, kills, target.id)


def _one_more(fallen: list[float], fells: float) -> list[float]:
    """How many fall after one more shot; the last stands for all."""
    after = [0.0] * len(fallen)
    last = len(fallen) - 1
    for many, chance in enumerate(fallen):
        after[many] += chance * (1 - fells)
        after[min(last, many + 1)] += chance * fells
    return after


def _on_armour(battle: Thinking, unit: Unit, target: Unit, volleys: list[Volley], occasion: str) -> Outcome:
    stands = 1.0
    for volley in volleys:
        for gun, shot in guns.shots_of(battle, unit, volley, occasion):
            band = resolve.band_at(battle.rules, gun.weapon, shot.distance)
            if band is None:
                continue
            hit = float(odds.reaches_score(battle.rules, resolve.score_needed(battle.rules, shot)))
            facing = losses.facing_from(battle, target, gun.at)
            lost = destroys(battle, target, Strike(weapon=gun.weapon, distance=shot.distance, facing=facing))
            stands *= (1 - hit * min(1.0, lost)) ** shots_in(battle.rules, band.shots)
    return Outcome(value_of(battle, target) * (1 - stands), 1 - stands, target.id)


@lru_cache(maxsize=256)
def shots_in(rules: Ruleset, many: Count) -> int:
    """How many shots a weapon usually has."""
    return round(float(odds.number(rules, many).mean))


@lru_cache(maxsize=1024)
def breaking(rules: Ruleset, quality: Quality, pins: int, nco_lost: bool) -> float:
    """The chance that a unit does not hold after heavy loss."""
    return 1 - float(chances.morale_check(rules, quality, min(pins, 20), nco_lost=nco_lost))
