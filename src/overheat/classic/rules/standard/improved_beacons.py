"""Pods of Narc launchers: beacons, haywire, jamming and nemesis pods that cling to a unit, and explosive ones."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS, WORTH
from overheat.classic.rules.standard.guidance import beacon_of, carries, jammed
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

PODS = TOTAL_WARFARE("Improved Narc launcher", 138)

KINDS: Table[str, str] = Table(
    "improved_beacons.pods",
    {"standard": "homing", "haywire": "haywire", "ECM": "jamming", "nemesis": "nemesis"},
    cite=PODS,
    of="pod of an improved Narc launcher",
    where="overheat.classic.rules.standard.improved_beacons.KINDS",
)
"""The pods of improved launchers that cling to a target, by the ammunition."""
EXPLOSIVE: Table[str, int] = Table(
    "improved_beacons.explosive",
    {"narc": 4, "inarc": 6},
    cite=PODS,
    of="explosive pods",
    where="overheat.classic.rules.standard.improved_beacons.EXPLOSIVE",
)
"""The damage of an explosive pod, by the launcher."""
HOMING, HAYWIRE, CONFUSING = -1, 1, 1
CONFUSED = "improved_beacons.draws"
"""What is noted of an attack that a nemesis pod has drawn away."""


def pod_of(attack: WeaponAttack) -> str:
    """The pod that an attack leaves on its target; nothing for other weapons."""
    return attack.rules[KINDS].get(attack.munition) or "" if "inarc" in attack.weapon.flags else ""


@rule("improved_beacons.unplayed", cite=PODS, slot=FORBIDS, only=lambda attack: attack.munition == "bola")
def unplayed_pods(attack: WeaponAttack) -> Refusal | None:
    """Bola pods are not played."""
    if attack.munition != "bola":
        return None
    return Refusal("improved_beacons.unplayed", f"{attack.munition} pods are not played", PODS)


@rule("to_hit.homing_pod", cite=PODS, slot=EVERY_SHOT, only=lambda attack: "narc" in attack.munition.lower())
def homing_pod(attack: WeaponAttack) -> Term | None:
    """Missiles made for beacons find a homing pod of an improved launcher more easily, -1, unless they are jammed."""
    if "narc" not in attack.munition.lower() or not carries(attack.target, "homing"):
        return None
    if beacon_of(attack.attacker.side) not in attack.target.marks or attack.rules[jammed](attack):
        return None
    return Term("to_hit.homing_pod", HOMING, "homing pod", PODS)


@rule("to_hit.haywire_pod", cite=PODS, slot=EVERY_SHOT, only=lambda attack: bool(attack.attacker.marks))
def haywire_pod(attack: WeaponAttack) -> Term | None:
    """A haywire pod leads the shots of its carrier astray, +1."""
    return Term("to_hit.haywire_pod", HAYWIRE, "haywire pod", PODS) if carries(attack.attacker, "haywire") else None


@rule("improved_beacons.bursting", cite=PODS)
def bursting_pod(attack: WeaponAttack) -> int | None:
    """An explosive pod of a Narc launcher does 4 points, one of an improved launcher 6; None for all else."""
    if attack.munition != "explosive":
        return None
    kind = "inarc" if "inarc" in attack.weapon.flags else "narc" if "narc" in attack.weapon.flags else ""
    return attack.rules[EXPLOSIVE].get(kind)


@rule("improved_beacons.guided", cite=PODS)
def is_guided(attack: WeaponAttack) -> bool:
    """Missiles of Artemis, Narc, semi-guided and Streak launchers listen to nemesis pods, unless they are jammed."""
    flags, munition = attack.weapon.flags, attack.munition.lower()
    if "missile" not in flags:
        return False
    told = "streak" in flags or any(kind in munition for kind in ("artemis", "narc", "semi-guided"))
    return told and not attack.rules[jammed](attack)


@rule("to_hit.nemesis_pod", cite=PODS, slot=EVERY_SHOT)
def nemesis_pod(attack: WeaponAttack) -> Term | None:
    """Missiles that a nemesis pod draws to its carrier hit it worse, +1."""
    return Term("to_hit.nemesis_pod", CONFUSING, "nemesis pod", PODS) if attack.noted.get(CONFUSED) else None


WORTH_OF_A_POD = 3


@rule("improved_beacons.worth", cite=PODS, slot=WORTH)
def worth_of_pod(attack: WeaponAttack) -> int:
    """Bots take a pod for worth three points on who carries none of its kind."""
    kind = pod_of(attack)
    return WORTH_OF_A_POD if kind and not carries(attack.target, kind) else 0


RULES = (
    KINDS,
    EXPLOSIVE,
    unplayed_pods,
    homing_pod,
    haywire_pod,
    bursting_pod,
    is_guided,
    nemesis_pod,
    worth_of_pod,
)
