"""Swarm missiles: those that do not hit their target go on to another unit near it, until none is left of either."""

from __future__ import annotations

import msgspec

from overheat.classic.attack.decisions import ASTRAY, STRIKES, THROWS
from overheat.classic.attack.interception import intercept
from overheat.classic.attack.resolution import ToHitRoll, arrive, scatter
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, ClusterRolled
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.clusters import (
    CLUSTERS,
    ClusterRoll,
    cluster_hits,
    group_size,
    in_every_cluster,
    in_groups,
)
from overheat.classic.rules.standard.guidance import jammed
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.infantry import in_one_lump
from overheat.classic.rules.standard.salvos import damage_at, salvo_size
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Part, Tally, parts

SWARMS = TACTICAL_OPERATIONS("Swarm missiles", 371)
SWARMING = frozenset({"munition_swarm", "munition_swarm_i"})
FLYING, LEFT, MET = "swarms.flying", "swarms.left", "swarms.met "
"""What is noted of an attack: how many missiles fly, how many do not stop at the target, and who was attacked."""
SHOT_AT = 8
"""What a swarm that an anti-missile system fires at counts as having rolled."""


def _flying(attack: WeaponAttack) -> int:
    return attack.noted.get(FLYING) or attack.rules[salvo_size](attack)


@rule("swarms.throws", cite=SWARMS, implements=("TO-371-swarm-lrm-1", "TO-371-swarm-lrm-2"), slot=THROWS)
def throws(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """So many of a swarm attack a target as the column of those in the air says; the others fly on.

    Of those that an anti-missile system fires at as many come through as their own column says for an 8.
    """
    if attack.special.isdisjoint(SWARMING):
        return None
    each, size = scene.rules[damage_at](attack), _flying(attack)
    if scene.rules[in_one_lump](attack):
        return (each * size,)
    hits = _count(scene, attack, size, None, scatter(attack) + in_every_cluster(attack))
    attack.noted = {**attack.noted, LEFT: size - hits}
    against = intercept(scene, attack)
    if against.terms:
        hits = _count(scene, attack, hits, SHOT_AT, Tally())
    return in_groups(hits * each, scene.rules[group_size](attack, each))


def _count(scene: Scene, attack: WeaponAttack, size: int, fixed: int | None, added: Tally) -> int:
    rolled = scene.roll("clusters", target=attack.target.id, size=size) if fixed is None else fixed
    rolled += int(added.total)
    hits = scene.rules[cluster_hits](ClusterRoll(scene.rules, size, rolled, attack))
    shown = (*parts(added), Part("clusters.roll", rolled, "roll, with what is added", str(CLUSTERS.cite)))
    scene.tell(ClusterRolled(attack.target.id, size, shown, hits))
    return hits


@rule("swarms.goes_on", cite=SWARMS, implements=("TO-371-swarm-lrm-1",), slot=STRIKES)
def goes_on(scene: Scene, attack: WeaponAttack) -> None:
    """The missiles of a swarm that hit nothing of their target go on to the next."""
    if not attack.special.isdisjoint(SWARMING):
        _next(scene, attack, attack.noted.get(LEFT, 0))


@rule("swarms.misses", cite=SWARMS, implements=("TO-371-swarm-lrm-1",), slot=ASTRAY)
def misses(scene: Scene, attack: WeaponAttack) -> None:
    """And so do all of a swarm that misses."""
    if not attack.special.isdisjoint(SWARMING) and not is_ground(attack.target.id):
        _next(scene, attack, _flying(attack))


def _next(scene: Scene, attack: WeaponAttack, missiles: int) -> None:
    other = scene.rules[next_target](scene, attack) if missiles > 0 else None
    if other is None:
        return
    again = redirected(attack, other)
    again.noted = {**attack.noted, FLYING: missiles, LEFT: 0, f"{MET}{attack.target.id}": 1}
    needed = target_number(again)
    rolled = scene.roll(
        "fire.to_hit", who=attack.attacker.id, needed=int(needed.total), target=other.id, weapon=attack.weapon.name
    )
    hit = rolled >= needed.total
    scene.tell(AttackRolled(attack.attacker.id, other.id, "fire", parts(needed), rolled, hit, attack.weapon.name))
    arrive(scene, again, ToHitRoll(rolled, hit, rolled - int(needed.total)))


@rule("swarms.next", cite=SWARMS, implements=("TO-368-swarm-secondary-los",))
def next_target(scene: Scene, attack: WeaponAttack) -> Unit | None:
    """A swarm goes on to whoever is in the target's hex or next to it, seen or not, friend or foe, each once.

    Improved missiles leave the attacker's own side alone. A jammer near the line keeps plain ones from going on, and
    improved ones from telling friend from foe.
    """
    blind = scene.rules[jammed](attack)
    improved = "munition_swarm_i" in attack.special
    if blind and not improved:
        return None
    spared = attack.attacker.side if improved and not blind else ""
    for hex in (attack.target.hex, *attack.target.hex.neighbours()):
        for unit in scene.state.at(hex):
            met = unit.id in (attack.attacker.id, attack.target.id) or f"{MET}{unit.id}" in attack.noted
            if not met and unit.side != spared and not carrier_of(unit) and not in_hiding(unit):
                return unit
    return None


def redirected(attack: WeaponAttack, other: Unit) -> WeaponAttack:
    """The same shot at somebody near its target: as far as that was, and with what stands in his own hex alone."""
    made = turned_on(attack, other)
    line = made.sight
    made.sight = msgspec.structs.replace(line, findings=(), refusal=None, target_cover=None, modifiers=Tally())
    made.distance = attack.distance
    return made


def turned_on(attack: WeaponAttack, other: Unit) -> WeaponAttack:
    """The same weapon, fired in the same way at somebody else."""
    return WeaponAttack(
        attack.relief,
        attack.attacker,
        other,
        attack.index,
        feed=attack.feed,
        rate=attack.rate,
        secondary=attack.secondary,
        weather=attack.weather,
        mode=attack.mode,
        others=attack.others,
        effects=attack.effects,
    )


RULES = (throws, goes_on, misses, next_target)
