"""From this hex: what every place that a unit can move to means for the fight, before it goes there.

For each place: the heat that shots may make there, the best number and the damage to expect on the best target, and the
same of all enemies on it. Enemies are taken as they stand now, and everybody turns torso or turret towards its target
as far as it goes. Numbers are those of the fire preview: the same attacks, judged by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.chances import as_ways
from overheat.classic.facts.attack import line_of
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn import weapons
from overheat.classic.turn.heat import heat_room
from overheat.classic.turn.preview import chance_to_hit, damage_of_hit, heat_after
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally, number_as_json
from overheat.table.classic.firing import ways
from overheat.table.classic.previews import Rehearsal, unit_of

Told = dict[str, Any]
MOST_ENEMIES = 8
"""The nearest enemies that are looked at."""


class Best(msgspec.Struct, frozen=True):
    """The best shot of a unit at another, and what all its weapons together may be expected to do."""

    weapon: str
    needed: Tally
    chance: Fraction
    damage: Fraction

    def told(self, target: str, *, explained: bool) -> Told:
        terms = [term.as_json() for term in self.needed] if explained else []
        return {
            "target": target,
            "weapon": self.weapon,
            "target_number": int(self.needed.total),
            "probability": as_ways(self.chance),
            "terms": terms,
            "expected_damage": round(float(self.damage), 2),
        }


class _Fight:
    """Shots between units at places that they might be in; what several places share is worked out once."""

    def __init__(self) -> None:
        self._means: dict[tuple[object, ...], Fraction] = {}

    def best(self, state: State, unit: Unit, target: Unit) -> Best | None:
        """What a unit may be expected to do to another; None where nothing can be fired."""
        turned = _turned(state, unit, target)
        if not line_of(state.relief, turned, target).visible:
            return None
        found: dict[int, Best] = {}
        for mount in turned.plan.weapons:
            if not works(turned, mount) or not weapons.shots_left(state, turned, mount):
                continue
            for shot in ways(state, turned, mount, target.id):
                one = self._shot(state, turned, target, shot)
                if one is not None and (mount not in found or one.damage > found[mount].damage):
                    found[mount] = one
        if not found:
            return None
        first = max(found.values(), key=lambda one: (one.chance, one.damage))
        whole = sum((one.damage for one in found.values()), Fraction(0))
        if target.sheet.kind == "infantry":
            whole = min(whole, Fraction(target.condition.troopers))
        return msgspec.structs.replace(first, damage=whole)

    def _shot(self, state: State, unit: Unit, target: Unit, shot: Shot) -> Best | None:
        attack = attack_of(state, unit, shot)
        if refusal(attack) is not None:
            return None
        needed = target_number(attack)
        chance = chance_to_hit(state, attack, needed)
        key = (unit.id, shot, target.id, attack.distance, target.facing, unit.hex.direction(target.hex), needed.terms)
        if chance and key not in self._means:
            self._means[key] = damage_of_hit(state, attack, needed).mean
        return Best(attack.weapon.name, needed, chance, chance * self._means[key] if chance else Fraction(0))


def _turned(state: State, unit: Unit, target: Unit) -> Unit:
    """A unit that has turned torso or turret towards another as far as it may."""
    if unit.hex == target.hex:
        return unit
    wanted = unit.hex.direction(target.hex)
    facings = [facing for facing in range(6) if weapons.twists(state, unit, facing) is None]

    def away(facing: int) -> int:
        return min((facing - wanted) % 6, (wanted - facing) % 6)

    best = min((unit.torso, *facings), key=away)
    return unit if best == unit.torso else msgspec.structs.replace(unit, torso=best)


def prospects(state: State, id: str, hex: str = "") -> list[Told]:
    """What each way to end a move means, by hex and mode as it faces best; with a hex all facings of it, explained."""
    unit = unit_of(state, id)
    if unit.motion.done:
        raise refuse("preview.moved", "the unit moves no further this turn", unit=id)
    rehearsal, fight = Rehearsal(state, unit), _Fight()
    enemies = _enemies(state, unit)
    theirs: dict[tuple[object, ...], list[tuple[Unit, Best]]] = {}
    told = []
    for place in _wanted(reach(state, unit), enemies, hex):
        reached = rehearsal.at(place.path)
        if reached is None:
            continue
        here = reached.unit
        there = msgspec.structs.replace(state, units={**state.units, id: here})
        key = here.hex, here.elevation, here.motion, here.condition.prone, here.facing if hex else 0
        if key not in theirs:
            theirs[key] = [(foe, found) for foe in enemies if (found := fight.best(there, foe, here)) is not None]
        mine = [(foe, found) for foe in enemies if (found := fight.best(there, here, foe)) is not None]
        told.append(_told(there, here, place, mine, theirs[key], explained=bool(hex)))
    return told


def _enemies(state: State, unit: Unit) -> list[Unit]:
    others = (other for other in state.units.values() if other.active and other.side != unit.side and not other.fate)
    return sorted(others, key=lambda other: (unit.hex.distance(other.hex), other.id))[:MOST_ENEMIES]


def _wanted(places: Iterable[Place], enemies: list[Unit], hex: str) -> Iterator[Place]:
    """All ways into one hex, or into each hex the one in each mode that faces the nearest enemy best."""
    if hex:
        yield from (place for place in places if str(place.hex) == hex)
        return
    found: dict[tuple[object, ...], tuple[tuple[int, int], Place]] = {}
    for place in places:
        key = place.hex, place.mode
        effort = _away(place, enemies), place.spent
        if key not in found or effort < found[key][0]:
            found[key] = effort, place
    yield from (place for _, place in found.values())


def _away(place: Place, enemies: list[Unit]) -> int:
    """How far a place faces away from the nearest enemy, in hexsides."""
    near = min(enemies, key=lambda foe: place.hex.distance(foe.hex), default=None)
    if near is None or near.hex == place.hex:
        return 0
    wanted = place.hex.direction(near.hex)
    return min((place.facing - wanted) % 6, (wanted - place.facing) % 6)


def _told(
    state: State,
    unit: Unit,
    place: Place,
    mine: list[tuple[Unit, Best]],
    theirs: list[tuple[Unit, Best]],
    *,
    explained: bool,
) -> Told:
    rules = state.relief.rules
    best = max(mine, key=lambda pair: (pair[1].damage, pair[1].chance), default=None)
    worst = max(theirs, key=lambda pair: (pair[1].chance, pair[1].damage), default=None)
    suffered = sum((found.damage for _, found in theirs), Fraction(0))
    warm = rules[tracks_heat](rules, unit)
    return {
        "hex": str(place.hex),
        "facing": place.facing,
        "mode": place.mode,
        "heat": number_as_json(heat_after(state, unit)[2]) if warm else None,
        "heat_room": None if not warm or (room := heat_room(state, unit)) is None else number_as_json(room),
        "cover": [] if worst is None else _cover(state, worst[0], unit),
        "mine": None if best is None else best[1].told(best[0].id, explained=explained),
        "theirs": None if worst is None else worst[1].told(worst[0].id, explained=explained),
        "enemies": len(theirs),
        "suffered": round(float(suffered), 2),
    }


def _cover(state: State, enemy: Unit, unit: Unit) -> list[str]:
    """What hides a unit from an enemy, in words: on the line, and where it stands."""
    line = line_of(state.relief, enemy, unit)
    return [f"{term.label} +{term.value}" for term in line.modifiers + line.target_hex if term.value > 0]
