"""What the dice of a battle are thrown for, in words."""

from __future__ import annotations

from overheat.kernel.wording.purposes import Purposes

PURPOSES = Purposes(
    {
        "initiative": "initiative of {who}",
        "fire.to_hit": "{who} fires {weapon} at {target}",
        "fire.aim": "aim at {location}",
        "fire.heat": "{weapon} heats {target}",
        "physical.to_hit": "{who}: {kind} at {target}",
        "clusters": "cluster of {size} on {target}",
        "location": "location on {target}",
        "location.punch": "location on {target}",
        "location.above": "location on {target}, from above",
        "location.below": "location on {target}, from below",
        "location.kick": "location on {target}",
        "location.swarm": "location on {target} under the swarm",
        "location.leg": "leg of {target}",
        "location.turret": "turret of {target}",
        "location.flank": "flank of {target}",
        "location.trooper": "trooper of {target}",
        "criticals": "critical hits on {target} {location}",
        "criticals.half": "upper or lower half of {location}",
        "criticals.slot": "slot of {location}",
        "vehicles.critical": "critical hit on {target} {location}",
        "vehicles.motive_damage": "motive damage of {target}{added}",
        "vehicles.weapon": "weapon of {target}",
        "protomechs.torso_weapon": "torso weapon of {target}",
        "water.breach": "breach of {target} {location}, {needed} needed",
        "infantry.burst": "burst on {target}",
        "infantry.mown_down": "soldiers of {target} mown down",
        "boosters.engage": "{who} engages a booster",
        "hazard": "{what} under {target}, {needed} needed",
        "things.to_hit": "{what} of {who} at {target}, {needed} needed",
        "scatter.direction": "direction in which {what} misses {hex}",
        "scatter.distance": "how far {what} misses {hex}",
        "piloting": "piloting of {who}: {cause}",
        "piloting.seat_belt": "seat belt of {who}",
        "driving": "driving of {who}: {cause}",
        "falls.facing": "facing of {target} after the fall",
        "crashes.facing": "facing of {target} after the crash",
        "crew.consciousness": "consciousness of {who}, {needed} needed",
        "heat.restart": "restart of {who}, {needed} needed",
        "heat.shutdown": "{who} avoids shutdown, {needed} needed",
        "heat.ammunition": "{who} avoids an ammunition explosion, {needed} needed",
        "electric.shock": "what the {weapon} of {who} does to {target}",
        "electric.feedback": "{who} bears its own taser, {needed} needed",
        "misfires.breaks": "the {weapon} of {who} breaks, {needed} needed",
        "fires.burn_out": "fire in {hex} burns out",
        "fires.survive": "{who} lives through the fire in {hex}",
        "fires.spread": "fire spreads from {origin} to {hex}",
        "fires.ignite": "{weapon} sets {hex} alight, {needed} needed",
        "smoke.thin": "smoke in {hex} thins",
    }
)
"""Words by the id of a purpose; a layer adds its own with `PURPOSES.says`."""
