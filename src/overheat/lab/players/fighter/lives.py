"""What a unit has to lose: its life in points, the harm that it does, and how hard a hit on each side is for it."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.damage import TRANSFERS
from overheat.classic.rules.standard.falls import stays_down
from overheat.classic.rules.standard.locations import Placement, Side, on_rear_armour, weapon_location
from overheat.classic.rules.standard.reckoning import counts
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.fighter.bearings import SIDES, Floats
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.pressing import pressed, value_decides
from overheat.lab.players.fighter.shooting.arsenal import ENDLESS, LEAST, arsenal, volleys

USUAL_DISTANCES = slice(2, 11)
USUAL_SHIFT = 4 - LEAST
VITAL = {"CT": 2.0, "HD": 1.5, "LT": 1.3, "RT": 1.3, "LL": 1.0, "RL": 1.0, "LA": 0.6, "RA": 0.6}
"""What it means to lose a place; others count as one."""
BODY = 0.35
"""The share of all its points that a machine loses before it is out, besides those of its middle."""
LEAST_LIFE = 4.0
LEVEL = 0.05
"""The share of their battle value that sides may differ by and be level."""
SPARE = 1.5
"""How many times what a unit has left is still of use to expect of a round's fire."""
SOONER = 0.75
"""The share of a unit's life that brings it down as often as not: much may happen to it before all of that is gone."""
ABOUT = 0.4
"""The share of its life by which that may well be off."""
LEAST_HARM = 1.0
COMES_TO = 0.6
"""What a unit counts that is helpless for now, against one that acts: its crew wakes up, or it starts again."""
TORSO = ("CT", "LT", "RT")
HULL: dict[Side, str] = {"front": "FR", "left": "LS", "right": "RS", "rear": "RR"}
"""The place of a vehicle that is hit from each side, but for its turret."""
BARRED = {("line", True), ("breakthrough", False)}
"""Aims, by their kind and whether they are one's own, that are served by nothing but bringing the enemy down."""
ROLLS = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}
"""The ways of two dice to come to each sum."""


def life(unit: Unit) -> float:
    """About how many points of damage bring a unit down."""
    places = [place for place in unit.condition.locations if not place.destroyed]
    if unit.sheet.kind == "infantry":
        return max(LEAST_LIFE, float(unit.condition.troopers))
    points = {place.code: float(place.armour + place.structure) for place in places}
    whole = sum(points.values())
    if not unit.machine:
        return max(LEAST_LIFE, 0.5 * whole)
    crew = 1.0 - 0.1 * unit.condition.crew_hits
    return max(LEAST_LIFE, (BODY * whole + points.get("CT", 0.0)) * crew)


def useful_of(damage: Floats, left: float) -> Floats:
    """What of some damage is of use against who has so much life left: somewhat more than that, as dice fall."""
    found: Floats = np.minimum(damage, SPARE * left)
    return found


def is_down(promised: float, left: float) -> float:
    """The chance that so much promised damage brings down who has about so much left, as dice fall."""
    if promised <= 0:
        return 0.0
    return 0.5 * (1.0 + math.erf((promised - SOONER * left) / (ABOUT * left * math.sqrt(2.0))))


def harm(state: State, unit: Unit, enemies: list[Unit]) -> float:
    """The damage that a unit does in a usual round, at usual distances."""
    if not enemies:
        return LEAST_HARM
    arms = arsenal(state, unit, enemies[0], USUAL_DISTANCES.start, USUAL_DISTANCES.stop - 1)
    done = volleys(arms, np.array([sinks(state, unit)]))[0, arms.ahead, USUAL_DISTANCES, USUAL_SHIFT]
    return max(LEAST_HARM, acts_in_time(state, unit) * float(done.mean()))


def acts_in_time(state: State, unit: Unit) -> float:
    """How much a unit does in rounds to come against one that acts now: nothing where it lies for good without both
    arms, since it takes both to lie and shoot."""
    rules = state.relief.rules
    lies = unit.machine and unit.condition.prone and rules[stays_down](rules, unit) is not None
    maimed = any(part.destroyed for part in unit.condition.locations if part.code in ARMS)
    if unit.condition.vehicle.crew_dead or (lies and maimed):
        return 0.0
    return COMES_TO if unit.helpless else 1.0


def sinks(state: State, unit: Unit) -> float:
    """The heat that a unit is rid of in a round in which it neither moves nor fires: less where its engine is hit."""
    if unit.sheet.heat_sinks is None:
        return float(ENDLESS)
    built, sunk = heat_of(toil_of(state, msgspec.structs.replace(unit, volley=(), motion=Motion())))
    return max(0.0, float(sunk.total - built.total)) if sunk.terms else float(ENDLESS)


def weights(state: State, units: list[Unit], likes: Preferences) -> dict[str, float]:
    """What a point of damage to each unit counts: more where much harm ends soon."""
    hunted = pressed(state)
    if not likes.focus:
        return {unit.id: hunted.get(unit.id, 1.0) for unit in units}
    harms = _in_proportion({unit.id: _harm_by_life(state, unit, units) for unit in units})
    closing = share_of_closing(state, likes)
    if closing:
        kept = _in_proportion({unit.id: counts(unit) / life(unit) for unit in units})
        harms = {id: (1 - closing) * found + closing * kept[id] for id, found in harms.items()}
    return {id: float(np.clip(found**likes.focus, 0.4, 3.0)) * hunted.get(id, 1.0) for id, found in harms.items()}


def _in_proportion(figures: dict[str, float]) -> dict[str, float]:
    """Figures as shares of their mean."""
    mean = sum(figures.values()) / max(1, len(figures)) or 1.0
    return {id: found / mean for id, found in figures.items()}


def share_of_closing(state: State, likes: Preferences) -> float:
    """How far a battle that the value kept decides has come into its last rounds: 0 before them, 1 in the last."""
    if not state.rounds or not value_decides(state):
        return 0.0
    return float(np.clip(1.0 - (state.rounds - state.round) / likes.closing, 0.0, 1.0))


def rounds_ahead(state: State, likes: Preferences) -> int:
    """The rounds after this one that are looked at: as many as count, and as are left."""
    return min(likes.horizon, state.rounds - state.round) if state.rounds else likes.horizon


def caution_of(state: State, side: Player, likes: Preferences) -> float:
    """What damage taken counts against damage given: towards the end more for who is ahead, less for who is behind,
    who loses by what is left as surely by a little as by much.

    It is less for both the longer neither of them is ahead, and much less for who has nothing to lose.
    """
    if nothing_to_lose(state, side):
        return likes.caution * likes.desperation
    if not state.rounds or not value_decides(state):
        return likes.caution
    ahead = _left(state, side, True) - _left(state, side, False)
    passed = (state.round - 1) / state.rounds if abs(ahead) < LEVEL else 0.0
    lead = likes.lead * ahead if ahead > 0 else min(likes.lead * ahead, likes.arrears * max(-1.0, ahead / LEVEL))
    lead *= share_of_closing(state, likes)
    return likes.caution * float(np.clip(1.0 + lead - likes.impatience * passed, 0.4, 2.0))


def nothing_to_lose(state: State, side: Player) -> bool:
    """Whether a side loses however much of it is left if the enemy only gets by: it holds a line, or bars the way."""
    return any((aim.kind, aim.side == side) in BARRED for aim in state.objectives)


def _left(state: State, side: Player, ours: bool) -> float:
    """The share of the battle value of a side, or of the others, that is still in the battle."""
    units = [unit for unit in state.units.values() if (unit.side == side) == ours]
    return sum(counts(unit) for unit in units if unit.active) / max(1.0, sum(map(counts, units)))


def _harm_by_life(state: State, unit: Unit, units: list[Unit]) -> float:
    """The harm of a unit for its life, found out once as long as it is what it was."""
    kept: dict[str, tuple[Unit, float]] = state.relief.remember("fighters' harm", lambda _: {})
    known = kept.get(unit.id)
    if known is None or known[0].condition is not unit.condition:
        others = [other for other in units if other.side != unit.side]
        known = kept[unit.id] = unit, harm(state, unit, others) / life(unit)
    return known[1]


def by_side(state: State, unit: Unit, likes: Preferences) -> Floats:
    """How much worse a hit on each side is than one on a fresh front: by what is left where it would land."""
    if not likes.sides or unit.sheet.kind in ("infantry", "battle armour"):
        return np.ones(len(SIDES))
    now = np.array([_tender(state, unit, side) for side in SIDES])
    front = now[0]
    relative = np.clip(now / front if front else now, 0.6, 3.0)
    shown: Floats = 1.0 + likes.sides * (relative - 1.0)
    return shown


def _tender(state: State, unit: Unit, side: Side) -> float:
    """How tender a side is: the places that hits there go to, or go on to where those are gone, by what is left of
    them and what they mean."""
    rules = state.relief.rules
    left = {place.code: place for place in unit.condition.locations if not place.destroyed}
    found = 0.0
    for hit, share in _places_hit(rules, unit, side).items():
        code = hit
        while code not in left and code in rules[TRANSFERS]:
            code = rules[TRANSFERS][code]
        if code in left:
            place, rear = left[code], rules[on_rear_armour](rules, unit, side, code)
            armour = place.rear_armour if rear and place.rear_armour else place.armour
            bare = rear and unit.machine and not place.rear_armour and code in TORSO
            found += (
                share * VITAL.get(code, 1.0) / (3.0 + (0.0 if bare else float(armour)) + 0.5 * float(place.structure))
            )
    return found


def _places_hit(rules: Ruleset, unit: Unit, side: Side) -> dict[str, float]:
    """The share of hits on a side that go to each place."""
    if not unit.machine:
        return {HULL[side]: 0.75, "TU": 0.25}
    found: dict[str, float] = {}
    for roll, ways in ROLLS.items():
        code = rules[weapon_location](Placement(rules, unit, side, roll))
        found[code] = found.get(code, 0.0) + ways / 36
    return found
