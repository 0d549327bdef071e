"""A physical attack: its number, why it may not be made, and what it does."""

from __future__ import annotations

import msgspec

from overheat.classic.attack.decisions import decide, parried, seen_to
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.displacement import displace
from overheat.classic.damage.falls import fall, hit_in_groups
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.damage.places import Place, place_hit, place_kick, place_punch
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.events import AttackRolled, Boarded, Struck
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.blow_force import charge_damage, force_of, from_above_damage
from overheat.classic.rules.standard.blow_numbers import blow_number
from overheat.classic.rules.standard.clusters import GROUPING, in_groups
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Side, on_rear_armour, side_hit
from overheat.classic.rules.standard.physical import DEATH_FROM_ABOVE, NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.physical_weapons import HIGH
from overheat.classic.rules.standard.piloting import BLOWS, DEEDS, cause
from overheat.classic.rules.standard.plates import SPIKES_STING, spiked
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.kernel.terms import Tally, parts
from overheat.kernel.wording.phrases import as_id

LOWEST = 2
"""The roll with which what swings freely comes back."""
FALL_OF_A_MISSED_JUMP = 2
"""Levels that a machine falls whose death from above misses."""


LANDED: Slot[[Scene, PhysicalAttack, str], None] = Slot("attack.landed", nothing=None)
"""What a blow does besides its damage that has landed on a place, once that is done."""


def attack_of(state: State, unit: Unit, blow: Blow) -> PhysicalAttack:
    """A blow as the rules see it."""
    return PhysicalAttack(state.relief, unit, state.units[blow.target], blow, state.weather, state.effects)


def refusal(attack: PhysicalAttack) -> Refusal | None:
    """Why a blow may not be struck; None when it may."""
    for forbids in attack.rules[NO_BLOW]:
        no = forbids.function(attack)
        if no is not None:
            return no
    return None


def number_of(attack: PhysicalAttack) -> Tally:
    """What must be rolled for a blow, term by term."""
    every = tuple(rule.function(attack) for rule in attack.rules.among(EVERY_ATTACK, attack))
    return blow_number(attack, every)


def resolve(scene: Scene, attack: PhysicalAttack, needed: Tally) -> None:
    """Strike: roll to hit, and do what the blow does."""
    attacker, target = attack.attacker.id, attack.target.id
    decide(scene, attack)
    rolled = scene.roll("physical.to_hit", who=attacker, needed=int(needed.total), target=target, kind=attack.kind)
    recoils = attack.weapon is not None and attack.weapon.recoils and rolled == LOWEST
    hit = rolled >= needed.total and not recoils
    attack = attack.rolled(rolled - int(needed.total))
    scene.tell(AttackRolled(attacker, target, as_id(attack.kind), parts(needed), rolled, hit))
    decide(scene, attack, rolled, hit=hit)
    if (hit and parried(scene, attack)) or seen_to(scene, attack, hit):
        return
    if attack.kind == "push":
        if hit:
            _push(scene, attack)
    elif attack.kind == "charge":
        _charge(scene, attack, hit)
    elif attack.kind == "death from above":
        _from_above(scene, attack, hit)
    elif attack.kind == "brush off":
        _brush_off(scene, attack, hit)
    elif hit:
        _land(scene, attack)
    elif attack.kind == "kick":
        scene.shaken[attacker].append(cause(scene.rules[DEEDS], "missed kick"))
    elif recoils:
        _recoil(scene, attack)
    elif attack.weapon is not None and attack.weapon.unsteady:
        scene.shaken[attacker].append(cause(scene.rules[DEEDS], "missed mace"))


def _recoil(scene: Scene, attack: PhysicalAttack) -> None:
    """What swings freely comes back: it strikes its bearer half as hard, rounded up, and shakes it."""
    own = attack.attacker.id
    place = place_hit(scene, own, "front")
    hit = weighed(scene, Hit(own, "front", (hit_of(attack, "front").damage + 1) // 2, as_id(attack.kind)))
    hit_machine(scene, hit, place.code, through_armour=place.critical, certain=place.certain)
    if scene.unit(own).active:
        scene.shaken[own].append(cause(scene.rules[DEEDS], "struck by its own weapon"))


def _land(scene: Scene, attack: PhysicalAttack) -> None:
    """A punch, a kick or a blow with a weapon lands."""
    rules, target = scene.rules, scene.unit(attack.target.id)
    side = rules[side_hit](rules, target, attack.attacker.hex)
    hit = weighed(scene, hit_of(attack, side))
    if not target.machine:
        so_far = len(scene.events)
        take(scene, hit)
        _follow_up(scene, attack, so_far)
        return
    so_far = len(scene.events)
    place = place_blow(scene, attack, target, side)
    if hit.damage:
        rear = rules[on_rear_armour](rules, target, side, place.code)
        hit_machine(scene, hit, place.code, rear=rear, through_armour=place.critical, certain=place.certain)
        if spiked(target, place.code) is not None:
            _sting(scene, attack)
    if attack.kind == "kick" and scene.unit(target.id).active:
        scene.shaken[target.id].append(cause(rules[BLOWS], "kicked"))
    _follow_up(scene, attack, so_far)


def _follow_up(scene: Scene, attack: PhysicalAttack, since: int) -> None:
    """What a blow does besides where it has landed."""
    places = (event.location for event in scene.events[since:] if isinstance(event, Struck) and event.location)
    location = next(places, "") if attack.weapon is not None else ""
    if location:
        for rule in scene.rules[LANDED]:
            rule.function(scene, attack, location)


def _sting(scene: Scene, attack: PhysicalAttack) -> None:
    """Who strikes spikes with a limb is hurt there."""
    own, limb = scene.unit(attack.attacker.id), attack.limb
    there = any(place.code == limb and not place.destroyed for place in own.condition.locations)
    if own.active and own.machine and there and attack.weapon is None:
        hit_machine(scene, Hit(own.id, "front", SPIKES_STING, "spikes"), limb)


def hit_of(attack: PhysicalAttack, side: Side) -> Hit:
    """A blow on its way, with what it does by itself."""
    damage = max(0, int(force_of(attack).total))
    return Hit(attack.target.id, side, damage, as_id(attack.kind), by=attack)


def _brush_off(scene: Scene, attack: PhysicalAttack, hit: bool) -> None:
    """A machine strikes at who sits on it: they take a punch and are off, or it punches itself."""
    own, target = attack.attacker, attack.target
    damage = max(0, int(force_of(attack).total))
    if hit:
        take(scene, weighed(scene, Hit(target.id, "front", damage, as_id(attack.kind), by=attack)))
        if carrier_of(scene.unit(target.id)):
            scene.tell(Boarded(target.id, ""))
        return
    code = place_punch(scene, own.id, "front")
    if damage:
        hit_machine(scene, weighed(scene, Hit(own.id, "front", damage, as_id(attack.kind))), code)


def place_blow(scene: Scene, attack: PhysicalAttack, target: Unit, side: Side) -> Place:
    """Where a blow lands: high or low by how the two stand; what is held hits anywhere on the same level."""
    armed = attack.weapon is not None or attack.kind == "club"
    high = attack.levels < 0 if armed else (attack.kind == "punch") == (attack.levels == 0)
    if attack.aimed and not target.condition.prone:
        return Place((place_punch if attack.aimed == HIGH else place_kick)(scene, target.id, side))
    if target.condition.prone or (armed and not attack.levels):
        return place_hit(scene, target.id, side)
    return Place((place_punch if high else place_kick)(scene, target.id, side))


def _push(scene: Scene, attack: PhysicalAttack) -> None:
    """The target goes back a hex, the attacker follows, and the target must keep its feet."""
    target = attack.target
    direction = attack.attacker.hex.direction(target.hex)
    if displace(scene, target.id, direction, "push"):
        displace(scene, attack.attacker.id, direction, "follow")
    if scene.unit(target.id).active:
        scene.shaken[target.id].append(cause(scene.rules[BLOWS], "pushed"))


def _charge(scene: Scene, attack: PhysicalAttack, hit: bool) -> None:
    """A charge hurts both, drives the target back, and shakes both; a miss goes past."""
    attacker, target = attack.attacker, attack.target
    if not hit:
        _past(scene, attacker, attacker.hex.direction(target.hex))
        return
    _ram(scene, attack, attacker.motion.travelled)
    for id, why in (
        (attacker.id, cause(scene.rules[DEEDS], "charge")),
        (target.id, cause(scene.rules[BLOWS], "charged")),
    ):
        if scene.unit(id).active:
            scene.shaken[id].append(why)


def _ram(scene: Scene, attack: PhysicalAttack, hexes: int) -> None:
    """Two units run into each other after so many hexes."""
    rules, attacker, target = scene.rules, attack.attacker, attack.target
    done, taken = rules[charge_damage](rules, attacker, target, hexes)
    side, other = rules[side_hit](rules, target, attacker.hex), rules[side_hit](rules, attacker, target.hex)
    hit = weighed(scene, Hit(target.id, side, done, as_id(attack.kind), by=attack))
    if attacker.vehicle and target.machine and not target.condition.prone:
        _ram_legs(scene, hit)
    else:
        hit_in_groups(scene, hit)
    hit_in_groups(scene, weighed(scene, Hit(attacker.id, other, taken, as_id(attack.kind), by=attack)))
    _drive_back(scene, attacker.id, target.id, attacker.hex.direction(target.hex))


def _ram_legs(scene: Scene, hit: Hit) -> None:
    """A vehicle is low: it runs into the legs of a machine that stands."""
    for group in _split(scene, hit, "charge"):
        if scene.unit(hit.unit).active:
            code = place_kick(scene, hit.unit, hit.side)
            hit_machine(scene, group, code, rear=hit.side == "rear")


def _split(scene: Scene, hit: Hit, kind: str) -> tuple[Hit, ...]:
    """A hit in the groups that damage of its kind falls in."""
    size = scene.rules[GROUPING][kind]
    return tuple(msgspec.structs.replace(hit, damage=group) for group in in_groups(hit.damage, size))


def collide(scene: Scene, id: str, other: str, hexes: int) -> None:
    """A machine slides into another unit: a charge that nobody meant."""
    attack = attack_of(scene.state, scene.unit(id), Blow("unintentional charge", "", other))
    needed = number_of(attack)
    rolled = scene.roll("physical.to_hit", who=id, needed=int(needed.total), target=other, kind=attack.kind)
    hit = rolled >= needed.total
    scene.tell(AttackRolled(id, other, as_id(attack.kind), parts(needed), rolled, hit))
    if hit:
        _ram(scene, attack.rolled(rolled - int(needed.total)), hexes)
        if scene.unit(other).active:
            scene.shaken[other].append(cause(scene.rules[BLOWS], "unintentional charge"))


def _past(scene: Scene, attacker: Unit, direction: int) -> None:
    """A charge that misses ends beside the target, where there is room."""
    for aside in (1, 5):
        if displace(scene, attacker.id, (direction + aside) % 6, "go_past"):
            return


def _from_above(scene: Scene, attack: PhysicalAttack, hit: bool) -> None:
    """Death from above strikes high and hurts the attacker's legs; a miss is a fall of two levels."""
    attacker, target = attack.attacker, attack.target
    if not hit:
        fall(scene, attacker.id, cause(scene.rules[DEEDS], "missed death from above"), FALL_OF_A_MISSED_JUMP)
        return
    done, taken = scene.rules[from_above_damage](scene.rules, attacker)
    direction = attacker.hex.direction(target.hex)
    side = scene.rules[side_hit](scene.rules, target, attacker.hex)
    blow = weighed(scene, Hit(target.id, side, done, as_id(attack.kind), by=attack))
    for group in scene.rules[from_above_groups](scene.rules, blow.damage):
        _from_above_hit(scene, msgspec.structs.replace(blow, damage=group))
    own = weighed(scene, Hit(attacker.id, "front", taken, as_id(attack.kind), by=attack))
    scene.rules[lands_on_legs](scene, own)
    _drive_back(scene, attacker.id, target.id, direction)
    above, below = cause(scene.rules[DEEDS], "death from above"), cause(scene.rules[BLOWS], "attacked from above")
    for id, why in ((attacker.id, above), (target.id, below)):
        if scene.unit(id).active:
            scene.shaken[id].append(why)


@rule("attack.from_above_groups", cite=DEATH_FROM_ABOVE)
def from_above_groups(rules: Ruleset, damage: int) -> tuple[int, ...]:
    """The damage of a death from above falls in groups of five."""
    return in_groups(damage, rules[GROUPING]["death from above"])


@rule("attack.lands_on_legs", cite=DEATH_FROM_ABOVE)
def lands_on_legs(scene: Scene, hit: Hit) -> None:
    """What a death from above does to the attacker falls on its legs, each group on one by a die."""
    for group in _split(scene, hit, "death from above"):
        code = place_kick(scene, hit.unit, "front", "location.leg")
        if scene.unit(hit.unit).active:
            hit_machine(scene, group, code)


def _from_above_hit(scene: Scene, hit: Hit) -> None:
    id, unit = hit.unit, scene.unit(hit.unit)
    if not unit.active:
        return
    if not unit.machine:
        take(scene, hit)
    elif unit.condition.prone:
        place = place_hit(scene, id, "rear")
        hit_machine(scene, hit, place.code, rear=True, through_armour=place.critical, certain=place.certain)
    else:
        hit_machine(scene, hit, place_punch(scene, id, hit.side), rear=hit.side == "rear")


def _drive_back(scene: Scene, attacker: str, target: str, direction: int) -> None:
    """The target is driven back a hex and the attacker takes its place; who has nowhere to go stays."""
    gone = not scene.unit(target).active or displace(scene, target, direction, "drive_back")
    if gone and scene.unit(attacker).active:
        displace(scene, attacker, direction, "follow")


RULES = (from_above_groups, lands_on_legs)
