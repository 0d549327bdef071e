"""The platoon game as the kernel knows games: start, legal, apply, over, view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from overheat.kernel.dice import Dice, Roll
from overheat.kernel.events import Event
from overheat.kernel.game import Outcome, Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import Ruleset
from overheat.platoon import (
    aiming,
    assault,
    boarding,
    breaching,
    choices,
    devices,
    driving,
    firing,
    flying,
    grenades,
    moving,
    ordering,
    turns,
)
from overheat.platoon import events as told
from overheat.platoon.battle import Battle
from overheat.platoon.books import HOUSE
from overheat.platoon.commands import (
    Attach,
    Bomb,
    Breach,
    Charge,
    Choose,
    Commands,
    Deploy,
    Detonate,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Hold,
    Keep,
    Lay,
    Occupy,
    Place,
    React,
    Shoot,
    ThrowSmoke,
    Walk,
)
from overheat.platoon.geometry import Spot
from overheat.platoon.resolve import take_test
from overheat.platoon.rules import ruleset
from overheat.platoon.rules.standard import close_quarters, drones, orders, turn
from overheat.platoon.sheet import Sheet
from overheat.platoon.state import (
    Choosing,
    Closing,
    Deploying,
    Detonating,
    Dodging,
    Drone,
    Ducking,
    EndingTurn,
    Fighting,
    Firing,
    Keeping,
    Man,
    Moving,
    NextDie,
    Ordering,
    Probing,
    Reacting,
    Regrouping,
    Setup,
    Shooting,
    State,
    Tasks,
    Unit,
)
from overheat.platoon.volleys import other_choices, volley_choices

COMMANDS = HOUSE("Commands")


class NoDice:
    """Dice for questions that must not roll."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6) -> Roll:
        raise AssertionError(f"a question rolled dice for {purpose!r}")


NO_DICE = NoDice()


class PlatoonGame:
    """H.E.A.T under some rules."""

    name = "platoon"
    setups: Any = Setup
    commands: Any = Commands

    def __init__(self, options: Iterable[str] = ()) -> None:
        self.ruleset: Ruleset = ruleset(tuple(options))

    @property
    def rules(self) -> tuple[str, ...]:
        return self.ruleset.layers

    def start(self, setup: Setup, dice: Dice) -> tuple[State, tuple[Event, ...]] | Refusal:
        if not all(setup.forces):
            return Refusal("setup.forces", "both sides need units", COMMANDS)
        sheets = {f"{setup.players[side]}/{sheet.id}": sheet for side in (0, 1) for sheet in setup.forces[side]}
        units = {
            f"{setup.players[side]}/{sheet.id}": fresh(f"{setup.players[side]}/{sheet.id}", side, sheet)
            for side in (0, 1)
            for sheet in setup.forces[side]
        }
        state = State(setup=setup, sheets=sheets, units=units, tasks=(Deploying(0),), devices=setup.devices)
        return state, ()

    def to_act(self, state: State) -> Player | None:
        if state.outcome or not state.tasks:
            return None
        side = getattr(state.tasks[-1], "side", None)
        return None if side is None else state.setup.players[side]

    def legal(self, state: State, player: Player) -> Iterable[Commands]:
        if player != self.to_act(state):
            return []
        return choices.legal(Battle(state, self.ruleset, NO_DICE))

    def apply(
        self, state: State, player: Player, command: Commands, dice: Dice
    ) -> tuple[State, tuple[Event, ...]] | Refusal:
        if player != self.to_act(state):
            return Refusal("game.turn", f"{player} is not to act now", COMMANDS, {"player": player})
        battle = Battle(state, self.ruleset, dice)
        refused = refusal(battle, command)
        if refused:
            return refused
        carry_out(battle, command)
        settle(battle)
        return battle.frozen(), tuple(battle.events)

    def over(self, state: State) -> Outcome | None:
        return state.outcome

    def view(self, state: State, player: Player) -> State:
        """Everything lies open but the side that the enemy outflanks by, and which of his markers are decoys."""
        side = state.setup.players.index(player)
        markers = tuple(
            each if each.side == side else msgspec.structs.replace(each, kind="decoy") for each in state.devices
        )
        if markers != state.devices:
            state = msgspec.structs.replace(state, devices=markers)
        hidden = {
            id: msgspec.structs.replace(unit, flank="")
            for id, unit in state.units.items()
            if unit.flank and unit.place == "reserve" and not id.startswith(f"{player}/")
        }
        return msgspec.structs.replace(state, units={**state.units, **hidden}) if hidden else state

    def redact(self, event: Event, player: Player) -> Event | None:
        secret = isinstance(event, told.Deployed) and event.where in ("left", "right")
        if secret and not getattr(event, "unit", "").startswith(f"{player}/"):
            return told.Deployed(getattr(event, "unit", ""), "reserve")
        if isinstance(event, told.DeviceLaid) and not event.unit.startswith(f"{player}/"):
            return told.DeviceLaid(event.unit, event.at)
        return event


def fresh(id: str, side: int, sheet: Sheet) -> Unit:
    """A unit before the battle."""
    return Unit(
        id=id,
        side=side,
        men=tuple(Man(index, Spot(0, 0)) for index in range(len(sheet.men))),
        laws=sheet.laws,
        charges=3 if "sapper" in sheet.flags else 0,
        smoke=1 if "smoke" in sheet.flags else 0,
        drone=Drone(Spot(0, 0)) if sheet.kind == "drone" else None,
    )


def refusal(battle: Battle, command: Commands) -> Refusal | None:
    """Why a command may not be given now, or None."""
    task = battle.tasks[-1]
    wrong = Refusal("game.command", f"not now: {type(command).__name__}", COMMANDS)
    match task, command:
        case _, Detonate():
            return devices.set_off_refused(battle, getattr(task, "side", None), command)
        case Shooting(occasion="order"), Lay():
            return devices.lay_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), Attach():
            return devices.attach_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), Breach():
            return breaching.breach_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), ThrowSmoke():
            return grenades.throw_refused(battle, battle.units[task.unit], command)
        case Deploying(), Deploy():
            return choices.deploy_refused(battle, task.side, command)
        case Ordering(may_pass=True), Hold():
            return None
        case Ordering(), Give():
            among = ordering.snap_choices(battle, task) if task.among else ()
            if task.among and command.unit not in among:
                return Refusal("orders.snap", "that unit cannot be snapped to action", COMMANDS)
            return ordering.give_refused(battle, Ordering(task.side, among), command)
        case Moving(), _:
            return None if isinstance(command, Hold) else _moving_refused(battle, task, command)
        case Shooting(), Shoot():
            return _shooting_refused(battle, task, command)
        case Shooting(occasion="order"), Bomb():
            return flying.bomb_refused(battle, battle.units[task.unit], command)
        case ((Shooting() | Reacting() | Dodging() | Probing() | Ducking() | Regrouping()), Hold()):
            return None
        case ((Reacting() | Dodging() | Probing() | Ducking()), React()):
            return None
        case Regrouping(), Walk():
            unit = battle.update(task.unit, order="advance")
            return moving.walk_refused(battle, unit, command, reach=task.inches)
        case Choosing(), Choose():
            return None if command.unit in task.among else wrong
        case Keeping(), Keep():
            return turns.keep_refused(battle, task.side, command.units)
    return wrong


def _moving_refused(battle: Battle, task: Moving, command: Commands) -> Refusal | None:
    unit = battle.units[task.unit]
    sheet = battle.sheet(unit)
    if unit.drone is not None:
        flies = task.doing == "drone" or isinstance(command, FlyDrone)
        refused = battle.rules[drones.one_acts_refused](flies, task.doing == "" or isinstance(command, Walk | Occupy))
        if refused:
            return refused
    match task.doing, command:
        case (("disembark" | "arrive"), Place()):
            return boarding.place_refused(battle, unit, command)
        case "drone", FlyDrone():
            return flying.fly_drone_refused(battle, unit, command)
        case "", Walk() if sheet.soft:
            return moving.walk_refused(battle, unit, command)
        case "", Occupy() if sheet.soft:
            return moving.occupy_refused(battle, unit, command)
        case "", Charge() if sheet.soft and unit.order == "run":
            return moving.charge_refused(battle, unit, command)
        case "", Drive() if sheet.kind == "vehicle":
            return driving.drive_refused(battle, unit, command)
        case "", Fly() if sheet.kind == "helicopter":
            return flying.fly_refused(battle, unit, command)
    return Refusal("game.command", f"that unit cannot do that: {type(command).__name__}", COMMANDS)


def _shooting_refused(battle: Battle, task: Shooting, command: Shoot) -> Refusal | None:
    if task.against and any(volley.target != task.against for volley in command.volleys):
        return Refusal("shooting.target", "only the unit that acts may be shot at", COMMANDS)
    return aiming.check(battle, battle.units[task.unit], command.volleys, task.occasion)


def carry_out(battle: Battle, command: Commands) -> None:
    """Do what a lawful command says."""
    if isinstance(command, Detonate):
        devices.detonate(battle, battle.devices[command.device])
        return
    task: Any = battle.tasks.pop()
    match task, command:
        case Deploying(), Deploy():
            _deploy(battle, task.side, command)
        case Ordering(), Give():
            if task.among:
                battle.bag[task.side] -= 1
                battle.used[task.side] += 1
            ordering.give(battle, command)
        case Moving(), Hold() if task.doing == "arrive":
            battle.update(task.unit, order="down")
        case Moving(), Hold() if task.doing == "disembark":
            while battle.tasks and battle.tasks[-1] == Shooting(task.side, task.unit):
                battle.tasks.pop()
        case Moving(), _ if not isinstance(command, Hold):
            _move(battle, task, command)
        case Shooting(), Shoot():
            _shoot(battle, task, command)
        case Shooting(), Bomb():
            flying.bomb(battle, battle.units[task.unit], command)
        case Shooting(), Lay():
            devices.lay(battle, battle.units[task.unit], command)
        case Shooting(), Attach():
            devices.attach(battle, battle.units[task.unit], command)
        case Shooting(), Breach():
            breaching.breach(battle, battle.units[task.unit], command)
        case Shooting(), ThrowSmoke():
            grenades.throw(battle, battle.units[task.unit], command)
        case Probing(), (React() | Hold()):
            devices.probe(battle, task.unit, task.device, isinstance(command, React))
        case ((Reacting() | Ducking()), React()):
            battle.go_down(task.unit, "reacts")
        case Dodging(), React():
            battle.tasks = [_dodge(each, task.unit) for each in battle.tasks]
        case Regrouping(), Walk():
            moving.walk(battle, battle.units[task.unit], command)
        case Choosing(), Choose():
            friend = battle.units[command.unit]
            volleys = ordering.mistaken_volleys(battle, battle.units[task.unit], friend)
            battle.push(Firing(task.unit, volleys, "mistake"))
        case Keeping(), Keep():
            turns.keep(battle, task.side, command.units)


def _dodge(task: Tasks, unit: str) -> Tasks:
    """Shots at an aircraft that has released countermeasures."""
    aimed = isinstance(task, Firing) and any(volley.target == unit for volley in task.volleys)
    return msgspec.structs.replace(task, dodged=(*task.dodged, unit)) if aimed else task  # type: ignore[union-attr]


def _deploy(battle: Battle, side: int, command: Deploy) -> None:
    unit = battle.units[command.unit]
    if command.aboard:
        carrier = battle.units[command.aboard]
        battle.update(unit, place="aboard", carrier=carrier.id, at=carrier.at)
        battle.tell(told.Deployed(unit.id, "aboard"))
    elif command.at is None:
        battle.update(unit, place="reserve", flank=command.flank)
        battle.tell(told.Deployed(unit.id, command.flank or "reserve"))
    else:
        boarding.stand(battle, unit, command.at, command.heading)
        moving.carry(battle, battle.units[unit.id])
        battle.tell(told.Deployed(unit.id, "table", command.at, command.heading))
    waiting = [any(other.place == "waiting" for other in battle.side(each)) for each in (0, 1)]
    if any(waiting):
        battle.push(Deploying(1 - side if waiting[1 - side] else side))
    else:
        turns.begin(battle)


def _move(battle: Battle, task: Moving, command: Commands) -> None:
    unit = battle.units[task.unit]
    match command:
        case Walk():
            moving.walk(battle, unit, command)
        case Occupy():
            moving.occupy(battle, unit, command)
        case Charge():
            _charge(battle, unit, command)
            return
        case Drive():
            driving.drive(battle, unit, command)
        case Fly():
            flying.fly(battle, unit, command)
        case Place():
            boarding.place(battle, unit, command)
        case FlyDrone():
            flying.fly_drone(battle, unit, command)
            return
    ordering.offer_ambush(battle, battle.units[task.unit])
    devices.trigger(battle, task.unit)


def _charge(battle: Battle, unit: Unit, command: Charge) -> None:
    """A charge is declared: nerve against armour, fire from the enemy, then the fight."""
    target = battle.units[command.target]
    sheet = battle.sheet(target)
    hunters = "tank_hunter" in battle.sheet(unit).flags
    if not sheet.soft and battle.rules[close_quarters.fears](sheet.damage_value, hunters):
        found = take_test(battle.rules, battle.dice, battle.facts(unit, "run", forced=True), "tank fear")
        battle.tell(told.Tested(unit.id, found.total, found.target, found.passed))
        if not found.passed:
            battle.go_down(unit, "fears the vehicle")
            return
    battle.push(Fighting(unit.id, target.id, battle.eyes(unit)[0]))
    start = battle.distance(unit, target)
    if battle.rules[close_quarters.fires_first](start, target.acted):
        battle.push(Shooting(target.side, target.id, "defence", unit.id))
    ordering.offer_ambush(battle, unit)


def _shoot(battle: Battle, task: Shooting, command: Shoot) -> None:
    unit = battle.units[task.unit]
    if task.occasion == "late" and not battle.rules[orders.late_ambush](battle.dice.roll("late ambush", 1).total):
        return
    if task.occasion == "defence":
        battle.spend_die(unit)
    if task.occasion != "order":
        unit = battle.update(unit, order="fire", last="fire")
    ordering.declare(battle, unit, command.volleys, task.occasion, task.idle)


def settle(battle: Battle) -> None:
    """Do what needs no command, until somebody has to decide or the game is over."""
    while battle.tasks and not battle.outcome:
        task: Tasks = battle.tasks[-1]
        if _waits(battle, task):
            return
        battle.tasks.pop()
        match task:
            case NextDie():
                turns.next_die(battle)
            case Firing():
                firing.fire(battle, task.unit, task.volleys, task.occasion, task.dodged, task.idle)
            case Fighting():
                assault.fight(battle, task.attacker, task.defender, task.start)
            case EndingTurn():
                turns.end(battle)
            case Detonating():
                devices.detonate(battle, task.device)
            case Closing():
                turns.close(battle)
            case _:
                pass


def _waits(battle: Battle, task: Tasks) -> bool:
    """Whether a task needs a player; those that have become idle are passed over."""
    match task:
        case Deploying():
            return True
        case Ordering():
            if task.among:
                return bool(ordering.snap_choices(battle, task))
            return any(not unit.acted for unit in battle.side(task.side))
        case Moving():
            unit = battle.units[task.unit]
            return unit.alive and unit.order in ("advance", "run")
        case Shooting():
            return _may_shoot(battle, task)
        case Dodging():
            return battle.units[task.unit].place == "table"
        case Reacting():
            target = battle.units[task.unit]
            return target.place == "table" and not target.acted
        case Probing():
            return battle.units[task.unit].place == "table" and task.device in battle.devices
        case Ducking():
            return battle.units[task.unit].place == "table" and battle.units[task.unit].order != "down"
        case Regrouping():
            return battle.units[task.unit].place == "table"
        case Choosing():
            return battle.units[task.unit].alive
        case Keeping():
            keeps = battle.rules[turn.may_keep]
            return any(unit.order is not None and keeps(unit.order) for unit in battle.side(task.side))
    return False


def _may_shoot(battle: Battle, task: Shooting) -> bool:
    """Whether a unit can still take its chance to fire, and has somebody to fire at."""
    unit = battle.units[task.unit]
    wanted = {"order": ("fire", "advance"), "ambush": ("ambush",), "late": ("ambush",), "defence": (None,)}
    if not unit.alive or unit.order not in wanted[task.occasion]:
        return False
    if task.against and battle.units[task.against].place != "table":
        return False
    if next(iter(volley_choices(battle, task)), None) is not None:
        return True
    return any(True for _ in other_choices(battle, task))
