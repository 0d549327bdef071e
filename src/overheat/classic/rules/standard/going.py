"""What the ground asks of each kind of mover: walls, woods, mud and snow, and water that nobody runs into."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.rules.standard.entries import FORTRESS
from overheat.classic.rules.standard.infantry import MECHANISED, SOLDIERS
from overheat.classic.rules.standard.movement import (
    AFLOAT,
    BARS,
    COSTS,
    LEGGED,
    TERRAIN_COSTS,
    TERRAIN_COSTS_SHEET,
    Entry,
    amphibious,
    walls_met,
)
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

COSTS_TABLE = TOTAL_WARFARE("Movement Costs Table", 52)
RUNNING = TOTAL_WARFARE("Running, water", 50)
SEALING = TOTAL_WARFARE("IndustrialMechs, environmental sealing", 52)
BRIDGES = TOTAL_WARFARE("Bridges", 175)
GROUND = TACTICAL_OPERATIONS("Terrain, movement costs", 28)

HANGAR = 1
"""The class of buildings that are hangars, as board files number them."""
OTHERS = "others"


@rule("movement.walls", cite=TERRAIN_COSTS_SHEET, implements=("QR-terrain-costs",), slot=COSTS)
def walls_cost(entry: Entry) -> Term | None:
    """Walls cost by their strength, on paved ground as elsewhere: a hangar a point less, a fortress one more.

    A ProtoMech pays a point, and so do soldiers with vehicles or beasts; all others use the doors.
    """
    kind = walls_met(entry)
    if not kind:
        return None
    cost = _price_of_walls(entry, kind)
    return Term("movement.walls", cost, kind, TERRAIN_COSTS_SHEET) if cost else None


def _price_of_walls(entry: Entry, kind: str) -> int:
    sheet, ground = entry.unit.sheet, entry.target
    if sheet.kind in SOLDIERS:
        return int(sheet.kind == "infantry" and sheet.motive in (*MECHANISED, "beast"))
    if sheet.kind == "protomech":
        return 1
    less = int(ground.amount("bldg_class") == HANGAR)
    return entry.rules[TERRAIN_COSTS][kind] - less + int(ground.amount("bldg_class") == FORTRESS)


@rule("infantry.woods", cite=COSTS_TABLE, slot=COSTS)
def soldiers_in_woods(entry: Entry) -> Term | None:
    """Soldiers pay a point less for woods, light woods thus nothing; those with vehicles pay as everybody does."""
    sheet = entry.unit.sheet
    on_foot = sheet.kind == "battle armour" or (sheet.kind == "infantry" and sheet.motive not in MECHANISED)
    if not on_foot or entry.by_road or "woods" not in entry.target:
        return None
    return Term("infantry.woods", -1, "soldiers in woods", COSTS_TABLE)


SOFT_GROUND: Table[str, Mapping[str, int]] = Table(
    "movement.soft_ground",
    {
        "ice": {"hover": 0, "wige": 0, OTHERS: 1},
        "mud": {"hover": 0, "wige": 0, "naval": 0, "hydrofoil": 0, "submarine": 0, OTHERS: 1},
        "swamp": {"hover": 0, "wige": 0, OTHERS: 2},
        "thin snow": {"wheeled": 1, "foot": 1, "jump": 1, "motorized": 1, "beast": 1, OTHERS: 0},
        "deep snow": {"hover": 0, "wige": 0, OTHERS: 1},
        "sand": {"wheeled": 1, "foot": 1, "jump": 1, "motorized": 1, OTHERS: 0},
    },
    cite=GROUND,
    where="overheat.classic.rules.standard.going.SOFT_GROUND",
)
"""What soft and slippery ground costs who has no legs to wade through it, by how it moves."""


@rule("movement.on_soft_ground", cite=GROUND, slot=COSTS)
def soft_ground_cost(entry: Entry) -> Term | None:
    """Mud, swamp, snow, sand and ice cost vehicles and soldiers by how they move: hovercraft glide over most of it.

    Battle armour minds no thin snow, nor a dune buggy sand.
    """
    motive = entry.unit.motive
    if entry.by_road or motive in LEGGED or motive == "vtol":
        return None
    names = [name for name in _soft(entry) if not _unmoved(entry, name)]
    rows = entry.rules[SOFT_GROUND]
    cost = sum(rows[name].get(motive, rows[name][OTHERS]) for name in names)
    return Term("movement.on_soft_ground", cost, ", ".join(names), GROUND) if cost else None


def _soft(entry: Entry) -> list[str]:
    ground = entry.target
    snow = {1: ["thin snow"], 2: ["deep snow"]}.get(ground.amount("snow"), [])
    return [kind for kind in ("ice", "mud", "swamp", "sand") if kind in ground] + snow


def _unmoved(entry: Entry, name: str) -> bool:
    sheet = entry.unit.sheet
    return (name == "thin snow" and sheet.kind == "battle armour") or (
        name == "sand" and entry.unit.vehicle and bool(sheet.flagged("dune_buggy"))
    )


@rule("movement.afloat", cite=GROUND, slot=COSTS)
def afloat_cost(entry: Entry) -> Term | None:
    """An amphibious vehicle swims: a point more for water of any depth."""
    if not amphibious(entry.unit.sheet) or entry.by_road or not _open_water(entry):
        return None
    return Term("movement.afloat", 1, "through the water", GROUND)


def _open_water(entry: Entry) -> bool:
    """Whether there is water to go into, neither frozen nor under a bridge that it crosses."""
    ground = entry.target
    return ground.amount("water") > 0 and "ice" not in ground and entry.to_level <= ground.level


@rule("movement.no_running", cite=RUNNING)
def no_running(entry: Entry) -> Refusal | None:
    """Nobody runs into water of depth 1 or more: who wades has spent no more points than it has for a walk.

    Its first hex a unit may always enter, as by the rule of minimum movement; what floats runs on.
    """
    sheet = entry.unit.sheet
    swims = sheet.motive in AFLOAT or (amphibious(sheet) and not sheet.flagged("limited_amphibious"))
    if swims or entry.by_road or not _open_water(entry):
        return None
    return Refusal("movement.no_running", "nobody runs into water", RUNNING)


BREATHING = ("combustion",)
"""Engines that need air."""
OVER_THE_ENGINE = 2


@rule("movement.drowns", cite=SEALING, slot=BARS)
def drowns(entry: Entry) -> Refusal | None:
    """A machine whose engine needs air does not walk under water, unless it is sealed."""
    unit, engine = entry.unit, entry.unit.sheet.engine
    if not unit.machine or engine is None or engine.kind.flags.isdisjoint(BREATHING):
        return None
    if entry.wades < OVER_THE_ENGINE or "environmental_sealing" in unit.plan.flags:
        return None
    return Refusal("movement.drowns", "its engine needs air, and it is not sealed", SEALING)


@rule("movement.under_bridge", cite=BRIDGES, slot=BARS)
def under_bridge(entry: Entry) -> Refusal | None:
    """Who is too tall for it does not go under a bridge."""
    ground = entry.target
    feet, deck = entry.to_level - ground.level, ground.amount("bridge_elev")
    if "bridge" not in ground or feet >= deck or feet + entry.unit.stature < deck or entry.unit.sheet.motive == "vtol":
        return None
    return Refusal("movement.under_bridge", f"{entry.unit.sheet.name} does not fit under the bridge", BRIDGES)


RULES = (drowns, under_bridge, walls_cost, soldiers_in_woods, soft_ground_cost, afloat_cost, no_running, SOFT_GROUND)
