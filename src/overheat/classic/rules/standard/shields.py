"""Shields of war machines in battle: how they are held, what they protect so, and what they are in the way of."""

from __future__ import annotations

from dataclasses import dataclass

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack, struck_with
from overheat.classic.rules.standard.physical_weapons import drawn, usable
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

SHIELDS = TACTICAL_OPERATIONS("Shields", 290)
MODES = TACTICAL_OPERATIONS("Shields, modes", 291)

RAISED = named("shield_raised", "its {about} in active defence")
"""The mark of a shield that is held in active defence, of each by its mount; one in passive defence is at the ready."""
ACTIVE, PASSIVE, NONE = "active", "passive", "none"


@dataclass(frozen=True, kw_only=True)
class ShieldMode:
    """A way to hold a shield."""

    covers: tuple[str, ...]
    """What it protects: the `arm` that bears it, the `torso` and the `leg` of its side, other places by their code."""
    to_hit: int | None
    """What weapons behind it shoot worse by; None for those that do not fire at all."""
    words: str
    """To hold it so, in words, with its name for `{item}`."""

    def __str__(self) -> str:
        behind = "weapons behind it do not fire" if self.to_hit is None else f"weapons behind it at {self.to_hit:+}"
        return f"protects {', '.join(self.covers)}; {behind}"


SHIELD_MODES: Table[str, ShieldMode] = Table(
    "shields.modes",
    {
        NONE: ShieldMode(covers=("arm",), to_hit=1, words="lower the {item}"),
        PASSIVE: ShieldMode(covers=("arm", "torso"), to_hit=2, words="hold the {item} in passive defence"),
        ACTIVE: ShieldMode(
            covers=("arm", "torso", "leg", "CT", "HD"), to_hit=None, words="hold the {item} in active defence"
        ),
    },
    cite=MODES,
    of="way to hold a shield",
    where="overheat.classic.rules.standard.shields.SHIELD_MODES",
)
"""How a shield may be held."""


def shields_of(unit: Unit) -> tuple[int, ...]:
    """The shields of a machine that are not destroyed, by mount."""
    if "shield" not in unit.plan.flags or not unit.machine:
        return ()
    mounts = enumerate(unit.sheet.mounts)
    return tuple(at for at, mount in mounts if "shield" in mount.equipment.flags and usable(unit, at))


def mode_of_shield(unit: Unit, mount: int) -> str:
    """How a shield is held: lowered where nobody aboard can do anything."""
    if unit.helpless or not unit.marks:
        return NONE
    if each(RAISED, mount) in unit.marks:
        return ACTIVE
    return PASSIVE if drawn(unit, mount) else NONE


def places_behind(rules: Ruleset, unit: Unit, mount: int, mode: str = "") -> tuple[str, ...]:
    """The locations that a shield protects as it is held, or as it might be."""
    arm = unit.sheet.mounts[mount].location
    side = {"arm": arm, "torso": f"{arm[:1]}T", "leg": f"{arm[:1]}L"}
    return tuple(side.get(place, place) for place in rules[SHIELD_MODES][mode or mode_of_shield(unit, mount)].covers)


def shield_before(rules: Ruleset, unit: Unit, location: str, rear: bool) -> int | None:
    """The shield that weapons of a location must fire past: the one that is most in the way; None where none is."""
    if rear or "shield" not in unit.plan.flags:
        return None
    there = [at for at in shields_of(unit) if location in places_behind(rules, unit, at)]
    return max(there, key=lambda at: mode_of_shield(unit, at) == ACTIVE, default=None)


def shielded_off(rules: Ruleset, unit: Unit, mount: int) -> bool:
    """Whether a weapon is behind a shield in active defence, and so cannot be used."""
    held = unit.sheet.mounts[mount]
    shield = shield_before(rules, unit, held.location, held.rear)
    return shield is not None and rules[SHIELD_MODES][mode_of_shield(unit, shield)].to_hit is None


@rule(
    "to_hit.shield",
    cite=SHIELDS,
    slot=EVERY_SHOT,
    only=lambda attack: attack.attacker.machine and "shield" in attack.attacker.plan.flags,
)
def behind_a_shield(attack: WeaponAttack) -> Term | None:
    """A shield is in the way of the weapons of its arm, +1, and in passive defence of those of its torso too, +2."""
    unit, mount = attack.attacker, attack.mount
    if "shield" not in unit.plan.flags or not unit.machine:
        return None
    shield = shield_before(attack.rules, unit, mount.location, mount.rear)
    value = None if shield is None else attack.rules[SHIELD_MODES][mode_of_shield(unit, shield)].to_hit
    if not value:
        return None
    label = "shield on the arm" if mount.location in ARMS else "shield before the torso"
    return Term("to_hit.shield", value, label, SHIELDS)


@rule(
    "fire.shield",
    cite=MODES,
    implements=("TO-291-shield-2",),
    slot=FORBIDS,
    only=lambda attack: "shield" in attack.attacker.plan.flags,
)
def no_fire_past_a_shield(attack: WeaponAttack) -> Refusal | None:
    """Weapons behind a shield in active defence are not used, anti-missile systems among them."""
    if "shield" not in attack.attacker.plan.flags or not shielded_off(attack.rules, attack.attacker, attack.index):
        return None
    return Refusal("fire.shield", f"the {attack.weapon.name} is behind a shield in active defence", MODES)


@rule("physical.shield", cite=MODES, slot=NO_BLOW)
def no_blow_with_a_raised_shield(attack: PhysicalAttack) -> Refusal | None:
    """An arm that holds a shield in active defence strikes nobody."""
    unit = attack.attacker
    if "shield" not in unit.plan.flags or not unit.marks:
        return None
    arms = ARMS if struck_with(attack) == "arms" or attack.kind == "club" else (attack.limb,)
    raised = {unit.sheet.mounts[at].location for at in shields_of(unit) if mode_of_shield(unit, at) == ACTIVE}
    if raised.isdisjoint(arms):
        return None
    return Refusal("physical.shield", "the arm holds its shield in active defence", MODES)


RULES = (behind_a_shield, no_fire_past_a_shield, no_blow_with_a_raised_shield, SHIELD_MODES)
