"""What an order is worth to a unit: its shots by exact odds, where it wants to be, the danger that it stands in."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.lab.players import platoon_watching as watching
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import as_ordered, charge_hope
from overheat.lab.players.soldier import support
from overheat.lab.players.soldier.aims import Aim, aim_of, in_time, left_to_go, untaken
from overheat.lab.players.soldier.danger import CROUCHED, danger
from overheat.lab.players.soldier.kills import Outcome, outcome
from overheat.lab.players.soldier.preferences import Preferences
from overheat.lab.players.soldier.turning import best_when_turned, fixed_weapon
from overheat.lab.players.soldier.ways import drives_to, walks_to
from overheat.platoon.battle.advance import CALLED
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.facts import Order
from overheat.platoon.fire import aiming, strikes
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import Spot, ahead, driven, flat, heading_to
from overheat.platoon.rules.standard import orders
from overheat.platoon.rules.standard.orders import kind_of

ADVANCING = 0.7
"""What is left of a shot on an advance."""
RUNNING = 1.45
"""What coming nearer counts on a run beside an advance."""
SINGLED_OUT = 0.22
"""How much of the danger meets a unit that lies down beforehand: the enemy has other targets."""
HEAVY = 4
"""Pins from which on a unit is better off lying low for a turn."""
STEP = 9.0
"""Inches on the way to a place at which its danger is looked at."""
IDLE = 0.12
"""A shot that is worth less is none to stay for."""
GUIDES = 0.5
"""What a missile in flight is worth to who guides it."""


def weighed(game: PlatoonGame, battle: Thinking, command: Give, likes: Preferences) -> tuple[float, str]:
    """What an order is worth before it is tested, and why."""
    unit = battle.units[command.unit]
    kind = orders.kind_of(battle.rules, command.order)
    sure, name = battle.obeys(unit, command.order), battle.sheet(unit).name
    guiding = any(missile.operator == unit.id for missile in battle.missiles)
    lost = GUIDES if guiding and (kind.moves or kind.low) else 0.0
    if kind.gait == "advance" and not command.doing and fixed_weapon(battle, unit) is not None:
        shot = best_when_turned(game, battle, unit)
        worth, why = shot * sure - 0.01, "turns its weapon to whom it can shoot at then"
    else:
        worth, why = _of_kind(battle, unit, command, kind, sure, likes)
    return worth + kind.worth - 0.05 * kind.pins - lost, f"{name}: {command.order}, {why}"


def _of_kind(
    battle: Thinking, unit: Unit, command: Give, kind: orders.OrderKind, sure: float, likes: Preferences
) -> tuple[float, str]:
    if not kind.acts:
        return _resting(battle, unit, command, kind, sure, likes)
    match command.doing:
        case "arrive" | "disembark":
            idle = battle.sheet(unit).seats and not battle.sheet(unit).mounts
            return (-0.2 if idle and not untaken(battle, unit.side) else 0.35) * sure, "comes into the battle"
        case "lift":
            idle = best_shot(battle, unit).worth < IDLE
            return (0.25 if unit.at.z == 0 and idle else -1.0) * sure, "lifts off to see somebody"
        case "embark":
            return -0.5, "gets in"
        case "drone":
            worth, why = support.order_worth(battle, unit, command.order, likes.risk)
            return worth * sure, why
    shot = best_shot(battle, unit)
    if not kind.moves:
        return shot.worth * sure, _shooting(battle, shot, sure)
    eager, goal = _eager(battle, unit, likes, command.order)
    if kind.gait == "advance":
        return ((ADVANCING * shot.worth if kind.shoots else 0.0) + eager) * sure, goal
    hope = charge_hope(battle, unit)
    gain = eager + max(0.0, hope) + (ADVANCING * shot.worth if kind.shoots else 0.0)
    return gain * sure, goal if hope <= 0 else f"a charge is worth {hope:.2f}"


def _shooting(battle: Thinking, shot: Outcome, sure: float) -> str:
    if not shot.target:
        return "no target"
    return f"destroys {battle.sheet(shot.target).name} with {shot.kills * sure:.0%}"


def _resting(
    battle: Thinking, unit: Unit, command: Give, kind: orders.OrderKind, sure: float, likes: Preferences
) -> tuple[float, str]:
    """Rallying, lying in wait, going down."""
    if kind.rallies:
        return sure * (0.075 * unit.pins - 0.08), f"{unit.pins} pins to shake off"
    if command.doing:
        return -0.4, "smoke"
    if unit.place != "table":
        return 0.0, "waits"
    threat = danger(battle, unit, unit.at, now=True)
    if kind.waits:
        able = battle.sheet(unit).armed and aiming.can_fire(battle, unit)
        return (0.06 if able and not unit.pins else 0.0) - 0.1 * likes.risk * threat, "waits for the enemy to move"
    soft = battle.sheet(unit).soft
    if battle.sheet(unit).officer and any(_led(battle, unit)):
        return -0.05, "others wait for its word"
    return 0.01 + (likes.risk * (1 - CROUCHED) * threat * SINGLED_OUT if soft else -0.03), f"in danger of {threat:.2f}"


def _led(battle: Thinking, unit: Unit) -> Iterator[Unit]:
    """Friends near an officer who have not had their order."""
    return (
        other
        for other in battle.on_table(unit.side)
        if other.id != unit.id and not other.acted and flat(other.at, unit.at) < 8
    )


def best_shot(battle: Thinking, unit: Unit) -> Outcome:
    """The best that a unit can shoot from where it is."""
    known: dict[str, Outcome] = battle.kept.setdefault("best shots", {})
    if unit.id not in known:
        able = aiming.can_fire(battle, unit)
        found = [Outcome()]
        if able:
            every = volley_choices(battle, Shooting(unit.side, unit.id))
            found += (outcome(battle, unit, volleys, "order") for volleys in every)
        calls = strikes.calls(battle, as_ordered(unit))
        found += (Outcome(support.strike_worth(battle, unit.side, call)) for call in calls)
        known[unit.id] = max(found, key=lambda each: each.worth)
    return known[unit.id]


def best_for(battle: Thinking, unit: Unit, likes: Preferences) -> float:
    """What the order that a unit has not had yet is worth to it."""
    shot, (eager, _) = best_shot(battle, unit).worth, _eager(battle, unit, likes, "run")
    return max(shot * battle.obeys(unit, "fire"), eager * battle.obeys(unit, "run"), 0.0)


def keeps(battle: Thinking, unit: Unit, likes: Preferences) -> bool:
    """Whether a unit is better off with the order that it has than with a die of the next turn."""
    if not battle.order_of(unit).low:
        return False
    if unit.pins >= HEAVY:
        return True
    sheet, aim = battle.sheet(unit), aim_of(battle, unit, likes)
    busy = sheet.kind in ("infantry", "vehicle", "gun") or sheet.system is not None or (aim is not None and aim.due)
    return not busy and danger(battle, unit, unit.at) > 0.15 and best_for(battle, unit, likes) < IDLE


def _eager(battle: Thinking, unit: Unit, likes: Preferences, order: Order) -> tuple[float, str]:
    """How much a unit wants to be elsewhere, as far as an order takes it there, and where."""
    sheet = battle.sheet(unit)
    if unit.place != "table" or unit.immobilised or sheet.kind in ("gun", "drone"):
        return -0.2, "stays where it is"
    if strikes.kind_of(battle, unit) is not None and CALLED not in unit.spent:
        return -0.05, "watches"
    if sheet.gun is not None:
        return watching.restless(battle, unit), "looks for a better view"
    aim = aim_of(battle, unit, likes)
    if aim is None:
        return (0.0 if sheet.system is None else -0.2), "has nowhere to go"
    left = left_to_go(aim, unit.at)
    if left <= 0:
        return -0.08 if aim.objective else 0.0, f"holds {aim.name}"
    inches = _progress(battle, unit, aim, order)
    if inches < min(1.0, left):
        return -0.05, f"cannot come nearer to {aim.name} so"
    more = likes.risk * (0.7 if aim.objective else 1.0) * _more_danger(battle, unit, aim.at)
    wish = _wish(battle, unit, aim, order, inches)
    return max(0.0, wish - more), f"goes for {aim.name}, for {more:.2f} of danger more"


def _wish(battle: Thinking, unit: Unit, aim: Aim, order: Order, inches: float) -> float:
    """What it counts to come so many inches nearer."""
    faster = RUNNING if orders.kind_of(battle.rules, order).gait == "run" else 1.0
    if not aim.objective:
        stuck = unit.last is not None and kind_of(battle.rules, unit.last).gait == "run" and not unit.moved_last
        return 0.0 if stuck else aim.worth * faster
    if aim.due:
        return aim.worth * (1.0 if in_time(battle, unit, aim, inches) else 0.2)
    return max(0.03, min(aim.worth, 0.05 + left_to_go(aim, unit.at) / 40)) * faster


def _progress(battle: Thinking, unit: Unit, aim: Aim, order: Order) -> float:
    """How many inches an order brings a unit nearer to what it is after."""
    known: dict[tuple[str, Order], float] = battle.kept.setdefault("progress", {})
    if (unit.id, order) not in known:
        left = left_to_go(aim, unit.at)
        going = msgspec.structs.replace(unit, order=order)
        if not battle.sheet(unit).soft:
            ends = [driven(battle.hull(unit), drive.legs).at for drive in drives_to(battle, going, aim.at, aim.near)]
        else:
            ends = [walk.to for walk in walks_to(battle, going, aim.at, aim.near)]
        known[unit.id, order] = max((left - left_to_go(aim, end) for end in ends), default=0.0)
    return known[unit.id, order]


def _more_danger(battle: Thinking, unit: Unit, to: Spot) -> float:
    """How much more a unit risks on its way to a place than where it is; teams go where they are seen least."""
    known: dict[str, float] = battle.kept.setdefault("more danger", {})
    if unit.id not in known:
        start, way = unit.at._replace(z=0), heading_to(unit.at, to)
        far = min(STEP, flat(start, to))
        asides = (0, 40, -40) if battle.sheet(unit).system is not None else (0,)
        ends = (ahead(start, way + aside, far)._replace(z=0) for aside in asides)
        here = danger(battle, unit, unit.at)
        there = (danger(battle, unit, end) for end in ends if battle.ground.on_table(end))
        known[unit.id] = min(there, default=here) - here
    return known[unit.id]
