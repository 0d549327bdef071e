"""What the dice of a battle are thrown for, in words."""

from __future__ import annotations

from overheat.kernel.dice import Roll
from overheat.kernel.wording.purposes import Purposes

PURPOSES = Purposes(
    {
        "orders.draw": "order dice",
        "orders.test": "order test",
        "orders.test.again": "order test, once more",
        "orders.test.fubar": "order test (double 6)",
        "orders.tank_fear": "tank fear",
        "orders.tank_fear.again": "tank fear, once more",
        "orders.tank_fear.fubar": "tank fear (double 6)",
        "orders.rally": "rally",
        "orders.late_ambush": "late ambush",
        "pins.gained": "pins ({die})",
        "pins.staying_down": "staying down ({die})",
        "fire.shots": "shots ({die})",
        "fire.to_hit": "to hit",
        "fire.to_hit.again": "to hit, again",
        "fire.flames": "flames ({die})",
        "fire.flames.pins": "flames (pins, {die})",
        "fire.fuel": "fuel",
        "fire.indirect": "indirect fire",
        "fire.stray": "stray shell ({die})",
        "fire.stray.direction": "stray shell (direction)",
        "fire.countermeasures": "countermeasures ({die})",
        "damage": "damage",
        "damage.exceptional": "damage (exceptional)",
        "damage.backblast": "backblast",
        "damage.backblast.exceptional": "backblast (exceptional)",
        "damage.medic": "medic",
        "damage.penetration": "penetration",
        "damage.table": "damage table",
        "damage.turret": "turret jam",
        "damage.helicopter": "helicopter chart",
        "damage.helicopter.pins": "helicopter chart (pins, {die})",
        "blast.hits": "blast hits ({die})",
        "blast.damage": "blast damage",
        "blast.damage.exceptional": "blast damage (exceptional)",
        "blast.pins": "blast pins ({die})",
        "blast.drone": "blast on the drone",
        "blast.drone.exceptional": "blast on the drone (exceptional)",
        "breaching.bangalore": "bangalore ({die})",
        "morale": "morale check",
        "close_quarters": "close quarters",
        "close_quarters.tough": "close quarters, tough",
        "close_quarters.again": "close quarters, once more",
        "close_quarters.storm": "storming a vehicle",
        "close_quarters.regroup": "regroup",
        "transport.wreck_hits": "transport destroyed (hits, {die})",
        "transport.wreck_pins": "transport destroyed (pins, {die})",
        "crash.distance": "crash (distance)",
        "crash.direction": "crash (direction)",
        "devices.trigger": "device",
        "devices.trigger.again": "device, again",
        "devices.decoy": "decoy (pins, {die})",
        "drones.landing": "landing",
        "drones.drop": "drop",
        "drones.drop.again": "drop, again",
        "drones.tumble": "tumbles ({die})",
        "drones.tumble.direction": "tumbles (direction)",
        "drones.radio": "radio",
        "drones.drift": "drifts ({die})",
        "drones.drift.direction": "drifts (direction)",
        "drones.battery": "battery",
        "drones.battery_fall": "battery empty ({die})",
        "drones.battery_fall.direction": "battery empty (direction)",
        "smoke.vanish": "smoke",
        "smoke.drift": "smoke drifts ({die})",
        "smoke.drift.direction": "smoke drifts (direction)",
        "strikes.arrival": "{kind} strike",
        "strikes.reach": "artillery strike (reach)",
        "strikes.effect": "{kind} strike (effect)",
        "strikes.near_miss": "near miss ({die})",
        "turn.another": "another turn",
    }
)
"""Words by the id of a purpose; a layer adds its own with `PURPOSES.says`."""

SUMMED = frozenset(
    {
        "orders.test",
        "orders.test.again",
        "orders.tank_fear",
        "orders.tank_fear.again",
        "morale",
        "crash.distance",
        "close_quarters.regroup",
    }
)
SUMMED_DICE = frozenset({"2D6", "3D6"})


def is_summed(roll: Roll) -> bool:
    """Whether several dice are added up; others are looked at die by die."""
    return len(roll.faces) > 1 and (roll.purpose in SUMMED or roll.about.get("die") in SUMMED_DICE)
