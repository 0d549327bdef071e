"""What the arms of Omega's squads do: rifles and side arms, flamers, CRMs, and charges at the legs of 'Mechs."""

from __future__ import annotations

from math import ceil

from overheat.classic.attack.decisions import STRIKES, THROWS
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import strike_slots
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.omega.infantry import arm_of, armoured
from overheat.classic.rules.omega.squad_kits import (
    ANTI_MECH,
    BURNING,
    CRMS,
    FIGURES,
    FLAMERS,
    RIFLES,
    SQUADS,
    missing,
    untrained,
)
from overheat.classic.rules.standard.fire import FORBIDS, WORTH
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.classic.rules.standard.scorching import Scorching, modes, scorches
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, gunnery
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term


@rule("omega.soldiers_only", cite=RIFLES, implements=("OM-inf-rifle", "OM-inf-sidearms"), slot=FORBIDS, steady=())
def soldiers_only(attack: WeaponAttack) -> Refusal | None:
    """Rifles and side arms do nothing to whoever is armoured."""
    if "soldiers_only" not in attack.weapon.flags or not armoured(attack.target):
        return None
    return Refusal("omega.soldiers_only", f"{attack.weapon.name} do nothing to armour", RIFLES)


@rule("omega.crm_target", cite=CRMS, implements=("OM-inf-crm",), slot=FORBIDS, steady=())
def crm_target(attack: WeaponAttack) -> Refusal | None:
    """CRMs are not fired at soldiers."""
    if "crm" not in attack.weapon.flags or attack.target.sheet.kind not in SOLDIERS:
        return None
    return Refusal("omega.crm_target", "CRMs are not fired at soldiers", CRMS)


@rule("omega.at_its_feet", cite=ANTI_MECH, implements=("OM-inf-antimech",), slot=FORBIDS)
def at_its_feet(attack: WeaponAttack) -> Refusal | None:
    """Charges are for the legs of a machine in the same hex."""
    if "anti_mech" not in attack.weapon.flags:
        return None
    if attack.target.machine and attack.distance == 0:
        return None
    return Refusal("omega.at_its_feet", "the charges are for a 'Mech in the same hex", ANTI_MECH)


@rule("omega.anti_mech", cite=ANTI_MECH, implements=("OM-inf-antimech",))
def against_legs(attack: WeaponAttack) -> Term:
    """An attack on the legs of a machine starts from 5."""
    if "anti_mech" not in attack.weapon.flags:
        return attack.rules.below(against_legs)(attack)
    return Term("to_hit.gunnery", attack.rules[FIGURES]["anti-mech"], "anti-'Mech attack", ANTI_MECH)


@rule("omega.anti_mech_losses", cite=ANTI_MECH, implements=("OM-inf-antimech", "OM-inf-transfer"), slot=EVERY_SHOT)
def too_few_trained(attack: WeaponAttack) -> Term | None:
    """Every soldier who is missing adds 2, and so does every one who was never trained for it."""
    if "anti_mech" not in attack.weapon.flags:
        return None
    squad, size = attack.mount.location, attack.rules[FIGURES]["soldiers"]
    lacking = min(size, missing(attack.attacker, squad) + untrained(attack.attacker, squad))
    value = lacking * attack.rules[FIGURES]["anti-mech for each missing"]
    return Term("omega.anti_mech_losses", value, f"{lacking} trained soldiers missing", ANTI_MECH) if value else None


LEG = "strike "


@rule("omega.squad_modes", cite=ANTI_MECH, implements=("OM-inf-antimech",))
def legs_to_strike(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """Who attacks a machine hand to hand picks the leg."""
    if "anti_mech" not in weapon.flags:
        return rules.below(legs_to_strike)(rules, weapon, target)
    standing = (place.code for place in target.condition.locations if place.code in LEGS and not place.destroyed)
    return ("", *(f"{LEG}{code}" for code in standing))


@rule("omega.strikes_leg", cite=ANTI_MECH, implements=("OM-inf-antimech",), slot=STRIKES)
def strikes_leg(scene: Scene, attack: WeaponAttack) -> None:
    """The leg takes a critical hit; where none was picked, the first that stands."""
    if "anti_mech" not in attack.weapon.flags:
        return
    unit = scene.unit(attack.target.id)
    standing = [place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed]
    chosen = attack.mode.removeprefix(LEG)
    code = chosen if chosen in standing else next(iter(standing), "")
    if code and unit.active:
        strike_slots(scene, unit.id, code, 1)


@rule("omega.squad_throws", cite=SQUADS, implements=("OM-inf-rifle", "OM-inf-sidearms", "OM-inf-flamer"), slot=THROWS)
def squad_throws(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """What a squad does that hits: rifles a die, less one for each soldier lost; side arms half a die; flamers burn."""
    kind, who, target = arm_of(attack.weapon), attack.attacker.id, attack.target.id
    lost = missing(attack.attacker, attack.mount.location)
    if kind == "rifle":
        return (max(1, scene.roll("omega.rifles", 1, who=who, target=target) - lost),)
    if kind == "side arms":
        return (ceil(scene.roll("omega.side_arms", 1, who=who, target=target) / 2),)
    if "squad_flamer" not in attack.weapon.flags:
        return () if "anti_mech" in attack.weapon.flags else None
    if is_ground(target) or not armoured(scene.unit(target)):
        return (felled_by_flames(attack.rules, lost),)
    set_ablaze(scene, target, flame_heat(attack.rules, lost))
    return ()


def flame_heat(rules: Ruleset, lost: int) -> int:
    """The heat of a squad's flamers, a quarter for each soldier, rounded up."""
    size = rules[FIGURES]["soldiers"]
    return ceil(rules[FIGURES]["heat of a flamer"] * (size - lost) / size)


def felled_by_flames(rules: Ruleset, lost: int) -> int:
    """How many soldiers a squad's flamers fell: a quarter for each of its own."""
    size = rules[FIGURES]["soldiers"]
    return rules[FIGURES]["soldiers felled by a flamer"] * (size - lost) // size


def set_ablaze(scene: Scene, id: str, heat: int) -> None:
    """A unit burns for a round more for every hit, with the heat of the strongest."""
    held, now = scene.unit(id).marks.get(BURNING), scene.state.round
    until = now if held is None or held.until < now else held.until + 1
    value = heat if held is None else max(heat, held.value)
    scene.tell(MarkLaid(id, BURNING, Mark(value, until=until)))


@rule("omega.burns", cite=FLAMERS, implements=("OM-inf-flamer",), slot=BUILDS)
def burns(toil: Toil) -> Term | None:
    """Flames heat a unit up every round as long as they last."""
    mark = toil.unit.marks.get(BURNING)
    return None if mark is None else Term("omega.burns", mark.value, "flamers", FLAMERS)


@rule("omega.squad_scorches", cite=FLAMERS)
def foreseen_heat(attack: WeaponAttack) -> Scorching:
    """What a squad's flamers put into armour, for those who weigh it beforehand."""
    if "squad_flamer" not in attack.weapon.flags or not armoured(attack.target):
        return attack.rules.below(foreseen_heat)(attack)
    return Scorching(points=flame_heat(attack.rules, missing(attack.attacker, attack.mount.location)))


@rule("omega.squad_ignites", cite=FLAMERS, implements=("OM-inf-flamer",))
def sets_woods_alight(attack: WeaponAttack) -> int | None:
    """A squad's flamers set woods on fire whenever they hit them."""
    return 2 if "squad_flamer" in attack.weapon.flags else attack.rules.below(sets_woods_alight)(attack)


@rule("omega.worth_of_charges", cite=ANTI_MECH, slot=WORTH)
def worth_of_charges(attack: WeaponAttack) -> int:
    """A critical hit in a leg is worth some points of damage."""
    return 6 if "anti_mech" in attack.weapon.flags else 0


ADDED = (soldiers_only, crm_target, at_its_feet, too_few_trained, strikes_leg, squad_throws, burns, worth_of_charges)
CHANGED = (
    gunnery.wrapped_in(against_legs),
    modes.wrapped_in(legs_to_strike),
    scorches.wrapped_in(foreseen_heat),
    ignites_on.wrapped_in(sets_woods_alight),
)
"""What the layer of squads adds and changes for their arms."""
