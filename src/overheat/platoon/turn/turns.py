"""The turn: drawing dice, its end, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.layers import CHECKS
from overheat.kernel.rules.rule import Ruleset, Shown, Table, rule
from overheat.kernel.terms import Tally
from overheat.platoon.battle import events as told
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Arriving,
    Keeping,
    NextDie,
    Objective,
    Ordering,
    Shooting,
    Unit,
)
from overheat.platoon.damage import losses
from overheat.platoon.fire import firing
from overheat.platoon.ground.geometry import SCALE, Body, Spot, ahead, distance, flat, gap
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import men as moving
from overheat.platoon.rules.standard import (
    drones,
    helicopters,
    missiles,
    observers,
    pins,
    smoke,
    transport,
    turn,
)
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.rules.standard.orders import ORDER_KINDS, called
from overheat.platoon.turn.ordering import ORDERS
from overheat.platoon.turn.succession import in_order, misplaced


def begin(battle: Battle) -> None:
    """A turn begins: dice go into the bag, missiles fly on, strikes are rolled for."""
    rules = battle.rules
    battle.tell(told.TurnBegan(battle.turn + 1, (_dice_of(battle, 0), _dice_of(battle, 1))))
    for missile in list(battle.missiles):
        flies = rules[missiles.steps](rules, missile.turn, battle.turn) > 1
        if flies and missile in battle.missiles:
            firing.fly_missile(battle, missile)
    losses.settle_morale(battle)
    due = [called for called in battle.called if rules[observers.due](rules, called.turn, battle.turn)]
    battle.push(*(Arriving(called) for called in due))


def _dice_of(battle: Battle, side: int) -> int:
    """The dice that a side puts into the bag."""
    living = list(battle.side(side))
    return battle.rules[turn.dice_in_bag](battle.rules, len(living), sum(unit.kept for unit in living))


def next_die(battle: Battle) -> None:
    """Draw a die; its owner gives an order."""
    if not sum(battle.bag):
        return
    face = battle.dice.roll("orders.draw", 1, sum(battle.bag)).total if sum(battle.bag) > 1 else 1
    side = battle.rules[turn.draws](battle.rules, face, battle.bag)
    battle.tell(told.DieDrawn(side, (battle.bag[0] - (side == 0), battle.bag[1] - (side == 1))))
    waiting = sum(not unit.acted for unit in battle.side(side))
    if battle.rules[turn.set_aside](battle.rules, waiting):
        battle.tell(told.DieSetAside(side))
        battle.push(NextDie())
    else:
        battle.push(Ordering(side), NextDie())


def end(battle: Battle) -> None:
    """The last die is used: late ambushes, orders that are kept, then everything that is rolled for."""
    battle.tell(told.TurnEnded(battle.turn))
    late = [
        Shooting(unit.side, unit.id, "late")
        for unit in battle.units.values()
        if unit.place == "table" and battle.order_of(unit).waits
    ]
    battle.push(*late, Keeping(0), Keeping(1))


def keep(battle: Battle, side: int, ids: tuple[str, ...]) -> None:
    """Units keep their orders; those who stay down lose pins."""
    for id in ids:
        unit = battle.units[id]
        assert unit.order is not None
        battle.tell(told.Kept(id, unit.order))
        if battle.order_of(unit).low and unit.pins:
            lost = count(battle.rules, battle.hand(unit.id), "D3", "pins.staying_down")
            battle.set_pins(unit, battle.rules[pins.kept_down](battle.rules, unit.pins, lost))


def keep_refused(battle: Battle, side: int, ids: tuple[str, ...]) -> Refusal | None:
    """Why a side may not keep these orders, or None."""
    for id in ids:
        unit = battle.units.get(id)
        if unit is None or unit.side != side or not unit.alive or unit.order is None:
            return Refusal("turn.keep", "there is no such unit with an order", ORDERS)
        if not battle.rules[turn.may_keep](battle.rules, unit.order):
            return Refusal("turn.keep", f"only {_listed(battle)} are kept", ORDERS)
    return None


def _listed(battle: Battle) -> str:
    """The orders that are kept over the end of a turn, by name."""
    rows = battle.rules[ORDER_KINDS].rows
    return " and ".join(called(id, kind) for id, kind in rows.items() if kind.kept)


def close(battle: Battle) -> None:
    """Everything that is rolled for when a turn ends, and whether another follows."""
    checks = battle.rules[END_CHECKS]
    for id in in_order(checks.rows):
        with answered_for(battle.rules, f"the check {id!r}"):
            checks[id].does(battle)
    for unit in list(battle.on_table()):
        if unit.doors and not battle.rules[helicopters.doors_stay_open](battle.rules, False, True):
            battle.tell(told.DoorsClosed(unit.id))
        if unit.drone is not None:
            _note_radio(battle, unit)
    if _annihilated(battle) or not _goes_on(battle):
        finish(battle)


def _each_drone(battle: Battle, check: Callable[[Battle, Unit], None]) -> None:
    for unit in list(battle.on_table()):
        if unit.drone is not None and unit.alive:
            check(battle, unit)


def _battery(battle: Battle, unit: Unit) -> None:
    """A drone that has been in the air for long may fall."""
    rules = battle.rules
    assert unit.drone is not None
    if not unit.drone.airborne:
        moving.recover_drone(battle, unit)
        return
    rounds, empty = unit.drone.rounds + 1, False
    tested = rules[drones.tested](rules, "battery")
    penalty = rules[drones.battery_penalty](rules, rounds) if tested else None
    dice = battle.hand(unit.id)
    if penalty is not None and rules[drones.battery_empty](rules, dice.roll("drones.battery", 1).total - penalty):
        inches = count(rules, dice, rules[drones.battery_fall](rules), "drones.battery_fall")
        way = battle.random_way("drones.battery_fall", unit.id)
        at, empty = flying.onto_table(battle, ahead(unit.drone.at, way, inches)), True
        battle.tell(told.DroneFlew(unit.id, at._replace(z=0), "battery_empty"))
    battle.tell(told.DroneAloft(unit.id, rounds, empty))


def _note_radio(battle: Battle, unit: Unit) -> None:
    """How far a drone is from its team when the turn ends."""
    assert unit.drone is not None
    far = min((distance(man.at, unit.drone.at) for man in unit.men), default=0.0)
    tested = unit.drone.airborne and battle.rules[drones.tested](battle.rules, "radio")
    out = tested and battle.rules[drones.radio_penalty](battle.rules, far) is not None
    noted = far if out else None
    if unit.drone.reported or unit.drone.lost_radio != noted:
        battle.tell(told.RadioNoted(unit.id, noted))


def _captured(battle: Battle, unit: Unit) -> None:
    """A drone that lies near the enemy is lost."""
    assert unit.drone is not None
    body = battle.drone_body(unit)
    alone = unit.id if battle.sheet(unit).unmanned else None
    to_enemy, to_friend = (
        _nearest(battle, unit, body, 1 - unit.side),
        _nearest(battle, unit, body, unit.side, but=alone),
    )
    if battle.rules[drones.captured](battle.rules, not unit.drone.airborne, to_enemy, to_friend):
        battle.destroy(unit, "drone_captured")


def _nearest(battle: Battle, unit: Unit, body: Body, side: int, *, but: str | None = None) -> float:
    """How far the nearest unit of a side is from a body."""
    others = (other for other in battle.on_table(side) if other.id != but)
    return min((gap(body, near) for other in others for near in battle.bodies(other)), default=float("inf"))


def _missiles_out_of_sight(battle: Battle) -> None:
    for missile in list(battle.missiles):
        operator, target = battle.units[missile.operator], battle.units[missile.target]
        seen = operator.place == "table" and target.place == "table" and battle.sees(operator, target)
        if battle.rules[missiles.lost_from_sight](battle.rules, seen):
            battle.lose_missile(missile, "target_out_of_sight")


def _drift(battle: Battle) -> None:
    """Smoke vanishes or drifts."""
    for puff in (False, True):
        left = 0
        for marker in battle.puffs if puff else battle.smoke:
            to = _drifted(battle, marker)
            battle.tell(told.SmokeMoved(marker, to, puff, left))
            left += to is not None


def _drifted(battle: Battle, marker: Spot) -> Spot | None:
    """Where a marker of smoke is next, if it is anywhere."""
    if battle.rules[smoke.vanishes](battle.rules, battle.dice.roll("smoke.vanish", 1).total):
        return None
    inches = count(battle.rules, battle.dice, battle.rules[smoke.drift](battle.rules), "smoke.drift")
    return ahead(marker, battle.random_way("smoke.drift"), inches)


def _abandon(battle: Battle) -> None:
    """Empty, unarmed transports near the enemy are lost."""
    for unit in list(battle.on_table()):
        sheet = battle.sheet(unit)
        if not sheet.seats or sheet.mounts or not unit.alive:
            continue
        hull = battle.hull(unit)
        to_enemy = _nearest(battle, unit, hull, 1 - unit.side)
        to_friend = _nearest(battle, unit, hull, unit.side, but=unit.id)
        if battle.rules[transport.abandoned](battle.rules, False, battle.crowd(unit), to_enemy, to_friend):
            battle.destroy(unit, "abandoned")


@dataclass(frozen=True, kw_only=True)
class Check:
    """Something that is rolled for, or looked at, when a turn ends."""

    title: str
    does: Callable[[Battle], None]
    after: str = ""
    """The check that it follows; of several that follow one, the last that was laid comes first."""

    def __str__(self) -> str:
        return f"{self.title}, after {self.after}" if self.after else self.title


END_CHECKS: Table[str, Check] = Table(
    "turn.end_checks",
    {
        "battery": Check(title="Batteries of drones", does=lambda battle: _each_drone(battle, _battery)),
        "missiles": Check(title="Missiles out of sight", does=_missiles_out_of_sight, after="battery"),
        "smoke": Check(title="Drifting smoke", does=_drift, after="missiles"),
        "grounded_drones": Check(
            title="Drones on the ground", does=lambda battle: _each_drone(battle, _captured), after="smoke"
        ),
        "transports": Check(title="Empty transports", does=_abandon, after="grounded_drones"),
    },
    cite=turn.TURN,
    implements=("HEAT-base-turn-end-checks", "HEAT-base-turn-phases"),
    of="check",
    shows=lambda id, check: Shown(check.title),
    where="overheat.platoon.turn.turns.END_CHECKS",
)
"""What is rolled for when a turn ends, each after another."""


@rule("turn.known_checks", cite=turn.TURN, slot=CHECKS)
def known_checks(rules: Ruleset) -> Refusal | None:
    """A check at the end of a turn follows one that there is."""
    lost = misplaced(rules[END_CHECKS].rows)
    return Refusal("rules.check", f"the check {lost!r} follows none that there is", turn.TURN) if lost else None


RULES = (END_CHECKS, known_checks)


def _annihilated(battle: Battle) -> bool:
    return not any(battle.side(0)) or not any(battle.side(1))


def _goes_on(battle: Battle) -> bool:
    goes_on = battle.rules[turn.goes_on](battle.rules, battle.turn, None)
    if goes_on is None:
        goes_on = battle.rules[turn.goes_on](battle.rules, battle.turn, battle.dice.roll("turn.another", 1).total)
    return bool(goes_on)


def held_objectives(battle: Battle) -> tuple[int, int]:
    """What the objectives that each side holds are worth: one's own men near by and no enemy."""
    worth = [0, 0]
    for objective in battle.setup.objectives:
        side = holder(battle, objective)
        if side is not None:
            worth[side] += objective.worth
    return worth[0], worth[1]


def holder(battle: Battle, objective: Objective) -> int | None:
    """The side that alone has somebody on the ground near an objective."""
    spot = Spot(round(objective.x * SCALE), round(objective.y * SCALE))
    manned = (unit for unit in battle.on_table() if not battle.sheet(unit).unmanned)
    near = {
        unit.side
        for unit in manned
        if unit.at.z == 0 and any(flat(body.at, spot) <= objective.radius for body in battle.bodies(unit))
    }
    return near.pop() if len(near) == 1 else None


def score(battle: Battle) -> tuple[int, int]:
    """The victory points of both sides."""
    held = held_objectives(battle)
    points = [
        Tally.of(rule(battle.rules, battle.lost[1 - side], held[side], 1) for rule in battle.rules[turn.POINTS]).total
        for side in (0, 1)
    ]
    return int(points[0]), int(points[1])


def finish(battle: Battle) -> None:
    """The game is over: who has won."""
    points = score(battle)
    battle.tell(told.Scored(points, held_objectives(battle)))
    lead = points[0] - points[1]
    winner = None
    if battle.rules[turn.decides](battle.rules, abs(lead)):
        winner = 0 if lead > 0 else 1
    battle.tell(told.Ended(winner, "points", points))
