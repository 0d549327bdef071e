"""What a squad in battle armour carries until it throws it off: packs of weapons, and launchers on the body."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

PACKS = TACTICAL_OPERATIONS("Detachable weapon pack", 287)
BURDENED = TOTAL_WARFARE("Battle armour, missile launchers on the body", 228)

THROWN_OFF = named("thrown_off", "without its packs")
"""The mark of a squad that has thrown off what it carried in packs and on its bodies."""
THROWING_OFF = named("about_to_throw_off", "about to throw off its packs")
"""The mark of a squad that does so in the End Phase."""
IN_A_PACK = "detachable weapon pack"
"""How a weapon is mounted that goes with the pack."""


def has_packs(unit: Unit) -> bool:
    """Whether a squad still has its packs of weapons."""
    return unit.sheet.suit is not None and "detachable" in unit.plan.flags and THROWN_OFF not in unit.marks


def launchers_on(unit: Unit) -> tuple[int, ...]:
    """The loaded one-shot launchers on the bodies of a squad, which weigh it down; not those of the Clans."""
    if unit.sheet.suit is None or unit.sheet.clan or "one_shot" not in unit.plan.flags:
        return ()
    mounts = enumerate(unit.sheet.mounts)
    carried = (at for at, mount in mounts if mount.limb == "body" and {"missile", "one_shot"} <= mount.equipment.flags)
    return tuple(at for at in carried if unit.condition.shots[at] > 0)


@rule("burdens.laden", cite=BURDENED)
def laden(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Who carries packs or loaded launchers on the body climbs no machine and attacks no legs."""
    if not has_packs(unit) and not launchers_on(unit):
        return None
    return Refusal("burdens.laden", "it has to throw off its packs and launchers first", BURDENED)


@rule("burdens.throw_off", cite=PACKS)
def may_throw_off(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A squad that carries packs or loaded launchers may throw them off in the End Phase, all at once and for good."""
    if not has_packs(unit) and not launchers_on(unit):
        return Refusal("burdens.throw_off", "it carries nothing that it could throw off", PACKS)
    if THROWING_OFF in unit.marks:
        return Refusal("burdens.throw_off", "that is ordered already", PACKS)
    return None


@rule("burdens.gone", cite=PACKS, slot=FORBIDS, only=lambda attack: attack.mount.mounting == IN_A_PACK)
def gone(attack: WeaponAttack) -> Refusal | None:
    """What was in a pack is gone with it."""
    unit = attack.attacker
    if not unit.marks or THROWN_OFF not in unit.marks or attack.mount.mounting != IN_A_PACK:
        return None
    return Refusal("burdens.gone", f"the {attack.weapon.name} was thrown off with its pack", PACKS)


RULES = (laden, may_throw_off, gone)
