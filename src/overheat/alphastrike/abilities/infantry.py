"""Abilities of battle armour and conventional infantry."""

from __future__ import annotations

import msgspec

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import exact, round_up
from overheat.alphastrike.subject import Subject
from overheat.classic.battle_value import battle_armour
from overheat.classic.rules.standard.infantry_sheets import climbs
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.infantry import ENGINEERS, kits
from overheat.classic.unit.sheet import Platoon, Sheet
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number

CARRIED = ALPHA_STRIKE("Special unit abilities: cargo, infantry")
MECHANIZED = ALPHA_STRIKE("Special unit abilities: mechanized")

TRAINING = {
    "firefighters": "FF",
    "minesweepers": "MSW",
    "mountain troops": "MTN",
    "paratroops": "PAR",
    "scuba": "UMU",
    "trench engineers": "TRN",
    "bridge engineers": "BRID",
    "tag troops": "LTAG",
    "extreme conditions troops": "SEAL",
}
"""What the training of a platoon gives."""
TONS = {"foot": "0.1", "jump": "0.18", "motorized": "0.21", "vtol": "2", "umu": "0.15", "motorized scuba": "0.31"}
"""Tons of each soldier with his gear, by how he moves; those in vehicles, and all others, weigh a ton."""
TOOLS = exact("0.1")
"""Tons of an engineer's tools."""
HIDING = frozenset({"dest", "sneak_camo"})
"""Flags of what soldiers wear to be overlooked."""
HANDS = frozenset({"ba_armoured_glove", "ba_salvage_arm", "ba_industrial_drill", "ba_cargo_lifter"})
"""Manipulators that do not hold on to a vehicle, unless another does, or both are gloves on a light frame."""


def conventional(pool: Pool, subject: Subject) -> None:
    """A platoon: how much room it takes aboard others, what it is trained for, and what it wears."""
    sheet, platoon = subject.sheet, subject.sheet.platoon
    if platoon is None:
        return
    pool.add("CAR", round_up(subject.rules[platoon_tons](subject.rules, sheet, platoon)), "tons aboard a transport")
    if climbs(sheet):
        pool.give("AM", "anti-'Mech training")
    for speciality in platoon.specialities:
        if speciality in TRAINING:
            pool.give(TRAINING[speciality], speciality)
    if "tsm_implant" in platoon.augmentations:
        pool.give("TSI", "triple-strength implants")
    if sheet.motive in ("umu", "motorized scuba", "submarine"):
        pool.give("UMU", "underwater gear")
    _worn(pool, sheet, platoon)


def _worn(pool: Pool, sheet: Sheet, platoon: Platoon) -> None:
    """Suits that hide, and suits to live in where there is no air."""
    worn = [mount.equipment for mount in kits(sheet, platoon)]
    if any(kit.flags & HIDING for kit in worn) or not HIDING.isdisjoint(
        word.replace(" ", "_") for word in platoon.protection
    ):
        pool.give("LMAS", "suits that hide")
    for kit in worn:
        if kit.id.startswith("kit_spacesuit"):
            pool.give("SEAL", kit.name)
            pool.give("SOA", kit.name)


@rule("as.platoon_tons", cite=CARRIED)
def platoon_tons(rules: Ruleset, sheet: Sheet, platoon: Platoon) -> Number:
    """Each soldier by how he moves, more with an engineer's tools, and field guns with a ton of ammunition each."""
    each = exact(TONS.get(sheet.motive, "1"))
    if not ENGINEERS.isdisjoint(platoon.specialities):
        each += TOOLS
    guns = [mount.equipment for mount in sheet.mounts if isinstance(mount.equipment, Weapon)]
    return sheet.troopers * each + sum(exact(gun.tons) + 1 for gun in guns if not isinstance(gun.tons, str))


def squad(pool: Pool, subject: Subject) -> None:
    """A squad in battle armour: the room it takes, a ton for each suit, and how it gets along with machines."""
    sheet = subject.sheet
    pool.add("CAR", sheet.troopers, "a ton for each trooper")
    if battle_armour.climbs(_on_land(sheet)):
        pool.give("AM", "arms and hands to climb 'Mechs")
    if subject.rules[mechanized](subject.rules, sheet):
        pool.give("MEC", "rides on vehicles and omni units")
    if "mine" in subject.flags:
        pool.add("MDS", 1, "mines")
    if sheet.motive == "vtol":
        pool.give("ATMO", "flies within an atmosphere")


def _on_land(sheet: Sheet) -> Sheet:
    return msgspec.structs.replace(sheet, motive="foot") if sheet.motive == "umu" else sheet


@rule("as.mechanized", cite=MECHANIZED)
def mechanized(rules: Ruleset, sheet: Sheet) -> bool:
    """Suits with arms ride on others, up to heavy ones, if they have hands at all that hold on.

    Gloves hold on in pairs, and on frames no heavier than light.
    """
    suit = sheet.suit
    if suit is None or suit.chassis == "quad" or suit.weight_class == "assault":
        return False
    hands = [mount.equipment.id for mount in sheet.mounts if "manipulator" in mount.equipment.flags]
    if not hands or any(hand not in HANDS for hand in hands):
        return True
    return suit.weight_class in ("PA(L)", "light") and hands.count("ba_armoured_glove") > 1


RULES = (platoon_tons, mechanized)
