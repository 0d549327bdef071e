"""A vehicle by its parts: locations, and what it moves by, each with what battle may do to it unseen.

Which of its parts owns what follows from the tables of critical hits. What one part does and another has to know is
common to all of them: that one more stun would be the crew's last, that the engine is gone, that it moves no more.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.vehicle import hit_motive_system, roll_vehicle_critical
from overheat.classic.facts.events import FateMet
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.anatomy import Local
from overheat.classic.outcomes.blows import Fate
from overheat.classic.outcomes.effects import effects_of
from overheat.classic.outcomes.scenes import Foreseen, NotForeseenError
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.locations import Side
from overheat.classic.rules.standard.vehicles import VEHICLE_CRITICALS, fatal_to_vehicle, guns, part_of
from overheat.classic.unit.condition import VehicleDamage
from overheat.kernel.branching import Branch, all_ways

MOTIVE = "motive"
"""The part of a vehicle that it moves by."""
STOPS = frozenset({"engine hit", "fuel tank"})
"""Critical hits after which a vehicle may move no more."""


class Common(NamedTuple):
    """What all parts of a vehicle have to know of one another."""

    crew_worn: bool
    """Whether driver and commander are hit."""
    engine_hit: bool
    immobile: bool


class Inside(NamedTuple):
    """What battle did to a part; what it does not own is as it was."""

    driver: bool
    commander: bool
    sensors: int
    jammed: bool
    locked: bool
    stabiliser: bool
    malfunctions: frozenset[int]
    lost: frozenset[int]
    motive: int
    levels: frozenset[str]


class Change(NamedTuple):
    """What a roll makes of a part, and what happens by name."""

    inside: Inside
    common: Common
    fate: Fate | None
    happened: frozenset[str]


class Hull:
    """A vehicle as it is when the first shot falls."""

    steady_structure = True

    def __init__(self, state: State, target: str) -> None:
        self.state, self.id, self.rules = state, target, state.relief.rules
        self.unit = unit = state.units[target]
        places, vehicle = unit.condition.locations, unit.condition.vehicle
        self.codes = [*(place.code for place in places), MOTIVE]
        self.at = {code: index for index, code in enumerate(self.codes)}
        self.motive = len(places)
        self.start = (*(Local(int(place.armour), 0, int(place.structure)) for place in places), Local(0, 0, 1))
        self.crew = Common(vehicle.driver_hit and vehicle.commander_hit, vehicle.engine_hit, vehicle.immobile)
        self.parts = [MOTIVE if code == MOTIVE else part_of(code) for code in self.codes]
        self._guns = [guns(unit, code) for code in self.codes]
        self._alike = [
            not any(self.rules[weapon_explosion](MountHit(self.rules, unit, at)) for at in some) for some in self._guns
        ]
        """Whether it makes no difference which weapon of a part is hit."""
        self.inside = [self._canonical(part, self._inside(part, unit, None)) for part in range(len(self.codes))]
        """Each part at first."""
        self._reads = [self._read(part) for part in self.parts]
        self._changes: dict[tuple[int, Inside, Common, Side | None], tuple[tuple[Change, float], ...]] = {}
        self._fates: dict[int, Fate] = {}

    def _read(self, part: str) -> Common:
        """Which of all that is common a part has to know; the front knows itself how driver and commander are."""
        if part == MOTIVE:
            return Common(False, False, True)
        stops = not STOPS.isdisjoint(self.rules[VEHICLE_CRITICALS][part].values())
        return Common(part != "front", stops or part == "turret", stops)

    # A vehicle with one of its parts otherwise

    def _inside(self, part: int, unit: Unit, before: Inside | None) -> Inside:
        """A part of a vehicle as it is; a turret that stops with the engine is not locked itself."""
        vehicle, code, kind = unit.condition.vehicle, self.codes[part], self.parts[part]
        own = self.unit.condition.vehicle
        crew = vehicle if kind == "front" else own
        turret = vehicle if kind == "turret" else own
        moved = vehicle if kind == MOTIVE else own
        locked = before.locked if before is not None and vehicle.engine_hit else turret.turret_locked
        return Inside(
            crew.driver_hit,
            crew.commander_hit,
            crew.sensors,
            turret.turret_jammed,
            locked,
            code in vehicle.stabilisers,
            vehicle.malfunctions & {*self._guns[part]},
            unit.condition.lost & {*self._guns[part]},
            moved.motive,
            moved.motive_levels,
        )

    def _canonical(self, part: int, inside: Inside) -> Inside:
        """A part as one of all that differ only in which of its weapons is hit."""
        if not self._alike[part] or not (inside.malfunctions or inside.lost):
            return inside
        listed, lost = self._guns[part], len(inside.lost)
        broken = len(inside.malfunctions - inside.lost)
        return inside._replace(
            malfunctions=frozenset(listed[lost : lost + broken]),
            lost=frozenset(listed[:lost]),
        )

    def _with(self, part: int, inside: Inside, common: Common) -> Unit:
        """The vehicle with a part as it may be."""
        condition, code = self.unit.condition, self.codes[part]
        own = condition.vehicle
        front = self.parts[part] == "front"
        worn = common.crew_worn and not front
        vehicle = VehicleDamage(
            motive=inside.motive,
            motive_levels=inside.levels,
            immobile=common.immobile,
            sensors=inside.sensors,
            stabilisers=own.stabilisers | ({code} if inside.stabiliser else set()),
            turret_jammed=inside.jammed,
            turret_locked=inside.locked or common.engine_hit,
            driver_hit=inside.driver or worn,
            commander_hit=inside.commander or worn,
            crew_stunned=own.crew_stunned,
            crew_dead=own.crew_dead,
            engine_hit=common.engine_hit,
            rotor_hits=own.rotor_hits,
            malfunctions=(own.malfunctions - {*self._guns[part]}) | inside.malfunctions,
        )
        changed = msgspec.structs.replace(condition, lost=condition.lost | inside.lost, vehicle=vehicle)
        return msgspec.structs.replace(self.unit, condition=changed)

    # What all parts have to know of one another

    def known(self, part: int, common: Common) -> Common:
        """What a part knows of what is common; the rest as it was at first."""
        reads = self._reads[part]
        return Common(*(now if read else first for now, first, read in zip(common, self.crew, reads, strict=True)))

    def told(self, after: Common, known: Common, common: Common) -> Common:
        """What is common after a roll that knew less of it."""
        return Common(*(one if one != first else now for one, first, now in zip(after, known, common, strict=True)))

    # What the engine makes of a part

    def changes(self, part: int, inside: Inside, common: Common, side: Side | None) -> tuple[tuple[Change, float], ...]:
        """A roll for a critical hit on a part, or for damage to what it moves by from a side."""
        key = part, inside, common, side
        found = self._changes.get(key)
        if found is None:
            found = self._changes[key] = self._found(*key)
        return found

    def _found(self, part: int, inside: Inside, common: Common, side: Side | None) -> tuple[tuple[Change, float], ...]:
        unit = self._with(part, inside, common)
        state = self.state.with_unit(unit)

        def one_way(branch: Branch) -> Change:
            scene = Foreseen(state, branch, self.id)
            if side is not None:
                hit_motive_system(scene, self.id, side)
            else:
                roll_vehicle_critical(scene, self.id, self.codes[part])
            return self._change(part, inside, scene, unit)

        found, whole = all_ways(one_way)
        return tuple([(change, weight / whole) for change, weight in found])

    def _change(self, part: int, inside: Inside, scene: Scene, before: Unit) -> Change:
        """What came of a roll; refused where it is more than a part owns or all of them know.

        How a vehicle came to move no more makes no difference to what it moves by.
        """
        after = scene.state.units[self.id]
        happened = frozenset(effects_of(scene.events, self.id, before))
        vehicle = after.condition.vehicle
        common = Common(vehicle.driver_hit and vehicle.commander_hit, vehicle.engine_hit, vehicle.immobile)
        if not after.active:
            why = next(event.why for event in scene.events if isinstance(event, FateMet))
            return Change(inside, self.crew, Fate(why, happened), frozenset())
        left = self._inside(part, after, inside)
        stunned = self.unit.condition.vehicle.crew_stunned
        steady = msgspec.structs.replace(vehicle, crew_stunned=stunned)
        condition = msgspec.structs.replace(after.condition, vehicle=steady)
        if msgspec.structs.replace(after, condition=condition) != self._with(part, left, common):
            raise NotForeseenError("a critical hit does something to other parts of a vehicle")
        still = part == self.motive and common.immobile
        return Change(self.inside[part] if still else self._canonical(part, left), common, None, happened)

    def lost_with(self, part: int) -> Fate:
        """What becomes of a vehicle that a location of is gone."""
        found = self._fates.get(part)
        if found is None:
            code, condition = self.codes[part], self.unit.condition
            places = tuple(
                msgspec.structs.replace(place, structure=0) if place.code == code else place
                for place in condition.locations
            )
            gone = msgspec.structs.replace(self.unit, condition=msgspec.structs.replace(condition, locations=places))
            why = self.rules[fatal_to_vehicle](self.rules, gone)
            found = self._fates[part] = Fate(why, frozenset({f"lost.{code}"}))
        return found
