"""Rapid fire of machine guns: a die of damage, as much heat, and ammunition by the handful.

Of squads in battle armour every trooper throws a die of his own; soldiers on foot do not fire so.
"""

from __future__ import annotations

from overheat.classic.attack.decisions import FIRED
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid, ShotsSpent
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.battle_armour import barrels, of_each_suit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.gun_arrays import ARRAY, linked_guns
from overheat.classic.rules.standard.heat import Discharge, heat_of_shot, tracks_heat
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number

MACHINE_GUNS = TACTICAL_OPERATIONS("Machine Guns, rapid fire", 102)
RAPID = "rapid fire"
THROWN = "rapid_fire_machine_guns.die"
HOT = named("rapid_fire_heat", "{value} heat from rapid fire of {about}")
EXPECTED = 3
"""What a die comes to, about, before it is thrown."""
PURPOSES.says(THROWN, "{weapon} of {who} in rapid fire")

FIGURES: Table[str, int] = Table(
    "rapid_fire_machine_guns.figures",
    {"rounds": 3},
    cite=MACHINE_GUNS,
    where="overheat.classic.rules.tacops.rapid_fire_machine_guns.FIGURES",
)
"""Rounds that are used for every point of damage that is rolled."""


def _gun(weapon: Weapon) -> bool:
    return "machine_gun" in weapon.flags and weapon.flags.isdisjoint((ARRAY, "infantry"))


@rule("rapid_fire_machine_guns.modes", cite=MACHINE_GUNS, implements=("TO-102-machine-guns-2",))
def rapid(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """A machine gun of a machine, a vehicle or a suit may be fired rapidly; those that soldiers on foot carry not."""
    others = rules.below(rapid)(rules, weapon, target)
    return (*others, RAPID) if _gun(weapon) else others


@rule("fire.rapid_machine_gun", cite=MACHINE_GUNS, implements=("TO-102-machine-guns-3",), slot=FORBIDS)
def linked(attack: WeaponAttack) -> Refusal | None:
    """The guns of an array are not fired rapidly: the array would have to be off from the first round to the last."""
    if not attack.fired(RAPID):
        return None
    if not _gun(attack.weapon):
        return Refusal("fire.rapid_machine_gun", f"the {attack.weapon.name} has no rapid fire", MACHINE_GUNS)
    mounts = attack.attacker.sheet.mounts
    arrays = [at for at, mount in enumerate(mounts) if ARRAY in mount.equipment.flags]
    if any(attack.index in linked_guns(attack.attacker, at) for at in arrays):
        return Refusal("fire.rapid_machine_gun", "the gun is linked to an array", MACHINE_GUNS)
    return None


@rule(THROWN, cite=MACHINE_GUNS, implements=("TO-102-machine-guns-1",), slot=FIRED)
def throws(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """Rapid fire throws a die, hit or miss: so much heat it makes, and three times as many rounds are gone."""
    if not attack.fired(RAPID):
        return
    unit, name = scene.unit(attack.attacker.id), attack.weapon.name
    suits = scene.rules[barrels](attack)
    dice = [scene.roll(THROWN, 1, who=unit.id, weapon=name) for _ in range(suits)]
    thrown = sum(dice)
    attack.noted = {**attack.noted, THROWN: thrown, **{each(THROWN, at): die for at, die in enumerate(dice)}}
    if scene.rules[tracks_heat](scene.rules, unit):
        scene.tell(MarkLaid(unit.id, each(HOT, attack.index), Mark(value=thrown, about=name, this_round=True)))
    if attack.feed is not None:
        spent = scene.rules[FIGURES]["rounds"] * thrown - attack.rate
        scene.tell(ShotsSpent(unit.id, attack.feed, max(0, unit.condition.shots[attack.feed] - spent)))


@rule("rapid_fire_machine_guns.damage", cite=MACHINE_GUNS)
def by_a_die(attack: WeaponAttack) -> int:
    """A gun in rapid fire does what its die shows, whatever it does otherwise."""
    if not attack.fired(RAPID):
        return attack.rules.below(by_a_die)(attack)
    return attack.noted.get(THROWN, EXPECTED)


@rule("rapid_fire_machine_guns.each_suit", cite=MACHINE_GUNS, implements=("TO-102-machine-guns-2",))
def by_a_die_each(attack: WeaponAttack, damage: int, hits: int) -> tuple[int, ...]:
    """Each trooper of a squad who hits does what his own die shows."""
    if not attack.fired(RAPID):
        usual: tuple[int, ...] = attack.rules.below(by_a_die_each)(attack, damage, hits)
        return usual
    return tuple(attack.noted.get(each(THROWN, at), EXPECTED) for at in range(hits))


@rule("rapid_fire_machine_guns.heat", cite=MACHINE_GUNS)
def heats(discharge: Discharge) -> Number:
    """A gun in rapid fire makes as much heat as its die shows."""
    if discharge.shot.mode != RAPID:
        return discharge.rules.below(heats)(discharge)
    mark = discharge.unit.marks.get(each(HOT, discharge.shot.mount))
    return EXPECTED if mark is None else mark.value


LAYER = Layer(
    "rapid_fire_machine_guns",
    title="Rapid-fire machine guns",
    group="Gunnery",
    cite=MACHINE_GUNS,
    needs=("classic",),
    add=(linked, throws, FIGURES),
    change=(
        modes.wrapped_in(rapid),
        of_each_suit.wrapped_in(by_a_die_each),
        damage_at.wrapped_in(by_a_die),
        heat_of_shot.wrapped_in(heats),
    ),
)
