"""Who may strike whom with what: the reasons why a physical attack may not be made."""

from __future__ import annotations

from overheat.classic.board.hexes import Arc, in_arc
from overheat.classic.facts.arcs import LEGS
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.physical import (
    ARMS,
    CHARGE,
    FRENZY,
    LEVELS,
    NO_BLOW,
    PHYSICAL,
    PUSH,
    REACH,
    THRASH,
    WEAPONS,
    PhysicalAttack,
    charge_of,
    clawed,
    gone,
    struck_with,
)
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS, drawn, wielded
from overheat.classic.rules.standard.systems import has, hits_on
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule


@rule("physical.adjacent", cite=REACH, slot=NO_BLOW)
def adjacent(attack: PhysicalAttack) -> Refusal | None:
    """Blows reach the next hex, and who sits on the machine itself; a ProtoMech goes for who is in its own hex."""
    reached = attack.distance == 1 or carrier_of(attack.target) == attack.attacker.id
    if attack.kind in (FRENZY, THRASH):
        reached = attack.distance == 0
    if reached and attack.target.active:
        return None
    return Refusal("physical.adjacent", "only a target in the next hex can be struck", REACH)


@rule("physical.able", cite=REACH, slot=NO_BLOW)
def able(attack: PhysicalAttack) -> Refusal | None:
    """Only a machine on its feet, with a pilot awake, strikes; a vehicle rams; who charges does nothing else."""
    unit = attack.attacker
    rams = unit.vehicle and attack.kind == "charge"
    frenzied = unit.sheet.kind == "protomech"
    strikes = frenzied if attack.kind == FRENZY else unit.machine or rams
    if not strikes or unit.immobile:
        return Refusal("physical.able", f"{unit.sheet.name} cannot strike", REACH)
    if unit.condition.prone != (attack.kind == THRASH):
        return Refusal("physical.able", "only a prone machine thrashes, and it does not strike", REACH)
    charge = charge_of(unit)
    if charge is not None and attack.blow != charge:
        return Refusal("physical.able", "a machine that charges does nothing else", CHARGE)
    return None


@rule("physical.moved_so", cite=REACH, slot=NO_BLOW)
def moved_so(attack: PhysicalAttack) -> Refusal | None:
    """Some ways to move leave a unit no attacks."""
    mode = mode_of(attack.rules, attack.attacker)
    if mode.attacks:
        return None
    return Refusal(
        "physical.moved_so", f"{attack.attacker.sheet.name} {mode.told_of(attack.attacker)}: no attacks", REACH
    )


@rule("physical.arc", cite=REACH, slot=NO_BLOW)
def arc(attack: PhysicalAttack) -> Refusal | None:
    """An arm strikes where it can fire, a leg in front of the legs; a push goes straight ahead of the feet."""
    unit, hex = attack.attacker, attack.target.hex
    if attack.kind == "push":
        good = unit.hex.neighbour(unit.facing) == hex
    elif struck_with(attack) == "leg":
        behind = unit.quad and attack.limb in ("RLL", "RRL")
        good = in_arc(unit.hex, (unit.facing + 3) % 6 if behind else unit.facing, hex, Arc.FORWARD)
    elif attack.limb in ARMS:
        good = in_arc(unit.hex, unit.torso, hex, Arc.LEFT_ARM if attack.limb == "LA" else Arc.RIGHT_ARM)
    elif attack.mount is not None:
        rear = unit.sheet.mounts[attack.mount].rear
        good = in_arc(unit.hex, unit.torso, hex, Arc.REAR if rear else Arc.FORWARD)
    else:
        good = True
    return None if good else Refusal("physical.arc", f"{hex} cannot be reached with a {attack.kind}", REACH)


WIELDED = (0, 1, -1)
"""The same for physical weapons."""


@rule("physical.height", cite=REACH, slot=NO_BLOW)
def height(attack: PhysicalAttack) -> Refusal | None:
    """Punches reach up, kicks reach down; what is one level tall must be where the blow falls.

    A standing machine is reached where one of its two levels is; a tank, a squad or what lies on the ground has only
    the lower one.
    """
    levels = WIELDED if attack.weapon is not None else attack.rules[LEVELS][attack.kind]
    if attack.levels in levels and (attack.target.stature or attack.levels - 1 in levels):
        return None
    return Refusal("physical.height", f"the target stands {attack.levels} levels off", REACH)


@rule(
    "physical.limb",
    cite=PHYSICAL,
    implements=(
        "QR-physical-shoulder",
        "QR-physical-hand",
        "QR-physical-leg",
        "QR-crit-shoulder",
        "QR-crit-hand",
        "QR-crit-hip",
    ),
    slot=NO_BLOW,
)
def limb(attack: PhysicalAttack) -> Refusal | None:
    """A blow needs its limb: arms with a shoulder, hands for what is held, every leg with its hip for a kick."""
    unit, at = attack.attacker, attack.limb
    taken = struck_with(attack)
    if not taken:
        return None
    if taken == "arms":
        whole = all(has(unit, "shoulder", arm) and not unit.condition[arm].destroyed for arm in ARMS if not unit.quad)
        return None if whole and not unit.quad else Refusal("physical.limb", f"a {attack.kind} takes two arms", PUSH)
    if not any(place.code == at and not place.destroyed for place in unit.condition.locations):
        return Refusal("physical.limb", f"there is no {at or 'limb'} to strike with", PHYSICAL)
    if taken == "leg":
        lost = any(place.destroyed for place in unit.condition.locations if place.code in LEGS)
        if at not in LEGS or hits_on(unit, "hip") or lost:
            return Refusal("physical.limb", f"nobody can {attack.kind} with a destroyed hip or a leg gone", PHYSICAL)
        return None
    if taken == "weapon" and at not in ARMS:
        return None
    if at not in ARMS or hits_on(unit, "shoulder", at):
        return Refusal("physical.limb", f"the shoulder of the {at} is destroyed", PHYSICAL)
    if _in_hand(attack) and gone(unit, "hand actuator", at) and not clawed(unit, at):
        return Refusal("physical.limb", f"the {at} has no hand", PHYSICAL)
    return None


def _in_hand(attack: PhysicalAttack) -> bool:
    """Whether a blow is struck with something in the hand."""
    return attack.kind == "club" if attack.weapon is None else attack.weapon.hand


@rule("physical.fired", cite=REACH, implements=("QR-push",), slot=NO_BLOW)
def fired(attack: PhysicalAttack) -> Refusal | None:
    """A limb that fired does not strike, and a push needs two arms that did not."""
    unit = attack.attacker
    used = {unit.sheet.mounts[shot.mount].location for shot in unit.volley}
    limbs = set(ARMS) if struck_with(attack) == "arms" else {attack.limb}
    if attack.kind == THRASH:
        limbs = {*ARMS, *LEGS}
    both = used & limbs
    return Refusal("physical.fired", f"the {min(both)} has fired this turn", REACH) if both else None


@rule("physical.once", cite=REACH, slot=NO_BLOW)
def once(attack: PhysicalAttack) -> Refusal | None:
    """A turn has two punches, or one of anything else; the two punches are of two arms."""
    blows = attack.attacker.blows
    if not blows:
        return None
    if attack.kind == "punch" and all(blow.kind == "punch" and blow.limb != attack.limb for blow in blows):
        return None
    return Refusal("physical.once", "no more blows this turn", REACH)


@rule("physical.held", cite=WEAPONS, slot=NO_BLOW)
def held(attack: PhysicalAttack) -> Refusal | None:
    """A physical weapon must be there and whole, and out if it can be put away; a drawn blade leaves no fist."""
    if attack.kind == "punch" and _blade_out(attack):
        return Refusal("physical.held", f"the blade of the {attack.limb} is out", WEAPONS)
    if attack.weapon is None:
        return None
    if attack.mount is None:
        return Refusal("physical.held", f"there is no {attack.kind} in the {attack.limb}", WEAPONS)
    if attack.weapon.folds and not attack.switched_on:
        return Refusal("physical.held", f"the {attack.kind} of the {attack.limb} is not at the ready", WEAPONS)
    return None


def _blade_out(attack: PhysicalAttack) -> bool:
    """Whether the arm that would punch has a weapon that folds, and has it out."""
    unit, rows = attack.attacker, attack.rules[PHYSICAL_WEAPONS].rows
    if not unit.marks or "physical" not in unit.plan.flags:
        return False
    folding = ((kind, wielded(attack.rules, unit, kind, attack.limb)) for kind, each in rows.items() if each.folds)
    return any(at is not None and drawn(unit, at) for _, at in folding)


@rule("physical.aims", cite=WEAPONS, slot=NO_BLOW)
def aims(attack: PhysicalAttack) -> Refusal | None:
    """Only a hatchet, and what strikes like one, is swung at the upper body or the legs, of a machine on its feet."""
    if not attack.aimed:
        return None
    if attack.weapon is None or not attack.weapon.aims:
        return Refusal("physical.aims", f"a {attack.kind} cannot be aimed", WEAPONS)
    if attack.levels or not attack.target.machine or attack.target.condition.prone:
        return Refusal("physical.aims", "only a machine that stands on the same level is aimed at", WEAPONS)
    return None


@rule("physical.prone_target", cite=REACH, slot=NO_BLOW)
def prone_target(attack: PhysicalAttack) -> Refusal | None:
    """What lies on the ground of the same level is kicked, not punched, pushed or charged; a vehicle runs into it."""
    if not attack.target.condition.prone or attack.kind not in ("punch", "push", "charge"):
        return None
    if (attack.kind == "punch" and attack.levels == 1) or attack.attacker.vehicle:
        return None
    return Refusal("physical.prone_target", f"a prone target cannot be reached with a {attack.kind}", REACH)


RULES = (able, moved_so, adjacent, limb, held, once, fired, arc, prone_target, aims, height)
