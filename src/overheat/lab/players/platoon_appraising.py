"""What shots and blasts may be expected to do, roughly in enemy units: the arithmetic of a greedy player.

Templates count whom the rules count (`templates`), scores and penetrations are those of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import State, Unit, Volley
from overheat.platoon.damage import losses
from overheat.platoon.facts import Order, OrderTest, Shot, Strike
from overheat.platoon.fire import firing, guns, spotting, templates
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.geometry import Spot, bearing, flat
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import armour, blast, drones, missiles, orders
from overheat.platoon.units.weapons import Count, Weapon, weapon_row

PIN = 0.03
"""What a pin is worth beside the loss of a whole unit."""
SUFFERS = 0.02
"""What a hit on a vehicle is worth that does not end it."""
EXPLOSIVE = "ied"
"""The weapon that blasts are taken to come from."""
FRIENDS = -2
"""How much more the loss of friends weighs."""


class Thinking(Battle):
    """A battle that is only thought about: nothing changes, so what was found out is kept."""

    def __init__(self, game: PlatoonGame, state: State) -> None:
        super().__init__(state, game.ruleset, NO_DICE)
        self.game = game
        self.shots: dict[str, float] = {}
        self._there: dict[int | None, tuple[Unit, ...]] = {}
        self._tests: dict[str, OrderTest] = {}
        self._obeys: dict[str, dict[Order, float]] = {}

    def on_table(self, side: int | None = None) -> Iterator[Unit]:
        """Units on the table, of a side or of both, looked for once."""
        if side not in self._there:
            self._there[side] = tuple(super().on_table(side))
        return iter(self._there[side])

    def obeys(self, unit: Unit, order: Order) -> float:
        """The chance that a unit obeys an order."""
        tests = orders.kind_of(self.rules, order).tests
        known = self._obeys.get(unit.id)
        if known is None and not tests:
            return float(odds.order_test(self.rules, self.facts(unit, order)))
        if known is None:
            test = self._tests[unit.id] = self.facts(unit, order)
            known = self._obeys[unit.id] = _obedience(self.rules, test)
        found = known.get(order)
        if found is None:
            test = msgspec.structs.replace(self._tests[unit.id], order=order)
            test = test if tests else msgspec.structs.replace(test, virtual_pins=0)
            found = known[order] = float(odds.order_test(self.rules, test))
        return found


def _obedience(rules: Ruleset, test: OrderTest) -> dict[Order, float]:
    """The chances of a test of whatever order, as far as asked; where marks are about they are found out anew."""
    if test.marks:
        return {}
    key = msgspec.structs.astuple(msgspec.structs.replace(test, order="", marks=()))
    known: dict[Order, float] = rules.worked_out("platoon.obedience").setdefault(key, {})
    return known


def worth(battle: Thinking, unit: Unit) -> float:
    """What a unit is worth to the enemy: one victory point, and more for what it can do."""
    return 0.6 + battle.sheet(unit).points / 150


@lru_cache(maxsize=64)
def _mean(rules: Ruleset, many: Count) -> float:
    return float(odds.number(rules, many).mean)


def volleys_worth(battle: Thinking, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> float:
    """The part of an enemy unit that shots may be expected to destroy, and the pins they give."""
    return sum(_volley_worth(battle, unit, volley, occasion) for volley in volleys)


def _volley_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str) -> float:
    target = battle.units[volley.target]
    weapon = guns.volley_weapon(battle, unit, volley)
    if volley.indirect:
        chance = float(odds.falls_where_aimed(battle.rules, spotting.need_for(battle, unit, target)))
        falls = 0.0 if volley.round == "smoke" else blast_on_worth(battle, unit.side, target, weapon.he or 1)
        return chance * falls + 0.05 * worth(battle, target)
    blast = weapon.he and (volley.round == "he" or weapon.pen == "HE") and "ATGM" not in weapon.keywords
    if weapon.he and blast and not volley.at_drone:
        return _blasts_worth(battle, unit, volley, occasion, weapon.he)
    known, key = battle.between(unit, target), (_direct_worth, volley, occasion)
    found: float | None = known.get(key)
    if found is None:
        found = known[key] = _direct_worth(battle, unit, volley, occasion, weapon)
    return found


def _direct_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str, weapon: Weapon) -> float:
    """What bullets and missiles do, by how the unit and its target stand."""
    target = battle.units[volley.target]
    if "ATGM" in weapon.keywords:
        return _missile_worth(battle, unit, weapon, target)
    total = 0.0
    for gun, shot in guns.shots_of(battle, unit, volley, occasion):
        total += _shot_worth(battle, gun, shot, target, volley)
    return min(1.0, total) * worth(battle, target)


def _hits(battle: Thinking, weapon: Weapon, shot: Shot) -> float:
    """How many shots of a weapon may be expected to hit."""
    band = resolve.band_at(battle.rules, weapon, shot.distance)
    if band is None:
        return 0.0
    score = resolve.score_needed(battle.rules, shot)
    return _mean(battle.rules, band.shots) * float(odds.reaches_score(battle.rules, score))


def _missile_worth(battle: Thinking, unit: Unit, weapon: Weapon, target: Unit) -> float:
    """What a guided missile does to a vehicle at the end of its flight, if nothing changes."""
    hit = odds.to_hit(battle.rules, firing.guided_shot(battle, unit, weapon, target))
    way = bearing(target.at, target.heading, unit.at)
    facing = battle.rules[missiles.struck_facing](battle.rules, weapon, way)
    return float(hit) * destroys(battle, target, Strike(weapon=weapon, facing=facing)) * worth(battle, target)


def _shot_worth(battle: Thinking, gun: guns.Gun, shot: Shot, target: Unit, volley: Volley) -> float:
    """The part of a unit that one weapon destroys."""
    hits, sheet, rules = _hits(battle, gun.weapon, shot), battle.sheet(target), battle.rules
    pen = resolve.soft_pen(rules, gun.weapon, False)
    if volley.at_drone:
        return hits * float(odds.fells(rules, pen, rules[drones.damage_value](rules, sheet.damage_value)))
    if not sheet.soft:
        facing = losses.facing_from(battle, target, gun.at)
        return hits * destroys(battle, target, Strike(weapon=gun.weapon, distance=shot.distance, facing=facing))
    fells = odds.fells(rules, pen, sheet.damage_value + firing.shield_of(battle, target, gun))
    return hits * (float(fells) / max(1, len(target.men)) + PIN)


def _blasts_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str, size: int) -> float:
    """What explosive rounds fired directly do: to the target, and to whoever stands beside it."""
    target = battle.units[volley.target]
    for gun, shot in guns.shots_of(battle, unit, volley, occasion):
        return _hits(battle, gun.weapon, shot) * blast_on_worth(battle, unit.side, target, size)
    return 0.0


def blast_on_worth(battle: Thinking, side: int, target: Unit, size: int) -> float:
    """What a blast that is laid on a unit is worth to a side."""
    known, key = battle.kept, (blast_on_worth, side, target.id, size)
    found: float | None = known.get(key)
    if found is None:
        found = known[key] = _find_blast_worth(battle, side, target, size)
    return found


def _find_blast_worth(battle: Thinking, side: int, target: Unit, size: int) -> float:
    if target.building is not None:
        many = _mean(battle.rules, battle.rules[blast.BLASTS][size].hits)
        return _felled(battle, target, many, size, None) * worth(battle, target)
    if target.at.z > 0:
        return destroys(battle, target, _blast_strike(battle, size, None)) * worth(battle, target)
    return blast_worth(battle, side, templates.centre_on(battle, target), size)


def blast_worth(battle: Thinking, side: int, at: Spot, size: int, pen: int | None = None) -> float:
    """What a blast at a place is worth to a side: the enemies under its template, less the friends."""
    total = 0.0
    for unit in battle.on_table():
        if flat(unit.at, at) <= size + 12:
            part = _blasted(battle, at, size, unit, pen)
            total += part * worth(battle, unit) * (1 if unit.side != side else FRIENDS)
    return total


def _blasted(battle: Thinking, at: Spot, size: int, unit: Unit, pen: int | None) -> float:
    """The part of a unit that a blast at a place destroys, and its pins."""
    if battle.sheet(unit).soft:
        covered = templates.men_under(battle, at, size, unit)
        return _felled(battle, unit, covered, size, pen) if covered else 0.0
    if not templates.hull_under(battle, at, size, unit):
        return 0.0
    pins = _mean(battle.rules, battle.rules[blast.BLASTS][size].pins)
    return destroys(battle, unit, _blast_strike(battle, size, pen)) + PIN * pins


def _blast_strike(battle: Thinking, size: int, pen: int | None) -> Strike:
    """The hit of a blast on a vehicle, from above."""
    own = battle.rules[blast.BLASTS][size].pen if pen is None else pen
    weapon = weapon_row(battle.rules, EXPLOSIVE)
    return Strike(weapon=weapon, facing="top", high_explosive=True, indirect=True, pen=own)


def _felled(battle: Thinking, unit: Unit, hits: float, size: int, pen: int | None) -> float:
    """The part of a unit of men that falls to so many hits of a blast, and its pins."""
    sizes = battle.rules[blast.BLASTS][size]
    hits = battle.rules[blast.hits_when_down](battle.rules, int(hits)) if battle.order_of(unit).low else hits
    fells = float(odds.fells(battle.rules, sizes.pen if pen is None else pen, battle.sheet(unit).damage_value))
    return min(1.0, hits * fells / max(1, len(unit.men))) + PIN * _mean(battle.rules, sizes.pins)


def destroys(battle: Thinking, target: Unit, struck: Strike) -> float:
    """The part of a vehicle that one hit destroys: how likely it is lost, and a little for all else that it suffers."""
    rules, struck = battle.rules, losses.on_hull(battle, target, struck)
    if rules[armour.immune](rules, struck):
        return 0.0
    helicopter = battle.sheet(target).kind == "helicopter"
    if struck.marks:
        return _lost(rules, struck, helicopter) + SUFFERS
    pen, hull = int(resolve.penetration(rules, struck).total), (struck.open_topped, struck.flamethrower_vehicle)
    known, key = _known(rules), (struck.weapon.id, struck.facing, pen, struck.damage_value, hull, helicopter)
    if key not in known:
        known[key] = _lost(rules, struck, helicopter)
    return known[key] + SUFFERS


@lru_cache(maxsize=16)
def _known(rules: Ruleset) -> dict[object, float]:
    """Chances of hits on vehicles under some rules, where no marks are about, as far as asked."""
    return {}


def _lost(rules: Ruleset, struck: Strike, helicopter: bool) -> float:
    return float(odds.strike_helicopter(rules, struck) if helicopter else odds.strike(rules, struck).knocked_out)
