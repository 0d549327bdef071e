"""Machines with one error planted in each, by name: the machine, the id of what should be found, and where."""

from __future__ import annotations

import msgspec

from machines import HARVESTER, HUNTER, KNIGHT, PROWLER, found, line, sheet, slot
from overheat.classic.unit.sheet import Sheet

Plant = tuple[Sheet | str, str, str | None]


def of(text: str, **changes: object) -> Sheet:
    """A machine with fields of its sheet changed, for what the reader would not let pass."""
    return msgspec.structs.replace(sheet(text), **changes)


def crowded(text: str, code: str) -> Sheet:
    """A machine with a thirteenth slot filled in one of its locations."""
    built = sheet(text)
    full = tuple(
        msgspec.structs.replace(place, slots=(*place.slots, "Heat Sink")) if place.code == code else place
        for place in built.locations
    )
    return msgspec.structs.replace(built, locations=full)


FRAME: dict[str, Plant] = {
    "tons between steps": (of(HUNTER, tons=52), "construction.tonnage", None),
    "too heavy to fly": (of(KNIGHT, motive="lam"), "construction.tonnage", None),
    "too heavy": (slot(HUNTER, "LL", "-Empty-", "Medium Laser"), "construction.weight", None),
    "too light": (slot(HUNTER, "LA", "Medium Laser"), "construction.weight", None),
    "too much armour for its weight": (line(HUNTER, "LL armor:16", "LL armor:24"), "construction.weight", None),
    "no head": (of(HUNTER, locations=sheet(HUNTER).locations[:5]), "construction.locations", "HD"),
    "a leg too many": (HUNTER + "\nCenter Leg:\nHip\n", "construction.locations", "CL"),
    "walking too fast": (line(HUNTER, "walk mp:4", "walk mp:5"), "construction.engine_rating", None),
    "no such engine": (of(HUNTER, engine=None), "construction.engine_rating", None),
    "rating between steps": (
        line(HUNTER, "engine:200 Fusion Engine(IS)", "engine:202 Fusion Engine(IS)"),
        "construction.engine_limit",
        None,
    ),
    "rating too high": (
        line(HUNTER, "engine:200 Fusion Engine(IS)", "engine:405 Fusion Engine(IS)"),
        "construction.engine_limit",
        None,
    ),
    "large engine too small": (
        line(HUNTER, "engine:200 Fusion Engine(IS)", "engine:200 Large Fusion Engine(IS)"),
        "construction.engine_limit",
        None,
    ),
    "engine short of a slot": (slot(HUNTER, "CT", "Fusion Engine"), "construction.engine_slots", "CT"),
    "side of the engine missing": (slot(KNIGHT, "RT", "Fusion Engine x3"), "construction.engine_slots", "RT"),
    "engine in an arm": (slot(HUNTER, "LA", "-Empty-", "Fusion Engine"), "construction.engine_slots", "LA"),
    "gyro missing": (slot(HUNTER, "CT", "Gyro x4"), "construction.gyro", "CT"),
    "large gyro in the slots of a standard one": (
        line(HUNTER, "myomer:Standard", "myomer:Standard\ngyro:XL Gyro"),
        "construction.gyro",
        "CT",
    ),
    "no such gyro": (of(HUNTER, gyro="Wooden Gyro"), "construction.gyro", None),
    "sensors missing": (slot(HUNTER, "HD", "Sensors"), "construction.cockpit", "HD"),
    "cockpit missing": (slot(HUNTER, "HD", "Cockpit"), "construction.cockpit", "HD"),
    "life support for a small cockpit": (
        line(HUNTER, "myomer:Standard", "myomer:Standard\ncockpit:Small Cockpit"),
        "construction.cockpit",
        "HD",
    ),
    "no such cockpit": (of(HUNTER, cockpit="Saddle"), "construction.cockpit", None),
    "no foot": (slot(HUNTER, "LL", "Foot Actuator"), "construction.actuators", "LL"),
    "no shoulder": (slot(HUNTER, "LA", "Shoulder"), "construction.actuators", "LA"),
    "hand on no lower arm": (slot(HUNTER, "RA", "Lower Arm Actuator"), "construction.actuators", "RA"),
    "no landing gear": (of(HUNTER, motive="lam"), "construction.conversion", "CT"),
    "head too full": (
        HUNTER.replace("Sensors\nLife Support\n-Empty-", "Sensors\nLife Support\nHeat Sink"),
        "construction.slots",
        "HD",
    ),
    "leg too full": (slot(HUNTER, "LL", "-Empty- x3", "Heat Sink"), "construction.slots", "LL"),
    "torso too full": (crowded(HUNTER, "RT"), "construction.slots", "RT"),
    "structure short of a slot": (slot(PROWLER, "LA", "Clan Endo Steel"), "construction.structure_slots", None),
    "structure of another kind": (slot(HUNTER, "LA", "-Empty-", "Endo Steel"), "construction.structure_slots", None),
    "armour short of a slot": (slot(PROWLER, "LA", "Clan Ferro-Fibrous"), "construction.armour_slots", None),
    "armour in a slot too many": (slot(KNIGHT, "CT", "Medium Laser", "IS Stealth"), "construction.armour_slots", None),
    "head armour 10": (line(HUNTER, "HD armor:8", "HD armor:10"), "construction.armour_limit", "HD"),
    "too much armour on a leg": (line(HUNTER, "LL armor:16", "LL armor:25"), "construction.armour_limit", "LL"),
    "too much armour front and rear": (line(HUNTER, "RTC armor:6", "RTC armor:13"), "construction.armour_limit", "CT"),
}

COOLING: dict[str, Plant] = {
    "too few heat sinks": (
        line(HUNTER, "heat sinks:10 Single", "heat sinks:9 Single"),
        "construction.heat_sink_minimum",
        None,
    ),
    "heat sink nowhere": (slot(HUNTER, "LT", "Heat Sink"), "construction.heat_sink_count", None),
    "heat sinks not counted": (
        line(HUNTER, "heat sinks:10 Single", "heat sinks:1 Single"),
        "construction.heat_sink_count",
        None,
    ),
    "double among single": (slot(HUNTER, "LA", "-Empty- x3", "ISDoubleHeatSink"), "construction.heat_sink_kind", "LA"),
    "compact among single": (
        slot(HUNTER, "LA", "-Empty-", "1 Compact Heat Sink"),
        "construction.compact_heat_sinks",
        None,
    ),
    "jumping further than walking": (line(HUNTER, "jump mp:4", "jump mp:5"), "construction.jump_points", None),
    "jump jet missing": (slot(HUNTER, "LT", "Jump Jet"), "construction.jump_jets", None),
    "jump jet for nothing": (slot(HUNTER, "LL", "-Empty-", "Jump Jet"), "construction.jump_jets", None),
    "jets of two kinds": (slot(HUNTER, "LL", "-Empty- x2", "Improved Jump Jet"), "construction.jump_jet_kind", None),
    "jump jet in an arm": (slot(HUNTER, "LA", "-Empty-", "Jump Jet"), "construction.jump_jet_place", "LA"),
    "jump jets that burn oil": (slot(HARVESTER, "LT", "-Empty-", "Jump Jet"), "construction.jump_jet_power", None),
}

PLACES: dict[str, Plant] = {
    "weapon short of a slot": (slot(HUNTER, "RA", "ISAC10"), "construction.item_slots", "RA"),
    "computer of the wrong size": (
        slot(PROWLER, "LT", "CLTargeting Computer (OMNIPOD)"),
        "construction.item_slots",
        "LT",
    ),
    "hatchet too large": (slot(KNIGHT, "RA", "-Empty-", "Hatchet"), "construction.item_slots", "RA"),
    "small weapon split": (
        slot(slot(HUNTER, "RA", "ISAC10 x3"), "RT", "-Empty- x3", "ISAC10"),
        "construction.split",
        "RT",
    ),
    "weapon split across the body": (
        slot(slot(HUNTER, "RA", "ISAC10 x7", "ISAC20"), "LT", "-Empty- x3", "ISAC20"),
        "construction.split",
        "RA",
    ),
    "hatchet in a torso": (slot(HUNTER, "RT", "-Empty- x4", "Hatchet"), "construction.place", "RT"),
    "heavy gauss rifle in an arm": (
        slot(slot(HUNTER, "RA", "ISAC10 x7"), "RA", "-Empty- x8", "ISHeavyGaussRifle"),
        "construction.place",
        "RA",
    ),
    "CASE in a leg": (slot(HUNTER, "LL", "-Empty-", "ISCASE"), "construction.place", "LL"),
    "talons on an arm": (slot(HUNTER, "LA", "-Empty- x2", "Talons"), "construction.place", "LA"),
    "chain whip in a torso": (slot(HUNTER, "RT", "-Empty- x2", "Chain Whip"), "construction.chain_whip", "RT"),
    "booby trap in an arm": (slot(HUNTER, "LA", "-Empty-", "Booby Trap"), "construction.booby_trap", "LA"),
    "wing on one side": (slot(HUNTER, "RT", "-Empty- x4", "ISPartialWing"), "construction.partial_wing", "LT"),
    "two hatchets in a hand": (slot(KNIGHT, "RA", "-Empty-", "Small Vibroblade"), "construction.melee", "RA"),
    "hatchet and no hand": (slot(KNIGHT, "RA", "Hand Actuator"), "construction.hand", "RA"),
    "claw and a hand": (slot(HUNTER, "LA", "-Empty- x4", "Claw"), "construction.hand", "LA"),
    "talons on one foot": (slot(HUNTER, "LL", "-Empty- x2", "Talons"), "construction.every_leg", "RL"),
    "arm that fires to the rear": (slot(HUNTER, "LA", "Medium Laser", "Medium Laser (R)"), "construction.rear", "LA"),
    "turret that is not there": (slot(HUNTER, "RT", "LRM 5", "LRM 5 (T)"), "construction.turret", "RT"),
    "two plates on an arm": (
        slot(HUNTER, "LA", "-Empty- x2", "Modular Armor"),
        "construction.modular_armour",
        "LA",
    ),
}

FITTINGS: dict[str, Plant] = {
    "no ammunition": (slot(HUNTER, "LT", "IS Ammo AC/10 x2"), "construction.ammunition_missing", "RA"),
    "ammunition for nothing": (slot(HUNTER, "RA", "ISAC10 x7"), "construction.ammunition_unused", "LT"),
    "two superchargers": (slot(PROWLER, "RT", "-Empty-", "Supercharger"), "construction.once", "CT"),
    "strong and quick at once": (
        slot(slot(HUNTER, "RA", "ISAC10 x6", "Triple Strength Myomer"), "LT", "-Empty- x3", "ISMASC"),
        "construction.rivals",
        "LT",
    ),
    "Artemis without a launcher": (slot(HUNTER, "LA", "-Empty-", "ISArtemisIV"), "construction.fire_control", "LA"),
    "Apollo in another place": (
        slot(slot(KNIGHT, "LT", "ISApollo"), "RA", "-Empty-", "ISApollo"),
        "construction.apollo",
        "RA",
    ),
    "capacitor without a cannon": (
        slot(KNIGHT, "RT", "-Empty-", "ISPPCCapacitor"),
        "construction.capacitor",
        "RT",
    ),
    "stealth without ECM": (slot(KNIGHT, "RT", "ISGuardianECMSuite x2"), "construction.stealth", None),
    "array of one gun": (slot(KNIGHT, "RT", "Machine Gun"), "construction.array", "RT"),
}
TECHNOLOGY: dict[str, Plant] = {
    "Clan laser on an Inner Sphere machine": (
        slot(HUNTER, "LA", "Medium Laser", "CLERMediumLaser"),
        "construction.tech",
        "LA",
    ),
    "Inner Sphere item on a Clan machine": (
        slot(PROWLER, "LL", "-Empty-", "ISRocketLauncher10"),
        "construction.tech",
        "LL",
    ),
    "Clan engine on an Inner Sphere machine": (
        line(KNIGHT, "engine:300 XL Engine(IS)", "engine:300 XL (Clan) Engine"),
        "construction.tech",
        None,
    ),
    "beyond its rules level": (line(KNIGHT, "rules level:3", "rules level:1"), "construction.level", "LA"),
    "MASC in a pod": (slot(PROWLER, "LT", "CLMASC x2", "CLMASC (OMNIPOD)"), "construction.pods", "LT"),
    "structure in a pod": (
        slot(PROWLER, "LA", "Clan Endo Steel", "Clan Endo Steel (OMNIPOD)"),
        "construction.pods",
        "LA",
    ),
    "pod on a machine that has none": (
        slot(HUNTER, "LA", "Medium Laser", "Medium Laser (OMNIPOD)"),
        "construction.pods_of_others",
        "LA",
    ),
    "hand beside a PPC on an omni machine": (
        slot(PROWLER, "LA", "-Empty- x2", "Lower Arm Actuator, Hand Actuator"),
        "construction.omni_arms",
        "LA",
    ),
    "gyro armoured by a pod": (
        slot(PROWLER, "CT", "Gyro", "Gyro (ARMORED) (OMNIPOD)"),
        "construction.armoured_pods",
        "CT",
    ),
    "hardened armour on an omni machine": (
        line(PROWLER, "armor:Ferro-Fibrous(Clan)", "armor:Hardened(Clan)"),
        "construction.hardened_omni",
        None,
    ),
    "field hand in battle armour": (
        line(HARVESTER, "armor:Heavy Industrial(Inner Sphere)", "armor:Standard(Inner Sphere)"),
        "construction.industrial_armour",
        None,
    ),
    "armour of fighters": (
        line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Ferro-Aluminum(Inner Sphere)"),
        "construction.armour_kind",
        "CT",
    ),
}

PLANTS = FRAME | COOLING | PLACES | FITTINGS | TECHNOLOGY


def planted(name: str) -> bool:
    """Whether the error of a name is found."""
    built, id, location = PLANTS[name]
    return (id, location) in found(built, None)
