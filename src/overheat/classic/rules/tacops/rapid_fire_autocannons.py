"""Rapid fire: ordinary autocannons fire twice as fast, and may jam or burst."""

from __future__ import annotations

from overheat.classic.attack.decisions import FIRED
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.machine import explode
from overheat.classic.damage.kinds.vehicle import explode_in_vehicle
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MountLost
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.salvos import damage_at, jams_on, rates
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

AUTOCANNONS = TACTICAL_OPERATIONS("Autocannons, rapid fire", 100)
FAST = 2

FIGURES: Table[str, int] = Table(
    "rapid_fire_autocannons.figures",
    {"jams": 4, "explodes": 2},
    cite=AUTOCANNONS,
    where="overheat.classic.rules.tacops.rapid_fire_autocannons.FIGURES",
)
"""The highest roll to hit on which a gun jams, and on which the rounds in its barrel explode."""


def _plain(weapon: Weapon) -> bool:
    """Whether a weapon is an autocannon that has no rapid fire of its own: a standard or a light one."""
    return "autocannon" in weapon.flags and weapon.flags.isdisjoint(
        ("ultra", "rotary", "lbx", "hyper", "hyper_velocity")
    )


@rule("rapid_fire_autocannons.rates", cite=AUTOCANNONS, implements=("TO-100-autocannon-rapid-fire-1",))
def twice(rules: Ruleset, weapon: Weapon) -> tuple[int, ...]:
    """Standard and light autocannons may fire twice at once, with any ammunition that they take."""
    return (1, FAST) if _plain(weapon) else rules.below(twice)(rules, weapon)


def _has_hull(unit: Unit) -> bool:
    """Whether what explodes does so inside of something; the guns of soldiers only jam."""
    return unit.machine or unit.vehicle


@rule("rapid_fire_autocannons.jams", cite=AUTOCANNONS, implements=("TO-100-autocannon-rapid-fire-2",))
def jams(attack: WeaponAttack, rolled: int) -> bool:
    """A gun in rapid fire jams on a roll of 4 or less; on a 2 the rounds in its barrel explode instead."""
    if not _plain(attack.weapon):
        return attack.rules.below(jams)(attack, rolled)
    figures = attack.rules[FIGURES]
    bursts = _has_hull(attack.attacker) and rolled <= figures["explodes"]
    return attack.rate == FAST and rolled <= figures["jams"] and not bursts


@rule("rapid_fire_autocannons.bursts", cite=AUTOCANNONS, implements=("TO-100-autocannon-rapid-fire-2",), slot=FIRED)
def bursts(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """On a 2 the rounds in the barrel explode: the gun is lost, and its machine takes what they would have done."""
    if not _plain(attack.weapon) or attack.rate != FAST or rolled > scene.rules[FIGURES]["explodes"]:
        return
    id, mount = attack.attacker.id, attack.mount
    if not _has_hull(attack.attacker):
        return
    scene.tell(MountLost(id, attack.index, "burst barrel"))
    blows_up = explode_in_vehicle if attack.attacker.vehicle else explode
    blows_up(scene, id, mount.location, attack.weapon.name, attack.rate * scene.rules[damage_at](attack))


LAYER = Layer(
    "rapid_fire_autocannons",
    title="Rapid-fire autocannons",
    group="Gunnery",
    cite=AUTOCANNONS,
    needs=("classic",),
    add=(bursts, FIGURES),
    change=(rates.wrapped_in(twice), jams_on.wrapped_in(jams)),
)
