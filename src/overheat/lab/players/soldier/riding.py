"""Transports: who rides where the way is long, how a carrier brings men to their goal, and when they get out."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.aims import Aim, aim_of, left_to_go, turns_to
from overheat.lab.players.soldier.danger import danger
from overheat.lab.players.soldier.preferences import Preferences
from overheat.platoon.battle.commands import Place
from overheat.platoon.battle.state import Unit
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import Spot, flat, heading_to, spot, towards
from overheat.platoon.move import transports as boarding
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.rules.standard.orders import gait
from overheat.platoon.rules.standard.transport import fires_from

LONG = 2.5
"""Turns on foot from which on a way is long enough to ride."""
SAVED = 0.35
"""What a turn that a ride saves counts to who is set up."""
STAYS = -1.0
"""What it counts to begin aboard where a ride saves nothing."""
DRIVES = 0.75
"""The part of a drive that leads to where it should."""
BROUGHT = 0.3
"""What it counts to bring men so near that they get there when they get out in the same turn."""
HURRIES = 0.08
"""What a turn that a ride saves counts to who gets in during the battle."""
LEAVES = 0.5
"""How much of the danger to a carrier counts to the men who get out of it."""
INCH, COVERED = 0.03, 0.12
"""What an inch nearer counts to who gets out, and cover where he does."""


def carries(battle: Thinking, carrier: Unit) -> bool:
    """Whether a unit is a vehicle that men ride into battle in: bullets do not go through it."""
    sheet = battle.sheet(carrier)
    thin = battle.rules[fires_from](battle.rules, False, sheet.damage_value)
    return sheet.kind == "vehicle" and bool(sheet.seats) and not thin


def saved_turns(battle: Thinking, unit: Unit, carrier: Unit, inches: float, *, aboard: bool) -> float:
    """How many turns sooner men get somewhere who ride, nothing where they are there soon on foot.

    The carrier runs, then advances, and they run on from it in that turn; who gets in first gets out a turn later.
    """
    foot, pace = turns_to(battle, unit, inches), battle.rules[PACES][battle.sheet(carrier).mobility]
    on_foot = float(battle.rules[PACES][battle.sheet(unit).mobility].run)
    if foot < LONG or not pace.run:
        return 0.0
    left = inches if aboard else max(0.0, inches - DRIVES * pace.run)
    driven = max(0.0, left - on_foot - DRIVES * pace.advance) / (DRIVES * pace.run)
    return max(0.0, foot - driven - (1.0 if aboard else 2.0))


def begins_aboard(battle: Thinking, unit: Unit, carrier: Unit) -> float:
    """What it is worth to a unit to begin in a transport: the turns saved on the way to an objective that is far."""
    sheet = battle.sheet(unit)
    if sheet.kind != "infantry" or sheet.officer or not carries(battle, carrier) or battle.aboard(carrier):
        return STAYS
    saved = _farthest(battle, unit, carrier, carrier.at)
    if saved < 1:
        return STAYS
    return SAVED * saved - LEAVES * danger(battle, carrier, carrier.at)


def _farthest(battle: Thinking, unit: Unit, carrier: Unit, at: Spot) -> float:
    """The most turns that a ride from a place saves on the way to any objective."""
    ways = (max(0.0, flat(at, spot(each.x, each.y)) - each.radius) for each in battle.setup.objectives)
    return max((saved_turns(battle, unit, carrier, way, aboard=True) for way in ways), default=0.0)


def gets_in(battle: Thinking, unit: Unit, carrier: Unit, likes: Preferences) -> float:
    """What it is worth besides the way to get into a transport that goes to the same objective."""
    aim, same = aim_of(battle, unit, likes), aim_of(battle, carrier, likes)
    ready = carries(battle, carrier) and not (carrier.acted or carrier.immobilised or battle.aboard(carrier))
    if aim is None or same is None or not ready or not (aim.objective and aim.name == same.name):
        return STAYS
    saved = saved_turns(battle, unit, carrier, left_to_go(battle, aim, unit.at), aboard=False)
    return HURRIES * saved if saved >= 1 else STAYS


def gets_out(battle: Thinking, unit: Unit, order: Order, likes: Preferences, *, goes_on: bool) -> tuple[float, str]:
    """What it is worth to get out: at the objective, or where the carrier is in danger or cannot go on."""
    carrier = battle.units[unit.carrier or ""]
    aim = aim_of(battle, carrier, likes)
    afoot = danger(battle, unit, carrier.at._replace(z=0))
    threat = likes.risk * LEAVES * (danger(battle, carrier, carrier.at) - afoot)
    if aim is None or not aim.objective or not carries(battle, carrier):
        return 0.35 + threat, "gets out, for the ride is over"
    left, pace = left_to_go(battle, aim, carrier.at), battle.rules[PACES][battle.sheet(unit).mobility]
    reach = pace.run if gait(battle.rules, order) == "run" else pace.advance
    if left <= reach:
        sooner = 0.05 if reach == pace.advance else 0.0
        return max(BROUGHT, aim.worth) + sooner + threat, f"gets out at {aim.name}"
    stands = carrier.acted and not carrier.moved
    if carrier.immobilised or stands or not goes_on:
        return 0.35 + threat, "gets out, for the ride is over"
    if left <= pace.run + DRIVES * battle.rules[PACES][battle.sheet(carrier).mobility].advance and carrier.acted:
        return 0.1 + threat, f"gets out on the way to {aim.name}"
    return threat - 0.1, f"rides on to {aim.name}"


def brings(battle: Thinking, carrier: Unit, aim: Aim | None, order: Order, left: float) -> float:
    """What it counts besides that an order brings the men aboard so near that they can get out and get there."""
    if aim is None or not aim.objective or gait(battle.rules, order) == "run" or not carries(battle, carrier):
        return 0.0
    waiting = [unit for unit in battle.aboard(carrier) if not unit.acted]
    near = [unit for unit in waiting if left <= battle.rules[PACES][battle.sheet(unit).mobility].run]
    return BROUGHT if near else 0.0


def ways_out(battle: Thinking, unit: Unit, likes: Preferences) -> Iterator[Place]:
    """Places to get out at towards what the carrier is after, beside those that are offered."""
    carrier = battle.units[unit.carrier or ""]
    aim = aim_of(battle, carrier, likes)
    if aim is None:
        return
    reach, beside = boarding.exit_reach(battle, unit), max(battle.sheet(carrier).length, 0) / 200
    for share in (1.0, 0.75, 0.5):
        far = min(beside + share * reach, max(0.0, flat(carrier.at, aim.at) - aim.near + 0.1))
        at = towards(carrier.at, aim.at, far)._replace(z=0)
        place = Place(at, round(heading_to(carrier.at, aim.at)) % 360)
        if boarding.place_refused(battle, unit, place) is None:
            yield place


def place_worth(battle: Thinking, unit: Unit, place: Place, likes: Preferences) -> tuple[float, str]:
    """What a place to get out at is worth: how near to what the carrier is after, cover, danger."""
    carrier = battle.units[unit.carrier or ""]
    aim, risk = aim_of(battle, carrier, likes), danger(battle, unit, place.at)
    near = 0.0
    if aim is not None:
        left = left_to_go(battle, aim, place.at)
        near = INCH * (left_to_go(battle, aim, carrier.at) - left)
        near += aim.worth if aim.objective and left <= 0 else 0.0
    covered = any(each.kind.cover != "none" for each in battle.ground.standing(place.at))
    worth = near + (COVERED if covered else 0.0) - likes.risk * risk
    return worth, f"gets out there, danger {risk:.2f}"
