"""The table of a battle: what stands where, how far it is, who sees whom and in what cover.

All of it is asked, nothing is told; what was found out is kept as long as it stays so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf
from typing import Any

from shapely.geometry.base import BaseGeometry

from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.advance import Unfrozen
from overheat.platoon.battle.standing import NOBODY, Moment, standing_of
from overheat.platoon.battle.state import State, Unit, hull_of, men_at
from overheat.platoon.ground.geometry import (
    BETWEEN,
    SCALE,
    Body,
    Box,
    Spot,
    ahead,
    box_around,
    edge_to_spot,
    flat,
    formation,
    gap,
    nearest,
    outline,
)
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import cover as cover_rules
from overheat.platoon.rules.standard import drones, helicopters, movement, smoke

EYE = 80
"""How high a man's eyes are, in hundredths of an inch."""
SMOKE_TOP = 3 * SCALE
DRONE_WIDTH = 30
TOUCHES = 0.01
"""Inches by which a base may overlap a wreck that it stands against."""


class Tabletop(Unfrozen):
    """Units, wrecks and smoke on their ground, with the answers that were found about them."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        super().__init__(state)
        self.rules = rules
        self.standing = standing_of(rules, state.sheets, state.setup.table)
        self.ground = self.standing.ground
        self.kept: dict[Any, Any] = {}
        """What was found out since something last happened, by whoever asks."""
        self._eyes: dict[str, tuple[Spot, ...]] = {}
        self._seen: dict[tuple[str, str], bool] = {}
        self._moment: Moment | None = None

    def changed(self) -> None:
        """Something has happened: only what stands by itself is still known."""
        self.kept.clear()
        self._moment = None

    def put(self, unit: Unit, *, seen_otherwise: bool = True) -> None:
        """A unit is what it is from now on; who sees whom is found out again."""
        super().put(unit, seen_otherwise=seen_otherwise)
        if seen_otherwise:
            self._eyes.pop(unit.id, None)
            self._seen.clear()

    def veil(self, smoke: tuple[Spot, ...], puffs: tuple[Spot, ...]) -> None:
        """Smoke lies where these markers are, and nowhere else; who sees whom is found out again."""
        super().veil(smoke, puffs)
        self._seen.clear()

    def sheet(self, unit: Unit | str) -> Sheet:
        return self.sheets[unit if isinstance(unit, str) else unit.id]

    def peer(self, unit: Unit, sheet_id: str) -> str:
        """The id on the table of another unit of the same side."""
        return f"{self.setup.players[unit.side]}/{sheet_id}"

    # What was found out.

    def alone(self, unit: Unit) -> dict[Any, Any]:
        """What was found out about a unit on the table alone: it stays as long as the unit is as it is."""
        return self.standing.look(unit).kept if self.units.get(unit.id) is unit else {}

    def between(self, unit: Unit, target: Unit) -> dict[Any, Any]:
        """What was found out about the fire of a unit at another by how both stand and what lies between them: it stays
        as long as that does. Of units that are nowhere in this battle nothing is kept, of units aboard or with marks
        until something happens."""
        if self.units.get(unit.id) is not unit or self.units.get(target.id) is not target:
            return {}
        if self._moment is None:
            self._moment = self.standing.moment(self.smoke, self.puffs, self.wrecks, self.missiles)
        found = self._moment.between.get((id(unit), id(target)))
        return self._find_between(self._moment, unit, target) if found is None else found

    def _find_between(self, moment: Moment, unit: Unit, target: Unit) -> dict[Any, Any]:
        look = self.standing.look
        fires, stands = look(unit).fires, look(target).stands
        if fires == NOBODY or stands == NOBODY:
            known: dict[Any, Any] = self.kept.setdefault((unit.id, target.id), {})
            return known
        guides = any(missile.operator == unit.id for missile in self.missiles)
        key = fires, stands, guides, self.wrecks and self._lying_between(unit, target)
        found = moment.between[id(unit), id(target)] = self.standing.pairs(self.smoke, self.puffs).setdefault(key, {})
        return found

    def posed(self, unit: Unit, target: Unit) -> dict[Any, Any]:
        """What was found out about two units by where they are and what lies between them, whatever else becomes of
        them; of units that are nowhere in this battle nothing is kept."""
        if self.units.get(unit.id) is not unit or self.units.get(target.id) is not target:
            return {}
        if self._moment is None:
            self._moment = self.standing.moment(self.smoke, self.puffs, self.wrecks, self.missiles)
        found = self._moment.posed.get((id(unit), id(target)))
        return self._find_posed(self._moment, unit, target) if found is None else found

    def _find_posed(self, moment: Moment, unit: Unit, target: Unit) -> dict[Any, Any]:
        look = self.standing.look
        poses = look(unit).pose, look(target).pose
        if NOBODY in poses:
            known: dict[Any, Any] = self.kept.setdefault(("posed", unit.id, target.id), {})
            return known
        key = *poses, self.wrecks and self._lying_between(unit, target)
        found = moment.posed[id(unit), id(target)] = self.standing.poses(self.smoke, self.puffs).setdefault(key, {})
        return found

    def _lying_between(self, unit: Unit, target: Unit) -> tuple[Body, ...]:
        """The wrecks that a line from anybody of a unit to anybody of another may touch, and others near by."""
        look, known = self.standing.look, self.standing.lying(self.wrecks)
        poses = look(unit).pose, look(target).pose
        found = known.get(poses)
        if found is None:
            eyes, spare = (*self.eyes(unit), *self.eyes(target)), self.sheet(unit).length
            xs, ys = [eye.x for eye in eyes], [eye.y for eye in eyes]
            west, east, south, north = min(xs), max(xs), min(ys), max(ys)
            found = known[poses] = tuple(
                wreck
                for wreck in self.wrecks
                if west - spare - wreck.width <= wreck.at.x <= east + spare + wreck.width
                and south - spare - wreck.width <= wreck.at.y <= north + spare + wreck.width
            )
        return found

    # Who is where.

    def side(self, side: int) -> Iterator[Unit]:
        """The living units of a side."""
        return (unit for unit in self.units.values() if unit.side == side and unit.alive)

    def on_table(self, side: int | None = None) -> Iterator[Unit]:
        """Units on the table, of a side or of both."""
        return (unit for unit in self.units.values() if unit.place == "table" and side in (None, unit.side))

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        return self.on_table(1 - unit.side)

    def aboard(self, carrier: Unit) -> list[Unit]:
        """The units that a transport carries."""
        return [unit for unit in self.units.values() if unit.carrier == carrier.id and unit.place == "aboard"]

    def crowd(self, carrier: Unit) -> int:
        """How many men a transport carries."""
        return sum(len(unit.men) for unit in self.aboard(carrier))

    def partner(self, unit: Unit) -> Unit | None:
        """The fighting vehicle of a squad."""
        if "partners" not in self.standing.kept:
            self.standing.kept["partners"] = self._find_partners()
        found = self.standing.kept["partners"].get(unit.id)
        return None if found is None else self.units[found]

    def _find_partners(self) -> dict[str, str]:
        """The fighting vehicles of squads, of each the first in the order of the units."""
        found: dict[str, str] = {}
        for other in self.units.values():
            squad = self.sheet(other).squad
            if squad:
                found.setdefault(self.peer(other, squad), other.id)
        return found

    def hull(self, unit: Unit) -> Body:
        """What a vehicle fills."""
        return hull_of(unit, self.sheet(unit))

    def bodies(self, unit: Unit) -> list[Body]:
        """What a unit fills on the table."""
        if self.units.get(unit.id) is not unit:
            return self._find_bodies(unit)
        look = self.standing.look(unit)
        if look.bodies is None:
            look.bodies = self._find_bodies(unit)
        return look.bodies

    def box(self, unit: Unit) -> Box:
        """An oblong around all that a unit fills on the table."""
        if self.units.get(unit.id) is not unit:
            return box_around(self._find_bodies(unit))
        look = self.standing.look(unit)
        if look.box is None:
            look.box = box_around(self.bodies(unit))
        return look.box

    def _find_bodies(self, unit: Unit) -> list[Body]:
        if self.sheet(unit).unmanned:
            return [self.drone_body(unit)]
        return self.men_bodies(unit) if self.sheet(unit).soft else [self.hull(unit)]

    def men_bodies(self, unit: Unit) -> list[Body]:
        """What the men of a unit fill."""
        known = self.alone(unit)
        found: list[Body] | None = known.get("men")
        if found is None:
            found = known["men"] = men_at(self.sheet(unit), [man.at for man in unit.men])
        return found

    def eyes(self, unit: Unit) -> tuple[Spot, ...]:
        """The places that a unit sees from and is seen at."""
        found = self._eyes.get(unit.id)
        if found is None:
            if self.units.get(unit.id) is unit:
                look = self.standing.look(unit)
                if look.eyes is None:
                    look.eyes = tuple(self._find_eyes(unit))
                found = look.eyes
            else:
                found = tuple(self._find_eyes(unit))
            self._eyes[unit.id] = found
        return found

    def _find_eyes(self, unit: Unit) -> Iterator[Spot]:
        level = self.ground.level
        if self.sheet(unit).unmanned:
            yield unit.at
        elif self.sheet(unit).soft:
            yield from (Spot(man.at.x, man.at.y, level(man.at.x, man.at.y) + EYE) for man in unit.men)
        else:
            yield Spot(unit.at.x, unit.at.y, unit.at.z + level(unit.at.x, unit.at.y) + self.sheet(unit).height)

    def apart(self, unit: Unit, target: Unit) -> float:
        """Inches between the oblongs around two units: nothing of one is nearer to anything of the other.

        Who fills nothing, as far as is known, is out of reach.
        """
        known = self.posed(unit, target)
        found: float | None = known.get("apart")
        if found is None:
            there = self.bodies(unit) and self.bodies(target)
            found = known["apart"] = self.box(unit).apart(self.box(target)) if there else inf
        return found

    def distance(self, first: Unit, second: Unit) -> float:
        """Inches between the closest points of two units."""
        known = self.posed(first, second)
        found: float | None = known.get("distance")
        if found is None:
            found = known["distance"] = nearest(self.bodies(first), self.bodies(second))
        return found

    def nearest_enemy(self, unit: Unit) -> float:
        """How far the nearest enemy is from a unit."""
        return min((self.distance(unit, enemy) for enemy in self.enemies(unit)), default=float("inf"))

    # Who sees whom.

    def clear(self, a: Spot, b: Spot) -> bool:
        """Whether one place is seen from another, past terrain and smoke."""
        if not self.ground.sees(a, b):
            return False
        return not (self.smoke or self.puffs) or not any(self._smoky(*cloud, a, b) for cloud in self.clouds())

    def seen_of(self, eye: Spot, places: Sequence[Spot]) -> list[Spot]:
        """Those of some places that are seen from another, past terrain and smoke."""
        sees = self.clear if self.smoke or self.puffs else self.ground.sees
        return [place for place in places if sees(eye, place)]

    def clouds(self) -> Iterator[tuple[Spot, float]]:
        """Every marker of smoke with its radius."""
        yield from ((marker, self.rules[smoke.radius](self.rules)) for marker in self.smoke)
        yield from ((marker, self.rules[smoke.puff_radius](self.rules)) for marker in self.puffs)

    def _smoky(self, marker: Spot, radius: float, a: Spot, b: Spot) -> bool:
        off, share = _off_line(marker, a, b)
        inside = flat(marker, a) < radius or flat(marker, b) < radius
        low = a.z + (b.z - a.z) * share < SMOKE_TOP
        return low and self.rules[smoke.hides](self.rules, off, radius, inside)

    def sees(self, unit: Unit, target: Unit) -> bool:
        """Whether anybody of a unit sees anybody of another."""
        key = (unit.id, target.id)
        if key not in self._seen:
            known = self.posed(unit, target)
            if "sees" not in known:
                known["sees"] = self.any_seen(self.eyes(unit), self.eyes(target))
            self._seen[key] = known["sees"]
        return self._seen[key]

    def any_seen(self, eyes: Sequence[Spot], places: Sequence[Spot]) -> bool:
        """Whether any of some places is seen from any of others."""
        sees = self.clear if self.smoke or self.puffs else self.ground.sees
        for eye in eyes:
            for place in places:
                if sees(eye, place):
                    return True
        return False

    def standing_at(self, place: Spot) -> Spot:
        """The eyes of a man who would stand at a place."""
        return Spot(place.x, place.y, self.ground.level(place.x, place.y) + EYE)

    def sees_spot(self, unit: Unit, place: Spot) -> bool:
        """Whether anybody of a unit sees a man at a place."""
        return any(self.clear(eye, self.standing_at(place)) for eye in self.eyes(unit))

    def cover(self, muzzle: Spot, target: Unit, seen: Sequence[Spot] = ()) -> Cover:
        """The cover of a unit from a place: that of most of its visible men, found out where none are given."""
        if target.building is not None:
            return self.rules[cover_rules.inside_building](self.rules)
        eyes = seen or self.seen_of(muzzle, self.eyes(target)) or self.eyes(target)
        cover = self._cover_at if self.smoke or self.puffs or self.wrecks else self.ground.cover
        return self.rules[cover_rules.of_unit](self.rules, [cover(muzzle, eye) for eye in eyes])

    def _cover_at(self, muzzle: Spot, eye: Spot) -> Cover:
        found = self.ground.cover(muzzle, eye)
        worse = self.rules[cover_rules.worse]
        if (self.smoke or self.puffs) and any(flat(marker, eye) < radius for marker, radius in self.clouds()):
            found = worse(self.rules, found, "soft")
        if self.wrecks and any(_behind(wreck, muzzle, eye) for wreck in self.wrecks):
            found = worse(self.rules, found, "hard")
        return found

    # Where there is room.

    def room_around(self, hull: Body, unit: Unit, *, crowded: bool = False) -> list[Spot] | None:
        """Places for the men of a unit close around a hull; on wrecks only where there is no other room."""
        spacing = self.sheet(unit).width / SCALE + BETWEEN
        reach = max(hull.length, hull.width) / 2 / SCALE + 3
        for turn in range(0, 360, 30):
            centre = ahead(hull.at, hull.heading + 180 + turn, reach)._replace(z=0)
            places = formation(centre, len(unit.men), spacing)
            if all(self.can_stand(place, self.sheet(unit).width / SCALE, on_wrecks=crowded) for place in places):
                return places
        return None if crowded else self.room_around(hull, unit, crowded=True)

    def can_stand(self, at: Spot, base: float = 0, *, on_wrecks: bool = False) -> bool:
        """Whether a man with a base so wide can stand at a place."""
        if not self.ground.on_table(at):
            return False
        if not on_wrecks and any(edge_to_spot(wreck, at) < base / 2 - TOUCHES for wreck in self.barring):
            return False
        return all(feature.kind.ground != "impassable" for feature in self.ground.standing(at))

    @property
    def barring(self) -> tuple[Body, ...]:
        """The wrecks that are in the way of who moves."""
        if not self.wrecks:
            return ()
        found: tuple[Body, ...] | None = self.kept.get("barring")
        if found is None:
            bars = self.rules[movement.wreck_bars]
            found = self.kept["barring"] = tuple(wreck for wreck in self.wrecks if bars(self.rules, wreck))
        return found

    def wreck_in_way(self, unit: Unit, area: BaseGeometry) -> bool:
        """Whether a wreck lies on a way or under an area; one that the unit stands against already does not count."""
        if not self.wrecks:
            return False
        west, south, east, north = area.bounds
        for wreck in self.barring:
            reach = wreck.length
            x, y = wreck.at.x, wreck.at.y
            if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
                hull = outline(wreck)
                if hull.intersects(area) and not any(gap(wreck, body) <= 0 for body in self.bodies(unit)):
                    return True
        return False

    # Flying things.

    def hovering(self, unit: Unit) -> bool:
        return self.rules[helicopters.hovers](self.rules, unit.at.z / SCALE, unit.last)

    def open_topped(self, unit: Unit) -> bool:
        """Whether a vehicle is open-topped now; open doors make a helicopter so."""
        return "open_topped" in self.sheet(unit).flags or bool(unit.doors)

    def drone_body(self, unit: Unit) -> Body:
        assert unit.drone is not None
        return Body(unit.drone.at, DRONE_WIDTH)

    def drone_recovered(self, unit: Unit) -> bool:
        """Whether a drone lies beside its team."""
        if unit.drone is None or not unit.men:
            return False
        near = min(gap(body, self.drone_body(unit)) for body in self.men_bodies(unit))
        return self.rules[drones.recovers](self.rules, near, not unit.drone.airborne)


def _off_line(point: Spot, a: Spot, b: Spot) -> tuple[float, float]:
    """How many inches a place lies off the line between two others on the map, and how far along."""
    dx, dy = b.x - a.x, b.y - a.y
    whole = dx * dx + dy * dy
    share = 0.0 if whole == 0 else max(0.0, min(1.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / whole))
    return hypot(a.x + dx * share - point.x, a.y + dy * share - point.y) / SCALE, share


def _behind(wreck: Body, muzzle: Spot, eye: Spot) -> bool:
    """Whether a wreck stands in a low line of fire."""
    off, share = _off_line(wreck.at, muzzle, eye)
    high = muzzle.z + (eye.z - muzzle.z) * share
    return off < wreck.width / 2 / SCALE and 0.0 < share < 1.0 and high < wreck.at.z + wreck.height
