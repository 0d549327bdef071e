"""What the ground asks of each kind of mover: walls, woods, mud and snow, and water that nobody runs into."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.rules.standard.entries import FORTRESS, HANGAR
from overheat.classic.rules.standard.infantry import MECHANISED, SOLDIERS
from overheat.classic.rules.standard.movement import (
    AFLOAT,
    BARS,
    COSTS,
    TERRAIN_COSTS_SHEET,
    Entry,
    amphibious,
    walls_met,
)
from overheat.classic.rules.standard.terrain import TERRAIN_COSTS
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

COSTS_TABLE = TOTAL_WARFARE("Movement Costs Table", 52)
RUNNING = TOTAL_WARFARE("Running, water", 50)
SEALING = TOTAL_WARFARE("IndustrialMechs, environmental sealing", 52)
BRIDGES = TOTAL_WARFARE("Bridges", 175)
GROUND = TACTICAL_OPERATIONS("Terrain, movement costs", 28)


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


RULES = (drowns, under_bridge, walls_cost, soldiers_in_woods, afloat_cost, no_running)
