"""What an order is worth to a unit: its shots by exact odds, where it wants to be, the danger that it stands in."""

from __future__ import annotations

import msgspec

from overheat.lab.players import platoon_watching as watching
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import as_ordered
from overheat.lab.players.soldier import riding, support
from overheat.lab.players.soldier.aims import Aim, aim_of, in_time, left_to_go, untaken
from overheat.lab.players.soldier.charges import best_charge
from overheat.lab.players.soldier.danger import CROUCHED, danger
from overheat.lab.players.soldier.kills import IDLE, Outcome, best_volleys
from overheat.lab.players.soldier.leading import led_from, rank_of
from overheat.lab.players.soldier.moves import ADVANCING, INCH, promise, shot_after
from overheat.lab.players.soldier.preferences import Preferences
from overheat.lab.players.soldier.screens import screen_worth
from overheat.lab.players.soldier.stakes import still_to_come
from overheat.lab.players.soldier.turning import best_when_turned, fixed_weapon
from overheat.lab.players.soldier.ways import SHY, drives_to, houses_at, walks_to
from overheat.platoon.battle.advance import CALLED
from overheat.platoon.battle.commands import Give, Walk
from overheat.platoon.battle.state import Unit
from overheat.platoon.facts import Order
from overheat.platoon.fire import aiming, strikes
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import SCALE, Spot, ahead, driven
from overheat.platoon.move import men as walking
from overheat.platoon.rules.standard import orders
from overheat.platoon.rules.standard.orders import kind_of

STEPS = 8
"""How many ways a unit without a target looks for one."""
CLOSER = 2
"""How many of the places that promise most there are looked at for the shot itself."""
RUNNING = 1.45
"""What coming nearer counts on a run beside an advance."""
CRAWLING = 0.5
"""What it counts on a run that leads less far than an advance, for the hull does not turn."""
SINGLED_OUT = 0.22
"""How much of the danger meets a unit that lies down beforehand: the enemy has other targets."""
PINNED = -0.02
"""What it counts to lie down with pins in no danger: any order that is obeyed shakes one off."""
VAIN = -0.05
"""What it counts to be told to fire and have nobody to fire at."""
HEAVY = 4
"""Pins from which on a unit is better off lying low for a turn."""
SNAPPED = 0.95
"""What the order of another counts to an officer whose word brings it about at once."""
LIFTED = 0.25
"""What it counts for a whole battle to see somebody from the air."""
ALOFT = 12
"""Inches above the ground at which the danger in the air is looked at."""
GUIDES = 0.5
"""What a missile in flight is worth to who guides it."""
GOING: tuple[Order, ...] = ("advance", "run")
"""The orders with which units go and drones fly."""
End = tuple[Spot, int]
"""Where a move ends, and which way the unit faces then."""


def weighed(game: PlatoonGame, battle: Thinking, command: Give, likes: Preferences) -> tuple[float, str]:
    """What an order is worth before it is tested, and why."""
    unit = battle.units[command.unit]
    kind = orders.kind_of(battle.rules, command.order)
    sure, name = battle.obeys(unit, command.order), battle.sheet(unit).name
    guiding = any(missile.operator == unit.id for missile in battle.missiles)
    lost = GUIDES if guiding and (kind.moves or kind.low) else 0.0
    if kind.gait == "advance" and not command.doing and fixed_weapon(battle, unit) is not None:
        shot = best_when_turned(game, battle, unit, command.order)
        worth, why = shot * sure - 0.01, "turns its weapon to whom it can shoot at then"
    else:
        worth, why = _of_kind(game, battle, unit, command, kind, sure, likes)
    word = sure * _word(battle, unit, command.order, likes)
    told = f", and brings others to act for {word:.2f}" if word else ""
    return worth + word + kind.worth - 0.05 * kind.pins - lost, f"{name}: {command.order}, {why}{told}"


def _word(battle: Thinking, unit: Unit, order: Order, likes: Preferences) -> float:
    """What it is worth that those around an officer act right after him, before the enemy draws a die."""
    rank, side = rank_of(battle, unit), unit.side
    if rank is None or unit.place != "table" or not battle.bag[1 - side]:
        return 0.0
    many = min(battle.rules[orders.snaps](battle.rules, rank, order), battle.bag[side])
    waiting = (other for other in led_from(battle, unit, unit.at) if not other.acted)
    return SNAPPED * sum(sorted((best_for(battle, other, likes) for other in waiting), reverse=True)[:many])


def _of_kind(
    game: PlatoonGame,
    battle: Thinking,
    unit: Unit,
    command: Give,
    kind: orders.OrderKind,
    sure: float,
    likes: Preferences,
) -> tuple[float, str]:
    if command.doing == "smoke":
        return screen_worth(game, battle, unit, likes) * sure, "smoke between itself and the enemy"
    if not kind.acts:
        return _resting(battle, unit, command, kind, sure, likes)
    match command.doing:
        case "disembark":
            goes_on = _goes_on(battle, battle.units[unit.carrier or ""], likes)
            worth, why = riding.gets_out(battle, unit, command.order, likes, goes_on=goes_on)
            return worth * sure, why
        case "arrive":
            idle = battle.sheet(unit).seats and not battle.sheet(unit).mounts
            return (-0.2 if idle and not untaken(battle, unit.side) else 0.35) * sure, "comes into the battle"
        case "lift":
            idle = best_shot(battle, unit).worth < IDLE * still_to_come(battle)
            gain = _lifted(battle, unit, likes) if unit.at.z == 0 and idle else -1.0
            return gain * sure, "lifts off to see somebody"
        case "embark":
            carrier = battle.units[command.carrier or ""]
            more = riding.gets_in(battle, unit, carrier, likes) if _drives_on(battle, carrier, likes) else riding.STAYS
            return (_eager(battle, unit, likes, command.order)[0] + more) * sure, "gets in, for the way is long"
        case "drone":
            worth, why = support.order_worth(battle, unit, command.order, likes.risk)
            return worth * sure, why
    shot = best_shot(battle, unit)
    if not kind.moves:
        return (shot.worth * sure if shot.worth else VAIN), _shooting(battle, shot, sure)
    eager, goal = _eager(battle, unit, likes, command.order)
    if kind.gait == "advance":
        stepped = _stepped(game, battle, unit, command.order, likes) if kind.shoots else 0.0
        if stepped > max(IDLE, shot.worth, eager):
            return stepped * sure, "steps to where it sees somebody"
        return ((ADVANCING * shot.worth if kind.shoots else 0.0) + eager) * sure, goal
    hope = best_charge(battle, unit)
    charges = hope > max(0.0, eager)
    gain = (hope if charges else eager) + (ADVANCING * shot.worth if kind.shoots else 0.0)
    return gain * sure, f"a charge is worth {hope:.2f}" if charges else goal


def _lifted(battle: Thinking, unit: Unit, likes: Preferences) -> float:
    """What it is worth to be in the air: what may still be seen from there, less the danger that is greater there."""
    up = unit.at._replace(z=round(ALOFT * SCALE))
    more = max(0.0, danger(battle, unit, up) - danger(battle, unit, unit.at))
    return LIFTED * still_to_come(battle) - likes.risk * more


def _stepped(game: PlatoonGame, battle: Thinking, unit: Unit, order: Order, likes: Preferences) -> float:
    """What a shot is worth to who has none here and a step away from it, less the danger there."""
    known: dict[str, float] = battle.kept.setdefault("stepped", {})
    if unit.id not in known:
        sheet, shot = battle.sheet(unit), best_shot(battle, unit).worth
        idle = sheet.soft and unit.place == "table" and shot < IDLE and likes.looks and sheet.gun is None
        known[unit.id] = _best_step(game, battle, unit, order, likes) if idle else 0.0
    return known[unit.id]


def _best_step(game: PlatoonGame, battle: Thinking, unit: Unit, order: Order, likes: Preferences) -> float:
    """The best of the places a step away that promise most, by the shot from there and the danger that is greater."""
    going = msgspec.structs.replace(unit, order=order)
    reach = walking.walk_reach(battle, going, walking.march_over(battle, going, 0, []))
    ends = [ahead(unit.at, step * 360 / STEPS, reach - SHY)._replace(z=0) for step in range(STEPS)] if reach else []
    walks = [Walk(end, unit.heading) for end in ends if promise(battle, unit, end) > IDLE]
    walks = [walk for walk in walks if walking.walk_refused(battle, going, walk) is None]
    walks.sort(key=lambda walk: -promise(battle, unit, walk.to))
    here = danger(battle, unit, unit.at)
    found = (
        shot_after(game, battle, going, walk) - likes.risk * max(0.0, danger(battle, unit, walk.to) - here)
        for walk in walks[:CLOSER]
    )
    return max(found, default=0.0)


def _shooting(battle: Thinking, shot: Outcome, sure: float) -> str:
    if not shot.target:
        return f"calls a strike that is worth {shot.worth * sure:.2f}" if shot.worth > 0 else "no target"
    return f"destroys {battle.sheet(shot.target).name} with {shot.kills * sure:.0%}"


def _resting(
    battle: Thinking, unit: Unit, command: Give, kind: orders.OrderKind, sure: float, likes: Preferences
) -> tuple[float, str]:
    """Rallying, lying in wait, going down."""
    if kind.rallies:
        return sure * (0.075 * unit.pins - 0.08), f"{unit.pins} pins to shake off"
    if unit.place != "table":
        return 0.0, "waits"
    threat = danger(battle, unit, unit.at, now=True)
    if kind.waits:
        able = battle.sheet(unit).armed and aiming.can_fire(battle, unit)
        return (0.06 if able and not unit.pins else 0.0) - 0.1 * likes.risk * threat, "waits for the enemy to move"
    soft, idle = battle.sheet(unit).soft, -0.03 if battle.sheet(unit).armed else 0.0
    rests = PINNED if unit.pins else 0.01
    if any(not other.acted for other in led_from(battle, unit, unit.at)):
        return -0.05, "others wait for its word"
    return rests + (likes.risk * (1 - CROUCHED) * threat * SINGLED_OUT if soft else idle), f"in danger of {threat:.2f}"


def best_shot(battle: Thinking, unit: Unit) -> Outcome:
    """The best that a unit can shoot from where it is."""
    known: dict[str, Outcome] = battle.kept.setdefault("best shots", {})
    if unit.id not in known:
        calls = strikes.calls(battle, as_ordered(unit))
        found = (Outcome(support.strike_worth(battle, unit.side, call)) for call in calls)
        known[unit.id] = max((best_volleys(battle, unit), *found), key=lambda each: each.worth)
    return known[unit.id]


def best_for(battle: Thinking, unit: Unit, likes: Preferences) -> float:
    """What the order that a unit has not had yet is worth to it."""
    shot, (eager, _) = best_shot(battle, unit).worth, _eager(battle, unit, likes, "run")
    flight = max(support.order_worth(battle, unit, order, likes.risk)[0] for order in GOING)
    going = max(eager, flight, best_charge(battle, unit))
    own = max(shot * battle.obeys(unit, "fire"), going * battle.obeys(unit, "run"), 0.0)
    return own + _word(battle, unit, "fire", likes) * battle.obeys(unit, "fire")


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
    landed = sheet.kind == "helicopter" and unit.at.z == 0
    if unit.place != "table" or unit.immobilised or landed or sheet.kind in ("gun", "drone"):
        return -0.2, "stays where it is"
    calls = strikes.kind_of(battle, unit) is not None and CALLED not in unit.spent
    if calls and any(battle.sees(unit, enemy) for enemy in battle.enemies(unit)):
        return -0.05, "watches"
    if sheet.gun is not None:
        return watching.restless(battle, unit), "looks for a better view"
    aim = aim_of(battle, unit, likes)
    if aim is None:
        return (0.0 if sheet.system is None else -0.2), "has nowhere to go"
    left = left_to_go(battle, aim, unit.at)
    if left <= 0:
        return -0.08 if aim.objective else 0.0, f"holds {aim.name}"
    inches, end = _progress(battle, unit, aim, order)
    if inches < min(1.0, left):
        return -0.05, f"cannot come nearer to {aim.name} so"
    more = likes.risk * (0.7 if aim.objective else 1.0) * _more_danger(battle, unit, end)
    wish = _wish(battle, unit, aim, order, inches) + riding.brings(battle, unit, aim, order, left - inches)
    return max(0.0, wish - more), f"goes for {aim.name}{_dangerously(more)}"


def _dangerously(more: float) -> str:
    """What a way costs in danger, in words."""
    if abs(more) < 0.005:
        return ", in no more danger"
    return f", for {more:.2f} of danger more" if more > 0 else f", in {-more:.2f} less danger"


def _wish(battle: Thinking, unit: Unit, aim: Aim, order: Order, inches: float) -> float:
    """What it counts to come so many inches nearer."""
    runs = orders.kind_of(battle.rules, order).gait == "run"
    crawls = runs and 2 * inches < _progress(battle, unit, aim, "advance")[0]
    faster = CRAWLING if crawls else RUNNING if runs else 1.0
    if not aim.objective:
        stuck = unit.last is not None and kind_of(battle.rules, unit.last).gait == "run" and not unit.moved_last
        return 0.0 if stuck else min(aim.worth, INCH * inches) * faster
    if aim.due:
        return aim.worth * (1.0 if in_time(battle, unit, aim, inches) else 0.2)
    if inches >= left_to_go(battle, aim, unit.at):
        return aim.worth * faster
    return max(0.03, min(aim.worth, 0.05 + left_to_go(battle, aim, unit.at) / 40)) * faster


def _progress(battle: Thinking, unit: Unit, aim: Aim, order: Order) -> tuple[float, End]:
    """How many inches an order brings a unit nearer to what it is after, and where it ends then."""
    known: dict[tuple[str, Order], tuple[float, End]] = battle.kept.setdefault("progress", {})
    if (unit.id, order) not in known:
        left = left_to_go(battle, aim, unit.at)
        ends = _ends(battle, msgspec.structs.replace(unit, order=order), aim)
        end = min(ends, key=lambda each: left_to_go(battle, aim, each[0]), default=(unit.at, unit.heading))
        known[unit.id, order] = left - left_to_go(battle, aim, end[0]), end
    return known[unit.id, order]


def _goes_on(battle: Thinking, carrier: Unit, likes: Preferences) -> bool:
    """Whether a transport can still come nearer to what it is after."""
    aim = aim_of(battle, carrier, likes)
    if aim is None or battle.sheet(carrier).kind != "vehicle":
        return False
    return any(_progress(battle, carrier, aim, order)[0] >= 1 for order in GOING)


def _drives_on(battle: Thinking, carrier: Unit, likes: Preferences) -> bool:
    """Whether a transport would rather drive than stay and shoot."""
    return max(_eager(battle, carrier, likes, order)[0] for order in GOING) > best_shot(battle, carrier).worth


def _ends(battle: Thinking, going: Unit, aim: Aim) -> list[End]:
    """Where the ways of a unit with its order towards what it is after end."""
    if battle.sheet(going).soft:
        houses = houses_at(battle, going, aim.at, aim.near) if aim.objective else ()
        walks = (walk.to for walk in walks_to(battle, going, aim.at, aim.near))
        return [(end, going.heading) for end in (*houses, *walks)]
    hull = battle.hull(going)
    bodies = (driven(hull, drive.legs) for drive in drives_to(battle, going, aim.at, aim.near))
    return [(body.at, body.heading) for body in bodies]


def _more_danger(battle: Thinking, unit: Unit, end: End) -> float:
    """How much more a unit risks where its order takes it than where it is."""
    return danger(battle, unit, *end) - danger(battle, unit, unit.at)
