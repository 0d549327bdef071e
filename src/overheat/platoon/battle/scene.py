"""A battle while a command is carried out: what stands where, who sees whom, pins, losses.

Procedures ask a `Battle` and tell it events, which change it as `advance` says; `frozen` is the next state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot, inf
from typing import Any

import msgspec
from shapely.geometry.base import BaseGeometry

from overheat.kernel.dice import About, Dice, InHand, Roll
from overheat.kernel.events import Event
from overheat.kernel.rules.rule import Ruleset, Slot
from overheat.kernel.scene import Scene
from overheat.platoon.battle import events as told
from overheat.platoon.battle.advance import Unfrozen, happen
from overheat.platoon.battle.standing import NOBODY, Moment, standing_of
from overheat.platoon.battle.state import Missile, State, Task, Unit, hull_of, men_at
from overheat.platoon.facts import Order, OrderTest
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
    within,
)
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import cover as cover_rules
from overheat.platoon.rules.standard import (
    drones,
    fighting_vehicles,
    helicopters,
    missiles,
    movement,
    orders,
    pins,
    smoke,
)
from overheat.platoon.rules.standard.dice import direction
from overheat.platoon.units.weapons import weapon_row

EYE = 80
"""How high a man's eyes are, in hundredths of an inch."""
SMOKE_TOP = 3 * SCALE
DRONE_WIDTH = 30
TOUCHES = 0.01
"""Inches by which a base may overlap a wreck that it stands against."""


FOLLOWS: Slot[[Battle, Event], None] = Slot("turn.follows", None)
"""What follows from something that has happened. Rules are asked about every event but dice and notes, and about what
they bring about in turn, whenever a command or a step is done; they may do all that a verb may, and push tasks to ask a
side."""

COUNTS_AS: Slot[[Battle, Roll], Roll | None] = Slot("dice.counts_as", None)
"""What a roll counts as, where that is something else: dice thrown again, or turned. Dice that a rule throws itself are
not asked about."""


class Counted:
    """Dice whose rolls count as the rules say."""

    def __init__(self, battle: Battle, dice: Dice) -> None:
        self._battle, self._dice, self._asking = battle, dice, False

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        roll = self._dice.roll(purpose, count, sides, who=who, needed=needed, **about)
        if not self._asking:
            self._asking = True
            for rule in self._battle.rules[COUNTS_AS]:
                roll = rule.function(self._battle, roll) or roll
            self._asking = False
        return roll


class Battle(Scene, Unfrozen):
    """The state of a battle while things happen, with dice that write down what they show."""

    def __init__(self, state: State, rules: Ruleset, dice: Dice) -> None:
        Scene.__init__(self, rules, dice)
        Unfrozen.__init__(self, state)
        self.dice: Dice = Counted(self, self.logged) if rules[COUNTS_AS] else self.logged
        self.standing = standing_of(rules, state.sheets, state.setup.table)
        self.ground = self.standing.ground
        self.before: dict[str, int] = {}
        self.must_check: set[str] = set()
        self.blasted: set[str] | None = None
        """Units that have got pins of a blast from the unit that fires now; None where nobody does."""
        self.shaken: list[str] = []
        """Units that have just bailed out of a transport."""
        self._eyes: dict[str, tuple[Spot, ...]] = {}
        self.kept: dict[Any, Any] = {}
        """What was found out since something last happened, by whoever asks."""
        self._seen: dict[tuple[str, str], bool] = {}
        self._moment: Moment | None = None

    def tell(self, event: Event) -> None:
        """Something happens, and the battle is another."""
        followed = self.rules[FOLLOWS] and not isinstance(event, told.NOTES)
        self.write(event, partial(self._follows, event) if followed else None)
        self.kept.clear()
        self._moment = None
        happen(self, event)

    def _follows(self, event: Event) -> None:
        for rule in self.rules[FOLLOWS]:
            rule.function(self, event)

    @property
    def over(self) -> bool:
        return self.outcome is not None

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

    def lay_mark(self, unit: Unit | str, name: str, mark: Mark = Mark()) -> None:  # noqa: B008
        """Something holds of a unit from now on."""
        self.tell(told.MarkLaid(unit if isinstance(unit, str) else unit.id, name, mark))

    def lift_mark(self, unit: Unit | str, name: str) -> None:
        """Something holds of a unit no longer."""
        old = self.units[unit if isinstance(unit, str) else unit.id]
        if name in old.marks:
            self.tell(told.MarkLifted(old.id, name, old.marks[name]))

    def place(self, thing: Thing) -> None:
        """A thing lies on the table from now on."""
        self.tell(told.ThingPlaced(thing))

    def take_away(self, thing: Thing) -> None:
        """A thing lies on the table no longer."""
        self.tell(told.ThingGone(self.things[thing.id]))

    def push(self, *tasks: Task) -> None:
        """Put tasks on the stack, the first of them to be done first."""
        for task in reversed(tasks):
            self.tell(told.TaskLaid(task))

    def take_up(self) -> Any:
        """Take the task that is to be done next off the stack."""
        task = self.tasks[-1]
        self.tell(told.TaskDone(type(task).__name__))
        return task

    def update(self, unit: Unit | str, **changes: Any) -> Unit:
        """Change a unit in any way, for layers that have no event of the game for it; a gun that moves has to zero in
        anew."""
        old = self.units[unit if isinstance(unit, str) else unit.id]
        if old.zero is not None and changes.get("at", old.at) != old.at:
            changes.setdefault("zero", None)
        self.tell(told.UnitChanged(msgspec.structs.replace(old, **changes)))
        return self.units[old.id]

    def act(self, unit: Unit, order: Order, named: str = "", last: Order | None = None) -> Unit:
        """A unit has an order from now on, for an ambush with the round that is named."""
        self.tell(told.Acted(unit.id, order, named, last))
        return self.units[unit.id]

    def sheet(self, unit: Unit | str) -> Sheet:
        return self.sheets[unit if isinstance(unit, str) else unit.id]

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

    # Dice and orders.

    def spend_die(self, unit: Unit) -> None:
        """Take the die of a unit that has not acted out of the bag."""
        if not unit.acted and self.bag[unit.side]:
            self.take_die(unit.side)

    def take_die(self, side: int) -> None:
        """Take a die of a side out of the bag."""
        left = self.bag[0] - (side == 0), self.bag[1] - (side == 1)
        self.tell(told.DieTaken(side, left))

    def order_of(self, unit: Unit) -> orders.OrderKind:
        """What the order of a unit lets it do; nothing where it has none."""
        return orders.kind_of(self.rules, unit.order)

    def go_down(self, unit: Unit | str, why: str, *, die_drawn: bool = False) -> None:
        """A unit goes down, whatever it was about to do; its die comes out of the bag unless that is drawn already."""
        unit = self.units[unit if isinstance(unit, str) else unit.id]
        if not unit.alive or unit.order == "down":
            return
        if not die_drawn:
            self.spend_die(unit)
        self.tell(told.WentDown(unit.id, why, self.rules[helicopters.after_going_down](self.rules, unit.order)))
        self.lose_guidance(unit.id, down=True, moved=False)

    def lose_guidance(self, operator: str, *, down: bool, moved: bool) -> None:
        """Missiles are lost whose operator goes down or moves."""
        for missile in [held for held in self.missiles if held.operator == operator]:
            if self.rules[missiles.guidance_lost](self.rules, weapon_row(self.rules, missile.weapon), down, moved):
                self.lose_missile(missile, "operator_down" if down else "operator_moved")

    def lose_missile(self, missile: Missile, why: str) -> None:
        """A missile comes to nothing."""
        self.tell(told.MissileLost(missile.operator, why, self.missiles.index(missile)))

    def facts(self, unit: Unit, order: Order, *, forced: bool = False, arriving: bool = False) -> OrderTest:
        """What an order test of a unit is about."""
        sheet = self.sheet(unit)
        leash = self._leash(unit)
        return OrderTest(
            quality=sheet.quality,
            order=order,
            pins=unit.pins,
            virtual_pins=leash.virtual_pins if orders.kind_of(self.rules, order).tests else 0,
            officer=self._officer(unit),
            command=self._commanded(unit),
            arriving=arriving,
            nco_lost=self.nco_lost(unit),
            forced=forced or leash.forced,
            full_strength=self._full_strength(unit, sheet),
            marks=unit.marks,
        )

    def _full_strength(self, unit: Unit, sheet: Sheet) -> bool:
        """Whether a large squad was bought at its largest and has lost nobody yet."""
        largest = max(10, unit_kind(sheet.unit, self.rules).men[1])
        return len(unit.men) == len(sheet.men) >= largest

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

    def peer(self, unit: Unit, sheet_id: str) -> str:
        """The id on the table of another unit of the same side."""
        return f"{self.setup.players[unit.side]}/{sheet_id}"

    def _leash(self, unit: Unit) -> fighting_vehicles.Leash:
        free = fighting_vehicles.Leash(forced=False, virtual_pins=0)
        vehicle = self.partner(unit) if self.sheet(unit).slot == "infantry" else None
        if vehicle is None or unit.place != "table" or vehicle.place != "table":
            return free
        if not self.rules[fighting_vehicles.on_leash](self.rules, not self.sheet(unit).soft, vehicle.alive):
            return free
        return self.rules[fighting_vehicles.leash](self.rules, self.distance(unit, vehicle))

    def nco_lost(self, unit: Unit) -> bool:
        """Whether a squad has lost its NCO, or the fighting vehicle in his place."""
        vehicle = self.partner(unit) if self.sheet(unit).slot == "infantry" else None
        if vehicle is not None:
            return self.rules[fighting_vehicles.nco_is_lost](self.rules, True, vehicle.alive)
        figures = self.sheet(unit).men
        has_one = bool(figures) and figures[0].post == "nco"
        return has_one and all(figures[man.figure].post != "nco" for man in unit.men)

    def _officer(self, unit: Unit) -> int:
        if unit.place != "table":
            return 0
        key = "officers", unit.side
        if key not in self.kept:
            self.kept[key] = [other for other in self.on_table(unit.side) if self.sheet(other).officer]
        ranks = [
            (self.rules[orders.OFFICERS][self.sheet(other).officer or ""], self.distance(unit, other))
            for other in self.kept[key]
            if other.id != unit.id
        ]
        return self.rules[orders.best_officer](self.rules, tuple(ranks))

    def _commanded(self, unit: Unit) -> bool:
        if self.sheet(unit).soft or self.sheet(unit).damage_value < 7 or unit.place != "table":
            return False
        near = (other for other in self.on_table(unit.side) if "command" in self.sheet(other).flags)
        return any(self.rules[within](self.rules, self.distance(unit, other), 12) for other in near)

    # Pins and losses.

    def add_pins(self, unit: Unit | str, more: int) -> None:
        """Add pins; too many destroy a unit."""
        unit = self.units[unit if isinstance(unit, str) else unit.id]
        if not unit.alive or more < 1:
            return
        now = unit.pins + more
        self.tell(told.Pinned(unit.id, more, now))
        morale = orders.standing_of(self.rules, self.sheet(unit).quality).morale
        if self.rules[pins.routed](self.rules, now, morale):
            self.destroy(unit, "too_many_pins")

    def set_pins(self, unit: Unit, now: int) -> None:
        """Take pins away."""
        if now != unit.pins:
            self.tell(told.Pinned(unit.id, now - unit.pins, now))

    def destroy(self, unit: Unit | str, why: str) -> None:
        """A unit is lost, and with it whatever hangs on it."""
        unit = self.units[unit if isinstance(unit, str) else unit.id]
        if not unit.alive:
            return
        passengers = self.aboard(unit)
        self.tell(told.Destroyed(unit.id, why))
        for missile in [held for held in self.missiles if held.operator == unit.id or held.target == unit.id]:
            self.lose_missile(missile, "operator_lost" if missile.operator == unit.id else "target_lost")
        for passenger in passengers:
            self._bail_out(passenger, unit, why)

    def _bail_out(self, passenger: Unit, carrier: Unit, why: str) -> None:
        """Who is in a transport that is lost: dead in the air, hit and pinned beside a wreck."""
        if carrier.at.z > 0 or why in ("crashed", "abandoned") or carrier.place != "table":
            self.destroy(passenger, "lost_with_the_transport")
            return
        places = self.room_around(self.hull(carrier), passenger)
        if places is None:
            self.destroy(passenger, "lost_with_the_transport")
            return
        self.tell(told.BailedOut(passenger.id, places[0], tuple(places)))
        self.go_down(passenger, "bailed_out")
        self.shaken.append(passenger.id)

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

    def hand(self, who: str, **about: About) -> Dice:
        """The dice in the hand of a unit, or of a side."""
        return InHand(self.dice, who, **about)

    def random_way(self, purpose: str, who: str = "") -> int:
        return self.rules[direction](self.rules, self.hand(who), purpose)


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
