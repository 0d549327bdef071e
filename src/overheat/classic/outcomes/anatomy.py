"""A war machine as far as it matters to what becomes of it under fire: armour, structure, and what its slots hold.

Slots are thrown for until one can be hit, so that each of them is as likely as any other: of those whose loss changes
nothing for the next hit it is enough to count how many were hit, and only what decides something is special: engine,
gyro, cockpit, and whatever explodes.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import explosive_power, hittable
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import State
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.rules.standard.crew import STAY_AWAKE, dead, head_hit
from overheat.classic.rules.standard.damage import (
    ENGINE_LIMIT,
    EXPLOSION_CREW_HITS,
    TRANSFERS,
    CriticalRoll,
    MountHit,
    critical_hits,
    lost_with,
    vented,
    weapon_explosion,
)
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.unit.plan import Held
from overheat.kernel.dice import Scripted, totals_and_weights
from overheat.kernel.wording.phrases import as_id

NOWHERE = -1
"""Where damage goes on to from the head and the centre."""
BLOWN_OFF: Literal["blown off"] = "blown off"
TWO_DICE = 36
NO_MOUNT = -1


class Local(NamedTuple):
    """What is left of a location. One that is gone has no structure, and keeps the armour that nothing went through."""

    front: int
    rear: int
    structure: int
    lot: int = 0
    """What is known of its critical hits, by its number in the lottery."""

    @property
    def gone(self) -> bool:
        return self.structure <= 0


class Crew(NamedTuple):
    """How the pilot is, and what has happened to the machine as a whole."""

    hits: int
    awake: bool
    head: bool = False
    """Whether the head was hit."""
    exploded: bool = False


class Special(NamedTuple):
    """Slots of a location that decide something when they are hit."""

    kind: Literal["engine", "gyro", "cockpit", "explosive"]
    slots: int
    name: str
    """What a hit on one is called."""
    power: int = 0
    """What it explodes with."""
    once: int = NO_MOUNT
    """The mount of a weapon that explodes with the first of its slots that is hit."""


class Anatomy:
    """A machine as it is when the first shot falls."""

    def __init__(self, state: State, target: str) -> None:
        unit = state.units[target]
        self.state, self.unit, self.rules = state, unit, state.relief.rules
        scene = Scene(state, Scripted())
        condition, rules = unit.condition, self.rules
        self.codes = [place.code for place in condition.locations]
        self.at = {code: index for index, code in enumerate(self.codes)}
        self.inward = [self.at.get(rules[TRANSFERS].get(code, ""), NOWHERE) for code in self.codes]
        self.hanging = [
            tuple(self.at[code] for code in rules[lost_with](rules, place) if code in self.at) for place in self.codes
        ]
        self.vented = [rules[vented](rules, unit, code) for code in self.codes]
        self.head_hits = [rules[head_hit](rules, unit, code) for code in self.codes]
        self.legs = [index for index, code in enumerate(self.codes) if code in LEGS]
        self.head, self.centre = self.at["HD"], self.at["CT"]
        self.ordinary: list[list[tuple[int, Held]]] = []
        """The slots of each location that decide nothing."""
        self.specials: list[tuple[Special, ...]] = []
        for code in self.codes:
            self._sort_slots(scene, code, hittable(scene, target, code))
        self.rolls = [self._rolls(code) for code in self.codes]
        """What rolls for critical hits on each location come to, by how many ways of two dice."""
        engine = [code for code, _ in unit.plan.systems.get("engine", ())]
        self.engine_slots = [engine.count(code) for code in self.codes]
        self.engine_before = [hits_on(unit, "engine", code) for code in self.codes]
        self.spread = sum(slots > 0 for slots in self.engine_slots) > 1
        """Whether the engine lies in more than one location."""
        self.limit = ENGINE_LIMIT
        self.start = tuple(
            Local(
                int(place.armour),
                int(place.rear_armour),
                0 if place.destroyed else int(place.structure),
            )
            for place in condition.locations
        )
        self.crew = Crew(condition.crew_hits, condition.conscious)
        self.explosion_hits = rules[EXPLOSION_CREW_HITS][""]
        self.certainly_fatal = [self._fatal(index) for index in range(len(self.codes))]
        """The least power of an explosion in each location that nothing outlasts; 0 where something always may."""
        self.steady_structure = all(
            special.kind != "explosive" or self.goes_all_the_way(index, special)
            for index, specials in enumerate(self.specials)
            for special in specials
        )
        """Whether no explosion inside leaves a machine that is still in the battle."""

    def _sort_slots(self, scene: Scene, code: str, able: set[int]) -> None:
        """The slots of a location that can be hit: those that decide nothing, and the special ones."""
        unit = self.unit
        ordinary: list[tuple[int, Held]] = []
        found: dict[Special, int] = {}
        for slot in sorted(able):
            held = unit.plan.slots[code][slot]
            special = self._special(scene, held)
            if special is None:
                ordinary.append((slot, held))
            else:
                found[special] = found.get(special, 0) + 1
        self.ordinary.append(ordinary)
        self.specials.append(tuple(special._replace(slots=slots) for special, slots in found.items()))

    def _special(self, scene: Scene, held: Held) -> Special | None:
        """What a slot decides; None where it is nothing. Bins that are alike are one; a weapon explodes once."""
        match held.system:
            case "engine" | "gyro" | "cockpit":
                return Special(held.system, 0, f"critical.{as_id(held.system)}")
        powers = {at: power for at in held.mounts if (power := self._power(scene, at))}
        if not powers:
            return None
        if len(held.mounts) > 1:
            raise NotForeseenError("several things in a slot, of which one explodes")
        ((at, power),) = powers.items()
        if self.unit.sheet.mounts[at].ammunition is not None:
            return Special("explosive", 0, "critical.ammunition", power)
        return Special("explosive", 0, "critical.weapon", power, at)

    def _power(self, scene: Scene, at: int) -> int:
        """What a mount explodes with when it is hit."""
        unit = self.unit
        if unit.sheet.mounts[at].ammunition is not None:
            return explosive_power(scene, unit.id, at, unit.condition.shots[at])
        return self.rules[weapon_explosion](MountHit(self.rules, unit, at))

    def _rolls(self, code: str) -> tuple[tuple[int | Literal["blown off"], int], ...]:
        """What rolls for critical hits on a location come to."""
        found: dict[int | Literal["blown off"], int] = {}
        for faces, weight in totals_and_weights(2, 6):
            result = self.rules[critical_hits](CriticalRoll(self.rules, self.unit, code, sum(faces)))
            found[result] = found.get(result, 0) + weight
        return tuple(found.items())

    def _fatal(self, index: int) -> int:
        """What it takes to go through all structure from a location until a machine is lost; 0 where it is vented."""
        total, at = 0, index
        while True:
            total += self.start[at].structure
            if at in (self.head, self.centre):
                return total
            if self.vented[at] or self.inward[at] == NOWHERE:
                return 0
            at = self.inward[at]

    def goes_all_the_way(self, index: int, special: Special) -> bool:
        """Whether a machine is lost with what explodes in a location, whatever is left of it."""
        return 0 < self.certainly_fatal[index] <= special.power

    def stays_awake(self, hits: int) -> tuple[tuple[tuple[bool, int], ...], int]:
        """Whether a pilot stays awake after so many hits in all, by how many ways of two dice."""
        needed = self.rules[STAY_AWAKE][hits]
        ways = sum(weight for faces, weight in totals_and_weights(2, 6) if sum(faces) >= needed)
        return tuple((awake, many) for awake, many in ((True, ways), (False, TWO_DICE - ways)) if many), TWO_DICE

    def killed(self, hits: int) -> bool:
        """Whether so many hits kill the pilot."""
        return self.rules[dead](self.rules, hits)
