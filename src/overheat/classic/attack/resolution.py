"""Resolving a weapon attack: the roll, how many hit, where, and the damage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from overheat.classic.attack.decisions import (
    ASTRAY,
    DIVERTS,
    FIRED,
    GROUND_HITS,
    STRIKES,
    decide,
    stopped,
    thrown_otherwise,
)
from overheat.classic.attack.interception import intercept
from overheat.classic.attack.scorching import let_burn, scorch
from overheat.classic.attack.soldiers import soldiers_fire
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.hits import take
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.terrain import factor_at, hit_building, ignite
from overheat.classic.facts.attack import Salvo, WeaponAttack
from overheat.classic.facts.events import AttackRolled, ClusterRolled, FireHeld, Jammed, Marked, MarkLaid, ShotsSpent
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.aiming import aim_is_true
from overheat.classic.rules.standard.artillery import bursts
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.buildings import absorbed, reaches_soldiers, shelters
from overheat.classic.rules.standard.clusters import (
    CLUSTERS,
    GROUPING,
    SCATTER,
    ClusterRoll,
    cluster_hits,
    further_dice,
    group_size,
    in_every_cluster,
    in_groups,
    lowest_two,
)
from overheat.classic.rules.standard.coolant import INFERNO_FIRE
from overheat.classic.rules.standard.fire import all_rolls_first
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.ground import BUILDINGS as ATTACKED
from overheat.classic.rules.standard.guidance import POD, STREAK_ROLL, beacons, marks, tagged
from overheat.classic.rules.standard.gun_arrays import strikes_together
from overheat.classic.rules.standard.hex_rounds import laid
from overheat.classic.rules.standard.impacts import BARE, DAMAGE_TERMS, Hit, Impact
from overheat.classic.rules.standard.improved_beacons import bursting_pod, pod_of
from overheat.classic.rules.standard.infantry import in_one_lump
from overheat.classic.rules.standard.locations import Side, hidden_from, side_of_shot
from overheat.classic.rules.standard.pods import cannot_miss, pod_damage
from overheat.classic.rules.standard.salvos import all_hit, damage_at, jams_on, salvo_size, wasted_on_miss
from overheat.classic.rules.standard.switches import stealthy
from overheat.classic.sight.buildings import inside_together
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Part, Sum, Tally, parts
from overheat.kernel.wording.phrases import as_id


def resolve_all(scene: Scene, attacks: Iterable[WeaponAttack]) -> None:
    """Fire one weapon after the other, or roll for all of them before anything hits, as the rules have it."""
    aimed = (attack for attack in attacks if _has_target(scene, attack) and not _diverted(scene, attack))
    if not scene.rules[all_rolls_first](scene.rules):
        for attack in aimed:
            resolve(scene, attack)
            scene.follow()
        return
    rolled = [(attack, roll_to_hit(scene, attack)) for attack in aimed]
    for attack, roll in rolled:
        decide(scene, attack, roll.total, hit=roll.hit)
    for attack, roll in rolled:
        arrive(scene, attack, roll)
        scene.follow()


def resolve(scene: Scene, attack: WeaponAttack) -> None:
    """Fire one weapon, and place whatever hits."""
    roll = roll_to_hit(scene, attack)
    decide(scene, attack, roll.total, hit=roll.hit)
    arrive(scene, attack, roll)


class ToHitRoll(NamedTuple):
    """What was rolled to hit."""

    total: int
    hit: bool
    margin: int | None = None
    """By how much it beat the number; None for what cannot miss."""


def _has_target(scene: Scene, attack: WeaponAttack) -> bool:
    """Whether there still is something to fire at; a weapon that would fire all the same has spent its shot."""
    if is_ground(attack.target.id) or scene.unit(attack.target.id).active:
        return True
    if scene.rules[wasted_on_miss](attack):
        spend(scene, attack)
    return False


def _diverted(scene: Scene, attack: WeaponAttack) -> bool:
    """Whether something has drawn a shot away from its target; it is spent then."""
    if not any(rule.function(scene, attack) for rule in scene.rules[DIVERTS]):
        return False
    spend(scene, attack)
    return True


def roll_to_hit(scene: Scene, attack: WeaponAttack) -> ToHitRoll:
    """Fire: roll to hit, spend the ammunition, and see whether the weapon jams."""
    decide(scene, attack)
    needed = target_number(attack)
    rolled = scene.roll(
        "fire.to_hit",
        who=attack.attacker.id,
        needed=int(needed.total),
        target=attack.target.id,
        weapon=attack.weapon.name,
    )
    hit = rolled >= needed.total
    scene.tell(
        AttackRolled(attack.attacker.id, attack.target.id, "fire", parts(needed), rolled, hit, attack.weapon.name)
    )
    if hit or scene.rules[wasted_on_miss](attack):
        spend(scene, attack)
    else:
        scene.tell(FireHeld(attack.attacker.id, attack.index))
    if scene.rules[jams_on](attack, rolled):
        scene.tell(Jammed(attack.attacker.id, attack.index, True))
    for fired in scene.rules[FIRED]:
        fired.function(scene, attack, rolled)
    sure = scene.rules[cannot_miss](attack) is not None
    return ToHitRoll(rolled, hit, None if sure else rolled - int(needed.total))


def arrive(scene: Scene, attack: WeaponAttack, roll: ToHitRoll) -> None:
    """Put a hit where it goes, unless something stops it on the way; see what becomes of a shot that misses."""
    if roll.margin is not None:
        attack = attack.rolled(roll.margin)
    if not roll.hit and scene.rules[wasted_on_miss](attack):
        for astray in scene.rules[ASTRAY]:
            astray.function(scene, attack)
    elif roll.hit and not stopped(scene, attack):
        place(scene, attack)


def spend(scene: Scene, attack: WeaponAttack) -> None:
    """Take the shots from their bin."""
    mount = attack.index if attack.weapon.shots else attack.feed
    if mount is None:
        return
    left = scene.unit(attack.attacker.id).condition.shots[mount] - (1 if attack.weapon.shots else attack.rate)
    scene.tell(ShotsSpent(attack.attacker.id, mount, max(0, left)))


def place(scene: Scene, attack: WeaponAttack) -> None:
    """Put the damage of a hit where it goes, group by group; what bursts hurts whoever is there."""
    blast = scene.rules[bursts](attack)
    if blast:
        side, origin = attack.attacker.side, attack.attacker.hex
        burst(scene, Blast(scene.rules, as_id(attack.weapon.name), attack.target.hex, blast, side, origin))
        return
    if is_ground(attack.target.id):
        scene.rules[into_ground](scene, attack)
        return
    if _marked(scene, attack):
        return
    stopped = stopped_by_walls(scene, attack)
    left, walls = stopped, attack.target.hex
    side = scene.rules[side_of_shot](attack)
    covered, told = scene.rules[hidden_from](attack, side), len(scene.events)
    for damage in groups(scene, attack):
        spared = min(left, damage)
        left -= spared
        take(scene, _hit(scene, attack, side, damage - spared, covered))
    let_burn(scene, side, told)
    hit_building(scene, walls, stopped - left, "fire", attack.weapon.name)
    for strikes in scene.rules[STRIKES]:
        strikes.function(scene, attack)


def _hit(scene: Scene, attack: WeaponAttack, side: Side, damage: int, covered: frozenset[str]) -> Hit:
    """One group of damage on its way, to the location that was aimed at where the aim was true."""
    weapon, place = attack.weapon, ""
    if attack.aimed and damage > 0 and scene.unit(attack.target.id).active:
        roll = _aim(scene, attack) if attack.target.immobile else None
        place = attack.aimed if scene.rules[aim_is_true](scene.rules, roll) else ""
    munition, name = attack.munition, weapon.name
    return Hit(attack.target.id, side, damage, "fire", covered, weapon, munition, place, attack, item=name)


def _aim(scene: Scene, attack: WeaponAttack) -> int:
    return scene.roll("fire.aim", who=attack.attacker.id, target=attack.target.id, location=attack.aimed)


def _marked(scene: Scene, attack: WeaponAttack) -> bool:
    """Whether the hit only marks its target, with a beacon or a beam."""
    bursts = scene.rules[bursting_pod](attack) is not None
    kind = "" if bursts else scene.rules[marks](scene.rules, attack.weapon)
    target = scene.unit(attack.target.id)
    if kind and target.active:
        pod = pod_of(attack)
        if pod:
            scene.tell(MarkLaid(target.id, each(POD, pod), Mark(owner=attack.attacker.side, kind=pod)))
        homes = kind == "beacon" and pod in ("", "homing")
        carried = {*beacons(target), *([attack.attacker.side] if homes else [])}
        lit = tagged(target) or kind == "beam"
        scene.tell(Marked(target.id, lit, tuple(sorted(carried)), stealthy(target)))
    return bool(kind)


def stopped_by_walls(scene: Scene, attack: WeaponAttack) -> int:
    """What the walls around a target stop of an attack from outside at most."""
    target, board = scene.unit(attack.target.id), scene.state.relief.board
    together = inside_together(board, attack.attacker.viewpoint, target.viewpoint)
    if not scene.rules[shelters](scene.rules, board[target.hex], target) or together:
        return 0
    return scene.rules[absorbed](scene.rules, factor_at(scene, target.hex))


@rule("attack.into_ground", cite=ATTACKED)
def into_ground(scene: Scene, attack: WeaponAttack) -> None:
    """What a hit on a hex does: a building takes the damage, woods may catch fire; or what its ammunition is for."""
    hex = attack.target.hex
    if any(rule.function(scene, attack) for rule in scene.rules[GROUND_HITS]):
        return
    if "building" in scene.state.relief.board[hex]:
        damage = sum(groups(scene, attack))
        _hit_soldiers_inside(scene, attack, damage)
        hit_building(scene, hex, damage, "fire", attack.weapon.name)
        return
    needed = scene.rules[ignites_on](attack)
    if needed is None:
        return
    who, weapon = attack.attacker.id, attack.weapon.name
    if scene.roll("fires.ignite", who=who, needed=needed, hex=str(hex), weapon=weapon) >= needed:
        grade = INFERNO_FIRE if "inferno" in attack.munition.lower() else 1
        ignite(scene, hex, "fire", attack.weapon.name, grade)


def _hit_soldiers_inside(scene: Scene, attack: WeaponAttack, damage: int) -> None:
    """What of an attack on a building reaches the soldiers inside; bursts then count as plain shots."""
    ground = scene.state.relief.board[attack.target.hex]
    share = scene.rules[reaches_soldiers](scene.rules, ground, damage)
    weapon = None if "burst" in attack.weapon.flags else attack.weapon
    for unit in scene.state.at(attack.target.hex):
        if unit.sheet.kind not in ("infantry", "battle armour") or not scene.rules[shelters](scene.rules, ground, unit):
            continue
        size = scene.rules[GROUPING]["long-range missiles"] if unit.sheet.kind == "battle armour" else max(1, share)
        for group in in_groups(share, size):
            name, munition = attack.weapon.name, attack.munition
            hit = Hit(unit.id, "front", group, "fire", BARE, weapon, munition, by=attack, item=name)
            take(scene, hit)


def groups(scene: Scene, attack: WeaponAttack) -> tuple[int, ...]:
    """The damage of a hit in the groups that it falls in, with all that its terms make of it."""
    told, known = len(scene.events), attack.salvo if scene.foresees else None
    thrown = _thrown(scene, attack) if known is None else _hits_of(scene, attack, known)
    if known is not None and thrown and (left := known.left.get(sum(thrown))) is not None:
        return _as_left(thrown, left)
    if not thrown or not scene.rules[DAMAGE_TERMS] or is_ground(attack.target.id):
        return thrown
    counted = any(isinstance(event, ClusterRolled) for event in scene.events[told:])
    weapon, total = attack.weapon, sum(thrown)
    id, munition = attack.target.id, attack.munition
    hit = Hit(id, "front", total, "fire", BARE, weapon, munition, "", attack, counted, weapon.name)
    if not scene.rules.among(DAMAGE_TERMS, Impact(scene.rules, scene.unit(id), hit, total)):
        return thrown
    left = weighed(scene, hit).damage
    if scene.foresees and attack.salvo is not None:
        attack.salvo.left[total] = left
    return _as_left(thrown, left)


def _as_left(thrown: tuple[int, ...], left: int) -> tuple[int, ...]:
    """Groups of damage of which only so much is left in all."""
    return thrown if left == sum(thrown) else in_groups(left, thrown[0] if len(thrown) > 1 else max(1, left))


def _thrown(scene: Scene, attack: WeaponAttack) -> tuple[int, ...]:
    """What hits by itself, group by group."""
    if attack.munition != "standard" and laid(scene.rules, attack.ammunition):
        return ()
    otherwise = thrown_otherwise(scene, attack)
    if otherwise is not None:
        return otherwise
    by_soldiers = soldiers_fire(scene, attack)
    if by_soldiers is not None:
        return by_soldiers
    bursting = scene.rules[pod_damage](attack)
    if bursting is not None:
        return bursting
    each = scene.rules[damage_at](attack)
    size = scene.rules[salvo_size](attack)
    if size == 1 or scene.rules[in_one_lump](attack):
        instead = scorch(scene, attack, size)
        return () if instead else (each * size,)
    return _hits_of(scene, attack, _salvo(scene, attack, size, each))


def _hits_of(scene: Scene, attack: WeaponAttack, salvo: Salvo) -> tuple[int, ...]:
    """What those of a salvo do that hit, group by group."""
    hits = _how_many(scene, attack, salvo)
    if scorch(scene, attack, hits):
        return ()
    return in_groups(hits * salvo.each, salvo.group) if salvo.group else (hits * salvo.each,)


def _how_many(scene: Scene, attack: WeaponAttack, salvo: Salvo) -> int:
    """How many projectiles of a salvo hit."""
    size, sure, added = salvo[:3]
    if sure and not added.terms:
        return size
    rolled = (STREAK_ROLL if sure else _spread(scene, attack, size)) + int(added.total)
    hits = scene.rules[cluster_hits](ClusterRoll(scene.rules, size, rolled, attack))
    scene.tell(ClusterRolled(attack.target.id, size, () if scene.foresees else _shown(added, rolled), hits))
    return hits


def _spread(scene: Scene, attack: WeaponAttack, size: int) -> int:
    """The roll of a salvo: two dice, or the lowest two of several."""
    more = scene.rules[further_dice](attack)
    if not more:
        return scene.roll("clusters", target=attack.target.id, size=size)
    return lowest_two(scene.logged.roll("clusters", 2 + more, target=attack.target.id, size=size).faces)


def _salvo(scene: Scene, attack: WeaponAttack, size: int, each: int) -> Salvo:
    """A salvo before it is rolled for. Who looks ahead finds it out once for all dice, unless it is fired at."""
    told, rules = len(scene.events), scene.rules
    against = intercept(scene, attack) + in_every_cluster(attack)
    sure = rules[all_hit](attack)
    added = against if sure else scatter(attack) + against
    group = 0 if rules[strikes_together](attack) else rules[group_size](attack, each)
    salvo = Salvo(size, sure, added, each, group, {})
    if scene.foresees and len(scene.events) == told:
        attack.salvo = salvo
    return salvo


def _shown(added: Tally, rolled: int) -> Sum:
    """A roll on the cluster table for those who read of it."""
    return (*parts(added), Part("clusters.roll", rolled, "roll, with what is added", str(CLUSTERS.cite)))


def scatter(attack: WeaponAttack) -> Tally:
    """What is added to the roll on the cluster table."""
    return Tally.of(contribution.function(attack) for contribution in attack.rules.among(SCATTER, attack))


RULES = (into_ground,)
