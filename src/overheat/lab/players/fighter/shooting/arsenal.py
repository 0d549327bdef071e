"""What the weapons of a unit may be expected to do to another: by distance, by what is added, by arc, for the heat."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np

from overheat.classic.battle.chances import HIGHEST_ROLL, chance_of
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import arcs
from overheat.classic.facts.attack import FromAfar, WeaponAttack
from overheat.classic.facts.lasting import of_attacks
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import shot_heat, tracks_heat
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.twists import may_twist
from overheat.classic.turn.heat import worse_aim
from overheat.classic.turn.preview import Usual, heat_of_hit, usual_damages
from overheat.classic.unit.equipment import Gear
from overheat.lab.players.classic_guns import Gun
from overheat.lab.players.fighter.bearings import BEARINGS, Bools, Floats, Ints, in_each_bearing
from overheat.lab.players.fighter.options import has_moved

REACH = 31
"""Distances that are looked at."""
USUAL = range(1, 16)
"""Distances by which it is told which weapon does most for its heat."""
LEAST = -6
"""The least that movement and ground add to a number."""
SHIFTS = 24
"""How many sums of what they add are looked at."""
EASY = 5
"""Shots that need less are taken to do as much when they hit."""
HARDEST = 40
"""The highest number that is told apart."""
PLAIN = frozenset(
    {"autocannon", "ballistic", "burst", "direct", "energy", "explosive", "heat_sink", "indirect", "jump_jet", "laser"}
    | {"lrm", "machine_gun", "missile", "ppc", "srm", "standard_structure"}
)
"""What may be carried or worn that makes no difference to who is hit."""
ENDLESS = 99
"""The heat that a unit may make that does not mind it."""


class Arsenal(NamedTuple):
    """The weapons of a unit as they are against another."""

    damage: Floats
    """By weapon, distance and what is added, from the least on: the damage to expect."""
    heat: Floats
    """By weapon."""
    masks: Bools
    """Sets of weapons that bear together, by set and weapon."""
    bearing: Ints
    """By the turn of torso or turret and the bearing of the target: which of these sets it is."""
    known: dict[bytes, Floats]
    """Volleys that have been worked out, by the heat that they may make."""
    left: set[int]
    """Distances at which its damage has still to be worked out."""

    @property
    def ahead(self) -> int:
        """The set that bears straight ahead."""
        return int(self.bearing[0, 0])


def arsenal(
    state: State, unit: Unit, target: Unit, near: int = 0, far: int = REACH - 1, under_water: bool = False
) -> Arsenal:
    """What a unit has against another at some distances, above the water or below it, worked out anew when either is no
    longer what it was, but for its armour. At others it may not have been worked out yet."""
    kept: dict[object, tuple[object, Arsenal]] = state.relief.remember("fighters' arsenals", lambda _: {})
    key = unit.id, target.id, under_water
    facts = _as_attacker(state, unit), _as_target(target), _shelter(state, target)
    known = kept.get(key)
    if known is None or known[0] != facts:
        known = kept[key] = facts, _begun(state, unit, target)
    arms = known[1]
    asked = arms.left.intersection(range(near, far + 1))
    if asked:
        _work_out(arms, state, _sunk(state, unit) if under_water else _dry(state, unit), target, asked)
    return arms


def _dry(state: State, unit: Unit) -> Unit:
    """A machine as if it did not stand in the water."""
    return _in_the_open(state, unit) if unit.machine and unit.elevation < 0 else unit


def _sunk(state: State, unit: Unit) -> Unit:
    """A machine as if it stood in the deepest water that there is."""
    board = state.relief.board
    hex = state.relief.lastingly(
        "the deepest hex", lambda relief: max(board, key=lambda hex: board[hex].amount("water"))
    )
    return msgspec.structs.replace(unit, hex=hex, elevation=-board[hex].amount("water"))


def _as_attacker(state: State, unit: Unit) -> tuple[object, ...]:
    """What its shots depend on of a unit that battle changes; of its heat only what that does to its aim."""
    condition = unit.condition
    aim = worse_aim(state, unit) if condition.heat else None
    left = tuple(bool(shots) for shots in condition.shots)
    places = tuple((place.destroyed, place.critical_hits) for place in condition.locations)
    plain = msgspec.structs.replace(condition, shots=left, locations=(), heat=0, prone=False)
    return plain, places, unit.marks, condition.prone, 0 if aim is None else aim.value


def _as_target(unit: Unit) -> tuple[object, ...]:
    """What shots at a unit depend on, but for its armour."""
    condition = unit.condition
    return condition.troopers, condition.lost, condition.stance, condition.shut_down, unit.marks


def _shelter(state: State, unit: Unit) -> Hex | None:
    """The building that a unit is in when the shooting starts; none as long as it may still come out."""
    inside = unit.hex in state.relief.board and "building" in state.relief.board[unit.hex]
    return unit.hex if inside and has_moved(state, unit) else None


def carries(state: State, unit: Unit, target: Unit) -> int:
    """How many hexes far the farthest of a unit's weapons carries, found out anew when the unit is not what it was."""
    kept: dict[str, tuple[object, int]] = state.relief.remember("fighters' farthest", lambda _: {})
    facts = unit.condition, unit.elevation
    known = kept.get(unit.id)
    if known is None or known[0] != facts:
        dry = _dry(state, unit)
        limits = [attack_with(state, dry, target, mount, feed).limits for mount, feed in usable(unit)]
        known = kept[unit.id] = facts, max((last for ends in limits for last, _ in ends), default=0)
    return known[1]


def usable(unit: Unit) -> list[tuple[int, int | None]]:
    """The weapons of a unit that can be fired, each with the bin that it is fed from."""
    broken = unit.condition.jammed | unit.condition.vehicle.malfunctions
    ready = [mount for mount in unit.plan.weapons if works(unit, mount) and mount not in broken]
    return [(mount, feed) for mount in ready if (feed := _feed(unit, mount)) != -1]


def _begun(state: State, unit: Unit, target: Unit) -> Arsenal:
    """What a unit has against another, before any damage is worked out."""
    rules, ready = state.relief.rules, usable(unit)
    hot = rules[tracks_heat](rules, unit)
    heat = [float(shot_heat(rules, unit, Shot(mount, target.id, feed), state)) if hot else 0.0 for mount, feed in ready]
    damage, left = np.zeros((len(ready), REACH, SHIFTS)), {*range(REACH)}
    return Arsenal(damage, np.array(heat), *_arcs(state, unit, [mount for mount, _ in ready]), {}, left)


def _work_out(arms: Arsenal, state: State, unit: Unit, target: Unit, asked: set[int]) -> None:
    """Work the damage out at some distances, and at those by which it is told what fires first."""
    if (arms.heat > 0).sum() > 1:
        asked = asked | arms.left.intersection(USUAL)
    outside = _outside(state, target)
    if outside is not target:
        state, target = msgspec.structs.replace(state, units={**state.units, target.id: outside}), outside
    bare = target if _shelter(state, target) else _in_the_open(state, target)
    for at, (mount, feed) in enumerate(usable(unit)):
        struck, gun, begins = attack_with(state, unit, bare, mount, feed), Gun(state), dict[str | None, int]()
        if _in_vain(struck):
            continue
        for attack, last in _over_distances(state, unit, target, mount, feed):
            nearest = begins.setdefault(attack.within, attack.far)
            if asked.isdisjoint(range(attack.far, last + 1)):
                continue
            number = max(0, min(gun.number(attack), HARDEST))
            shifted = slice(number, number + SHIFTS)
            done = _damage(state, struck.from_afar(nearest))
            arms.damage[at, attack.far : last + 1] = (done * _chances())[shifted]
    arms.left.difference_update(asked)
    arms.known.clear()


def _in_vain(attack: WeaponAttack) -> bool:
    """Whether a weapon is not for such a target, wherever both may be: by the rules that go by nothing else."""
    asked = (rule for rule in attack.rules.among(FORBIDS, attack) if rule.steady is not None)
    return any(rule.function(attack) is not None for rule in asked)


def _in_the_open(state: State, unit: Unit) -> Unit:
    """A unit as if it stood on bare ground, which is where hits on it are looked at: it will not stay where it is."""
    board = state.relief.board
    if unit.hex in board and not board[unit.hex].features:
        return unit
    bare = state.relief.lastingly("a bare hex", lambda relief: [hex for hex in board if not board[hex].features][:1])
    return msgspec.structs.replace(unit, hex=bare[0], elevation=max(0, unit.elevation)) if bare else unit


def _outside(state: State, unit: Unit) -> Unit:
    """A unit as if it had come out of the building that it may leave before the shooting starts."""
    inside = unit.hex in state.relief.board and "building" in state.relief.board[unit.hex]
    return _in_the_open(state, unit) if inside and not _shelter(state, unit) else unit


def _arcs(state: State, unit: Unit, mounts: list[int]) -> tuple[Bools, Ints]:
    """Which weapons bear on each bearing, for every way that torso or turret may be turned."""
    rules = state.relief.rules
    ahead = msgspec.structs.replace(unit, facing=0, torso=0)
    turns = [0, *(turn for turn in range(1, 6) if rules[may_twist](rules, ahead, turn) is None)]
    found: dict[bytes, int] = {}
    bearing = np.zeros((len(turns), BEARINGS), np.int64)
    for row, turn in enumerate(turns):
        turned = msgspec.structs.replace(ahead, torso=turn)
        bears = np.zeros((BEARINGS, len(mounts)), np.bool_)
        for at, mount in enumerate(mounts):
            for facing, arc in arcs(turned, unit.sheet.mounts[mount]):
                bears[:, at] |= in_each_bearing(facing, arc)
        for code in range(BEARINGS):
            bearing[row, code] = found.setdefault(bears[code].tobytes(), len(found))
    masks = np.array([np.frombuffer(mask, np.bool_) for mask in found]).reshape(len(found), len(mounts))
    return masks, bearing


def volleys(arms: Arsenal, rooms: Floats) -> Floats:
    """The damage of a volley by the heat that it may make, the weapons that bear, distance and what is added.

    First fires what does most for its heat; the last weapon counts as far as there is room for it.
    """
    key = rooms.tobytes()
    if key not in arms.known:
        arms.known[key] = _volleys(arms, rooms)
    return arms.known[key]


def _volleys(arms: Arsenal, rooms: Floats) -> Floats:
    sets, weapons = arms.masks.shape
    if not weapons:
        return np.zeros((len(rooms), sets, REACH, SHIFTS))
    cool = arms.heat <= 0
    free = np.einsum("sw,wdn->sdn", (arms.masks & cool).astype(np.float64), arms.damage)
    hot = [int(at) for at in np.argsort(-_by_heat(arms), kind="stable") if not cool[at]]
    whole = np.repeat(free[None], len(rooms), axis=0)
    left = np.repeat(np.maximum(rooms, 0.0)[:, None], sets, axis=1)
    for at in hot:
        share = np.where(arms.masks[None, :, at], np.clip(left / arms.heat[at], 0.0, 1.0), 0.0)
        whole += share[:, :, None, None] * arms.damage[at]
        left = left - share * arms.heat[at]
    return whole


def _by_heat(arms: Arsenal) -> Floats:
    """What each weapon does for its heat, over usual distances."""
    done: Floats = arms.damage[:, USUAL.start : USUAL.stop, 4 - LEAST].sum(axis=1) / np.maximum(arms.heat, 0.5)
    return done


def _feed(unit: Unit, mount: int) -> int | None:
    """The bin that a weapon is fed from: the first that holds anything; -1 where all are empty."""
    bins = unit.plan.feeds.get(mount) or (None,)
    if bins[0] is None:
        weapon = unit.sheet.mounts[mount].weapon
        spent = weapon is not None and weapon.shots and not unit.condition.shots[mount]
        return -1 if spent else None
    return next((at for at in bins if at is not None and unit.condition.shots[at]), -1)


def attack_with(state: State, unit: Unit, target: Unit, mount: int, feed: int | None) -> WeaponAttack:
    """A shot of one of a unit's weapons at another."""
    return WeaponAttack(
        state.relief,
        unit,
        target,
        mount,
        feed=feed,
        weather=state.weather,
        others=state.units.values(),
        effects=state.effects,
    )


def _over_distances(
    state: State, unit: Unit, target: Unit, mount: int, feed: int | None
) -> Iterator[tuple[FromAfar, int]]:
    """The attack of a weapon where a range begins, with where it ends; hex by hex too near for it."""
    near = attack_with(state, unit, target, mount, feed)
    far = 0
    while far < REACH:
        attack = near.from_afar(far)
        if attack.bracket is None:
            return
        ends = next(last for last, bracket in attack.limits if bracket == attack.bracket)
        last = far if far <= attack.reach[0] else min(ends, REACH - 1)
        yield attack, last
        far = last + 1


def _damage(state: State, attack: WeaponAttack) -> Floats:
    """What a hit does on average by what it needs, the heat that it puts into its target included.

    It is found out once for a bracket and all alike weapons of a machine, and as far as may be once for all alike
    weapons of all machines.
    """
    kept: dict[tuple[object, ...], Floats] = state.relief.remember("fighters' damages", lambda _: {})
    unit, target = attack.attacker, attack.target
    numbers = unit.condition.troopers, target.condition.troopers
    weapon, struck = _weapons(state, unit)[attack.index], _as_struck(state, target)
    key = id(unit.plan), struck, *numbers, weapon, attack.feed, attack.bracket
    found = kept.get(key)
    if found is None:
        alike = _as_shooter(state, unit), struck, *numbers, weapon, attack.ammunition
        found = kept[key] = _of_bracket(state, attack, alike)
    return found


def _of_bracket(state: State, attack: WeaponAttack, alike: Hashable) -> Floats:
    """What a hit does on average in a range, by what it needs, with what is known of alike shots: those from as far
    away, and what no rule tells apart from others."""
    kept: dict[Hashable, tuple[dict[int, Floats], list[Usual]]] = state.relief.remember("fighters' hits", lambda _: {})
    by_distance, known = kept.setdefault(alike, ({}, []))
    found = by_distance.get(attack.distance)
    if found is None:
        hot = float(heat_of_hit(state, attack))
        done = [*map(float, usual_damages(state, attack, range(EASY, HIGHEST_ROLL + 1), known))]
        found = np.array([hot + done[min(max(EASY, at), HIGHEST_ROLL) - EASY] for at in _numbers()])
        by_distance[attack.distance] = found
    return found


def _as_shooter(state: State, unit: Unit) -> Hashable:
    """What the hits of a unit depend on besides its weapon: who carries nothing but plain things shoots like all of its
    kind, as long as nothing is the matter with it and it stands on open ground or among trees."""
    sheet = unit.sheet
    if unit.plan.traits <= PLAIN and not of_attacks(unit.marks) and _on_land(state, unit):
        return sheet.kind, sheet.motive, sheet.tech, sheet.quirks, sheet.weapon_quirks
    return id(unit.plan)


def _on_land(state: State, unit: Unit) -> bool:
    """Whether a unit is on the board, out of the water and of buildings."""
    board = state.relief.board
    return unit.hex in board and unit.elevation == 0 and "building" not in board[unit.hex]


def _as_struck(state: State, unit: Unit) -> Hashable:
    """What a hit on a unit depends on: who carries nothing but plain things is struck like all of its kind, in the
    open."""
    sheet, board = unit.sheet, state.relief.board
    solid = unit.machine or (unit.vehicle and not unit.elevation)
    if unit.plan.traits <= PLAIN and solid and unit.hex in board and not board[unit.hex].features:
        return sheet.kind, sheet.motive, sheet.tech, sheet.quirks, sheet.weapon_quirks
    return id(unit.plan), unit.hex if unit.hex in board and "building" in board[unit.hex] else None


def _weapons(state: State, unit: Unit) -> tuple[int, ...]:
    """For each mount of a unit the number of what it is, in whatever place: the same thing with the same gear beside
    it, but for plain gear, since what guides missiles sits where they are launched."""
    kept: dict[int, tuple[int, ...]] = state.relief.remember("fighters' weapons", lambda _: {})
    key, mounts = id(unit.plan), unit.sheet.mounts
    if key not in kept:
        numbers: dict[Hashable, int] = state.relief.remember("fighters' kinds of weapons", lambda _: {})
        gear = [mount for mount in mounts if isinstance(mount.equipment, Gear) and not mount.equipment.flags <= PLAIN]
        found = []
        for mount in mounts:
            beside = tuple(other.equipment.name for other in gear if other.location == mount.location)
            plain = msgspec.structs.replace(mount, location="", also_in=(), rear=False, turret=False)
            found.append(numbers.setdefault((plain, beside), len(numbers)))
        kept[key] = tuple(found)
    return kept[key]


@cache
def _chances() -> Floats:
    """The chance of a number and what is added, from the least sum on."""
    return np.array([float(chance_of(number)) if number <= HIGHEST_ROLL else 0.0 for number in _numbers()])


def _numbers() -> range:
    """The numbers that a shot may need, from the least on."""
    return range(LEAST, HARDEST + SHIFTS + 1)
