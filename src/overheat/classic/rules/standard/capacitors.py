"""PPC capacitors: charged in place of a shot, they add to the next one, and explode when they are hit."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import BUILDS, SHOT_HEAT, Discharge, Toil
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.linked_parts import linked_part, served_weapon
from overheat.classic.rules.standard.systems import whole
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

CAPACITORS = TACTICAL_OPERATIONS("PPC capacitors", 337)
FLAG, PPC = "ppc_capacitor", "ppc"

CHARGED = named("charged", "{about} charged")
"""The mark of a capacitor that holds a charge, of each by its mount."""
CHARGING = named("charging", "{about} is being charged")
"""The mark of a capacitor that is charged this round: its weapon does not fire."""
DISCHARGED = named("discharged", "{about} discharged")
"""The mark of a capacitor whose charge went with a shot this round, for the heat of it."""

FIGURES: Table[str, int] = Table(
    "capacitors.figures",
    {"damage": 5, "heat": 5, "explosion": 15},
    cite=CAPACITORS,
    where="overheat.classic.rules.standard.capacitors.FIGURES",
)
"""What a charge adds to a shot, the heat of every turn with one, and what it does when it explodes."""


def charged_parts(unit: Unit, hit: int | None = None) -> tuple[int, ...]:
    """The mounts of the capacitors that hold a charge, which is lost with the capacitor and with its weapon.

    `hit` is a mount that has been hit just now, and does not count as lost yet.
    """
    if not unit.marks or FLAG not in unit.plan.flags:
        return ()
    marked = [at for at in range(len(unit.sheet.mounts)) if each(CHARGED, at) in unit.marks]
    return tuple(at for at in marked if not any(part != hit and not whole(unit, part) for part in _pair(unit, at)))


def _pair(unit: Unit, part: int) -> tuple[int, ...]:
    """A capacitor and the weapon that it serves."""
    weapon = served_weapon(unit, part, PPC, FLAG)
    return (part,) if weapon is None else (part, weapon)


def charged_part(unit: Unit, weapon: int) -> int | None:
    """The mount of the charged capacitor that serves a weapon; None where there is none, or it is being charged."""
    if not unit.marks:
        return None
    part = linked_part(unit, weapon, PPC, FLAG)
    if part is None or each(CHARGED, part) not in unit.marks or each(CHARGING, part) in unit.marks:
        return None
    return part


@rule(
    "capacitors.charging",
    cite=CAPACITORS,
    implements=("TO-337-ppc-capacitor-1",),
    slot=FORBIDS,
    only=lambda attack: PPC in attack.weapon.flags,
)
def does_not_fire(attack: WeaponAttack) -> Refusal | None:
    """A capacitor takes a turn to charge, in which its weapon does not fire."""
    if not attack.attacker.marks or PPC not in attack.weapon.flags:
        return None
    part = linked_part(attack.attacker, attack.index, PPC, FLAG)
    if part is None or each(CHARGING, part) not in attack.attacker.marks:
        return None
    return Refusal("capacitors.charging", f"the capacitor of the {attack.weapon.name} is being charged", CAPACITORS)


@rule("capacitors.may_charge", cite=CAPACITORS, implements=("TO-337-ppc-capacitor-1",))
def may_charge(state: State, unit: Unit, mount: int) -> Refusal | None:
    """A capacitor is charged in place of a shot with its weapon."""
    weapon = served_weapon(unit, mount, PPC, FLAG)
    if weapon is None or not whole(unit, weapon):
        return Refusal("capacitors.may_charge", "it serves no weapon", CAPACITORS)
    if any(shot.mount == weapon for shot in unit.volley):
        return Refusal("capacitors.may_charge", "its weapon fires this turn", CAPACITORS)
    return None


@rule(
    "capacitors.damage",
    cite=CAPACITORS,
    slot=DAMAGE_TERMS,
    only=lambda impact: impact.hit.weapon is None or PPC in impact.hit.weapon.flags,
)
def charged_damage(impact: Impact) -> Term | None:
    """A charge adds 5 points to the shot that it goes with."""
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or PPC not in attack.weapon.flags:
        return None
    if charged_part(attack.attacker, attack.index) is None:
        return None
    return Term("capacitors.damage", impact.rules[FIGURES]["damage"], "charged capacitor", CAPACITORS)


@rule("capacitors.shot_heat", cite=CAPACITORS, slot=SHOT_HEAT)
def charged_heat(discharge: Discharge) -> Term | None:
    """A shot with a charge makes 5 points of heat more."""
    unit, weapon = discharge.unit, discharge.shot.mount
    if not unit.marks or PPC not in unit.sheet.mounts[weapon].equipment.flags:
        return None
    part = linked_part(unit, weapon, PPC, FLAG)
    if part is None or not any(each(mark, part) in unit.marks for mark in (CHARGED, DISCHARGED)):
        return None
    return Term("capacitors.shot_heat", discharge.rules[FIGURES]["heat"], "charged capacitor", CAPACITORS)


@rule("heat.capacitors", cite=CAPACITORS, implements=("TO-337-ppc-capacitor-1",), slot=BUILDS)
def held_heat(toil: Toil) -> Term | None:
    """Charging a capacitor makes 5 points of heat, and so does every turn in which it keeps its charge."""
    unit, fired = toil.unit, {shot.mount for shot in toil.fired}
    count = sum(served_weapon(unit, at, PPC, FLAG) not in fired for at in charged_parts(unit))
    return (
        Term("heat.capacitors", toil.rules[FIGURES]["heat"] * count, "charged capacitors", CAPACITORS)
        if count
        else None
    )


@rule("capacitors.explosion", cite=CAPACITORS)
def charge_explodes(rules: Ruleset, unit: Unit, mount: int) -> int:
    """A charged capacitor explodes with 15 points when it or its weapon is hit, as ammunition does."""
    touched = any(mount in _pair(unit, at) for at in charged_parts(unit, mount))
    return rules[FIGURES]["explosion"] if touched else 0


RULES = (does_not_fire, may_charge, charged_damage, charged_heat, held_heat, charge_explodes, FIGURES)
