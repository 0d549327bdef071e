"""ProtoMechs: what a hit inside does to them and to the pilot, who is wired to all of it."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.movement import LEAPS, SLOWS, Pace
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

PROTOMECHS = TOTAL_WARFARE("ProtoMechs", 184)
DAMAGE = TOTAL_WARFARE("ProtoMechs, damage", 186)
CRITICALS = TOTAL_WARFARE("ProtoMechs, critical hits", 186)

TORSO = "T"
ARMS = ("LA", "RA")

CRITICAL_NUMBERS: Table[int, int] = Table(
    "protomechs.critical_numbers",
    {8: 1, 10: 2, 12: 3},
    cite=CRITICALS,
    where="overheat.classic.rules.standard.protomechs.CRITICAL_NUMBERS",
)
"""Critical hits by the least roll that gives so many; nothing is ever blown off."""

BOXES: Table[str, tuple[bool, ...]] = Table(
    "protomechs.boxes",
    {
        "HD": (False, True),
        "T": (True, True, True),
        "RA": (False, True),
        "LA": (False, True),
        "L": (False, False, True),
        "MG": (False,),
    },
    cite=CRITICALS,
    where="overheat.classic.rules.standard.protomechs.BOXES",
)
"""The boxes for critical hits of each location, in order: whether one is shaded, so that the pilot is hurt by it."""

TORSO_WEAPONS: Table[str, str] = Table(
    "protomechs.torso_weapons",
    {"biped": "112233", "quad": "123456"},
    cite=CRITICALS,
    where="overheat.classic.rules.standard.protomechs.TORSO_WEAPONS",
)
"""Which weapon of the torso each face of a die picks, by how the ProtoMech is built; one that it has not is spared."""


def boxes_hit(unit: Unit, location: str) -> int:
    """How many boxes of a location are crossed out."""
    return sum(len(place.critical_hits) for place in unit.condition.locations if place.code == location)


@rule("protomechs.criticals", cite=CRITICALS)
def criticals_of(rules: Ruleset, roll: int) -> int:
    """Damage to the structure of a ProtoMech is rolled for: one critical hit on 8, two on 10, three on 12."""
    return max((count for least, count in rules[CRITICAL_NUMBERS].rows.items() if roll >= least), default=0)


@rule("protomechs.pilot_hurt", cite=CRITICALS)
def pilot_hurt(rules: Ruleset, location: str, before: int, after: int) -> int:
    """The pilot feels what his machine feels: he is hurt by each shaded box that is crossed out."""
    return sum(rules[BOXES][location][before:after])


@rule("protomechs.torso_weapon", cite=CRITICALS)
def torso_weapon(rules: Ruleset, unit: Unit, die: int) -> int | None:
    """A critical hit on the torso may strike a weapon there: which of those that it has room for, or none."""
    place = int(rules[TORSO_WEAPONS]["quad" if unit.quad else "biped"][die - 1]) - 1
    held = [at for at, mount in enumerate(unit.sheet.mounts) if mount.location == TORSO and mount.weapon is not None]
    return held[place] if place < len(held) else None


@rule("protomechs.destroyed", cite=DAMAGE)
def destroyed(rules: Ruleset, unit: Unit) -> str:
    """A ProtoMech is destroyed with its torso, or by the third critical hit on it."""
    if unit.condition[TORSO].destroyed:
        return "torso_destroyed"
    return "torso_wrecked" if boxes_hit(unit, TORSO) >= len(rules[BOXES][TORSO]) else ""


@rule("protomechs.head_hit", cite=CRITICALS, slot=EVERY_SHOT, only=lambda attack: attack.attacker.protomech)
def head_hit(attack: WeaponAttack) -> Term | None:
    """Critical hits on the head of a ProtoMech cost its shots 1 each."""
    unit = attack.attacker
    hits = boxes_hit(unit, "HD") if unit.protomech else 0
    return Term("protomechs.head_hit", hits, "head hit", CRITICALS) if hits else None


@rule("protomechs.blinded", cite=CRITICALS, slot=FORBIDS, only=lambda attack: attack.attacker.protomech)
def blinded(attack: WeaponAttack) -> Refusal | None:
    """A ProtoMech whose head was hit twice no longer aims at long range."""
    unit = attack.attacker
    if not unit.protomech or boxes_hit(unit, "HD") < len(attack.rules[BOXES]["HD"]):
        return None
    if attack.bracket in (None, "short", "medium"):
        return None
    return Refusal("protomechs.blinded", "its head is hit twice: no shots at long range", CRITICALS)


@rule("protomechs.arm_hit", cite=CRITICALS, slot=EVERY_SHOT, only=lambda attack: attack.attacker.protomech)
def arm_hit(attack: WeaponAttack) -> Term | None:
    """A critical hit on an arm of a ProtoMech costs the weapon in it 1."""
    place = attack.mount.location
    if not attack.attacker.protomech or place not in ARMS or not boxes_hit(attack.attacker, place):
        return None
    return Term("protomechs.arm_hit", 1, "arm hit", CRITICALS)


@rule("protomechs.legs_hit", cite=CRITICALS, slot=SLOWS, only=lambda pace: pace.unit.protomech)
def legs_hit(pace: Pace) -> Term | None:
    """Critical hits on the legs cost a ProtoMech a point, then half of its points, then all."""
    hits = boxes_hit(pace.unit, "L") if pace.unit.protomech else 0
    if not hits:
        return None
    left = _fewer(pace.points, hits)
    return Term("protomechs.legs_hit", left - pace.points, "legs hit", CRITICALS) if left != pace.points else None


@rule("protomechs.torso_hit", cite=CRITICALS, slot=LEAPS, only=lambda pace: pace.unit.protomech)
def torso_hit(pace: Pace) -> Term | None:
    """Critical hits on the torso cost a ProtoMech a jumping point, then half of them."""
    hits = boxes_hit(pace.unit, TORSO) if pace.unit.protomech else 0
    if not hits or pace.points < 1:
        return None
    return Term("protomechs.torso_hit", _fewer(pace.points, hits) - pace.points, "torso hit", CRITICALS)


def _fewer(points: int, hits: int) -> int:
    """Points after so many critical hits."""
    return max(0, points - 1) if hits == 1 else points // 2 if hits == 2 else 0


RULES = (
    criticals_of,
    pilot_hurt,
    torso_weapon,
    destroyed,
    head_hit,
    blinded,
    arm_hit,
    legs_hit,
    torso_hit,
    CRITICAL_NUMBERS,
    BOXES,
    TORSO_WEAPONS,
)
