"""What damage does: where it goes on, when it goes critical, what blows up."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.boosters import COOLED
from overheat.classic.rules.standard.capacitors import charge_explodes
from overheat.classic.rules.standard.loads import LOADS, most_damage
from overheat.classic.rules.standard.systems import cockpit_in, engine_hits, hits_on
from overheat.classic.rules.standard.to_hit import banded
from overheat.classic.unit.equipment import Ammunition, Equipment, Weapon
from overheat.classic.unit.plan import Held
from overheat.kernel.rules.rule import Ruleset, Table, rule

CRITICALS = QUICK_REFERENCE("Critical Hits")
EFFECTS = QUICK_REFERENCE("Critical Hit Effects")
EXPLOSIONS = QUICK_REFERENCE("Ammunition Explosions")
TRANSFER_DIAGRAM = TOTAL_WARFARE("Damage Transfer Diagram", 120)
CASE = TOTAL_WARFARE("CASE", 132)
CASE_II = TACTICAL_OPERATIONS("CASE II", 299)

TRANSFERS: Table[str, str] = Table(
    "damage.transfers",
    {
        "LA": "LT",
        "RA": "RT",
        "LL": "LT",
        "RL": "RT",
        "FLL": "LT",
        "RLL": "LT",
        "FRL": "RT",
        "RRL": "RT",
        "CL": "CT",
        "LT": "CT",
        "RT": "CT",
    },
    cite=TRANSFER_DIAGRAM,
    where="overheat.classic.rules.standard.damage.TRANSFERS",
)
"""Where damage goes on from a location that is gone; from the head and the centre it goes nowhere."""

ATTACHED = {"LT": ("LA",), "RT": ("RA",)}


@rule("damage.lost_with", cite=TRANSFER_DIAGRAM)
def lost_with(rules: Ruleset, location: str) -> tuple[str, ...]:
    """The arm goes with the side torso it hangs on; a quad's front leg stays."""
    return ATTACHED.get(location, ())


@rule("damage.by_slots", cite=CRITICALS)
def by_slots(rules: Ruleset, unit: Unit) -> bool:
    """War machines take damage location by location and slot by slot, other units in ways of their own."""
    return unit.machine


ENGINE_LIMIT = 3


@rule("damage.fatal", cite=EFFECTS, implements=("QR-crit-engine", "QR-crit-cockpit"))
def fatal(rules: Ruleset, unit: Unit) -> str:
    """A machine is lost with its cockpit or the head around it, its centre torso, or the third engine hit; or not."""
    if unit.condition["HD"].destroyed and cockpit_in(unit) == "HD":
        return "head_destroyed"
    if unit.condition["CT"].destroyed:
        return "centre_torso_destroyed"
    if engine_hits(unit) >= ENGINE_LIMIT:
        return "engine_destroyed"
    return "cockpit_destroyed" if hits_on(unit, "cockpit") else ""


CRITICAL_NUMBERS: Table[int, int] = Table(
    "damage.critical_numbers",
    {2: 0, 8: 1, 10: 2, 12: 3},
    cite=CRITICALS,
    implements=("QR-critical-hits",),
    where="overheat.classic.rules.standard.damage.CRITICAL_NUMBERS",
)
"""How many critical hits there are, by the lowest roll that gives as many."""

TORSO = ("CT", "LT", "RT")


class CriticalRoll(msgspec.Struct, frozen=True):
    """A roll for critical hits on a location, with all that is added to it."""

    rules: Ruleset
    unit: Unit
    location: str
    roll: int


@rule("damage.criticals", cite=CRITICALS, implements=("QR-critical-hits",))
def critical_hits(critical: CriticalRoll) -> int | Literal["blown off"]:
    """8 or 9 is one critical hit, 10 or 11 two; a 12 takes a limb or the head off and is three in a torso."""
    numbers = critical.rules[CRITICAL_NUMBERS]
    if critical.roll >= max(numbers.rows) and critical.location not in TORSO:
        return "blown off"
    return banded(numbers, critical.roll)


@rule("damage.can_be_hit", cite=CRITICALS)
def can_be_hit(rules: Ruleset, held: Held, slot: int, hits: frozenset[int]) -> bool:
    """A slot takes a critical hit when something is in it that was not hit there before."""
    return bool(held) and slot not in hits


class AmmunitionHit(msgspec.Struct, frozen=True):
    """Ammunition that goes up: what it is, the weapon that it is for, and how many shots are left of it."""

    rules: Ruleset
    ammunition: Ammunition
    weapon: Weapon
    shots: int


@rule("damage.ammunition_explosion", cite=EXPLOSIONS, implements=("QR-ammo-explosion", "QR-crit-ammo"))
def explosion_of(hit: AmmunitionHit) -> int:
    """Ammunition explodes with the damage of every shot that is left, of each missile of a salvo; slugs do not."""
    if "explosive" not in hit.ammunition.flags or "inert" in hit.ammunition.flags:
        return 0
    each = most_damage(hit.rules[LOADS], hit.weapon, hit.ammunition.munition)
    return int(each * hit.weapon.cluster * hit.shots)


EXPLOSION_CREW_HITS: Table[str, int] = Table(
    "damage.explosion_crew_hits",
    {"": 2, "case_ii": 1},
    cite=EXPLOSIONS,
    where="overheat.classic.rules.standard.damage.EXPLOSION_CREW_HITS",
)
"""How often an explosion inside hurts the crew; less often beside CASE II."""

GAUSS_EXPLOSIONS: Table[str, int] = Table(
    "damage.gauss_explosions",
    {
        "": 20,
        "is_light_gauss_rifle": 16,
        "is_heavy_gauss_rifle": 25,
        "is_improved_heavy_gauss_rifle": 30,
        "is_magshot": 3,
        "clan_ap_gauss_rifle": 3,
        "clan_hag_20": 10,
        "clan_hag_30": 15,
        "clan_hag_40": 20,
    },
    cite=TOTAL_WARFARE("Gauss rifles, explosions", 135),
    where="overheat.classic.rules.standard.damage.GAUSS_EXPLOSIONS",
)
"""What a gauss weapon does when it explodes; the nameless row is for all that are not listed."""


OTHER_EXPLOSIONS: Table[str, int] = Table(
    "damage.other_explosions",
    {
        "clan_improved_heavy_large_laser": 8,
        "clan_improved_heavy_medium_laser": 5,
        "clan_improved_heavy_small_laser": 3,
        "extended_fuel_tank": 20,
        "prototype_improved_jump_jet": 10,
    },
    cite=TACTICAL_OPERATIONS("Improved heavy lasers", 321),
    where="overheat.classic.rules.standard.damage.OTHER_EXPLOSIONS",
)
"""What else explodes when it is hit, and with how much: improved heavy lasers with half of what they do to others."""


class MountHit(msgspec.Struct, frozen=True):
    """Something of a unit, by its mount, that is hit and may explode."""

    rules: Ruleset
    unit: Unit
    """The unit as it is once the mount is hit."""
    mount: int

    @property
    def item(self) -> Equipment:
        return self.unit.sheet.mounts[self.mount].equipment


COOLANT_EXPLOSION = 10


@rule("damage.weapon_explosion", cite=EXPLOSIONS, implements=("TO-304-coolant-pod-2",))
def weapon_explosion(hit: MountHit) -> int:
    """A gauss weapon explodes when it is hit, the ordinary one with 20 points; of all else what a table lists.

    Coolant pods do, with 10 points, until they are used, and capacitors that are charged.
    """
    charge = hit.rules[charge_explodes](hit.rules, hit.unit, hit.mount)
    if charge:
        return charge
    if "coolant_pod" in hit.item.flags:
        return 0 if each(COOLED, hit.mount) in hit.unit.marks else COOLANT_EXPLOSION
    if "gauss" not in hit.item.flags or "explosive" not in hit.item.flags:
        return hit.rules[OTHER_EXPLOSIONS].get(hit.item.id, 0)
    explosions = hit.rules[GAUSS_EXPLOSIONS]
    listed = explosions.get(hit.item.id)
    return explosions[""] if listed is None else listed


@rule("damage.case", cite=CASE)
def vented(rules: Ruleset, unit: Unit, location: str) -> bool:
    """With CASE in it a location keeps an explosion from going further; Clan machines always have it."""
    if unit.sheet.clan:
        return True
    return any(mount.location == location for mount in unit.sheet.flagged("case", "case_ii"))


def has_case_ii(unit: Unit, location: str) -> bool:
    """Whether a location has CASE II."""
    if "case_ii" not in unit.plan.flags:
        return False
    return any(mount.location == location for mount in unit.sheet.flagged("case_ii"))


@rule("damage.spared_slot", cite=CASE_II, implements=("TO-299-case-ii-b",))
def spared_slot(rules: Ruleset, unit: Unit, held: Held) -> bool:
    """What can take no critical hit: a slot of CASE II is rolled again."""
    mounts = unit.sheet.mounts
    return bool(held.mounts) and all("case_ii" in mounts[at].equipment.flags for at in held.mounts)


RULES = (
    by_slots,
    lost_with,
    spared_slot,
    EXPLOSION_CREW_HITS,
    fatal,
    critical_hits,
    can_be_hit,
    explosion_of,
    weapon_explosion,
    vented,
    TRANSFERS,
    CRITICAL_NUMBERS,
    GAUSS_EXPLOSIONS,
    OTHER_EXPLOSIONS,
)
