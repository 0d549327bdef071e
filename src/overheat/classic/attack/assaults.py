"""Carrying out what soldiers do to a machine hand to hand: leg attacks, swarms, and the fire of those who hold on."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.events import AttackRolled, Boarded
from overheat.classic.rules.standard.assaults import (
    LEG_ATTACK,
    SWARM,
    Assault,
    assault_number,
    leg_damage,
    strikes_at_once,
    swarm_damage,
    swarm_location,
)
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Placement, kick_location
from overheat.kernel.terms import parts
from overheat.kernel.wording.phrases import as_id


def resolve_assault(scene: Scene, attack: Assault) -> None:
    """Roll for an attack on a machine and do what it does; who sits on it already cannot miss."""
    attacker, target = attack.attacker, attack.target
    if attack.kind not in (LEG_ATTACK, SWARM):
        _fire_from_its_back(scene, attack)
        return
    needed = assault_number(attack)
    rolled = scene.roll(
        "physical.to_hit", who=attacker.id, needed=int(needed.total), target=target.id, kind=attack.kind
    )
    hit = rolled >= needed.total
    attack = attack.rolled(rolled - int(needed.total))
    scene.tell(AttackRolled(attacker.id, target.id, as_id(attack.kind), parts(needed), rolled, hit))
    if hit and attack.kind == LEG_ATTACK:
        _strike_leg(scene, attack)
    elif hit and scene.unit(attacker.id).active and not attack.swarmed:
        scene.tell(Boarded(attacker.id, target.id))
        if scene.rules[strikes_at_once](attack):
            _fire_from_its_back(scene, attack)


def _strike_leg(scene: Scene, attack: Assault) -> None:
    """A leg takes the damage, the other one if it is gone, and a critical hit is rolled for."""
    target = scene.unit(attack.target.id)
    roll = scene.roll("location.leg", 1, target=target.id)
    struck = [roll, 7 - roll]
    for each in struck:
        code = scene.rules[kick_location](Placement(scene.rules, target, "front", each))
        if not target.condition[code].destroyed:
            damage = scene.rules[leg_damage](scene.rules, attack.attacker)
            hit = weighed(scene, Hit(target.id, "front", damage, as_id(attack.kind), by=attack))
            hit_machine(scene, hit, code, through_armour=True)
            return


def _fire_from_its_back(scene: Scene, attack: Assault) -> None:
    """Everything that the swarm has goes into one place; suits roll for a critical hit on a machine besides."""
    target = scene.unit(attack.target.id)
    damage = scene.rules[swarm_damage](scene.rules, attack.attacker)
    if target.vehicle:
        take(scene, weighed(scene, Hit(target.id, "front", damage, as_id(attack.kind), by=attack)))
        return
    roll = scene.roll("location.swarm", who=attack.attacker.id, target=target.id)
    code, rear = scene.rules[swarm_location](attack, roll)
    if damage:
        suits = attack.attacker.sheet.kind == "battle armour"
        hit = weighed(scene, Hit(target.id, "rear" if rear else "front", damage, as_id(attack.kind), by=attack))
        hit_machine(scene, hit, code, rear=rear, through_armour=suits)
