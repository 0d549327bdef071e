"""What a weapon throws when it fires: damage at a range, projectiles in a salvo, jams."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.acid import acid_damage
from overheat.classic.rules.standard.coolant import FIGURES as JETS
from overheat.classic.rules.standard.coolant import is_coolant
from overheat.classic.rules.standard.jamming import no_lock
from overheat.classic.rules.standard.ranges import BRACKETS
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Ruleset, rule

GROUPS = QUICK_REFERENCE("Damage Grouping")
ULTRA = TOTAL_WARFARE("Ultra autocannons", 130)
ONCE = TOTAL_WARFARE("Declaring Attacks", 97)
STREAK = TOTAL_WARFARE("Streak missiles", 130)


@rule("salvos.damage", cite=GROUPS)
def damage_at(attack: WeaponAttack) -> int:
    """The damage of a projectile, by range where that matters; pellets of clusters and M-pods, and jets, do 1."""
    if attack.special and is_coolant(attack):
        return attack.rules[JETS]["soldiers"]
    if attack.munition == "cluster" or not attack.weapon.flags.isdisjoint(("fluid", "m_pod")):
        return 1
    if attack.load is not None:
        return attack.load.damage
    if attack.special and (eaten := attack.rules[acid_damage](attack)) is not None:
        return eaten
    return _at_range(attack)


def _at_range(attack: WeaponAttack) -> int:
    """What the entry of a weapon says for the range of an attack."""
    damage = attack.weapon.damage
    if isinstance(damage, tuple):
        brackets = [*attack.rules[BRACKETS].rows]
        at = brackets.index(attack.bracket) if attack.bracket else len(brackets)
        damage = damage[min(at, len(damage) - 1)]
    return int(damage)


@rule("salvos.size", cite=GROUPS, implements=("QR-damage-groups",))
def salvo_size(attack: WeaponAttack) -> int:
    """How many projectiles fly: the missiles of a rack, the pellets of a cluster shot, the shots of rapid fire."""
    if attack.munition == "cluster":
        return attack.weapon.rack
    if "m_pod" in attack.weapon.flags:
        return _at_range(attack)
    return attack.weapon.cluster * attack.rate


@rule("salvos.all_hit", cite=STREAK)
def all_hit(attack: WeaponAttack) -> bool:
    """All missiles of a streak launcher hit when any do, as long as it has its lock."""
    return "streak" in attack.weapon.flags and not attack.rules[no_lock](attack)


@rule("salvos.wasted", cite=STREAK)
def wasted_on_miss(attack: WeaponAttack) -> bool:
    """A streak launcher that finds no lock does not fire; everything else is gone once fired, and who fires blind."""
    return "streak" not in attack.weapon.flags or attack.rules[no_lock](attack)


@rule("salvos.rates", cite=ULTRA)
def rates(rules: Ruleset, weapon: Weapon) -> tuple[int, ...]:
    """How many shots a weapon may fire at once: an ultra autocannon two, a rotary one up to six, an array its guns."""
    if "machine_gun_array" in weapon.flags:
        return (4, 3, 2)
    if "ultra" in weapon.flags:
        return (1, 2)
    return (1, 2, 3, 4, 5, 6) if "rotary" in weapon.flags else (1,)


@rule("salvos.times", cite=ONCE)
def times_a_round(rules: Ruleset, unit: Unit, mount: int) -> int:
    """A weapon fires once a round."""
    return 1


@rule("salvos.jams", cite=ULTRA)
def jams_on(attack: WeaponAttack, rolled: int) -> bool:
    """An ultra autocannon jams for good on a 2 at the double rate, a rotary one on 2, 3 or 4 by its rate."""
    flags, rate = attack.weapon.flags, attack.rate
    if rate < 2:
        return False
    if "rotary" in flags:
        return rolled <= {2: 2, 3: 2, 4: 3, 5: 3, 6: 4}[rate]
    return "ultra" in flags and rolled == 2


RULES = (damage_at, salvo_size, all_hit, wasted_on_miss, rates, times_a_round, jams_on)
