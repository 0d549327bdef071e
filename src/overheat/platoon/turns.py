"""The turn: drawing dice, its end, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from overheat.kernel.faults import answered_for
from overheat.kernel.game import Outcome
from overheat.kernel.layers import CHECKS
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import Ruleset, Shown, Table, rule
from overheat.kernel.terms import Tally
from overheat.platoon import events as told
from overheat.platoon import firing, flying, losses, moving
from overheat.platoon.battle import Battle
from overheat.platoon.geometry import SCALE, Body, Spot, ahead, distance, flat, gap
from overheat.platoon.lasting import still
from overheat.platoon.order import in_order, misplaced
from overheat.platoon.ordering import ORDERS
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
from overheat.platoon.state import (
    Arriving,
    Keeping,
    NextDie,
    Objective,
    Ordering,
    Shooting,
    Unit,
)
from overheat.platoon.wording import ending_words


def begin(battle: Battle) -> None:
    """A turn begins: dice go into the bag, missiles fly on, strikes are rolled for."""
    rules = battle.rules
    battle.turn += 1
    battle.tell(told.TurnBegan(battle.turn))
    for side in (0, 1):
        living = list(battle.side(side))
        kept = sum(unit.kept for unit in living)
        battle.bag[side] = rules[turn.dice_in_bag](rules, len(living), kept)
        battle.used[side] = kept
    for unit in list(battle.units.values()):
        changes = {} if unit.kept else {"order": None, "round": ""}
        battle.update(unit, kept=False, moved=False, moved_last=unit.moved, **changes)
    _end_what_lasted(battle)
    for missile in list(battle.missiles):
        flies = rules[missiles.steps](rules, missile.turn, battle.turn) > 1
        if flies and missile in battle.missiles:
            firing.fly_missile(battle, missile)
    losses.settle_morale(battle)
    due = [called for called in battle.called if rules[observers.due](rules, called.turn, battle.turn)]
    battle.push(*(Arriving(called) for called in due))


def _end_what_lasted(battle: Battle) -> None:
    """Marks and things whose last turn is over are gone."""
    for unit in list(battle.units.values()):
        left = {name: mark for name, mark in unit.marks.items() if still(mark, battle.turn)}
        if len(left) < len(unit.marks):
            battle.update(unit, marks=left)
    battle.things = {id: thing for id, thing in battle.things.items() if still(thing, battle.turn)}


def next_die(battle: Battle) -> None:
    """Draw a die; its owner gives an order."""
    if not sum(battle.bag):
        return
    face = battle.dice.roll("orders.draw", 1, sum(battle.bag)).total if sum(battle.bag) > 1 else 1
    side = battle.rules[turn.draws](battle.rules, face, tuple(battle.bag))
    battle.bag[side] -= 1
    battle.used[side] += 1
    battle.tell(told.DieDrawn(side, (battle.bag[0], battle.bag[1])))
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
        unit = battle.update(id, kept=True)
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
            battle.update(unit, doors=frozenset())
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
    rounds = unit.drone.rounds + 1
    drone = msgspec.structs.replace(unit.drone, rounds=rounds)
    tested = rules[drones.tested](rules, "battery")
    penalty = rules[drones.battery_penalty](rules, rounds) if tested else None
    dice = battle.hand(unit.id)
    if penalty is not None and rules[drones.battery_empty](rules, dice.roll("drones.battery", 1).total - penalty):
        inches = count(rules, dice, rules[drones.battery_fall](rules), "drones.battery_fall")
        at = flying.onto_table(battle, ahead(drone.at, battle.random_way("drones.battery_fall", unit.id), inches))
        drone = msgspec.structs.replace(drone, at=at._replace(z=0), empty=True)
        battle.tell(told.DroneFlew(unit.id, drone.at, "battery_empty"))
    battle.put_drone(unit, drone)


def _note_radio(battle: Battle, unit: Unit) -> None:
    """How far a drone is from its team when the turn ends."""
    assert unit.drone is not None
    far = min((distance(man.at, unit.drone.at) for man in unit.men), default=0.0)
    tested = unit.drone.airborne and battle.rules[drones.tested](battle.rules, "radio")
    out = tested and battle.rules[drones.radio_penalty](battle.rules, far) is not None
    battle.update(unit, drone=msgspec.structs.replace(unit.drone, lost_radio=far if out else None, reported=False))


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
            battle.missiles.remove(missile)
            battle.tell(told.MissileLost(missile.operator, "target_out_of_sight"))


def _drift(battle: Battle) -> None:
    """Smoke vanishes or drifts."""
    battle.lay_smoke(_drifted(battle, battle.smoke))
    battle.lay_puffs(_drifted(battle, battle.puffs))


def _drifted(battle: Battle, markers: list[Spot]) -> list[Spot]:
    """What is left of some markers, and where."""
    left: list[Spot] = []
    for marker in markers:
        if battle.rules[smoke.vanishes](battle.rules, battle.dice.roll("smoke.vanish", 1).total):
            battle.tell(told.SmokeMoved(marker, None))
            continue
        inches = count(battle.rules, battle.dice, battle.rules[smoke.drift](battle.rules), "smoke.drift")
        to = ahead(marker, battle.random_way("smoke.drift"), inches)
        battle.tell(told.SmokeMoved(marker, to))
        left.append(to)
    return left


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
    where="overheat.platoon.turns.END_CHECKS",
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
    ended = told.Ended(winner, "points", points)
    battle.tell(ended)
    winners = () if winner is None else (battle.setup.players[winner],)
    battle.outcome = Outcome(winners, ending_words(ended))
    battle.tasks.clear()
