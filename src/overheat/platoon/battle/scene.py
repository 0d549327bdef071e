"""A battle while a command is carried out: events and what follows from them, dice, orders, pins, losses.

Procedures ask a `Battle` and tell it events, which change it as `advance` says; `frozen` is the next state. What they
ask about the table is in `tabletop`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from overheat.kernel.dice import About, Dice, InHand, Roll
from overheat.kernel.events import Event
from overheat.kernel.rules.rule import Ruleset, Slot
from overheat.kernel.scene import Scene
from overheat.platoon.battle import events as told
from overheat.platoon.battle.advance import happen
from overheat.platoon.battle.state import Missile, State, Task, Unit
from overheat.platoon.battle.tabletop import Tabletop
from overheat.platoon.facts import Order, OrderTest
from overheat.platoon.ground.geometry import within
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import fighting_vehicles, helicopters, missiles, orders, pins
from overheat.platoon.rules.standard.dice import direction
from overheat.platoon.units.weapons import weapon_row

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


class Battle(Scene, Tabletop):
    """The state of a battle while things happen, with dice that write down what they show."""

    def __init__(self, state: State, rules: Ruleset, dice: Dice) -> None:
        Scene.__init__(self, rules, dice)
        Tabletop.__init__(self, state, rules)
        self.dice: Dice = Counted(self, self.logged) if rules[COUNTS_AS] else self.logged
        self.before: dict[str, int] = {}
        self.must_check: set[str] = set()
        self.blasted: set[str] | None = None
        """Units that have got pins of a blast from the unit that fires now; None where nobody does."""
        self.shaken: list[str] = []
        """Units that have just bailed out of a transport."""

    def tell(self, event: Event) -> None:
        """Something happens, and the battle is another."""
        followed = self.rules[FOLLOWS] and not isinstance(event, told.NOTES)
        self.write(event, partial(self._follows, event) if followed else None)
        self.changed()
        happen(self, event)

    def _follows(self, event: Event) -> None:
        for rule in self.rules[FOLLOWS]:
            rule.function(self, event)

    @property
    def over(self) -> bool:
        return self.outcome is not None

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

    def hand(self, who: str, **about: About) -> Dice:
        """The dice in the hand of a unit, or of a side."""
        return InHand(self.dice, who, **about)

    def random_way(self, purpose: str, who: str = "") -> int:
        return self.rules[direction](self.rules, self.hand(who), purpose)
