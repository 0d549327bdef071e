"""Pods of improved Narc launchers: homing beacons, haywire pods and jamming pods that cling to what they hit."""

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
    {"standard": "homing", "haywire": "haywire", "ECM": "jamming"},
    cite=PODS,
    of="pod of an improved Narc launcher",
    where="overheat.classic.rules.standard.improved_beacons.KINDS",
)
"""The pods that are played, by the ammunition."""
HOMING, HAYWIRE = -1, 1


def pod_of(attack: WeaponAttack) -> str:
    """The pod that an attack leaves on its target; nothing for other weapons."""
    return attack.rules[KINDS].get(attack.munition) or "" if "inarc" in attack.weapon.flags else ""


@rule("improved_beacons.unplayed", cite=PODS, slot=FORBIDS)
def unplayed_pods(attack: WeaponAttack) -> Refusal | None:
    """Nemesis and explosive pods are not played."""
    if "inarc" not in attack.weapon.flags or pod_of(attack):
        return None
    return Refusal("improved_beacons.unplayed", f"{attack.munition} pods are not played", PODS)


@rule("to_hit.homing_pod", cite=PODS, slot=EVERY_SHOT)
def homing_pod(attack: WeaponAttack) -> Term | None:
    """Missiles made for beacons find a homing pod of an improved launcher more easily, -1, unless they are jammed."""
    if "narc" not in attack.munition.lower() or not carries(attack.target, "homing"):
        return None
    if beacon_of(attack.attacker.side) not in attack.target.marks or attack.rules[jammed](attack):
        return None
    return Term("to_hit.homing_pod", HOMING, "homing pod", PODS)


@rule("to_hit.haywire_pod", cite=PODS, slot=EVERY_SHOT)
def haywire_pod(attack: WeaponAttack) -> Term | None:
    """A haywire pod leads the shots of its carrier astray, +1."""
    return Term("to_hit.haywire_pod", HAYWIRE, "haywire pod", PODS) if carries(attack.attacker, "haywire") else None


WORTH_OF_A_POD = 3


@rule("improved_beacons.worth", cite=PODS, slot=WORTH)
def worth_of_pod(attack: WeaponAttack) -> int:
    """Bots take a pod for worth three points on who carries none of its kind."""
    kind = pod_of(attack)
    return WORTH_OF_A_POD if kind and not carries(attack.target, kind) else 0


RULES = (KINDS, unplayed_pods, homing_pod, haywire_pod, worth_of_pod)
