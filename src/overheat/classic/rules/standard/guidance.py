"""Missile guidance and what stands against it: Artemis, homing beacons, beams, jammers, anti-missile systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.clusters import SCATTER
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.jamming import JAMMERS, jammers_between
from overheat.classic.rules.standard.shields import shielded_off
from overheat.classic.rules.standard.switches import silent
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, target_jumped, target_movement
from overheat.classic.unit.equipment import Gear, Weapon
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

GUIDANCE = TOTAL_WARFARE("Artemis IV fire-control system, Narc missile beacon", 130)
ANTI_MISSILE = TOTAL_WARFARE("Anti-Missile System", 129)
BEAMS = TOTAL_WARFARE("TAG and semi-guided missiles", 142)
HYPER_ASSAULT = TOTAL_WARFARE("Hyper-Assault Gauss rifles", 136)
APOLLO = TOTAL_WARFARE("Apollo fire-control system", 131)

STEERING: Table[str, int] = Table(
    "guidance.steering",
    {"artemis_iv": 2, "artemis_v": 3, "artemis_proto": 1},
    cite=GUIDANCE,
    where="overheat.classic.rules.standard.guidance.STEERING",
)
"""What each guidance system adds to the roll on the cluster table."""

BEACON = 2

TAGGED = "tagged"
"""The mark of a unit that a beam lights up this round."""


def tagged(unit: Unit) -> bool:
    """Whether a beam lights it up this round."""
    return TAGGED in unit.marks


def beacon_of(side: Player) -> str:
    """The mark of a unit that carries a homing beacon of a side, which owns the mark."""
    return f"beacon of {side}"


POD = named("improved_pod", "carries a {kind} pod")
"""The mark of a unit with a pod of an improved launcher on it, of each kind."""


def carries(unit: Unit, kind: str) -> bool:
    """Whether a pod of a kind is on a unit."""
    return bool(unit.marks) and each(POD, kind) in unit.marks


def beacons(unit: Unit) -> tuple[Player, ...]:
    """The sides that have a homing beacon on a unit."""
    return tuple(sorted(mark.owner for name, mark in unit.marks.items() if name == beacon_of(mark.owner)))


def fired_by_itself(unit: Unit, mount: int) -> str:
    """The mark of an anti-missile system that has fired this round."""
    held = unit.sheet.mounts[mount]
    return f"{held.equipment.name} ({held.location}, mount {mount}) has fired"


def has_fired(unit: Unit, mount: int) -> bool:
    """Whether an anti-missile system has fired this round."""
    return bool(unit.marks) and fired_by_itself(unit, mount) in unit.marks


def interceptors(unit: Unit) -> Iterator[int]:
    """The anti-missile systems that have fired this round, by mount."""
    if unit.marks and "anti_missile" in unit.plan.flags:
        yield from (at for at in unit.plan.weapons if has_fired(unit, at))


@rule("clusters.guidance", cite=GUIDANCE, slot=SCATTER, only=lambda attack: "missile" in attack.weapon.flags)
def guided(attack: WeaponAttack) -> Term | None:
    """Missiles made for it scatter less by a beacon on the target, or by guidance beside the launcher in plain sight.

    Advanced tactical missiles have the guidance built in. A jammer near the line stops both, the attacker's own stealth
    system the guidance.
    """
    steered = _guidance(attack) if "missile" in attack.weapon.flags else None
    return None if steered is None or attack.rules[jammed](attack) else steered


def _guidance(attack: WeaponAttack) -> Term | None:
    """What steers an attack's missiles as long as nobody jams it."""
    if "narc" in attack.munition.lower() and beacon_of(attack.attacker.side) in attack.target.marks:
        return Term("clusters.narc", BEACON, "homing beacon", GUIDANCE)
    kind = steered_by(attack)
    if attack.indirect or silent(attack.attacker) or not kind:
        return None
    return Term("clusters.artemis", attack.rules[STEERING][kind], "guidance system", GUIDANCE)


def steered_by(attack: WeaponAttack) -> str:
    """The kind of guidance that steers an attack's missiles."""
    if "atm" in attack.weapon.flags:
        return "artemis_iv"
    if "artemis" not in attack.munition.lower():
        return ""
    system = linked(attack.attacker, attack.index, _steerable, STEERING_FLAGS)
    return "" if system is None else next(iter(system.flags & STEERING_FLAGS))


STEERING_FLAGS = frozenset({"artemis_iv", "artemis_v", "artemis_proto"})


def _steerable(weapon: Weapon) -> bool:
    return not weapon.flags.isdisjoint(("lrm", "srm", "mml")) and "streak" not in weapon.flags


def linked(unit: Unit, launcher: int, fits: Callable[[Weapon], bool], flags: frozenset[str]) -> Gear | None:
    """The working system that serves a launcher: the first of a location has the first system there, and so on."""
    mounts = unit.sheet.mounts
    here = [at for at, mount in enumerate(mounts) if mount.location == mounts[launcher].location]
    launchers = [at for at in here if (weapon := mounts[at].weapon) is not None and fits(weapon)]
    systems = [at for at in here if isinstance(mounts[at].equipment, Gear) and mounts[at].equipment.flags & flags]
    at = dict(zip(launchers, systems, strict=False)).get(launcher)
    if at is None or not works(unit, at):
        return None
    gear = mounts[at].equipment
    return gear if isinstance(gear, Gear) else None


@rule("guidance.jammed", cite=JAMMERS)
def jammed(attack: WeaponAttack) -> bool:
    """Guidance fails when an enemy jammer works within its reach, usually six hexes, of any hex on the line.

    So it does for who carries a jamming pod.
    """
    if carries(attack.attacker, "jamming"):
        return True
    found = jammers_between(attack.rules, attack.attacker.side, attack.attacker.hex, attack.target.hex, attack.others)
    return next(found, None) is not None


@rule("clusters.hyper_assault", cite=HYPER_ASSAULT, slot=SCATTER, only=lambda attack: "hag" in attack.weapon.flags)
def hyper_assault(attack: WeaponAttack) -> Term | None:
    """The slugs of a hyper-assault Gauss rifle fly close together at short range, +2, and apart at long range, -2."""
    value = {"short": 2, "long": -2}.get(attack.bracket or "", 0) if "hag" in attack.weapon.flags else 0
    return Term("clusters.hyper_assault", value, f"{attack.bracket} range", HYPER_ASSAULT) if value else None


@rule("clusters.apollo", cite=APOLLO, slot=SCATTER, only=lambda attack: "mrm" in attack.weapon.flags)
def apollo_scatter(attack: WeaponAttack) -> Term | None:
    """Medium-range missiles that an Apollo system directs scatter more, -1."""
    return Term("clusters.apollo", -1, "Apollo", APOLLO) if _directed(attack) else None


@rule("to_hit.apollo", cite=APOLLO, slot=EVERY_SHOT, only=lambda attack: "mrm" in attack.weapon.flags)
def apollo_aim(attack: WeaponAttack) -> Term | None:
    """Medium-range missiles that an Apollo system directs hit more easily, -1."""
    return Term("to_hit.apollo", -1, "Apollo", APOLLO) if _directed(attack) else None


def _directed(attack: WeaponAttack) -> bool:
    if "mrm" not in attack.weapon.flags or attack.rules[jammed](attack):
        return False
    return (
        linked(attack.attacker, attack.index, lambda weapon: "mrm" in weapon.flags, frozenset({"apollo"})) is not None
    )


@rule("guidance.marks", cite=BEAMS)
def marks(rules: Ruleset, weapon: Weapon) -> Literal["", "beacon", "beam"]:
    """A Narc launcher leaves a beacon on what it hits, a designator lights it up; neither does damage."""
    if "narc" in weapon.flags:
        return "beacon"
    return "beam" if "tag" in weapon.flags else ""


@rule("to_hit.semi_guided", cite=BEAMS, slot=EVERY_SHOT, only=lambda attack: "semi-guided" in attack.munition.lower())
def semi_guided(attack: WeaponAttack) -> Term | None:
    """Semi-guided missiles do not mind how a target moved that a beam lights up this turn."""
    if "semi-guided" not in attack.munition.lower() or not tagged(attack.target):
        return None
    moved = (attack.rules[target_movement](attack), attack.rules[target_jumped](attack))
    value = -sum(int(term.value) for term in moved if term is not None)
    return Term("to_hit.semi_guided", value, "target lit up for semi-guided missiles", BEAMS) if value else None


@rule("guidance.interceptor", cite=ANTI_MISSILE)
def interceptor(unit: Unit, attack: WeaponAttack) -> int | None:
    """The anti-missile system that fires at a salvo: each once a round, with ammunition, at what lies in its arc.

    It fires at the one large missile of a Thunderbolt as well, and not from behind a shield in active defence.
    """
    flags = attack.weapon.flags
    if "missile" not in flags or (attack.weapon.cluster < 2 and "thunderbolt" not in flags) or unit.helpless:
        return None
    for at in unit.plan.weapons:
        weapon = unit.sheet.mounts[at].weapon
        if weapon is None or "anti_missile" not in weapon.flags or has_fired(unit, at) or not works(unit, at):
            continue
        if "shield" in unit.plan.flags and shielded_off(attack.rules, unit, at):
            continue
        if bears_on(unit, unit.sheet.mounts[at], attack.attacker.hex) and (not weapon.ammunition or feeding(unit, at)):
            return at
    return None


def feeding(unit: Unit, mount: int) -> tuple[int, ...]:
    """The bins that have a shot left for a weapon."""
    return tuple(at for at in unit.plan.feeds.get(mount, ()) if unit.condition.shots[at] and works(unit, at))


STREAK_ROLL = 11
"""What a salvo that would hit whole counts as having rolled when an anti-missile system fires at it."""


@rule("clusters.anti_missile", cite=ANTI_MISSILE)
def intercepted(rules: Ruleset) -> Term:
    """A salvo that an anti-missile system fires at scatters more, -4."""
    return Term("clusters.anti_missile", -4, "anti-missile system", ANTI_MISSILE)


@rule("heat.anti_missile", cite=ANTI_MISSILE, slot=BUILDS)
def interceptor_heat(toil: Toil) -> Term | None:
    """An anti-missile system that fired makes its heat."""
    mounts = toil.unit.sheet.mounts
    points = sum(weapon.heat for at in interceptors(toil.unit) if (weapon := mounts[at].weapon) is not None)
    return Term("heat.anti_missile", points, "anti-missile fire", ANTI_MISSILE) if points else None


@rule(
    "fire.by_itself",
    cite=ANTI_MISSILE,
    slot=FORBIDS,
    steady=(),
    only=lambda attack: "anti_missile" in attack.weapon.flags,
)
def fires_by_itself(attack: WeaponAttack) -> Refusal | None:
    """An anti-missile system fires by itself, at missiles only."""
    if "anti_missile" not in attack.weapon.flags:
        return None
    return Refusal("fire.by_itself", f"the {attack.weapon.name} fires by itself, at missiles", ANTI_MISSILE)


RULES = (
    guided,
    jammed,
    hyper_assault,
    apollo_scatter,
    apollo_aim,
    marks,
    semi_guided,
    interceptor,
    intercepted,
    interceptor_heat,
    fires_by_itself,
    STEERING,
)
