"""What helps or hinders those who aim: fire control, steadied arms, guided missiles."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.guidance import jammed, steered_by
from overheat.classic.rules.standard.switches import silent
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

FIRE_CONTROL = TECH_MANUAL("Fire control systems", 217)
ENHANCED = TACTICAL_OPERATIONS("Actuator Enhancement System", 279)
ARTEMIS_V = TACTICAL_OPERATIONS("Artemis V fire-control system", 283)
MORTARS = TACTICAL_OPERATIONS("'Mech mortars, direct fire", 324)
SIGHTS = TACTICAL_OPERATIONS("Infantry, prosthetic sights", 341)

CONTROLS: Table[str, int] = Table(
    "to_hit.fire_controls",
    {"none": 2, "basic_fire_control": 1, "advanced_fire_control": 0, "industrial": 1},
    cite=FIRE_CONTROL,
    where="overheat.classic.rules.standard.fire_control.CONTROLS",
)
"""What a support vehicle shoots worse by, by its fire control; and an industrial cockpit without advanced control."""


def carries(unit: Unit, flag: str, location: str | None = None) -> bool:
    """Whether a unit has something that works, anywhere or in one location."""
    if flag not in unit.plan.flags:
        return False
    return any(
        flag in mount.equipment.flags and location in (None, mount.location) and works(unit, at)
        for at, mount in enumerate(unit.sheet.mounts)
    )


def aims_badly(unit: Unit) -> bool:
    """Whether a unit is of those whose aim depends on what they are built with: by its kind or its cockpit."""
    return unit.sheet.kind == "support vehicle" or (unit.machine and "industrial" in unit.sheet.cockpit.lower())


@rule(
    "to_hit.fire_control",
    cite=FIRE_CONTROL,
    slot=EVERY_SHOT,
    only=lambda attack: aims_badly(attack.attacker),
)
def fire_control(attack: WeaponAttack) -> Term | None:
    """Support vehicles aim badly without fire control, +2, or with a basic one, +1; industrial cockpits at +1."""
    unit, controls = attack.attacker, attack.rules[CONTROLS]
    if "advanced_fire_control" in unit.plan.flags:
        return None
    if unit.sheet.kind == "support vehicle":
        basic = "basic_fire_control" in unit.plan.flags
        label = "basic fire control" if basic else "no fire control"
        return Term("to_hit.fire_control", controls["basic_fire_control" if basic else "none"], label, FIRE_CONTROL)
    if not unit.machine or "industrial" not in unit.sheet.cockpit.lower():
        return None
    return Term("to_hit.fire_control", controls["industrial"], "industrial cockpit", FIRE_CONTROL)


@rule(
    "to_hit.enhanced_arm",
    cite=ENHANCED,
    implements=("TO-279-aes",),
    slot=EVERY_SHOT,
    only=lambda attack: "aes" in attack.attacker.plan.flags,
)
def enhanced_arm(attack: WeaponAttack) -> Term | None:
    """Enhanced actuators steady the weapons of their arm, -1, but not one that reaches into the torso."""
    mount = attack.mount
    if mount.location not in ARMS or mount.also_in or not attack.attacker.machine:
        return None
    if not carries(attack.attacker, "aes", mount.location):
        return None
    return Term("to_hit.enhanced_arm", -1, "enhanced actuators of the arm", ENHANCED)


@rule("to_hit.artemis_v", cite=ARTEMIS_V, slot=EVERY_SHOT, only=lambda attack: "missile" in attack.weapon.flags)
def artemis_v(attack: WeaponAttack) -> Term | None:
    """Missiles that an Artemis V system steers hit more easily, -1: in plain sight, and where nothing jams it."""
    if "missile" not in attack.weapon.flags or attack.indirect or steered_by(attack) != "artemis_v":
        return None
    if silent(attack.attacker) or attack.rules[jammed](attack):
        return None
    return Term("to_hit.artemis_v", -1, "Artemis V", ARTEMIS_V)


@rule("to_hit.mortar", cite=MORTARS, slot=EVERY_SHOT, only=lambda attack: "mortar" in attack.weapon.flags)
def mortar(attack: WeaponAttack) -> Term | None:
    """Mortars are made for arcs: fired straight at what the gunner sees they are +3."""
    if "mortar" not in attack.weapon.flags or "infantry" in attack.weapon.flags or attack.indirect:
        return None
    return Term("to_hit.mortar", 3, "mortar fired directly", MORTARS)


RULES = (fire_control, enhanced_arm, artemis_v, mortar, CONTROLS)
