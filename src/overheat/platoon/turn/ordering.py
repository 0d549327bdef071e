"""Giving orders: who may take them, the order test, and what follows."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import parts
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Choosing,
    Dodging,
    Firing,
    Moving,
    NextDie,
    Ordering,
    Reacting,
    Shooting,
    Unit,
    Volley,
)
from overheat.platoon.books import BASE
from overheat.platoon.facts import OrderTest
from overheat.platoon.fire import aiming, guns
from overheat.platoon.ground.geometry import SCALE, within
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import flight as fleeing
from overheat.platoon.move import transports as boarding
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import drones, helicopters, missiles, orders, smoke, transport, turn
from overheat.platoon.rules.standard.dice import count

ORDERS = BASE("Orders")

OBEYED: Slot[[Battle, Unit, Give], None] = Slot("orders.obeyed", None)
"""What else a unit does that carries out an order. Rules may do all that a verb may."""


def give_refused(battle: Battle, task: Ordering, command: Give) -> Refusal | None:
    """Why a unit may not take an order, or None."""
    unit = battle.units.get(command.unit)
    if unit is None or unit.side != task.side or not unit.alive:
        return Refusal("orders.unit", "there is no such unit on that side", ORDERS)
    if unit.acted or (task.among and unit.id not in task.among):
        return Refusal("orders.acted", "that unit cannot take the die", ORDERS)
    if command.order not in battle.rules[orders.ORDER_KINDS]:
        return Refusal("orders.unknown", f"there is no order {command.order!r}", ORDERS)
    if orders.kind_of(battle.rules, command.order).waits:
        refused = aiming.in_ambush(battle, unit)
        if refused:
            return refused
    if command.order == "down" and not command.doing:
        return None
    if unit.place == "reserve":
        return _arrive_refused(battle, unit, command)
    if unit.place == "aboard":
        return _passenger_refused(battle, unit, command)
    return _doing_refused(battle, unit, command)


def _arrive_refused(battle: Battle, unit: Unit, command: Give) -> Refusal | None:
    if command.doing != "arrive" or not orders.kind_of(battle.rules, command.order).moves:
        return Refusal("reserves.order", "a unit in reserve comes on with a Run or an Advance", ORDERS)
    outflanks = battle.rules[turn.outflank_refused](battle.rules, battle.turn, 0) if unit.flank else None
    return outflanks or battle.rules[turn.arrival_refused](battle.rules, battle.turn)


def _passenger_refused(battle: Battle, unit: Unit, command: Give) -> Refusal | None:
    kind = orders.kind_of(battle.rules, command.order)
    if command.doing == "disembark" and kind.moves:
        return boarding.disembark_refused(battle, unit)
    if command.doing or kind.moves or kind.waits:
        return Refusal("transport.inside", "the unit is in a transport", ORDERS)
    if kind.shoots and not aiming.can_fire(battle, unit):
        return Refusal("transport.fire", "nobody fires from that transport", transport.TRANSPORT)
    return None


def _doing_refused(battle: Battle, unit: Unit, command: Give) -> Refusal | None:
    """Whether a unit on the table can do what its order is for."""
    sheet = battle.sheet(unit)
    if sheet.seats:
        for rule in battle.rules[transport.ORDERED]:
            refused = rule(battle.rules, command.order, sheet.seats, battle.crowd(unit))
            if refused:
                return refused
    gait = orders.gait(battle.rules, command.order)
    if command.doing == "" and sheet.unmanned and gait:
        return Refusal("orders.unmanned", "nobody walks there: the drone flies", ORDERS)
    if command.doing == "":
        return None
    if command.doing == "drone" and gait and unit.drone is not None:
        return None
    if command.doing == "lift" and sheet.airframe and gait == "advance" and not unit.immobilised:
        lifts = resolve.lift(battle.rules, unit.at.z / SCALE)
        if lifts is None or (lifts == 0 and not flying.can_land(battle, unit)):
            return Refusal("helicopters.lift", "it can neither lift off nor land here", helicopters.FLIGHT)
        return None
    if command.doing == "embark" and gait == "run":
        return boarding.embark_refused(battle, unit, battle.units.get(command.carrier or ""))
    if command.doing == "smoke" and command.order == "down" and not sheet.soft:
        return battle.rules[smoke.refused](battle.rules, unit.smoke)
    return Refusal("orders.doing", f"that unit cannot do that with the order {command.order}", ORDERS)


def _forced(battle: Battle, unit: Unit, command: Give) -> bool:
    """Whether what a unit means to do is tested even without pins."""
    rules = battle.rules
    must = rules[helicopters.must_test]
    if command.doing == "lift":
        return must(rules, "lift_off" if unit.at.z == 0 else "land")
    if command.doing == "arrive":
        return True
    if command.doing == "drone":
        return rules[drones.drop_needs_test](rules, unit.pins)
    if command.doing == "embark":
        return battle.sheet(command.carrier or "").kind == "helicopter" and must(rules, "embark")
    if command.doing == "disembark":
        return battle.sheet(unit.carrier or "").kind == "helicopter" and must(rules, "disembark")
    return False


def test_of(battle: Battle, command: Give) -> OrderTest:
    """What the test of an order would be about."""
    unit = battle.units[command.unit]
    forced = _forced(battle, unit, command)
    return battle.facts(unit, command.order, forced=forced, arriving=command.doing == "arrive")


def give(battle: Battle, command: Give) -> None:
    """A unit gets an order, tests if it must, and does it."""
    unit = battle.units[command.unit]
    battle.tell(told.Ordered(unit.id, command.order, command.doing))
    if command.doing == "drone" and flying.radio_refuses(battle, unit):
        battle.act(unit, command.order)
        return
    test = test_of(battle, command)
    passed = True
    if battle.rules[orders.needs_test](battle.rules, test):
        passed = _test(battle, unit, test)
    unit = battle.units[unit.id]
    if passed and unit.alive:
        if command.order != "down":
            battle.act(unit, command.order, command.round)
        _carry_out(battle, battle.units[unit.id], command)


def _test(battle: Battle, unit: Unit, test: OrderTest) -> bool:
    """An order test: what it costs to fail, and what it gains to pass."""
    found = resolve.take_test(battle.rules, battle.hand(unit.id), test)
    needed = parts(found.needed)
    battle.tell(told.Tested(unit.id, found.total, found.target, found.passed, found.fubar, needed))
    if not found.passed:
        _fail(battle, unit, found.fubar, arriving=test.arriving)
        return False
    battle.set_pins(unit, resolve.pins_after_passing(battle.rules, battle.hand(unit.id), test, found.total, unit.pins))
    return True


def _fail(battle: Battle, unit: Unit, fubar: str | None, *, arriving: bool) -> None:
    """A unit that fails its test goes down, or does something worse."""
    if arriving or unit.place != "table":
        battle.act(unit, "down")
        return
    if fubar == "friendly_fire" and _friendly_fire(battle, unit):
        return
    if fubar == "panic" and fleeing.panic(battle, unit):
        return
    if not battle.sheet(unit).soft and fleeing.backs_off(battle, unit):
        return
    if battle.rules[orders.goes_down](battle.rules, fubar):
        battle.go_down(unit, "failed_its_order_test", die_drawn=True)


def _friendly_fire(battle: Battle, unit: Unit) -> bool:
    """The enemy picks a friend near an enemy whom the unit fires at."""
    friends = []
    for other in battle.on_table(unit.side):
        close = any(
            battle.rules[within](battle.rules, battle.distance(other, enemy), 12) for enemy in battle.enemies(other)
        )
        if other.id != unit.id and close and mistaken_volleys(battle, unit, other):
            friends.append(other.id)
    if not friends:
        return False
    battle.act(unit, "fire")
    battle.tell(told.Misguided(unit.id, "friendly_fire"))
    battle.push(Choosing(1 - unit.side, unit.id, tuple(friends)))
    return True


def mistaken_volleys(battle: Battle, unit: Unit, friend: Unit) -> tuple[Volley, ...]:
    """What a unit would fire at a friend by mistake."""
    sheet = battle.sheet(unit)
    arms = ["system"] if sheet.system else ["arms"] if unit.men else [str(n) for n in range(len(sheet.mounts))][:1]
    volleys = tuple(Volley(arm, friend.id) for arm in arms)
    return volleys if volleys and aiming.check(battle, unit, volleys, "mistake") is None else ()


def _carry_out(battle: Battle, unit: Unit, command: Give) -> None:
    """What follows from an order that is obeyed."""
    side, kind = unit.side, orders.kind_of(battle.rules, command.order)
    battle.add_pins(unit, battle.rules[orders.costs](battle.rules, command.order))
    unit = battle.units[unit.id]
    if not unit.alive:
        return
    if unit.doors and not battle.rules[helicopters.doors_stay_open](battle.rules, kind.gait == "run", False):
        battle.tell(told.DoorsClosed(unit.id))
        unit = battle.units[unit.id]
    if command.doing == "lift":
        flying.lift(battle, unit)
    elif command.doing == "embark":
        boarding.embark(battle, unit, battle.units[command.carrier or ""])
    elif command.doing == "smoke":
        _screen(battle, unit)
    elif command.doing in ("drone", "disembark", "arrive"):
        shoots = command.doing == "disembark" and kind.shoots
        battle.push(Moving(side, unit.id, command.doing), *([Shooting(side, unit.id)] if shoots else []))
    elif command.order == "down":
        battle.go_down(unit, "ordered", die_drawn=True)
    else:
        _act(battle, unit, kind)
    for rule in battle.rules[OBEYED]:
        rule.function(battle, battle.units[unit.id], command)
    _snap(battle, battle.units[unit.id], command)


def _act(battle: Battle, unit: Unit, kind: orders.OrderKind) -> None:
    """What an order by itself lets a unit do: arm its drone again, move, shoot."""
    if kind.rallies:
        _rearm(battle, unit)
    tasks: list[Moving | Shooting] = [Moving(unit.side, unit.id)] if kind.moves else []
    battle.push(*tasks, *([Shooting(unit.side, unit.id)] if kind.shoots else []))
    if kind.shoots and not kind.moves:
        offer_ambush(battle, unit)


def _rearm(battle: Battle, unit: Unit) -> None:
    """A team whose drone is back arms it again."""
    if unit.drone is None or unit.place != "table":
        return
    if battle.rules[drones.rearms](battle.rules, unit.order or "", battle.drone_recovered(unit)):
        battle.tell(told.DroneArmed(unit.id))


def _screen(battle: Battle, unit: Unit) -> None:
    """A vehicle lays smoke before itself and goes down."""
    rules = battle.rules
    placed = [marker._replace(z=0) for marker in rules[smoke.markers](rules, battle.hull(unit))]
    for marker in placed:
        battle.tell(told.SmokePlaced(marker))
    battle.tell(told.ScreenSpent(unit.id, rules[smoke.charges_left](rules, unit.smoke, True)))
    if rules[smoke.goes_down](rules, True, False):
        battle.go_down(unit, "smoke_screen", die_drawn=True)


def _snap(battle: Battle, unit: Unit, command: Give) -> None:
    """An officer takes further dice for units around him; they come after what he does himself."""
    rank = battle.sheet(unit).officer
    if rank is None or unit.place != "table" or not unit.alive:
        return
    held = battle.rules[orders.OFFICERS][rank]
    many = battle.rules[orders.snaps](battle.rules, held, command.order)
    first = max((n for n, task in enumerate(battle.tasks) if isinstance(task, NextDie)), default=-1) + 1
    under = len(battle.tasks) - first
    for _ in range(many):
        battle.tell(told.TaskLaid(Ordering(unit.side, (unit.id,), may_pass=True), under))
        under += 1


def snap_choices(battle: Battle, task: Ordering) -> tuple[str, ...]:
    """The units that an officer may snap to action now."""
    officer = battle.units[task.among[0]]
    rank = battle.sheet(officer).officer
    if rank is None or officer.place != "table" or not battle.bag[task.side]:
        return ()
    radius = battle.rules[orders.OFFICERS][rank].radius
    waiting = (other for other in battle.on_table(task.side) if not other.acted and other.id != officer.id)
    return tuple(
        other.id for other in waiting if battle.rules[within](battle.rules, battle.distance(officer, other), radius)
    )


def offer_ambush(battle: Battle, mover: Unit) -> None:
    """Enemies in ambush who see a unit act may fire at it."""
    if mover.place != "table" or not mover.alive:
        return
    for other in list(battle.enemies(mover)):
        if battle.order_of(other).waits and (battle.sees(other, mover) or flying.watches(battle, other, mover)):
            battle.push(Shooting(other.side, other.id, "ambush", mover.id))


def declare(battle: Battle, unit: Unit, volleys: tuple[Volley, ...], occasion: str, idle: int = 0) -> None:
    """Shots are declared; targets that have not acted may go down before they fall."""
    battle.push(Firing(unit.id, volleys, occasion, idle=idle))
    for id in dict.fromkeys(volley.target for volley in volleys if not volley.at_drone):
        target = battle.units[id]
        shot_at = target.side != unit.side and occasion != "defence"
        if shot_at and fleeing.may_react(battle, target):
            battle.push(Reacting(target.side, id))
        elif _may_dodge(battle, unit, target, volleys):
            battle.push(Dodging(target.side, id))


def _may_dodge(battle: Battle, unit: Unit, target: Unit, volleys: tuple[Volley, ...]) -> bool:
    """Whether an aircraft has time to release countermeasures against what is fired at it."""
    if "countermeasures" not in battle.sheet(target).flags or target.at.z == 0:
        return False
    for volley in volleys:
        if volley.target == target.id:
            gun = guns.guns_of(battle, unit, volley)[0]
            time = battle.rules[missiles.may_dodge](
                battle.rules, gun.weapon, guns.range_to(battle, gun, target, volley)
            )
            if time == "yes" or (
                time == "die" and count(battle.rules, battle.hand(target.id), "D2", "fire.countermeasures") == 1
            ):
                return True
    return False
