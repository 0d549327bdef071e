"""The layers of the classic game, the standard game and one for each option, and the rulesets they compose to."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.classic import adjudicator
from overheat.classic.armoury import availability
from overheat.classic.attack import (
    blows,
    coolant_jets,
    interception,
    mines_laid,
    misfires,
    nemesis,
    resolution,
    swarms,
    used_parts,
)
from overheat.classic.attack import chain_whips as whipped
from overheat.classic.attack import electric as shocks
from overheat.classic.attack import hex_rounds as ground_rounds
from overheat.classic.battle import mires
from overheat.classic.battle_value import arrays, factors, force, kinds, networks, skill
from overheat.classic.battle_value import battle_armour as suit_values
from overheat.classic.battle_value import gun_emplacement as emplacement_values
from overheat.classic.battle_value import infantry as infantry_values
from overheat.classic.battle_value import vehicle as vehicle_values
from overheat.classic.battle_value import weapons as weapon_values
from overheat.classic.battle_value.machine import defence as defence_values
from overheat.classic.battle_value.machine import heat as heat_values
from overheat.classic.battle_value.machine import movement as movement_values
from overheat.classic.battle_value.machine import value as machine_values
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.construction import handheld, spaces
from overheat.classic.construction import infantry as platoon
from overheat.classic.construction import kinds as designs
from overheat.classic.construction.battle_armour import rules as suit
from overheat.classic.construction.fighter import rules as fighter
from overheat.classic.construction.machine import rules as machine
from overheat.classic.construction.machine import shields as built_shields
from overheat.classic.construction.protomech import rules as protomech
from overheat.classic.construction.support_vehicle import checks as support_checks
from overheat.classic.construction.support_vehicle import crew as support_crew
from overheat.classic.construction.support_vehicle import rules as support
from overheat.classic.construction.support_vehicle import tonnage as support_weights
from overheat.classic.construction.vehicle import rules as vehicle
from overheat.classic.cost import kinds as prices
from overheat.classic.damage import engines, flooding
from overheat.classic.damage.hull import case_ii
from overheat.classic.damage.hull import shields as held_shields
from overheat.classic.damage.kinds import infantry as soldiers_hit
from overheat.classic.rules import packages
from overheat.classic.rules.standard import (
    acid,
    aiming,
    armours,
    artillery,
    assaults,
    battle_armour,
    blasts,
    blow_force,
    blow_limits,
    blow_numbers,
    bogging,
    boosters,
    bridges,
    buildings,
    burdens,
    capacitors,
    chain_whips,
    clubs,
    clusters,
    coolant,
    cover,
    crew,
    damage,
    deployment,
    driving,
    electric,
    entries,
    falls,
    fire,
    fire_control,
    fires,
    fluid_guns,
    gadgets,
    going,
    ground,
    guidance,
    heat,
    hex_rounds,
    hiding,
    hills,
    hunts,
    impacts,
    improved_beacons,
    infantry,
    infantry_sheets,
    infernos,
    jamming,
    lines,
    loadouts,
    loads,
    locations,
    mines,
    modes,
    modular_armour,
    movement,
    munitions,
    orders,
    overheating,
    peculiar_weapons,
    physical,
    physical_weapons,
    piloting,
    plates,
    played,
    pods,
    propulsion,
    protomechs,
    ranges,
    reckoning,
    remote_sensors,
    riding,
    salvos,
    scattering,
    scorching,
    shields,
    sight,
    sizes,
    skids,
    stacking,
    storeys,
    swimming,
    switches,
    tear_gas,
    terrain,
    to_hit,
    turns,
    turrets,
    twists,
    under_water,
    unsafe_ground,
    vehicles,
    victory,
    weather,
)
from overheat.classic.rules.standard import gun_arrays as gunarrays
from overheat.classic.rules.standard import networks as shared_ranges
from overheat.classic.sight import trace
from overheat.classic.turn import round as rounds
from overheat.classic.turn.carried import artillery as shells
from overheat.classic.turn.carried import chain_whips as tied
from overheat.classic.turn.carried import hiding as hides
from overheat.classic.turn.carried import mining, struggling, sweeping
from overheat.classic.turn.carried import sensors as dropped
from overheat.classic.turn.carried import tear_gas as gas_laid
from overheat.classic.unit import figures
from overheat.classic.unit import infantry_fire as platoonfire
from overheat.classic.unit import marine_points as marinepoints
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.library import Library
from overheat.kernel.rules.rule import Ruleset

CLASSIC = Layer(
    "classic",
    title="The classic game",
    cite=QUICK_REFERENCE("the whole sheet"),
    add=(
        *terrain.RULES,
        *bogging.RULES,
        *unsafe_ground.RULES,
        *mires.RULES,
        *struggling.RULES,
        *sight.RULES,
        *trace.RULES,
        *to_hit.RULES,
        *sizes.RULES,
        *ranges.RULES,
        *weather.RULES,
        *fire.RULES,
        *under_water.RULES,
        *clusters.RULES,
        *salvos.RULES,
        *loads.RULES,
        *loadouts.RULES,
        *played.RULES,
        *figures.RULES,
        *platoonfire.RULES,
        *locations.RULES,
        *cover.RULES,
        *damage.RULES,
        *deployment.RULES,
        *impacts.RULES,
        *modular_armour.RULES,
        *plates.RULES,
        *armours.RULES,
        *held_shields.RULES,
        *case_ii.RULES,
        *vehicles.RULES,
        *driving.RULES,
        *crew.RULES,
        *falls.RULES,
        *piloting.RULES,
        *entries.RULES,
        *movement.RULES,
        *going.RULES,
        *propulsion.RULES,
        *protomechs.RULES,
        *modes.RULES,
        *swimming.RULES,
        *boosters.RULES,
        *overheating.RULES,
        *orders.RULES,
        *stacking.RULES,
        *skids.RULES,
        *storeys.RULES,
        *twists.RULES,
        *turrets.RULES,
        *physical.RULES,
        *blow_numbers.RULES,
        *blow_limits.RULES,
        *blow_force.RULES,
        *physical_weapons.RULES,
        *heat.RULES,
        *buildings.RULES,
        *bridges.RULES,
        *burdens.RULES,
        *fires.RULES,
        *gadgets.RULES,
        *ground.RULES,
        *resolution.RULES,
        *flooding.RULES,
        *engines.RULES,
        *blows.RULES,
        *interception.RULES,
        *misfires.RULES,
        *shocks.RULES,
        *ground_rounds.RULES,
        *mines_laid.RULES,
        *swarms.RULES,
        *nemesis.RULES,
        *used_parts.RULES,
        *soldiers_hit.RULES,
        *clubs.RULES,
        *switches.RULES,
        *aiming.RULES,
        *guidance.RULES,
        *jamming.RULES,
        *fire_control.RULES,
        *shields.RULES,
        *chain_whips.RULES,
        *whipped.RULES,
        *tied.RULES,
        *shared_ranges.RULES,
        *gunarrays.RULES,
        *scorching.RULES,
        *infernos.RULES,
        *acid.RULES,
        *munitions.RULES,
        *capacitors.RULES,
        *peculiar_weapons.RULES,
        *electric.RULES,
        *mines.RULES,
        *hex_rounds.RULES,
        *tear_gas.RULES,
        *fluid_guns.RULES,
        *coolant.RULES,
        *coolant_jets.RULES,
        *improved_beacons.RULES,
        *scattering.RULES,
        *blasts.RULES,
        *hiding.RULES,
        *hides.RULES,
        *artillery.RULES,
        *shells.RULES,
        *remote_sensors.RULES,
        *dropped.RULES,
        *mining.RULES,
        *gas_laid.RULES,
        *sweeping.RULES,
        *turns.RULES,
        *rounds.RULES,
        *infantry.RULES,
        *infantry_sheets.RULES,
        *battle_armour.RULES,
        *assaults.RULES,
        *pods.RULES,
        *riding.RULES,
        *hunts.RULES,
        *hills.RULES,
        *victory.RULES,
        *lines.RULES,
        *reckoning.RULES,
        *designs.RULES,
        *availability.RULES,
        *machine.RULES,
        *vehicle.RULES,
        *fighter.RULES,
        *suit.RULES,
        *protomech.RULES,
        *platoon.RULES,
        *arrays.RULES,
        *factors.RULES,
        *skill.RULES,
        *kinds.RULES,
        *force.RULES,
        *networks.RULES,
        *suit_values.RULES,
        *defence_values.RULES,
        *emplacement_values.RULES,
        *heat_values.RULES,
        *infantry_values.RULES,
        *machine_values.RULES,
        *movement_values.RULES,
        *vehicle_values.RULES,
        *weapon_values.RULES,
        *handheld.RULES,
        *built_shields.RULES,
        *support.RULES,
        *support_checks.RULES,
        *support_crew.RULES,
        *spaces.RULES,
        *support_weights.RULES,
        *marinepoints.RULES,
        *prices.RULES,
        *adjudicator.RULES,
    ),
)
"""The standard game: the quick reference, and what it leaves to other pages."""


LIBRARY = Library(CLASSIC, *packages())
LAYERS = LIBRARY.layers
"""Every layer by the name that command lines and saves use."""


def standard() -> Ruleset:
    """The classic game with no options."""
    return LIBRARY.ruleset()


def ruleset(names: Sequence[str]) -> Ruleset:
    """The rules that some layer names stand for; the standard game lies below whether named or not."""
    return LIBRARY.ruleset(names)
