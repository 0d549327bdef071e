"""Chain whips around a limb: who holds whom, what neither may do then, and what it takes to hold on."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.physical import EVERY_BLOW, NO_BLOW, PhysicalAttack, struck_with
from overheat.classic.rules.standard.physical_weapons import wielded
from overheat.classic.rules.standard.systems import strengthened
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

WHIPS = TACTICAL_OPERATIONS("Chain Whip", 289)

WHIP, GRAPPLE = "chain whip", "whip grapple"
HOLDS = named("whip_holds", "its chain whip around {about}")
"""The mark of who holds another unit with a whip, which it is about: in which arm, and since which round."""
HELD = named("held_by_whip", "held at the {kind} by the chain whip of {about}")
"""The mark of who is held with a whip: where, and by whom."""

HOLD_FIGURES: Table[str, int] = Table(
    "chain_whips.figures",
    {"at each other": -2, "hot myomer": -2, "a weight class": -1, "snared": 3},
    cite=WHIPS,
    where="overheat.classic.rules.standard.chain_whips.HOLD_FIGURES",
)
"""What a hold makes easier, what helps to get one, and what a leg that is snared adds to the roll to stay up."""

CLASSES = (35, 55, 75, 100)
"""The most tons of light, medium, heavy and assault machines."""


def weight_class(unit: Unit) -> int:
    """How heavy a unit is: 0 for a ProtoMech, then light, medium, heavy, assault, and what is heavier still."""
    return 0 if unit.protomech else 1 + sum(unit.sheet.tons > most for most in CLASSES)


def classes_above(attacker: Unit, target: Unit) -> int:
    """By how many weight classes the one outweighs the other."""
    return weight_class(attacker) - weight_class(target)


def kept_busy(unit: Unit) -> tuple[str, ...]:
    """The limbs of a unit that a whip takes: the one that holds it, the one that it is around."""
    if not unit.marks:
        return ()
    return tuple(unit.marks[name].kind for name in (HOLDS, HELD) if name in unit.marks)


def tied(unit: Unit) -> tuple[str, ...]:
    """The units that a whip ties a unit to."""
    return tuple(unit.marks[name].about for name in (HOLDS, HELD) if name in unit.marks) if unit.marks else ()


def slips(rules: Ruleset, holder: Unit, held: Unit) -> bool:
    """Whether a hold is over: a unit is out of the battle, the whip destroyed, or the limb that it is around."""
    arm, limb = holder.marks[HOLDS].kind, held.marks[HELD].kind if HELD in held.marks else ""
    gone = any(place.code == limb and place.destroyed for place in held.condition.locations)
    return not limb or gone or not holder.active or not held.active or wielded(rules, holder, WHIP, arm) is None


@rule(
    "chain_whips.at_each_other",
    cite=WHIPS,
    implements=("TO-289-chain-whip-grapple-3b",),
    slot=EVERY_ATTACK,
    only=lambda attack: bool(attack.attacker.marks),
)
def at_each_other(attack: Engagement) -> Term | None:
    """Two units that a whip ties together hit each other more easily, -2."""
    if not attack.attacker.marks or attack.target.id not in tied(attack.attacker):
        return None
    value = attack.rules[HOLD_FIGURES]["at each other"]
    return Term("chain_whips.at_each_other", value, "tied together by a whip", WHIPS)


@rule(
    "chain_whips.no_fire",
    cite=WHIPS,
    implements=("TO-289-chain-whip-grapple-3b",),
    slot=FORBIDS,
    only=lambda attack: bool(attack.attacker.marks),
)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """The arm that holds on with its whip fires nothing, nor does the arm that the whip is around."""
    if attack.mount.location not in kept_busy(attack.attacker):
        return None
    return Refusal("chain_whips.no_fire", f"the {attack.mount.location} is tied by a whip", WHIPS)


@rule("chain_whips.no_blow", cite=WHIPS, implements=("TO-289-chain-whip-grapple-3b",), slot=NO_BLOW)
def no_blow(attack: PhysicalAttack) -> Refusal | None:
    """Nor does such an arm strike."""
    busy = kept_busy(attack.attacker)
    if not busy:
        return None
    limbs = ARMS if struck_with(attack) == "arms" or attack.kind == "club" else (attack.limb,)
    return None if set(busy).isdisjoint(limbs) else Refusal("chain_whips.no_blow", "the arm is tied by a whip", WHIPS)


@rule("chain_whips.myomer", cite=WHIPS, implements=("TO-289-chain-whip-grapple-3a",), slot=EVERY_BLOW)
def by_myomer(attack: PhysicalAttack) -> Term | None:
    """Hot myomer makes it easier to hold with a whip who has none, -2."""
    if attack.kind != GRAPPLE or not strengthened(attack.attacker) or strengthened(attack.target):
        return None
    return Term("chain_whips.myomer", attack.rules[HOLD_FIGURES]["hot myomer"], "hot myomer", WHIPS)


@rule("chain_whips.weight", cite=WHIPS, implements=("TO-289-chain-whip-grapple-3a",), slot=EVERY_BLOW)
def by_weight(attack: PhysicalAttack) -> Term | None:
    """Each weight class that a unit is above another makes it easier to hold, -1, and each below harder."""
    if attack.kind != GRAPPLE:
        return None
    value = attack.rules[HOLD_FIGURES]["a weight class"] * classes_above(attack.attacker, attack.target)
    return Term("chain_whips.weight", value, "weight classes", WHIPS) if value else None


RULES = (at_each_other, no_fire, no_blow, by_myomer, by_weight, HOLD_FIGURES)
