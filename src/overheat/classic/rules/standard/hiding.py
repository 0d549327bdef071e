"""Hidden units: who may hide where, what gives them away, and what active probes find.

A set-up says who is hidden, as it says what bins hold: `"Deployment": "hidden"`. A hidden unit carries a mark that
conceals it from everybody but its own side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from overheat.classic.board.board import Ground
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack, line_between
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import Motion, Shot, Unit
from overheat.classic.rules.standard.deployment import DEPLOYMENT, Deploying
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import BUILDS, Toil, shot_heat
from overheat.classic.rules.standard.jamming import ANGEL, jammers_between
from overheat.classic.rules.standard.switches import NULL_SIGNATURE, VOID_SIGNATURE, hides_by, silent
from overheat.classic.rules.standard.systems import works
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.equipment import Gear, key
from overheat.classic.unit.fielding import HOLDERS, Fielding, Holder, Loads
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

HIDDEN_UNITS = TOTAL_WARFARE("Hidden Units", 259)
POINTBLANK = TOTAL_WARFARE("Pointblank Shots", 260)
PROBES = TOTAL_WARFARE("Active Probe", 129)
BLOODHOUND = TACTICAL_OPERATIONS("Bloodhound Active Probe", 278)

DEPLOYMENT_OF, OPEN, HIDDEN = "Deployment", "in the open", "hidden"
"""What a set-up calls the choice, what stands there at first, and the other one."""
HIDING = named("in_hiding", "hidden")
"""The mark of a hidden unit."""
SPRUNG = named("pointblank", "fired pointblank")
"""The marks of a unit that fired from hiding this round, one for each weapon."""
NEXT_TO = 1
"""How near a unit finds whoever is hidden without any instrument."""
USUAL_REACH = 4
"""How far a probe sees whose entry does not say."""
COVERS = ("woods", "jungle", "building", "rough", "rubble", "planted_fields", "swamp", "fuel_tank", "heavy_industrial")
"""What of a hex a unit can hide in or behind."""
ELUSIVE = frozenset({"stealth", "mimetic", "camo", "sneak_camo", "sneak_ir", "sneak_ecm", "dest"})
"""What soldiers wear that only the best of probes sees through."""


@rule("hiding.declared", cite=HIDDEN_UNITS, slot=HOLDERS)
def declared(fielding: Fielding) -> tuple[Holder, ...]:
    """Any unit may be set up hidden, where its scenario is one in which units are."""
    return (Holder(key=DEPLOYMENT_OF, holds=OPEN, fits=(OPEN, HIDDEN), filled=lambda sheet, what: sheet),)


def hides(loads: Loads) -> bool:
    """Whether a unit is declared to be hidden."""
    return any(key(name) == key(DEPLOYMENT_OF) and key(what) == key(HIDDEN) for name, what in loads.items())


def hidden(unit: Unit) -> Unit:
    """A unit in hiding."""
    mark = Mark(owner=unit.side, hidden=True, conceals=True)
    return msgspec.structs.replace(unit, marks={**unit.marks, HIDING: mark})


def in_hiding(unit: Unit) -> bool:
    """Whether only its own side knows of it."""
    return bool(unit.marks) and HIDING in unit.marks


@rule("hiding.ground", cite=HIDDEN_UNITS)
def cannot_hide(rules: Ruleset, ground: Ground, unit: Unit) -> Refusal | None:
    """Nobody hides in the open, on a road, pavement or bridge: it takes woods, walls, rough ground or deep water."""
    depth = ground.amount("water")
    covered = depth > unit.stature and unit.elevation < 0 if depth else any(kind in ground for kind in COVERS)
    if covered and not unit.airborne:
        return None
    return Refusal("hiding.ground", f"there is nothing to hide {unit.sheet.name} in {unit.hex}", HIDDEN_UNITS)


@rule("deployment.hidden", cite=HIDDEN_UNITS, slot=DEPLOYMENT)
def placed_hidden(deploying: Deploying) -> Refusal | None:
    """A hidden unit is placed where it can hide."""
    unit = deploying.unit
    if not in_hiding(unit):
        return None
    return deploying.rules[cannot_hide](deploying.rules, deploying.state.relief.board[unit.hex], unit)


@rule("hiding.probe", cite=PROBES, implements=("TO-278-bloodhound-probe",))
def probe_of(rules: Ruleset, unit: Unit) -> Gear | None:
    """The probe of a unit that sees furthest; none works in a unit that is shut down or hides behind stealth."""
    if "probe" not in unit.plan.flags or unit.helpless or silent(unit):
        return None
    return max(_probes(unit), key=lambda gear: (reach_of(gear), "bloodhound" in gear.flags), default=None)


def _probes(unit: Unit) -> Iterator[Gear]:
    for at, mount in enumerate(unit.sheet.mounts):
        if isinstance(mount.equipment, Gear) and "probe" in mount.equipment.flags and works(unit, at):
            yield mount.equipment


def reach_of(gear: Gear) -> int:
    """How far a probe sees."""
    return gear.reach or USUAL_REACH


@rule("hiding.probed", cite=PROBES)
def probed(relief: Relief, finder: Unit, other: Unit, units: Collection[Unit]) -> bool:
    """A probe finds who is hidden within its reach and in its line of sight, unless a jammer covers any of the line.

    A Bloodhound is jammed by Angel suites alone, and it alone finds those who hide behind signature systems or suits
    made for it.
    """
    gear = relief.rules[probe_of](relief.rules, finder)
    if gear is None or finder.hex.distance(other.hex) > reach_of(gear):
        return False
    keen = "bloodhound" in gear.flags
    if not keen and (hides_by(other) & {NULL_SIGNATURE, VOID_SIGNATURE} or other.plan.flags & ELUSIVE):
        return False
    jamming = jammers_between(relief.rules, finder.side, finder.hex, other.hex, units)
    if any(ANGEL in unit.plan.flags or not keen for unit in jamming):
        return False
    return line_between(relief, finder.viewpoint, other.viewpoint).visible


@rule("hiding.found", cite=HIDDEN_UNITS)
def finds(relief: Relief, finder: Unit, other: Unit, units: Collection[Unit]) -> bool:
    """A unit that ends its movement next to somebody hidden finds him, and so does one whose probe sees him."""
    if finder.hex.distance(other.hex) <= NEXT_TO:
        return True
    return relief.rules[probed](relief, finder, other, units)


@rule("hiding.pointblank_target", cite=POINTBLANK)
def shot_pointblank(rules: Ruleset, target: Unit) -> Unit:
    """Who is shot at pointblank from hiding counts as standing still, however it moved."""
    return msgspec.structs.replace(target, motion=Motion())


@rule("fire.pointblank", cite=POINTBLANK, slot=FORBIDS, only=lambda attack: bool(attack.attacker.marks))
def has_sprung(attack: WeaponAttack) -> Refusal | None:
    """Who fired pointblank in the movement phase fires no more this turn."""
    if not attack.attacker.marks or next(sprung(attack.attacker), None) is None:
        return None
    return Refusal("fire.pointblank", f"{attack.attacker.sheet.name} has fired pointblank this turn", POINTBLANK)


def sprung(unit: Unit) -> Iterator[Shot]:
    """What a unit has fired from hiding this round."""
    for name, mark in unit.marks.items():
        if name.startswith(f"{SPRUNG}:"):
            yield Shot(int(name.rpartition(":")[2]), "", rate=mark.value)


def fired_pointblank(mount: int) -> str:
    """The mark of a weapon that was fired from hiding."""
    return each(SPRUNG, mount)


@rule("heat.pointblank", cite=POINTBLANK, slot=BUILDS)
def pointblank_heat(toil: Toil) -> Term | None:
    """What was fired from hiding makes its heat with all else."""
    if not toil.unit.marks:
        return None
    points = sum((shot_heat(toil.rules, toil.unit, shot, toil.state) for shot in sprung(toil.unit)), start=0)
    return Term("heat.pointblank", points, "pointblank fire", POINTBLANK) if points else None


RULES = (
    declared,
    cannot_hide,
    placed_hidden,
    probe_of,
    probed,
    finds,
    shot_pointblank,
    has_sprung,
    pointblank_heat,
)
