"""What an order is worth to a unit: its shots by exact odds, where it wants to be, the danger that it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.lab.players import platoon_watching as watching
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import as_ordered, charge_hope, strike_worth
from overheat.lab.players.soldier.aims import aim_of, left_to_go
from overheat.lab.players.soldier.danger import CROUCHED, danger
from overheat.lab.players.soldier.kills import Outcome, outcome
from overheat.lab.players.soldier.preferences import Preferences
from overheat.platoon.battle.advance import CALLED
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.fire import aiming, strikes
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.ground.geometry import Spot, flat, towards
from overheat.platoon.rules.standard import orders
from overheat.platoon.rules.standard.orders import kind_of

ADVANCING = 0.7
"""What is left of a shot on an advance."""
GUIDES = 0.5
"""What a missile in flight is worth to who guides it."""


def weighed(battle: Thinking, command: Give, likes: Preferences) -> tuple[float, str]:
    """What an order is worth before it is tested, and why."""
    unit = battle.units[command.unit]
    kind = orders.kind_of(battle.rules, command.order)
    sure, name = battle.obeys(unit, command.order), battle.sheet(unit).name
    guiding = any(missile.operator == unit.id for missile in battle.missiles)
    lost = GUIDES if guiding and (kind.moves or kind.low) else 0.0
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
            return (-0.2 if idle else 0.35) * sure, "comes into the battle"
        case "lift":
            return (0.3 if unit.at.z == 0 else -1.0) * sure, "lifts off"
        case "embark":
            return -0.5, "gets in"
        case "drone":
            return 0.25 * sure, "the drone looks for a target"
    shot = best_shot(battle, unit)
    if not kind.moves:
        return shot.worth * sure, _shooting(battle, shot, sure)
    eager, goal = _eager(battle, unit, likes)
    if kind.gait == "advance":
        return ((ADVANCING * shot.worth if kind.shoots else 0.0) + eager) * sure, goal
    hope = charge_hope(battle, unit)
    gain = eager * 1.45 + max(0.0, hope) + (ADVANCING * shot.worth if kind.shoots else 0.0)
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
    threat = danger(battle, unit, unit.at)
    if kind.waits:
        able = battle.sheet(unit).armed and aiming.can_fire(battle, unit)
        return (0.06 if able and not unit.pins else 0.0) - 0.1 * likes.risk * threat, "waits for the enemy to move"
    soft = battle.sheet(unit).soft
    if battle.sheet(unit).officer and any(_led(battle, unit)):
        return -0.05, "others wait for its word"
    return 0.015 + (likes.risk * (1 - CROUCHED) * threat * 0.5 if soft else -0.03), f"in danger of {threat:.2f}"


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
        found += (Outcome(strike_worth(battle, unit.side, call)) for call in strikes.calls(battle, as_ordered(unit)))
        known[unit.id] = max(found, key=lambda each: each.worth)
    return known[unit.id]


def best_for(battle: Thinking, unit: Unit, likes: Preferences) -> float:
    """What the order that a unit has not had yet is worth to it."""
    shot, (eager, _) = best_shot(battle, unit).worth, _eager(battle, unit, likes)
    return max(shot * battle.obeys(unit, "fire"), eager * battle.obeys(unit, "advance"), 0.0)


def _eager(battle: Thinking, unit: Unit, likes: Preferences) -> tuple[float, str]:
    """How much a unit wants to be elsewhere, and where."""
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
    wish = max(0.03, min(aim.worth, 0.05 + left / 40)) if aim.objective else aim.worth
    stuck = unit.last is not None and kind_of(battle.rules, unit.last).gait == "run" and not unit.moved_last
    more = likes.risk * (0.7 if aim.objective else 1.0) * _more_danger(battle, unit, aim.at)
    return 0.0 if stuck else max(0.0, wish - more), f"goes for {aim.name}, for {more:.2f} of danger more"


def _more_danger(battle: Thinking, unit: Unit, to: Spot) -> float:
    """How much more a unit risks on its way to a place than where it is."""
    known: dict[str, float] = battle.kept.setdefault("more danger", {})
    if unit.id not in known:
        ahead = towards(unit.at._replace(z=0), to._replace(z=0), 9.0)
        known[unit.id] = danger(battle, unit, ahead) - danger(battle, unit, unit.at)
    return known[unit.id]
