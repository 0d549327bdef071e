"""Weapons that fail when the roll to hit is as low as can be: they jam, break or explode."""

from __future__ import annotations

import msgspec

from overheat.classic.attack.decisions import FIRED
from overheat.classic.battle.scene import Scene
from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.machine import explode
from overheat.classic.damage.kinds.vehicle import explode_in_vehicle
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Jammed, MarkLaid, MarkLifted, MountLost
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.rules.standard.capacitors import CAPACITORS, CHARGED, DISCHARGED, charged_part
from overheat.classic.rules.standard.peculiar_weapons import INSULATORS, insulated
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Table, rule

HYPER_VELOCITY = TACTICAL_OPERATIONS("Hyper-velocity autocannons", 285)
CASELESS = TACTICAL_OPERATIONS("Caseless autocannon ammunition", 352)
HYPER_LASER = INTERSTELLAR_OPERATIONS("RISC hyper lasers", 93)


class Misfire(msgspec.Struct, frozen=True, kw_only=True):
    """How a kind of weapon fails."""

    cite: Cite
    on: int
    """The roll to hit up to which it does."""
    breaks_on: int = 2
    """What must be rolled then for it to break; with less it is jammed."""
    explodes: int = 0
    """What it does to its own unit, exploding; -1 for as much as it does to others."""

    def __str__(self) -> str:
        return f"fails on a roll to hit of {self.on} or less"


KINDS: Table[str, Misfire] = Table(
    "misfires.kinds",
    {
        "hyper_velocity": Misfire(cite=HYPER_VELOCITY, on=2, explodes=-1),
        "hyper": Misfire(cite=HYPER_LASER, on=3, explodes=10),
        "munition_caseless": Misfire(cite=CASELESS, on=2, breaks_on=8),
    },
    cite=HYPER_VELOCITY,
    implements=("TO-285-hyper-velocity-ac",),
    of="weapon that may fail",
    where="overheat.classic.attack.misfires.KINDS",
)
"""By the flag of the weapon or the id of its munition."""


@rule("misfires.fails", cite=HYPER_VELOCITY, implements=("TO-285-hyper-velocity-ac",), slot=FIRED)
def fails(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """A hyper-velocity autocannon explodes on a 2, as its ammunition would; caseless shells jam a gun, or break it."""
    if rolled > HIGHEST:
        return
    rows = scene.rules[KINDS].rows
    found = next((row for kind, row in rows.items() if kind in attack.weapon.flags or kind in attack.special), None)
    if found is None or rolled > found.on:
        return
    unit = attack.attacker.id
    if found.breaks_on > 2 and not _breaks(scene, attack, found.breaks_on):
        scene.tell(Jammed(unit, attack.index, True))
        return
    scene.tell(MountLost(unit, attack.index, attack.weapon.name))
    damage = found.explodes if found.explodes >= 0 else int(_most(attack))
    if attack.attacker.machine:
        explode(scene, unit, attack.mount.location, attack.weapon.name, damage)
    elif attack.attacker.vehicle:
        explode_in_vehicle(scene, unit, attack.mount.location, attack.weapon.name, damage)


@rule("misfires.insulated", cite=INSULATORS, implements=("TO-322-laser-insulator",), slot=FIRED)
def insulated_laser_fails(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """An insulated laser that rolls a 2 to hit burns out on 8 or more."""
    if rolled > LOWEST or "laser" not in attack.weapon.flags or not insulated(attack.attacker, attack.index):
        return
    if _breaks(scene, attack, BURNS_OUT):
        scene.tell(MountLost(attack.attacker.id, attack.index, attack.weapon.name))


@rule("misfires.discharged", cite=CAPACITORS, slot=FIRED)
def discharged(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """The charge of a capacitor goes with the shot; a PPC that is fired with one breaks on a roll of 2 to hit."""
    part = charged_part(attack.attacker, attack.index) if "ppc" in attack.weapon.flags else None
    if part is None:
        return
    name = attack.attacker.sheet.mounts[part].equipment.name
    scene.tell(MarkLifted(attack.attacker.id, each(CHARGED, part), Mark(about=name)))
    scene.tell(MarkLaid(attack.attacker.id, each(DISCHARGED, part), Mark(this_round=True, about=name)))
    if rolled <= LOWEST:
        scene.tell(MountLost(attack.attacker.id, attack.index, attack.weapon.name))


LOWEST, BURNS_OUT = 2, 8
HIGHEST = 3
"""The highest roll at which anything fails."""


def _breaks(scene: Scene, attack: WeaponAttack, needed: int) -> bool:
    return scene.roll("misfires.breaks", who=attack.attacker.id, needed=needed, weapon=attack.weapon.name) >= needed


def _most(attack: WeaponAttack) -> float:
    damage = attack.weapon.damage
    return max(damage) if isinstance(damage, tuple) else damage


RULES = (fails, insulated_laser_fails, discharged, KINDS)
