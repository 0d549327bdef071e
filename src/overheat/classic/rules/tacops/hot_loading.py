"""Hot-loaded missiles: launchers that are armed beforehand have no minimum range, and may blow up."""

from __future__ import annotations

from overheat.classic.attack.decisions import FIRED
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.battle_armour import pick_trooper
from overheat.classic.damage.kinds.machine import explode
from overheat.classic.damage.kinds.vehicle import explode_in_vehicle
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MountLost
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.clusters import further_dice
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.loads import LOADS, most_damage
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, minimum_range
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

HOT_LOADING = TACTICAL_OPERATIONS("Missiles, hot-loading", 103)
HOT = "hot-loaded"
EXPLODES = 2


def _launches(weapon: Weapon) -> bool:
    return "missile" in weapon.flags and weapon.flags.isdisjoint(("infantry", "anti_missile", "artillery"))


@rule("hot_loading.modes", cite=HOT_LOADING, implements=("TO-103-missile-hotloading",))
def loads_hot(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """Missiles of every type may be fired hot-loaded."""
    others = rules.below(loads_hot)(rules, weapon, target)
    return (*others, HOT) if _launches(weapon) else others


@rule("fire.hot_loading", cite=HOT_LOADING, slot=FORBIDS)
def only_missiles(attack: WeaponAttack) -> Refusal | None:
    """Only missiles are hot-loaded, and not for indirect fire."""
    if not attack.fired(HOT) or (_launches(attack.weapon) and not attack.indirect):
        return None
    return Refusal("fire.hot_loading", f"the {attack.weapon.name} cannot be fired so hot-loaded", HOT_LOADING)


@rule("hot_loading.minimum_range", cite=HOT_LOADING, slot=EVERY_SHOT)
def no_minimum(attack: WeaponAttack) -> Term | None:
    """Hot-loaded missiles are armed when they leave the launcher: they have no minimum range."""
    return None if attack.fired(HOT) else attack.rules.below(no_minimum)(attack)


@rule("hot_loading.clusters", cite=HOT_LOADING)
def spreads_wide(attack: WeaponAttack) -> int:
    """Missiles that are armed in the launcher spread wide: of three dice the lowest two say how many hit."""
    usual = attack.rules.below(spreads_wide)(attack)
    return usual + 1 if attack.fired(HOT) else usual


@rule("hot_loading.explodes", cite=HOT_LOADING, slot=FIRED)
def blows_up(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """On a 2 a hot-loaded launcher explodes with the missiles in it; of a squad that of one trooper, in his hands."""
    if not attack.fired(HOT) or rolled > EXPLODES:
        return
    id, weapon = attack.attacker.id, attack.weapon
    each = most_damage(scene.rules[LOADS], weapon, attack.munition)
    if attack.attacker.sheet.kind == "battle armour":
        if scene.unit(id).active:
            take(scene, Hit(id, "front", int(each * weapon.cluster), "hot_loading", location=pick_trooper(scene, id)))
        return
    scene.tell(MountLost(id, attack.index, "hot-loaded missiles"))
    if attack.attacker.machine or attack.attacker.vehicle:
        explodes = explode_in_vehicle if attack.attacker.vehicle else explode
        explodes(scene, id, attack.mount.location, weapon.name, int(each * weapon.cluster))


@rule("hot_loading.critical", cite=HOT_LOADING)
def explodes_when_hit(hit: MountHit) -> int:
    """A launcher that was fired hot-loaded this turn explodes when it is hit."""
    usual = hit.rules.below(explodes_when_hit)(hit)
    hot = any(shot.mount == hit.mount and shot.mode == HOT for shot in hit.unit.volley)
    if usual or not hot or not isinstance(hit.item, Weapon):
        return usual
    return int(most_damage(hit.rules[LOADS], hit.item, "standard") * hit.item.cluster)


LAYER = Layer(
    "hot_loading",
    title="Hot-loaded missiles",
    group="Gunnery",
    cite=HOT_LOADING,
    needs=("classic",),
    add=(only_missiles, blows_up),
    change=(
        modes.wrapped_in(loads_hot),
        further_dice.wrapped_in(spreads_wide),
        minimum_range.wrapped_in(no_minimum),
        weapon_explosion.wrapped_in(explodes_when_hit),
    ),
)
