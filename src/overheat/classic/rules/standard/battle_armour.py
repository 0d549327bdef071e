"""Squads in battle armour: how they are hit, and how the troopers of a squad fire together."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.physical import EVERY_BLOW, PhysicalAttack
from overheat.classic.rules.standard.ranges import BRACKETS
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

TARGET = TOTAL_WARFARE("Battle armour, as a target", 219)
HITS = TOTAL_WARFARE("Battle armour, damage", 219)
ATTACKS = TOTAL_WARFARE("Battle armour, attacks", 218)
HIDING = TOTAL_WARFARE("Battle armour, stealth and mimetic armour", 218)
CLUSTERS_TABLE = TOTAL_WARFARE("Cluster Hits Table", 116)

SQUAD = "Squad"
FROM_AFAR = ("charge", "death from above", "unintentional charge", "brush off")
"""Blows that were aimed before the attacker was near, or at who sits on it: nobody hides from them."""
ALONE = ("squad support weapon mount",)
"""How a weapon is mounted that a squad has but once."""


@rule(
    "battle_armour.small",
    cite=TARGET,
    slot=EVERY_ATTACK,
    only=lambda attack: attack.target.sheet.kind == "battle armour",
)
def small_target(attack: Engagement) -> Term | None:
    """Squads in battle armour are hard to hit for machines and vehicles, +1; soldiers do not mind."""
    if attack.target.sheet.kind != "battle armour" or attack.attacker.sheet.kind in ("infantry", "battle armour"):
        return None
    return Term("battle_armour.small", 1, "battle armour", TARGET)


STEALTH: Table[str, tuple[int, int, int]] = Table(
    "battle_armour.stealth_ranges",
    {"basic": (0, 1, 2), "standard": (1, 1, 2), "improved": (1, 2, 3)},
    cite=HIDING,
    where="overheat.classic.rules.standard.battle_armour.STEALTH",
)
"""What the stealth armour of suits adds at short, medium and long range."""

CAMOUFLAGE: Table[str, int] = Table(
    "battle_armour.camouflages",
    {"mimetic": 3, "camo": 2},
    cite=HIDING,
    where="overheat.classic.rules.standard.battle_armour.CAMOUFLAGE",
)
"""What a squad is hidden by that has not moved."""


@rule(
    "battle_armour.stealth",
    cite=HIDING,
    slot=EVERY_SHOT,
    only=lambda attack: attack.target.sheet.kind == "battle armour",
)
def suit_stealth(attack: WeaponAttack) -> Term | None:
    """Stealth armour hides suits the better the further off they are; the eyes of soldiers on foot are not deceived."""
    kind = _stealth(attack.target)
    if not kind or attack.bracket is None or attack.attacker.sheet.kind == "infantry":
        return None
    steps = attack.rules[STEALTH][kind]
    value = steps[min([*attack.rules[BRACKETS].rows].index(attack.bracket), len(steps) - 1)]
    return Term("battle_armour.stealth", value, f"{kind} stealth armour", HIDING) if value else None


def _stealth(unit: Unit) -> str:
    """The grade of a squad's stealth armour; none for other units and suits that only blend in."""
    kinds = [place.armour_kind for place in unit.sheet.locations if place.armour_kind is not None]
    armour = next((kind for kind in kinds if "stealth" in kind.flags and "mimetic" not in kind.flags), None)
    if unit.sheet.kind != "battle armour" or armour is None:
        return ""
    if "improved" in armour.flags:
        return "improved"
    return "basic" if "basic" in armour.id or "prototype" in armour.flags else "standard"


@rule(
    "battle_armour.camouflage",
    cite=HIDING,
    slot=EVERY_SHOT,
    only=lambda attack: attack.target.sheet.kind == "battle armour",
)
def camouflage(attack: WeaponAttack) -> Term | None:
    """Mimetic armour and camouflage hide a squad from everybody, less by one for each hex that it moved."""
    value = _blends_in(attack)
    return Term("battle_armour.camouflage", value, "the suits blend in", HIDING) if value else None


def _blends_in(attack: Engagement) -> int:
    """What it adds that suits blend in."""
    target = attack.target
    if target.sheet.kind != "battle armour":
        return 0
    worn = {flag for mount in target.sheet.mounts for flag in mount.equipment.flags}
    worn.update(flag for place in target.sheet.locations if place.armour_kind for flag in place.armour_kind.flags)
    best = max((value for flag, value in attack.rules[CAMOUFLAGE].rows.items() if flag in worn), default=0)
    return max(0, best - target.motion.travelled)


@rule("battle_armour.hidden_from_blows", cite=HIDING, slot=EVERY_BLOW)
def hidden_from_blows(attack: PhysicalAttack) -> Term | None:
    """Stealth armour deceives who strikes as it does from near by, and suits that blend in are hard to find."""
    if attack.kind in FROM_AFAR:
        return None
    kind = _stealth(attack.target)
    near = attack.rules[STEALTH][kind][0] if kind else 0
    value = near + _blends_in(attack)
    return Term("battle_armour.hidden_from_blows", value, "the suits are hard to make out", HIDING) if value else None


@rule("battle_armour.trooper", cite=HITS)
def trooper_hit(rules: Ruleset, unit: Unit, roll: int) -> str | None:
    """A hit on a squad strikes the trooper whose number falls; None when he is out or there is none, and it is rolled
    again."""
    code = f"Trooper {roll}"
    standing = any(place.code == code and not place.destroyed for place in unit.condition.locations)
    return code if standing else None


def troopers_left(unit: Unit) -> tuple[str, ...]:
    """The troopers of a squad who are still up."""
    return tuple(place.code for place in unit.condition.locations if not place.destroyed)


@rule("battle_armour.barrels", cite=ATTACKS)
def barrels(attack: WeaponAttack) -> int:
    """Every trooper has what the squad has, but for a support weapon or one that a single suit carries."""
    if attack.attacker.sheet.kind != "battle armour":
        return 1
    if attack.mount.location != SQUAD or attack.mount.mounting in ALONE:
        return 1
    return attack.attacker.condition.troopers


@rule("battle_armour.each_suit", cite=ATTACKS)
def of_each_suit(attack: WeaponAttack, damage: int, hits: int) -> tuple[int, ...]:
    """Every trooper who hits does what the weapon does, each in a place of its own."""
    return (damage * attack.weapon.cluster,) * hits


@rule("battle_armour.missiles", cite=ATTACKS)
def fired_together(attack: WeaponAttack) -> bool:
    """The missiles of a squad are rolled for as one salvo; of other weapons it is rolled how many troopers hit."""
    return "missile" in attack.weapon.flags


SOLDIERS_HITTING: Table[int, tuple[int, ...]] = Table(
    "infantry.clusters",
    {
        8: (2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8),
        11: (4, 4, 5, 7, 7, 7, 7, 9, 9, 11, 11),
        13: (4, 4, 5, 8, 8, 8, 8, 11, 11, 13, 13),
        14: (5, 5, 6, 9, 9, 9, 9, 11, 11, 14, 14),
        16: (5, 5, 7, 10, 10, 10, 10, 13, 13, 16, 16),
        17: (5, 5, 7, 10, 10, 10, 10, 14, 14, 17, 17),
        18: (6, 6, 8, 11, 11, 11, 11, 14, 14, 18, 18),
        19: (6, 6, 8, 11, 11, 11, 11, 15, 15, 19, 19),
        21: (7, 7, 9, 13, 13, 13, 13, 17, 17, 21, 21),
        22: (7, 7, 9, 14, 14, 14, 14, 18, 18, 22, 22),
        23: (7, 7, 10, 15, 15, 15, 15, 19, 19, 23, 23),
        24: (8, 8, 10, 16, 16, 16, 16, 20, 20, 24, 24),
        25: (8, 8, 10, 16, 16, 16, 16, 21, 21, 25, 25),
        26: (9, 9, 11, 17, 17, 17, 17, 21, 21, 26, 26),
        27: (9, 9, 11, 17, 17, 17, 17, 22, 22, 27, 27),
        28: (9, 9, 11, 17, 17, 17, 17, 23, 23, 28, 28),
        29: (10, 10, 12, 18, 18, 18, 18, 23, 23, 29, 29),
        31: (11, 11, 13, 19, 19, 19, 19, 25, 25, 31, 31),
        32: (11, 11, 13, 19, 19, 19, 20, 26, 26, 32, 32),
        33: (11, 11, 13, 20, 20, 20, 20, 26, 27, 33, 33),
        34: (11, 12, 14, 20, 20, 21, 21, 27, 27, 34, 34),
        35: (11, 12, 14, 21, 21, 21, 21, 28, 28, 35, 35),
        36: (12, 12, 15, 21, 22, 22, 22, 29, 29, 36, 36),
        37: (12, 12, 15, 22, 22, 22, 22, 30, 30, 37, 37),
        38: (12, 13, 15, 22, 22, 23, 23, 30, 31, 38, 38),
        39: (13, 13, 16, 23, 23, 23, 23, 31, 31, 39, 39),
    },
    cite=CLUSTERS_TABLE,
    where="overheat.classic.rules.standard.battle_armour.SOLDIERS_HITTING",
)
"""Columns of the table of cluster hits that soldiers need and the quick reference does not print.

Those above 30 are printed in no book that we know of and are what an established engine uses.
"""

RULES = (
    small_target,
    suit_stealth,
    camouflage,
    hidden_from_blows,
    trooper_hit,
    barrels,
    of_each_suit,
    fired_together,
    STEALTH,
    CAMOUFLAGE,
    SOLDIERS_HITTING,
)
