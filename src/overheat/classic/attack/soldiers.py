"""How soldiers' fire is resolved: how many of a platoon or a squad hit, and in what groups their damage falls."""

from __future__ import annotations

from overheat.classic.attack.interception import intercept
from overheat.classic.attack.scorching import scorch
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ClusterRolled, Scorched
from overheat.classic.rules.standard.battle_armour import barrels, fired_together, of_each_suit
from overheat.classic.rules.standard.clusters import (
    CLUSTERS,
    ClusterRoll,
    cluster_hits,
    columns,
    group_size,
    in_every_cluster,
    in_groups,
)
from overheat.classic.rules.standard.infantry import (
    GROUP,
    all_soldiers_hit,
    damage_per_soldier,
    in_one_lump,
    soldiers_damage,
)
from overheat.classic.rules.standard.salvos import all_hit, damage_at, salvo_size
from overheat.kernel.terms import Part, parts


def soldiers_fire(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """The damage of a hit that soldiers scored, group by group; None for what is fired as machines fire it."""
    if "infantry" in attack.weapon.flags:
        return _hand_weapons(scene, attack)
    suits = scene.rules[barrels](attack)
    if suits == 1:
        return None
    each = scene.rules[damage_at](attack)
    if not scene.rules[fired_together](attack):
        hits = how_many_hit(scene, attack, suits)
        return () if scorch(scene, attack, hits) else scene.rules[of_each_suit](attack, each, hits)
    size = scene.rules[salvo_size](attack) * suits
    if scene.rules[in_one_lump](attack):
        return () if scorch(scene, attack, size) else (each * size,)
    against = int(intercept(scene, attack).total)
    sure = scene.rules[all_hit](attack) and not against and not in_every_cluster(attack).terms
    hits = size if sure else how_many_hit(scene, attack, size, against)
    if scorch(scene, attack, hits):
        return ()
    return in_groups(hits * each, scene.rules[group_size](attack, each))


def _hand_weapons(scene: Scene, attack: WeaponAttack) -> tuple[int, ...]:
    """What soldiers hold: so many hit, and do together what they do; in twos, but at other soldiers at once."""
    firing = attack.attacker.condition.troopers if attack.attacker.sheet.kind == "infantry" else 0
    count = firing or scene.rules[barrels](attack)
    everybody = scene.rules[all_soldiers_hit](scene.rules, attack.attacker)
    hitting = count if everybody else how_many_hit(scene, attack, count)
    damage = scene.rules[soldiers_damage](scene.rules, damage_per_soldier(attack), hitting)
    if attack.fired("heat"):
        scene.tell(Scorched(attack.target.id, damage, attack.weapon.name))
        return ()
    if not scene.rules[in_one_lump](attack):
        return in_groups(damage, GROUP)
    if "burst" in attack.weapon.flags:
        damage += scene.roll("infantry.burst", 1, who=attack.attacker.id, target=attack.target.id)
    return (damage,)


def how_many_hit(scene: Scene, attack: WeaponAttack, count: int, against: int = 0) -> int:
    """How many of so many soldiers or missiles hit; what no column of the table holds is rolled for in parts."""
    if count <= 1:
        return count
    sizes = columns(scene.rules)
    size = count if count in sizes else max(size for size in sizes if size < count)
    added, target = in_every_cluster(attack), attack.target.id
    rolled = scene.roll("clusters", target=target, size=size) + against + int(added.total)
    hits = scene.rules[cluster_hits](ClusterRoll(scene.rules, size, rolled, attack))
    shown = (*parts(added), Part("clusters.roll", rolled, "roll", str(CLUSTERS.cite)))
    scene.tell(ClusterRolled(target, size, shown, hits))
    return hits + how_many_hit(scene, attack, count - size, against)
